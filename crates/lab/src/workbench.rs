//! Plays and stores the games of experiments, and reports progress.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use arena::{Contest, ContestError, EntrantError, OpeningError, RunError, Runner, Standings, StopSignal};
use store::{GameRecord, RunId, Store, StoreError};
use thiserror::Error;
use training::{Flow, Progress, ThreadPool, TrainingError};

use crate::conditions::Conditions;

/// Why an experiment could not be run.
#[derive(Debug, Error)]
pub enum LabError {
    /// The store cannot be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A file of results that cannot be written.
    #[error(transparent)]
    Write(#[from] store::WriteError),
    /// A contest that failed.
    #[error(transparent)]
    Run(#[from] RunError),
    /// A contest that cannot be played.
    #[error(transparent)]
    Contest(#[from] ContestError),
    /// An unknown player.
    #[error("player {player:?}: {error}")]
    Player {
        /// Its text.
        player: String,
        /// What is wrong with it.
        error: EntrantError,
    },
    /// Openings that cannot be used.
    #[error(transparent)]
    Openings(#[from] OpeningError),
    /// The stop signal was set.
    #[error("stopped; finished games are kept, and the same command with --resume continues")]
    Stopped,
    /// A file of games is missing.
    #[error("{experiment} needs a file of games: give it with --games FILE")]
    NoCollection {
        /// Which experiment.
        experiment: &'static str,
    },
    /// Games of self-play or of the acceptance test.
    #[error(transparent)]
    Training(#[from] TrainingError),
    /// A file that cannot be used.
    #[error("{}: {what}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        what: String,
    },
}

/// The conditions, threads and store of a session of experiments, and where they report progress.
pub struct Workbench<'a> {
    conditions: &'a Conditions,
    store: &'a Mutex<Store>,
    concurrency: usize,
    stop: &'a StopSignal,
    /// Whether games of earlier sessions are used.
    resume: Resume,
    /// The runs of this session: two experiments may use the same games.
    runs: Vec<(String, RunId)>,
    /// Thinking time in games of earlier sessions.
    seconds_before: f64,
    report: &'a mut dyn FnMut(Progress<'_>),
}

/// The game in a slot of a run.
fn game_in(store: &Store, run: RunId, number: u64) -> Result<Option<GameRecord>, StoreError> {
    store.game_in_slot(run, number)?.map(|id| Ok(store.game(id)?.to_record())).transpose()
}

/// A run of games that is not a contest.
#[derive(Clone, Debug)]
pub(crate) struct GameRun<'a> {
    /// Its kind in the store.
    pub kind: &'static str,
    /// The name of its steps in progress reports.
    pub what: &'a str,
    /// Everything that its games depend on besides their numbers.
    pub conditions: String,
}

/// Whether games of earlier sessions are used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Resume {
    /// Every contest starts anew.
    Restart,
    /// Contests under the same conditions are continued, and finished ones are not played again.
    Continue,
}

