//! Reviews: a search of equal effort over every position of a game, by threads that share the cores with all other searches.
//!
//! Each evaluation is stored with the game at once, so that a review that was stopped, or whose server was killed, continues
//! where it ended.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use agents::{Agent, AgentSpec, Task};
use amazons::Game;
use store::{GameId, StoredGame};
use thought::{Control, Limits, Report};
use tokio::runtime::Handle;

use super::grading;
use crate::api::{Evaluation, Review, ReviewState, ServerMessage};
use crate::capacity::{Client, GiveWay, MemoryShare, Purpose, Want};
use crate::error::AppError;
use crate::feed::Topic;
use crate::state::AppState;

/// The player that reviews.
const REVIEWER: &str = "otrera";
/// The nodes searched for each position of the game: default, minimum, maximum.
const DEFAULT_NODES: u64 = 50_000;
const MIN_NODES: u64 = 1_000;
const MAX_NODES: u64 = 10_000_000;
/// The most threads of one review.
const MAX_THREADS: usize = 4;
/// The memory of one review, in mebibytes.
const MEMORY: Want = Want { most: 128, can_end: false };

/// The running reviews by the id of their game.
#[derive(Debug, Default)]
pub(crate) struct Reviews(Mutex<HashMap<i64, RunningReview>>);

#[derive(Debug)]
struct RunningReview {
    control: Control,
    progress: Review,
}

impl Reviews {
    fn map(&self) -> MutexGuard<'_, HashMap<i64, RunningReview>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The progress of the review of a game, if one runs.
    pub(crate) fn running(&self, game: i64) -> Option<Review> {
        self.map().get(&game).map(|running| running.progress.clone())
    }

    /// The review of a game: the progress of a running one, else the stored one.
    pub(crate) fn of_game(&self, game: &StoredGame) -> Option<Review> {
        self.running(game.id.0).or_else(|| stored(game))
    }

    /// Stops the review of a game and returns its progress, if one runs.
    pub(crate) fn stop(&self, game: i64) -> Option<Review> {
        self.map().get(&game).map(|running| {
            running.control.stop();
            Review { state: ReviewState::Stopped, ..running.progress.clone() }
        })
    }

    /// Stops every review.
    pub(crate) fn stop_all(&self) {
        self.map().values().for_each(|running| running.control.stop());
    }

    /// Starts a review, or resumes one that was stopped; one that runs already is left alone.
    pub(crate) async fn start(state: &AppState, id: i64, nodes: Option<u64>) -> Result<Review, AppError> {
        let nodes = nodes.unwrap_or(DEFAULT_NODES);
        if !(MIN_NODES..=MAX_NODES).contains(&nodes) {
            let message = format!("nodes must be {MIN_NODES} to {MAX_NODES} for each position, not {nodes}");
            return Err(AppError::field("nodes", message));
        }
        let game = state.store.read(move |store| store.game(GameId(id))).await?;
        if game.is_live() {
            return Err(AppError::conflict(
                "the game is still in progress: it can be reviewed when it is over",
            ));
        }
        if game.game.moves().is_empty() {
            return Err(AppError::conflict("the game has no moves to review"));
        }
        let old = stored(&game).filter(|review| review.nodes == nodes);
        let plies = game.game.moves().len();
        let values = old.as_ref().map_or_else(|| vec![None; plies + 1], grading::values);
        let client = Client::current().unwrap_or_else(Client::unknown);
        let memory = state.try_reserve(&client, MEMORY).ok_or_else(|| {
            AppError::busy(
                "all memory for searches is in use on this server: try again in a while, or stop an analysis",
            )
        })?;
        let control = Control::new();
        let progress = Review { state: ReviewState::Running, ..grading::review(&game.game, &values, nodes) };
        {
            let mut running = state.reviews.map();
            if let Some(other) = running.get(&id) {
                return Ok(other.progress.clone());
            }
            running.insert(id, RunningReview { control: control.clone(), progress: progress.clone() });
        }
        let reviewer = Reviewer {
            state: state.clone(),
            runtime: Handle::current(),
            client,
            id,
            game: Arc::new(game.game),
            nodes,
            control,
            values: Arc::new(Mutex::new(values)),
            has_failed: AtomicBool::new(false),
        };
        let thread = std::thread::Builder::new().name("review".to_owned());
        if let Err(error) = thread.spawn(move || reviewer.run(memory)) {
            state.reviews.map().remove(&id);
            return Err(AppError::internal(&error));
        }
        Ok(progress)
    }
}

/// The review that is stored with a game, if it can be parsed and is of the game's current moves.
fn stored(stored: &StoredGame) -> Option<Review> {
    let review: Review = serde_json::from_str(stored.annotations.review.as_deref()?).ok()?;
    let is_of_this = |ply: &crate::api::ReviewedPly| {
        let played = (ply.ply as usize).checked_sub(1).and_then(|at| stored.game.moves().get(at));
        played.is_some_and(|&mv| crate::view::wire_move(mv) == ply.mv)
    };
    let is_whole = review.total as usize == stored.game.moves().len() + 1;
    (is_whole && review.plies.iter().all(is_of_this)).then_some(review)
}

