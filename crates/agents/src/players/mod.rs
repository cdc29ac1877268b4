//! Every player, one declaration each: a file with its configuration, and a line in [`PLAYERS`].
//!
//! | file | players |
//! |---|---|
//! | `otrera` | the flagship and its levels |
//! | `uct_eval` | UCT on evaluated leaves |
//! | `random` | random movers |
//! | `mgpeo` | MG-PEO and its baselines |
//! | `minimax` | searches that look ahead over all moves |
//! | `montecarlo` | Monte Carlo searches over all moves |
//! | `egreedy` | EGREEDY's search and its opponents |
//!
//! `parameter` has what the declarations share, `config` the object-safe form of a configuration.

mod config;
mod egreedy;
mod mgpeo;
mod minimax;
mod montecarlo;
mod otrera;
mod parameter;
mod random;
mod uct_eval;

use std::fmt;
use std::time::Duration;

use amazons::Board;
use eval::{Eval, Lieberum, Mix};
use search::Search;
use thought::Limits;

pub(crate) use config::{AnyConfig, AnySearch};
use parameter::Field;
pub use parameter::{Kind, Parameter, Value};

/// All players.
pub const PLAYERS: &[PlayerInfo] = &[
    otrera::OTRERA,
    uct_eval::UCT_EVAL,
    random::RANDOM,
    mgpeo::MGPEO,
    mgpeo::MCTS,
    mgpeo::MCTS_MG,
    mgpeo::MCTS_PEO,
    minimax::ALPHABETA,
    montecarlo::UCT,
    egreedy::EGREEDY,
    egreedy::EGREEDY_MINIMAX,
    egreedy::EGREEDY_ALPHABETA,
    egreedy::EGREEDY_DFS,
    egreedy::EGREEDY_BFS,
    egreedy::EGREEDY_UCT,
    minimax::GREEDY,
    minimax::MINIMAX,
    minimax::DEEPENING,
    montecarlo::FLAT_MC,
    montecarlo::SHORT_MCTS,
    random::COURSE_RANDOM,
    minimax::COURSE_HEURISTIC,
    montecarlo::COURSE_MCTS,
    minimax::COURSE_ITERATIVE,
];

/// A player that can be named in a spec.
#[derive(Clone, Copy, Debug)]
pub struct PlayerInfo {
    /// Its name.
    pub name: &'static str,
    /// The paper that it comes from.
    pub paper: &'static str,
    /// What it does, in a sentence.
    pub summary: &'static str,
    /// The limits of a move where the caller gives none: its paper's. None where its own depth ends the search.
    pub limits: Limits,
    /// Its configuration with the defaults of all parameters.
    config: fn() -> Box<dyn AnyConfig>,
}

impl PlayerInfo {
    /// The parameters with their defaults.
    #[must_use]
    pub fn parameters(&self) -> Vec<Parameter> {
        (self.config)().parameters()
    }

    /// What it can do with all parameters at their defaults.
    #[must_use]
    pub fn abilities(&self) -> Vec<Ability> {
        (self.config)().abilities()
    }

    pub(crate) fn config(&self) -> Box<dyn AnyConfig> {
        (self.config)()
    }
}

/// What a player can do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ability {
    /// Reports several lines, as many as its parameter `multipv` says.
    MultiPv,
    /// Uses for its next move what it finds on the opponent's time.
    Ponder,
    /// Keeps its tree from one move of a game to the next.
    KeepTree,
    /// Restricts its search to given root moves.
    RootMoves,
    /// Ends its search at a limit of depth. The others go on until their tree of that depth grows no more.
    EndAtDepth,
    /// Plans how much of the game's clock a move takes. The others get an even share.
    PlanClock,
}

impl fmt::Display for Ability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::MultiPv => "multi-pv",
            Self::Ponder => "ponder",
            Self::KeepTree => "keep-tree",
            Self::RootMoves => "root-moves",
            Self::EndAtDepth => "end-at-depth",
            Self::PlanClock => "plan-clock",
        })
    }
}

/// The configuration of a player: what can be set, what it can do, and the search that it describes.
pub(crate) trait PlayerConfig: Clone + fmt::Debug + Send + Sync + 'static {
    /// The parameters.
    const FIELDS: &'static [Field<Self>];

    /// What the player can do, apart from [`Ability::MultiPv`], which the parameter `multipv` declares.
    const ABILITIES: &'static [Ability] = &[];

    /// What it can do in this configuration.
    fn abilities(&self) -> &'static [Ability] {
        Self::ABILITIES
    }

    /// The search for a board.
    fn search<B: Board>(&self) -> Box<dyn Search<B>>;
}

const fn seconds(seconds: u64) -> Limits {
    Limits::time(Duration::from_secs(seconds))
}

const LIEBERUM: Eval = Eval::Lieberum(Lieberum::new(Mix::Linear));

/// A search with its evaluation.
#[derive(Clone, Debug)]
struct Evaluated<S> {
    search: S,
    eval: Eval,
}
