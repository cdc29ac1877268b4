//! The document that all subscribers of a game have, and its latest updates for those who missed some.

use std::collections::VecDeque;

use super::difference::difference;
use super::outbox::{Outbox, Topic};
use crate::api::{GameDocument, GameUpdate, Live, Node, Position, ServerMessage};

/// The number of updates for clients that were away.
const MAX_LOG: usize = 64;

/// The document that all subscribers have.
#[derive(Debug)]
pub(crate) struct DocumentFeed {
    document: GameDocument,
    /// The latest updates, oldest first; each begins at the revision at which the one before it ends.
    log: VecDeque<GameUpdate>,
    /// The number of updates sent so far.
    sent: u64,
}

impl DocumentFeed {
    pub(crate) fn new(document: GameDocument) -> Self {
        Self { document, log: VecDeque::new(), sent: 0 }
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
    ) -> Option<GameUpdate> {
        let update = difference(&self.document, &document, position);
        self.document = document;
        update.inspect(|update| self.note(update))
    }

    /// Appends a ply to the main line; returns the update for the subscribers.
    pub(crate) fn append(
        &mut self,
        mv: String,
        time: f64,
        live: Option<Live>,
        position: Position,
    ) -> GameUpdate {
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
        self.note(&update);
        update
    }

    /// The topic of the next update.
    pub(crate) fn next_topic(&mut self) -> Topic {
        self.sent += 1;
        Topic::Update(self.document.id, self.sent)
    }

    /// Tells a new subscriber what changed since a revision, or the whole game if that is not known.
    pub(crate) fn welcome(
        &mut self,
        outbox: &Outbox,
        since: Option<u64>,
        live: Option<Live>,
        position: impl FnOnce() -> Position,
    ) {
        let Some(missed) = since.and_then(|revision| self.since(revision)) else {
            let (document, position) = (Box::new(self.document(live)), Box::new(position()));
            // What waits is older than the whole game, but would be sent after it.
            outbox.discard_game(document.id);
            return outbox.put(Topic::Game(document.id), &ServerMessage::Game { document, position });
        };
        let missed: Vec<GameUpdate> = missed.cloned().collect();
        // The progress of a review has no revision of its own.
        let now = GameUpdate { review: Some(self.document.review.clone()), ..self.status(live) };
        for update in missed.into_iter().chain([now]) {
            outbox.put(self.next_topic(), &ServerMessage::Update(Box::new(update)));
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
    fn since(&self, revision: u64) -> Option<impl Iterator<Item = &GameUpdate>> {
        let is_current = revision == self.document.revision;
        let first = self.log.iter().position(|update| update.base == revision);
        let first = first.or(is_current.then_some(self.log.len()))?;
        Some(self.log.range(first..))
    }

    fn note(&mut self, update: &GameUpdate) {
        if update.base == update.revision {
            return;
        }
        if self.log.len() == MAX_LOG {
            self.log.pop_front();
        }
        self.log.push_back(update.clone());
    }
}
