//! What is said over the socket `/api/live`: one JSON object a text frame.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use wire::analysis::Answer;

use super::{AnalysisReport, GameDocument, Review};

/// What a page says.
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "camelCase")]
pub(crate) enum ClientMessage {
    /// Tell me of every change of a game, and how it is now.
    Watch {
        /// The game.
        game: i64,
    },
    /// Tell me no more of a game.
    Unwatch {
        /// The game.
        game: i64,
    },
    /// Play a move.
    Move {
        /// What the answer is to be called.
        id: String,
        /// The game.
        game: i64,
        /// The ply that the move is to be.
        ply: u32,
        /// The move.
        #[serde(rename = "move")]
        mv: String,
    },
    /// Think about a position and tell me all the while.
    Analyse(AnalyseRequest),
    /// Stop thinking.
    Stop {
        /// What the analysis was called.
        id: String,
    },
    /// Are you there?
    Ping,
}

/// Asks for an analysis that goes on until it is stopped.
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AnalyseRequest {
    /// What the answers are to be called.
    pub(crate) id: String,
    /// The position.
    pub(crate) fen: String,
    /// How many lines, 1 to 5.
    #[schema(minimum = 1, maximum = 5)]
    pub(crate) lines: Option<u32>,
    /// Who thinks, if not the flagship.
    pub(crate) agent: Option<String>,
    /// For how long at most.
    pub(crate) seconds: Option<f64>,
    /// The game with which the last report is to be kept.
    pub(crate) game: Option<i64>,
    /// The node of that game.
    pub(crate) node: Option<u32>,
}

/// What the server says.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "camelCase")]
pub(crate) enum ServerMessage {
    /// A game as it is now.
    Game {
        /// The game.
        document: Box<GameDocument>,
    },
    /// A move was played and is on the disk.
    Ack {
        /// What the move was called.
        id: String,
    },
    /// What an analysis has found so far.
    #[schema(value_type = AnalysisReport)]
    Analysis(Box<Answer>),
    /// How far a review is.
    Review {
        /// The game.
        game: i64,
        /// The review.
        review: Box<Review>,
    },
    /// Something was not done.
    Refused {
        /// What it was called, if that could be read.
        #[schema(required)]
        id: Option<String>,
        /// Why, as a sentence.
        error: String,
    },
    /// I am.
    Pong,
}
