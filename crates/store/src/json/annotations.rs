//! Live plans and evaluations in JSON.

use std::collections::BTreeMap;
use std::time::Duration;

use amazons::{ByColor, Color};
use serde::{Deserialize, Serialize};

use super::{LineError, moves_text, read_moves};
use crate::assessment::Columns;
use crate::play::{LiveClock, LivePlan};
use crate::study::Evaluation;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PlanLine {
    #[serde(default)]
    white_agent: Option<String>,
    #[serde(default)]
    black_agent: Option<String>,
    #[serde(default)]
    pace_ns: u64,
    #[serde(default)]
    is_paused: bool,
    #[serde(default)]
    clock: Option<ClockLine>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ClockLine {
    base_ns: u64,
    increment_ns: u64,
    white_left_ns: u64,
    black_left_ns: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EvaluationLine {
    score: i32,
    win_rate: f64,
    #[serde(default)]
    winner: Option<Color>,
    #[serde(default)]
    won_by: Option<u16>,
    nodes: u64,
    #[serde(default)]
    line: String,
    #[serde(default)]
    agent: String,
}

fn nanos(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

pub(super) fn plan_line(plan: &LivePlan) -> PlanLine {
    PlanLine {
        white_agent: plan.agents.white.clone(),
        black_agent: plan.agents.black.clone(),
        pace_ns: nanos(plan.pace),
        is_paused: plan.is_paused,
        clock: plan.clock.map(|clock| ClockLine {
            base_ns: nanos(clock.base),
            increment_ns: nanos(clock.increment),
            white_left_ns: nanos(clock.left.white),
            black_left_ns: nanos(clock.left.black),
        }),
    }
}

pub(super) fn plan(line: PlanLine) -> LivePlan {
    // The database stores signed numbers.
    let time = |nanos: u64| Duration::from_nanos(nanos.min(i64::MAX as u64));
    LivePlan {
        agents: ByColor { white: line.white_agent, black: line.black_agent },
        clock: line.clock.map(|clock| LiveClock {
            base: time(clock.base_ns),
            increment: time(clock.increment_ns),
            left: ByColor { white: time(clock.white_left_ns), black: time(clock.black_left_ns) },
        }),
        pace: time(line.pace_ns),
        is_paused: line.is_paused,
    }
}

pub(super) fn evaluation_lines(all: &BTreeMap<u32, Evaluation>) -> BTreeMap<u32, EvaluationLine> {
    let line = |(&node, evaluation): (&u32, &Evaluation)| {
        let Columns { score, win_rate, winner, won_by } = Columns::from(&evaluation.assessment);
        let line = EvaluationLine {
            score: score?,
            win_rate: win_rate?,
            winner,
            won_by,
            nodes: evaluation.nodes,
            line: moves_text(&evaluation.assessment.line),
            agent: evaluation.agent.clone(),
        };
        Some((node, line))
    };
    all.iter().filter_map(line).collect()
}

pub(super) fn evaluations(
    lines: BTreeMap<u32, EvaluationLine>,
) -> Result<BTreeMap<u32, Evaluation>, LineError> {
    let read = |(node, line): (u32, EvaluationLine)| {
        let EvaluationLine { score, win_rate, winner, won_by, nodes, line, agent } = line;
        let columns = Columns { score: Some(score), win_rate: Some(win_rate), winner, won_by };
        let assessment = columns.assessment(read_moves("evaluations.line", &line)?);
        Ok((node, Evaluation { assessment, nodes, agent }))
    };
    lines.into_iter().map(read).collect()
}
