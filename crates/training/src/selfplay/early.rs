//! Games that were finished before an earlier one: they wait in a file beside, so that neither a kill loses them nor memory
//! fills while one unit of a cluster is late.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use amazons::Game;

use crate::error::TrainingError;
use crate::json_lines::{Existing, GameFile, LinePlace};

/// The games that wait, by their numbers.
#[derive(Debug)]
pub(super) struct EarlyGames {
    path: PathBuf,
    conditions: String,
    /// Made when the first game has to wait.
    file: Option<GameFile>,
    places: BTreeMap<u64, LinePlace>,
}

impl EarlyGames {
    /// The games that wait for a file's next number.
    ///
    /// # Errors
    /// When the file beside it cannot be used.
    pub(super) fn open(
        path: &Path,
        existing: Existing,
        conditions: String,
        next: u64,
    ) -> Result<Self, TrainingError> {
        let mut name = path.as_os_str().to_owned();
        name.push(".early");
        let mut early = Self { path: PathBuf::from(name), conditions, file: None, places: BTreeMap::new() };
        if existing == Existing::Resume && early.path.exists() {
            early.open_file(Existing::Resume)?;
            // Those before were written, or were duplicates.
            early.places = early.places.split_off(&next);
        } else {
            early.remove()?;
        }
        Ok(early)
    }

    fn open_file(&mut self, existing: Existing) -> Result<&mut GameFile, TrainingError> {
        let places = &mut self.places;
        let file = GameFile::open(
            &self.path,
            existing,
            super::SELF_PLAY,
            self.conditions.clone(),
            |number, _, place| {
                places.insert(number, place);
            },
        )?;
        Ok(self.file.insert(file))
    }

    /// Whether a game waits.
    pub(super) fn has(&self, number: u64) -> bool {
        self.places.contains_key(&number)
    }

    /// Keeps the line of a game.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(super) fn keep(&mut self, number: u64, line: String) -> Result<(), TrainingError> {
        let file = match &mut self.file {
            Some(file) => file,
            None => self.open_file(Existing::Replace)?,
        };
        let place = file.write_line(line)?;
        self.places.insert(number, place);
        Ok(())
    }

    /// Hands out a game with its line, if it waits.
    ///
    /// # Errors
    /// When it cannot be read again.
    pub(super) fn take(&mut self, number: u64) -> Result<Option<(Game, String)>, TrainingError> {
        let (Some(place), Some(file)) = (self.places.remove(&number), &mut self.file) else {
            return Ok(None);
        };
        let line = file.line_at(place)?;
        match store::json::from_line(&line) {
            Ok((record, _)) => Ok(Some((record.game, line))),
            Err(error) => Err(TrainingError::File { path: self.path.clone(), what: error.to_string() }),
        }
    }

    /// Empties the file if no game waits, so that it does not grow to the size of all games.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(super) fn tidy(&mut self) -> Result<(), TrainingError> {
        match &mut self.file {
            Some(file) if self.places.is_empty() => file.clear(),
            _ => Ok(()),
        }
    }

    /// Removes the file.
    ///
    /// # Errors
    /// When it cannot be removed.
    pub(super) fn remove(&mut self) -> Result<(), TrainingError> {
        self.file = None;
        self.places.clear();
        match std::fs::remove_file(&self.path) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                Err(TrainingError::File { path: self.path.clone(), what: error.to_string() })
            }
            _ => Ok(()),
        }
    }

    /// Leaves the games that wait for the next session; without any the file is removed.
    ///
    /// # Errors
    /// When it cannot be removed.
    pub(super) fn leave(&mut self) -> Result<(), TrainingError> {
        if self.places.is_empty() { self.remove() } else { Ok(()) }
    }
}