/// One running review, shared by its threads.
struct Reviewer {
    state: AppState,
    runtime: Handle,
    client: Client,
    id: i64,
    game: Arc<Game>,
    nodes: u64,
    control: Control,
    values: Arc<Mutex<Vec<Option<Evaluation>>>>,
    has_failed: AtomicBool,
}

/// Removes a review from the running ones on drop, also after a panic.
struct RemoveOnDrop<'a>(&'a Reviewer);

impl Drop for RemoveOnDrop<'_> {
    fn drop(&mut self) {
        self.0.state.reviews.map().remove(&self.0.id);
    }
}

impl Reviewer {
    fn run(&self, memory: MemoryShare) {
        let threads = self.state.cores.total().min(MAX_THREADS);
        let next = AtomicUsize::new(0);
        {
            let _registered = RemoveOnDrop(self);
            std::thread::scope(|scope| {
                for _ in 0..threads {
                    scope.spawn(|| self.work(&next, (memory.mebibytes / threads).max(1)));
                }
            });
        }
        drop(memory);
        // The review is no longer registered: this message has the stored one.
        self.publish(self.graded());
        let _ = self.runtime.block_on(self.state.games.changed(&self.state, self.id));
    }

    fn values(&self) -> MutexGuard<'_, Vec<Option<Evaluation>>> {
        self.values.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn graded(&self) -> Review {
        grading::review(&self.game, &self.values(), self.nodes)
    }

    /// Evaluates one position after the other until none is left.
    fn work(&self, next: &AtomicUsize, mebibytes: usize) {
        let mut spec: AgentSpec = REVIEWER.parse().expect("the flagship is a player");
        spec.set("hash", &mebibytes.to_string()).expect("the flagship has the parameter hash");
        let mut agent = spec.agent();
        while !self.control.is_stopped() && !self.has_failed.load(Ordering::Relaxed) {
            let ply = next.fetch_add(1, Ordering::Relaxed);
            let Some(value) = self.values().get(ply).cloned() else { return };
            if value.is_none() && !self.evaluate(agent.as_mut(), ply) {
                return;
            }
        }
    }

    /// Evaluates one position and stores the evaluation; `false` if there is none or it was not stored.
    fn evaluate(&self, agent: &mut dyn Agent, ply: usize) -> bool {
        let position = self.game.positions().nth(ply).expect("a position for every ply");
        let report = match position.outcome() {
            Some(_) => Report::default(),
            None => {
                let cores = &self.state.cores;
                let Some(permit) = cores.acquire(&self.client, Purpose::Study, 1, &self.control) else {
                    return false;
                };
                let mut observer = GiveWay(permit);
                // A new game, so that all positions are searched with equal effort.
                agent.new_game(0);
                let (game, limits) = (Game::new(*position), Limits::nodes(self.nodes));
                let decided = agent.decide(&game, Task::new(&limits, &self.control, &mut observer));
                let report = decided.map(|decision| decision.report).unwrap_or_default();
                // A search that was stopped had less effort than the others.
                if self.control.is_stopped() {
                    return false;
                }
                report
            }
        };
        let found = super::evaluation(&report, position, REVIEWER);
        if found.assessment.win_rate.is_none() {
            return false;
        }
        self.values()[ply] = Some(Evaluation { assessment: found.assessment.clone(), nodes: found.nodes });
        let is_stored = self.store(ply as u32, found);
        self.publish(Review { state: ReviewState::Running, ..self.graded() });
        is_stored
    }

    fn store(&self, ply: u32, found: store::Evaluation) -> bool {
        let id = GameId(self.id);
        let (game, values, nodes) = (Arc::clone(&self.game), Arc::clone(&self.values), self.nodes);
        let stored = self.runtime.block_on(self.state.store.write(move |store| {
            store.keep_evaluation(id, ply, &found)?;
            // All values known at the time of writing: other threads may have added some.
            let review =
                grading::review(&game, &values.lock().unwrap_or_else(PoisonError::into_inner), nodes);
            let text = serde_json::to_string(&review).expect("a review serializes");
            store.keep_review(id, Some(&text))
        }));
        if let Err(error) = &stored {
            tracing::warn!("the review of game {id} failed: {error}");
            self.has_failed.store(true, Ordering::Relaxed);
        }
        stored.is_ok()
    }

    /// Sends the review to all subscribers of the game, and keeps it as the progress.
    fn publish(&self, review: Review) {
        if let Some(running) = self.state.reviews.map().get_mut(&self.id) {
            running.progress = review.clone();
        }
        let message = ServerMessage::Review { game: self.id, review: Box::new(review) };
        self.state.games.send(self.id, Topic::Review(self.id), &message);
    }
}
