//! Live games: stored ply by ply, each synced before it is acknowledged.

use std::time::Duration;

use amazons::{ByColor, Color, Game, Move};
use rusqlite::{Connection, Row, params};

use crate::error::StoreError;
use crate::kinds::Ending;
use crate::model::{GameId, GameRecord, Thought};
use crate::open::Store;
use crate::read::{TABLES, Timestamp};
use crate::write::{Batch, Identity, contradiction, day_of, insert_thought, nanos, pack};
use crate::{annotate, read};

/// The players, clock and speed of a live game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LivePlan {
    /// The spec of the engine that plays a side; `None` for a person. The specs of an imported game are the file's: the
    /// caller decides which it trusts.
    pub agents: ByColor<Option<String>>,
    /// The clock, if there is one.
    pub clock: Option<LiveClock>,
    /// The least time between the moves of two engines.
    pub pace: Duration,
    /// Whether the game is paused.
    pub is_paused: bool,
}

/// The clock of a live game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LiveClock {
    /// The time of each side at the start.
    pub base: Duration,
    /// The time added for each move.
    pub increment: Duration,
    /// The remaining time of each side.
    pub left: ByColor<Duration>,
}

/// The last ply of a game, to be appended to the stored one. It is made from a [`Game`], which has only legal moves.
#[derive(Clone, PartialEq, Debug)]
pub struct Ply {
    start: String,
    moves: Vec<Move>,
    winner: Option<Color>,
    thought: Thought,
    left: Option<ByColor<Duration>>,
    revision: Option<u64>,
}

impl Ply {
    /// The last ply of a game, with what its player thought (for a person, the time) and the remaining times after it.
    #[must_use]
    pub fn last_of(game: &Game, thought: Thought, left: Option<ByColor<Duration>>) -> Self {
        let winner = game.outcome().map(|outcome| outcome.winner);
        let (start, moves) = (game.start().to_setup().to_fen(), game.moves().to_vec());
        Self { start, moves, winner, thought, left, revision: None }
    }

    /// The same for a game of this revision only.
    #[must_use]
    pub fn at_revision(self, revision: u64) -> Self {
        Self { revision: Some(revision), ..self }
    }
}

/// The result of [`Batch::append`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Appended {
    /// The revision of the game after it.
    pub revision: u64,
    /// Whether the move was a variation before, with comments or moves that belong to the main line now.
    pub was_variation: bool,
}

/// The end of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameEnd {
    /// Who won.
    pub winner: Option<Color>,
    /// How.
    pub ending: Ending,
    /// Details.
    pub detail: String,
}

impl Store {
    /// The live games, oldest first, without those in the trash.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn live_games(&self) -> Result<Vec<GameId>, StoreError> {
        let sql = "SELECT game.id FROM play JOIN game ON game.id = play.game \
                   WHERE game.ending = 'unfinished' AND game.deleted_at IS NULL ORDER BY game.id";
        self.rows(sql, [], |row| Ok(GameId(row.get(0)?)))
    }
}

