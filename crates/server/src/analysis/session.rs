//! One socket's analysis: a new one replaces the old, and it ends with its socket.
//!
//! The search runs on a thread of its own and puts its reports into the socket's outbox, where the newest takes the place
//! of an older one: a client that reads slowly never blocks it. What it thinks in the end is kept with the game.

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use agents::host::analysis::describe;
use agents::{Agent, AgentSpec, Task};
use amazons::{AnyPosition, Game};
use store::GameId;
use thought::{Control, Limits, Observer, Report};
use tokio::runtime::Handle;
use wire::analysis::Answer;

use super::memory::MemoryShare;
use super::scheduler::{Permit, Priority};
use crate::api::{AnalyseRequest, ServerMessage};
use crate::error::AppError;
use crate::outbox::{Outbox, Topic};
use crate::state::AppState;
use crate::view;

/// The most lines that are told.
const LINES: u32 = 5;
/// Of how many moves the value is told, for the squares that a move goes through.
const VALUED: u32 = 60;
/// How long an analysis thinks if nobody says, and at most.
const USUAL: Duration = Duration::from_secs(5 * 60);
const LONGEST: Duration = Duration::from_secs(60 * 60);
/// How often it is told what was found.
const INTERVAL: Duration = Duration::from_millis(250);
/// The most threads of one analysis: more make it stronger, but others wait longer for their turn.
const THREADS: usize = 4;
/// The simulations after which a player ends whose tree knows no other bound: some hundred mebibytes.
const PLAYOUTS: u64 = 1_000_000;

/// What thinks for one socket. Dropping it stops the thinking.
#[derive(Debug)]
pub(crate) struct AnalysisSession {
    outbox: Outbox,
    running: Option<(String, Control)>,
    /// Which analysis may speak: one that was replaced has nothing to say any more.
    current: Arc<Mutex<u64>>,
}

impl AnalysisSession {
    /// An analyst that tells a socket what it finds.
    #[must_use]
    pub(crate) fn new(outbox: Outbox) -> Self {
        Self { outbox, running: None, current: Arc::default() }
    }

    /// Begins to think about a position instead of what it thought about before.
    ///
    /// # Errors
    /// When the request makes no sense, or too many think at once.
    pub(crate) fn analyse(&mut self, state: &AppState, request: AnalyseRequest) -> Result<(), AppError> {
        let order = Order::read(state, &request)?;
        // The old one first: its memory is needed.
        let number = self.silence();
        let share = state.memory.reserve().ok_or_else(|| {
            AppError::busy(
                "too many analyses run at once on this server: stop one, or close a page that has one",
            )
        })?;
        let control = Control::new();
        let voice = Voice {
            id: request.id.clone(),
            outbox: self.outbox.clone(),
            number,
            current: Arc::clone(&self.current),
        };
        let thinker = Thinker {
            state: state.clone(),
            runtime: Handle::current(),
            order,
            voice,
            control: control.clone(),
            share,
        };
        let spawned = std::thread::Builder::new().name("analysis".to_owned()).spawn(move || thinker.think());
        spawned.map_err(|error| AppError::internal(&error))?;
        self.running = Some((request.id, control));
        Ok(())
    }

    /// Stops an analysis, if it is the one that runs.
    pub(crate) fn stop(&mut self, id: &str) {
        if self.running.as_ref().is_some_and(|(running, _)| running == id) {
            self.silence();
        }
    }

    /// Ends what runs; nothing more is heard of it. Gives the number of the next.
    fn silence(&mut self) -> u64 {
        let mut current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        *current += 1;
        self.outbox.discard(Topic::Analysis);
        if let Some((_, control)) = self.running.take() {
            control.stop();
        }
        *current
    }
}

impl Drop for AnalysisSession {
    fn drop(&mut self) {
        self.silence();
    }
}

/// What is to be thought about, checked.
struct Order {
    position: AnyPosition,
    spec: AgentSpec,
    /// What the player is called by whoever asked.
    agent: String,
    lines: u32,
    time: Duration,
    /// Where what is found in the end is kept.
    place: Option<(GameId, u32)>,
}

