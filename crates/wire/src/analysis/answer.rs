//! The answers. Every value is White's.

use amazons::notation::MoveNotation;
use amazons::{AnyPosition, Color};
use serde::{Deserialize, Serialize};
use thought::{Assessment, Line, Report};

/// The analysis of a position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Answer {
    /// The query's id.
    pub id: String,
    /// Whether more answers follow.
    pub is_during_search: bool,
    /// The side to move.
    pub turn: Color,
    /// The position as a whole.
    pub root_info: RootInfo,
    /// Its moves, best first.
    pub move_infos: Vec<MoveInfo>,
    /// Who reaches which empty squares first; in the last answer only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub territory: Option<Territory>,
    /// The parts of the board that no amazon can leave; in the last answer only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub regions: Option<Vec<RegionInfo>>,
}

impl Answer {
    /// An answer while the search goes on.
    #[must_use]
    pub fn partial(id: &str, position: &AnyPosition, report: &Report) -> Self {
        let turn = position.turn();
        let root_info = RootInfo {
            assessment: Assessment::of_report(report, position),
            visits: report.playouts,
            nodes: report.nodes,
            depth: report.depth,
            seconds: report.elapsed.as_secs_f64(),
        };
        let lines = report.lines.iter().enumerate().filter(|(_, line)| !line.moves.is_empty());
        let move_info = |(order, line): (usize, &Line)| MoveInfo {
            mv: line.moves[0].written(MoveNotation::Fairy).to_string(),
            order,
            visits: line.visits,
            assessment: Assessment::of_line(line, turn),
        };
        Self {
            id: id.to_owned(),
            is_during_search: true,
            turn,
            root_info,
            move_infos: lines.map(move_info).collect(),
            territory: None,
            regions: None,
        }
    }
}

/// The assessment of a position, and what the search took.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RootInfo {
    /// White's view of the position.
    #[serde(flatten)]
    pub assessment: Assessment,
    /// Simulations.
    pub visits: u64,
    /// Positions visited.
    pub nodes: u64,
    /// The completed depth in plies.
    pub depth: Option<u32>,
    /// Seconds since the search began.
    pub seconds: f64,
}

/// The assessment of a move.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MoveInfo {
    /// The move, as `d1d7,d7g7`.
    #[serde(rename = "move")]
    pub mv: String,
    /// Its rank among the moves, from 0.
    pub order: usize,
    /// Its visits, if the player counts them.
    pub visits: Option<u64>,
    /// White's view of the line that begins with it.
    #[serde(flatten)]
    pub assessment: Assessment,
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
    /// `white` or `black`: only this side has amazons there; `active`: both have; `dead`: no amazon can enter.
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

/// Confirms an action.
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
    /// The spec of the player, in answer to `version`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
}

/// An error in a request, with the field that is wrong.
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
    /// An error in a field.
    #[must_use]
    pub fn of(id: Option<&str>, field: &'static str, error: &impl ToString) -> Self {
        Self { id: id.map(str::to_owned), error: error.to_string(), field: Some(field) }
    }
}

/// A warning that a field of a request was ignored.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Warning {
    /// The request's id.
    pub id: String,
    /// The field.
    pub field: String,
    /// What is wrong with it.
    pub warning: String,
}
