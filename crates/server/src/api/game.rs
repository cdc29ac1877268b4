//! A game as the page sees it.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Color, Evaluation, Review};

/// Who plays a side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Seat {
    /// A person or a player of ours.
    pub(crate) kind: SeatKind,
    /// What they are called.
    #[serde(default)]
    #[schema(required)]
    pub(crate) name: String,
    /// The spec of an engine, such as `otrera:level=3`.
    #[serde(default)]
    #[schema(required)]
    pub(crate) agent: Option<String>,
}

/// What sits on a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum SeatKind {
    /// A person.
    Human,
    /// A player of ours.
    Engine,
}

/// A position of a game and how it came about.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Node {
    /// Its number: the ply in the game as played, 10000 or more in variations.
    pub(crate) id: u32,
    /// The node before; the root has none.
    #[schema(required)]
    pub(crate) parent: Option<u32>,
    /// The move that led here.
    #[serde(rename = "move")]
    #[schema(required)]
    pub(crate) mv: Option<String>,
    /// The position in FEN.
    pub(crate) fen: String,
    /// What was said about it.
    #[schema(required)]
    pub(crate) comment: Option<String>,
    /// The nodes after it, the main line's first.
    pub(crate) children: Vec<u32>,
    /// What an analysis said, if there was one.
    #[schema(required)]
    pub(crate) evaluation: Option<Evaluation>,
    /// The time that the move took when it was played.
    #[schema(required)]
    pub(crate) seconds: Option<f64>,
}

/// A game with all its lines.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GameDocument {
    /// Its number.
    pub(crate) id: i64,
    /// What it is called; empty if nobody named it.
    pub(crate) title: String,
    /// Words to find it by.
    pub(crate) tags: Vec<String>,
    /// Who plays White.
    pub(crate) white: Seat,
    /// Who plays Black.
    pub(crate) black: Seat,
    /// The start in FEN.
    pub(crate) start: String,
    /// The board's size, such as `10x10`.
    #[schema(example = "10x10")]
    pub(crate) board: String,
    /// For how many plies a vacated square stays blocked.
    pub(crate) delay: u8,
    /// Where it comes from: `play`, `match`, `import`, `self-play` or `experiment`.
    pub(crate) source: String,
    /// The event or tournament.
    #[schema(required)]
    pub(crate) event: Option<String>,
    /// When it was played, as RFC 3339 writes it.
    #[schema(required)]
    pub(crate) played_at: Option<String>,
    /// How it ended, if it did.
    #[schema(required)]
    pub(crate) result: Option<Outcome>,
    /// All positions, the game as played first.
    pub(crate) nodes: Vec<Node>,
    /// How many plies were played.
    pub(crate) last_ply: u32,
    /// What happens at the table, if it is still played.
    #[schema(required)]
    pub(crate) live: Option<Live>,
    /// What a review found.
    #[schema(required)]
    pub(crate) review: Option<Review>,
    /// Counts every change of the game.
    pub(crate) revision: u64,
    /// Whether it lies in the trash.
    pub(crate) deleted: bool,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Outcome {
    /// Who won.
    #[schema(required)]
    pub(crate) winner: Option<Color>,
    /// How: `no moves`, `resignation`, `time forfeit` and so on.
    pub(crate) ending: String,
    /// More about it, in words.
    pub(crate) detail: String,
}

/// What happens at the table of a game that is still played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Live {
    /// Who is to move.
    pub(crate) turn: Color,
    /// Whether an engine thinks about its move.
    pub(crate) thinking: bool,
    /// Whether the game is paused.
    pub(crate) paused: bool,
    /// The least milliseconds between two moves of engine against engine.
    pub(crate) pace: u32,
    /// The clocks, if there are any.
    #[schema(required)]
    pub(crate) clock: Option<ClockState>,
}

/// What stands on the clocks, in milliseconds, when the document was written.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ClockState {
    /// What White has left.
    pub(crate) white: u64,
    /// What Black has left.
    pub(crate) black: u64,
    /// What a side gets back for a move.
    pub(crate) increment: u64,
    /// Whose clock runs.
    #[schema(required)]
    pub(crate) running: Option<Color>,
}

/// A game with a node that was just added or found.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NodeAdded {
    /// The game.
    pub(crate) document: GameDocument,
    /// The node that the move leads to.
    pub(crate) node: u32,
}
