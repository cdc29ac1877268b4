//! What is said about positions and games: evaluations, reviews, overlays, the explorer, the editor's complaints.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Assessment, Color, GameSummary};

/// The stored assessment of a position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Evaluation {
    /// The assessment.
    #[serde(flatten)]
    #[schema(value_type = Assessment)]
    pub(crate) assessment: thought::Assessment,
    /// Positions visited.
    pub(crate) nodes: u64,
}

/// How thoroughly a game is to be reviewed.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ReviewRequest {
    /// The positions looked at for each move.
    pub(crate) nodes: Option<u64>,
}

/// Every move of a game, graded.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Review {
    /// How far it is.
    pub(crate) state: ReviewState,
    /// How many of the game's positions were judged.
    pub(crate) done: u32,
    /// Of how many.
    pub(crate) total: u32,
    /// How many positions were looked at for each of these.
    #[serde(default)]
    pub(crate) nodes: u64,
    /// The moves, in order.
    pub(crate) plies: Vec<ReviewedPly>,
    /// How well each side played.
    pub(crate) accuracy: Accuracy,
    /// The plies that changed the game.
    pub(crate) turning_points: Vec<u32>,
}

/// How far a review is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ReviewState {
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
pub(crate) struct ReviewedPly {
    /// Which, from 1.
    pub(crate) ply: u32,
    /// The move.
    #[serde(rename = "move")]
    pub(crate) mv: String,
    /// What the position before it was worth.
    pub(crate) before: Evaluation,
    /// What the position after it was worth.
    pub(crate) after: Evaluation,
    /// What it lost of the mover's chance to win, 0 to 1.
    pub(crate) loss: f64,
    /// The same in a word.
    pub(crate) grade: Grade,
    /// A better move, if there was one.
    #[schema(required)]
    pub(crate) better: Option<Better>,
}

/// A move in a word.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Grade {
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
pub(crate) struct Better {
    /// The move.
    #[serde(rename = "move")]
    pub(crate) mv: String,
    /// What it is worth.
    #[serde(flatten)]
    #[schema(value_type = Assessment)]
    pub(crate) assessment: thought::Assessment,
}

/// How well each side played, 0 to 100.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Accuracy {
    /// White.
    #[schema(required)]
    pub(crate) white: Option<f64>,
    /// Black.
    #[schema(required)]
    pub(crate) black: Option<f64>,
}

/// A position in FEN.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct FenRequest {
    /// The position.
    pub(crate) fen: String,
}

/// Pictures to lay over a position.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Overlays {
    /// Who is nearer by an amazon's moves.
    pub(crate) queen: Race,
    /// Who is nearer by single steps.
    pub(crate) king: Race,
    /// How many squares each amazon can step to.
    pub(crate) mobility: BTreeMap<String, u32>,
    /// The parts that the arrows have made of the board.
    pub(crate) regions: Vec<RegionView>,
}

/// Who is nearer to each empty square.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Race {
    /// Squares nearer to White.
    pub(crate) white: Vec<String>,
    /// Squares nearer to Black.
    pub(crate) black: Vec<String>,
    /// Squares equally near.
    pub(crate) tied: Vec<String>,
    /// The distances of White and Black to each square; null where a side never comes.
    pub(crate) distances: BTreeMap<String, [Option<u32>; 2]>,
}

/// A part of the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RegionView {
    /// Whose it is.
    pub(crate) kind: RegionKind,
    /// Its empty squares.
    pub(crate) squares: Vec<String>,
    /// White's amazons in it.
    pub(crate) white: Vec<String>,
    /// Black's amazons in it.
    pub(crate) black: Vec<String>,
    /// How many moves it is worth, White's above zero.
    #[schema(required)]
    pub(crate) count: Option<i32>,
    /// Whether the count is exact.
    pub(crate) exact: bool,
}

/// Whose a part of the board is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum RegionKind {
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
pub(crate) struct ExploreRequest {
    /// The position.
    pub(crate) fen: String,
    /// Only games of this player.
    pub(crate) player: Option<String>,
    /// Only games of this source.
    pub(crate) source: Option<String>,
}

/// What was played from a position, and how it went.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Explored {
    /// How many games came here.
    pub(crate) games: u64,
    /// What they went on with, the most frequent first.
    pub(crate) moves: Vec<ExploredMove>,
    /// Ten of them at most.
    pub(crate) examples: Vec<GameSummary>,
}

/// A move that was played from a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ExploredMove {
    /// The move.
    #[serde(rename = "move")]
    pub(crate) mv: String,
    /// How often.
    pub(crate) games: u64,
    /// How often White won.
    pub(crate) white_wins: u64,
    /// How often Black won.
    pub(crate) black_wins: u64,
}

/// A board as the editor has it, possible or not.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct CheckRequest {
    /// How many columns.
    pub(crate) columns: u8,
    /// How many rows.
    pub(crate) rows: u8,
    /// White's amazons.
    pub(crate) white: Vec<String>,
    /// Black's amazons.
    pub(crate) black: Vec<String>,
    /// Arrows.
    pub(crate) arrows: Vec<String>,
    /// Who is to move.
    pub(crate) turn: Color,
    /// For how many plies a vacated square stays blocked.
    pub(crate) delay: Option<u8>,
}

/// What the editor's board is in FEN, or why it is no position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Checked {
    /// The position, if it is one.
    #[schema(required)]
    pub(crate) fen: Option<String>,
    /// What is wrong with it.
    pub(crate) complaints: Vec<Complaint>,
}

/// What is wrong with a board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Complaint {
    /// Where, if it is a square.
    #[schema(required)]
    pub(crate) square: Option<String>,
    /// What, as a sentence.
    pub(crate) words: String,
}
