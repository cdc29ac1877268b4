//! The size of an experiment, and what limits its players.

use std::path::PathBuf;

use arena::TimeControl;
use serde::{Deserialize, Serialize};

use crate::workbench::LabError;

/// The size of an experiment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scale {
    /// A few games of a few playouts, for tests.
    Toy,
    /// At most 1,200 core seconds: wide intervals.
    Quick,
    /// As many iterations a move as the paper's programs had, by counts, and as many games as the statements need.
    Faithful,
    /// The paper's own number of games and its own limits.
    Paper,
}

impl Scale {
    /// One of four values.
    pub fn choose<T>(self, toy: T, quick: T, faithful: T, paper: T) -> T {
        match self {
            Self::Toy => toy,
            Self::Quick => quick,
            Self::Faithful => faithful,
            Self::Paper => paper,
        }
    }

    /// Whether playouts and nodes limit the players, and no clock: then the same seed gives the same games on every machine.
    #[must_use]
    pub fn is_counted(self) -> bool {
        matches!(self, Self::Toy | Self::Faithful)
    }
}

/// The conditions of an experiment.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Conditions {
    /// Its size.
    pub scale: Scale,
    /// The seed of everything.
    pub seed: u64,
    /// A file of games of human players, for the experiments that need one.
    pub collection: Option<PathBuf>,
    /// At most this many games a cell of a table instead of the scale's own number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games_per_cell: Option<u64>,
    /// The time of a move instead of the scale's own, where seconds limit players: `500ms`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<String>,
}

impl Conditions {
    /// The conditions of a scale without a collection.
    #[must_use]
    pub fn of(scale: Scale, seed: u64) -> Self {
        Self { scale, seed, collection: None, games_per_cell: None, time: None }
    }

    /// Checks the conditions before anything is played.
    ///
    /// # Errors
    /// When the collection is no file, or the time cannot be used.
    pub fn check(&self) -> Result<(), LabError> {
        if let Some(path) = self.collection.as_ref().filter(|path| !path.is_file()) {
            return Err(LabError::Collection(path.clone()));
        }
        let Some(time) = &self.time else { return Ok(()) };
        if self.scale.is_counted() {
            return Err(LabError::CountedScale(time.clone()));
        }
        let limit: Result<TimeControl, _> = time.parse();
        match limit.is_ok_and(|limit| limit.limits.time.is_some()) {
            true => Ok(()),
            false => Err(LabError::Time(time.clone())),
        }
    }

    /// The limit of a player to which the paper gives seconds: `200ms` or `playouts=1000`.
    #[must_use]
    pub fn limit<'a>(&'a self, seconds: &'a str, counts: &'a str) -> &'a str {
        if self.scale.is_counted() { counts } else { self.time.as_deref().unwrap_or(seconds) }
    }

    /// The number of pairs of games of a cell, at most the chosen number.
    #[must_use]
    pub fn pairs(&self, own: u64) -> u64 {
        self.games_per_cell.map_or(own, |games| own.min(games.div_ceil(2)))
    }
}
