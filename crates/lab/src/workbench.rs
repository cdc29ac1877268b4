//! Plays an experiment's games in the arena, keeps them, and watches the time.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};

use arena::{Contest, ContestError, EntrantError, OpeningError, RunError, Runner, Standings, StopSignal};
use store::{NewGame, RunId, Store, StoreError};
use thiserror::Error;
use training::{Flow, Progress, ThreadPool, TrainingError};

use crate::conditions::Conditions;

/// Why an experiment could not be run.
#[derive(Debug, Error)]
pub enum LabError {
    /// The store of games.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A file of results that cannot be written.
    #[error(transparent)]
    Write(#[from] store::WriteError),
    /// A contest that broke off.
    #[error(transparent)]
    Run(#[from] RunError),
    /// A contest that cannot be played.
    #[error(transparent)]
    Contest(#[from] ContestError),
    /// A player that nobody knows.
    #[error("the player {player:?}: {error}")]
    Player {
        /// Its text.
        player: String,
        /// What is wrong with it.
        error: EntrantError,
    },
    /// Openings that cannot be used.
    #[error(transparent)]
    Openings(#[from] OpeningError),
    /// Somebody has stopped it.
    #[error("stopped; what was played is kept, and the same command with --resume goes on")]
    Stopped,
    /// A file of games that is needed and not given.
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

/// Where an experiment finds conditions, cores, store and somebody to tell how far it is.
pub struct Workbench<'a> {
    conditions: &'a Conditions,
    store: &'a Mutex<Store>,
    concurrency: usize,
    stop: &'a StopSignal,
    /// Whether games of earlier sittings count.
    resume: Resume,
    /// The runs of this sitting: two experiments may be made of the same games.
    runs: Vec<(String, RunId)>,
    /// Seconds that the players of earlier sittings' games thought.
    seconds_before: f64,
    tell: &'a mut dyn FnMut(Progress<'_>),
}

/// The game of a run with a number.
fn game_in(store: &Store, run: RunId, number: u64) -> Result<Option<NewGame>, StoreError> {
    let is_it = |game: &store::GameSummary| game.run.is_some_and(|place| place.slot == number);
    let summary = store.run_games(run)?.into_iter().find(is_it);
    summary.map(|summary| Ok(store.game(summary.id)?.record)).transpose()
}

/// A run of games that is not a contest.
#[derive(Clone, Debug)]
pub struct RunPlan<'a> {
    /// The word for it in the store.
    pub kind: &'static str,
    /// What its steps are called while they are made.
    pub what: &'a str,
    /// All that its games depend on but their numbers.
    pub conditions: String,
}

/// Whether games of earlier sittings count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Resume {
    /// All contests begin anew.
    Anew,
    /// Contests under the same conditions go on, and finished ones are not played again.
    GoOn,
}

impl<'a> Workbench<'a> {
    /// A bench for some experiments one after another.
    pub fn new(
        conditions: &'a Conditions,
        store: &'a Mutex<Store>,
        concurrency: usize,
        stop: &'a StopSignal,
        resume: Resume,
        tell: &'a mut dyn FnMut(Progress<'_>),
    ) -> Self {
        Self { conditions, store, concurrency, stop, resume, runs: Vec::new(), seconds_before: 0.0, tell }
    }

    /// The conditions.
    #[must_use]
    pub fn conditions(&self) -> &Conditions {
        self.conditions
    }

    /// How many cores may be used at once.
    #[must_use]
    pub fn concurrency(&self) -> usize {
        self.concurrency
    }

    /// Where the games are: for experiments that look at positions and thoughts.
    #[must_use]
    pub fn store(&self) -> &Mutex<Store> {
        self.store
    }

    /// The run of a contest that was played on this bench.
    #[must_use]
    pub fn run_of(&self, contest: &Contest) -> Option<RunId> {
        let conditions = contest.conditions();
        self.runs.iter().find(|(known, _)| *known == conditions).map(|(_, run)| *run)
    }

    /// Seconds that players have thought in games of earlier sittings, as far as this bench has met them.
    #[must_use]
    pub fn seconds_before(&self) -> f64 {
        self.seconds_before
    }

    /// Plays a contest to its end, or finds it played.
    ///
    /// # Errors
    /// When it cannot be played or kept, or somebody stops it.
    pub fn play(&mut self, contest: &Contest) -> Result<Standings, LabError> {
        contest.check()?;
        contest.check_programs()?;
        let progress = self.progress(contest)?;
        if self.run_of(contest).is_none() {
            let sides = progress
                .standings
                .results()
                .flat_map(|(_, outcome)| [outcome.sides.white, outcome.sides.black]);
            self.seconds_before += sides.map(|side| side.time.as_secs_f64()).sum::<f64>();
        }
        self.runs.push((contest.conditions(), progress.run));
        let (steps, done) = (progress.standings.scheduled(), progress.standings.games());
        (self.tell)(Progress::Started { what: "games", steps, done });
        if done == steps {
            return Ok(progress.standings);
        }
        let runner = Runner { contest, store: self.store, concurrency: self.concurrency, stop: self.stop };
        let tell = &mut self.tell;
        let standings = runner.run(progress, &mut |event, standings| {
            if let arena::ContestEvent::Finished(..) = event {
                tell(Progress::Done(standings.games()));
            }
        })?;
        if standings.games() < standings.scheduled() { Err(LabError::Stopped) } else { Ok(standings) }
    }

