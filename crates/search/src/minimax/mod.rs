//! Minimax and alpha-beta.
//!
//! | search | paper | tree |
//! |---|---|---|
//! | [`NoLookahead`] | THESIS | one ply |
//! | [`Minimax`] | THESIS | all moves to a fixed depth |
//! | [`AlphaBeta`] | UCT-AB, COURSE's Heuristic | pruned, to a fixed depth |
//! | [`IterativeAlphaBeta`] | THESIS | iterative deepening, with a transposition table |
//! | [`IterativeMinimax`] | COURSE | iterative deepening of all moves to a fixed depth |
//! | [`CandidateSearch`] | EGREEDY | candidates only, by iterative deepening or until a won line |
//!
//! All but the searches for a won line are plans (`driver`) for one negamax search (`lookahead`). A node is a position reached by a move; a
//! limit of playouts is one of nodes.

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
mod transposition_table;

pub use alphabeta::{AlphaBeta, AlphaBetaConfig};
pub use candidate_searches::{CandidateAlgorithm, CandidateSearch};
pub use generator::RootOrder;
pub use iterative::{IterativeAlphaBeta, IterativeAlphaBetaConfig};
pub use ordering::Ordering;
pub use plain::{Choice, IterativeMinimax, IterativeMinimaxConfig, Minimax, MinimaxConfig, NoLookahead};
pub use transposition_table::Replacement;
