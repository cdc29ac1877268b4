//! Plays and stores the games of experiments, and reports progress.

use std::collections::{BTreeMap, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use arena::{
    Contest, ContestError, EntrantError, OpeningError, PlannedGame, RunError, RunPlan, Runner, Standings,
    StopSignal, Threads, Workers,
};
use store::{GameRecord, RunId, Store, StoreError};
use thiserror::Error;
use training::{Existing, Flow, Progress, SelfPlay, ThreadPool, TrainingError};

use crate::cells::{Cells, Games};
use crate::conditions::Conditions;
use crate::findings::Statement;
use crate::game_file;
use crate::planned_run::PlannedRun;

/// How many statements of the papers the laboratory judges: their number, for a correction of the error.
pub const PAPER_STATEMENTS: usize = 96;

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
    /// No such experiment.
    #[error("no experiment is called {name:?}{hint}; `otrera lab list` lists them all")]
    NoExperiment {
        /// The name.
        name: String,
        /// One that is like it.
        hint: String,
    },
    /// A collection that is not there.
    #[error("the collection {} is not a file", .0.display())]
    Collection(PathBuf),
    /// A time where counts limit the players.
    #[error(
        "the time {0} has no meaning at the faithful scale, where counts limit players: choose the scale quick or paper"
    )]
    CountedScale(String),
    /// A time that cannot be read.
    #[error("the time {0:?}: expected one such as 500ms or 2s")]
    Time(String),
    /// Games that a judgement without play needs.
    #[error("{missing} games of {name} are not played: `otrera lab run` with --resume plays them")]
    GamesMissing {
        /// The contest's file of games.
        name: String,
        /// How many.
        missing: u64,
    },
    /// Results of another scale.
    #[error("{} holds a run of another scale: give another folder with --out", .0.display())]
    OtherScale(PathBuf),
    /// Results that a run from the start would replace.
    #[error("{} holds results: --resume goes on with them; move them away, or give another folder with --out, to begin anew", .0.display())]
    ResultsKept(PathBuf),
    /// Nothing is kept to judge by.
    #[error("{experiment} keeps no games and no measurements to judge again: `otrera lab run` makes it anew")]
    NothingKept {
        /// Which experiment.
        experiment: &'static str,
    },
    /// A result of other contests, or of a part of them.
    #[error(
        "the result of {experiment} is not one of all its contests as they are now: `otrera lab run` makes it anew"
    )]
    OtherContests {
        /// Which experiment.
        experiment: &'static str,
    },
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
    /// Who plays games.
    workers: Box<dyn Workers + 'a>,
    /// The threads for other work.
    concurrency: usize,
    stop: &'a StopSignal,
    /// Whether games of earlier sessions are used.
    resume: Resume,
    /// The runs of this session: two experiments may use the same games.
    runs: Vec<(String, RunId)>,
    /// Thinking time in games of earlier sessions.
    seconds_before: f64,
    /// Whether an experiment was stopped between two looks, and judged by the looks before.
    is_unfinished: bool,
    /// Whether games may be played, or only those of earlier sessions are judged.
    may_play: bool,
    report: &'a mut dyn FnMut(Progress<'_>),
    /// The folder with files of games that are used and written, if any.
    folder: Option<&'a Path>,
    /// The commit of the program.
    commit: &'a str,
}

/// A contest that was played until its statements were decided.
#[derive(Debug)]
pub(crate) struct Judged {
    /// All games.
    pub(crate) standings: Standings,
    /// Its cells.
    pub(crate) cells: Cells,
    /// The statements, each as of the look that decided it.
    pub(crate) statements: Vec<Statement>,
}

impl Judged {
    /// All games, with intervals of the confidence of a look.
    pub(crate) fn games(&self) -> Games<'_> {
        Games::new(&self.standings, &self.cells, self.cells.confidence())
    }
}

