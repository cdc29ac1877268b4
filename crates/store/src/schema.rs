//! The tables, and the migrations of older versions.
//!
//! `application_id` identifies a store, `user_version` counts its migrations. A released migration never changes; a change of
//! the tables is a new one, with a file of the version before as a fixture.

use rusqlite::Connection;

/// `Otra` in ASCII: identifies a store.
pub(crate) const APPLICATION_ID: i64 = 0x4F74_7261;

/// The migrations; a file of version n has the first n.
pub(crate) const MIGRATIONS: [&str; 3] = [MIGRATION_1, MIGRATION_2, MIGRATION_3];

/// The version of new files.
pub(crate) const VERSION: i64 = MIGRATIONS.len() as i64;

/// Lists read only `game`, whose rows are small; moves and texts are in `record`, thoughts in `ply`. Times are in
/// microseconds since 1970 UTC, durations in nanoseconds. Unsigned numbers of 64 bits (seeds) are stored by their bits. A move
/// is three bytes: from, to, arrow, each 16 * rank + file. A game in the trash has a `deleted_at` and is in no other index.
const MIGRATION_1: &str = "
CREATE TABLE player (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE start (
    id INTEGER PRIMARY KEY,
    fen TEXT NOT NULL UNIQUE,
    board TEXT NOT NULL
) STRICT;

CREATE TABLE run (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    conditions TEXT NOT NULL,
    begun INTEGER NOT NULL,
    finished INTEGER
) STRICT;
CREATE INDEX run_conditions ON run (kind, conditions);

CREATE TABLE game (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    white INTEGER NOT NULL REFERENCES player,
    black INTEGER NOT NULL REFERENCES player,
    start INTEGER NOT NULL REFERENCES start,
    plies INTEGER NOT NULL,
    winner TEXT CHECK (winner IN ('white', 'black')),
    ending TEXT NOT NULL,
    source TEXT NOT NULL,
    event TEXT,
    opening TEXT,
    played_at INTEGER,
    added_at INTEGER NOT NULL,
    deleted_at INTEGER,
    run INTEGER REFERENCES run,
    slot INTEGER,
    seed INTEGER,
    fingerprint INTEGER NOT NULL,
    CHECK ((run IS NULL) = (slot IS NULL) AND (run IS NULL) = (seed IS NULL))
) STRICT;
CREATE UNIQUE INDEX game_slot ON game (run, slot) WHERE deleted_at IS NULL AND run IS NOT NULL;
CREATE INDEX game_white ON game (white) WHERE deleted_at IS NULL;
CREATE INDEX game_black ON game (black) WHERE deleted_at IS NULL;
CREATE INDEX game_plies ON game (plies) WHERE deleted_at IS NULL;
CREATE INDEX game_played_at ON game (played_at) WHERE deleted_at IS NULL;
CREATE INDEX game_opening ON game (opening COLLATE NOCASE) WHERE deleted_at IS NULL;
CREATE INDEX game_event ON game (event COLLATE NOCASE) WHERE deleted_at IS NULL;
CREATE INDEX game_ending ON game (ending) WHERE deleted_at IS NULL;
CREATE INDEX game_source ON game (source) WHERE deleted_at IS NULL;
CREATE INDEX game_winner ON game (winner) WHERE deleted_at IS NULL;
CREATE INDEX game_fingerprint ON game (fingerprint) WHERE deleted_at IS NULL;
CREATE INDEX game_deleted_at ON game (deleted_at) WHERE deleted_at IS NOT NULL;

CREATE TABLE record (
    game INTEGER PRIMARY KEY REFERENCES game ON DELETE CASCADE,
    moves BLOB NOT NULL,
    detail TEXT NOT NULL,
    white_limits TEXT,
    black_limits TEXT,
    transcript TEXT,
    sgf TEXT
) STRICT;

CREATE TABLE ply (
    game INTEGER NOT NULL REFERENCES game ON DELETE CASCADE,
    ply INTEGER NOT NULL,
    time INTEGER NOT NULL,
    nodes INTEGER NOT NULL,
    playouts INTEGER NOT NULL,
    depth INTEGER,
    score INTEGER,
    win_rate REAL,
    line BLOB NOT NULL,
    PRIMARY KEY (game, ply)
) STRICT, WITHOUT ROWID;
";

/// Live games and annotations: titles, tags, variations, comments, evaluations, reviews. `study` is one text per game, read
/// and written as a whole. A game of version 1 with an SGF record has no row there until it is changed: its annotations are
/// read from the record. No column is computed from old rows, so the migration takes constant time, except for the index.
const MIGRATION_2: &str = "
ALTER TABLE game ADD COLUMN title TEXT;
ALTER TABLE game ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
CREATE INDEX game_start ON game (start) WHERE deleted_at IS NULL;

CREATE TABLE tag (
    game INTEGER NOT NULL REFERENCES game ON DELETE CASCADE,
    name TEXT NOT NULL COLLATE NOCASE,
    PRIMARY KEY (game, name)
) STRICT, WITHOUT ROWID;
CREATE INDEX tag_name ON tag (name);

CREATE TABLE play (
    game INTEGER PRIMARY KEY REFERENCES game ON DELETE CASCADE,
    white_agent TEXT,
    black_agent TEXT,
    pace INTEGER NOT NULL,
    is_paused INTEGER NOT NULL,
    base INTEGER,
    increment INTEGER,
    white_left INTEGER,
    black_left INTEGER,
    CHECK ((base IS NULL) = (increment IS NULL) AND (base IS NULL) = (white_left IS NULL)
        AND (base IS NULL) = (black_left IS NULL))
) STRICT;

CREATE TABLE study (
    game INTEGER PRIMARY KEY REFERENCES game ON DELETE CASCADE,
    tree TEXT NOT NULL
) STRICT;

CREATE TABLE evaluation (
    game INTEGER NOT NULL REFERENCES game ON DELETE CASCADE,
    node INTEGER NOT NULL,
    score INTEGER NOT NULL,
    win_rate REAL NOT NULL,
    winner TEXT CHECK (winner IN ('white', 'black')),
    won_by INTEGER,
    nodes INTEGER NOT NULL,
    line BLOB NOT NULL,
    agent TEXT NOT NULL,
    PRIMARY KEY (game, node)
) STRICT, WITHOUT ROWID;

CREATE TABLE review (
    game INTEGER PRIMARY KEY REFERENCES game ON DELETE CASCADE,
    text TEXT NOT NULL
) STRICT;
";

/// Earlier texts of studies, to undo changes.
const MIGRATION_3: &str = "
CREATE TABLE study_history (
    game INTEGER NOT NULL REFERENCES game ON DELETE CASCADE,
    change INTEGER NOT NULL,
    tree TEXT NOT NULL,
    PRIMARY KEY (game, change)
) STRICT, WITHOUT ROWID;
";

/// What a file is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Identity {
    /// An empty database.
    Empty,
    /// A store of this version.
    Store(i64),
    /// Another database.
    Foreign,
}

/// Identifies a file without writing.
pub(crate) fn identify(connection: &Connection) -> rusqlite::Result<Identity> {
    let number = |pragma: &str| connection.pragma_query_value(None, pragma, |row| row.get::<_, i64>(0));
    let objects: i64 = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    let (id, version) = (number("application_id")?, number("user_version")?);
    Ok(match id {
        APPLICATION_ID => Identity::Store(version),
        0 if objects == 0 && version == 0 => Identity::Empty,
        _ => Identity::Foreign,
    })
}

/// Applies the missing migrations. The caller holds the write lock.
pub(crate) fn migrate(connection: &Connection, version: i64) -> rusqlite::Result<()> {
    for migration in MIGRATIONS.iter().skip(usize::try_from(version).unwrap_or(0)) {
        connection.execute_batch(migration)?;
    }
    connection.pragma_update(None, "application_id", APPLICATION_ID)?;
    connection.pragma_update(None, "user_version", VERSION)
}
