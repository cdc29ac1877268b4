//! The requests, responses and messages of the API, as types without behaviour.
//!
//! Squares are `a1` to `p16`, moves `d1d7,d7g7`, every value is from White's view, and JSON is in camel case. The types are
//! also the schemas of the OpenAPI document, from which the page's TypeScript types are generated.

mod analysis;
mod common;
mod game;
mod library;
mod message;
mod play;
mod position;
mod study;
mod update;

pub(crate) use analysis::{AnalysisReport, Assessment};
pub(crate) use common::{Color, ErrorBody};
pub(crate) use game::{ClockState, GameDocument, Live, Node, Outcome, Player, PlayerKind};
pub(crate) use library::{
    AgentParameter, AgentPlayer, Agents, ExportFormat, ExportQuery, GameList, GameSummary, ImportProblem,
    ImportRequest, Imported, LevelInfo, ListQuery, SortBy, SortOrder, Version,
};
pub(crate) use message::{AnalyseRequest, ClientMessage, ServerMessage};
pub(crate) use play::{
    GameChange, GameRequest, Hint, MoveRequest, NodeChange, NodeRequest, PaceRequest, ResignRequest,
    StudyRequest, TimeControl,
};
pub(crate) use position::{Decided, Position, PositionRequest, SealedArea, ShotsRequest};
pub(crate) use study::{
    Accuracy, Better, BoardError, BookMove, BookPosition, CheckRequest, Checked, Evaluation, ExploreRequest,
    Explored, ExploredMove, FenRequest, Grade, MoveVerdict, Overlays, ProvenMove, ProvenPosition, Race,
    RegionKind, RegionView, Review, ReviewRequest, ReviewState, ReviewedPly, StoredProof,
};
pub(crate) use update::{Acknowledgement, GameDetails, GameUpdate};
