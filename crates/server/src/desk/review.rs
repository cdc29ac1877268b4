//! Reviews: every position of a game looked at with the same effort, by threads that share the cores with all others.
//!
//! What is found is kept with the game after every position, so that a review that was stopped, or whose server was
//! killed, goes on where it was.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use agents::{Agent, AgentSpec, Task};
use amazons::Game;
use store::{GameId, NewGame};
use thought::{Control, Limits, Observer, Report};
use tokio::runtime::Handle;

use super::cores::{Errand, Permit};
use super::memory::Share;
use super::{grading, value};
use crate::api::{Evaluation, Review, ReviewState, ServerMessage};
use crate::mailbox::Topic;
use crate::refusal::Refusal;
use crate::state::AppState;

/// Who reviews.
const REVIEWER: &str = "otrera";
/// How many positions are looked at for each of the game's, if nobody says; at least, and at most.
const USUAL: u64 = 50_000;
const FEWEST: u64 = 1_000;
const MOST: u64 = 10_000_000;
/// The most threads of one review.
const THREADS: usize = 4;

/// The reviews that run, by their games.
#[derive(Debug, Default)]
pub(super) struct Reviews(Mutex<HashMap<i64, Running>>);

#[derive(Debug)]
struct Running {
    control: Control,
    so_far: Review,
}

impl Reviews {
    fn map(&self) -> MutexGuard<'_, HashMap<i64, Running>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How far the review of a game is, if one runs.
    pub(super) fn running(&self, game: i64) -> Option<Review> {
        self.map().get(&game).map(|running| running.so_far.clone())
    }

    /// Stops the review of a game; whether one ran.
    pub(super) fn stop(&self, game: i64) -> bool {
        self.map().get(&game).map(|running| running.control.stop()).is_some()
    }

    pub(super) fn stop_all(&self) {
        self.map().values().for_each(|running| running.control.stop());
    }
}

/// The review that is kept with a game, if it can still be read and is of the game as it is.
pub(super) fn kept(record: &NewGame) -> Option<Review> {
    let review: Review = serde_json::from_str(record.review.as_deref()?).ok()?;
    let is_of_this = |ply: &crate::api::ReviewedPly| {
        let played = (ply.ply as usize).checked_sub(1).and_then(|at| record.game.moves().get(at));
        played.is_some_and(|&mv| crate::view::wire_move(mv) == ply.mv)
    };
    let is_whole = review.total as usize == record.game.moves().len() + 1;
    (is_whole && review.plies.iter().all(is_of_this)).then_some(review)
}

/// Begins a review, or goes on with one that was broken off; one that runs already is left alone.
pub(super) async fn begin(state: &AppState, id: i64, nodes: Option<u64>) -> Result<Review, Refusal> {
    let nodes = nodes.unwrap_or(USUAL);
    if !(FEWEST..=MOST).contains(&nodes) {
        let words = format!("nodes may be {FEWEST} to {MOST} for each position, not {nodes}");
        return Err(Refusal::field("nodes", words));
    }
    let record = state.archive.read(move |store| store.game(GameId(id))).await?.record;
    if record.is_live() {
        return Err(Refusal::conflict("the game is still being played: it can be reviewed when it is over"));
    }
    if record.game.moves().is_empty() {
        return Err(Refusal::conflict("there is nothing to review: no move was played"));
    }
    let old = kept(&record).filter(|review| review.nodes == nodes);
    let plies = record.game.moves().len();
    let values = old.as_ref().map_or_else(|| vec![None; plies + 1], grading::values);
    let share = state.desk.memory.take().ok_or_else(|| {
        Refusal::busy("too many reviews and analyses run at once on this server: stop one of them")
    })?;
    let control = Control::new();
    let so_far = Review { state: ReviewState::Running, ..grading::review(&record.game, &values, nodes) };
    {
        let mut running = state.desk.reviews.map();
        if let Some(other) = running.get(&id) {
            return Ok(other.so_far.clone());
        }
        running.insert(id, Running { control: control.clone(), so_far: so_far.clone() });
    }
    let reviewer = Reviewer {
        state: state.clone(),
        runtime: Handle::current(),
        id,
        game: Arc::new(record.game),
        nodes,
        control,
        values: Arc::new(Mutex::new(values)),
        has_failed: AtomicBool::new(false),
    };
    let spawned = std::thread::Builder::new().name("review".to_owned()).spawn(move || reviewer.run(share));
    if let Err(error) = spawned {
        state.desk.reviews.map().remove(&id);
        return Err(Refusal::ours(&error));
    }
    Ok(so_far)
}

