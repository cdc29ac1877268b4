//! The trash. Deleting only marks a game; emptying the trash removes it.

use rusqlite::{ErrorCode, params};
use time::OffsetDateTime;

use crate::error::StoreError;
use crate::filter::{Filter, Trash};
use crate::model::GameId;
use crate::open::Store;
use crate::write::micros;

impl Store {
    /// Moves games to the trash, all or none, and gives their number; missing ones do not count.
    ///
    /// # Errors
    /// When the store cannot be written.
    pub fn delete(&mut self, ids: &[GameId]) -> Result<u64, StoreError> {
        let sql =
            "UPDATE game SET deleted_at = ?2, revision = revision + 1 WHERE id = ?1 AND deleted_at IS NULL";
        let now = micros(OffsetDateTime::now_utc());
        self.change(ids, sql, now)
    }

    /// Restores games from the trash, all or none, and gives their number; missing ones do not count.
    ///
    /// # Errors
    /// [`StoreError::SlotTaken`] when the run has another game in the slot; else when the store cannot be written.
    pub fn restore(&mut self, ids: &[GameId]) -> Result<u64, StoreError> {
        let sql = "UPDATE game SET deleted_at = NULL, revision = revision + 1 \
                   WHERE id = ?1 AND deleted_at IS NOT NULL AND ?2 = 0";
        self.change(ids, sql, 0)
    }

    /// Removes all games in the trash and gives their number.
    ///
    /// # Errors
    /// When the store cannot be written.
    pub fn empty_trash(&mut self) -> Result<u64, StoreError> {
        let deleted = self.connection.execute("DELETE FROM game WHERE deleted_at IS NOT NULL", []);
        deleted.map(|games| games as u64).map_err(|error| self.fault(error))
    }

    fn change(&mut self, ids: &[GameId], sql: &str, value: i64) -> Result<u64, StoreError> {
        let path = self.path.clone();
        let fault = |error| StoreError::of(&path, error);
        let transaction = self.connection.transaction().map_err(fault)?;
        let mut changed = 0;
        {
            let mut statement = transaction.prepare(sql).map_err(fault)?;
            for &id in ids {
                match statement.execute(params![id.0, value]) {
                    Ok(rows) => changed += rows as u64,
                    Err(error) if error.sqlite_error_code() == Some(ErrorCode::ConstraintViolation) => {
                        let taken = crate::read::game(&transaction, &path, id)?.run;
                        let taken =
                            taken.map(|(run, slot)| StoreError::SlotTaken { run: run.id, slot: slot.slot });
                        return Err(taken.unwrap_or_else(|| fault(error)));
                    }
                    Err(error) => return Err(fault(error)),
                }
            }
        }
        transaction.commit().map_err(fault)?;
        Ok(changed)
    }

    /// The number of games in the trash.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn count_trash(&self) -> Result<u64, StoreError> {
        self.count(&Filter { trash: Trash::Only, ..Filter::default() })
    }
}
