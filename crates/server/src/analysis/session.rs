//! The analysis of one WebSocket: a new one replaces the old one, and it ends with its socket.
//!
//! The searches run on a thread of the socket, which puts its reports into the outbox, where a newer report replaces an older
//! one: a client that reads slowly never blocks a search. The last report is stored with the game.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use agents::jobs::{Job, JobQueue};
use agents::{Agent, AgentError, AgentSpec, Task};
use amazons::{AnyPosition, Game};
use store::GameId;
use thought::{Control, Limits, Observer, Report};
use tokio::runtime::Handle;
use wire::analysis::Answer;

use crate::api::{AnalyseRequest, ServerMessage};
use crate::capacity::{ASK_INTERVAL, Client, MemoryShare, Permit, Purpose, Want};
use crate::error::AppError;
use crate::feed::{Outbox, Topic};
use crate::state::AppState;
use crate::view;

/// The most lines of a report.
const MAX_LINES: u32 = 5;
/// The number of moves whose value is reported: so many that every square an amazon can step to has one on the board.
const MAX_MOVES: u32 = 500;
/// The time of an analysis: default and maximum.
const DEFAULT_TIME: Duration = Duration::from_secs(5 * 60);
const MAX_TIME: Duration = Duration::from_secs(60 * 60);
/// The interval between reports.
const INTERVAL: Duration = Duration::from_millis(250);
/// The time until the first report: everybody who waits gets something soon.
const FIRST_INTERVAL: Duration = Duration::from_millis(10);
/// The most threads of one analysis: with more other searches wait longer.
const MAX_THREADS: usize = 4;
/// Why an analysis was ended.
const OTHERS_WAIT: &str = "others wait for the engine, so this analysis has ended: start it again to go on";
/// The memory of one analysis, in mebibytes.
const MEMORY: Want = Want { most: 128, can_end: true };

/// Runs the analyses of one socket. Dropping it stops them.
#[derive(Debug)]
pub(crate) struct AnalysisSession {
    outbox: Outbox,
    /// The id of the last analysis.
    id: Option<String>,
    /// The queue of the thread, which starts with the first analysis.
    queue: Option<Arc<JobQueue<AnalysisRequest>>>,
}

impl AnalysisSession {
    /// A session that reports to an outbox.
    pub(crate) fn new(outbox: Outbox) -> Self {
        Self { outbox, id: None, queue: None }
    }

    /// Starts an analysis in place of the running one.
    ///
    /// # Errors
    /// When the request is invalid.
    pub(crate) fn analyse(&mut self, state: &AppState, request: AnalyseRequest) -> Result<(), AppError> {
        let request = AnalysisRequest::parse(state, request)?;
        self.cancel();
        self.id = Some(request.id.clone());
        self.queue(state)?.push(request);
        Ok(())
    }

    /// Stops an analysis, if it is the last one.
    pub(crate) fn stop(&mut self, id: &str) {
        if self.id.as_deref() == Some(id) {
            self.cancel();
        }
    }

    /// Stops the analysis, which then reports nothing more.
    fn cancel(&mut self) {
        self.id = None;
        if let Some(queue) = &self.queue {
            queue.cancel(|_| true);
        }
        // After the stop, because the outbox takes no report of a stopped analysis.
        self.outbox.discard(Topic::Queued);
        self.outbox.discard(Topic::Analysis);
    }

    /// The queue of the thread, which is spawned if there is none.
    fn queue(&mut self, state: &AppState) -> Result<&JobQueue<AnalysisRequest>, AppError> {
        if self.queue.is_none() {
            let queue = Arc::new(JobQueue::default());
            let worker = Worker {
                state: state.clone(),
                runtime: Handle::current(),
                client: Client::current().unwrap_or_else(Client::unknown),
                outbox: self.outbox.clone(),
            };
            let jobs = Arc::clone(&queue);
            let thread = std::thread::Builder::new().name("analysis".to_owned());
            thread.spawn(move || worker.run(&jobs)).map_err(|error| AppError::internal(&error))?;
            self.queue = Some(queue);
        }
        Ok(self.queue.as_ref().expect("the thread was just spawned"))
    }
}

impl Drop for AnalysisSession {
    fn drop(&mut self) {
        self.cancel();
        if let Some(queue) = &self.queue {
            queue.close();
        }
    }
}

/// A valid request.
#[derive(Debug)]
struct AnalysisRequest {
    id: String,
    position: AnyPosition,
    spec: AgentSpec,
    /// The name of the player in the request.
    agent: String,
    lines: u32,
    time: Duration,
    /// The game and the node with which the result is stored.
    node: Option<(GameId, u32)>,
}

