//! What a person at the board asks for.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Assessment, Color, Seat};

/// Asks for a new game.
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct GameRequest {
    /// The start in FEN.
    pub(crate) fen: Option<String>,
    /// A named start: `10x10`, `8x8` or `6x6`.
    #[schema(example = "10x10")]
    pub(crate) board: Option<String>,
    /// For how many plies a vacated square stays blocked.
    #[schema(maximum = 15)]
    pub(crate) delay: Option<u8>,
    /// Who plays White.
    pub(crate) white: Seat,
    /// Who plays Black.
    pub(crate) black: Seat,
    /// A clock for the whole game.
    pub(crate) clock: Option<ClockPlan>,
    /// The least milliseconds between two moves of engine against engine.
    #[schema(maximum = 60000)]
    pub(crate) pace: Option<u32>,
}

/// A clock for the whole game.
#[derive(Clone, Copy, PartialEq, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ClockPlan {
    /// What each side has.
    #[schema(exclusive_minimum = 0, maximum = 86400)]
    pub(crate) seconds: f64,
    /// The seconds that a side gets back for each move.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 3600)]
    pub(crate) increment: f64,
}

/// What is to change in a game.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct GameChange {
    /// What it is called.
    pub(crate) title: Option<String>,
    /// Words to find it by.
    pub(crate) tags: Option<Vec<String>>,
    /// White's name.
    pub(crate) white_name: Option<String>,
    /// Black's name.
    pub(crate) black_name: Option<String>,
}

/// A move in a live game.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct MoveRequest {
    /// The ply that it is to be, from 1: if the game went on meanwhile, the move is not played.
    pub(crate) ply: u32,
    /// The move.
    #[serde(rename = "move")]
    #[schema(example = "d1d7,d7g7")]
    pub(crate) mv: String,
}

/// Who gives up.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ResignRequest {
    /// The side; where nothing is said, the only person at the table, or else who is to move.
    pub(crate) color: Option<Color>,
}

/// How fast engines play each other.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct PaceRequest {
    /// The least milliseconds between two moves.
    #[schema(maximum = 60000)]
    pub(crate) pace: u32,
}

/// What the flagship would play.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Hint {
    /// The move.
    #[serde(rename = "move")]
    pub(crate) mv: String,
    /// What it is worth.
    #[serde(flatten)]
    #[schema(value_type = Assessment)]
    pub(crate) assessment: thought::Assessment,
}

/// A move to add to a game's lines.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct NodeRequest {
    /// The node after which it is played.
    pub(crate) parent: u32,
    /// The move.
    #[serde(rename = "move")]
    #[schema(example = "d1d7,d7g7")]
    pub(crate) mv: String,
}

/// What is to be said about a node.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct CommentChange {
    /// The words; empty or null takes them away.
    pub(crate) comment: Option<String>,
}
