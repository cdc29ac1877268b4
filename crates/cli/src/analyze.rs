//! `otrera analyze`: lets a player search a position and prints its reports.

use std::io::Write;
use std::ops::ControlFlow;

use agents::{Ability, AgentError, AgentSpec, Task};
use amazons::notation::MoveNotation;
use amazons::{Color, Game, Move};
use anyhow::Context;
use clap::Args;
use serde_json::{Value, json};
use thought::{Assessment, Control, Line, Observer, Report};

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
        let mut spec = AgentSpec::with_files(&self.agent).context("--agent")?;
        if let Some(lines) = self.multipv.filter(|_| spec.can(Ability::MultiPv)) {
            spec.set("multipv", &lines.to_string()).context("--multipv")?;
        }
        let limits = self.limits.limits_or(&spec, spec.default_limits());
        let mut agent = spec.agent();
        agent.new_game(self.seed);
        let turn = game.position().turn();
        let mut printer = Printer { json: self.json, turn, error: None };
        let decision = match agent.decide(&game, Task::new(&limits, &Control::new(), &mut printer)) {
            Err(AgentError::GameOver) => return self.print_game_over(),
            decided => decided?,
        };
        if let Some(error) = printer.error {
            return Err(error);
        }
        if self.json {
            return output::json(&report_json(&decision.report, turn, Some(decision.mv)));
        }
        let mut out = output::stdout();
        writeln!(out, "bestmove {}", decision.mv.written(MoveNotation::Print))?;
        out.flush()?;
        Ok(())
    }
}

impl Analyze {
    /// Prints that the game is over, which is no error.
    fn print_game_over(&self) -> anyhow::Result<()> {
        if self.json {
            return output::json(&json!({ "final": true, "move": null, "lines": [] }));
        }
        let mut out = output::stdout();
        writeln!(out, "bestmove (none)")?;
        out.flush()?;
        Ok(())
    }
}

/// Prints every report.
struct Printer {
    json: bool,
    turn: Color,
    /// Why printing failed.
    error: Option<anyhow::Error>,
}

impl Observer for Printer {
    fn report(&mut self, report: &Report) -> ControlFlow<()> {
        let printed =
            if self.json { output::json(&report_json(report, self.turn, None)) } else { print(report) };
        match printed {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                // Standard output is closed: stop the search.
                self.error = Some(error);
                ControlFlow::Break(())
            }
        }
    }
}

fn print(report: &Report) -> anyhow::Result<()> {
    let mut out = output::stdout();
    let depth = report.depth.map_or_else(String::new, |depth| format!("depth {depth}  "));
    let speed = report.nodes_per_second().map_or_else(String::new, |speed| format!("  {speed:.0}/s"));
    let playouts =
        if report.playouts > 0 { format!("  {} playouts", report.playouts) } else { String::new() };
    writeln!(out, "{depth}{:.2} s  {} nodes{playouts}{speed}", report.elapsed.as_secs_f64(), report.nodes)?;
    for (number, line) in (1..).zip(&report.lines) {
        let moves: Vec<String> = line.moves.iter().map(ToString::to_string).collect();
        writeln!(out, "  {number}. {}{}", value_text(line), moves.join(" "))?;
    }
    out.flush()?;
    Ok(())
}

fn value_text(line: &Line) -> String {
    let score = line.describe().map_or_else(String::new, |text| format!("{text}  "));
    let rate = line.win_rate.map_or_else(String::new, |rate| format!("{:.1}%  ", 100.0 * rate));
    let visits = line.visits.map_or_else(String::new, |visits| match visits {
        1 => "1 visit  ".to_owned(),
        _ => format!("{visits} visits  "),
    });
    format!("{score}{rate}{visits}")
}

/// A report as JSON. The values of a line are those of an [`Assessment`], White's.
fn report_json(report: &Report, turn: Color, decision: Option<Move>) -> Value {
    let line_json = |line: &Line| {
        let mut fields = json!(Assessment::of_line(line, turn));
        fields["visits"] = json!(line.visits);
        fields
    };
    json!({
        "final": decision.is_some(),
        "move": decision.map(|mv| mv.written(MoveNotation::Fairy).to_string()),
        "depth": report.depth,
        "nodes": report.nodes,
        "playouts": report.playouts,
        "seconds": report.elapsed.as_secs_f64(),
        "nodesPerSecond": report.nodes_per_second(),
        "lines": report.lines.iter().map(line_json).collect::<Vec<_>>(),
    })
}
