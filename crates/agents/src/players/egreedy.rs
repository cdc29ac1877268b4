//! `egreedy` and its opponents: `egreedy-uct` on all actions, and on the best 48 moves of all `egreedy-minimax`,
//! `egreedy-alphabeta`, `egreedy-dfs` and `egreedy-bfs`.

use amazons::Board;
use search::Search;
use search::minimax::candidates::{Candidates, Scope};
use search::minimax::{CandidateAlgorithm, CandidateSearch};
use search::montecarlo::{
    CandidateUct, CandidateUctConfig, EpsilonGreedy, EpsilonGreedyConfig, Greed, NewNodes, Reading,
    RolloutMoves, TreeActions,
};

use super::parameter::{Declared, EXPLORATION, Field, Kind, MULTI_PV, fields, words};
use super::{Ability, PlayerConfig, PlayerInfo, seconds};

pub(super) const EGREEDY: PlayerInfo = PlayerInfo {
    name: "egreedy",
    paper: "EGREEDY",
    summary: "epsilon-greedy MCTS on the candidates",
    limits: seconds(30),
    config: || Box::new(EpsilonGreedyConfig::default()),
};

pub(super) const EGREEDY_UCT: PlayerInfo = PlayerInfo {
    name: "egreedy-uct",
    summary: "UCT on all actions, or on the candidates",
    config: || Box::new(CandidateUctConfig::default()),
    ..EGREEDY
};

pub(super) const EGREEDY_MINIMAX: PlayerInfo = PlayerInfo {
    name: "egreedy-minimax",
    summary: "minimax on the candidates, deepening",
    config: || Box::new(CandidateSearch::new(CandidateAlgorithm::Minimax, Candidates::BEST_OF_ALL)),
    ..EGREEDY
};

pub(super) const EGREEDY_ALPHABETA: PlayerInfo = PlayerInfo {
    name: "egreedy-alphabeta",
    summary: "alpha-beta on the candidates, deepening",
    config: || Box::new(CandidateSearch::new(CandidateAlgorithm::AlphaBeta, Candidates::BEST_OF_ALL)),
    ..EGREEDY
};

pub(super) const EGREEDY_DFS: PlayerInfo = PlayerInfo {
    name: "egreedy-dfs",
    summary: "the first won line of candidates, depth first",
    config: || Box::new(CandidateSearch::new(CandidateAlgorithm::DepthFirst, Candidates::BEST_OF_ALL)),
    ..EGREEDY
};

pub(super) const EGREEDY_BFS: PlayerInfo = PlayerInfo {
    name: "egreedy-bfs",
    summary: "the first won line of candidates, breadth first",
    config: || Box::new(CandidateSearch::new(CandidateAlgorithm::BreadthFirst, Candidates::BEST_OF_ALL)),
    ..EGREEDY
};

const CANDIDATES: Declared =
    ("candidates", Kind::Integer(1, 10_000), "the number of best moves by h for each amazon");
const GROWTH: Declared =
    ("growth", Kind::Integer(0, 1_000), "plies after which there is one more for each amazon; 0: never");
const SCOPE: Declared = (
    "scope",
    Kind::of::<Scope>(),
    "whether they are the best of each amazon, or as many of all moves together",
);

words!(Scope: "amazon" => PerAmazon, "global" => Global);
words!(Greed: "eps" => Epsilon, "one-minus-eps" => OneMinusEpsilon; "inverted" => "eps", "mostly" => "one-minus-eps");
words!(NewNodes: "one" => One, "path" => Path);
words!(Reading: "sections" => Sections, "as-printed" => AsPrinted);
words!(TreeActions: "all" => All, "candidates" => Candidates);
words!(RolloutMoves: "all" => All, "candidates" => Candidates);

impl PlayerConfig for EpsilonGreedyConfig {
    const FIELDS: &'static [Field<Self>] = fields! {
        CANDIDATES => |c| c.candidates.per_amazon;
        GROWTH => |c| c.candidates.growth;
        SCOPE => |c| c.candidates.scope;
        ("reading", Kind::of::<Reading>(), "as-printed: Algorithm 3 to the letter, which ignores growth, scope and nodes")
            => |c| c.reading;
        ("epsilon", Kind::Real(0.0, 1.0), "the probability of the greedy choice, the child with the largest Q") => |c| c.epsilon;
        ("greed", Kind::of::<Greed>(), "that is epsilon (section 3.2.1, Algorithm 3) or 1 - epsilon (section 3.1)")
            => |c| c.greed;
        ("nodes", Kind::of::<NewNodes>(), "whether a simulation adds one node's candidates or those of its whole path")
            => |c| c.new_nodes;
        ("alpha", Kind::Real(0.0, 1_000.0), "what a won path adds to Q at its end") => |c| c.alpha;
        ("gamma", Kind::Real(0.0, 1.0), "what is left of that a ply earlier") => |c| c.gamma;
        MULTI_PV => |c| c.multi_pv;
    };

    fn search<B: Board>(&self) -> Box<dyn Search<B>> {
        Box::new(EpsilonGreedy::new(self.clone()))
    }
}

impl PlayerConfig for CandidateUctConfig {
    const FIELDS: &'static [Field<Self>] = fields! {
        ("actions", Kind::of::<TreeActions>(), "the moves of the tree: all (Algorithm 1), or the candidates")
            => |c| c.actions;
        CANDIDATES => |c| c.candidates.per_amazon;
        GROWTH => |c| c.candidates.growth;
        SCOPE => |c| c.candidates.scope;
        EXPLORATION => |c| c.exploration;
        ("rollout", Kind::of::<RolloutMoves>(), "what random games draw among") => |c| c.rollout;
        MULTI_PV => |c| c.multi_pv;
    };

    fn search<B: Board>(&self) -> Box<dyn Search<B>> {
        Box::new(CandidateUct::new(self.clone()))
    }
}

impl PlayerConfig for CandidateSearch {
    const FIELDS: &'static [Field<Self>] = fields! {
        CANDIDATES => |c| c.candidates.per_amazon;
        GROWTH => |c| c.candidates.growth;
        SCOPE => |c| c.candidates.scope;
        MULTI_PV => |c| c.lines;
    };
    const ABILITIES: &'static [Ability] = &[Ability::EndAtDepth];

    fn search<B: Board>(&self) -> Box<dyn Search<B>> {
        Box::new(*self)
    }
}
