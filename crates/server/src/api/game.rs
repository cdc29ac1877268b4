//! The document of a game.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Color, Evaluation, Review, TimeControl};

/// The player of a side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Player {
    /// A person or an engine.
    pub(crate) kind: PlayerKind,
    /// The name.
    #[serde(default)]
    #[schema(required)]
    pub(crate) name: String,
    /// The spec of an engine, such as `otrera:level=3`.
    #[serde(default)]
    #[schema(required)]
    pub(crate) agent: Option<String>,
}

/// The kind of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum PlayerKind {
    /// A person.
    Human,
    /// An engine of Otrera.
    Engine,
}

/// A node of the tree of a game.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Node {
    /// The id: the number of the ply in the main line, 10000 or more in variations.
    pub(crate) id: u32,
    /// The parent; the root has none.
    #[schema(required)]
    pub(crate) parent: Option<u32>,
    /// The move that led here.
    #[serde(rename = "move")]
    #[schema(required)]
    pub(crate) mv: Option<String>,
    /// The position in FEN.
    pub(crate) fen: String,
    /// The comment.
    #[schema(required)]
    pub(crate) comment: Option<String>,
    /// The shapes that are drawn on the board: a circle on `d4`, an arrow `d1d7`.
    pub(crate) shapes: Vec<String>,
    /// The stored evaluation, if there is one.
    #[schema(required)]
    pub(crate) evaluation: Option<Evaluation>,
    /// The time of the move when it was played.
    #[schema(required)]
    pub(crate) seconds: Option<f64>,
}

/// A game with its main line and variations.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GameDocument {
    /// The id.
    pub(crate) id: i64,
    /// The title; may be empty.
    pub(crate) title: String,
    /// The tags.
    pub(crate) tags: Vec<String>,
    /// The player of White.
    pub(crate) white: Player,
    /// The player of Black.
    pub(crate) black: Player,
    /// The start in FEN.
    pub(crate) start: String,
    /// The board's size, such as `10x10`.
    #[schema(example = "10x10")]
    pub(crate) board: String,
    /// The number of plies for which a vacated square stays blocked.
    pub(crate) delay: u8,
    /// The time control of a game that was played here with a clock.
    #[schema(required)]
    pub(crate) time_control: Option<TimeControl>,
    /// The source: `play`, `match`, `import`, `self-play` or `experiment`.
    pub(crate) source: String,
    /// The event or tournament.
    #[schema(required)]
    pub(crate) event: Option<String>,
    /// The date, in RFC 3339.
    #[schema(required)]
    pub(crate) played_at: Option<String>,
    /// The result, if the game is over.
    #[schema(required)]
    pub(crate) result: Option<Outcome>,
    /// All nodes: the main line by ply, then the variations, a parent before its children, siblings in their order.
    pub(crate) nodes: Vec<Node>,
    /// The number of plies of the main line.
    pub(crate) last_ply: u32,
    /// The state of play, if the game is in progress.
    #[schema(required)]
    pub(crate) live: Option<Live>,
    /// The review, if there is one.
    #[schema(required)]
    pub(crate) review: Option<Review>,
    /// The number of changes of the game.
    pub(crate) revision: u64,
    /// Whether it is in the trash.
    pub(crate) deleted: bool,
}

/// The result of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Outcome {
    /// The winner.
    #[schema(required)]
    pub(crate) winner: Option<Color>,
    /// The way it ended: `no moves`, `resignation`, `time forfeit` and so on.
    pub(crate) ending: String,
    /// Details for a reader.
    pub(crate) detail: String,
    /// The moves that the winner has left when the opponent has none, if they are counted exactly.
    #[schema(required)]
    pub(crate) by: Option<u32>,
}

/// The state of a game in progress.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Live {
    /// The side to move.
    pub(crate) turn: Color,
    /// Whether an engine searches for its move.
    pub(crate) thinking: bool,
    /// The place of the engine in the queue of those that wait for memory, from 1.
    #[schema(required)]
    pub(crate) place: Option<u32>,
    /// Whether the game is paused.
    pub(crate) paused: bool,
    /// The minimum of milliseconds between the moves of two engines.
    pub(crate) pace: u32,
    /// The clocks, if the game has a time control.
    #[schema(required)]
    pub(crate) clock: Option<ClockState>,
}

/// The clocks at the time of the document, in milliseconds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ClockState {
    /// The remaining time of White.
    pub(crate) white: u64,
    /// The remaining time of Black.
    pub(crate) black: u64,
    /// The increment for each move.
    pub(crate) increment: u64,
    /// The side whose clock runs.
    #[schema(required)]
    pub(crate) running: Option<Color>,
}
