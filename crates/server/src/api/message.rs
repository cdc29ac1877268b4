//! The messages of the socket `/api/live`: one JSON object for each text frame.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use wire::analysis::Answer;

use super::{AnalysisReport, GameDocument, GameUpdate, Position, Review};

/// A message of a client.
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "camelCase")]
pub(crate) enum ClientMessage {
    /// Subscribe to a game. What changed since a revision follows now, the whole game if that is not known any more, and
    /// then an update after every change.
    Watch {
        /// The game.
        game: i64,
        /// The revision of the client's document, if it has one.
        since: Option<u64>,
        /// The epoch that came with the document; revisions of another one say nothing.
        epoch: Option<String>,
    },
    /// Unsubscribe from a game.
    Unwatch {
        /// The game.
        game: i64,
    },
    /// Analyse a position in place of the running analysis.
    Analyse(AnalyseRequest),
    /// Stop an analysis.
    Stop {
        /// The id of the analysis.
        id: String,
    },
    /// Ask for a pong.
    Ping,
}

/// A request for an analysis.
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AnalyseRequest {
    /// The id of the reports.
    pub(crate) id: String,
    /// The position.
    pub(crate) fen: String,
    /// The number of lines, 1 to 5.
    #[schema(minimum = 1, maximum = 5)]
    pub(crate) lines: Option<u32>,
    /// The player; the flagship by default.
    pub(crate) agent: Option<String>,
    /// The longest time.
    pub(crate) seconds: Option<f64>,
    /// The game with which the last report is stored.
    pub(crate) game: Option<i64>,
    /// The node of that game.
    pub(crate) node: Option<u32>,
}

/// A message of the server.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "camelCase")]
pub(crate) enum ServerMessage {
    /// A whole game.
    Game {
        /// The game.
        document: Box<GameDocument>,
        /// The last position of its main line.
        position: Box<Position>,
        /// To be sent with `since`.
        epoch: String,
    },
    /// What changed in a game.
    Update(Box<GameUpdate>),
    /// A report of the analysis.
    #[schema(value_type = AnalysisReport)]
    Analysis(Box<Answer>),
    /// The analysis waits for memory or cores.
    Queued {
        /// The id of the analysis.
        id: String,
        /// Its place in the queue, from 1.
        place: u32,
    },
    /// The progress of a review.
    Review {
        /// The game.
        game: i64,
        /// The review.
        review: Box<Review>,
    },
    /// An error.
    Refused {
        /// The id of the message at fault, if it has one.
        #[schema(required)]
        id: Option<String>,
        /// The game that cannot be watched.
        #[schema(required)]
        game: Option<i64>,
        /// The reason.
        error: String,
    },
    /// The answer to a ping.
    Pong,
}
