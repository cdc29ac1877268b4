//! Writes games and runs.

use amazons::{ByColor, Color, Move};
use rusqlite::{Connection, ErrorCode, OptionalExtension, Transaction, TransactionBehavior, params};
use std::path::Path;
use std::time::Duration;
use time::{OffsetDateTime, Time};

use crate::assessment::Columns;
use crate::digest::digest;
use crate::error::StoreError;
use crate::json::RunOrigin;
use crate::kinds::Ending;
use crate::model::{GameId, GameRecord, RunId, Slot, Thought};
use crate::open::Store;
use crate::{annotate, play, read};

impl Store {
    /// Begins a run. Several runs may have equal conditions; [`find_run`](Self::find_run) gives the latest.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn begin_run(&mut self, kind: &str, conditions: &str) -> Result<RunId, StoreError> {
        let sql = "INSERT INTO run (kind, conditions, begun) VALUES (?1, ?2, ?3)";
        let added =
            self.connection.execute(sql, params![kind, conditions, micros(OffsetDateTime::now_utc())]);
        added.map_err(|error| self.fault(error))?;
        Ok(RunId(self.connection.last_insert_rowid()))
    }

    /// Marks a run as finished.
    ///
    /// # Errors
    /// When there is no such run, or it cannot be written.
    pub fn finish_run(&mut self, id: RunId) -> Result<(), StoreError> {
        let sql = "UPDATE run SET finished = ?2 WHERE id = ?1";
        let changed = self.connection.execute(sql, params![id.0, micros(OffsetDateTime::now_utc())]);
        match changed.map_err(|error| self.fault(error))? {
            0 => Err(StoreError::NoSuchRun(id)),
            _ => Ok(()),
        }
    }

    /// Stores a game, in a slot of a run or in none; when this returns it is on the disk.
    ///
    /// # Errors
    /// [`StoreError::SlotTaken`] when the run has a game in its place already; else when the game contradicts itself
    /// or cannot be written. Nothing is stored then.
    pub fn add_game(&mut self, game: &GameRecord, slot: Option<Slot>) -> Result<GameId, StoreError> {
        self.commit(|batch| batch.add_game(game, slot))
    }

    /// Makes one change; when this returns it is on the disk.
    ///
    /// # Errors
    /// As the change, or when it cannot be written.
    pub fn commit<T>(
        &mut self,
        change: impl FnOnce(&mut Batch<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let mut batch = self.batch()?;
        let value = change(&mut batch)?;
        batch.commit()?;
        Ok(value)
    }

    /// Begins a transaction for several games.
    ///
    /// # Errors
    /// When another process writes for too long.
    pub fn batch(&mut self) -> Result<Batch<'_>, StoreError> {
        let Self { connection, path } = self;
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate);
        let transaction = transaction.map_err(|error| StoreError::of(path, error))?;
        Ok(Batch { transaction, path })
    }
}

/// The result of an import.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Imported {
    /// The game is new.
    New(GameId),
    /// The store already has it.
    Same(GameId),
}

/// A transaction: all its changes are stored by [`commit`](Self::commit), or none if it is dropped. It blocks other writers,
/// so it should be short.
#[derive(Debug)]
pub struct Batch<'a> {
    pub(crate) transaction: Transaction<'a>,
    pub(crate) path: &'a Path,
}

