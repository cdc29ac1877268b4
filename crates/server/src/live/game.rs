//! One game in memory: its subscribers, the side to move, and the clock.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use agents::Agent;
use amazons::{ByColor, Color, Game};
use axum::extract::ws::Utf8Bytes;
use store::{Ending, GameEnd, GameId, LivePlan, StoredGame};
use thought::Control;
use tokio::sync::OwnedMutexGuard;
use tokio::task::AbortHandle;

use super::{IDLE_TIMEOUT, seed_of};
use crate::api::{ClockState, GameDocument, Live};
use crate::capacity::{Client, MemoryShare};
use crate::document::document;
use crate::error::AppError;
use crate::feed::{DocumentFeed, Known, Outbox, Subscribers};
use crate::state::AppState;
use crate::view;

/// A game in memory.
#[derive(Debug)]
pub(crate) struct LiveGame {
    pub(super) id: GameId,
    pub(super) seed: u64,
    pub(super) subscribers: Subscribers,
    /// The time of the last request.
    touched: Mutex<Instant>,
    /// The client of the last request: the engines play for it.
    client: Mutex<Client>,
    /// The place of the search in the queue for memory; 0 if it does not wait.
    pub(super) place: AtomicU32,
    pub(super) search: Mutex<Option<RunningSearch>>,
    play: Arc<tokio::sync::Mutex<PlayState>>,
}

/// A search for the move of an engine.
#[derive(Clone, Debug)]
pub(super) struct RunningSearch {
    pub(super) control: Control,
    /// The number of the search in this game.
    pub(super) number: u64,
}

/// The state of a game in progress.
pub(super) struct PlayState {
    pub(super) game: Game,
    /// The players and the clock at the start of the turn; `None` if the game is not in progress.
    pub(super) plan: Option<LivePlan>,
    /// When the turn began.
    pub(super) since: Instant,
    /// The task that ends the game when the time of the side to move is over.
    flag: Option<AbortHandle>,
    /// The engines, which keep their trees between moves.
    pub(super) engines: ByColor<Option<Engine>>,
    /// The number of searches so far.
    pub(super) searches: u64,
    /// Whether a paused game plays one move.
    pub(super) is_stepping: bool,
    /// What the subscribers know.
    pub(super) feed: DocumentFeed,
}

/// An engine with the memory of its tree.
pub(super) struct Engine {
    pub(super) agent: Box<dyn Agent>,
    pub(super) memory: MemoryShare,
}

impl std::fmt::Debug for PlayState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let plies = self.game.moves().len();
        f.debug_struct("PlayState").field("plies", &plies).field("plan", &self.plan).finish()
    }
}

pub(super) fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl LiveGame {
    pub(super) fn new(stored: &StoredGame) -> Self {
        let play = PlayState {
            game: stored.game.clone(),
            plan: live_plan(stored),
            since: Instant::now(),
            flag: None,
            engines: ByColor::default(),
            searches: 0,
            is_stepping: false,
            feed: DocumentFeed::new(document(stored, None, None)),
        };
        Self {
            id: stored.id,
            seed: seed_of(stored),
            subscribers: Subscribers::default(),
            touched: Mutex::new(Instant::now()),
            client: Mutex::new(Client::unknown()),
            place: AtomicU32::new(0),
            search: Mutex::default(),
            play: Arc::new(tokio::sync::Mutex::new(play)),
        }
    }

    /// Notes a request for the game.
    pub(super) fn touch(&self) {
        *lock(&self.touched) = Instant::now();
        if let Some(client) = Client::current() {
            *lock(&self.client) = client;
        }
    }

    /// The client for whom its engines play.
    pub(super) fn client(&self) -> Client {
        lock(&self.client).clone()
    }

    /// Whether it has a subscriber or had a request within [`IDLE_TIMEOUT`].
    pub(super) fn is_attended(&self) -> bool {
        !self.subscribers.is_empty() || lock(&self.touched).elapsed() < IDLE_TIMEOUT
    }

    /// Whether it holds nothing that the store does not have.
    pub(super) fn is_idle(&self) -> bool {
        let has_clock = || self.play.try_lock().is_ok_and(|play| play.running().is_some());
        self.subscribers.is_empty() && lock(&self.search).is_none() && !has_clock()
    }

    /// Stops the running search, whose move is then not played.
    pub(super) fn stop_search(&self) {
        if let Some(search) = lock(&self.search).take() {
            search.control.stop();
        }
    }

    /// Frees the memory of its engines, except the one that searches, which is not kept here meanwhile.
    pub(super) fn drop_idle_engines(&self) {
        if let Ok(mut play) = self.play.try_lock() {
            play.engines = ByColor::default();
        }
    }

    /// Whether a search of a number is the running one.
    pub(super) fn is_running(&self, number: u64) -> bool {
        lock(&self.search).as_ref().is_some_and(|search| search.number == number)
    }
}