impl Batch<'_> {
    /// Makes a finished game live again, so that its end can be taken back.
    ///
    /// # Errors
    /// [`StoreError::NotLive`] when it was never played here, else when it cannot be written.
    pub fn reopen(&mut self, id: GameId) -> Result<(), StoreError> {
        self.write(id, |connection, _| {
            let sql = "UPDATE game SET winner = NULL, ending = ?2 \
                       WHERE id = ?1 AND EXISTS (SELECT 1 FROM play WHERE play.game = game.id)";
            match connection.execute(sql, params![id.0, Ending::Unfinished.name()])? {
                0 => Err(ChangeError::Store(StoreError::NotLive(id))),
                _ => Ok(()),
            }
        })
    }

    /// Appends a ply to a live game, whose moves are not read for it. If the game is over by the rules, it is ended.
    ///
    /// # Errors
    /// [`StoreError::NotLive`], [`StoreError::WrongPly`], [`StoreError::OtherMoves`] or [`StoreError::OtherRevision`] when the
    /// stored game is not the one before the ply; nothing is changed then.
    pub fn append(&mut self, id: GameId, ply: &Ply) -> Result<Appended, StoreError> {
        self.write(id, |connection, path| {
            let Some((mv, before)) = ply.moves.split_last() else {
                return Err(ChangeError::Store(StoreError::WrongPly { game: id, ply: 0, expected: 1 }));
            };
            let number = ply.moves.len() as u32;
            let tip = read_tip(connection, id, before)?;
            if !tip.is_live {
                return Err(ChangeError::Store(StoreError::NotLive(id)));
            }
            if tip.plies + 1 != number {
                let expected = tip.plies + 1;
                return Err(ChangeError::Store(StoreError::WrongPly { game: id, ply: number, expected }));
            }
            if !tip.has_moves || tip.start != ply.start {
                return Err(ChangeError::Store(StoreError::OtherMoves(id)));
            }
            // This change has the next revision already.
            if ply.revision.is_some_and(|revision| revision + 1 != tip.revision) {
                return Err(ChangeError::Store(StoreError::OtherRevision(id)));
            }
            let ending = if ply.winner.is_some() { Ending::NoMoves } else { Ending::Unfinished };
            let sql = "UPDATE game SET plies = ?2, winner = ?3, ending = ?4, fingerprint = ?5 WHERE id = ?1";
            connection.prepare_cached(sql)?.execute(params![
                id.0,
                number,
                ply.winner.map(Color::name),
                ending.name(),
                tip.identity(&ply.moves).fingerprint(),
            ])?;
            let sql = "UPDATE record SET moves = ?2 WHERE game = ?1";
            connection.prepare_cached(sql)?.execute(params![id.0, pack(&ply.moves)])?;
            if tip.thoughts == tip.plies {
                insert_thought(connection, id.0, i64::from(number), &ply.thought)?;
            }
            if let Some(left) = ply.left {
                let sql =
                    "UPDATE play SET white_left = ?2, black_left = ?3 WHERE game = ?1 AND base IS NOT NULL";
                connection.prepare_cached(sql)?.execute(params![
                    id.0,
                    nanos(left.white),
                    nanos(left.black)
                ])?;
            }
            let mut was_variation = false;
            if let Some(text) = tip.study {
                let mut study = annotate::parse_study(path, id, &text)?;
                if let Some(tried) = study.played(number - 1, *mv) {
                    annotate::write_study(connection, id, &study)?;
                    annotate::move_evaluation(connection, id, tried, number)?;
                    annotate::forget_history(connection, id)?;
                    was_variation = true;
                }
            }
            Ok(Appended { revision: tip.revision, was_variation })
        })
    }

    /// Takes plies back until `left` remain, and sets the clock. Moves with comments become a variation. With a revision,
    /// only in a game of this revision: another process may have played in it.
    ///
    /// # Errors
    /// [`StoreError::NotLive`], [`StoreError::OtherRevision`], or [`StoreError::WrongPly`] when there are not more, else when
    /// it cannot be written.
    pub fn take_back(
        &mut self,
        id: GameId,
        left: u32,
        clock: Option<ByColor<Duration>>,
        revision: Option<u64>,
    ) -> Result<(), StoreError> {
        self.change_live(id, revision, |connection, game| {
            let moves = game.game.moves().to_vec();
            let plies = moves.len() as u32;
            if left >= plies {
                return Err(ChangeError::Store(StoreError::WrongPly {
                    game: id,
                    ply: left,
                    expected: plies,
                }));
            }
            while game.game.moves().len() > left as usize {
                game.game.undo();
            }
            connection
                .prepare_cached("DELETE FROM ply WHERE game = ?1 AND ply > ?2")?
                .execute(params![id.0, left])?;
            annotate::forget_history(connection, id)?;
            let study = &mut game.annotations.study;
            let renamed = study.taken_back(&moves, left);
            if !renamed.is_empty() {
                annotate::write_study(connection, id, study)?;
            }
            for ply in left + 1..=plies {
                match renamed.get((ply - left - 1) as usize) {
                    Some(&node) => annotate::move_evaluation(connection, id, ply, node)?,
                    None => annotate::remove_evaluation(connection, id, ply)?,
                }
            }
            connection.prepare_cached("DELETE FROM review WHERE game = ?1")?.execute([id.0])?;
            if let (Some(left), Some(old)) = (clock, &mut plan_mut(game).clock) {
                old.left = left;
            }
            Ok(())
        })
    }

    /// Ends a live game.
    ///
    /// # Errors
    /// [`StoreError::NotLive`] when it is not, [`StoreError::Contradiction`] when it cannot end so, else when it cannot
    /// be written.
    pub fn finish(&mut self, id: GameId, end: &GameEnd) -> Result<(), StoreError> {
        self.change_live(id, None, |_, game| {
            (game.winner, game.ending, game.detail) = (end.winner, end.ending, end.detail.clone());
            contradiction(game)
                .map_or(Ok(()), |what| Err(ChangeError::Store(StoreError::Contradiction(what))))
        })
    }

    /// Sets pace, pause and clock of a live game.
    ///
    /// # Errors
    /// [`StoreError::NotLive`] when it is not, else when it cannot be written.
    pub fn set_plan(&mut self, id: GameId, plan: &LivePlan) -> Result<(), StoreError> {
        self.change_live(id, None, |_, game| {
            game.plan = Some(plan.clone());
            Ok(())
        })
    }

    /// Changes a live game and writes it atomically.
    fn change_live(
        &mut self,
        id: GameId,
        revision: Option<u64>,
        change: impl FnOnce(&Connection, &mut GameRecord) -> Result<(), ChangeError>,
    ) -> Result<(), StoreError> {
        self.write(id, |connection, path| {
            let stored = read::game(connection, path, id)?;
            // This change has the next revision already.
            if revision.is_some_and(|revision| revision + 1 != stored.revision) {
                return Err(ChangeError::Store(StoreError::OtherRevision(id)));
            }
            if !stored.is_live() {
                return Err(ChangeError::Store(StoreError::NotLive(id)));
            }
            let mut game = stored.to_record();
            change(connection, &mut game)?;
            let sql = "UPDATE game SET plies = ?2, winner = ?3, ending = ?4, fingerprint = ?5 WHERE id = ?1";
            connection.prepare_cached(sql)?.execute(params![
                id.0,
                game.game.moves().len() as i64,
                game.winner.map(Color::name),
                game.ending.name(),
                Identity::of(&game).fingerprint(),
            ])?;
            let sql = "UPDATE record SET moves = ?2, detail = ?3 WHERE game = ?1";
            connection.prepare_cached(sql)?.execute(params![id.0, pack(game.game.moves()), game.detail])?;
            Ok(write_plan(connection, id, plan_mut(&mut game))?)
        })
    }
}