impl Batch<'_> {
    /// Adds a game.
    ///
    /// # Errors
    /// As [`Store::add_game`]; the batch is then as before.
    pub fn add_game(&mut self, game: &GameRecord, slot: Option<Slot>) -> Result<GameId, StoreError> {
        if let Some(what) = contradiction(game) {
            return Err(StoreError::Contradiction(what));
        }
        let fault = |error: rusqlite::Error| slot_fault(self.path, slot, error);
        let savepoint = self.transaction.savepoint().map_err(|error| StoreError::of(self.path, error))?;
        let id = insert(&savepoint, game, slot).map_err(fault)?;
        savepoint.commit().map_err(fault)?;
        Ok(id)
    }

    /// The stored games with the same start, moves, players, event and date. A date without a time equals any time of that
    /// day.
    fn all_same(&self, game: &GameRecord) -> Result<Vec<(GameId, GameRecord)>, StoreError> {
        let fault = |error| StoreError::of(self.path, error);
        let sql = "SELECT id FROM game WHERE fingerprint = ?1 AND deleted_at IS NULL ORDER BY id";
        let mut statement = self.transaction.prepare_cached(sql).map_err(fault)?;
        let ids = statement.query_map([Identity::of(game).fingerprint()], |row| row.get(0)).map_err(fault)?;
        let mut same = Vec::new();
        for id in ids {
            let id = GameId(id.map_err(fault)?);
            let stored = read::game(&self.transaction, self.path, id)?.to_record();
            // Different games may have the same hash.
            if is_same(&stored, game) {
                same.push((id, stored));
            }
        }
        Ok(same)
    }

    /// The one of several equal games that has the annotations of this one; one without annotations takes them over.
    fn find_annotated(
        &self,
        same: &[(GameId, GameRecord)],
        game: &GameRecord,
    ) -> Result<Option<GameId>, StoreError> {
        let has_them = |(_, stored): &&(GameId, GameRecord)| {
            annotate::is_bare(&game.annotations) || annotate::comparable(stored) == annotate::comparable(game)
        };
        if let Some((id, _)) = same.iter().find(has_them) {
            return Ok(Some(*id));
        }
        let Some((id, _)) = same.iter().find(|(_, stored)| annotate::is_bare(&stored.annotations)) else {
            return Ok(None);
        };
        let copied = annotate::copy_annotations(&self.transaction, *id, game);
        copied.map_err(|error| StoreError::of(self.path, error))?;
        Ok(Some(*id))
    }

    /// The game in a slot of a run, if there is one.
    fn game_in_slot(&self, slot: Slot) -> Result<Option<(GameId, GameRecord)>, StoreError> {
        let fault = |error| StoreError::of(self.path, error);
        let sql = "SELECT id FROM game WHERE run = ?1 AND slot = ?2 AND deleted_at IS NULL";
        let values = params![slot.run.0, slot.slot.cast_signed()];
        let found = self.transaction.query_row(sql, values, |row| row.get(0)).optional().map_err(fault)?;
        let Some(id) = found.map(GameId) else { return Ok(None) };
        Ok(Some((id, read::game(&self.transaction, self.path, id)?.to_record())))
    }

    /// The run with this kind, conditions and time of begin, which is created if it does not exist.
    ///
    /// # Errors
    /// When the store cannot be read or written.
    fn run_of(
        &mut self,
        kind: &str,
        conditions: &str,
        begun: OffsetDateTime,
        finished: Option<OffsetDateTime>,
    ) -> Result<RunId, StoreError> {
        let fault = |error| StoreError::of(self.path, error);
        let sql = "SELECT id FROM run WHERE kind = ?1 AND conditions = ?2 AND begun = ?3";
        let values = params![kind, conditions, micros(begun)];
        let found = self.transaction.query_row(sql, values, |row| row.get(0)).optional().map_err(fault)?;
        if let Some(id) = found {
            return Ok(RunId(id));
        }
        let sql = "INSERT INTO run (kind, conditions, begun, finished) VALUES (?1, ?2, ?3, ?4)";
        let values = params![kind, conditions, micros(begun), finished.map(micros)];
        self.transaction.execute(sql, values).map_err(fault)?;
        Ok(RunId(self.transaction.last_insert_rowid()))
    }

    /// Imports a game, with its run, unless the store already has it. No annotations are lost: a stored game without any
    /// takes those of the import over; if it has others, the import is stored as a second game, in no run.
    ///
    /// # Errors
    /// As [`add_game`](Self::add_game).
    pub fn import(&mut self, game: &GameRecord, origin: Option<&RunOrigin>) -> Result<Imported, StoreError> {
        if let Some(what) = contradiction(game) {
            return Err(StoreError::Contradiction(what));
        }
        let mut slot = None;
        let mut same = Vec::new();
        if let Some(origin) = origin {
            let run = self.run_of(&origin.kind, &origin.conditions, origin.begun, origin.finished)?;
            let place = Slot { run, slot: origin.slot, seed: origin.seed };
            same.extend(
                self.game_in_slot(place)?.filter(|(_, stored)| Identity::of(stored) == Identity::of(game)),
            );
            slot = same.is_empty().then_some(place);
        }
        if slot.is_none() {
            same.extend(self.all_same(game)?);
        }
        match self.find_annotated(&same, game)? {
            Some(id) => Ok(Imported::Same(id)),
            None => self.add_game(game, slot).map(Imported::New),
        }
    }

    /// Stores all changes; when this returns they are on the disk.
    ///
    /// # Errors
    /// When they cannot be written; then none is stored.
    pub fn commit(self) -> Result<(), StoreError> {
        let path = self.path;
        self.transaction.commit().map_err(|error| StoreError::of(path, error))
    }
}

