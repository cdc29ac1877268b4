//! The games that are being played: clocks, engines, and who watches.
//!
//! The store has the truth. A [`Table`] is what the store cannot have: a clock that runs, an engine that thinks, the
//! mailboxes of those who watch. It is made when somebody looks at a game and goes away when nobody does; another server
//! may play the same game meanwhile, and whatever is read from the store then is taken over.
//!
//! - `table`: one game in memory, and its clock;
//! - `acts`: what people do: move, take back, resign, pause;
//! - `engine`: the thinking of engines, on threads of their own.

mod acts;
mod engine;
mod table;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use store::{GameId, StoredGame};

pub(crate) use engine::hint;
pub(crate) use table::{Table, Turn};

use crate::api::GameDocument;
use crate::mailbox::{Mailbox, Topic};
use crate::refusal::Refusal;
use crate::state::AppState;

/// For how long engines play on when nobody watches or asks.
pub(crate) const ATTENTION: Duration = Duration::from_secs(60);

/// When so many tables are open, those that nobody uses are put away.
const MANY: usize = 128;

/// All tables.
#[derive(Debug, Default)]
pub struct Tables {
    open: Mutex<HashMap<i64, Arc<Table>>>,
}

impl Tables {
    fn map(&self) -> std::sync::MutexGuard<'_, HashMap<i64, Arc<Table>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The table of a game, read from the store if it is not open yet.
    pub(crate) async fn open(&self, state: &AppState, game: i64) -> Result<Arc<Table>, Refusal> {
        if let Some(table) = self.map().get(&game) {
            return Ok(Arc::clone(table));
        }
        let stored = state.archive.read(move |store| store.game(GameId(game))).await?;
        let table = Arc::new(Table::new(&stored));
        let mut open = self.map();
        if open.len() >= MANY {
            open.retain(|_, table| Arc::strong_count(table) > 1 || table.is_attended() || !table.is_idle());
        }
        // Somebody else may have been faster.
        Ok(Arc::clone(open.entry(game).or_insert(table)))
    }

    /// The game as it is now.
    pub(crate) async fn document(&self, state: &AppState, game: i64) -> Result<GameDocument, Refusal> {
        let table = self.open(state, game).await?;
        table.look();
        let turn = Turn::take(state, table).await;
        turn.show().await
    }

    /// Tells all who watch a game that it has changed in the store: remarks, variations, names, a review.
    pub(crate) async fn changed(&self, state: &AppState, game: i64) -> Result<GameDocument, Refusal> {
        let table = self.open(state, game).await?;
        Turn::take(state, table).await.publish().await
    }

    /// Tells a mailbox how a game is, now and after every change.
    pub(crate) async fn watch(&self, state: &AppState, game: i64, mailbox: &Mailbox) -> Result<(), Refusal> {
        let table = self.open(state, game).await?;
        table.look();
        table.watch(mailbox);
        let shown = Turn::take(state, Arc::clone(&table)).await.show().await;
        match shown {
            Ok(document) => {
                let message = crate::api::ServerMessage::Game { document: Box::new(document) };
                mailbox.put(Topic::Game(game), &message);
                Ok(())
            }
            Err(refusal) => {
                table.unwatch(mailbox);
                Err(refusal)
            }
        }
    }

    /// Tells a mailbox no more of a game. If it was the last, engines rest after a while.
    pub(crate) fn unwatch(&self, state: &AppState, game: i64, mailbox: &Mailbox) {
        mailbox.forget(Topic::Game(game));
        let Some(table) = self.map().get(&game).map(Arc::clone) else { return };
        table.look();
        if table.unwatch(mailbox) == 0 {
            let state = state.clone();
            tokio::spawn(async move {
                tokio::time::sleep(ATTENTION).await;
                if !table.is_attended() {
                    Turn::take(&state, table).await.rest();
                }
                state.tables.clear(game);
            });
        }
    }

    /// Sends a message about a game to all who watch it.
    pub(crate) fn tell(&self, game: i64, topic: Topic, message: &crate::api::ServerMessage) {
        if let Some(table) = self.map().get(&game) {
            table.tell(topic, message);
        }
    }

    /// Puts a table away that nobody uses.
    fn clear(&self, game: i64) {
        let mut open = self.map();
        let is_idle = |table: &Arc<Table>| Arc::strong_count(table) == 1 && table.is_idle();
        if open.get(&game).is_some_and(is_idle) {
            open.remove(&game);
        }
    }

    /// Stops every engine.
    pub(crate) fn close(&self) {
        for table in self.map().values() {
            table.stop_thinking();
        }
    }
}

/// The seed of a game's random numbers: the same after a restart.
fn seed_of(stored: &StoredGame) -> u64 {
    let added = stored.added_at.unix_timestamp_nanos() as u64;
    added.rotate_left(17) ^ stored.id.0.cast_unsigned()
}
