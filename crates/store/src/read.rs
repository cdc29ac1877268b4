//! Reads games and runs.

use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

use amazons::{AnyPosition, ByColor, Color, Game, Move, Setup, Square};
use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ValueRef};
use rusqlite::{Connection, OptionalExtension, Params, Row, params};
use time::OffsetDateTime;

use crate::assessment::Columns;
use crate::error::StoreError;
use crate::filter::Filter;
use crate::kinds::{Ending, Source};
use crate::model::{Annotations, GameId, GameSummary, Metadata, Run, RunId, Slot, StoredGame, Thought};
use crate::open::Store;
use crate::play::GameEnd;
use crate::{annotate, play};

/// The columns of a [`Run`].
const RUN: &str = "SELECT run.id, run.kind, run.conditions, run.begun, run.finished, \
    (SELECT count(*) FROM game WHERE game.run = run.id AND game.deleted_at IS NULL) FROM run";

/// The columns of a [`GameSummary`]; further ones may follow.
pub(crate) const SUMMARY: &str = "game.id, white.name, black.name, game.winner, game.ending, game.plies, \
    start.board, game.source, game.event, game.opening, game.played_at, game.run, game.slot, game.seed, game.title, \
    (SELECT json_group_array(name) FROM (SELECT name FROM tag WHERE tag.game = game.id ORDER BY name)), \
    game.ending = 'unfinished' AND EXISTS (SELECT 1 FROM play WHERE play.game = game.id)";

/// The number of these columns.
const SUMMARY_COLUMNS: usize = 17;

/// The tables of these columns.
pub(crate) const TABLES: &str = "game JOIN player AS white ON white.id = game.white \
    JOIN player AS black ON black.id = game.black JOIN start ON start.id = game.start";

