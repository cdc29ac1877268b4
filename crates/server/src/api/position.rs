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

/// A position with what can be played there: the page has no rules of its own.
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
    /// The landing squares of each amazon that can move, as one text: `d2d3e2`.
    pub(crate) destinations: BTreeMap<String, String>,
    /// The squares that an arrow can hit, by the amazon's square and her landing square. Null if these are many: then
    /// `/positions/shots` tells those of one amazon.
    #[schema(required)]
    pub(crate) shots: Option<BTreeMap<String, BTreeMap<String, String>>>,
    /// The areas that at most one side can reach.
    pub(crate) sealed: Vec<SealedArea>,
    /// Who wins, if all areas are sealed and their moves counted: the rest of the game is filling in.
    #[schema(required)]
    pub(crate) decided: Option<Decided>,
}

/// The winner of a position whose areas are all sealed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Decided {
    /// The winner.
    pub(crate) winner: Color,
    /// The moves that the winner has left when the opponent has none.
    pub(crate) by: u32,
}

/// An area that at most one side can reach.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SealedArea {
    /// The side whose amazons are in it, if there are any.
    #[schema(required)]
    pub(crate) owner: Option<Color>,
    /// Its empty squares, as one text: `a1a2b1`.
    pub(crate) squares: String,
    /// The moves that its owner can make there, if they are counted exactly.
    #[schema(required)]
    pub(crate) moves: Option<u32>,
}

/// A request for the arrows of one amazon.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ShotsRequest {
    /// The position in FEN.
    pub(crate) fen: String,
    /// The square of the amazon.
    #[schema(example = "d1")]
    pub(crate) from: String,
}
