//! Analysis and review of positions.
//!
//! A search never runs on an async thread: it runs on a thread of its own while it holds memory and cores of
//! [`capacity`](crate::capacity).
//!
//! - `session`: the analysis of one WebSocket;
//! - `review`, `grading`: the search over all positions of a game, and the grades of its moves;
//! - `overlays`, `areas`: what is computed from a position without a search: distances, mobility, sealed areas;
//! - `book`: what the engine's opening book says of a position;
//! - `proven`: what the stored proofs say of a position;
//! - `editor`: why a board is not a legal position.

pub(crate) mod areas;
pub(crate) mod book;
pub(crate) mod editor;
mod grading;
pub(crate) mod overlays;
pub(crate) mod proven;
mod review;
mod session;

use amazons::AnyPosition;
use store::Evaluation;
use thought::{Assessment, Report};

pub(crate) use review::Reviews;
pub(crate) use session::AnalysisSession;

/// The longest line that is stored.
const MAX_LINE: usize = 12;

/// The evaluation of a position that the store keeps of a search.
fn evaluation(report: &Report, position: &AnyPosition, agent: &str) -> Evaluation {
    let mut assessment = Assessment::of_report(report, position);
    assessment.line.truncate(MAX_LINE);
    Evaluation { assessment, nodes: report.nodes, agent: agent.to_owned() }
}