impl Store {
    /// The latest run of a kind with equal conditions.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn find_run(&self, kind: &str, conditions: &str) -> Result<Option<Run>, StoreError> {
        let sql = format!("{RUN} WHERE run.kind = ?1 AND run.conditions = ?2 ORDER BY run.id DESC LIMIT 1");
        let found = self.connection.query_row(&sql, [kind, conditions], run).optional();
        found.map_err(|error| self.fault(error))
    }

    /// A run by its number.
    ///
    /// # Errors
    /// When there is none, or the store cannot be read.
    pub fn run(&self, id: RunId) -> Result<Run, StoreError> {
        let found = self.connection.query_row(&format!("{RUN} WHERE run.id = ?1"), [id.0], run).optional();
        found.map_err(|error| self.fault(error))?.ok_or(StoreError::NoSuchRun(id))
    }

    /// All runs, the oldest first.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn runs(&self) -> Result<Vec<Run>, StoreError> {
        self.rows(&format!("{RUN} ORDER BY run.id"), [], run)
    }

    /// The games of a run by their slots.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn run_games(&self, run: RunId) -> Result<Vec<GameSummary>, StoreError> {
        let sql = format!(
            "SELECT {SUMMARY} FROM {TABLES} WHERE game.run = ?1 AND game.deleted_at IS NULL ORDER BY game.slot"
        );
        self.rows(&sql, [run.0], summary)
    }

    /// A game, also one in the trash.
    ///
    /// # Errors
    /// When there is none, or the store cannot be read.
    pub fn game(&self, id: GameId) -> Result<StoredGame, StoreError> {
        game(&self.connection, &self.path, id)
    }

    /// The games that pass a filter, in its order.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn list(&self, filter: &Filter) -> Result<Vec<GameSummary>, StoreError> {
        let query = filter.query(&format!("SELECT {SUMMARY} FROM {TABLES}"));
        self.rows(&query.text, query.values(), summary)
    }

    /// The last positions of games, in their order; `None` for one that cannot be read.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn last_positions(&self, ids: &[GameId]) -> Result<Vec<Option<AnyPosition>>, StoreError> {
        let sql = "SELECT start.fen, record.moves FROM game JOIN start ON start.id = game.start \
                   JOIN record ON record.game = game.id WHERE game.id = ?1";
        let mut statement = self.connection.prepare_cached(sql).map_err(|error| self.fault(error))?;
        let read = ids.iter().map(|id| {
            let row = statement.query_row([id.0], |row| Ok((row.get::<_, String>(0)?, row.get(1)?)));
            let row = row.optional().map_err(|error| self.fault(error))?;
            Ok(row.and_then(|(fen, moves)| replay(&fen, &moves).ok()).map(|game| *game.position()))
        });
        read.collect()
    }

    /// How many games pass a filter; its limit and offset do not matter.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn count(&self, filter: &Filter) -> Result<u64, StoreError> {
        let query = filter.conditions("SELECT count(*) FROM game");
        let count = self.connection.query_row(&query.text, query.values(), |row| row.get::<_, i64>(0));
        Ok(count.map_err(|error| self.fault(error))?.cast_unsigned())
    }

    /// Visits every game that passes a filter, in its order, in one snapshot of the store. One that cannot be read is told to
    /// the visitor, who decides whether to go on.
    ///
    /// # Errors
    /// When the list of the games cannot be read.
    pub fn for_each<B>(
        &self,
        filter: &Filter,
        mut visit: impl FnMut(GameId, Result<StoredGame, StoreError>) -> ControlFlow<B>,
    ) -> Result<ControlFlow<B>, StoreError> {
        // The first read opens the snapshot, the drop ends it: nothing is written.
        let snapshot = self.connection.unchecked_transaction().map_err(|error| self.fault(error))?;
        for id in self.ids(filter)? {
            if let ControlFlow::Break(value) = visit(id, game(&snapshot, &self.path, id)) {
                return Ok(ControlFlow::Break(value));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    pub(crate) fn rows<T>(
        &self,
        sql: &str,
        values: impl Params,
        read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>, StoreError> {
        let mut statement = self.connection.prepare(sql).map_err(|error| self.fault(error))?;
        let rows = statement.query_map(values, read).and_then(Iterator::collect);
        rows.map_err(|error| self.fault(error))
    }

    /// The numbers of the games that pass a filter, in its order.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn ids(&self, filter: &Filter) -> Result<Vec<GameId>, StoreError> {
        let query = filter.query("SELECT game.id FROM game");
        self.rows(&query.text, query.values(), |row| Ok(GameId(row.get(0)?)))
    }
}

/// Reads a game.
pub(crate) fn game(connection: &Connection, path: &Path, id: GameId) -> Result<StoredGame, StoreError> {
    let fault = |error| StoreError::of(path, error);
    let sql = format!(
        "SELECT {SUMMARY}, start.fen, game.added_at, game.deleted_at, record.moves, record.detail, \
         record.white_limits, record.black_limits, record.transcript, record.sgf, game.revision \
         FROM {TABLES} JOIN record ON record.game = game.id WHERE game.id = ?1"
    );
    let mut statement = connection.prepare_cached(&sql).map_err(fault)?;
    let found = statement.query_row([id.0], stored).optional().map_err(fault)?;
    let (mut stored, slot, fen, moves) = found.ok_or(StoreError::NoSuchGame(id))?;
    let damaged = |reason: String| StoreError::Damaged { path: path.to_owned(), reason };
    stored.game = replay(&fen, &moves).map_err(|reason| damaged(format!("game {id}: {reason}")))?;
    stored.thoughts = thoughts(connection, id).map_err(fault)?;
    match annotate::read_study(connection, id).map_err(fault)? {
        Some(text) => stored.annotations.study = annotate::parse_study(path, id, &text)?,
        None => annotate::read_sgf_annotations(stored.metadata.sgf.as_deref(), &mut stored.annotations),
    }
    stored.plan = play::read_plan(connection, id).map_err(fault)?;
    stored.annotations.evaluations = annotate::read_evaluations(connection, id, None).map_err(fault)?;
    stored.annotations.review = annotate::read_review(connection, id).map_err(fault)?;
    if let Some(slot) = slot {
        let mut statement = connection.prepare_cached(&format!("{RUN} WHERE run.id = ?1")).map_err(fault)?;
        stored.run = Some((statement.query_row([slot.run.0], run).map_err(fault)?, slot));
    }
    Ok(stored)
}

/// Reads a row: the game before its moves are played, its slot, its start and its moves.
fn stored(row: &Row<'_>) -> rusqlite::Result<(StoredGame, Option<Slot>, String, PackedMoves)> {
    let GameSummary {
        id, players, winner, ending, source, event, opening, played_at, run, title, tags, ..
    } = summary(row)?;
    let at = |column: usize| SUMMARY_COLUMNS + column;
    let metadata = Metadata {
        source,
        event,
        opening,
        played_at,
        limits: ByColor { white: row.get(at(5))?, black: row.get(at(6))? },
        transcript: row.get(at(7))?,
        sgf: row.get(at(8))?,
    };
    let Timestamp(added_at) = row.get(at(1))?;
    let game = StoredGame {
        id,
        players,
        game: Game::default(),
        end: GameEnd { winner, ending, detail: row.get(at(4))? },
        thoughts: Vec::new(),
        metadata,
        annotations: Annotations { title, tags, ..Annotations::default() },
        plan: None,
        added_at,
        deleted_at: row.get::<_, Option<Timestamp>>(at(2))?.map(|moment| moment.0),
        run: None,
        revision: row.get::<_, i64>(at(9))?.cast_unsigned(),
    };
    Ok((game, run, row.get(at(0))?, row.get(at(3))?))
}

pub(crate) fn replay(fen: &str, PackedMoves(moves): &PackedMoves) -> Result<Game, String> {
    let setup = Setup::from_fen(fen).map_err(|error| error.to_string())?;
    let start = AnyPosition::from_setup(&setup).map_err(|error| error.to_string())?;
    let mut game = Game::new(start);
    for &mv in moves {
        game.play(mv).map_err(|error| error.to_string())?;
    }
    Ok(game)
}

pub(crate) fn thoughts(connection: &Connection, id: GameId) -> rusqlite::Result<Vec<Thought>> {
    let sql =
        "SELECT time, nodes, playouts, depth, score, win_rate, line FROM ply WHERE game = ?1 ORDER BY ply";
    let mut statement = connection.prepare_cached(sql)?;
    let thought = |row: &Row<'_>| {
        let PackedMoves(line) = row.get(6)?;
        let columns = Columns { score: row.get(4)?, win_rate: row.get(5)?, ..Columns::default() };
        Ok(Thought {
            time: Duration::from_nanos(row.get::<_, i64>(0)?.cast_unsigned()),
            nodes: row.get::<_, i64>(1)?.cast_unsigned(),
            playouts: row.get::<_, i64>(2)?.cast_unsigned(),
            depth: row.get(3)?,
            assessment: columns.assessment(line),
        })
    };
    statement.query_map(params![id.0], thought)?.collect()
}

fn run(row: &Row<'_>) -> rusqlite::Result<Run> {
    let Timestamp(begun) = row.get(3)?;
    Ok(Run {
        id: RunId(row.get(0)?),
        kind: row.get(1)?,
        conditions: row.get(2)?,
        begun,
        finished: row.get::<_, Option<Timestamp>>(4)?.map(|moment| moment.0),
        games: row.get::<_, i64>(5)?.cast_unsigned(),
    })
}

pub(crate) fn summary(row: &Row<'_>) -> rusqlite::Result<GameSummary> {
    let slot = match (row.get(11)?, row.get::<_, Option<i64>>(12)?, row.get::<_, Option<i64>>(13)?) {
        (Some(run), Some(slot), Some(seed)) => {
            Some(Slot { run: RunId(run), slot: slot.cast_unsigned(), seed: seed.cast_unsigned() })
        }
        _ => None,
    };
    let Parsed(ending) = row.get::<_, Parsed<Ending>>(4)?;
    let Parsed(source) = row.get::<_, Parsed<Source>>(7)?;
    Ok(GameSummary {
        id: GameId(row.get(0)?),
        players: ByColor { white: row.get(1)?, black: row.get(2)? },
        winner: row.get::<_, Option<SqlColor>>(3)?.map(|side| side.0),
        ending,
        plies: row.get(5)?,
        board: row.get(6)?,
        source,
        event: row.get(8)?,
        opening: row.get(9)?,
        played_at: row.get::<_, Option<Timestamp>>(10)?.map(|moment| moment.0),
        run: slot,
        title: row.get(14)?,
        tags: row.get::<_, JsonTexts>(15)?.0,
        is_live: row.get(16)?,
    })
}

/// A time in microseconds since 1970.
pub(crate) struct Timestamp(pub(crate) OffsetDateTime);

impl FromSql for Timestamp {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        let micros = value.as_i64()?;
        let moment = OffsetDateTime::from_unix_timestamp_nanos(i128::from(micros) * 1000);
        moment.map(Self).map_err(|_| FromSqlError::OutOfRange(micros))
    }
}