/// The plan of a game in progress.
fn live_plan(stored: &StoredGame) -> Option<LivePlan> {
    let is_live = stored.is_live() && stored.deleted_at.is_none();
    stored.plan.clone().filter(|_| is_live)
}

impl PlayState {
    /// The side whose clock runs. No clock runs before the first move.
    pub(super) fn running(&self) -> Option<Color> {
        let plan = self.plan.as_ref()?;
        let runs = plan.clock.is_some() && !plan.is_paused && !self.game.moves().is_empty();
        runs.then(|| self.game.position().turn())
    }

    /// The remaining time of both sides.
    pub(super) fn left(&self) -> Option<ByColor<Duration>> {
        let mut left = self.plan.as_ref()?.clock?.left;
        if let Some(side) = self.running() {
            left[side] = left[side].saturating_sub(self.since.elapsed());
        }
        Some(left)
    }

    fn to_live(&self, is_thinking: bool, place: u32) -> Option<Live> {
        let plan = self.plan.as_ref()?;
        let millis = |time: Duration| time.as_millis() as u64;
        let clock = plan.clock.zip(self.left()).map(|(clock, left)| ClockState {
            white: millis(left.white),
            black: millis(left.black),
            increment: millis(clock.increment),
            running: self.running().map(Into::into),
        });
        Some(Live {
            turn: self.game.position().turn().into(),
            thinking: is_thinking,
            place: Some(place).filter(|place| is_thinking && *place > 0),
            paused: plan.is_paused,
            pace: millis(plan.pace) as u32,
            clock,
        })
    }
}

/// A live game with exclusive access to its state.
pub(crate) struct LockedGame {
    pub(super) state: AppState,
    pub(super) live: Arc<LiveGame>,
    pub(super) play: OwnedMutexGuard<PlayState>,
}

impl LockedGame {
    /// Waits for exclusive access.
    pub(crate) async fn lock(state: &AppState, live: Arc<LiveGame>) -> Self {
        let play = Arc::clone(&live.play).lock_owned().await;
        Self { state: state.clone(), live, play }
    }

    /// Reads the game from the store and adopts the changes of another server.
    pub(super) async fn refresh(&mut self) -> Result<StoredGame, AppError> {
        let id = self.live.id;
        let stored = self.state.store.read(move |store| store.game(id)).await?;
        let plan = live_plan(&stored);
        let is_same = stored.game == self.play.game && plan == self.play.plan;
        if !is_same {
            self.live.stop_search();
            self.play.game = stored.game.clone();
            self.play.plan = plan;
            self.play.since = Instant::now();
        }
        Ok(stored)
    }

    /// Reads the game from the store, starts the engine if it is to move, and sends what is new to the subscribers. Returns
    /// the revision.
    pub(crate) async fn sync(&mut self) -> Result<u64, AppError> {
        let stored = self.refresh().await?;
        self.resume_play();
        let document = document(&stored, self.state_of_play(), self.state.reviews.of_game(&stored));
        let PlayState { game, feed, .. } = &mut *self.play;
        if let Some(update) = feed.replace(document, || view::position(game.position())) {
            self.send(&update);
        }
        Ok(self.play.feed.revision())
    }

