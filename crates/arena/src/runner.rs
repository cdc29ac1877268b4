//! Plays the games of a contest: hands them out in units and stores each as soon as it is finished, so that a thread starts the
//! next one only after its last is stored.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use amazons::notation::{MoveLine, MoveNotation};
use store::{GameRecord, Store, StoreError, StoredGame};
use thiserror::Error;
use time::OffsetDateTime;

use crate::contest::{Contest, ContestState};
use crate::dispatch::{Head, dispatch};
use crate::game_result::GameResult;
use crate::schedule::{Schedule, ScheduledGame};
use crate::standings::Standings;
use crate::statistics::SprtVerdict;
use crate::stop_signal::StopSignal;
use crate::unit::{FinishedGame, PlannedGame, RunPlan, UnitError};
use crate::workers::{Workers, WorkersError};

/// An event of a contest.
#[derive(Clone, Copy, Debug)]
pub enum ContestEvent<'a> {
    /// A game has started.
    Started(ScheduledGame),
    /// A game has finished and is stored.
    Finished(ScheduledGame, &'a GameRecord, &'a GameResult),
}

/// Why a contest could not continue. Finished games are in the store.
#[derive(Debug, Error)]
pub enum RunError {
    /// A game cannot be stored.
    #[error("{error}; the game that was not stored: {game}")]
    Store {
        /// The error.
        error: StoreError,
        /// The game as a line of moves.
        game: String,
    },
    /// The store cannot be read, or the end of the contest cannot be stored.
    #[error(transparent)]
    End(StoreError),
    /// Games cannot be played any more.
    #[error(transparent)]
    Workers(#[from] WorkersError),
    /// A unit of games failed: a program does not start, say.
    #[error(transparent)]
    Unit(#[from] UnitError),
}

/// Plays a contest.
#[derive(Debug)]
pub struct Runner<'a> {
    /// The contest.
    pub contest: &'a Contest,
    /// The store of finished games.
    pub store: &'a Mutex<Store>,
    /// Ends the contest early.
    pub stop: &'a StopSignal,
}

impl Runner<'_> {
    /// Plays the missing games; calls `watch` with every event and the standings after it. A sequential test that is decided
    /// starts no more games; those that are running then are played to their end and stored, but its verdict stays.
    ///
    /// # Errors
    /// When a game cannot be stored or a program does not start; running games are broken off then.
    pub fn run(
        &self,
        state: ContestState,
        workers: &mut dyn Workers,
        watch: &mut dyn FnMut(ContestEvent<'_>, &Standings),
    ) -> Result<Standings, RunError> {
        self.run_slots(state, 0..self.contest.schedule().len(), workers, watch)
    }

    /// Plays the missing games of some slots in the given order.
    ///
    /// # Errors
    /// As [`Runner::run`].
    pub fn run_slots(
        &self,
        state: ContestState,
        slots: impl IntoIterator<Item = u64>,
        workers: &mut dyn Workers,
        watch: &mut dyn FnMut(ContestEvent<'_>, &Standings),
    ) -> Result<Standings, RunError> {
        let ContestState { run, standings } = state;
        // Numbers only: a sequential test schedules many more games than it plays.
        let open = slots.into_iter().filter(|&slot| !standings.has(slot)).collect();
        let mut head = ContestHead {
            runner: self,
            schedule: self.contest.schedule(),
            plan: Arc::new(self.contest.plan()),
            run,
            open,
            standings,
            watch,
        };
        dispatch(&mut head, workers, self.stop)?;
        let standings = head.standings;
        if standings.games() == standings.scheduled() || is_decided(&standings) {
            lock(self.store).finish_run(run).map_err(RunError::End)?;
        }
        Ok(standings)
    }

    /// The result of a game that another process has stored.
    fn stored_result(
        &self,
        run: store::RunId,
        slot: ScheduledGame,
    ) -> Result<Option<GameResult>, StoreError> {
        let store = lock(self.store);
        let Some(id) = store.game_in_slot(run, slot.number)? else { return Ok(None) };
        let StoredGame { game, end, thoughts, .. } = store.game(id)?;
        let opening = self.contest.opening_of(slot).game.moves().len();
        let result = |winner| GameResult::new(slot.number, winner, end.ending, &game, &thoughts, opening);
        Ok(end.winner.map(result))
    }
}

/// Whether the sequential test, if there is one, has ended.
fn is_decided(standings: &Standings) -> bool {
    standings.sprt().is_some_and(|sprt| sprt.verdict != SprtVerdict::Undecided)
}

/// A contest that is being played.
struct ContestHead<'a> {
    runner: &'a Runner<'a>,
    schedule: Schedule,
    plan: Arc<RunPlan>,
    run: store::RunId,
    /// Slots that are not handed out yet.
    open: VecDeque<u64>,
    standings: Standings,
    watch: &'a mut dyn FnMut(ContestEvent<'_>, &Standings),
}

