//! Evaluations, reviews, overlays, the explorer and the check of the editor.

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

/// A request for a review.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ReviewRequest {
    /// The nodes searched for each position of the game.
    pub(crate) nodes: Option<u64>,
}

/// The grades of all moves of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Review {
    /// The state.
    pub(crate) state: ReviewState,
    /// The number of positions of the game that have been evaluated.
    pub(crate) done: u32,
    /// The number of positions of the game.
    pub(crate) total: u32,
    /// The nodes searched for each position.
    #[serde(default)]
    pub(crate) nodes: u64,
    /// The moves, in order.
    pub(crate) plies: Vec<ReviewedPly>,
    /// The accuracy of each side.
    pub(crate) accuracy: Accuracy,
    /// The plies that changed the game.
    pub(crate) turning_points: Vec<u32>,
}

/// The state of a review.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ReviewState {
    /// It runs.
    Running,
    /// It is complete.
    Done,
    /// It was stopped.
    Stopped,
}

/// A move with its grade.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReviewedPly {
    /// The number of the ply, from 1.
    pub(crate) ply: u32,
    /// The move.
    #[serde(rename = "move")]
    pub(crate) mv: String,
    /// The evaluation of the position before it.
    pub(crate) before: Evaluation,
    /// The evaluation of the position after it.
    pub(crate) after: Evaluation,
    /// The loss of the mover's win rate, 0 to 1.
    pub(crate) loss: f64,
    /// The grade of the loss.
    pub(crate) grade: Grade,
    /// A better move, if there was one.
    #[schema(required)]
    pub(crate) better: Option<Better>,
}

/// The grade of a move by the loss of win rate.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Grade {
    /// No loss.
    Best,
    /// A loss below that of an inaccuracy.
    Good,
    /// A loss of at least 0.05.
    Inaccuracy,
    /// A loss of at least 0.10.
    Mistake,
    /// A loss of at least 0.15.
    Blunder,
}

/// A better move.
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

/// The accuracy of each side, 0 to 100.
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

/// The overlays of a position.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Overlays {
    /// The distances in moves of an amazon.
    pub(crate) queen: Race,
    /// The distances in single steps.
    pub(crate) king: Race,
    /// The number of landing squares of each amazon.
    pub(crate) mobility: BTreeMap<String, u32>,
    /// The regions into which the arrows divide the board.
    pub(crate) regions: Vec<RegionView>,
}

/// The side that is nearer to each empty square.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Race {
    /// Squares nearer to White.
    pub(crate) white: Vec<String>,
    /// Squares nearer to Black.
    pub(crate) black: Vec<String>,
    /// Squares equally near.
    pub(crate) tied: Vec<String>,
    /// The distances of White and Black to each square; null if a side cannot reach it.
    pub(crate) distances: BTreeMap<String, [Option<u32>; 2]>,
}

/// A region of the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RegionView {
    /// The kind.
    pub(crate) kind: RegionKind,
    /// Its empty squares.
    pub(crate) squares: Vec<String>,
    /// White's amazons in it.
    pub(crate) white: Vec<String>,
    /// Black's amazons in it.
    pub(crate) black: Vec<String>,
    /// The number of moves in it, positive for White.
    #[schema(required)]
    pub(crate) count: Option<i32>,
    /// Whether the count is exact.
    pub(crate) exact: bool,
}

/// The kind of a region.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum RegionKind {
    /// Only White has amazons in it.
    White,
    /// Only Black has amazons in it.
    Black,
    /// Both sides have amazons in it.
    Active,
    /// No side has amazons in it.
    Dead,
}

/// A request for the moves that were played from a position.
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

/// The moves that were played from a position, and their results.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Explored {
    /// The number of games with the position.
    pub(crate) games: u64,
    /// The next moves, the most frequent first.
    pub(crate) moves: Vec<ExploredMove>,
    /// At most ten of the games.
    pub(crate) examples: Vec<GameSummary>,
}

/// A move that was played from a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ExploredMove {
    /// The move.
    #[serde(rename = "move")]
    pub(crate) mv: String,
    /// The number of games.
    pub(crate) games: u64,
    /// The number of White's wins.
    pub(crate) white_wins: u64,
    /// The number of Black's wins.
    pub(crate) black_wins: u64,
}

/// What the engine's opening book says of a position.
#[derive(Clone, PartialEq, Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BookPosition {
    /// The number of positions of the book.
    pub(crate) positions: u64,
    /// The moves, the best first; none where the position is not in the book.
    pub(crate) moves: Vec<BookMove>,
}

/// A move of the engine's opening book.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BookMove {
    /// The move.
    #[serde(rename = "move")]
    pub(crate) mv: String,
    /// The win rate of the side that plays it, 0 to 1.
    pub(crate) win_rate: f64,
    /// How many positions of the book follow the move; 0 where only the position before it was searched.
    pub(crate) searched: u64,
    /// The nodes of their searches together.
    pub(crate) nodes: u64,
}

/// What the stored proofs say of a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ProvenPosition {
    /// Whether a board as small can be proven at all.
    pub(crate) is_small: bool,
    /// The proof of the board, if one is stored.
    #[schema(required)]
    pub(crate) proof: Option<StoredProof>,
    /// Who wins the position, if that is proven.
    #[schema(required)]
    pub(crate) winner: Option<Color>,
    /// All legal moves, if a proof of the board is stored.
    pub(crate) moves: Vec<ProvenMove>,
}

/// A proof that comes with the program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StoredProof {
    /// Its file in the repository, for `otrera verify`.
    pub(crate) file: String,
    /// The number of its positions.
    pub(crate) positions: u64,
}

/// A move with what is proven of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ProvenMove {
    /// The move.
    #[serde(rename = "move")]
    pub(crate) mv: String,
    /// What it comes to for the side that plays it.
    pub(crate) verdict: MoveVerdict,
}

/// What is proven of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum MoveVerdict {
    /// It wins.
    Won,
    /// It loses.
    Lost,
    /// The proof does not say.
    Open,
}

/// The board of the editor, which may be invalid.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct CheckRequest {
    /// The number of columns.
    pub(crate) columns: u8,
    /// The number of rows.
    pub(crate) rows: u8,
    /// White's amazons.
    pub(crate) white: Vec<String>,
    /// Black's amazons.
    pub(crate) black: Vec<String>,
    /// Arrows.
    pub(crate) arrows: Vec<String>,
    /// The side to move.
    pub(crate) turn: Color,
    /// The number of plies for which a vacated square stays blocked.
    pub(crate) delay: Option<u8>,
}

/// The FEN of the editor's board, or why it is not a valid position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Checked {
    /// The FEN, if the board is valid.
    #[schema(required)]
    pub(crate) fen: Option<String>,
    /// The errors.
    #[serde(rename = "complaints")]
    pub(crate) errors: Vec<BoardError>,
}

/// An error of a board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BoardError {
    /// The square, if the error is about one.
    #[schema(required)]
    pub(crate) square: Option<String>,
    /// The reason, as a sentence.
    #[serde(rename = "words")]
    pub(crate) message: String,
}
