//! What the subscribers of a game get, and how it reaches them.
//!
//! - `document_feed`: the document that all subscribers of a game have, and its latest updates;
//! - `difference`: the update from one document to another;
//! - `subscribers`: the sockets that watch a game;
//! - `outbox`: the pending messages of one socket.

mod difference;
mod document_feed;
mod outbox;
mod subscribers;

pub(crate) use document_feed::{DocumentFeed, Known};
pub(crate) use outbox::{Outbox, Topic, to_json};
pub(crate) use subscribers::Subscribers;
