//! Opening a [`Store`].

use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use etcetera::BaseStrategy;
use rusqlite::{Connection, ErrorCode, OpenFlags, TransactionBehavior};

use crate::error::StoreError;
use crate::schema::{self, Identity, VERSION};

/// A file of games. Several processes, and several of these in one process, may use the same file.
///
/// # Durability
/// A commit is in the write-ahead log and synced to the disk before [`add_game`](Self::add_game) returns
/// (`synchronous = FULL`). An acknowledged game survives `kill -9`, as with `NORMAL`, and also a power failure: with `NORMAL`
/// the log is synced only at checkpoints and the last minutes of a match could be lost. A sync costs a few milliseconds per
/// game. A disk that ignores syncs can lose the last games, but does not corrupt the file.
#[derive(Debug)]
pub struct Store {
    pub(crate) connection: Connection,
    pub(crate) path: PathBuf,
}

/// How long to wait for the write lock: a writer holds it for milliseconds, a large import for seconds.
const LOCK_TIMEOUT: Duration = Duration::from_secs(60);

impl Store {
    /// Opens a store, creating the file and its folder if needed.
    ///
    /// # Errors
    /// When the file is not a store, has a newer version, or cannot be read or written.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        Self::open_with(path, LOCK_TIMEOUT)
    }

    /// Opens a store whose file is there already; nothing is created.
    ///
    /// # Errors
    /// When there is no such file, and as for [`open`](Self::open).
    pub fn open_existing(path: &Path) -> Result<Self, StoreError> {
        match path.try_exists() {
            Ok(false) => Err(StoreError::Missing { path: path.to_owned() }),
            _ => Self::open(path),
        }
    }

    pub(crate) fn open_with(path: &Path, timeout: Duration) -> Result<Self, StoreError> {
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder)
                .map_err(|reason| StoreError::Folder { path: folder.to_owned(), reason })?;
        }
        if !looks_like_a_database(path) {
            return Err(StoreError::NotAStore { path: path.to_owned() });
        }
        // No URI: a question mark is part of the name.
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
            | OpenFlags::SQLITE_OPEN_CREATE
            | OpenFlags::SQLITE_OPEN_NO_MUTEX
            | OpenFlags::SQLITE_OPEN_EXRESCODE;
        let fault = |error| StoreError::of(path, error);
        let mut connection = Connection::open_with_flags(path, flags).map_err(fault)?;
        connection.busy_timeout(timeout).map_err(fault)?;
        // Nothing is written before the file is identified.
        check(path, &connection)?;
        write_ahead(&connection, timeout).map_err(fault)?;
        connection.pragma_update(None, "synchronous", "FULL").map_err(fault)?;
        // Needed on macOS for a real sync; no effect elsewhere.
        connection.pragma_update(None, "fullfsync", true).map_err(fault)?;
        connection.pragma_update(None, "foreign_keys", true).map_err(fault)?;
        connection.set_prepared_statement_cache_capacity(64);
        // The first process creates the tables; the others wait here.
        if check(path, &connection)? < VERSION {
            let transaction =
                connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(fault)?;
            let version = check(path, &transaction)?;
            if version < VERSION {
                schema::migrate(&transaction, version).map_err(fault)?;
            }
            transaction.commit().map_err(fault)?;
        }
        Ok(Self { connection, path: path.to_owned() })
    }

    /// The default path: `OTRERA_STORE`, or else a file in the user's data folder.
    ///
    /// # Errors
    /// When the user has no home folder.
    pub fn default_path() -> Result<PathBuf, StoreError> {
        if let Some(path) = std::env::var_os("OTRERA_STORE").filter(|path| !path.is_empty()) {
            return Ok(PathBuf::from(path));
        }
        let folders = etcetera::choose_base_strategy().map_err(|_| StoreError::NoHome)?;
        Ok(folders.data_dir().join("otrera").join("games.sqlite"))
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn fault(&self, error: rusqlite::Error) -> StoreError {
        StoreError::of(&self.path, error)
    }
}

