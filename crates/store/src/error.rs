//! All that can go wrong, in words for people: what, where, and what to do.

use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;
use thiserror::Error;

use crate::model::{GameId, RunId};

/// Why the store did not do what it was asked. Whatever lay in it before is untouched.
#[derive(Debug, Error)]
pub enum StoreError {
    /// Nobody knows where the user keeps data.
    #[error(
        "the user's data folder is unknown because there is no home folder; name a file with OTRERA_STORE"
    )]
    NoHome,
    /// The folder of the file cannot be made.
    #[error("cannot make the folder {path} for the store: {reason}; choose another file", path = path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// What the system says.
        reason: std::io::Error,
    },
    /// The file cannot be opened.
    #[error("cannot open the store {path}; is it a file that you may write, in a folder that you may write?",
        path = path.display())]
    CannotOpen {
        /// The file.
        path: PathBuf,
    },
    /// Something else than a store of ours.
    #[error("{path} is not a store of games and stays as it is; choose another file", path = path.display())]
    NotAStore {
        /// The file.
        path: PathBuf,
    },
    /// A store that a later Otrera has made.
    #[error("the store {path} has version {version} and this program knows versions up to {known}; \
        it stays as it is: use a newer otrera or another file", path = path.display())]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its version.
        version: i64,
        /// Ours.
        known: i64,
    },
    /// Nothing may be written there.
    #[error("the store {path} or its folder is read-only; change its permissions or choose another file",
        path = path.display())]
    ReadOnly {
        /// The file.
        path: PathBuf,
    },
    /// No room is left.
    #[error("the disk of the store {path} is full; what was stored before is safe: make room and try again",
        path = path.display())]
    Full {
        /// The file.
        path: PathBuf,
    },
    /// Another process writes and does not end.
    #[error("the store {path} is locked by another process for too long; end that process or try again",
        path = path.display())]
    Locked {
        /// The file.
        path: PathBuf,
    },
    /// The system does not read or write the file.
    #[error("the system cannot read or write the store {path} ({reason}); is the disk full or failing?",
        path = path.display())]
    Disk {
        /// The file.
        path: PathBuf,
        /// What `SQLite` says.
        reason: String,
    },
    /// A file whose contents are not what we wrote.
    #[error("the store {path} is damaged ({reason}); keep a copy and try `sqlite3 {path} .recover`",
        path = path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What does not fit.
        reason: String,
    },
    /// Another process has stored a game for the same place of a run.
    #[error("run {run} has a game in slot {slot} already")]
    SlotTaken {
        /// The run.
        run: RunId,
        /// The place.
        slot: u64,
    },
    /// A run that is not in the store.
    #[error("there is no run {0} in the store")]
    NoSuchRun(RunId),
    /// A game that is not in the store.
    #[error("there is no game {0} in the store")]
    NoSuchGame(GameId),
    /// A game that is over, or that nobody plays here.
    #[error("game {0} is not being played")]
    NotLive(GameId),
    /// A ply that is not the next one.
    #[error("game {game} has {expected} as its next ply, not {ply}")]
    WrongPly {
        /// The game.
        game: GameId,
        /// The ply that was named.
        ply: u32,
        /// The ply that it would have to be.
        expected: u32,
    },
    /// A move that the rules forbid.
    #[error("{reason}")]
    IllegalMove {
        /// The game.
        game: GameId,
        /// What is wrong with it.
        reason: String,
    },
    /// A node that a game does not have, or that is the game's own where a variation is asked for.
    #[error("game {game} has no variation or position of number {node}")]
    NoSuchNode {
        /// The game.
        game: GameId,
        /// The number.
        node: u32,
    },
    /// A game that contradicts itself.
    #[error("a game that says {0} cannot be stored")]
    Contradiction(String),
    /// Anything else that `SQLite` complains of.
    #[error("the store {path}: {reason}", path = path.display())]
    Sqlite {
        /// The file.
        path: PathBuf,
        /// What it says.
        reason: rusqlite::Error,
    },
}

impl StoreError {
    /// Sorts what `SQLite` says into what people can do about it.
    pub(crate) fn of(path: &Path, error: rusqlite::Error) -> Self {
        let code = error.sqlite_error_code();
        let path = path.to_owned();
        match code {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Locked { path },
            Some(ErrorCode::DiskFull) => Self::Full { path },
            Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => Self::ReadOnly { path },
            Some(ErrorCode::CannotOpen) => Self::CannotOpen { path },
            Some(ErrorCode::NotADatabase) => Self::NotAStore { path },
            Some(ErrorCode::DatabaseCorrupt) => Self::Damaged { path, reason: error.to_string() },
            Some(ErrorCode::SystemIoFailure) => Self::Disk { path, reason: error.to_string() },
            _ => Self::Sqlite { path, reason: error },
        }
    }
}
