//! What changes in a game, for clients that have its document.

use serde::Serialize;
use utoipa::ToSchema;

use super::{Live, Node, Outcome, Player, Position, Review};

/// The changes of a game from one revision to another.
///
/// A client whose document has the revision `base` applies it; one that has `revision` already ignores it; one that has an
/// older revision than `base` has missed an update and asks for all since its own (`watch` with `since`).
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GameUpdate {
    /// The game.
    pub(crate) game: i64,
    /// The revision before the changes.
    pub(crate) base: u64,
    /// The revision after them; equal to `base` if only `live` is news.
    pub(crate) revision: u64,
    /// The nodes that are new or different. New variations stand behind the others, a new ply at the end of the main line.
    pub(crate) nodes: Vec<Node>,
    /// The nodes that do not exist any more.
    pub(crate) removed: Vec<u32>,
    /// The ids of all variations in their order, if that is not the old order without `removed` and with the new ones last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) order: Option<Vec<u32>>,
    /// The number of plies of the main line.
    pub(crate) last_ply: u32,
    /// The state of play, if the game is in progress.
    #[schema(required)]
    pub(crate) live: Option<Live>,
    /// The result, if the game is over.
    #[schema(required)]
    pub(crate) result: Option<Outcome>,
    /// Title, tags and players, if they changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) details: Option<GameDetails>,
    /// The review, if it changed; null if there is none any more.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Review>)]
    pub(crate) review: Option<Option<Review>>,
    /// The last position of the main line with what can be played there, if it changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) position: Option<Position>,
}

/// What people change in a game besides its moves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GameDetails {
    /// The title; may be empty.
    pub(crate) title: String,
    /// The tags.
    pub(crate) tags: Vec<String>,
    /// The player of White.
    pub(crate) white: Player,
    /// The player of Black.
    pub(crate) black: Player,
    /// Whether it is in the trash.
    pub(crate) deleted: bool,
}

/// A change that is on the disk. Subscribers get what changed; others read the game again.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Acknowledgement {
    /// The revision of the game after the change.
    pub(crate) revision: u64,
    /// The node of a move that was added to the tree or existed already.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) node: Option<u32>,
}
