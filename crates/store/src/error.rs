//! The errors of the store: what is wrong, where, and what to do.

use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;
use thiserror::Error;

use crate::model::{GameId, RunId};

/// Why an operation failed. The stored data is unchanged.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The user has no data folder.
    #[error("cannot find the home folder; set OTRERA_STORE to the file of the store")]
    NoHome,
    /// The folder of the file cannot be created.
    #[error("cannot create the folder {path} for the store: {reason}; choose another file", path = path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// The error of the system.
        reason: std::io::Error,
    },
    /// The file cannot be opened.
    #[error("cannot open the store {path}; is it a file that you may write, in a folder that you may write?",
        path = path.display())]
    CannotOpen {
        /// The file.
        path: PathBuf,
    },
    /// A file that is to be there already.
    #[error("there is no store {path}", path = path.display())]
    Missing {
        /// The file.
        path: PathBuf,
    },
    /// A file that is not a store.
    #[error("{path} is not a store of games; choose another file", path = path.display())]
    NotAStore {
        /// The file.
        path: PathBuf,
    },
    /// A store of a newer version.
    #[error("the store {path} has version {version}, this program supports versions up to {known}; \
        use a newer otrera or another file", path = path.display())]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its version.
        version: i64,
        /// The newest supported version.
        known: i64,
    },
    /// The file or its folder is read-only.
    #[error("the store {path} or its folder is read-only; change its permissions or choose another file",
        path = path.display())]
    ReadOnly {
        /// The file.
        path: PathBuf,
    },
    /// The disk is full.
    #[error("the disk of the store {path} is full; free some space and try again",
        path = path.display())]
    Full {
        /// The file.
        path: PathBuf,
    },
    /// Another process holds the write lock.
    #[error("the store {path} is locked by another process; end that process or try again",
        path = path.display())]
    Locked {
        /// The file.
        path: PathBuf,
    },
    /// An I/O error.
    #[error("cannot read or write the store {path}: {reason}; check the disk",
        path = path.display())]
    Disk {
        /// The file.
        path: PathBuf,
        /// The error of `SQLite`.
        reason: String,
    },
    /// A corrupt file.
    #[error("the store {path} is corrupt: {reason}; keep a copy and try `sqlite3 {path} .recover`",
        path = path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// The slot of the run already has a game.
    #[error("run {run} already has a game in slot {slot}")]
    SlotTaken {
        /// The run.
        run: RunId,
        /// The slot.
        slot: u64,
    },
    /// A run that is not in the store.
    #[error("there is no run {0} in the store")]
    NoSuchRun(RunId),
    /// A game that is not in the store.
    #[error("there is no game {0} in the store")]
    NoSuchGame(GameId),
    /// A game that is not live.
    #[error("game {0} is not live")]
    NotLive(GameId),
    /// A ply that is not the next one.
    #[error("the next ply of game {game} is {expected}, not {ply}")]
    WrongPly {
        /// The game.
        game: GameId,
        /// The given ply.
        ply: u32,
        /// The expected ply.
        expected: u32,
    },
    /// A game that has other moves than those before the ply.
    #[error("game {0} has other moves by now: read it again")]
    OtherMoves(GameId),
    /// A game that was changed since it was read.
    #[error("game {0} was changed meanwhile: read it again")]
    OtherRevision(GameId),
    /// An illegal move.
    #[error("{reason}")]
    IllegalMove {
        /// The game.
        game: GameId,
        /// What is wrong with it.
        reason: String,
    },
    /// A node that does not exist, or a node of the main line where a variation is needed.
    #[error("game {game} has no variation or position {node}")]
    NoSuchNode {
        /// The game.
        game: GameId,
        /// The node.
        node: u32,
    },
    /// A game without a change that could be undone.
    #[error("there is no change of game {0} to undo")]
    NothingToUndo(GameId),
    /// A game that contradicts itself.
    #[error("the game is inconsistent: {0}")]
    Contradiction(String),
    /// Any other error of `SQLite`.
    #[error("the store {path}: {reason}", path = path.display())]
    Sqlite {
        /// The file.
        path: PathBuf,
        /// The error.
        reason: rusqlite::Error,
    },
}

impl StoreError {
    /// Classifies an error of `SQLite`.
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