impl AnalysisRequest {
    fn parse(state: &AppState, request: AnalyseRequest) -> Result<Self, AppError> {
        let position = view::read_fen(&request.fen)?;
        let lines = request.lines.unwrap_or(1);
        if !(1..=MAX_LINES).contains(&lines) {
            return Err(AppError::field("lines", format!("lines must be 1 to {MAX_LINES}, not {lines}")));
        }
        let agent = request.agent.unwrap_or_else(|| "otrera".to_owned());
        let spec = view::read_agent(&agent, state.cores.total())?;
        let time = match request.seconds {
            None => DEFAULT_TIME,
            Some(seconds) if seconds > 0.0 && seconds <= MAX_TIME.as_secs_f64() => {
                Duration::from_secs_f64(seconds)
            }
            Some(seconds) => {
                let message =
                    format!("seconds must be above 0 and at most {}, not {seconds}", MAX_TIME.as_secs());
                return Err(AppError::field("seconds", message));
            }
        };
        let node = match (request.game, request.node) {
            (Some(game), Some(node)) => Some((GameId(game), node)),
            (None, None) => None,
            _ => return Err(AppError::field("node", "expected both game and node, or neither of them")),
        };
        Ok(Self { id: request.id, position, spec, agent, lines, time, node })
    }

    /// The player with its threads and memory, the number of threads, and the limits.
    fn player(&self, cores: usize, memory: &MemoryShare) -> (Box<dyn Agent>, usize, Limits) {
        let (mut spec, mut limits) = (self.spec.clone(), Limits::NONE);
        memory.limit(&mut spec, &mut limits);
        // One thread is the default.
        let threads = if spec.threads() > 1 { spec.threads() } else { MAX_THREADS }.min(cores);
        // A player without these parameters rejects them.
        let _ = spec.set("threads", &threads.to_string());
        let _ = spec.set("multipv", &MAX_MOVES.to_string());
        (spec.agent(), spec.threads(), limits)
    }
}

/// The thread of a socket.
struct Worker {
    state: AppState,
    runtime: Handle,
    client: Client,
    outbox: Outbox,
}

impl Worker {
    fn run(&self, queue: &JobQueue<AnalysisRequest>) {
        while let Some(job) = queue.pop() {
            if let Some((last, reason)) = self.search(&job) {
                let request = &job.task;
                let answer = Answer::partial(&request.id, &request.position, &last);
                let answer = Answer { is_during_search: false, ..answer };
                let message = ServerMessage::Analysis(Box::new(answer));
                self.send(&job.control, Topic::Analysis, &message);
                if let Some(reason) = reason {
                    self.refuse(request, &job.control, reason);
                }
                self.store(request, &last);
            }
        }
    }

    /// Searches until the time is over, the position is solved or the analysis is stopped; returns the last report, and why it
    /// ended too early if it did.
    fn search(&self, job: &Job<AnalysisRequest>) -> Option<(Report, Option<String>)> {
        let (request, control) = (&job.task, &job.control);
        let tell = |place: usize| {
            let message = ServerMessage::Queued { id: request.id.clone(), place: place as u32 };
            self.send(control, Topic::Queued, &message);
        };
        let memory = self.state.reserve(&self.client, MEMORY, control, tell)?;
        let cores = &self.state.cores;
        let (mut agent, threads, limits) = request.player(cores.total(), &memory);
        let permit = cores.acquire_telling(&self.client, Purpose::Study, threads, control, tell)?;
        agent.new_game(0);
        let mut observer = Reporter::new(self, request, control, permit, memory);
        let game = Game::new(request.position);
        loop {
            observer.is_yielding = false;
            let reason = match agent.decide(&game, Task::new(&limits, control, &mut observer)) {
                Ok(decision) => {
                    if observer.is_yielding && observer.resume().is_continue() {
                        continue;
                    }
                    observer.last = observer.total(&decision.report);
                    observer.memory.is_ending().then(|| OTHERS_WAIT.to_owned())
                }
                Err(AgentError::GameOver) => None,
                Err(error) => Some(error.to_string()),
            };
            return Some((observer.last, reason));
        }
    }

    fn refuse(&self, request: &AnalysisRequest, control: &Control, error: String) {
        let message = ServerMessage::Refused { id: Some(request.id.clone()), game: None, error };
        self.send(control, Topic::AnalysisError, &message);
    }

