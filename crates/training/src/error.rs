//! Why games or weights could not be produced.

use std::path::PathBuf;

use arena::{OpeningError, RunError};
use thiserror::Error;

/// Why games or weights could not be produced.
#[derive(Debug, Error)]
pub enum TrainingError {
    /// A player did not start.
    #[error(transparent)]
    Run(#[from] RunError),
    /// Openings that cannot be used.
    #[error(transparent)]
    Openings(#[from] OpeningError),
    /// The stop signal was set.
    #[error("stopped; finished games are kept, and the same command with --resume continues")]
    Stopped,
    /// A player that repeats its games.
    #[error(
        "after {kept} games the last {copies} were duplicates: use other openings or a player with randomness"
    )]
    NoMoreGames {
        /// Different games played.
        kept: u64,
        /// Duplicates in a row.
        copies: u64,
    },
    /// Too few games to train a network.
    #[error(
        "{name}: {training} training games and {test} test games on 10x10 with a result; both are needed: `otrera lab accept` \
         decides games without a result"
    )]
    TooFewGames {
        /// What the games are called.
        name: String,
        /// Training games.
        training: usize,
        /// Test games.
        test: usize,
    },
    /// A file that cannot be written.
    #[error(transparent)]
    Write(#[from] store::WriteError),
    /// A file whose name does not tell what it is.
    #[error("unknown extension of {}: expected .sgf, .lg, .jsonl, .txt or .moves", .0.display())]
    Extension(PathBuf),
    /// A file that cannot be used.
    #[error("{}: {what}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        what: String,
    },
}
