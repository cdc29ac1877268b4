//! The pending messages of one socket: the newest of each topic.
//!
//! A sender never blocks. A client that reads slowly misses outdated messages.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::extract::ws::Utf8Bytes;
use tokio::sync::Notify;

use crate::api::ServerMessage;

/// The subject of a message. A newer message replaces a pending one of the same topic.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Topic {
    /// A game.
    Game(i64),
    /// The review of a game.
    Review(i64),
    /// The analysis of this socket.
    Analysis,
    /// An error of the running analysis of this socket.
    AnalysisError,
}

/// The outbox of a socket. Clones share it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outbox(Arc<Pending>);

#[derive(Debug, Default)]
struct Pending {
    messages: Mutex<BTreeMap<Topic, Utf8Bytes>>,
    added: Notify,
}

/// A message as JSON.
#[must_use]
pub(crate) fn to_json(message: &ServerMessage) -> Utf8Bytes {
    serde_json::to_string(message).expect("a message serializes").into()
}

impl Outbox {
    fn messages(&self) -> MutexGuard<'_, BTreeMap<Topic, Utf8Bytes>> {
        self.0.messages.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Replaces the pending message of a topic.
    pub(crate) fn put(&self, topic: Topic, message: &ServerMessage) {
        self.put_json(topic, to_json(message));
    }

    /// Replaces the pending message of a topic unless a condition holds. It is checked under the lock of the outbox, so that
    /// no message remains if the condition becomes true before a [`discard`](Self::discard).
    pub(crate) fn put_unless(&self, topic: Topic, message: &ServerMessage, condition: impl Fn() -> bool) {
        let json = to_json(message);
        let mut messages = self.messages();
        if !condition() {
            messages.insert(topic, json);
            self.0.added.notify_one();
        }
    }

    /// The same with a message that is serialized once for several sockets.
    pub(crate) fn put_json(&self, topic: Topic, json: Utf8Bytes) {
        self.messages().insert(topic, json);
        self.0.added.notify_one();
    }

    /// Removes the pending message of a topic.
    pub(crate) fn discard(&self, topic: Topic) {
        self.messages().remove(&topic);
    }

    /// Removes and returns the next pending message, waiting for one if there is none.
    pub(crate) async fn next(&self) -> Utf8Bytes {
        loop {
            let first = self.messages().pop_first();
            match first {
                Some((_, json)) => return json,
                None => self.0.added.notified().await,
            }
        }
    }

    /// Whether both are the same outbox.
    pub(crate) fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_newer_message_replaces_a_pending_one_of_its_topic() {
        let outbox = Outbox::default();
        outbox.put(Topic::Game(1), &ServerMessage::Ack { id: "old".to_owned() });
        outbox.put(Topic::Game(2), &ServerMessage::Pong);
        outbox.put(Topic::Game(1), &ServerMessage::Ack { id: "new".to_owned() });
        assert_eq!(outbox.next().await.as_str(), r#"{"type":"ack","id":"new"}"#);
        assert_eq!(outbox.next().await.as_str(), r#"{"type":"pong"}"#);
        outbox.put(Topic::Analysis, &ServerMessage::Pong);
        outbox.discard(Topic::Analysis);
        let nothing = tokio::time::timeout(std::time::Duration::from_millis(1), outbox.next()).await;
        assert!(nothing.is_err(), "{nothing:?}");
        outbox.put_unless(Topic::Analysis, &ServerMessage::Pong, || true);
        outbox.put_unless(Topic::Game(1), &ServerMessage::Pong, || false);
        outbox.put(Topic::Review(1), &ServerMessage::Ack { id: "next".to_owned() });
        assert_eq!(outbox.next().await.as_str(), r#"{"type":"pong"}"#);
        assert_eq!(outbox.next().await.as_str(), r#"{"type":"ack","id":"next"}"#);
    }
}
