//! What is answered. Every value is White's.

use serde::{Deserialize, Serialize};

/// What is thought of a position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Answer {
    /// The query's id.
    pub id: String,
    /// Whether more is to come.
    pub is_during_search: bool,
    /// Whose turn it is: `white` or `black`.
    pub turn: String,
    /// What is thought of the position as a whole.
    pub root_info: RootInfo,
    /// What is thought of its moves, the best first.
    pub move_infos: Vec<MoveInfo>,
    /// Who reaches which empty squares first; in the last answer only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub territory: Option<Territory>,
    /// The parts of the board that no amazon can leave; in the last answer only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub regions: Option<Vec<RegionInfo>>,
}

/// What is thought of a position.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RootInfo {
    /// How likely White wins, 0 to 1.
    pub win_rate: Option<f64>,
    /// By how many moves White is ahead; in a decided game one more than the winner has in hand.
    pub margin: Option<f64>,
    /// Who has won, if that is proven.
    pub winner: Option<String>,
    /// The moves that the winner has in hand at least when the other side is stuck, if that is proven.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub won_by: Option<u16>,
    /// Whether these are all that the winner has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub won_by_is_exact: Option<bool>,
    /// Simulations.
    pub visits: u64,
    /// Positions visited.
    pub nodes: u64,
    /// Plies looked ahead in full.
    pub depth: Option<u32>,
    /// Seconds since the thinking began.
    pub seconds: f64,
}

/// What is thought of a move.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MoveInfo {
    /// The move, as `d1d7,d7g7`.
    #[serde(rename = "move")]
    pub mv: String,
    /// Its place among the others, from 0.
    pub order: usize,
    /// How often it was tried.
    pub visits: Option<u64>,
    /// How likely White wins after it, 0 to 1.
    pub win_rate: Option<f64>,
    /// By how many moves White is ahead after it; in a decided game one more than the winner has in hand.
    pub margin: Option<f64>,
    /// Who wins after it, if that is proven.
    pub winner: Option<String>,
    /// In how many plies at most, if that is proven.
    pub decided_in: Option<u32>,
    /// The moves that the winner has in hand at least when the other side is stuck, if that is proven.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub won_by: Option<u16>,
    /// Whether these are all that the winner has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub won_by_is_exact: Option<bool>,
    /// The move and what may follow.
    pub pv: Vec<String>,
}

/// The empty squares by who reaches them first with queen moves.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Territory {
    /// White does.
    pub white: Vec<String>,
    /// Black does.
    pub black: Vec<String>,
    /// Both do at the same time.
    pub tied: Vec<String>,
}

/// A part of the board that no amazon can leave.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct RegionInfo {
    /// `white` or `black`: only this side has amazons there; `active`: both have; `dead`: nobody can come.
    pub kind: String,
    /// Its empty squares.
    pub empty: Vec<String>,
    /// White's amazons in it.
    pub white: Vec<String>,
    /// Black's amazons in it.
    pub black: Vec<String>,
}

/// The answer to a query that was stopped before it began.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NoResult {
    /// The query's id.
    pub id: String,
    /// Always false.
    pub is_during_search: bool,
    /// Always true.
    pub no_results: bool,
}

impl NoResult {
    /// The answer to a query.
    #[must_use]
    pub fn of(id: impl Into<String>) -> Self {
        Self { id: id.into(), is_during_search: false, no_results: true }
    }
}

/// Says that an action is done.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Acknowledgement {
    /// The action's id.
    pub id: String,
    /// The action.
    pub action: String,
    /// Which query was to be stopped, if not all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub terminate_id: Option<String>,
    /// The version, if that was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// The player that thinks, if the version was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
}

/// Says that a request is refused, and which field is to blame.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Refusal {
    /// The request's id, if it had one.
    pub id: Option<String>,
    /// What is wrong.
    pub error: String,
    /// The field.
    #[serde(default, skip_deserializing)]
    pub field: Option<&'static str>,
}

impl Refusal {
    /// Blames a field.
    #[must_use]
    pub fn of(id: Option<&str>, field: &'static str, error: &impl ToString) -> Self {
        Self { id: id.map(str::to_owned), error: error.to_string(), field: Some(field) }
    }
}

/// Says that part of a request was passed over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Warning {
    /// The request's id.
    pub id: String,
    /// The field.
    pub field: String,
    /// What is the matter with it.
    pub warning: String,
}
