//! A proof of who wins a small board, shared out: a unit of work is a position with a budget of positions.
//!
//! - `unit`: a unit as data, its result, and the worker that keeps its table from unit to unit;
//! - `tree`: the first plies of the board, and which of their ends is worth the next unit;
//! - `log`: the verdicts on disk, appended as they come: what a run goes on from;
//! - `head`: hands units out and backs their verdicts up until the start is decided;
//! - `threads`: workers that are threads of this process.

mod head;
mod log;
#[cfg(test)]
mod tests;
mod threads;
mod tree;
mod unit;

use solver::SmallSolverError;
use thiserror::Error;

use crate::unit::UnitError;
use crate::workers::WorkersError;

pub use head::{ProofHead, ProofOutcome, ProofStatus};
pub use threads::ProofThreads;
pub(crate) use unit::PROOF;
pub use unit::{ProofUnit, ProofUnitResult, ProofWorker};

/// Why a proof cannot go on.
#[derive(Debug, Error)]
pub enum ProofError {
    /// The board or its tables.
    #[error(transparent)]
    Solver(#[from] SmallSolverError),
    /// The log cannot be used.
    #[error("{path}: {what}")]
    Log {
        /// The file.
        path: String,
        /// What is wrong.
        what: String,
    },
    /// A unit failed.
    #[error(transparent)]
    Unit(#[from] UnitError),
    /// The workers are lost.
    #[error(transparent)]
    Workers(#[from] WorkersError),
}

/// A unit of a proof that has ended.
#[derive(Debug)]
pub struct EndedProofUnit {
    /// The number that it was submitted with.
    pub number: u64,
    /// Its result as text.
    pub result: Result<String, UnitError>,
}

/// Runs units of a proof, each worker with a table of its own that lives on between units.
pub trait ProofWorkers {
    /// How many units may be out at once.
    fn width(&mut self) -> usize;

    /// Takes verdicts that are known before the first unit: lines of a file of verdicts.
    ///
    /// # Errors
    /// When the workers are lost.
    fn begin(&mut self, known: &str) -> Result<(), WorkersError>;

    /// Takes a unit to be run.
    ///
    /// # Errors
    /// When the workers are lost.
    fn submit(&mut self, number: u64, unit: &ProofUnit) -> Result<(), WorkersError>;

    /// Waits for a unit that has ended, in any order; `None` when no more will come.
    ///
    /// # Errors
    /// When the workers are lost.
    fn next(&mut self) -> Result<Option<EndedProofUnit>, WorkersError>;

    /// Breaks off the units that are out, and ends the workers.
    fn end(&mut self);
}
