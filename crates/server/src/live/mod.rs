//! Games in progress: clocks, engines, subscribers.
//!
//! The store is authoritative. A [`LiveGame`] holds what cannot be stored: a running clock, a running search, the outboxes
//! of the subscribers. It is created at the first request for a game and dropped when the game is idle. Another server may
//! play in the same game; its changes are adopted whenever the game is read from the store.
//!
//! - `game`: one game in memory, and its clock;
//! - `actions`: move, take back, resign, pause;
//! - `engine`: the searches of engines, on threads of their own.

mod actions;
mod engine;
mod game;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use store::{GameId, StoredGame};

pub(crate) use engine::{PendingHints, StopOnDrop, hint};
pub(crate) use game::{LiveGame, LockedGame};

use crate::api::ServerMessage;
use crate::error::AppError;
use crate::feed::{Known, Outbox, Topic};
use crate::state::AppState;

/// How long engines play on without a subscriber or a request.
const IDLE_TIMEOUT: Duration = Duration::from_secs(60);

/// The number of games in memory from which on idle ones are dropped.
const MAX_IDLE: usize = 128;

/// All games in memory.
#[derive(Debug, Default)]
pub(crate) struct LiveGames {
    open: Mutex<HashMap<i64, Arc<LiveGame>>>,
}

impl LiveGames {
    fn map(&self) -> std::sync::MutexGuard<'_, HashMap<i64, Arc<LiveGame>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The live game of an id, read from the store if it is not in memory.
    pub(crate) async fn open(&self, state: &AppState, id: i64) -> Result<Arc<LiveGame>, AppError> {
        if let Some(live) = self.map().get(&id) {
            return Ok(Arc::clone(live));
        }
        let stored = state.store.read(move |store| store.game(GameId(id))).await?;
        let live = Arc::new(LiveGame::new(&stored));
        let mut open = self.map();
        if open.len() >= MAX_IDLE {
            open.retain(|_, live| Arc::strong_count(live) > 1 || live.is_attended() || !live.is_idle());
        }
        // Another request may have inserted it meanwhile.
        Ok(Arc::clone(open.entry(id).or_insert(live)))
    }

    /// Waits for exclusive access to a game and reads it from the store: another server may have played a move.
    pub(crate) async fn lock(&self, state: &AppState, id: i64) -> Result<LockedGame, AppError> {
        let live = self.open(state, id).await?;
        live.touch();
        let mut locked = LockedGame::lock(state, live).await;
        locked.sync().await?;
        Ok(locked)
    }

    /// Sends a game that has changed in the store (comments, variations, names, a review) to its subscribers. Returns its
    /// revision.
    pub(crate) async fn changed(&self, state: &AppState, id: i64) -> Result<u64, AppError> {
        let live = self.open(state, id).await?;
        LockedGame::lock(state, live).await.sync().await
    }

    /// The same if the game is in memory; otherwise it has no subscribers.
    pub(crate) async fn changed_if_open(&self, state: &AppState, id: i64) -> Result<(), AppError> {
        if self.map().contains_key(&id) {
            self.changed(state, id).await?;
        }
        Ok(())
    }

    /// Subscribes an outbox: it gets what changed since the revision that its client has, or the whole game, and then every update.
    pub(crate) async fn subscribe(
        &self,
        state: &AppState,
        id: i64,
        known: Option<Known>,
        outbox: &Outbox,
    ) -> Result<(), AppError> {
        self.lock(state, id).await?.subscribe(outbox, known);
        Ok(())
    }

    /// Unsubscribes an outbox. Without subscribers the engines stop after [`IDLE_TIMEOUT`].
    pub(crate) fn unsubscribe(&self, state: &AppState, id: i64, outbox: &Outbox) {
        outbox.discard_game(id);
        let Some(live) = self.map().get(&id).map(Arc::clone) else { return };
        live.touch();
        live.subscribers.remove(outbox);
        if live.subscribers.is_empty() {
            let state = state.clone();
            tokio::spawn(async move {
                tokio::time::sleep(IDLE_TIMEOUT).await;
                if !live.is_attended() {
                    LockedGame::lock(&state, live).await.drop_engines();
                }
                state.games.remove_if_idle(id);
            });
        }
    }

    /// Sends a message about a game to its subscribers.
    pub(crate) fn send(&self, id: i64, topic: Topic, message: &ServerMessage) {
        if let Some(live) = self.map().get(&id) {
            live.subscribers.send(topic, message);
        }
    }

    fn remove_if_idle(&self, id: i64) {
        let mut open = self.map();
        let is_idle = |live: &Arc<LiveGame>| Arc::strong_count(live) == 1 && live.is_idle();
        if open.get(&id).is_some_and(is_idle) {
            open.remove(&id);
        }
    }

    /// Frees the memory of all engines that wait for their turn: they search on without their trees.
    pub(crate) fn drop_idle_engines(&self) {
        let open: Vec<Arc<LiveGame>> = self.map().values().map(Arc::clone).collect();
        open.iter().for_each(|live| live.drop_idle_engines());
    }

    /// Stops every engine.
    pub(crate) fn close(&self) {
        for live in self.map().values() {
            live.stop_search();
        }
    }
}

/// The random seed of a game, which is the same after a restart.
fn seed_of(stored: &StoredGame) -> u64 {
    let added = stored.added_at.unix_timestamp_nanos() as u64;
    added.rotate_left(17) ^ stored.id.0.cast_unsigned()
}