/// A color by its name.
pub(crate) struct SqlColor(pub(crate) Color);

impl FromSql for SqlColor {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        match value.as_str()? {
            "white" => Ok(Self(Color::White)),
            "black" => Ok(Self(Color::Black)),
            _ => Err(FromSqlError::InvalidType),
        }
    }
}

/// A value that is stored as its name.
pub(crate) struct Parsed<T>(pub(crate) T);

impl<T: std::str::FromStr<Err: std::error::Error + Send + Sync + 'static>> FromSql for Parsed<T> {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        value.as_str()?.parse().map(Self).map_err(FromSqlError::other)
    }
}

/// A JSON array of texts.
struct JsonTexts(Vec<String>);

impl FromSql for JsonTexts {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        serde_json::from_str(value.as_str()?).map(Self).map_err(FromSqlError::other)
    }
}

/// PackedMoves of three bytes each.
pub(crate) struct PackedMoves(pub(crate) Vec<Move>);

impl FromSql for PackedMoves {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        let (moves, rest) = value.as_blob()?.as_chunks::<3>();
        if !rest.is_empty() {
            return Err(FromSqlError::InvalidType);
        }
        let unpack = |squares: &[u8; 3]| {
            let [from, to, arrow] = squares.map(Square::from_index);
            Move { from, to, arrow }
        };
        Ok(Self(moves.iter().map(unpack).collect()))
    }
}
