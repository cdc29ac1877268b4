//! The size of an experiment, and what limits its players.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// The size of an experiment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scale {
    /// A few games of a few playouts, for tests.
    Toy,
    /// At most 1,200 core seconds: wide intervals.
    Quick,
    /// The paper's own number of games and its own limits.
    Paper,
}

impl Scale {
    /// One of three values.
    pub fn choose<T>(self, toy: T, quick: T, paper: T) -> T {
        match self {
            Self::Toy => toy,
            Self::Quick => quick,
            Self::Paper => paper,
        }
    }
}

/// What limits a player to which the paper gives seconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum By {
    /// Seconds, as the paper has it.
    Seconds,
    /// Playouts or nodes: the results do not depend on the machine.
    Counts,
}

/// The conditions of an experiment.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Conditions {
    /// Its size.
    pub scale: Scale,
    /// What limits players.
    pub by: By,
    /// The seed of everything.
    pub seed: u64,
    /// A file of games of human players, for the experiments that need one.
    pub collection: Option<PathBuf>,
}

impl Conditions {
    /// The limit of a player to which the paper gives seconds: `200ms` or `playouts=1000`.
    ///
    /// At toy scale it is always a count: tests do not depend on a clock.
    #[must_use]
    pub fn limit<'a>(&self, seconds: &'a str, counts: &'a str) -> &'a str {
        match self.by {
            By::Seconds if self.scale != Scale::Toy => seconds,
            _ => counts,
        }
    }
}
