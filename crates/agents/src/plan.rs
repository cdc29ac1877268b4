//! A player's search with all its settings, from which the search for any board is made.

use std::time::Duration;

use amazons::{Board, Draw};
use eval::{Eval, MgPeo};
use search::Search;
use search::flagship::{Flagship, FlagshipConfig, Level, Leveled};
use search::minimax::candidates::{Candidates, Scope};
use search::minimax::{
    AlphaBeta, AlphaBetaConfig, BreadthFirst, CandidateAlphaBeta, CandidateMinimax, Choice, DepthFirst,
    IterativeAlphaBeta, IterativeAlphaBetaConfig, IterativeMinimax, IterativeMinimaxConfig, Minimax,
    MinimaxConfig, NoLookahead, Ordering,
};
use search::montecarlo::{
    CandidateUct, CandidateUctConfig, DepthUnit, EpsilonGreedy, EpsilonGreedyConfig, FinalMove, FlatConfig,
    FlatMonteCarlo, Formula, Greed, Layers, Logarithm, MoveGroups, MoveGroupsConfig, NewNodes, RolloutMoves,
    ShortUct, ShortUctConfig, SignUct, SignUctConfig, Uct, UctConfig, WinRate,
};

use crate::options::Options;
use crate::random::RandomMover;

/// A search with its settings.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Plan {
    Random(Draw),
    // The last number of these is how many lines they report.
    NoLookahead(Eval, usize),
    Minimax(Eval, MinimaxConfig, usize),
    AlphaBeta(Eval, AlphaBetaConfig, usize),
    IterativeAlphaBeta(Eval, IterativeAlphaBetaConfig, usize),
    IterativeMinimax(Eval, IterativeMinimaxConfig, usize),
    CandidateMinimax(Candidates, usize),
    CandidateAlphaBeta(Candidates, usize),
    DepthFirst(Candidates, usize),
    BreadthFirst(Candidates, usize),
    Uct(UctConfig),
    MoveGroups(Eval, MoveGroupsConfig),
    EpsilonGreedy(EpsilonGreedyConfig),
    CandidateUct(CandidateUctConfig),
    Flat(FlatConfig),
    ShortUct(Eval, ShortUctConfig),
    SignUct(Eval, SignUctConfig),
    Flagship(Eval, FlagshipConfig),
    Leveled(Eval, FlagshipConfig, Level),
}

impl Plan {
    /// The evaluation, if there is one.
    fn eval(&mut self) -> Option<&mut Eval> {
        match self {
            Self::NoLookahead(eval, _)
            | Self::Minimax(eval, ..)
            | Self::AlphaBeta(eval, ..)
            | Self::IterativeAlphaBeta(eval, ..)
            | Self::IterativeMinimax(eval, ..)
            | Self::MoveGroups(eval, _)
            | Self::ShortUct(eval, _)
            | Self::SignUct(eval, _)
            | Self::Flagship(eval, _)
            | Self::Leveled(eval, ..) => Some(eval),
            _ => None,
        }
    }

    /// The same plan with the chance of its evaluation, if it has any, drawn by a seed.
    pub(crate) fn seeded(&self, seed: u64) -> Self {
        let mut plan = self.clone();
        if let Some(eval) = plan.eval() {
            *eval = eval.seeded(seed);
        }
        plan
    }

    /// Whether it grows a tree by simulations.
    pub(crate) fn grows_a_tree(&self) -> bool {
        matches!(
            self,
            Self::Uct(_)
                | Self::MoveGroups(..)
                | Self::EpsilonGreedy(_)
                | Self::CandidateUct(_)
                | Self::Flat(_)
                | Self::ShortUct(..)
                | Self::SignUct(..)
                | Self::Flagship(..)
                | Self::Leveled(..)
        )
    }

    /// Whether it plans its own use of a clock.
    pub(crate) fn plans_time(&self) -> bool {
        matches!(self, Self::Flagship(..) | Self::Leveled(..))
    }

