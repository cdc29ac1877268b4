//! Searches that look ahead move by move.
//!
//! | search | paper | looks |
//! |---|---|---|
//! | [`NoLookahead`] | THESIS | at every move, no further |
//! | [`Minimax`] | THESIS | to a fixed depth, at everything |
//! | [`AlphaBeta`] | UCT-AB, COURSE's Heuristic | to a fixed depth, at what matters |
//! | [`IterativeAlphaBeta`] | THESIS | ever deeper, with a table of what it has seen |
//! | [`IterativeMinimax`] | COURSE | ever deeper to a fixed depth, at everything |
//! | [`CandidateMinimax`], [`CandidateAlphaBeta`] | EGREEDY | ever deeper, at candidates only |
//! | [`DepthFirst`], [`BreadthFirst`] | EGREEDY | for a won line of candidates |
//!
//! All but the last two are plans (`driver`) for one walk through the tree (`lookahead`), so that what makes one of them
//! correct makes all of them so. A position visited is one that a move was made to reach; a limit on playouts is taken
//! as one on positions.

mod alphabeta;
mod candidate_searches;
pub mod candidates;
mod driver;
mod first_win;
mod generator;
mod iterative;
mod lookahead;
mod ordering;
mod plain;
mod reporter;
mod table;

pub use alphabeta::{AlphaBeta, AlphaBetaConfig};
pub use candidate_searches::{CandidateAlphaBeta, CandidateMinimax, Destinations};
pub use first_win::{BreadthFirst, DepthFirst};
pub use iterative::{IterativeAlphaBeta, IterativeAlphaBetaConfig};
pub use ordering::Ordering;
pub use plain::{Choice, IterativeMinimax, IterativeMinimaxConfig, Minimax, MinimaxConfig, NoLookahead};
pub use table::Replacement;
