//! The document that all subscribers of a game have, and its latest updates for those who missed some.

use std::collections::VecDeque;

use axum::extract::ws::Utf8Bytes;

use super::difference::difference;
use super::outbox::{Outbox, Topic, to_json};
use crate::api::{GameDocument, GameUpdate, Live, Node, Position, ServerMessage};

/// The number of updates for clients that were away: all of them, and one more, find room in an outbox.
const MAX_LOG: usize = 32;

/// The document that all subscribers have.
#[derive(Debug)]
pub(crate) struct DocumentFeed {
    document: GameDocument,
    /// Distinguishes the revisions of this feed from those of another server or file.
    epoch: String,
    /// The latest updates, oldest first; each begins at the revision at which the one before it ends.
    log: VecDeque<LoggedUpdate>,
    /// The number of updates sent so far.
    sent: u64,
}

#[derive(Debug)]
struct LoggedUpdate {
    base: u64,
    json: Utf8Bytes,
}

/// What a client has of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Known {
    pub(crate) revision: u64,
    pub(crate) epoch: String,
}

impl DocumentFeed {
    pub(crate) fn new(document: GameDocument) -> Self {
        let mut bytes = [0; 8];
        // Without random numbers of the system all feeds have one epoch, and revisions alone decide.
        let _ = getrandom::fill(&mut bytes);
        let epoch = format!("{:016x}", u64::from_le_bytes(bytes));
        Self { document, epoch, log: VecDeque::new(), sent: 0 }
    }

    /// The revision that the subscribers have.
    pub(crate) fn revision(&self) -> u64 {
        self.document.revision
    }

    /// The document with the current state of play.
    pub(crate) fn document(&self, live: Option<Live>) -> GameDocument {
        GameDocument { live, ..self.document.clone() }
    }

    /// Takes a newer document; returns the update for the subscribers, if there is any news.
    pub(crate) fn replace(
        &mut self,
        document: GameDocument,
        position: impl FnOnce() -> Position,
    ) -> Option<Utf8Bytes> {
        let update = difference(&self.document, &document, position);
        self.document = document;
        update.map(|update| self.log_update(update))
    }

    /// Appends a ply to the main line; returns the update for the subscribers.
    pub(crate) fn append(
        &mut self,
        mv: String,
        time: f64,
        live: Option<Live>,
        position: Position,
    ) -> Utf8Bytes {
        let GameDocument { nodes, last_ply, revision, .. } = &mut self.document;
        let parent = *last_ply;
        // Games of other programs may have no times; then those of later plies are not stored.
        let has_times = parent == 0 || nodes[parent as usize].seconds.is_some();
        *last_ply += 1;
        *revision += 1;
        let node = Node {
            id: *last_ply,
            parent: Some(parent),
            mv: Some(mv),
            fen: position.fen.clone(),
            comment: None,
            shapes: Vec::new(),
            evaluation: None,
            seconds: has_times.then_some(time),
        };
        nodes.insert(*last_ply as usize, node.clone());
        self.document.live.clone_from(&live);
        let update = GameUpdate {
            nodes: vec![node],
            base: self.document.revision - 1,
            position: Some(position),
            ..self.status(live)
        };
        self.log_update(update)
    }

    /// The topic of the next update.
    pub(crate) fn next_topic(&mut self) -> Topic {
        self.sent += 1;
        Topic::Update(self.document.id, self.sent)
    }

    /// Tells a new subscriber what its client does not have: the missed updates, or the whole game if they are not known.
    pub(crate) fn catch_up(
        &mut self,
        outbox: &Outbox,
        known: Option<Known>,
        live: Option<Live>,
        position: impl FnOnce() -> Position,
    ) {
        let known = known.filter(|known| known.epoch == self.epoch).map(|known| known.revision);
        let Some(missed) = known.and_then(|revision| self.since(revision)) else {
            let (document, position) = (Box::new(self.document(live)), Box::new(position()));
            // What waits is older than the whole game, but would be sent after it.
            outbox.discard_game(document.id);
            let (id, epoch) = (document.id, self.epoch.clone());
            return outbox.put(Topic::Game(id), &ServerMessage::Game { document, position, epoch });
        };
        // The progress of a review has no revision of its own.
        let now = GameUpdate { review: Some(self.document.review.clone()), ..self.status(live) };
        for json in missed.into_iter().chain([to_json(&ServerMessage::Update(Box::new(now)))]) {
            outbox.put_json(self.next_topic(), json);
        }
    }

    /// An update that tells the state of play alone.
    fn status(&self, live: Option<Live>) -> GameUpdate {
        let GameDocument { id, revision, last_ply, result, .. } = &self.document;
        GameUpdate {
            game: *id,
            base: *revision,
            revision: *revision,
            nodes: Vec::new(),
            removed: Vec::new(),
            order: None,
            last_ply: *last_ply,
            live,
            result: result.clone(),
            details: None,
            review: None,
            position: None,
        }
    }

    /// The updates since a revision; `None` if they are not known.
    fn since(&self, revision: u64) -> Option<Vec<Utf8Bytes>> {
        let is_current = revision == self.document.revision;
        let first = self.log.iter().position(|update| update.base == revision);
        let first = first.or(is_current.then_some(self.log.len()))?;
        Some(self.log.range(first..).map(|update| update.json.clone()).collect())
    }

    /// Serializes an update, and keeps it for clients that are away if it has a revision.
    fn log_update(&mut self, update: GameUpdate) -> Utf8Bytes {
        let (base, revision) = (update.base, update.revision);
        let json = to_json(&ServerMessage::Update(Box::new(update)));
        if base < revision {
            if self.log.len() == MAX_LOG {
                self.log.pop_front();
            }
            self.log.push_back(LoggedUpdate { base, json: json.clone() });
        }
        json
    }
}