    /// The search for a board.
    pub(crate) fn build<B: Board>(&self) -> Box<dyn Search<B>> {
        match self.clone() {
            Self::Random(draw) => Box::new(RandomMover::new(draw)),
            Self::NoLookahead(eval, lines) => Box::new(NoLookahead::new(eval).with_lines(lines)),
            Self::Minimax(eval, config, lines) => Box::new(Minimax::new(eval, config).with_lines(lines)),
            Self::AlphaBeta(eval, config, lines) => Box::new(AlphaBeta::new(eval, config).with_lines(lines)),
            Self::IterativeAlphaBeta(eval, config, lines) => {
                Box::new(IterativeAlphaBeta::new(eval, config).with_lines(lines))
            }
            Self::IterativeMinimax(eval, config, lines) => {
                Box::new(IterativeMinimax::new(eval, config).with_lines(lines))
            }
            Self::CandidateMinimax(candidates, lines) => {
                Box::new(CandidateMinimax::new(candidates).with_lines(lines))
            }
            Self::CandidateAlphaBeta(candidates, lines) => {
                Box::new(CandidateAlphaBeta::new(candidates).with_lines(lines))
            }
            Self::DepthFirst(candidates, lines) => Box::new(DepthFirst::new(candidates).with_lines(lines)),
            Self::BreadthFirst(candidates, lines) => {
                Box::new(BreadthFirst::new(candidates).with_lines(lines))
            }
            Self::Uct(config) => Box::new(Uct::new(config)),
            Self::MoveGroups(eval, config) => Box::new(MoveGroups::new(config, eval)),
            Self::EpsilonGreedy(config) => Box::new(EpsilonGreedy::new(config)),
            Self::CandidateUct(config) => Box::new(CandidateUct::new(config)),
            Self::Flat(config) => Box::new(FlatMonteCarlo::new(config)),
            Self::ShortUct(eval, config) => Box::new(ShortUct::new(config, eval)),
            Self::SignUct(eval, config) => Box::new(SignUct::new(config, eval)),
            Self::Flagship(eval, config) => Box::new(Flagship::new(config, eval)),
            Self::Leveled(eval, config, level) => Box::new(Leveled::new(&config, eval, level)),
        }
    }
}

/// What the catalogue's rows call, one function a search. Each reads the parameters that its players declare.
pub(crate) mod from {
    use super::*;

    pub(crate) fn random(options: &Options) -> Plan {
        Plan::Random(options.draw())
    }

    pub(crate) fn no_lookahead(options: &Options) -> Plan {
        Plan::NoLookahead(options.eval(), multi_pv(options))
    }

    fn depth(options: &Options) -> u32 {
        options.integer("depth") as u32
    }

    pub(crate) fn minimax(options: &Options) -> Plan {
        Plan::Minimax(options.eval(), MinimaxConfig { depth: depth(options) }, multi_pv(options))
    }

    fn ordering(options: &Options) -> Ordering {
        match options.text("order") {
            "generation" => Ordering::Generation,
            "evaluated" => Ordering::Evaluated,
            _ => Ordering::Refutations,
        }
    }

    pub(crate) fn alphabeta(options: &Options) -> Plan {
        let config = AlphaBetaConfig { depth: depth(options), ordering: ordering(options) };
        Plan::AlphaBeta(options.eval(), config, multi_pv(options))
    }

    pub(crate) fn iterative_alphabeta(options: &Options) -> Plan {
        let config = IterativeAlphaBetaConfig {
            table: options.integer("hash") as usize,
            ordering: ordering(options),
            ..IterativeAlphaBetaConfig::default()
        };
        Plan::IterativeAlphaBeta(options.eval(), config, multi_pv(options))
    }

    pub(crate) fn iterative_minimax(options: &Options) -> Plan {
        let choice = if options.text("choice") == "as-printed" { Choice::LastLooked } else { Choice::Best };
        let config = IterativeMinimaxConfig { depth: depth(options), choice };
        Plan::IterativeMinimax(options.eval(), config, multi_pv(options))
    }

    fn candidates(options: &Options) -> Candidates {
        Candidates {
            per_amazon: options.integer("candidates") as usize,
            growth: options.integer("growth") as usize,
            scope: if options.text("scope") == "global" { Scope::Global } else { Scope::PerAmazon },
        }
    }

    pub(crate) fn candidate_minimax(options: &Options) -> Plan {
        Plan::CandidateMinimax(candidates(options), multi_pv(options))
    }

    pub(crate) fn candidate_alphabeta(options: &Options) -> Plan {
        Plan::CandidateAlphaBeta(candidates(options), multi_pv(options))
    }

    pub(crate) fn depth_first(options: &Options) -> Plan {
        Plan::DepthFirst(candidates(options), multi_pv(options))
    }

