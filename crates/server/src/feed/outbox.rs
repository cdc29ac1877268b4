//! The pending messages of one socket: the newest of each topic.
//!
//! A sender never blocks. A client that reads slowly misses outdated messages; of the updates of a game it misses the
//! oldest, notices that by their revisions, and asks again.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::extract::ws::Utf8Bytes;
use tokio::sync::Notify;

use crate::api::ServerMessage;

/// The subject of a message. A newer message replaces a pending one of the same topic.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Topic {
    /// A whole game.
    Game(i64),
    /// An update of a game, by the number of messages about that game before it.
    Update(i64, u64),
    /// The review of a game.
    Review(i64),
    /// The place in the queue of the analysis of this socket.
    Queued,
    /// The analysis of this socket.
    Analysis,
    /// An error of the running analysis of this socket.
    AnalysisError,
}

/// The most pending updates of one game.
const MAX_UPDATES: usize = 64;

/// The outbox of a socket. Clones share it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outbox(Arc<Pending>);

#[derive(Debug, Default)]
struct Pending {
    messages: Mutex<BTreeMap<Topic, Utf8Bytes>>,
    added: Notify,
}

fn updates_of(game: i64) -> RangeInclusive<Topic> {
    Topic::Update(game, 0)..=Topic::Update(game, u64::MAX)
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
        let mut messages = self.messages();
        messages.insert(topic, json);
        if let Topic::Update(game, _) = topic {
            let mut pending = messages.range(updates_of(game)).map(|(topic, _)| *topic);
            let (oldest, count) = (pending.next(), pending.count() + 1);
            if let Some(oldest) = oldest.filter(|_| count > MAX_UPDATES) {
                messages.remove(&oldest);
            }
        }
        self.0.added.notify_one();
    }

    /// Removes the pending message of a topic.
    pub(crate) fn discard(&self, topic: Topic) {
        self.messages().remove(&topic);
    }

    /// Removes all pending messages about a game, except its review.
    pub(crate) fn discard_game(&self, game: i64) {
        let updates = updates_of(game);
        self.messages().retain(|topic, _| *topic != Topic::Game(game) && !updates.contains(topic));
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

    fn refused(error: &str) -> ServerMessage {
        ServerMessage::Refused { id: None, game: None, error: error.to_owned() }
    }

    #[tokio::test]
    async fn a_newer_message_replaces_a_pending_one_of_its_topic() {
        let outbox = Outbox::default();
        outbox.put(Topic::Game(1), &refused("old"));
        outbox.put(Topic::Game(2), &ServerMessage::Pong);
        outbox.put(Topic::Game(1), &refused("new"));
        assert!(outbox.next().await.contains("new"));
        assert_eq!(outbox.next().await.as_str(), r#"{"type":"pong"}"#);
        outbox.put(Topic::Analysis, &ServerMessage::Pong);
        outbox.discard(Topic::Analysis);
        let nothing = tokio::time::timeout(std::time::Duration::from_millis(1), outbox.next()).await;
        assert!(nothing.is_err(), "{nothing:?}");
        outbox.put_unless(Topic::Analysis, &ServerMessage::Pong, || true);
        outbox.put_unless(Topic::Game(1), &ServerMessage::Pong, || false);
        outbox.put(Topic::Review(1), &refused("next"));
        assert_eq!(outbox.next().await.as_str(), r#"{"type":"pong"}"#);
        assert!(outbox.next().await.contains("next"));
    }

    #[tokio::test]
    async fn updates_wait_in_their_order_and_the_oldest_are_dropped() {
        let outbox = Outbox::default();
        outbox.put(Topic::Update(2, 0), &refused("another game"));
        for number in 0..=MAX_UPDATES as u64 {
            outbox.put(Topic::Update(1, number), &refused(&format!("update {number}.")));
        }
        assert!(outbox.next().await.contains("update 1."), "the first was dropped");
        assert!(outbox.next().await.contains("update 2."));
        outbox.discard_game(1);
        assert!(outbox.next().await.contains("another game"));
    }
}