/// Why a change failed.
pub(crate) enum ChangeError {
    /// Refused by the store.
    Store(StoreError),
    /// An error of `SQLite`.
    Sqlite(rusqlite::Error),
}

impl From<StoreError> for ChangeError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl From<rusqlite::Error> for ChangeError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Sqlite(error)
    }
}

/// What [`Batch::append`] needs of the stored game: its size does not depend on the number of plies.
struct Tip {
    revision: u64,
    plies: u32,
    /// The number of plies with a thought: they have one each from the first on, or none has.
    thoughts: u32,
    /// Whether the stored moves are the expected ones.
    has_moves: bool,
    is_live: bool,
    players: ByColor<String>,
    start: String,
    event: Option<String>,
    played_at: Option<Timestamp>,
    study: Option<String>,
}

impl Tip {
    fn identity<'a>(&'a self, moves: &'a [Move]) -> Identity<'a> {
        Identity {
            players: ByColor { white: &self.players.white, black: &self.players.black },
            start: self.start.clone(),
            moves,
            event: self.event.as_deref().unwrap_or_default(),
            day: self.played_at.as_ref().map(|moment| day_of(moment.0)),
        }
    }
}

fn read_tip(connection: &Connection, id: GameId, moves: &[Move]) -> rusqlite::Result<Tip> {
    let sql = format!(
        "SELECT game.revision, game.plies, \
         coalesce((SELECT max(ply.ply) FROM ply WHERE ply.game = game.id), 0), record.moves = ?2, \
         game.ending = 'unfinished' AND game.deleted_at IS NULL AND EXISTS (SELECT 1 FROM play WHERE play.game = game.id), \
         white.name, black.name, start.fen, game.event, game.played_at, \
         (SELECT tree FROM study WHERE study.game = game.id) \
         FROM {TABLES} JOIN record ON record.game = game.id WHERE game.id = ?1"
    );
    connection.prepare_cached(&sql)?.query_row(params![id.0, pack(moves)], |row| {
        Ok(Tip {
            revision: row.get::<_, i64>(0)?.cast_unsigned(),
            plies: row.get(1)?,
            thoughts: row.get(2)?,
            has_moves: row.get(3)?,
            is_live: row.get(4)?,
            players: ByColor { white: row.get(5)?, black: row.get(6)? },
            start: row.get(7)?,
            event: row.get(8)?,
            played_at: row.get(9)?,
            study: row.get(10)?,
        })
    })
}

