//! Games that are being played: appended ply by ply, each synced before it is acknowledged.

use std::time::Duration;

use amazons::{ByColor, Color, Move};
use rusqlite::{Connection, Row, params};

use crate::error::StoreError;
use crate::model::{GameId, NewGame, Thought};
use crate::open::Store;
use crate::words::Ending;
use crate::write::{Batch, contradiction, fingerprint, insert_thought, nanos, pack};
use crate::{annotate, read};

/// Who sits where and how much time is left.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Plan {
    /// What plays a side, by its spec; a side without one is played by a person. The specs of a game that came from a
    /// file are that file's: whoever lets them play decides which he trusts.
    pub agents: ByColor<Option<String>>,
    /// The clock, where there is one.
    pub clock: Option<Clock>,
    /// The time between the moves of two engines.
    pub pace: Duration,
    /// Whether the engines wait.
    pub is_paused: bool,
}

/// The clock of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// What each side had at the beginning.
    pub base: Duration,
    /// What each side gets for a move.
    pub increment: Duration,
    /// What each side has left.
    pub left: ByColor<Duration>,
}

/// A ply to be added to a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Ply {
    /// Which one it is to be, from 1.
    pub ply: u32,
    /// The move.
    pub mv: Move,
    /// What its player thought; of a person, how long.
    pub thought: Thought,
    /// What the clock says after it, where there is one.
    pub left: Option<ByColor<Duration>>,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct End {
    /// Who won.
    pub winner: Option<Color>,
    /// How.
    pub ending: Ending,
    /// More about it.
    pub detail: String,
}

impl Store {
    /// The games that are being played, the oldest first; those in the trash are not.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn live_games(&self) -> Result<Vec<GameId>, StoreError> {
        let sql = "SELECT game.id FROM play JOIN game ON game.id = play.game \
                   WHERE game.ending = 'unfinished' AND game.deleted_at IS NULL ORDER BY game.id";
        self.rows(sql, [], |row| Ok(GameId(row.get(0)?)))
    }

    /// Adds a ply to a game that is being played; when this returns it is on the disk.
    ///
    /// # Errors
    /// As [`Batch::play`], or when it cannot be written.
    pub fn play(&mut self, id: GameId, ply: &Ply) -> Result<(), StoreError> {
        self.at_once(|batch| batch.play(id, ply))
    }

    /// Takes plies back; when this returns it is on the disk.
    ///
    /// # Errors
    /// As [`Batch::take_back`], or when it cannot be written.
    pub fn take_back(
        &mut self,
        id: GameId,
        left: u32,
        clock: Option<ByColor<Duration>>,
    ) -> Result<(), StoreError> {
        self.at_once(|batch| batch.take_back(id, left, clock))
    }

    /// Ends a game that is being played; when this returns it is on the disk.
    ///
    /// # Errors
    /// As [`Batch::finish`], or when it cannot be written.
    pub fn finish(&mut self, id: GameId, end: &End) -> Result<(), StoreError> {
        self.at_once(|batch| batch.finish(id, end))
    }

    /// Makes a finished game live again, so that its end can be taken back; when this returns it is on the disk.
    ///
    /// # Errors
    /// [`StoreError::NotLive`] when it was never played here, else when it cannot be written.
    pub fn reopen(&mut self, id: GameId) -> Result<(), StoreError> {
        self.at_once(|batch| {
            batch.write(id, |connection, _| {
                let sql = "UPDATE game SET winner = NULL, ending = ?2 \
                           WHERE id = ?1 AND EXISTS (SELECT 1 FROM play WHERE play.game = game.id)";
                match connection.execute(sql, params![id.0, Ending::Unfinished.word()])? {
                    0 => Err(Fault::Store(StoreError::NotLive(id))),
                    _ => Ok(()),
                }
            })
        })
    }

    /// Sets pace, pause and clock of a game that is being played; when this returns it is on the disk.
    ///
    /// # Errors
    /// As [`Batch::set_plan`], or when it cannot be written.
    pub fn set_plan(&mut self, id: GameId, plan: &Plan) -> Result<(), StoreError> {
        self.at_once(|batch| batch.set_plan(id, plan))
    }

    fn at_once(
        &mut self,
        change: impl FnOnce(&mut Batch<'_>) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let mut batch = self.batch()?;
        change(&mut batch)?;
        batch.commit()
    }
}

