//! What an analysis says while it runs: the fields of `wire`'s analysis protocol, as the page sees them.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use wire::analysis::{Answer, MoveInfo, RootInfo};

use super::Color;

/// What an analysis has found so far. All values are White's.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AnalysisReport {
    /// What the analysis is called.
    pub(crate) id: String,
    /// Whether it goes on.
    pub(crate) is_during_search: bool,
    /// Who is to move.
    pub(crate) turn: Color,
    /// The position as a whole.
    pub(crate) root_info: AnalysisRoot,
    /// The best moves, the best first.
    pub(crate) move_infos: Vec<AnalysisLine>,
}

/// What a position is worth.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AnalysisRoot {
    /// White's chance to win, 0 to 1.
    #[schema(required)]
    pub(crate) win_rate: Option<f64>,
    /// White's margin in moves.
    #[schema(required)]
    pub(crate) margin: Option<f64>,
    /// Who is proven to win.
    #[schema(required)]
    pub(crate) winner: Option<Color>,
    /// How often it was visited.
    pub(crate) visits: u64,
    /// How many positions were looked at.
    pub(crate) nodes: u64,
    /// How deep, where that means something.
    #[schema(required)]
    pub(crate) depth: Option<u32>,
    /// For how long.
    pub(crate) seconds: f64,
}

/// A move with the line that is expected after it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AnalysisLine {
    /// The move.
    #[serde(rename = "move")]
    pub(crate) mv: String,
    /// Its place, from 0.
    pub(crate) order: usize,
    /// How often it was visited.
    #[schema(required)]
    pub(crate) visits: Option<u64>,
    /// White's chance to win, 0 to 1.
    #[schema(required)]
    pub(crate) win_rate: Option<f64>,
    /// White's margin in moves.
    #[schema(required)]
    pub(crate) margin: Option<f64>,
    /// Who is proven to win with it.
    #[schema(required)]
    pub(crate) winner: Option<Color>,
    /// In how many plies at most.
    #[schema(required)]
    pub(crate) decided_in: Option<u32>,
    /// By how many moves at least, if that is proven.
    #[schema(required)]
    pub(crate) won_by: Option<u16>,
    /// The line, the move first.
    pub(crate) pv: Vec<String>,
}

fn color(name: Option<&str>) -> Option<Color> {
    match name? {
        "white" => Some(Color::White),
        "black" => Some(Color::Black),
        _ => None,
    }
}

impl From<Answer> for AnalysisReport {
    fn from(answer: Answer) -> Self {
        let Answer { id, is_during_search, turn, root_info, move_infos, .. } = answer;
        let move_infos = move_infos.into_iter().map(AnalysisLine::from).collect();
        let turn = color(Some(&turn)).unwrap_or(Color::White);
        Self { id, is_during_search, turn, root_info: root_info.into(), move_infos }
    }
}

impl From<RootInfo> for AnalysisRoot {
    fn from(info: RootInfo) -> Self {
        let RootInfo { win_rate, margin, winner, visits, nodes, depth, seconds, .. } = info;
        let winner = color(winner.as_deref());
        // The page tells a decided game by its winner alone.
        let margin = margin.filter(|_| winner.is_none());
        Self { win_rate, margin, winner, visits, nodes, depth, seconds }
    }
}

impl From<MoveInfo> for AnalysisLine {
    fn from(info: MoveInfo) -> Self {
        let MoveInfo { mv, order, visits, win_rate, margin, winner, decided_in, won_by, pv, .. } = info;
        let winner = color(winner.as_deref());
        let margin = margin.filter(|_| winner.is_none());
        Self { mv, order, visits, win_rate, margin, winner, decided_in, won_by, pv }
    }
}
