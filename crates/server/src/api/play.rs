//! What a person at the board asks for.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Color, Seat};

/// Asks for a new game.
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct GameRequest {
    /// The start in FEN.
    pub fen: Option<String>,
    /// A named start: `10x10`, `8x8` or `6x6`.
    #[schema(example = "10x10")]
    pub board: Option<String>,
    /// For how many plies a vacated square stays blocked.
    #[schema(maximum = 15)]
    pub delay: Option<u8>,
    /// Who plays White.
    pub white: Seat,
    /// Who plays Black.
    pub black: Seat,
    /// A clock for the whole game.
    pub clock: Option<ClockPlan>,
    /// The least milliseconds between two moves of engine against engine.
    #[schema(maximum = 60000)]
    pub pace: Option<u32>,
}

/// A clock for the whole game.
#[derive(Clone, Copy, PartialEq, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ClockPlan {
    /// What each side has.
    #[schema(exclusive_minimum = 0, maximum = 86400)]
    pub seconds: f64,
    /// The seconds that a side gets back for each move.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 3600)]
    pub increment: f64,
}

/// What is to change in a game.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct GameChange {
    /// What it is called.
    pub title: Option<String>,
    /// Words to find it by.
    pub tags: Option<Vec<String>>,
    /// White's name.
    pub white_name: Option<String>,
    /// Black's name.
    pub black_name: Option<String>,
}

/// A move in a live game.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MoveRequest {
    /// The ply that it is to be, from 1: if the game went on meanwhile, the move is not played.
    pub ply: u32,
    /// The move.
    #[serde(rename = "move")]
    #[schema(example = "d1d7,d7g7")]
    pub mv: String,
}

/// Who gives up.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ResignRequest {
    /// The side; where nothing is said, the only person at the table, or else who is to move.
    pub color: Option<Color>,
}

/// How fast engines play each other.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PaceRequest {
    /// The least milliseconds between two moves.
    #[schema(maximum = 60000)]
    pub pace: u32,
}

/// What the flagship would play.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Hint {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// White's chance to win with it.
    #[schema(required)]
    pub win_rate: Option<f64>,
    /// White's margin in moves with it.
    #[schema(required)]
    pub margin: Option<f64>,
}

/// A move to add to a game's lines.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NodeRequest {
    /// The node after which it is played.
    pub parent: u32,
    /// The move.
    #[serde(rename = "move")]
    #[schema(example = "d1d7,d7g7")]
    pub mv: String,
}

/// What is to be said about a node.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CommentChange {
    /// The words; empty or null takes them away.
    pub comment: Option<String>,
}