impl Head for ContestHead<'_> {
    type Error = RunError;

    fn plan(&self) -> &Arc<RunPlan> {
        &self.plan
    }

    fn next_game(&mut self) -> Result<Option<PlannedGame>, RunError> {
        if is_decided(&self.standings) {
            return Ok(None);
        }
        let slot = self.open.pop_front().map(|slot| self.schedule.slot(slot));
        Ok(slot.map(|slot| self.runner.contest.planned(slot)))
    }

    fn games_left(&self) -> u64 {
        self.open.len() as u64
    }

    fn started(&mut self, game: &PlannedGame) {
        (self.watch)(ContestEvent::Started(self.schedule.slot(game.number)), &self.standings);
    }

    fn take(&mut self, games: Vec<FinishedGame>) -> Result<(), RunError> {
        let games: Vec<FinishedGame> = games.into_iter().map(|game| self.named(game)).collect();
        let places = self.store_all(&games)?;
        for (game, place) in games.iter().zip(places) {
            let slot = self.schedule.slot(game.number);
            let opening = self.runner.contest.opening_of(slot).game.moves().len();
            match place {
                Place::Ours => {
                    let Some(result) = result_of(slot, &game.record, opening) else { continue };
                    self.standings.add(result);
                    (self.watch)(ContestEvent::Finished(slot, &game.record, &result), &self.standings);
                }
                Place::Taken => {
                    let result = self.runner.stored_result(self.run, slot).map_err(RunError::End)?;
                    self.standings.extend(result);
                }
            }
        }
        Ok(())
    }
}

/// What became of a game's place in the store.
enum Place {
    /// It has our game.
    Ours,
    /// Another process has stored this game of the run.
    Taken,
}

impl ContestHead<'_> {
    /// A game with what the unit did not know: its run in this store, and when it was played where times are left out.
    fn named(&self, game: FinishedGame) -> FinishedGame {
        let record = GameRecord {
            event: Some(format!("{} {}", self.plan.kind, self.run)),
            played_at: game.record.played_at.or_else(|| Some(OffsetDateTime::now_utc())),
            ..game.record
        };
        FinishedGame { record, ..game }
    }

    /// Stores the games of a unit at once: when this returns they are on the disk.
    fn store_all(&self, games: &[FinishedGame]) -> Result<Vec<Place>, RunError> {
        let fault = |error: StoreError, game: &FinishedGame| {
            let game = MoveLine { game: &game.record.game, notation: MoveNotation::Print }.to_string();
            RunError::Store { error, game }
        };
        let Some(first) = games.first() else { return Ok(Vec::new()) };
        let mut store = lock(self.runner.store);
        let mut batch = store.batch().map_err(|error| fault(error, first))?;
        let mut places = Vec::with_capacity(games.len());
        for game in games {
            let slot = store::Slot { run: self.run, slot: game.number, seed: game.seed };
            places.push(match batch.add_game(&game.record, Some(slot)) {
                Ok(_) => Place::Ours,
                Err(StoreError::SlotTaken { .. }) => Place::Taken,
                Err(error) => return Err(fault(error, game)),
            });
        }
        batch.commit().map_err(|error| fault(error, first))?;
        Ok(places)
    }
}

/// The result of a game, if it has a winner.
fn result_of(slot: ScheduledGame, game: &GameRecord, opening: usize) -> Option<GameResult> {
    let GameRecord { winner, ending, game, thoughts, .. } = game;
    winner.map(|winner| GameResult::new(slot.number, winner, *ending, game, thoughts, opening))
}

/// Locks a mutex even after a panic: a game is stored in one transaction.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
