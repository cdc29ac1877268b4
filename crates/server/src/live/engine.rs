//! The searches of engines, on threads of their own, within the cores that all searches share.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use agents::{AgentError, AgentSpec, Task};
use amazons::{AnyPosition, Color, Game};
use store::{Ending, GameEnd, Thought};
use thought::{Assessment, Control, Decision, GameClock, Limits, Report};
use tokio::runtime::Handle;
use tokio::sync::oneshot;

use super::game::{Engine, RunningSearch, capital, lock};
use super::{LiveGame, LockedGame};
use crate::api::Hint;
use crate::capacity::{Client, GiveWay, MemoryShare, Purpose, Want};
use crate::error::AppError;
use crate::state::AppState;
use crate::view;

/// The limits of the search for a hint.
const HINT_LIMITS: Limits = Limits { nodes: Some(60_000), ..Limits::time(Duration::from_secs(3)) };

/// The interval of the check whether a game is still attended.
const ATTENDANCE_INTERVAL: Duration = Duration::from_secs(5);

/// The time after a move could not be stored until the engine searches again.
const RETRY_INTERVAL: Duration = Duration::from_secs(5);

/// The longest time after which a level answers a person who plays without a clock.
const MAX_PONDERING: Duration = Duration::from_secs(3);

/// The longest search for a move, independent of the clock: other searches wait for the cores.
const MAX_TIME: Duration = Duration::from_secs(10);

/// The most mebibytes of an engine at play whose tree has no limit of its own, and of a hint.
const MEMORY: usize = 64;

/// The most hints that one client waits for.
const MAX_HINTS: usize = 4;

/// A search to be done on a thread of its own.
struct Search {
    client: Client,
    purpose: Purpose,
    spec: AgentSpec,
    seed: u64,
    game: Game,
    limits: Limits,
    control: Control,
}

/// The result of a search, with the engine for the next one.
struct Found {
    engine: Engine,
    decision: Result<Decision, AgentError>,
    time: Duration,
}

impl LockedGame {
    /// Starts a search if an engine is to move, the game is attended, and no search runs.
    pub(super) fn start_search(&mut self) {
        let side = self.play.game.position().turn();
        let Some(plan) = &self.play.plan else { return };
        let may_move = !plan.is_paused || self.play.is_stepping;
        let Some(text) = plan.agents[side].clone().filter(|_| may_move) else { return };
        let answers_person = plan.agents[!side].is_none();
        let is_busy = lock(&self.live.search).is_some();
        if is_busy || !self.live.is_attended() || *self.state.closing().borrow() {
            return;
        }
        let number = self.play.searches + 1;
        self.play.searches = number;
        let control = Control::new();
        *lock(&self.live.search) = Some(RunningSearch { control: control.clone(), number });
        // The spec may come from a file: it has the same limits as one from the network.
        let spec = match view::read_agent(&text, self.state.cores.total()) {
            Ok(mut spec) => {
                spec.use_book();
                spec
            }
            Err(error) => {
                let (state, live) = (self.state.clone(), Arc::clone(&self.live));
                tokio::spawn(async move { fail(&state, live, number, side, error.to_string()).await });
                return;
            }
        };
        let search = Search {
            client: self.live.client(),
            purpose: if answers_person { Purpose::Play } else { Purpose::Study },
            limits: self.limits(&spec),
            spec,
            seed: self.live.seed ^ u64::from(side == Color::Black),
            game: self.play.game.clone(),
            control,
        };
        let kept = self.play.engines[side].take();
        let (state, live) = (self.state.clone(), Arc::clone(&self.live));
        let search = search.spawn(&self.state, {
            let (state, live, runtime) = (state.clone(), Arc::clone(&live), Handle::current());
            move |search| kept.or_else(|| search.engine(wait_for_memory(&state, &live, &runtime, search)?))
        });
        tokio::spawn(async move {
            match while_attended(&live, search).await {
                Ok(Some(found)) => play_found(&state, live, number, side, found).await,
                Ok(None) => {}
                Err(_) => fail(&state, live, number, side, "the engine panicked".to_owned()).await,
            }
        });
    }

    /// The time after the beginning of its turn at which an engine moves at the earliest.
    fn answer_time(&self, report: &Report) -> Duration {
        let Some(plan) = self.play.plan.as_ref().filter(|_| !self.play.is_stepping) else {
            return Duration::ZERO;
        };
        if plan.agents.white.is_some() && plan.agents.black.is_some() {
            return plan.pace;
        }
        if plan.pace.is_zero() || plan.clock.is_some() {
            return Duration::ZERO;
        }
        let position = self.play.game.position();
        let win_rate = Assessment::of_report(report, position).win_rate.unwrap_or(0.5);
        plan.pace + MAX_PONDERING.saturating_sub(plan.pace).mul_f64(difficulty(position, win_rate))
    }

