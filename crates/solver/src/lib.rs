//! Exact results: areas of the board, the moves that fit into them, and their sums.
//!
//! Once arrows have divided the board into areas, the game is the sum of its areas. An area with amazons of one side only
//! is a number of free moves (`fill`). An area with both is a game of its own: `safe` gives bounds at once, and `sum`
//! searches the rest. The margins of shared areas do not add up, so the sum is searched, with bounds from its parts.
//!
//! A [`Solver`] takes a [`Position`](amazons::Position): [`bounds`](Solver::bounds) is fast, for the leaves of another
//! search; [`solve`](Solver::solve) searches within limits and gives a move to play. [`is_separated`] is a cheap test
//! whether the sides can still reach each other. A [`SmallSolver`] asks only who wins, on boards of up to 32 squares, and
//! writes certificates. A [`StoredProof`] answers from one that was checked, without a search.

#![forbid(unsafe_code)]

mod area;
mod cgt;
mod choice;
mod fill;
mod margin;
mod proof_table;
mod proofs;
mod safe;
mod separated;
mod small;
mod solver;
mod sum;

pub use cgt::AreaValues;
pub use margin::{Bounds, Count, Margin};
pub use proofs::{PositionProof, ProvenMove, StoredProof, Verdict};
pub use separated::is_separated;
pub use small::{
    ProofLimits, ProofPly, ProofProgress, ProofReport, SmallSolver, SmallSolverError, UnitProof,
    is_verdicts_header, verdicts_header,
};
pub use solver::{AreaReport, Solution, Solver};