/// Whether a file is new, empty or has the header of a database. `SQLite` takes a short text for an empty database and
/// overwrites it. A file that cannot be read is left to `SQLite`, which reports the error.
fn looks_like_a_database(path: &Path) -> bool {
    const MAGIC: &[u8] = b"SQLite format 3\0";
    // Asked first, because the opening of a pipe may never end.
    if !std::fs::metadata(path).is_ok_and(|there| there.is_file()) {
        return true;
    }
    let mut beginning = Vec::new();
    let read =
        std::fs::File::open(path).and_then(|file| file.take(MAGIC.len() as u64).read_to_end(&mut beginning));
    read.is_err() || beginning.is_empty() || beginning == MAGIC
}

/// The version of a store that we may use, 0 for a new file.
fn check(path: &Path, connection: &Connection) -> Result<i64, StoreError> {
    let identity = schema::identify(connection).map_err(|error| StoreError::of(path, error))?;
    match identity {
        Identity::Empty => Ok(0),
        Identity::Store(version @ 0..=VERSION) => Ok(version),
        Identity::Store(version) => Err(StoreError::Newer { path: path.to_owned(), version, known: VERSION }),
        Identity::Foreign => Err(StoreError::NotAStore { path: path.to_owned() }),
    }
}

/// Turns the write-ahead log on. `SQLite` does not wait for the lock here, so this function does.
fn write_ahead(connection: &Connection, timeout: Duration) -> rusqlite::Result<()> {
    let began = Instant::now();
    loop {
        let answer =
            connection.pragma_update_and_check(None, "journal_mode", "WAL", |row| row.get::<_, String>(0));
        match answer {
            Err(error)
                if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy)
                    && began.elapsed() < timeout =>
            {
                std::thread::sleep(Duration::from_millis(5));
            }
            other => return other.map(drop),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kinds::Source;
    use crate::model::GameRecord;
    use amazons::{ByColor, Game};

    fn game() -> GameRecord {
        GameRecord::new(ByColor::default(), Game::default(), Source::Play)
    }

    #[test]
    fn a_store_that_is_to_be_there_is_not_created() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new/store");
        assert!(matches!(Store::open_existing(&path), Err(StoreError::Missing { .. })));
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
        drop(Store::open(&path).unwrap());
        assert_eq!(Store::open_existing(&path).unwrap().path(), path);
    }

    #[test]
    fn a_locked_file_is_told_and_can_be_used_later() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("store");
        let mut holder = Store::open(&path).unwrap();
        let batch = holder.batch().unwrap();
        // Readers are never kept out, writers wait.
        let mut other = Store::open_with(&path, Duration::from_millis(20)).unwrap();
        assert_eq!(other.runs().unwrap(), []);
        assert!(matches!(other.add_game(&game(), None), Err(StoreError::Locked { .. })));
        drop(batch);
        other.add_game(&game(), None).unwrap();
    }

    #[test]
    fn a_file_that_may_not_grow_keeps_what_it_has() {
        let folder = tempfile::tempdir().unwrap();
        let mut store = Store::open(&folder.path().join("store")).unwrap();
        let long = GameRecord { transcript: Some("x".repeat(20_000)), ..game() };
        let first = store.add_game(&long, None).unwrap();
        let pages: i64 = store.connection.pragma_query_value(None, "page_count", |row| row.get(0)).unwrap();
        store.connection.pragma_update_and_check(None, "max_page_count", pages + 2, |_| Ok(())).unwrap();
        assert!(matches!(store.add_game(&long, None), Err(StoreError::Full { .. })));
        assert_eq!(store.game(first).unwrap().metadata.transcript, long.transcript);
        assert_eq!(store.count(&crate::Filter::default()).unwrap(), 1);
        // Something small still fits, and nothing of the large game is left.
        store.add_game(&game(), None).unwrap();
        assert_eq!(store.count(&crate::Filter::default()).unwrap(), 2);
    }
}
