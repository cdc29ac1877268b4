//! Live games: stored ply by ply, each synced before it is acknowledged.

use std::time::Duration;

use amazons::{ByColor, Color, Move};
use rusqlite::{Connection, Row, params};

use crate::error::StoreError;
use crate::kinds::Ending;
use crate::model::{GameId, GameRecord, Thought};
use crate::open::Store;
use crate::write::{Batch, contradiction, fingerprint, insert_thought, nanos, pack};
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

/// A ply to be added to a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Ply {
    /// Its number, from 1.
    pub ply: u32,
    /// The move.
    pub mv: Move,
    /// What its player thought; for a person, the time.
    pub thought: Thought,
    /// The remaining times after it, if there is a clock.
    pub left: Option<ByColor<Duration>>,
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

    /// Adds a ply to a live game. If the game is over by the rules, it is ended.
    ///
    /// # Errors
    /// [`StoreError::NotLive`], [`StoreError::WrongPly`] or [`StoreError::IllegalMove`] when it cannot be played;
    /// nothing is changed then.
    pub fn play(&mut self, id: GameId, ply: &Ply) -> Result<(), StoreError> {
        self.change_live(id, |connection, game| {
            let expected = game.game.moves().len() as u32 + 1;
            if ply.ply != expected {
                return Err(ChangeError::Store(StoreError::WrongPly { game: id, ply: ply.ply, expected }));
            }
            let refused = |reason| ChangeError::Store(StoreError::IllegalMove { game: id, reason });
            game.game.play(ply.mv).map_err(|error| refused(error.to_string()))?;
            if game.thoughts.len() + 1 == game.game.moves().len() {
                insert_thought(connection, id.0, i64::from(ply.ply), &ply.thought)?;
            }
            if let (Some(left), Some(clock)) = (ply.left, &mut plan_mut(game).clock) {
                clock.left = left;
            }
            if let Some(outcome) = game.game.outcome() {
                (game.winner, game.ending) = (Some(outcome.winner), Ending::NoMoves);
            }
            let study = &mut game.annotations.study;
            if let Some(tried) = study.played(ply.ply - 1, ply.mv) {
                annotate::write_study(connection, id, study)?;
                annotate::move_evaluation(connection, id, tried, ply.ply)?;
            }
            Ok(())
        })
    }

    /// Takes plies back until `left` remain, and sets the clock. Moves with comments become a variation.
    ///
    /// # Errors
    /// [`StoreError::NotLive`] or [`StoreError::WrongPly`] when there are not more, else when it cannot be written.
    pub fn take_back(
        &mut self,
        id: GameId,
        left: u32,
        clock: Option<ByColor<Duration>>,
    ) -> Result<(), StoreError> {
        self.change_live(id, |connection, game| {
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
        self.change_live(id, |_, game| {
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
        self.change_live(id, |_, game| {
            game.plan = Some(plan.clone());
            Ok(())
        })
    }

    /// Changes a live game and writes it atomically.
    fn change_live(
        &mut self,
        id: GameId,
        change: impl FnOnce(&Connection, &mut GameRecord) -> Result<(), ChangeError>,
    ) -> Result<(), StoreError> {
        self.write(id, |connection, path| {
            let stored = read::game(connection, path, id)?;
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
                fingerprint(&game),
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