fn plan_mut(game: &mut GameRecord) -> &mut LivePlan {
    game.plan.as_mut().expect("a live game has a plan")
}

pub(crate) fn write_plan(connection: &Connection, id: GameId, plan: &LivePlan) -> rusqlite::Result<()> {
    let sql = "INSERT OR REPLACE INTO play (game, white_agent, black_agent, pace, is_paused, base, increment, \
               white_left, black_left) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)";
    let clock = plan.clock;
    connection.prepare_cached(sql)?.execute(params![
        id.0,
        plan.agents.white,
        plan.agents.black,
        nanos(plan.pace),
        plan.is_paused,
        clock.map(|clock| nanos(clock.base)),
        clock.map(|clock| nanos(clock.increment)),
        clock.map(|clock| nanos(clock.left.white)),
        clock.map(|clock| nanos(clock.left.black)),
    ])?;
    Ok(())
}

pub(crate) fn read_plan(connection: &Connection, id: GameId) -> rusqlite::Result<Option<LivePlan>> {
    let sql = "SELECT white_agent, black_agent, pace, is_paused, base, increment, white_left, black_left \
               FROM play WHERE game = ?1";
    let time = |row: &Row<'_>, column: usize| -> rusqlite::Result<Option<Duration>> {
        Ok(row.get::<_, Option<i64>>(column)?.map(|nanos| Duration::from_nanos(nanos.cast_unsigned())))
    };
    let plan = |row: &Row<'_>| {
        let clock = match (time(row, 4)?, time(row, 5)?, time(row, 6)?, time(row, 7)?) {
            (Some(base), Some(increment), Some(white), Some(black)) => {
                Some(LiveClock { base, increment, left: ByColor { white, black } })
            }
            _ => None,
        };
        Ok(LivePlan {
            agents: ByColor { white: row.get(0)?, black: row.get(1)? },
            clock,
            pace: time(row, 2)?.unwrap_or_default(),
            is_paused: row.get(3)?,
        })
    };
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query_map([id.0], plan)?;
    rows.next().transpose()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use rusqlite::trace::{TraceEvent, TraceEventCodes};

    use super::*;
    use crate::kinds::Source;

    #[test]
    fn a_ply_takes_as_many_statements_late_in_a_game_as_early() {
        let folder = tempfile::tempdir().unwrap();
        let mut store = Store::open(&folder.path().join("games.sqlite")).unwrap();
        let plan = Some(LivePlan::default());
        let new = GameRecord { plan, ..GameRecord::new(ByColor::default(), Game::default(), Source::Play) };
        let id = store.add_game(&new, None).unwrap();
        let statements = Arc::new(AtomicUsize::new(0));
        let counter = Arc::clone(&statements);
        let count = move |_: TraceEvent<'_>| {
            counter.fetch_add(1, Ordering::Relaxed);
        };
        store.connection.trace_v2(TraceEventCodes::SQLITE_TRACE_STMT, Some(count)).unwrap();
        let mut game = Game::default();
        let mut counts = Vec::new();
        for number in 0..60 {
            let moves = game.position().legal_moves();
            game.play(moves[number * 7919 % moves.len()]).unwrap();
            let before = statements.load(Ordering::Relaxed);
            let ply = Ply::last_of(&game, Thought::default(), None);
            store.commit(|batch| batch.append(id, &ply)).unwrap();
            counts.push(statements.load(Ordering::Relaxed) - before);
        }
        assert_eq!(counts, vec![10; 60]);
    }
}
