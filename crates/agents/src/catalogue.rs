//! All players, as data: name, paper, parameters with the paper's values, and how long its author let it think.

use std::time::Duration;

use thought::Limits;

use crate::options::{Kind, Options, Parameter};
use crate::plan::{Plan, from};

/// A player that can be named in a spec.
#[derive(Clone, Copy, Debug)]
pub struct PlayerInfo {
    /// Its name.
    pub name: &'static str,
    /// The paper that it comes from.
    pub paper: &'static str,
    /// What it does, in a sentence.
    pub summary: &'static str,
    /// What can be set.
    pub parameters: &'static [Parameter],
    /// How long it thinks about a move where nobody says.
    pub thinking: Thinking,
    pub(crate) plan: fn(&Options) -> Plan,
}

impl PlayerInfo {
    /// Whether it grows a tree by simulations: then a depth alone does not end its thinking soon.
    #[must_use]
    pub fn grows_a_tree(&self) -> bool {
        (self.plan)(&Options::new(self.parameters, &[])).grows_a_tree()
    }

    /// Whether it can report several lines.
    #[must_use]
    pub fn knows_several_lines(&self) -> bool {
        self.parameters.iter().any(|parameter| parameter.name == MULTI_PV.name)
    }
}

/// How long a paper's author let a player think about a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Thinking {
    /// Until its depth is reached.
    Depth,
    /// For some seconds.
    Seconds(u64),
    /// For some simulations.
    Playouts(u64),
}

impl Thinking {
    /// The same as limits.
    #[must_use]
    pub fn limits(self) -> Limits {
        match self {
            Self::Depth => Limits::NONE,
            Self::Seconds(seconds) => Limits::time(Duration::from_secs(seconds)),
            Self::Playouts(playouts) => Limits::playouts(playouts),
        }
    }
}

const fn parameter(name: &'static str, default: &'static str, kind: Kind, help: &'static str) -> Parameter {
    Parameter { name, default, kind, help }
}

const DRAWS: Kind = Kind::Word(&["uniform", "steps", "amazons"]);
const DRAW_HELP: &str = "how random moves are drawn: all alike, in two stages, or in three";
const ORDERS: Kind = Kind::Word(&["generation", "refutations", "evaluated"]);
const ORDER_HELP: &str = "which moves are tried first; no order changes the value";
const DEPTHS: Kind = Kind::Integer(1, 64);

const fn eval(default: &'static str) -> Parameter {
    parameter("eval", default, Kind::Eval, "the evaluation")
}

const fn depth(default: &'static str) -> Parameter {
    parameter("depth", default, DEPTHS, "plies looked ahead, unless a limit says otherwise")
}

const fn order(default: &'static str) -> Parameter {
    parameter("order", default, ORDERS, ORDER_HELP)
}

const fn draw(default: &'static str) -> Parameter {
    parameter("draw", default, DRAWS, DRAW_HELP)
}

const fn exploration(default: &'static str) -> Parameter {
    parameter("c", default, Kind::Real(0.0, 100.0), "the exploration constant")
}

const HASH: Parameter =
    parameter("hash", "16", Kind::Integer(1, 65_536), "mebibytes of the transposition table");
const MULTI_PV: Parameter = parameter("multipv", "1", Kind::Integer(1, 500), "how many lines are reported");
const CANDIDATES: Parameter =
    parameter("candidates", "12", Kind::Integer(1, 10_000), "best moves of each amazon that are looked at");
const GROWTH: Parameter = parameter(
    "growth",
    "10",
    Kind::Integer(0, 1_000),
    "after so many plies each amazon gets one more; 0: never",
);
const SCOPE: Parameter = parameter(
    "scope",
    "amazon",
    Kind::Word(&["amazon", "global"]),
    "whether the best are taken for each amazon or of all together",
);

const DEEPENING: [Parameter; 4] = [eval("lieberum"), order("evaluated"), HASH, MULTI_PV];
const ON_CANDIDATES: [Parameter; 4] = [CANDIDATES, GROWTH, SCOPE, MULTI_PV];

/// The parameters of MG-PEO's four players.
const fn groups(on: &'static str, evaluation: &'static str) -> [Parameter; 13] {
    [
        parameter("groups", on, Kind::Word(&["on", "off"]), "whether a step and its shot are two nodes"),
        eval(evaluation),
        exploration("0.7071067811865476"),
        parameter(
            "ln",
            "plain",
            Kind::Word(&["plain", "doubled"]),
            "ln N, or 2 ln N as the pseudo-code has it",
        ),
        parameter("rollouts", "4+5", Kind::Plies, "the depths of the random games of one simulation"),
        parameter("unit", "ply", Kind::Word(&["ply", "half-ply"]), "what these depths count"),
        parameter("winrate", "logistic", Kind::Word(&["logistic", "sign"]), "how a value becomes a win rate"),
        parameter(
            "slope",
            "0.2",
            Kind::Real(0.0, 100.0),
            "how fast the logistic win rate rises with a value",
        ),
        parameter(
            "tie",
            "0.2",
            Kind::Real(-1.0, 1.0),
            "what mgpeo gives the mover for a square equally near",
        ),
        parameter("opening", "20", Kind::Integer(0, 1_000), "plies of mgpeo's opening, of 92 on 10x10"),
        parameter("middle", "50", Kind::Integer(0, 1_000), "the same of its opening and middle game"),
        parameter("final", "visits", Kind::Word(&["visits", "mean", "formula"]), "which move is played"),
        MULTI_PV,
    ]
}

