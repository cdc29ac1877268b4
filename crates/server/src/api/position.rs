//! A position as the page draws it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Color;

/// Asks for a position: by FEN, or the start of a named board.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct PositionRequest {
    /// A position in FEN.
    pub(crate) fen: Option<String>,
    /// A named start: `10x10`, `8x8` or `6x6`.
    #[schema(example = "10x10")]
    pub(crate) board: Option<String>,
    /// For how many plies a vacated square stays blocked; 0 in the standard game.
    #[schema(maximum = 15)]
    pub(crate) delay: Option<u8>,
    /// Moves to be played from there first.
    #[schema(max_items = 256, example = json!(["d1d7,d7g7"]))]
    pub(crate) moves: Option<Vec<String>>,
}

/// A position with all that a board needs to know: the page knows no rule.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Position {
    /// The position in FEN.
    pub(crate) fen: String,
    /// How many columns the board has.
    pub(crate) columns: u8,
    /// How many rows the board has.
    pub(crate) rows: u8,
    /// Where White's amazons stand.
    pub(crate) white: Vec<String>,
    /// Where Black's amazons stand.
    pub(crate) black: Vec<String>,
    /// Where arrows stand.
    pub(crate) arrows: Vec<String>,
    /// Squares that are blocked for a while (variant).
    pub(crate) vacated: Vec<String>,
    /// Who is to move.
    pub(crate) turn: Color,
    /// How many plies were played before, as the move number says.
    pub(crate) ply: u32,
    /// Amazons of either side that cannot step.
    pub(crate) trapped: Vec<String>,
    /// Who has won, if the side to move cannot move.
    #[schema(required)]
    pub(crate) winner: Option<Color>,
    /// All legal moves: from an amazon to a square to its arrows.
    pub(crate) moves: BTreeMap<String, BTreeMap<String, Vec<String>>>,
}
