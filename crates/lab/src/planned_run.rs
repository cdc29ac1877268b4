//! A run of planned games that is not a contest: handed out in units, and stored as they are finished.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

use arena::{FinishedGame, Head, PlannedGame, RunPlan};
use store::{GameRecord, RunId, Slot, Store, StoreError};
use training::Progress;

use crate::workbench::{LabError, game_in};

/// A run that is being played.
pub(crate) struct PlannedRun<'a> {
    pub(crate) store: &'a Mutex<Store>,
    pub(crate) id: RunId,
    pub(crate) plan: Arc<RunPlan>,
    /// The game of a number.
    pub(crate) planned: &'a dyn Fn(u64) -> Result<PlannedGame, LabError>,
    /// Numbers that are not handed out yet.
    pub(crate) open: VecDeque<u64>,
    /// All games so far.
    pub(crate) games: BTreeMap<u64, GameRecord>,
    pub(crate) report: &'a mut dyn FnMut(Progress<'_>),
}

impl Head for PlannedRun<'_> {
    type Error = LabError;

    fn plan(&self) -> &Arc<RunPlan> {
        &self.plan
    }

    fn next_game(&mut self) -> Result<Option<PlannedGame>, LabError> {
        self.open.pop_front().map(self.planned).transpose()
    }

    fn games_left(&self) -> u64 {
        self.open.len() as u64
    }

    fn take(&mut self, games: Vec<FinishedGame>) -> Result<(), LabError> {
        let store = &mut *self.store.lock().unwrap_or_else(PoisonError::into_inner);
        for FinishedGame { number, seed, record } in games {
            let slot = Slot { run: self.id, slot: number, seed };
            let kept = match store.add_game(&record, Some(slot)) {
                Ok(_) => record,
                // Another process has stored it meanwhile.
                Err(StoreError::SlotTaken { .. }) => game_in(store, self.id, number)?.unwrap_or(record),
                Err(error) => return Err(error.into()),
            };
            self.games.insert(number, kept);
            (self.report)(Progress::Done(self.games.len() as u64));
        }
        Ok(())
    }
}