/// What contradicts itself in a game.
pub(crate) fn contradiction(game: &GameRecord) -> Option<String> {
    let (plies, thoughts) = (game.game.moves().len(), game.thoughts.len());
    if thoughts != 0 && thoughts != plies {
        return Some(format!("{thoughts} thoughts for {plies} plies"));
    }
    if let Some(fault) = game.annotations.study.fault(&game.game) {
        return Some(fault);
    }
    let by_rule = game.game.outcome().map(|outcome| outcome.winner);
    let name = |winner: Option<Color>| winner.map_or("neither side", Color::name);
    match (game.ending, game.winner) {
        (Ending::NoMoves, winner) if by_rule.is_none() || winner != by_rule => {
            Some(format!("it ended by no moves, won by {}, where {} has won", name(winner), name(by_rule)))
        }
        (Ending::Unfinished, Some(winner)) => Some(format!("it is unfinished and won by {}", winner.name())),
        _ => None,
    }
}

fn slot_fault(path: &Path, slot: Option<Slot>, error: rusqlite::Error) -> StoreError {
    let is_constraint = error.sqlite_error_code() == Some(ErrorCode::ConstraintViolation);
    let Some(slot) = slot.filter(|_| is_constraint) else {
        return StoreError::of(path, error);
    };
    match error.sqlite_extended_error_code() {
        Some(rusqlite::ffi::SQLITE_CONSTRAINT_UNIQUE) => {
            StoreError::SlotTaken { run: slot.run, slot: slot.slot }
        }
        Some(rusqlite::ffi::SQLITE_CONSTRAINT_FOREIGNKEY) => StoreError::NoSuchRun(slot.run),
        _ => StoreError::of(path, error),
    }
}

fn insert(connection: &Connection, game: &GameRecord, slot: Option<Slot>) -> rusqlite::Result<GameId> {
    let white = player_id(connection, &game.players.white)?;
    let black = player_id(connection, &game.players.black)?;
    let start = start_id(connection, game)?;
    let sql = "INSERT INTO game (white, black, start, plies, winner, ending, source, event, opening, played_at, \
               added_at, run, slot, seed, fingerprint, title) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)";
    connection.prepare_cached(sql)?.execute(params![
        white,
        black,
        start,
        game.game.moves().len() as i64,
        game.winner.map(Color::name),
        game.ending.name(),
        game.source.name(),
        game.event,
        game.opening,
        game.played_at.map(micros),
        micros(OffsetDateTime::now_utc()),
        slot.map(|slot| slot.run.0),
        slot.map(|slot| slot.slot.cast_signed()),
        slot.map(|slot| slot.seed.cast_signed()),
        Identity::of(game).fingerprint(),
        game.annotations.title,
    ])?;
    let id = connection.last_insert_rowid();
    let sql = "INSERT INTO record (game, moves, detail, white_limits, black_limits, transcript, sgf) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
    connection.prepare_cached(sql)?.execute(params![
        id,
        pack(game.game.moves()),
        game.detail,
        game.limits.white,
        game.limits.black,
        game.transcript,
        game.sgf,
    ])?;
    for (thought, ply) in game.thoughts.iter().zip(1_i64..) {
        insert_thought(connection, id, ply, thought)?;
    }
    annotate::write_all(connection, GameId(id), game)?;
    if let Some(plan) = &game.plan {
        play::write_plan(connection, GameId(id), plan)?;
    }
    Ok(GameId(id))
}

pub(crate) fn insert_thought(
    connection: &Connection,
    game: i64,
    ply: i64,
    thought: &Thought,
) -> rusqlite::Result<()> {
    let columns = Columns::from(&thought.assessment);
    let sql = "INSERT INTO ply (game, ply, time, nodes, playouts, depth, score, win_rate, line) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)";
    connection.prepare_cached(sql)?.execute(params![
        game,
        ply,
        nanos(thought.time),
        thought.nodes.cast_signed(),
        thought.playouts.cast_signed(),
        thought.depth,
        columns.score,
        columns.win_rate,
        pack(&thought.assessment.line),
    ])?;
    Ok(())
}