    pub(crate) fn breadth_first(options: &Options) -> Plan {
        Plan::BreadthFirst(candidates(options), multi_pv(options))
    }

    fn multi_pv(options: &Options) -> usize {
        options.integer("multipv") as usize
    }

    pub(crate) fn uct(options: &Options) -> Plan {
        let formula = match options.text("formula") {
            "ucb1" => Formula::Ucb1 { c: options.real("c") },
            _ => Formula::Tuned,
        };
        let config =
            UctConfig { formula, draw: options.draw(), multi_pv: multi_pv(options), ..UctConfig::default() };
        Plan::Uct(config)
    }

    pub(crate) fn move_groups(options: &Options) -> Plan {
        let config = MoveGroupsConfig {
            layers: if options.text("groups") == "off" { Layers::Moves } else { Layers::StepsAndShots },
            exploration: options.real("c"),
            logarithm: if options.text("ln") == "doubled" { Logarithm::Doubled } else { Logarithm::Plain },
            rollouts: options.plies("rollouts"),
            unit: if options.text("unit") == "half-ply" { DepthUnit::HalfPlies } else { DepthUnit::Plies },
            win_rate: match options.text("winrate") {
                "sign" => WinRate::Sign,
                _ => WinRate::Logistic { slope: options.real("slope") },
            },
            final_move: match options.text("final") {
                "mean" => FinalMove::Mean,
                "formula" => FinalMove::Formula,
                _ => FinalMove::Visits,
            },
            multi_pv: multi_pv(options),
            ..MoveGroupsConfig::default()
        };
        let stages = ["opening", "middle"].map(|name| options.integer(name) as u16);
        let terms = MgPeo { tie: options.real("tie"), stages };
        Plan::MoveGroups(options.eval().with_mgpeo(terms), config)
    }

    pub(crate) fn epsilon_greedy(options: &Options) -> Plan {
        Plan::EpsilonGreedy(EpsilonGreedyConfig {
            candidates: candidates(options),
            epsilon: options.real("epsilon"),
            greed: if options.text("greed") == "inverted" { Greed::Inverted } else { Greed::Mostly },
            new_nodes: if options.text("nodes") == "path" { NewNodes::Path } else { NewNodes::One },
            alpha: options.real("alpha"),
            gamma: options.real("gamma"),
            multi_pv: multi_pv(options),
            ..EpsilonGreedyConfig::default()
        })
    }

    pub(crate) fn candidate_uct(options: &Options) -> Plan {
        Plan::CandidateUct(CandidateUctConfig {
            candidates: candidates(options),
            exploration: options.real("c"),
            rollout: if options.text("rollout") == "candidates" {
                RolloutMoves::Candidates
            } else {
                RolloutMoves::All
            },
            multi_pv: multi_pv(options),
            ..CandidateUctConfig::default()
        })
    }

    pub(crate) fn flat(options: &Options) -> Plan {
        Plan::Flat(FlatConfig { draw: options.draw(), multi_pv: multi_pv(options) })
    }

    pub(crate) fn short_uct(options: &Options) -> Plan {
        let config = ShortUctConfig {
            exploration: options.real("c"),
            expand_after: options.integer("expand") as u32,
            plies: options.integer("plies") as u32,
            draw: options.draw(),
            multi_pv: multi_pv(options),
            ..ShortUctConfig::default()
        };
        Plan::ShortUct(options.eval(), config)
    }

    pub(crate) fn sign_uct(options: &Options) -> Plan {
        let config = SignUctConfig {
            exploration: options.real("c"),
            multi_pv: multi_pv(options),
            ..SignUctConfig::default()
        };
        Plan::SignUct(options.eval(), config)
    }

    pub(crate) fn flagship(options: &Options) -> Plan {
        let config = FlagshipConfig {
            exploration: options.real("c"),
            minimax: options.real("minimax"),
            slope: options.real("slope"),
            step_spread: options.real("steps"),
            shot_spread: options.real("shots"),
            threads: options.integer("threads") as usize,
            hash: options.integer("hash") as usize,
            multi_pv: multi_pv(options),
            overhead: Duration::from_millis(options.integer("overhead")),
        };
        match Level::numbered(options.integer("level") as usize) {
            Some(level) => Plan::Leveled(options.eval(), config, level),
            None => Plan::Flagship(options.eval(), config),
        }
    }
}