impl Order {
    fn read(state: &AppState, request: &AnalyseRequest) -> Result<Self, AppError> {
        let position = view::read_fen(&request.fen)?;
        let lines = request.lines.unwrap_or(1);
        if !(1..=LINES).contains(&lines) {
            return Err(AppError::field("lines", format!("lines may be 1 to {LINES}, not {lines}")));
        }
        let agent = request.agent.clone().unwrap_or_else(|| "otrera".to_owned());
        let spec = view::read_agent(&agent, state.cores.total())?;
        let time = match request.seconds {
            None => USUAL,
            Some(seconds) if seconds > 0.0 && seconds <= LONGEST.as_secs_f64() => {
                Duration::from_secs_f64(seconds)
            }
            Some(seconds) => {
                let words =
                    format!("seconds may be above 0 and at most {}, not {seconds}", LONGEST.as_secs());
                return Err(AppError::field("seconds", words));
            }
        };
        let place = match (request.game, request.node) {
            (Some(game), Some(node)) => Some((GameId(game), node)),
            (None, None) => None,
            _ => return Err(AppError::field("node", "a game and a node of it belong together: say both")),
        };
        Ok(Self { position, spec, agent, lines, time, place })
    }

    /// The player with as much of the machine as it may have, and its threads.
    fn player(&self, cores: usize, mebibytes: usize) -> (Box<dyn Agent>, usize) {
        let mut spec = self.spec.clone();
        if let Some(asked) = spec.hash() {
            let _ = spec.set("hash", &mebibytes.min(asked).to_string());
        }
        // One thread is the default.
        let threads = if spec.threads() > 1 { spec.threads() } else { THREADS }.min(cores);
        // A player without these parameters refuses them.
        let _ = spec.set("threads", &threads.to_string());
        let _ = spec.set("multipv", &VALUED.to_string());
        (spec.agent(), spec.threads())
    }

    fn limits(&self) -> Limits {
        match self.spec.hash() {
            Some(_) => Limits::NONE,
            None => Limits::playouts(PLAYOUTS),
        }
    }
}

/// Speaks to a socket as long as its analysis is the current one.
struct Voice {
    id: String,
    outbox: Outbox,
    number: u64,
    current: Arc<Mutex<u64>>,
}

impl Voice {
    fn say(&self, topic: Topic, message: &ServerMessage) {
        let current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        if *current == self.number {
            self.outbox.put(topic, message);
        }
    }
}

/// The thread that thinks.
struct Thinker {
    state: AppState,
    runtime: Handle,
    order: Order,
    voice: Voice,
    control: Control,
    share: MemoryShare,
}

impl Thinker {
    fn think(self) {
        let cores = &self.state.cores;
        let (mut agent, threads) = self.order.player(cores.total(), self.share.mebibytes);
        let Some(permit) = cores.acquire(Priority::Analysis, threads, &self.control) else { return };
        agent.new_game(0);
        let mut teller = Teller {
            order: &self.order,
            voice: &self.voice,
            control: &self.control,
            permit,
            clock: Clock { spent: Duration::ZERO, since: Instant::now() },
            before: (0, 0),
            told: None,
            last: Report::default(),
            pause: Pause::None,
        };
        let game = Game::new(self.order.position);
        loop {
            teller.pause = Pause::None;
            let decided = agent.decide(&game, Task::new(&self.order.limits(), &self.control, &mut teller));
            match decided {
                Ok(decision) => {
                    if teller.pause == Pause::LockedGame && teller.rest().is_continue() {
                        continue;
                    }
                    teller.last = teller.whole(&decision.report);
                }
                // There is nothing to think about.
                Err(agents::AgentError::GameOver) => {}
                Err(error) => {
                    let (id, error) = (Some(self.voice.id.clone()), error.to_string());
                    self.voice.say(Topic::AnalysisError, &ServerMessage::Refused { id, error });
                }
            }
            break;
        }
        let last = std::mem::take(&mut teller.last);
        // Others may think while this is written.
        drop(teller);
        let answer = describe::meanwhile(&self.voice.id, &self.order.position, &last);
        let answer = Answer { is_during_search: false, ..answer };
        let message = ServerMessage::Analysis(Box::new(answer));
        self.voice.say(Topic::Analysis, &message);
        self.keep(&last);
    }