impl Batch<'_> {
    /// Adds a ply to a game that is being played. Where the rules end the game it is ended.
    ///
    /// # Errors
    /// [`StoreError::NotLive`], [`StoreError::WrongPly`] or [`StoreError::IllegalMove`] when it cannot be played;
    /// nothing is changed then.
    pub fn play(&mut self, id: GameId, ply: &Ply) -> Result<(), StoreError> {
        self.change_live(id, |connection, game| {
            let expected = game.game.moves().len() as u32 + 1;
            if ply.ply != expected {
                return Err(Fault::Store(StoreError::WrongPly { game: id, ply: ply.ply, expected }));
            }
            let refused = |reason| Fault::Store(StoreError::IllegalMove { game: id, reason });
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
            if let Some(tried) = game.study.played(ply.ply - 1, ply.mv) {
                annotate::write_study(connection, id, &game.study)?;
                annotate::move_evaluation(connection, id, tried, ply.ply)?;
            }
            Ok(())
        })
    }

    /// Takes plies back so that so many are left, and sets the clock. Moves on which somebody has remarked become a
    /// variation.
    ///
    /// # Errors
    /// [`StoreError::NotLive`] or [`StoreError::WrongPly`] when that is not so many, else when it cannot be written.
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
                return Err(Fault::Store(StoreError::WrongPly { game: id, ply: left, expected: plies }));
            }
            while game.game.moves().len() > left as usize {
                game.game.undo();
            }
            connection
                .prepare_cached("DELETE FROM ply WHERE game = ?1 AND ply > ?2")?
                .execute(params![id.0, left])?;
            let renamed = game.study.taken_back(&moves, left);
            if !renamed.is_empty() {
                annotate::write_study(connection, id, &game.study)?;
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

    /// Ends a game that is being played.
    ///
    /// # Errors
    /// [`StoreError::NotLive`] when it is not, [`StoreError::Contradiction`] when it cannot end so, else when it cannot
    /// be written.
    pub fn finish(&mut self, id: GameId, end: &End) -> Result<(), StoreError> {
        self.change_live(id, |_, game| {
            (game.winner, game.ending, game.detail) = (end.winner, end.ending, end.detail.clone());
            contradiction(game).map_or(Ok(()), |what| Err(Fault::Store(StoreError::Contradiction(what))))
        })
    }

    /// Sets pace, pause and clock of a game that is being played.
    ///
    /// # Errors
    /// [`StoreError::NotLive`] when it is not, else when it cannot be written.
    pub fn set_plan(&mut self, id: GameId, plan: &Plan) -> Result<(), StoreError> {
        self.change_live(id, |_, game| {
            game.plan = Some(plan.clone());
            Ok(())
        })
    }

    /// Changes a game that is being played and writes what has changed, all or nothing.
    fn change_live(
        &mut self,
        id: GameId,
        change: impl FnOnce(&Connection, &mut NewGame) -> Result<(), Fault>,
    ) -> Result<(), StoreError> {
        self.write(id, |connection, path| {
            let mut game = read::game(connection, path, id)?.record;
            if !game.is_live() {
                return Err(Fault::Store(StoreError::NotLive(id)));
            }
            change(connection, &mut game)?;
            let sql = "UPDATE game SET plies = ?2, winner = ?3, ending = ?4, fingerprint = ?5 WHERE id = ?1";
            connection.prepare_cached(sql)?.execute(params![
                id.0,
                game.game.moves().len() as i64,
                game.winner.map(Color::name),
                game.ending.word(),
                fingerprint(&game),
            ])?;
            let sql = "UPDATE record SET moves = ?2, detail = ?3 WHERE game = ?1";
            connection.prepare_cached(sql)?.execute(params![id.0, pack(game.game.moves()), game.detail])?;
            Ok(write_plan(connection, id, plan_mut(&mut game))?)
        })
    }
}

/// Why a change was not made.
pub(crate) enum Fault {
    /// In our words.
    Store(StoreError),
    /// In `SQLite`'s.
    Sqlite(rusqlite::Error),
}

impl From<StoreError> for Fault {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl From<rusqlite::Error> for Fault {
    fn from(error: rusqlite::Error) -> Self {
        Self::Sqlite(error)
    }
}

fn plan_mut(game: &mut NewGame) -> &mut Plan {
    game.plan.as_mut().expect("a live game has a plan")
}

pub(crate) fn write_plan(connection: &Connection, id: GameId, plan: &Plan) -> rusqlite::Result<()> {
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

pub(crate) fn read_plan(connection: &Connection, id: GameId) -> rusqlite::Result<Option<Plan>> {
    let sql = "SELECT white_agent, black_agent, pace, is_paused, base, increment, white_left, black_left \
               FROM play WHERE game = ?1";
    let time = |row: &Row<'_>, column: usize| -> rusqlite::Result<Option<Duration>> {
        Ok(row.get::<_, Option<i64>>(column)?.map(|nanos| Duration::from_nanos(nanos.cast_unsigned())))
    };
    let plan = |row: &Row<'_>| {
        let clock = match (time(row, 4)?, time(row, 5)?, time(row, 6)?, time(row, 7)?) {
            (Some(base), Some(increment), Some(white), Some(black)) => {
                Some(Clock { base, increment, left: ByColor { white, black } })
            }
            _ => None,
        };
        Ok(Plan {
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
