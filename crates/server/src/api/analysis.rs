//! What an analysis says while it runs: the fields of `wire`'s analysis protocol, as the page sees them.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use wire::analysis::{Answer, MoveInfo, RootInfo};

use super::Color;

/// What an analysis has found so far. All values are White's.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AnalysisReport {
    /// What the analysis is called.
    pub id: String,
    /// Whether it goes on.
    pub is_during_search: bool,
    /// Who is to move.
    pub turn: Color,
    /// The position as a whole.
    pub root_info: AnalysisRoot,
    /// The best moves, the best first.
    pub move_infos: Vec<AnalysisLine>,
}

/// What a position is worth.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AnalysisRoot {
    /// White's chance to win, 0 to 1.
    #[schema(required)]
    pub win_rate: Option<f64>,
    /// White's margin in moves.
    #[schema(required)]
    pub margin: Option<f64>,
    /// Who is proven to win.
    #[schema(required)]
    pub winner: Option<Color>,
    /// How often it was visited.
    pub visits: u64,
    /// How many positions were looked at.
    pub nodes: u64,
    /// How deep, where that means something.
    #[schema(required)]
    pub depth: Option<u32>,
    /// For how long.
    pub seconds: f64,
}

/// A move with the line that is expected after it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AnalysisLine {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Its place, from 0.
    pub order: usize,
    /// How often it was visited.
    #[schema(required)]
    pub visits: Option<u64>,
    /// White's chance to win, 0 to 1.
    #[schema(required)]
    pub win_rate: Option<f64>,
    /// White's margin in moves.
    #[schema(required)]
    pub margin: Option<f64>,
    /// Who is proven to win with it.
    #[schema(required)]
    pub winner: Option<Color>,
    /// In how many plies at most.
    #[schema(required)]
    pub decided_in: Option<u32>,
    /// By how many moves at least, if that is proven.
    #[schema(required)]
    pub won_by: Option<u16>,
    /// The line, the move first.
    pub pv: Vec<String>,
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