    /// Keeps what was found with the game, if the node is still there and still this position.
    fn keep(&self, report: &Report) {
        let (position, agent) = (self.order.position, &self.order.agent);
        let found = super::evaluation(report, &position, agent);
        let Some((id, node)) = self.order.place else { return };
        let state = &self.state;
        let kept = self.runtime.block_on(state.store.write(move |store| {
            let is_it = |there: &store::TreeNode| there.id == node && there.position.key() == position.key();
            match store.game(id)?.record.tree().iter().any(is_it) {
                true => store.keep_evaluation(id, node, &found),
                false => Ok(false),
            }
        }));
        match kept {
            Ok(true) => {
                // Whoever watches sees it; that nobody does is no fault.
                let _ = self.runtime.block_on(state.games.changed(state, id.0));
            }
            Ok(false) => {}
            Err(refusal) => tracing::warn!("what was thought of game {id} is not kept: {refusal}"),
        }
    }
}

/// Why a search was broken off.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pause {
    /// It was not.
    None,
    /// It is somebody else's turn.
    LockedGame,
    /// Its time is over.
    Time,
}

/// The time spent thinking; waiting for a turn does not count.
struct Clock {
    spent: Duration,
    since: Instant,
}

impl Clock {
    fn read(&self) -> Duration {
        self.spent + self.since.elapsed()
    }

    fn stop(&mut self) {
        self.spent = self.read();
    }

    fn start(&mut self) {
        self.since = Instant::now();
    }
}

/// Hears what is found, tells it now and then, and lets others have their turn.
struct Teller<'a> {
    order: &'a Order,
    voice: &'a Voice,
    control: &'a Control,
    permit: Permit,
    clock: Clock,
    /// Nodes and simulations of earlier turns.
    before: (u64, u64),
    told: Option<Instant>,
    /// The last report, with earlier turns counted in.
    last: Report,
    pause: Pause,
}

impl Teller<'_> {
    /// A report with what earlier turns took; beyond the lines that were asked for only moves and their values.
    fn whole(&self, report: &Report) -> Report {
        let (nodes, playouts) = self.before;
        let mut whole = Report {
            nodes: nodes + report.nodes,
            playouts: playouts + report.playouts,
            elapsed: self.clock.read(),
            ..report.clone()
        };
        whole.lines.iter_mut().skip(self.order.lines as usize).for_each(|line| line.moves.truncate(1));
        whole
    }

    /// Waits for the next turn of a search that was broken off for others.
    fn rest(&mut self) -> ControlFlow<()> {
        self.before = (self.last.nodes, self.last.playouts);
        self.wait()
    }

    fn wait(&mut self) -> ControlFlow<()> {
        self.clock.stop();
        let rested = self.permit.yield_now(self.control);
        self.clock.start();
        rested
    }
}

impl Observer for Teller<'_> {
    fn report(&mut self, report: &Report) -> ControlFlow<()> {
        self.last = self.whole(report);
        if self.told.is_none_or(|told| told.elapsed() >= INTERVAL) {
            self.told = Some(Instant::now());
            let answer = describe::meanwhile(&self.voice.id, &self.order.position, &self.last);
            self.voice.say(Topic::Analysis, &ServerMessage::Analysis(Box::new(answer)));
        }
        if self.control.is_stopped() {
            return ControlFlow::Break(());
        }
        if self.clock.read() >= self.order.time {
            self.pause = Pause::Time;
            return ControlFlow::Break(());
        }
        if !self.permit.should_yield() {
            return ControlFlow::Continue(());
        }
        if self.permit.count() > 1 {
            // The other threads do not hear of it: the search is broken off, and what it knows stays in its tree.
            self.pause = Pause::LockedGame;
            return ControlFlow::Break(());
        }
        self.wait()
    }
}