impl<'a> Workbench<'a> {
    /// A workbench for experiments one after another.
    pub fn new(
        conditions: &'a Conditions,
        store: &'a Mutex<Store>,
        concurrency: usize,
        stop: &'a StopSignal,
        resume: Resume,
        report: &'a mut dyn FnMut(Progress<'_>),
    ) -> Self {
        Self { conditions, store, concurrency, stop, resume, runs: Vec::new(), seconds_before: 0.0, report }
    }

    /// The conditions.
    #[must_use]
    pub fn conditions(&self) -> &Conditions {
        self.conditions
    }

    /// The number of threads.
    #[must_use]
    pub fn concurrency(&self) -> usize {
        self.concurrency
    }

    /// The store, for experiments that use positions and search results.
    #[must_use]
    pub fn store(&self) -> &Mutex<Store> {
        self.store
    }

    /// The run of a contest of this session.
    #[must_use]
    pub fn run_of(&self, contest: &Contest) -> Option<RunId> {
        let conditions = contest.conditions().to_string();
        self.runs.iter().find(|(known, _)| *known == conditions).map(|(_, run)| *run)
    }

    /// Thinking time in games of earlier sessions that were used so far.
    #[must_use]
    pub fn seconds_before(&self) -> f64 {
        self.seconds_before
    }

    /// Plays a contest, or continues it.
    ///
    /// # Errors
    /// When it cannot be played or stored, or is stopped.
    pub fn play(&mut self, contest: &Contest) -> Result<Standings, LabError> {
        contest.check()?;
        contest.check_programs()?;
        let state = self.state(contest)?;
        if self.run_of(contest).is_none() {
            let sides =
                state.standings.results().flat_map(|(_, outcome)| [outcome.sides.white, outcome.sides.black]);
            self.seconds_before += sides.map(|side| side.time.as_secs_f64()).sum::<f64>();
        }
        self.runs.push((contest.conditions().to_string(), state.run));
        let (steps, done) = (state.standings.scheduled(), state.standings.games());
        (self.report)(Progress::Started { what: "games", steps, done });
        if done == steps {
            return Ok(state.standings);
        }
        let runner = Runner { contest, store: self.store, concurrency: self.concurrency, stop: self.stop };
        let report = &mut self.report;
        let standings = runner.run(state, &mut |event, standings| {
            if let arena::ContestEvent::Finished(..) = event {
                report(Progress::Done(standings.games()));
            }
        })?;
        if standings.games() < standings.scheduled() { Err(LabError::Stopped) } else { Ok(standings) }
    }

    fn state(&self, contest: &Contest) -> Result<arena::ContestState, LabError> {
        let mut store = self.store.lock().unwrap_or_else(PoisonError::into_inner);
        // A run of this session comes first.
        if let Some(run) = self.run_of(contest) {
            return Ok(contest.state(&store, run)?);
        }
        match contest.find(&store)?.filter(|_| self.resume == Resume::Continue) {
            Some(found) => Ok(found.state),
            None => Ok(contest.begin(&mut store)?),
        }
    }

    /// The threads for work that is not a contest.
    #[must_use]
    pub fn pool(&self) -> ThreadPool<'a> {
        ThreadPool { threads: self.concurrency, stop: self.stop }
    }

    /// Plays the missing games of a run that is not a contest; returns all of its games by their numbers. Each is stored before
    /// the next one; every thread has a worker of its own, and a job that was broken off returns
    /// `None`.
    ///
    /// # Errors
    /// When a game cannot be played or stored, or the run is stopped.
    pub(crate) fn play_run<W>(
        &mut self,
        run: &GameRun<'_>,
        numbers: &[u64],
        new_worker: impl Fn() -> W + Sync,
        work: impl Fn(&mut W, u64) -> Option<Result<GameRecord, LabError>> + Sync,
    ) -> Result<BTreeMap<u64, GameRecord>, LabError> {
        let (id, mut games) = self.games_of(run)?;
        let open: Vec<u64> = numbers.iter().copied().filter(|number| !games.contains_key(number)).collect();
        let steps = numbers.len() as u64;
        (self.report)(Progress::Started { what: run.what, steps, done: steps - open.len() as u64 });
        let (store, pool, report) = (self.store, self.pool(), &mut self.report);
        let mut failure = None;
        let mut left = open.len() as u64;
        pool.run_in_order(
            0..left,
            new_worker,
            |worker, index| work(worker, open[index as usize]),
            |index, game| {
                let number = open[index as usize];
                let kept = game.and_then(|game| {
                    let slot = store::Slot { run: id, slot: number, seed: arena::mix(0, number) >> 1 };
                    let store = &mut *store.lock().unwrap_or_else(PoisonError::into_inner);
                    match store.add_game(&game, Some(slot)) {
                        Ok(_) => Ok(game),
                        // Another process has stored it meanwhile.
                        Err(StoreError::SlotTaken { .. }) => Ok(game_in(store, id, number)?.unwrap_or(game)),
                        Err(error) => Err(error.into()),
                    }
                });
                match kept {
                    Ok(game) => games.insert(number, game),
                    Err(error) => {
                        failure = Some(error);
                        return Flow::Stop;
                    }
                };
                left -= 1;
                report(Progress::Done(steps - left));
                Flow::Continue
            },
        );
        match failure {
            Some(error) => Err(error),
            None if left > 0 => Err(LabError::Stopped),
            None => {
                self.store.lock().unwrap_or_else(PoisonError::into_inner).finish_run(id)?;
                Ok(games)
            }
        }
    }

    /// A run with its games of earlier sessions by their numbers, if these are used.
    fn games_of(&self, run: &GameRun<'_>) -> Result<(RunId, BTreeMap<u64, GameRecord>), LabError> {
        let mut store = self.store.lock().unwrap_or_else(PoisonError::into_inner);
        let found = match self.resume {
            Resume::Continue => store.find_run(run.kind, &run.conditions)?,
            Resume::Restart => None,
        };
        let Some(found) = found else {
            return Ok((store.begin_run(run.kind, &run.conditions)?, BTreeMap::new()));
        };
        let mut games = BTreeMap::new();
        for summary in store.run_games(found.id)? {
            if let Some(slot) = summary.run {
                games.insert(slot.slot, store.game(summary.id)?.to_record());
            }
        }
        Ok((found.id, games))
    }

    /// Applies a function to many items on all threads; the results are in the order of the items.
    ///
    /// # Errors
    /// When it is stopped.
    pub(crate) fn map<T: Sync, R: Send>(
        &mut self,
        what: &str,
        items: &[T],
        work: impl Fn(&T) -> R + Sync,
    ) -> Result<Vec<R>, LabError> {
        self.begin(what, items.len() as u64);
        let (pool, report) = (self.pool(), &mut self.report);
        let mut results = Vec::with_capacity(items.len());
        pool.run_in_order(
            0..items.len() as u64,
            || (),
            |(), index| Some(work(&items[index as usize])),
            |_, result| {
                results.push(result);
                report(Progress::Done(results.len() as u64));
                Flow::Continue
            },
        );
        if results.len() < items.len() { Err(LabError::Stopped) } else { Ok(results) }
    }

    /// Reports the start of work that is not games.
    pub fn begin(&mut self, what: &str, steps: u64) {
        (self.report)(Progress::Started { what, steps, done: 0 });
    }

    /// Reports the progress of that work.
    ///
    /// # Errors
    /// When it is stopped.
    pub fn done(&mut self, steps: u64) -> Result<(), LabError> {
        (self.report)(Progress::Done(steps));
        if self.stop.is_set() { Err(LabError::Stopped) } else { Ok(()) }
    }
}