    fn send(&self, control: &Control, topic: Topic, message: &ServerMessage) {
        self.outbox.put_unless(topic, message, || control.is_stopped());
    }

    /// Stores the result with the game, if the node exists and still has this position.
    fn store(&self, request: &AnalysisRequest, report: &Report) {
        let (position, agent) = (request.position, &request.agent);
        let found = super::evaluation(report, &position, agent);
        let Some((id, node)) = request.node else { return };
        let state = &self.state;
        let stored = self.runtime.block_on(state.store.write(move |store| {
            let is_it = |there: &store::TreeNode| there.id == node && there.position.key() == position.key();
            let stored = store.game(id)?;
            match stored.annotations.study.tree(&stored.game).iter().any(is_it) {
                true => store.keep_evaluation(id, node, &found),
                false => Ok(false),
            }
        }));
        match stored {
            Ok(true) => {
                // The game may have been deleted meanwhile.
                let _ = self.runtime.block_on(state.games.changed(state, id.0));
            }
            Ok(false) => {}
            Err(error) => tracing::warn!("cannot store the analysis of game {id}: {error}"),
        }
    }
}

/// The time spent in a search, without the waits for cores.
struct Stopwatch {
    spent: Duration,
    since: Instant,
}

impl Stopwatch {
    fn elapsed(&self) -> Duration {
        self.spent + self.since.elapsed()
    }
}

/// Sends reports at an interval and yields the cores to other searches.
struct Reporter<'a> {
    worker: &'a Worker,
    request: &'a AnalysisRequest,
    control: &'a Control,
    permit: Permit,
    memory: MemoryShare,
    stopwatch: Stopwatch,
    /// The nodes and playouts before the last interruption.
    before: (u64, u64),
    sent: Option<Instant>,
    /// The last report, with the counts of all slices.
    last: Report,
    /// Whether the search was interrupted because another one gets its cores.
    is_yielding: bool,
}

impl<'a> Reporter<'a> {
    fn new(
        worker: &'a Worker,
        request: &'a AnalysisRequest,
        control: &'a Control,
        permit: Permit,
        memory: MemoryShare,
    ) -> Self {
        let stopwatch = Stopwatch { spent: Duration::ZERO, since: Instant::now() };
        let (before, last) = ((0, 0), Report::default());
        Self {
            worker,
            request,
            control,
            permit,
            memory,
            stopwatch,
            before,
            sent: None,
            last,
            is_yielding: false,
        }
    }

    /// A report with the counts of all slices. The lines beyond those of the request are cut to their first move.
    fn total(&self, report: &Report) -> Report {
        let (nodes, playouts) = self.before;
        let mut total = Report {
            nodes: nodes + report.nodes,
            playouts: playouts + report.playouts,
            elapsed: self.stopwatch.elapsed(),
            ..report.clone()
        };
        total.lines.iter_mut().skip(self.request.lines as usize).for_each(|line| line.moves.truncate(1));
        total
    }

    /// Waits for the cores of a search that was interrupted.
    fn resume(&mut self) -> ControlFlow<()> {
        self.before = (self.last.nodes, self.last.playouts);
        self.yield_now()
    }

    fn yield_now(&mut self) -> ControlFlow<()> {
        self.stopwatch.spent = self.stopwatch.elapsed();
        let resumed = self.permit.yield_now();
        self.stopwatch.since = Instant::now();
        resumed
    }
}

impl Observer for Reporter<'_> {
    fn report(&mut self, report: &Report) -> ControlFlow<()> {
        self.last = self.total(report);
        if self.sent.is_none_or(|sent| sent.elapsed() >= INTERVAL) {
            self.sent = Some(Instant::now());
            let answer = Answer::partial(&self.request.id, &self.request.position, &self.last);
            let message = ServerMessage::Analysis(Box::new(answer));
            self.worker.send(self.control, Topic::Analysis, &message);
        }
        let is_over = self.stopwatch.elapsed() >= self.request.time || self.memory.is_ending();
        if self.control.is_stopped() || is_over {
            return ControlFlow::Break(());
        }
        if !self.permit.should_yield() {
            return ControlFlow::Continue(());
        }
        if self.permit.count() > 1 {
            // The other threads of the search do not call this: it is interrupted and resumed on its tree.
            self.is_yielding = true;
            return ControlFlow::Break(());
        }
        self.yield_now()
    }

    fn may_block(&self) -> bool {
        true
    }

    fn interval(&self) -> Duration {
        if self.sent.is_none() { FIRST_INTERVAL } else { ASK_INTERVAL }
    }
}