    /// The limits of a search: the clock if there is one, else the engine's default.
    fn limits(&self, spec: &AgentSpec) -> Limits {
        let clock = self.play.plan.as_ref().and_then(|plan| plan.clock);
        let own = spec.default_limits();
        match clock.zip(self.play.left()) {
            None => Limits { time: Some(own.time.map_or(MAX_TIME, |time| time.min(MAX_TIME))), ..own },
            Some((clock, left)) => {
                let increment = amazons::ByColor { white: clock.increment, black: clock.increment };
                // Its default counts still apply; the time comes from the clock.
                Limits {
                    time: Some(MAX_TIME),
                    clock: Some(GameClock { left, increment, moves_to_go: None }),
                    ..own
                }
            }
        }
    }
}

/// How hard a position is to play, from 0 to 1: it is hardest in the middle game, where neither side has won yet.
fn difficulty(position: &AnyPosition, win_rate: f64) -> f64 {
    // Legal moves fall from 2,176 to none; a middle game has some four hundred.
    let middle = position.legal_moves().len() as f64 / 400.0;
    4.0 * win_rate * (1.0 - win_rate) * middle * (1.0 - middle).exp()
}

/// Waits for a search, and stops it when the game is no longer attended.
async fn while_attended(
    live: &LiveGame,
    mut search: oneshot::Receiver<Option<Found>>,
) -> Result<Option<Found>, oneshot::error::RecvError> {
    loop {
        tokio::select! {
            found = &mut search => return found,
            () = tokio::time::sleep(ATTENDANCE_INTERVAL) => {
                if !live.is_attended() {
                    live.stop_search();
                }
            }
        }
    }
}

impl Search {
    /// Searches on a new thread, with the engine that `engine` gives there. The result is `None` if the search was stopped
    /// before it began; the sender is dropped if it panicked or there is no thread.
    fn spawn(
        self,
        state: &AppState,
        engine: impl FnOnce(&Self) -> Option<Engine> + Send + 'static,
    ) -> oneshot::Receiver<Option<Found>> {
        let (sender, receiver) = oneshot::channel();
        let cores = state.cores.clone();
        let search = move || {
            let began = || {
                let engine = engine(&self)?;
                let permit = cores.acquire(&self.client, self.purpose, self.spec.threads(), &self.control)?;
                Some((engine, permit))
            };
            let Some((mut engine, permit)) = began() else {
                let _ = sender.send(None);
                return;
            };
            let (began, limits) = (Instant::now(), self.limits(&engine.memory));
            let mut observer = GiveWay(permit);
            let decided = catch_unwind(AssertUnwindSafe(|| {
                engine.agent.decide(&self.game, Task::new(&limits, &self.control, &mut observer))
            }));
            drop(observer);
            if let Ok(decision) = decided {
                let _ = sender.send(Some(Found { engine, decision, time: began.elapsed() }));
            }
        };
        if let Err(error) = std::thread::Builder::new().name("engine".to_owned()).spawn(search) {
            tracing::error!("cannot spawn a thread for an engine: {error}");
        }
        receiver
    }

    /// The most memory that its engine can use.
    fn want(&self) -> Want {
        Want { most: self.spec.hash().unwrap_or(MEMORY), can_end: false }
    }

    /// A new engine within some memory.
    fn engine(&self, memory: MemoryShare) -> Option<Engine> {
        let mut spec = self.spec.clone();
        memory.limit(&mut spec, &mut Limits::default());
        let mut agent = spec.agent();
        agent.new_game(self.seed);
        Some(Engine { agent, memory })
    }

    fn limits(&self, memory: &MemoryShare) -> Limits {
        let mut limits = self.limits;
        memory.limit(&mut self.spec.clone(), &mut limits);
        limits
    }
}

/// Waits for the memory of an engine, and tells the subscribers of the game its place in the queue.
fn wait_for_memory(
    state: &AppState,
    live: &Arc<LiveGame>,
    runtime: &Handle,
    search: &Search,
) -> Option<MemoryShare> {
    let show = |place: usize| {
        if live.place.swap(place as u32, Ordering::Relaxed) != place as u32 {
            let (state, id) = (state.clone(), live.id.0);
            runtime.spawn(async move { state.games.changed_if_open(&state, id).await });
        }
    };
    let memory = state.reserve(&search.client, search.want(), &search.control, show);
    show(0);
    memory
}