/// The game in a slot of a run.
pub(crate) fn game_in(store: &Store, run: RunId, number: u64) -> Result<Option<GameRecord>, StoreError> {
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
    /// A workbench for experiments one after another, which plays games and does other work on a number of threads.
    pub fn new(
        conditions: &'a Conditions,
        store: &'a Mutex<Store>,
        concurrency: usize,
        stop: &'a StopSignal,
        resume: Resume,
        report: &'a mut dyn FnMut(Progress<'_>),
    ) -> Self {
        let workers = Box::new(Threads::new(concurrency, stop));
        let (runs, seconds_before, folder, commit) = (Vec::new(), 0.0, None, "unknown");
        Self {
            conditions,
            store,
            workers,
            concurrency,
            stop,
            resume,
            runs,
            seconds_before,
            is_unfinished: false,
            may_play: true,
            report,
            folder,
            commit,
        }
    }

    /// The conditions.
    #[must_use]
    pub fn conditions(&self) -> &Conditions {
        self.conditions
    }

    /// The number of games that are played at once.
    pub fn concurrency(&mut self) -> usize {
        self.workers.width().max(1)
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

    /// Whether an experiment was stopped before its last look; asked once, it is forgotten.
    pub(crate) fn take_unfinished(&mut self) -> bool {
        std::mem::take(&mut self.is_unfinished)
    }

    /// Thinking time in games of earlier sessions that were used so far.
    #[must_use]
    pub fn seconds_before(&self) -> f64 {
        self.seconds_before
    }

    /// The same with games played by others than threads of this process.
    #[must_use]
    pub fn with_workers(self, workers: impl Workers + 'a) -> Self {
        Self { workers: Box::new(workers), ..self }
    }

    /// The same with a folder of games' results, which are used and written.
    #[must_use]
    pub fn with_folder(self, folder: &'a Path) -> Self {
        Self { folder: Some(folder), ..self }
    }

    /// The same with the commit of the program, which results name.
    #[must_use]
    pub fn with_commit(self, commit: &'a str) -> Self {
        Self { commit, ..self }
    }

    /// From now on no games are played: missing ones are an error.
    pub(crate) fn keep_to_finished_games(&mut self) {
        self.may_play = false;
    }

    /// The commit of the program.
    pub(crate) fn commit(&self) -> &'a str {
        self.commit
    }

    /// Plays a contest look by look until all statements that read its games are decided, or all its games are played. A cell
    /// ends when no undecided statement reads it; a statement keeps the verdict of the first look that decided it.
    ///
    /// # Errors
    /// When it cannot be played or stored, or is stopped.
    pub(crate) fn judge(
        &mut self,
        name: &str,
        contest: &Contest,
        cells: Cells,
        statements: impl Fn(Games<'_>) -> Vec<Statement>,
    ) -> Result<Judged, LabError> {
        contest.check()?;
        contest.check_programs()?;
        let mut judged: Vec<Statement> = Vec::new();
        for look in 0..cells.looks() {
            let is_wanted = |cell: usize| {
                look == 0
                    || judged.iter().any(|statement| !statement.is_decided() && statement.cells.has(cell))
            };
            match self.play_slots(name, contest, cells.slots(&contest.schedule(), look, is_wanted)) {
                Err(LabError::Stopped) if look > 0 => {
                    // What the looks so far have decided stays decided.
                    self.is_unfinished = true;
                    break;
                }
                played => played?,
            }
            let view = cells.up_to(contest, &self.state(name, contest)?.standings, look);
            let seen = statements(Games::new(&view, &cells, cells.confidence()));
            // The verdicts if the error is shared among all statements of the papers.
            let strict = cells.confidence().shared_by(PAPER_STATEMENTS);
            let strict = statements(Games::new(&view, &cells, strict));
            if judged.is_empty() {
                judged = vec![Statement::default(); seen.len()];
            }
            for ((kept, new), strict) in judged.iter_mut().zip(seen).zip(strict) {
                if !kept.is_decided() {
                    *kept = Statement { is_robust: new.is_decided().then_some(false), ..new };
                }
                if kept.verdict == strict.verdict && kept.is_decided() {
                    kept.is_robust = Some(true);
                }
            }
        }
        let standings = self.state(name, contest)?.standings;
        Ok(Judged { standings, cells, statements: judged })
    }

    /// Plays the missing games of some slots.
    fn play_slots(&mut self, name: &str, contest: &Contest, slots: Vec<u64>) -> Result<(), LabError> {
        let state = self.state(name, contest)?;
        if self.run_of(contest).is_none() {
            let sides =
                state.standings.results().flat_map(|(_, outcome)| [outcome.sides.white, outcome.sides.black]);
            self.seconds_before += sides.map(|side| side.time.as_secs_f64()).sum::<f64>();
            self.runs.push((contest.conditions().to_string(), state.run));
        }
        let is_missing = |slot: &&u64| !state.standings.has(**slot);
        let (before, missing) = (state.standings.games(), slots.iter().filter(is_missing).count() as u64);
        (self.report)(Progress::Started { what: "games", steps: before + missing, done: before });
        if missing == 0 {
            return self.save_results(name, contest, &state.standings);
        }
        if !self.may_play {
            return Err(LabError::GamesMissing { name: name.to_owned(), missing });
        }
        let runner = Runner { contest, store: self.store, stop: self.stop };
        let (workers, report) = (self.workers.as_mut(), &mut self.report);
        let standings = runner.run_slots(state, slots, workers, &mut |event, standings| {
            if let arena::ContestEvent::Finished(..) = event {
                report(Progress::Done(standings.games()));
            }
        })?;
        self.save_results(name, contest, &standings)?;
        if standings.games() < before + missing { Err(LabError::Stopped) } else { Ok(()) }
    }

    /// Writes the results of all games of a contest beside the findings, if there is a folder for them.
    fn save_results(&self, name: &str, contest: &Contest, standings: &Standings) -> Result<(), LabError> {
        let Some(folder) = self.folder else { return Ok(()) };
        game_file::save(&game_file::path_of(folder, name), contest, standings)
    }

    /// The run of a contest and its games: those of the store, and those of its file of results.
    fn state(&self, name: &str, contest: &Contest) -> Result<arena::ContestState, LabError> {
        let file = self.folder.map(|folder| game_file::path_of(folder, name));
        let is_first = self.resume == Resume::Restart && self.run_of(contest).is_none();
        // Experiments share contests: those of another one would be lost too.
        if let Some(file) = file.as_ref().filter(|file| is_first && file.exists()) {
            return Err(LabError::ResultsKept(file.clone()));
        }
        let mut state = {
            let mut store = self.store.lock().unwrap_or_else(PoisonError::into_inner);
            // A run of this session comes first.
            match self.run_of(contest) {
                Some(run) => contest.state(&store, run)?,
                None => match contest.find(&store)?.filter(|_| self.resume == Resume::Continue) {
                    Some(found) => found.state,
                    None => contest.begin(&mut store)?,
                },
            }
        };
        if let Some(file) = file.filter(|_| self.resume == Resume::Continue) {
            state.standings.extend(game_file::load(&file, contest)?);
        }
        Ok(state)
    }

    /// Plays the missing games of a planned run that is not a contest; returns all of its games by their numbers.
    ///
    /// # Errors
    /// When a game cannot be played or stored, or the run is stopped.
    pub(crate) fn play_planned(
        &mut self,
        what: &str,
        plan: RunPlan,
        numbers: &[u64],
        planned: &dyn Fn(u64) -> Result<PlannedGame, LabError>,
    ) -> Result<BTreeMap<u64, GameRecord>, LabError> {
        let (id, games) = self.games_of(&plan.kind, &plan.conditions)?;
        let open =
            numbers.iter().copied().filter(|number| !games.contains_key(number)).collect::<VecDeque<_>>();
        let steps = (games.len() + open.len()) as u64;
        (self.report)(Progress::Started { what, steps, done: games.len() as u64 });
        let plan = Arc::new(plan);
        let mut run =
            PlannedRun { store: self.store, id, plan, planned, open, games, report: &mut *self.report };
        arena::dispatch(&mut run, self.workers.as_mut(), self.stop)?;
        let games = run.games;
        if (games.len() as u64) < steps {
            return Err(LabError::Stopped);
        }
        self.store.lock().unwrap_or_else(PoisonError::into_inner).finish_run(id)?;
        Ok(games)
    }

    /// Writes a file of self-play, or continues it.
    ///
    /// # Errors
    /// When it cannot be written, or is stopped.
    pub(crate) fn write_selfplay(
        &mut self,
        selfplay: &SelfPlay,
        path: &Path,
        games: u64,
    ) -> Result<(), LabError> {
        self.begin("games of self-play", games);
        let (workers, report) = (self.workers.as_mut(), &mut self.report);
        let done = |games| report(Progress::Done(games));
        match selfplay.write(path, games, Existing::Resume, workers, self.stop, done) {
            Ok(_) => Ok(()),
            Err(TrainingError::Stopped) => Err(LabError::Stopped),
            Err(error) => Err(error.into()),
        }
    }

    /// The threads for work that is not played in units.
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
        let (id, mut games) = self.games_of(run.kind, &run.conditions)?;
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
    fn games_of(&self, kind: &str, conditions: &str) -> Result<(RunId, BTreeMap<u64, GameRecord>), LabError> {
        let mut store = self.store.lock().unwrap_or_else(PoisonError::into_inner);
        let found = match self.resume {
            Resume::Continue => store.find_run(kind, conditions)?,
            Resume::Restart => None,
        };
        let Some(found) = found else {
            return Ok((store.begin_run(kind, conditions)?, BTreeMap::new()));
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
        let mut results = Vec::with_capacity(items.len());
        self.map_each(
            what,
            items,
            |item| Some(work(item)),
            |_, result| {
                results.push(result);
                Ok(())
            },
        )?;
        Ok(results)
    }

    /// The same, with each result consumed as soon as it and all before it are there; a job that broke off returns `None`.
    ///
    /// # Errors
    /// When a result cannot be kept, or it is stopped.
    pub(crate) fn map_each<T: Sync, R: Send>(
        &mut self,
        what: &str,
        items: &[T],
        work: impl Fn(&T) -> Option<R> + Sync,
        mut keep: impl FnMut(usize, R) -> Result<(), LabError>,
    ) -> Result<(), LabError> {
        self.begin(what, items.len() as u64);
        let (pool, report) = (self.pool(), &mut self.report);
        let (mut done, mut failure) = (0, None);
        pool.run_in_order(
            0..items.len() as u64,
            || (),
            |(), index| work(&items[index as usize]),
            |index, result| {
                if let Err(error) = keep(index as usize, result) {
                    failure = Some(error);
                    return Flow::Stop;
                }
                done += 1;
                report(Progress::Done(done));
                Flow::Continue
            },
        );
        match failure {
            Some(error) => Err(error),
            None if done < items.len() as u64 => Err(LabError::Stopped),
            None => Ok(()),
        }
    }

    /// The folder of results, if there is one.
    pub(crate) fn folder(&self) -> Option<&'a Path> {
        self.folder
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

#[cfg(test)]
mod tests;
