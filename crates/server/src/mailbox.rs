//! What waits to be told to one socket: of every topic the newest only.
//!
//! Whoever has news puts them in and goes on; a client that reads slowly misses what is outdated, and nobody waits for it.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::ws::Utf8Bytes;
use tokio::sync::Notify;

use crate::api::ServerMessage;

/// What a message is about. A newer message of the same topic takes the place of an older one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Topic {
    /// A game.
    Game(i64),
    /// The review of a game.
    Review(i64),
    /// The analysis of this socket.
    Analysis,
    /// The end of the analysis of this socket, where it is refused while it runs.
    AnalysisFault,
}

/// A socket's mailbox. Copies are the same box.
#[derive(Clone, Debug, Default)]
pub struct Mailbox(Arc<Waiting>);

#[derive(Debug, Default)]
struct Waiting {
    messages: Mutex<BTreeMap<Topic, Utf8Bytes>>,
    bell: Notify,
}

/// A message as text.
#[must_use]
pub(crate) fn written(message: &ServerMessage) -> Utf8Bytes {
    serde_json::to_string(message).expect("messages are texts and numbers").into()
}

impl Mailbox {
    /// Puts a message in the place of an older one of its topic.
    pub fn put(&self, topic: Topic, message: &ServerMessage) {
        self.put_text(topic, written(message));
    }

    /// The same with a message that is written already, for many who are told the same.
    pub fn put_text(&self, topic: Topic, text: Utf8Bytes) {
        self.0.messages.lock().unwrap_or_else(PoisonError::into_inner).insert(topic, text);
        self.0.bell.notify_one();
    }

    /// Takes what waits on a topic away unread.
    pub fn forget(&self, topic: Topic) {
        self.0.messages.lock().unwrap_or_else(PoisonError::into_inner).remove(&topic);
    }

    /// Takes a message out, when there is one.
    pub(crate) async fn next(&self) -> Utf8Bytes {
        loop {
            let first = self.0.messages.lock().unwrap_or_else(PoisonError::into_inner).pop_first();
            match first {
                Some((_, text)) => return text,
                None => self.0.bell.notified().await,
            }
        }
    }

    /// Whether both are the same box.
    pub(crate) fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_the_newest_of_a_topic_waits() {
        let mailbox = Mailbox::default();
        mailbox.put(Topic::Game(1), &ServerMessage::Ack { id: "old".to_owned() });
        mailbox.put(Topic::Game(2), &ServerMessage::Pong);
        mailbox.put(Topic::Game(1), &ServerMessage::Ack { id: "new".to_owned() });
        assert_eq!(mailbox.next().await.as_str(), r#"{"type":"ack","id":"new"}"#);
        assert_eq!(mailbox.next().await.as_str(), r#"{"type":"pong"}"#);
        mailbox.put(Topic::Analysis, &ServerMessage::Pong);
        mailbox.forget(Topic::Analysis);
        let nothing = tokio::time::timeout(std::time::Duration::from_millis(1), mailbox.next()).await;
        assert!(nothing.is_err(), "{nothing:?}");
    }
}
