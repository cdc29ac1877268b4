//! Requests about games in progress and their nodes.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Assessment, Color, Player};

/// A request for a new game.
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct GameRequest {
    /// The start in FEN.
    pub(crate) fen: Option<String>,
    /// A named start: `10x10`, `8x8` or `6x6`.
    #[schema(example = "10x10")]
    pub(crate) board: Option<String>,
    /// The number of plies for which a vacated square stays blocked.
    #[schema(maximum = 15)]
    pub(crate) delay: Option<u8>,
    /// The player of White.
    pub(crate) white: Player,
    /// The player of Black.
    pub(crate) black: Player,
    /// The time control; none by default.
    pub(crate) clock: Option<TimeControl>,
    /// Milliseconds that pass at least before an engine moves. Against a person it takes up to three seconds more where the
    /// position is hard, unless the pace is 0 or the game has a clock.
    #[schema(maximum = 60000)]
    pub(crate) pace: Option<u32>,
}

/// A time control for the whole game.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct TimeControl {
    /// The time of each side.
    #[schema(exclusive_minimum = 0, maximum = 86400)]
    pub(crate) seconds: f64,
    /// The increment for each move.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 3600)]
    pub(crate) increment: f64,
}

/// A change of a game; missing fields stay as they are.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct GameChange {
    /// The title.
    pub(crate) title: Option<String>,
    /// The tags.
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
    /// The number of the ply, from 1. If it is not the next one the move is rejected.
    pub(crate) ply: u32,
    /// The move.
    #[serde(rename = "move")]
    #[schema(example = "d1d7,d7g7")]
    pub(crate) mv: String,
}

/// A resignation.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ResignRequest {
    /// The side; by default the only person in the game, or else the side to move.
    pub(crate) color: Option<Color>,
}

/// The pace of a game between two engines.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct PaceRequest {
    /// The minimum of milliseconds between two moves.
    #[schema(maximum = 60000)]
    pub(crate) pace: u32,
}

/// The move that the flagship would play.
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

/// A move to add to the tree of a game.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct NodeRequest {
    /// The node before the move.
    pub(crate) parent: u32,
    /// The move.
    #[serde(rename = "move")]
    #[schema(example = "d1d7,d7g7")]
    pub(crate) mv: String,
}

/// A change of a node; missing fields stay as they are.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct NodeChange {
    /// The comment; empty or null removes it.
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<String>)]
    pub(crate) comment: Option<Option<String>>,
    /// The shapes: a circle on `d4`, an arrow `d1d7`.
    #[schema(max_items = 256, example = json!(["d4", "d1d7"]))]
    pub(crate) shapes: Option<Vec<String>>,
}

/// Deserializes a field that is given, which may be null.
fn given<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<Option<String>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

/// A request for a study: of a position, with a line from it, or of a stored game.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct StudyRequest {
    /// The position in FEN.
    pub(crate) fen: Option<String>,
    /// Moves from there, the first variation of the study.
    #[schema(max_items = 256, example = json!(["d1d7,d7g7"]))]
    pub(crate) moves: Option<Vec<String>>,
    /// The game to copy, with its variations and comments.
    pub(crate) game: Option<i64>,
    /// The title; one is made up by default.
    pub(crate) title: Option<String>,
}
