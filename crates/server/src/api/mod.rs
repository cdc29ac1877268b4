//! What is said over HTTP and the socket, as types. Nothing here acts.
//!
//! Squares are `a1` to `p16`, moves `d1d7,d7g7`, every value is White's, and JSON is in camel case. The types are also the
//! schemas of the OpenAPI document, from which the page's TypeScript types are made.

mod analysis;
mod common;
mod game;
mod library;
mod message;
mod play;
mod position;
mod study;

pub use analysis::{AnalysisLine, AnalysisReport, AnalysisRoot};
pub use common::{Color, Fault};
pub use game::{ClockState, GameDocument, Live, Node, NodeAdded, Outcome, Seat, SeatKind};
pub use library::{
    AgentParameter, AgentPlayer, Agents, ExportFormat, ExportQuery, GameList, GameSummary, ImportProblem,
    ImportRequest, Imported, LevelInfo, ListQuery, SortBy, SortOrder, Version,
};
pub use message::{AnalyseRequest, ClientMessage, ServerMessage};
pub use play::{
    ClockPlan, CommentChange, GameChange, GameRequest, Hint, MoveRequest, NodeRequest, PaceRequest,
    ResignRequest,
};
pub use position::{Position, PositionRequest};
pub use study::{
    Accuracy, Better, CheckRequest, Checked, Complaint, Evaluation, ExploreRequest, Explored, ExploredMove,
    FenRequest, Grade, Overlays, Race, RegionKind, RegionView, Review, ReviewRequest, ReviewState,
    ReviewedPly,
};
