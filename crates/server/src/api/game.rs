//! A game as the page sees it.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Color, Evaluation, Review};

/// Who plays a side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Seat {
    /// A person or a player of ours.
    pub kind: SeatKind,
    /// What they are called.
    #[serde(default)]
    #[schema(required)]
    pub name: String,
    /// The spec of an engine, such as `otrera:level=3`.
    #[serde(default)]
    #[schema(required)]
    pub agent: Option<String>,
}

/// What sits on a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SeatKind {
    /// A person.
    Human,
    /// A player of ours.
    Engine,
}

/// A position of a game and how it came about.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Node {
    /// Its number: the ply in the game as played, 10000 or more in variations.
    pub id: u32,
    /// The node before; the root has none.
    #[schema(required)]
    pub parent: Option<u32>,
    /// The move that led here.
    #[serde(rename = "move")]
    #[schema(required)]
    pub mv: Option<String>,
    /// The position in FEN.
    pub fen: String,
    /// What was said about it.
    #[schema(required)]
    pub comment: Option<String>,
    /// The nodes after it, the main line's first.
    pub children: Vec<u32>,
    /// What an analysis said, if there was one.
    #[schema(required)]
    pub evaluation: Option<Evaluation>,
    /// The time that the move took when it was played.
    #[schema(required)]
    pub seconds: Option<f64>,
}

/// A game with all its lines.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GameDocument {
    /// Its number.
    pub id: i64,
    /// What it is called; empty if nobody named it.
    pub title: String,
    /// Words to find it by.
    pub tags: Vec<String>,
    /// Who plays White.
    pub white: Seat,
    /// Who plays Black.
    pub black: Seat,
    /// The start in FEN.
    pub start: String,
    /// The board's size, such as `10x10`.
    #[schema(example = "10x10")]
    pub board: String,
    /// For how many plies a vacated square stays blocked.
    pub delay: u8,
    /// Where it comes from: `play`, `match`, `import`, `self-play` or `experiment`.
    pub source: String,
    /// The event or tournament.
    #[schema(required)]
    pub event: Option<String>,
    /// When it was played, as RFC 3339 writes it.
    #[schema(required)]
    pub played_at: Option<String>,
    /// How it ended, if it did.
    #[schema(required)]
    pub result: Option<Outcome>,
    /// All positions, the game as played first.
    pub nodes: Vec<Node>,
    /// How many plies were played.
    pub last_ply: u32,
    /// What happens at the table, if it is still played.
    #[schema(required)]
    pub live: Option<Live>,
    /// What a review found.
    #[schema(required)]
    pub review: Option<Review>,
    /// Counts every change of the game.
    pub revision: u64,
    /// Whether it lies in the trash.
    pub deleted: bool,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Outcome {
    /// Who won.
    #[schema(required)]
    pub winner: Option<Color>,
    /// How: `no moves`, `resignation`, `time forfeit` and so on.
    pub ending: String,
    /// More about it, in words.
    pub detail: String,
}

/// What happens at the table of a game that is still played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Live {
    /// Who is to move.
    pub turn: Color,
    /// Whether an engine thinks about its move.
    pub thinking: bool,
    /// Whether the game is paused.
    pub paused: bool,
    /// The least milliseconds between two moves of engine against engine.
    pub pace: u32,
    /// The clocks, if there are any.
    #[schema(required)]
    pub clock: Option<ClockState>,
}

/// What stands on the clocks, in milliseconds, when the document was written.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ClockState {
    /// What White has left.
    pub white: u64,
    /// What Black has left.
    pub black: u64,
    /// What a side gets back for a move.
    pub increment: u64,
    /// Whose clock runs.
    #[schema(required)]
    pub running: Option<Color>,
}

/// A game with a node that was just added or found.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NodeAdded {
    /// The game.
    pub document: GameDocument,
    /// The node that the move leads to.
    pub node: u32,
}