/// All players.
pub const PLAYERS: &[PlayerInfo] = &[
    PlayerInfo {
        name: "otrera",
        paper: "our own",
        summary: "the flagship: a tree of steps and shots, grown best first by evaluations",
        parameters: &[
            parameter("threads", "1", Kind::Integer(1, 256), "threads that grow the tree together"),
            parameter("hash", "256", Kind::Integer(1, 65_536), "the most mebibytes of the tree"),
            MULTI_PV,
            parameter(
                "level",
                "0",
                Kind::Integer(0, 10),
                "how strong an opponent for people is, by positions looked at and moves misjudged; 0: full strength",
            ),
            parameter("overhead", "10", Kind::Integer(0, 60_000), "milliseconds kept back of a clock"),
            eval("otrera"),
            exploration("0.35"),
            parameter(
                "minimax",
                "0.5",
                Kind::Real(0.0, 1.0),
                "the share of best play in a value; the rest is the mean",
            ),
            parameter("slope", "0.2", Kind::Real(0.001, 10.0), "how steeply a margin becomes a probability"),
            parameter(
                "steps",
                "3",
                Kind::Real(0.01, 100.0),
                "by how many moves a step gets e times the attention",
            ),
            parameter(
                "shots",
                "1.5",
                Kind::Real(0.01, 100.0),
                "by how many moves a shot gets e times the attention",
            ),
        ],
        thinking: Thinking::Seconds(1),
        plan: from::flagship,
    },
    PlayerInfo {
        name: "random",
        paper: "section 0",
        summary: "moves at random",
        parameters: &[draw("steps")],
        thinking: Thinking::Depth,
        plan: from::random,
    },
    PlayerInfo {
        name: "mgpeo",
        paper: "MG-PEO",
        summary: "MCTS with move groups, two short random games and the five-term evaluation, bit-parallel",
        parameters: &groups("on", "mgpeo"),
        thinking: Thinking::Seconds(5),
        plan: from::move_groups,
    },
    PlayerInfo {
        name: "mcts",
        paper: "MG-PEO",
        summary: "the baseline: whole moves, the evaluation by plain loops",
        parameters: &groups("off", "mgpeo-plain"),
        thinking: Thinking::Seconds(5),
        plan: from::move_groups,
    },
    PlayerInfo {
        name: "mcts-mg",
        paper: "MG-PEO",
        summary: "the baseline with move groups",
        parameters: &groups("on", "mgpeo-plain"),
        thinking: Thinking::Seconds(5),
        plan: from::move_groups,
    },
    PlayerInfo {
        name: "mcts-peo",
        paper: "MG-PEO",
        summary: "the baseline with the fast evaluation (eval=mgpeo-parallel for the paper's own)",
        parameters: &groups("off", "mgpeo"),
        thinking: Thinking::Seconds(5),
        plan: from::move_groups,
    },
    PlayerInfo {
        name: "alphabeta",
        paper: "UCT-AB",
        summary: "alpha-beta to a fixed depth; eval=mobility, territory or relative are the paper's three",
        parameters: &[depth("2"), eval("territory"), order("evaluated"), MULTI_PV],
        thinking: Thinking::Depth,
        plan: from::alphabeta,
    },
    PlayerInfo {
        name: "uct",
        paper: "UCT-AB",
        summary: "UCT with random games to the end",
        parameters: &[
            parameter("formula", "tuned", Kind::Word(&["tuned", "ucb1"]), "UCB1-tuned, or UCB1 with c"),
            exploration("1.4142135623730951"),
            draw("uniform"),
            MULTI_PV,
        ],
        thinking: Thinking::Playouts(10_000),
        plan: from::uct,
    },
    PlayerInfo {
        name: "egreedy",
        paper: "EGREEDY",
        summary: "epsilon-greedy MCTS on the candidates",
        parameters: &[
            CANDIDATES,
            GROWTH,
            SCOPE,
            parameter("epsilon", "0.1", Kind::Real(0.0, 1.0), "how often the largest Q is not followed"),
            parameter(
                "greed",
                "mostly",
                Kind::Word(&["mostly", "inverted"]),
                "inverted: greedy with epsilon, as the pseudo-code has it",
            ),
            parameter(
                "nodes",
                "one",
                Kind::Word(&["one", "path"]),
                "whether a simulation adds one node's candidates or those of its whole path",
            ),
            parameter("alpha", "1", Kind::Real(0.0, 1_000.0), "what a won path adds to Q at its end"),
            parameter("gamma", "0.95", Kind::Real(0.0, 1.0), "what is left of that a ply earlier"),
            MULTI_PV,
        ],
        thinking: Thinking::Seconds(30),
        plan: from::epsilon_greedy,
    },
    PlayerInfo {
        name: "egreedy-minimax",
        paper: "EGREEDY",
        summary: "minimax on the candidates, deepening",
        parameters: &ON_CANDIDATES,
        thinking: Thinking::Seconds(30),
        plan: from::candidate_minimax,
    },
    PlayerInfo {
        name: "egreedy-alphabeta",
        paper: "EGREEDY",
        summary: "alpha-beta on the candidates, deepening",
        parameters: &ON_CANDIDATES,
        thinking: Thinking::Seconds(30),
        plan: from::candidate_alphabeta,
    },
    PlayerInfo {
        name: "egreedy-dfs",
        paper: "EGREEDY",
        summary: "the first won line of candidates, depth first",
        parameters: &ON_CANDIDATES,
        thinking: Thinking::Seconds(30),
        plan: from::depth_first,
    },
    PlayerInfo {
        name: "egreedy-bfs",
        paper: "EGREEDY",
        summary: "the first won line of candidates, breadth first",
        parameters: &ON_CANDIDATES,
        thinking: Thinking::Seconds(30),
        plan: from::breadth_first,
    },
    PlayerInfo {
        name: "egreedy-uct",
        paper: "EGREEDY",
        summary: "UCT on the candidates",
        parameters: &[
            CANDIDATES,
            GROWTH,
            SCOPE,
            exploration("1.4142135623730951"),
            parameter("rollout", "all", Kind::Word(&["all", "candidates"]), "what random games draw among"),
            MULTI_PV,
        ],
        thinking: Thinking::Seconds(30),
        plan: from::candidate_uct,
    },
    PlayerInfo {
        name: "greedy",
        paper: "THESIS",
        summary: "no lookahead: the best position after one move; the simple player with eval=mindist",
        parameters: &[eval("mindist"), MULTI_PV],
        thinking: Thinking::Seconds(1),
        plan: from::no_lookahead,
    },
    PlayerInfo {
        name: "minimax",
        paper: "THESIS",
        summary: "minimax to a fixed depth",
        parameters: &[depth("2"), eval("lieberum"), MULTI_PV],
        thinking: Thinking::Seconds(1),
        plan: from::minimax,
    },
    PlayerInfo {
        name: "deepening",
        paper: "THESIS",
        summary: "alpha-beta with deepening and a table; the good player",
        parameters: &DEEPENING,
        thinking: Thinking::Seconds(1),
        plan: from::iterative_alphabeta,
    },
    PlayerInfo {
        name: "flat-mc",
        paper: "THESIS",
        summary: "random games to the end from every move, no tree",
        parameters: &[draw("uniform"), MULTI_PV],
        thinking: Thinking::Seconds(1),
        plan: from::flat,
    },
    PlayerInfo {
        name: "short-mcts",
        paper: "THESIS",
        summary: "UCT with short random games and the sign of an evaluation",
        parameters: &[
            eval("lieberum"),
            exploration("1.4142135623730951"),
            parameter(
                "expand",
                "10",
                Kind::Integer(1, 1_000_000),
                "visits after which a leaf gets its children",
            ),
            parameter("plies", "6", Kind::Integer(0, 100), "random plies before the evaluation"),
            draw("uniform"),
            MULTI_PV,
        ],
        thinking: Thinking::Seconds(1),
        plan: from::short_uct,
    },
    PlayerInfo {
        name: "course-random",
        paper: "COURSE",
        summary: "moves at random: amazon, square, arrow",
        parameters: &[draw("amazons")],
        thinking: Thinking::Depth,
        plan: from::random,
    },
    PlayerInfo {
        name: "course-heuristic",
        paper: "COURSE",
        summary: "alpha-beta to depth 4 without deepening; at the end of time the best move so far",
        parameters: &[depth("4"), eval("course"), order("generation"), MULTI_PV],
        thinking: Thinking::Seconds(2),
        plan: from::alphabeta,
    },
    PlayerInfo {
        name: "course-mcts",
        paper: "COURSE",
        summary: "UCB tree whose simulation is the sign of an evaluation",
        parameters: &[eval("course-mcts"), exploration("1.4142135623730951"), MULTI_PV],
        thinking: Thinking::Seconds(2),
        plan: from::sign_uct,
    },
    PlayerInfo {
        name: "course-iterative",
        paper: "COURSE",
        summary: "minimax with deepening to depth 4",
        parameters: &[
            depth("4"),
            eval("course"),
            parameter(
                "choice",
                "best",
                Kind::Word(&["best", "as-printed"]),
                "as-printed: plays the last move looked at, as the paper's program does",
            ),
            MULTI_PV,
        ],
        thinking: Thinking::Seconds(2),
        plan: from::iterative_minimax,
    },
];
