//! `otrera analyze`: lets a player think about a position and tells what it thinks.

use std::io::Write;
use std::ops::ControlFlow;

use agents::{Ability, AgentError, AgentSpec, Task};
use amazons::notation::MoveNotation;
use amazons::{Color, Game};
use anyhow::Context;
use clap::Args;
use serde_json::{Value, json};
use thought::{Control, Line, Observer, Proven, Report, Score};

use crate::limits::LimitArgs;
use crate::output;
use crate::position::PositionArgs;

/// Let a player think about a position and tell what it thinks.
#[derive(Args)]
#[command(after_help = "\
Margins (in moves) and win rates are for the side to move; in JSON they are White's. Each player knows one of the two and \
the other follows by 1 / (1 + exp(-0.2 margin)). Of EGREEDY's searches a game decided among the candidates only is no \
proof: it counts 1,000 moves less its plies. Without a limit a player thinks as long as in \
its paper: `otrera agents` tells how long.

Examples:
  otrera analyze --time 5s
  otrera analyze --fen '1q1/3/1Q1 w' --agent alphabeta:depth=4
  otrera analyze --agent mgpeo --playouts 100000 --multipv 5 --json")]
pub(crate) struct Analyze {
    #[command(flatten)]
    position: PositionArgs,

    /// The player: see `otrera agents`
    #[arg(long, value_name = "SPEC", default_value = "otrera")]
    agent: String,

    #[command(flatten)]
    limits: LimitArgs,

    /// How many lines are shown; random players know only one
    #[arg(long, value_name = "N")]
    multipv: Option<u32>,

    /// The seed of the player's random numbers
    #[arg(long, default_value_t = 0)]
    seed: u64,

    /// Prints a JSON object a report instead; the last one says final
    #[arg(long)]
    json: bool,
}

impl Analyze {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let game = Game::new(self.position.position()?);
        let mut spec: AgentSpec = self.agent.parse().context("--agent")?;
        if let Some(lines) = self.multipv.filter(|_| spec.can(Ability::MultiPv)) {
            spec.set("multipv", &lines.to_string()).context("--multipv")?;
        }
        let limits = self.limits.limits_or(&spec, spec.default_limits());
        let mut agent = spec.agent();
        agent.new_game(self.seed);
        let turn = game.position().turn();
        let mut teller = Teller { json: self.json, turn, error: None };
        let decision = match agent.decide(&game, Task::new(&limits, &Control::new(), &mut teller)) {
            Err(AgentError::GameOver) => return self.tell_over(),
            decided => decided?,
        };
        if let Some(error) = teller.error {
            return Err(error);
        }
        if self.json {
            return output::json(&describe(&decision.report, turn, Some(decision.mv)));
        }
        let mut out = output::stdout();
        writeln!(out, "bestmove {}", decision.mv.written(MoveNotation::Print))?;
        out.flush()?;
        Ok(())
    }
}

impl Analyze {
    /// A game that is over is no mistake of the user's.
    fn tell_over(&self) -> anyhow::Result<()> {
        if self.json {
            return output::json(&json!({ "final": true, "move": null, "lines": [] }));
        }
        let mut out = output::stdout();
        writeln!(out, "bestmove (none)")?;
        out.flush()?;
        Ok(())
    }
}

/// Tells every report.
struct Teller {
    json: bool,
    turn: Color,
    /// Why nothing more can be told.
    error: Option<anyhow::Error>,
}

impl Observer for Teller {
    fn report(&mut self, report: &Report) -> ControlFlow<()> {
        let told = if self.json { output::json(&describe(report, self.turn, None)) } else { tell(report) };
        match told {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                // Nobody listens any more: stop thinking.
                self.error = Some(error);
                ControlFlow::Break(())
            }
        }
    }
}

fn tell(report: &Report) -> anyhow::Result<()> {
    let mut out = output::stdout();
    let depth = report.depth.map_or_else(String::new, |depth| format!("depth {depth}  "));
    let speed = report.nodes_per_second().map_or_else(String::new, |speed| format!("  {speed:.0}/s"));
    let playouts =
        if report.playouts > 0 { format!("  {} playouts", report.playouts) } else { String::new() };
    writeln!(out, "{depth}{:.2} s  {} nodes{playouts}{speed}", report.elapsed.as_secs_f64(), report.nodes)?;
    for (number, line) in (1..).zip(&report.lines) {
        let moves: Vec<String> = line.moves.iter().map(ToString::to_string).collect();
        writeln!(out, "  {number}. {}{}", worth(line), moves.join(" "))?;
    }
    out.flush()?;
    Ok(())
}

fn worth(line: &Line) -> String {
    let score = line.verdict().map_or_else(String::new, |verdict| format!("{verdict}  "));
    let rate = line.win_rate.map_or_else(String::new, |rate| format!("{:.1}%  ", 100.0 * rate));
    let visits = line.visits.map_or_else(String::new, |visits| match visits {
        1 => "1 visit  ".to_owned(),
        _ => format!("{visits} visits  "),
    });
    format!("{score}{rate}{visits}")
}

/// A report as JSON, seen by White.
fn describe(report: &Report, turn: Color, decision: Option<amazons::Move>) -> Value {
    let lines: Vec<Value> = report
        .lines
        .iter()
        .map(|line| {
            let rate = |rate: f64| if turn == Color::White { rate } else { 1.0 - rate };
            let decided = line.score.filter(|score| score.decided_in().is_some());
            let undecided = line.score.filter(|score| score.decided_in().is_none());
            json!({
                "moves": line.moves.iter().map(|mv| mv.written(MoveNotation::Fairy).to_string()).collect::<Vec<_>>(),
                "margin": undecided.map(|score| score.for_white(turn).to_moves()),
                "winner": decided.map(|score| if score.is_win() { turn } else { !turn }.name()),
                "decidedIn": decided.and_then(Score::decided_in),
                "wonBy": decided.and(line.proven).map(Proven::in_hand),
                "winRate": line.win_rate.map(rate),
                "visits": line.visits,
            })
        })
        .collect();
    json!({
        "final": decision.is_some(),
        "move": decision.map(|mv| mv.written(MoveNotation::Fairy).to_string()),
        "depth": report.depth,
        "nodes": report.nodes,
        "playouts": report.playouts,
        "seconds": report.elapsed.as_secs_f64(),
        "nodesPerSecond": report.nodes_per_second(),
        "lines": lines,
    })
}