    /// The same after a write: the change is on the disk, so that a failure to read it again is not the client's.
    pub(super) async fn sync_written(&mut self) -> u64 {
        if let Err(error) = self.sync().await {
            tracing::error!("cannot read game {} after a change: {error}", self.live.id);
        }
        self.play.feed.revision()
    }

    /// Starts the engine if it is to move, and sends the last ply of the game to the subscribers. Returns the revision.
    pub(super) fn send_ply(&mut self, time: Duration) -> u64 {
        self.resume_play();
        let live = self.state_of_play();
        let PlayState { game, feed, .. } = &mut *self.play;
        let mv = game.moves().last().copied().map(view::wire_move).unwrap_or_default();
        let update = feed.append(mv, time.as_secs_f64(), live, view::position(game.position()));
        self.send(&update);
        self.play.feed.revision()
    }

    /// Sends an update to all subscribers.
    fn send(&mut self, update: &Utf8Bytes) {
        let topic = self.play.feed.next_topic();
        self.live.subscribers.send_json(topic, update);
    }

    /// Subscribes an outbox, with what its client does not know yet.
    pub(super) fn subscribe(&mut self, outbox: &Outbox, known: Option<Known>) {
        self.live.subscribers.add(outbox);
        let live = self.state_of_play();
        let PlayState { game, feed, .. } = &mut *self.play;
        feed.catch_up(outbox, known, live, || view::position(game.position()));
    }

    /// The document that the subscribers have.
    pub(crate) fn document(&self) -> GameDocument {
        self.play.feed.document(self.state_of_play())
    }

    fn state_of_play(&self) -> Option<Live> {
        let place = self.live.place.load(Ordering::Relaxed);
        self.play.to_live(lock(&self.live.search).is_some(), place)
    }

    /// Stops the engines and frees their memory.
    pub(super) fn drop_engines(mut self) {
        self.live.stop_search();
        self.play.engines = ByColor::default();
    }

    /// Starts the flag timer and the engine of the side to move.
    fn resume_play(&mut self) {
        if let Some(flag) = self.play.flag.take() {
            flag.abort();
        }
        if self.play.plan.is_none() {
            self.play.engines = ByColor::default();
            return;
        }
        if let Some((side, left)) = self.play.running().zip(self.play.left()) {
            let (state, live, since) = (self.state.clone(), Arc::clone(&self.live), self.play.since);
            let timer = tokio::spawn(async move {
                tokio::time::sleep(left[side]).await;
                let locked = Self::lock(&state, live).await;
                if locked.play.since == since {
                    // The subscribers get the result from there.
                    let _ = locked.check_flag(side).await;
                }
            });
            self.play.flag = Some(timer.abort_handle());
        }
        self.start_search();
    }

    /// Ends the game if the time of a side is over.
    async fn check_flag(mut self, side: Color) -> Result<(), AppError> {
        // This task is not to be aborted by a new timer.
        self.play.flag = None;
        // Another server may have played a move.
        self.sync().await?;
        let is_over = self.play.left().is_some_and(|left| left[side].is_zero());
        if is_over && self.play.running() == Some(side) {
            self.forfeit(side).await?;
        }
        Ok(())
    }

    /// Ends the game because the time of a side is over.
    pub(super) async fn forfeit(&mut self, side: Color) -> Result<u64, AppError> {
        let detail = format!("{}'s time was over", capital(side));
        self.finish(GameEnd { winner: Some(!side), ending: Ending::TimeForfeit, detail }).await
    }
}

/// The name of a side at the beginning of a sentence.
pub(super) fn capital(side: Color) -> &'static str {
    match side {
        Color::White => "White",
        Color::Black => "Black",
    }
}
