//! What changed between two documents of a game.

use std::collections::HashMap;

use store::Study;

use crate::api::{GameDetails, GameDocument, GameUpdate, Live, Node, Position};

/// The update from one document of a game to a later one; `None` if they differ in nothing but the clocks. `position` makes
/// the last position of the later one, for the case that it is another.
pub(super) fn difference(
    old: &GameDocument,
    new: &GameDocument,
    position: impl FnOnce() -> Position,
) -> Option<GameUpdate> {
    let before: HashMap<u32, &Node> = old.nodes.iter().map(|node| (node.id, node)).collect();
    let after: HashMap<u32, &Node> = new.nodes.iter().map(|node| (node.id, node)).collect();
    let nodes: Vec<Node> =
        new.nodes.iter().filter(|node| before.get(&node.id) != Some(node)).cloned().collect();
    let removed: Vec<u32> =
        old.nodes.iter().map(|node| node.id).filter(|id| !after.contains_key(id)).collect();
    let kept = variations(old).filter(|id| after.contains_key(id));
    let expected: Vec<u32> = kept.chain(variations(new).filter(|id| !before.contains_key(id))).collect();
    let order: Vec<u32> = variations(new).collect();
    let fen =
        |document: &GameDocument| document.nodes.get(document.last_ply as usize).map(|node| node.fen.clone());
    let update = GameUpdate {
        game: new.id,
        base: old.revision,
        revision: new.revision,
        nodes,
        removed,
        order: (order != expected).then_some(order),
        last_ply: new.last_ply,
        live: new.live.clone(),
        result: new.result.clone(),
        details: (details(old) != details(new)).then(|| details(new)),
        review: (old.review != new.review).then(|| new.review.clone()),
        position: (fen(old) != fen(new)).then(position),
    };
    let has_changes = update.base != update.revision
        || update.details.is_some()
        || update.review.is_some()
        || without_clock(&old.live) != without_clock(&new.live);
    has_changes.then_some(update)
}

/// The ids of the variations in their order.
fn variations(document: &GameDocument) -> impl Iterator<Item = u32> {
    document.nodes.iter().map(|node| node.id).filter(|&id| id >= Study::FIRST)
}

fn details(document: &GameDocument) -> GameDetails {
    GameDetails {
        title: document.title.clone(),
        tags: document.tags.clone(),
        white: document.white.clone(),
        black: document.black.clone(),
        deleted: document.deleted,
    }
}

/// The state of play without the time, which always differs.
fn without_clock(live: &Option<Live>) -> Option<Live> {
    live.clone().map(|live| Live { clock: None, ..live })
}
