//! A position for the page to draw.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Color;

/// A request for a position, by FEN or by the name of a start.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct PositionRequest {
    /// A position in FEN.
    pub(crate) fen: Option<String>,
    /// A named start: `10x10`, `8x8` or `6x6`.
    #[schema(example = "10x10")]
    pub(crate) board: Option<String>,
    /// The number of plies for which a vacated square stays blocked; 0 in the standard game.
    #[schema(maximum = 15)]
    pub(crate) delay: Option<u8>,
    /// Moves to play from there.
    #[schema(max_items = 256, example = json!(["d1d7,d7g7"]))]
    pub(crate) moves: Option<Vec<String>>,
}

/// A position with its legal moves: the page has no rules of its own.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Position {
    /// The position in FEN.
    pub(crate) fen: String,
    /// The number of columns.
    pub(crate) columns: u8,
    /// The number of rows.
    pub(crate) rows: u8,
    /// The squares of White's amazons.
    pub(crate) white: Vec<String>,
    /// The squares of Black's amazons.
    pub(crate) black: Vec<String>,
    /// The squares of the arrows.
    pub(crate) arrows: Vec<String>,
    /// Vacated squares that are blocked for some plies (variant).
    pub(crate) vacated: Vec<String>,
    /// The side to move.
    pub(crate) turn: Color,
    /// The number of plies before this position.
    pub(crate) ply: u32,
    /// The squares of amazons that cannot step, of both sides.
    pub(crate) trapped: Vec<String>,
    /// The winner, if the side to move has no legal move.
    #[schema(required)]
    pub(crate) winner: Option<Color>,
    /// All legal moves: from the square of an amazon to the landing squares to the squares of the arrow.
    pub(crate) moves: BTreeMap<String, BTreeMap<String, Vec<String>>>,
}
