//! What is said about positions and games: evaluations, reviews, overlays, the explorer, the editor's complaints.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Color, GameSummary};

/// What an analysis found, as White sees it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Evaluation {
    /// White's chance to win, 0 to 1.
    pub win_rate: f64,
    /// White's margin in moves.
    pub margin: f64,
    /// Who is proven to win.
    #[schema(required)]
    pub winner: Option<Color>,
    /// By how many moves at least, if that is proven.
    #[schema(required)]
    pub won_by: Option<u32>,
    /// How many positions were looked at.
    pub nodes: u64,
    /// The line that is expected.
    pub line: Vec<String>,
}

/// How thoroughly a game is to be reviewed.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ReviewRequest {
    /// The positions looked at for each move.
    pub nodes: Option<u64>,
}

/// Every move of a game, graded.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Review {
    /// How far it is.
    pub state: ReviewState,
    /// How many of the game's positions were judged.
    pub done: u32,
    /// Of how many.
    pub total: u32,
    /// How many positions were looked at for each of these.
    #[serde(default)]
    pub nodes: u64,
    /// The moves, in order.
    pub plies: Vec<ReviewedPly>,
    /// How well each side played.
    pub accuracy: Accuracy,
    /// The plies that changed the game.
    pub turning_points: Vec<u32>,
}

/// How far a review is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ReviewState {
    /// It goes on.
    Running,
    /// It is complete.
    Done,
    /// Somebody stopped it.
    Stopped,
}

/// A move and what it was worth.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReviewedPly {
    /// Which, from 1.
    pub ply: u32,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// What the position before it was worth.
    pub before: Evaluation,
    /// What the position after it was worth.
    pub after: Evaluation,
    /// What it lost of the mover's chance to win, 0 to 1.
    pub loss: f64,
    /// The same in a word.
    pub grade: Grade,
    /// A better move, if there was one.
    #[schema(required)]
    pub better: Option<Better>,
}

/// A move in a word.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Grade {
    /// There was no better one.
    Best,
    /// It lost next to nothing.
    Good,
    /// It lost a little.
    Inaccuracy,
    /// It lost much.
    Mistake,
    /// It threw the game away.
    Blunder,
}

/// A move that would have been better.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Better {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The line that begins with it.
    pub line: Vec<String>,
    /// White's chance to win with it.
    pub win_rate: f64,
    /// White's margin in moves with it.
    pub margin: f64,
}

/// How well each side played, 0 to 100.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Accuracy {
    /// White.
    #[schema(required)]
    pub white: Option<f64>,
    /// Black.
    #[schema(required)]
    pub black: Option<f64>,
}

/// A position in FEN.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FenRequest {
    /// The position.
    pub fen: String,
}

/// Pictures to lay over a position.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Overlays {
    /// Who is nearer by an amazon's moves.
    pub queen: Race,
    /// Who is nearer by single steps.
    pub king: Race,
    /// How many squares each amazon can step to.
    pub mobility: BTreeMap<String, u32>,
    /// The parts that the arrows have made of the board.
    pub regions: Vec<RegionView>,
}

/// Who is nearer to each empty square.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Race {
    /// Squares nearer to White.
    pub white: Vec<String>,
    /// Squares nearer to Black.
    pub black: Vec<String>,
    /// Squares equally near.
    pub tied: Vec<String>,
    /// The distances of White and Black to each square; null where a side never comes.
    pub distances: BTreeMap<String, [Option<u32>; 2]>,
}

/// A part of the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RegionView {
    /// Whose it is.
    pub kind: RegionKind,
    /// Its empty squares.
    pub squares: Vec<String>,
    /// White's amazons in it.
    pub white: Vec<String>,
    /// Black's amazons in it.
    pub black: Vec<String>,
    /// How many moves it is worth, White's above zero.
    #[schema(required)]
    pub count: Option<i32>,
    /// Whether the count is exact.
    pub exact: bool,
}

/// Whose a part of the board is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum RegionKind {
    /// White's alone.
    White,
    /// Black's alone.
    Black,
    /// Both sides are in it.
    Active,
    /// Nobody is.
    Dead,
}

/// Asks what was played from a position.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ExploreRequest {
    /// The position.
    pub fen: String,
    /// Only games of this player.
    pub player: Option<String>,
    /// Only games of this source.
    pub source: Option<String>,
}

/// What was played from a position, and how it went.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Explored {
    /// How many games came here.
    pub games: u64,
    /// What they went on with, the most frequent first.
    pub moves: Vec<ExploredMove>,
    /// Ten of them at most.
    pub examples: Vec<GameSummary>,
}

/// A move that was played from a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExploredMove {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// How often.
    pub games: u64,
    /// How often White won.
    pub white_wins: u64,
    /// How often Black won.
    pub black_wins: u64,
}

/// A board as the editor has it, possible or not.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CheckRequest {
    /// How many columns.
    pub columns: u8,
    /// How many rows.
    pub rows: u8,
    /// White's amazons.
    pub white: Vec<String>,
    /// Black's amazons.
    pub black: Vec<String>,
    /// Arrows.
    pub arrows: Vec<String>,
    /// Who is to move.
    pub turn: Color,
    /// For how many plies a vacated square stays blocked.
    pub delay: Option<u8>,
}

/// What the editor's board is in FEN, or why it is no position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Checked {
    /// The position, if it is one.
    #[schema(required)]
    pub fen: Option<String>,
    /// What is wrong with it.
    pub complaints: Vec<Complaint>,
}

/// What is wrong with a board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Complaint {
    /// Where, if it is a square.
    #[schema(required)]
    pub square: Option<String>,
    /// What, as a sentence.
    pub words: String,
}