/// The threads of one review.
struct Reviewer {
    state: AppState,
    runtime: Handle,
    id: i64,
    game: Arc<Game>,
    nodes: u64,
    control: Control,
    values: Arc<Mutex<Vec<Option<Evaluation>>>>,
    has_failed: AtomicBool,
}

/// Takes a review off the list whatever happens to its thread.
struct Listed<'a>(&'a Reviewer);

impl Drop for Listed<'_> {
    fn drop(&mut self) {
        self.0.state.desk.reviews.map().remove(&self.0.id);
    }
}

impl Reviewer {
    fn run(&self, share: Share) {
        let threads = self.state.desk.cores.total().min(THREADS);
        let next = AtomicUsize::new(0);
        {
            let _listed = Listed(self);
            std::thread::scope(|scope| {
                for _ in 0..threads {
                    scope.spawn(|| self.work(&next, (share.mebibytes / threads).max(1)));
                }
            });
        }
        drop(share);
        // It is off the list: what is told now is what is kept.
        self.tell(self.so_far());
        let _ = self.runtime.block_on(self.state.tables.changed(&self.state, self.id));
    }

    fn values(&self) -> MutexGuard<'_, Vec<Option<Evaluation>>> {
        self.values.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn so_far(&self) -> Review {
        grading::review(&self.game, &self.values(), self.nodes)
    }

    /// One thread: position after position until none is left.
    fn work(&self, next: &AtomicUsize, mebibytes: usize) {
        let mut spec: AgentSpec = REVIEWER.parse().expect("the flagship is a player");
        spec.set("hash", &mebibytes.to_string()).expect("the flagship knows a bound of memory");
        let mut agent = spec.agent();
        while !self.control.is_stopped() && !self.has_failed.load(Ordering::Relaxed) {
            let ply = next.fetch_add(1, Ordering::Relaxed);
            let Some(value) = self.values().get(ply).cloned() else { return };
            if value.is_none() && !self.judge(agent.as_mut(), ply) {
                return;
            }
        }
    }

    /// Looks at one position and keeps what is found; `false` where that came to nothing.
    fn judge(&self, agent: &mut dyn Agent, ply: usize) -> bool {
        let position = self.game.positions().nth(ply).expect("a position for every ply");
        let found = match value::of_outcome(position, REVIEWER) {
            Some(over) => over,
            None => {
                let Some(permit) = self.state.desk.cores.take(Errand::Study, &self.control) else {
                    return false;
                };
                let mut turns = Turns { permit, control: &self.control };
                // As if nothing had been thought before: every position gets the same.
                agent.new_game(0);
                let (game, limits) = (Game::new(*position), Limits::nodes(self.nodes));
                let decided = agent.decide(&game, Task::new(&limits, &self.control, &mut turns));
                let report = decided.map(|decision| decision.report).unwrap_or_default();
                // What was broken off is worth less than the others.
                if self.control.is_stopped() {
                    return false;
                }
                match value::of_report(position, &report, REVIEWER) {
                    Some(found) => found,
                    None => return false,
                }
            }
        };
        self.values()[ply] = Some(value::shown(&found));
        let is_kept = self.keep(ply as u32, found);
        self.tell(Review { state: ReviewState::Running, ..self.so_far() });
        is_kept
    }

    fn keep(&self, ply: u32, found: store::Evaluation) -> bool {
        let id = GameId(self.id);
        let (game, values, nodes) = (Arc::clone(&self.game), Arc::clone(&self.values), self.nodes);
        let kept = self.runtime.block_on(self.state.archive.write(move |store| {
            store.keep_evaluation(id, ply, &found)?;
            // What is known when it is written: the other threads may have been faster.
            let review =
                grading::review(&game, &values.lock().unwrap_or_else(PoisonError::into_inner), nodes);
            let text = serde_json::to_string(&review).expect("texts and numbers can be written");
            store.keep_review(id, Some(&text))
        }));
        if let Err(refusal) = &kept {
            tracing::warn!("the review of game {id} ends: {refusal}");
            self.has_failed.store(true, Ordering::Relaxed);
        }
        kept.is_ok()
    }

    /// Tells all who watch, and whoever asks later.
    fn tell(&self, review: Review) {
        if let Some(running) = self.state.desk.reviews.map().get_mut(&self.id) {
            running.so_far = review.clone();
        }
        let message = ServerMessage::Review { game: self.id, review: Box::new(review) };
        self.state.tables.tell(self.id, Topic::Review(self.id), &message);
    }
}

/// Lets others have their turn while a position is looked at.
struct Turns<'a> {
    permit: Permit,
    control: &'a Control,
}

impl Observer for Turns<'_> {
    fn report(&mut self, _report: &Report) -> ControlFlow<()> {
        self.permit.breathe(self.control)
    }
}
