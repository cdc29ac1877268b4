//! `otrera convergence`: how many nodes a tree opens until it can decide (MG-PEO, Table 2).

use std::io::Write;

use clap::Args;
use lab::{MeasuredConvergence, measure_convergence};
use serde_json::json;

use crate::output;
use crate::position::PositionArgs;

/// Count the nodes that MG-PEO's tree opens until it can decide, with move groups and without.
#[derive(Args)]
#[command(after_help = "\
With S steps, M moves and s shots after the chosen step, move groups open 2S + s - 1 nodes of the first ply at best and \
S + M at worst; without them it is M (Table 2 of the paper: 187, 2256 and 2176 on the first move; the formulas are ours, 187 means s = 28). A real \
search has settled when every shot of the step that it chose has a node, without move groups when every move has one.

Examples:
  otrera convergence
  otrera convergence --board 6x6 --playouts 20000 --json")]
pub(crate) struct Convergence {
    #[command(flatten)]
    position: PositionArgs,

    /// How many simulations the real searches may make
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    playouts: u64,

    /// The seed of their random numbers
    #[arg(long, default_value_t = 0)]
    seed: u64,

    /// Prints one JSON object instead
    #[arg(long)]
    json: bool,
}

impl Convergence {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let position = self.position.position()?;
        let MeasuredConvergence { counts, groups, plain } =
            measure_convergence(&position, self.playouts, self.seed);
        let bests = [counts.fewest_shots, counts.most_shots].map(|shots| counts.best_with(shots));
        if self.json {
            return output::json(&json!({
                "fen": position.to_setup().to_fen(),
                "steps": counts.steps,
                "moves": counts.moves,
                "fewestShots": counts.fewest_shots,
                "mostShots": counts.most_shots,
                "best": { "fewestShots": bests[0], "mostShots": bests[1] },
                "worst": counts.worst(),
                "plain": counts.plain(),
                "searched": { "playouts": self.playouts, "groups": groups, "plain": plain },
            }));
        }
        let settled = |nodes: Option<u64>| {
            nodes.map_or_else(
                || format!("not within {} simulations", self.playouts),
                |nodes| nodes.to_string(),
            )
        };
        let mut out = output::stdout();
        writeln!(out, "S  {:>6}   steps", counts.steps)?;
        writeln!(out, "M  {:>6}   moves", counts.moves)?;
        writeln!(
            out,
            "s  {:>6}   shots after a step at least, {} at most",
            counts.fewest_shots, counts.most_shots
        )?;
        writeln!(
            out,
            "best   {:>6}   2S + s - 1 with the fewest shots, {} with the most",
            bests[0], bests[1]
        )?;
        writeln!(out, "worst  {:>6}   S + M", counts.worst())?;
        writeln!(out, "plain  {:>6}   M, without move groups", counts.plain())?;
        writeln!(out, "a search with move groups settles after: {}", settled(groups))?;
        writeln!(out, "a search without settles after:          {}", settled(plain))?;
        out.flush()?;
        Ok(())
    }
}