/// Plays the move of a search, unless the search was stopped meanwhile.
async fn play_found(state: &AppState, live: Arc<LiveGame>, number: u64, side: Color, found: Found) {
    let wait = {
        let locked = LockedGame::lock(state, Arc::clone(&live)).await;
        let wait =
            found.decision.as_ref().map_or(Duration::ZERO, |decision| locked.answer_time(&decision.report));
        wait.saturating_sub(locked.play.since.elapsed())
    };
    if !wait.is_zero() {
        tokio::time::sleep(wait).await;
    }
    let mut locked = LockedGame::lock(state, Arc::clone(&live)).await;
    let Found { engine, decision, time } = found;
    if !live.is_running(number) {
        return;
    }
    let decision = match decision {
        Ok(decision) => decision,
        Err(error) => {
            drop(locked);
            return fail(state, live, number, side, error.to_string()).await;
        }
    };
    // An engine that keeps its tree keeps others waiting.
    locked.play.engines[side] = Some(engine).filter(|_| !state.memory.is_wanted());
    let thought = Thought::of_report(&decision.report, locked.play.game.position(), time);
    if let Err(error) = locked.append(decision.mv, thought).await {
        tracing::warn!("cannot play the engine's move in game {}: {error}", live.id);
        // Another server may have played a move, or the disk is full: it is tried again later.
        live.stop_search();
        tokio::time::sleep(RETRY_INTERVAL).await;
        let _ = state.games.changed(state, live.id.0).await;
    }
}

/// Ends a game whose engine has failed.
async fn fail(state: &AppState, live: Arc<LiveGame>, number: u64, side: Color, error: String) {
    let mut locked = LockedGame::lock(state, Arc::clone(&live)).await;
    if !live.is_running(number) {
        return;
    }
    tracing::warn!("the engine of game {} failed: {error}", live.id);
    let detail = format!("{}'s engine failed: {error}", capital(side));
    let _ = locked.finish(GameEnd { winner: Some(!side), ending: Ending::Crash, detail }).await;
}

/// The move that the flagship would play. The search stops if the request is cancelled.
pub(crate) async fn hint(state: &AppState, game: Game) -> Result<Hint, AppError> {
    if game.outcome().is_some() {
        return Err(AppError::conflict("the game is over: there is no move to suggest"));
    }
    let position = *game.position();
    let client = Client::current().unwrap_or_else(Client::unknown);
    let _pending = state.hints.begin(&client)?;
    let control = Control::new();
    let _stopper = StopOnDrop(control.clone());
    let search = Search {
        client: client.clone(),
        purpose: Purpose::Study,
        spec: view::read_agent(&format!("otrera:hash={MEMORY}"), 1)?,
        seed: 0,
        game,
        limits: HINT_LIMITS,
        control,
    };
    let memory = state.try_reserve(&client, search.want()).ok_or_else(|| {
        AppError::busy("all memory for searches is in use on this server: try again in a while")
    })?;
    let found = search.spawn(state, |search| search.engine(memory)).await;
    let failed = || AppError::internal(&"the search for a hint failed");
    let decision =
        found.ok().flatten().ok_or_else(failed)?.decision.map_err(|error| AppError::internal(&error))?;
    let assessment = Assessment::of_report(&decision.report, &position);
    Ok(Hint { mv: view::wire_move(decision.mv), assessment })
}

/// How many hints each client waits for.
#[derive(Debug, Default)]
pub(crate) struct PendingHints(Mutex<HashMap<Client, usize>>);

/// A hint that a client waits for.
struct PendingHint<'a> {
    all: &'a PendingHints,
    client: Client,
}

impl PendingHints {
    fn begin(&self, client: &Client) -> Result<PendingHint<'_>, AppError> {
        let mut pending = lock(&self.0);
        let count = pending.entry(client.clone()).or_insert(0);
        if *count >= MAX_HINTS {
            let message = format!("you wait for {MAX_HINTS} hints already: wait for one of them");
            return Err(AppError::busy(message));
        }
        *count += 1;
        Ok(PendingHint { all: self, client: client.clone() })
    }
}

impl Drop for PendingHint<'_> {
    fn drop(&mut self) {
        let mut pending = lock(&self.all.0);
        if let Some(count) = pending.get_mut(&self.client) {
            *count -= 1;
            if *count == 0 {
                pending.remove(&self.client);
            }
        }
    }
}

/// Stops what nobody waits for any more.
pub(crate) struct StopOnDrop(pub(crate) Control);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.stop();
    }
}