    fn progress(&self, contest: &Contest) -> Result<arena::ContestState, LabError> {
        let mut store = self.store.lock().unwrap_or_else(PoisonError::into_inner);
        // What was played in this sitting, whatever else the store has.
        if let Some(run) = self.run_of(contest) {
            return Ok(contest.state(&store, run)?);
        }
        match contest.find(&store)?.filter(|_| self.resume == Resume::GoOn) {
            Some(found) => Ok(found.state),
            None => Ok(contest.begin(&mut store)?),
        }
    }

    /// The threads for work that is not a contest.
    #[must_use]
    pub fn pool(&self) -> ThreadPool<'a> {
        ThreadPool { threads: self.concurrency, stop: self.stop }
    }

    /// Makes the games of a run that is not a contest, those that are not there yet, and gives all by their numbers. Each is
    /// in the store before the next is taken; every thread has a worker of its own, and a job that was broken off returns
    /// `None`.
    ///
    /// # Errors
    /// When a game cannot be made or kept, or somebody stops it.
    pub fn make<W>(
        &mut self,
        run: &RunPlan<'_>,
        numbers: &[u64],
        new_worker: impl Fn() -> W + Sync,
        work: impl Fn(&mut W, u64) -> Option<Result<NewGame, LabError>> + Sync,
    ) -> Result<BTreeMap<u64, NewGame>, LabError> {
        let (id, mut games) = self.games_of(run)?;
        let open: Vec<u64> = numbers.iter().copied().filter(|number| !games.contains_key(number)).collect();
        let steps = numbers.len() as u64;
        (self.tell)(Progress::Started { what: run.what, steps, done: steps - open.len() as u64 });
        let (store, pool, tell) = (self.store, self.pool(), &mut self.tell);
        let mut failure = None;
        let mut left = open.len() as u64;
        pool.run_in_order(
            0..left,
            new_worker,
            |worker, index| work(worker, open[index as usize]),
            |index, game| {
                let number = open[index as usize];
                let kept = game.and_then(|mut game| {
                    let seed = arena::mix(0, number) >> 1;
                    game.run = Some(store::Slot { run: id, slot: number, seed });
                    let store = &mut *store.lock().unwrap_or_else(PoisonError::into_inner);
                    match store.add_game(&game) {
                        Ok(_) => Ok(game),
                        // Another process has made it meanwhile.
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
                tell(Progress::Done(steps - left));
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

    /// A run with the games of earlier sittings by their numbers, if they count.
    fn games_of(&self, run: &RunPlan<'_>) -> Result<(RunId, BTreeMap<u64, NewGame>), LabError> {
        let mut store = self.store.lock().unwrap_or_else(PoisonError::into_inner);
        let found = match self.resume {
            Resume::GoOn => store.find_run(run.kind, &run.conditions)?,
            Resume::Anew => None,
        };
        let Some(found) = found else {
            return Ok((store.begin_run(run.kind, &run.conditions)?, BTreeMap::new()));
        };
        let mut games = BTreeMap::new();
        for summary in store.run_games(found.id)? {
            if let Some(slot) = summary.run {
                games.insert(slot.slot, store.game(summary.id)?.record);
            }
        }
        Ok((found.id, games))
    }

    /// Does the same work on many things, on all cores at once; the answers stand in the order of the things.
    ///
    /// # Errors
    /// When somebody stops it.
    pub fn each<T: Sync, R: Send>(
        &mut self,
        what: &str,
        things: &[T],
        work: impl Fn(&T) -> R + Sync,
    ) -> Result<Vec<R>, LabError> {
        self.begin(what, things.len() as u64);
        let next = AtomicUsize::new(0);
        let (sender, receiver) = mpsc::channel();
        let mut answers: Vec<Option<R>> = things.iter().map(|_| None).collect();
        std::thread::scope(|scope| {
            for _ in 0..self.concurrency.clamp(1, things.len().max(1)) {
                let (sender, next, work, stop) = (sender.clone(), &next, &work, self.stop);
                scope.spawn(move || {
                    while !stop.is_set() {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        let Some(thing) = things.get(index) else { return };
                        // Nobody listens only where this thread's scope has ended already.
                        let _ = sender.send((index, work(thing)));
                    }
                });
            }
            drop(sender);
            for (done, (index, answer)) in (1..).zip(receiver) {
                answers[index] = Some(answer);
                (self.tell)(Progress::Done(done));
            }
        });
        answers.into_iter().collect::<Option<Vec<R>>>().ok_or(LabError::Stopped)
    }

    /// Says that a part begins which is not games.
    pub fn begin(&mut self, what: &str, steps: u64) {
        (self.tell)(Progress::Started { what, steps, done: 0 });
    }

    /// Says how far that part is.
    ///
    /// # Errors
    /// When somebody wants it to stop.
    pub fn done(&mut self, steps: u64) -> Result<(), LabError> {
        (self.tell)(Progress::Done(steps));
        if self.stop.is_set() { Err(LabError::Stopped) } else { Ok(()) }
    }
}