/// The id of a player, who is added if new.
pub(crate) fn player_id(connection: &Connection, name: &str) -> rusqlite::Result<i64> {
    let select = "SELECT id FROM player WHERE name = ?1";
    let found = connection.prepare_cached(select)?.query_row([name], |row| row.get(0)).optional()?;
    if let Some(id) = found {
        return Ok(id);
    }
    connection.prepare_cached("INSERT INTO player (name) VALUES (?1)")?.execute([name])?;
    Ok(connection.last_insert_rowid())
}

fn start_id(connection: &Connection, game: &GameRecord) -> rusqlite::Result<i64> {
    let start = game.game.start();
    let fen = start.to_setup().to_fen();
    let select = "SELECT id FROM start WHERE fen = ?1";
    let found = connection.prepare_cached(select)?.query_row([&fen], |row| row.get(0)).optional()?;
    if let Some(id) = found {
        return Ok(id);
    }
    let board = start.size().to_string();
    connection.prepare_cached("INSERT INTO start (fen, board) VALUES (?1, ?2)")?.execute([fen, board])?;
    Ok(connection.last_insert_rowid())
}

/// A time in microseconds since 1970; all years of a date fit.
pub(crate) fn micros(moment: OffsetDateTime) -> i64 {
    i64::try_from(moment.unix_timestamp_nanos().div_euclid(1000)).unwrap_or(i64::MAX)
}

pub(crate) fn nanos(time: Duration) -> i64 {
    i64::try_from(time.as_nanos()).unwrap_or(i64::MAX)
}

/// Moves as three bytes each.
pub(crate) fn pack(moves: &[Move]) -> Vec<u8> {
    moves.iter().flat_map(|mv| [mv.from, mv.to, mv.arrow]).map(|square| square.index() as u8).collect()
}

/// What identifies a game, except the time of day.
#[derive(PartialEq, Eq)]
pub(crate) struct Identity<'a> {
    pub(crate) players: ByColor<&'a str>,
    pub(crate) start: String,
    pub(crate) moves: &'a [Move],
    pub(crate) event: &'a str,
    pub(crate) day: Option<i64>,
}

/// The number of a day since 1970.
pub(crate) fn day_of(moment: OffsetDateTime) -> i64 {
    const DAY: i64 = 24 * 60 * 60 * 1_000_000;
    micros(moment).div_euclid(DAY)
}

impl<'a> Identity<'a> {
    pub(crate) fn of(game: &'a GameRecord) -> Self {
        Self {
            players: ByColor { white: &game.players.white, black: &game.players.black },
            start: game.game.start().to_setup().to_fen(),
            moves: game.game.moves(),
            event: game.event.as_deref().unwrap_or_default(),
            day: game.played_at.map(day_of),
        }
    }

    /// A hash, the same on every machine and in every version: FNV-1a of 64 bits (Fowler, Noll and Vo). Games with equal
    /// hashes are compared, so it need not be strong.
    pub(crate) fn fingerprint(&self) -> i64 {
        let moves = pack(self.moves);
        let day = self.day.map_or_else(String::new, |day| day.to_string());
        let parts = [
            self.players.white.as_bytes(),
            self.players.black.as_bytes(),
            self.start.as_bytes(),
            &moves,
            self.event.as_bytes(),
            day.as_bytes(),
        ];
        // The length of every part separates it from the next.
        let bytes: Vec<u8> =
            parts.iter().flat_map(|part| [&(part.len() as u64).to_le_bytes(), *part].concat()).collect();
        digest(&bytes).cast_signed()
    }
}

/// Whether two games are the same. Midnight stands for a date without a time, as in SGF.
fn is_same(a: &GameRecord, b: &GameRecord) -> bool {
    let has_hour = |game: &GameRecord| game.played_at.is_some_and(|moment| moment.time() != Time::MIDNIGHT);
    let is_same_hour = a.played_at.map(micros) == b.played_at.map(micros);
    Identity::of(a) == Identity::of(b) && (is_same_hour || !has_hour(a) || !has_hour(b))
}
