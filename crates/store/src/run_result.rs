//! The finished games of a run as a contest needs them: without players, texts, studies and transcripts.

use amazons::{Color, Game};
use rusqlite::OptionalExtension;

use crate::error::StoreError;
use crate::kinds::Ending;
use crate::model::{GameId, RunId, Thought};
use crate::open::Store;
use crate::read::{PackedMoves, Parsed, SqlColor, replay, thoughts};

/// A finished game of a run.
#[derive(Clone, PartialEq, Debug)]
pub struct RunResult {
    /// Its slot in the run.
    pub slot: u64,
    /// The winner.
    pub winner: Color,
    /// How it ended.
    pub ending: Ending,
    /// The game.
    pub game: Game,
    /// The search results before every ply.
    pub thoughts: Vec<Thought>,
}

impl Store {
    /// The results of a run's games that have a winner, by their slots.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn run_results(&self, run: RunId) -> Result<Vec<RunResult>, StoreError> {
        let sql = "SELECT game.id, game.slot, game.winner, game.ending, start.fen, record.moves \
                   FROM game JOIN start ON start.id = game.start JOIN record ON record.game = game.id \
                   WHERE game.run = ?1 AND game.deleted_at IS NULL AND game.winner IS NOT NULL ORDER BY game.slot";
        let rows = self.rows(sql, [run.0], |row| {
            let (SqlColor(winner), Parsed(ending)) = (row.get(2)?, row.get(3)?);
            let slot = row.get::<_, i64>(1)?.cast_unsigned();
            Ok((
                GameId(row.get(0)?),
                slot,
                winner,
                ending,
                row.get::<_, String>(4)?,
                row.get::<_, PackedMoves>(5)?,
            ))
        })?;
        let result = |(id, slot, winner, ending, fen, moves): (_, _, _, _, String, PackedMoves)| {
            let damaged = |reason| StoreError::Damaged {
                path: self.path.clone(),
                reason: format!("game {id}: {reason}"),
            };
            let game = replay(&fen, &moves).map_err(damaged)?;
            let thoughts = thoughts(&self.connection, id).map_err(|error| self.fault(error))?;
            Ok(RunResult { slot, winner, ending, game, thoughts })
        };
        rows.into_iter().map(result).collect()
    }

    /// The game in a slot of a run.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn game_in_slot(&self, run: RunId, slot: u64) -> Result<Option<GameId>, StoreError> {
        let sql = "SELECT id FROM game WHERE run = ?1 AND slot = ?2 AND deleted_at IS NULL";
        let found =
            self.connection.query_row(sql, [run.0, slot.cast_signed()], |row| Ok(GameId(row.get(0)?)));
        found.optional().map_err(|error| self.fault(error))
    }
}
