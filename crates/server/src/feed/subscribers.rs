//! The sockets that watch a game.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::outbox::{Outbox, Topic, to_json};
use crate::api::ServerMessage;

/// The outboxes of the sockets that watch a game.
#[derive(Debug, Default)]
pub(crate) struct Subscribers(Mutex<Vec<Outbox>>);

impl Subscribers {
    fn list(&self) -> MutexGuard<'_, Vec<Outbox>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn add(&self, outbox: &Outbox) {
        let mut list = self.list();
        if !list.iter().any(|other| other.is(outbox)) {
            list.push(outbox.clone());
        }
    }

    pub(crate) fn remove(&self, outbox: &Outbox) {
        self.list().retain(|other| !other.is(outbox));
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.list().is_empty()
    }

    /// Sends a message to all, serialized once.
    pub(crate) fn send(&self, topic: Topic, message: &ServerMessage) {
        let list = self.list().clone();
        if !list.is_empty() {
            let json = to_json(message);
            for outbox in list {
                outbox.put_json(topic, json.clone());
            }
        }
    }
}
