//! Who wins on a small board: a proof search for boards of up to 32 squares.
//!
//! It is the search of [`crate::sum`] made for one question, win or loss, and for words of 32 bits. Read from `board` (sets,
//! symmetries) over `fill`, `area` and `bounds` (what counting tells) to `search`; `table` keeps what is proven, `verdicts` writes
//! down what took long, `units` proves with a budget of positions.

mod area;
mod board;
mod bounds;
mod certificate;
mod current_line;
mod fill;
mod margins;
mod search;
mod solver;
mod table;
#[cfg(test)]
mod tests;
mod units;
mod verdicts;

pub use solver::{ProofLimits, ProofPly, ProofProgress, ProofReport, SmallSolver, SmallSolverError};
pub use units::{UnitProof, is_verdicts_header, verdicts_header};
