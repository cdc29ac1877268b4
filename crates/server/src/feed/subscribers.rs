//! The sockets that watch a game.

use std::sync::{Mutex, MutexGuard, PoisonError};

use axum::extract::ws::Utf8Bytes;

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

    /// Sends a message to all.
    pub(crate) fn send(&self, topic: Topic, message: &ServerMessage) {
        if !self.is_empty() {
            self.send_json(topic, &to_json(message));
        }
    }

    /// The same with a message that is serialized already.
    pub(crate) fn send_json(&self, topic: Topic, json: &Utf8Bytes) {
        for outbox in self.list().clone() {
            outbox.put_json(topic, json.clone());
        }
    }
}
