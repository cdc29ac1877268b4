//! Who runs units of work: threads of this process (`threads`), or a cluster that another program brings.

use thiserror::Error;

use crate::unit::{FinishedGame, Unit, UnitError};

/// Runs units of work. One run uses it at a time.
pub trait Workers {
    /// How many units may be out at once. It may change; at least one is handed out even where it is 0.
    fn width(&mut self) -> usize;

    /// How large units are to be.
    fn unit_size(&self) -> UnitSize;

    /// Takes a unit to be run. Numbers of a run begin with 0 and are not used twice.
    ///
    /// # Errors
    /// When it cannot be run at all; a unit that fails is reported by [`next`](Self::next).
    fn submit(&mut self, number: u64, unit: &Unit) -> Result<(), WorkersError>;

    /// Waits for a unit that has ended; they may end in any order. `None` when no more will come: all are told, or the workers
    /// were told to stop. It has to return soon after the [`StopSignal`](crate::StopSignal) of the run was told to stop games.
    ///
    /// # Errors
    /// When the workers are lost.
    fn next(&mut self) -> Result<Option<EndedUnit>, WorkersError>;

    /// Breaks off the units that are out: their games are not wanted any more. Those that have ended are still told.
    fn cancel(&mut self);

    /// The run has ended: everything that was kept for it can be dropped.
    fn end(&mut self) {}
}

impl<W: Workers + ?Sized> Workers for &mut W {
    fn width(&mut self) -> usize {
        (**self).width()
    }

    fn unit_size(&self) -> UnitSize {
        (**self).unit_size()
    }

    fn submit(&mut self, number: u64, unit: &Unit) -> Result<(), WorkersError> {
        (**self).submit(number, unit)
    }

    fn next(&mut self) -> Result<Option<EndedUnit>, WorkersError> {
        (**self).next()
    }

    fn cancel(&mut self) {
        (**self).cancel();
    }

    fn end(&mut self) {
        (**self).end();
    }
}

/// How large units are to be.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum UnitSize {
    /// A number of games.
    Games(usize),
    /// As many games as take about this many seconds, by the units that have ended.
    Seconds(f64),
}

/// A unit that has ended.
#[derive(Debug)]
pub struct EndedUnit {
    /// The number that it was submitted with.
    pub number: u64,
    /// What came of it.
    pub outcome: UnitOutcome,
    /// How long it took where it was run.
    pub seconds: f64,
}

/// What came of a unit.
#[derive(Debug)]
pub enum UnitOutcome {
    /// Its games.
    Games(Vec<FinishedGame>),
    /// The result that [`run_unit`](crate::run_unit) gave elsewhere.
    Result(Vec<u8>),
    /// It was stopped.
    Stopped,
    /// It failed: so does the run.
    Failed(UnitError),
}

/// Why units cannot be run any more.
#[derive(Debug, Error)]
pub enum WorkersError {
    /// There is no thread for them.
    #[error("cannot play: the system gives no thread: {0}")]
    Thread(std::io::Error),
    /// A cluster's words.
    #[error("{0}")]
    Cluster(String),
}
