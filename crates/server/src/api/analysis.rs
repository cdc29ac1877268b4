//! The schema of what an analysis reports. The values themselves are [`thought::Assessment`] and [`wire::analysis::Answer`]:
//! nothing is converted on its way to the page, and a test compares the fields.

use serde::Serialize;
use utoipa::ToSchema;

use super::Color;

/// White's view of a position or of a line of play.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Assessment {
    /// White's probability of winning, 0 to 1.
    #[schema(required)]
    pub(crate) win_rate: Option<f64>,
    /// White's estimated margin in moves; null in a decided game.
    #[schema(required)]
    pub(crate) margin: Option<f64>,
    /// Who is proven to win.
    #[schema(required)]
    pub(crate) winner: Option<Color>,
    /// By how many moves at least, if that is proven.
    #[schema(required)]
    pub(crate) won_by: Option<u16>,
    /// Whether it is exactly that many.
    #[schema(required)]
    pub(crate) won_by_is_exact: Option<bool>,
    /// After how many plies at most the game is over, if it is decided and that is known.
    #[schema(required)]
    pub(crate) decided_in: Option<u32>,
    /// The principal variation.
    pub(crate) pv: Vec<String>,
}

/// What an analysis has found so far.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AnalysisReport {
    /// The id of the request.
    pub(crate) id: String,
    /// Whether more reports follow.
    pub(crate) is_during_search: bool,
    /// The side to move.
    pub(crate) turn: Color,
    /// The position as a whole.
    pub(crate) root_info: AnalysisRoot,
    /// Its moves, best first.
    pub(crate) move_infos: Vec<AnalysisLine>,
}

/// The assessment of the position, and what the search took.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AnalysisRoot {
    /// The assessment.
    #[serde(flatten)]
    pub(crate) assessment: Assessment,
    /// Simulations.
    pub(crate) visits: u64,
    /// Positions visited.
    pub(crate) nodes: u64,
    /// The completed depth in plies, if the player has one.
    #[schema(required)]
    pub(crate) depth: Option<u32>,
    /// Seconds since the search began.
    pub(crate) seconds: f64,
}

/// The assessment of a move.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AnalysisLine {
    /// The move.
    #[serde(rename = "move")]
    pub(crate) mv: String,
    /// Its rank among the moves, from 0.
    pub(crate) order: usize,
    /// Its visits, if the player counts them.
    #[schema(required)]
    pub(crate) visits: Option<u64>,
    /// The assessment of the line that begins with it.
    #[serde(flatten)]
    pub(crate) assessment: Assessment,
}
