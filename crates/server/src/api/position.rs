//! A position as the page draws it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Color;

/// Asks for a position: by FEN, or the start of a named board.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PositionRequest {
    /// A position in FEN.
    pub fen: Option<String>,
    /// A named start: `10x10`, `8x8` or `6x6`.
    #[schema(example = "10x10")]
    pub board: Option<String>,
    /// For how many plies a vacated square stays blocked; 0 in the standard game.
    #[schema(maximum = 15)]
    pub delay: Option<u8>,
    /// Moves to be played from there first.
    #[schema(max_items = 256, example = json!(["d1d7,d7g7"]))]
    pub moves: Option<Vec<String>>,
}

/// A position with all that a board needs to know: the page knows no rule.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Position {
    /// The position in FEN.
    pub fen: String,
    /// How many columns the board has.
    pub columns: u8,
    /// How many rows the board has.
    pub rows: u8,
    /// Where White's amazons stand.
    pub white: Vec<String>,
    /// Where Black's amazons stand.
    pub black: Vec<String>,
    /// Where arrows stand.
    pub arrows: Vec<String>,
    /// Squares that are blocked for a while (variant).
    pub vacated: Vec<String>,
    /// Who is to move.
    pub turn: Color,
    /// How many plies were played before, as the move number says.
    pub ply: u32,
    /// Amazons of either side that cannot step.
    pub trapped: Vec<String>,
    /// Who has won, if the side to move cannot move.
    #[schema(required)]
    pub winner: Option<Color>,
    /// All legal moves: from an amazon to a square to its arrows.
    pub moves: BTreeMap<String, BTreeMap<String, Vec<String>>>,
}
