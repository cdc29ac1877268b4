//! `otrera engine`: serves a player to another program over pipes.

use std::io;

use agents::Contender;
use agents::host::Host;
use anyhow::Context;
use clap::Args;

use crate::bench;

/// Serve a player to another program: UGI and UCI on standard input and output.
#[derive(Args)]
#[command(after_help = "\
The player's parameters are options of the engine: Hash, MultiPV and the like under the names that interfaces know, the \
others as `otrera agents` shows them. Besides these there are BoardSize (which start `position startpos` means) and Seed. \
Scores are for the side to move, 100 cp to a move of margin; `score exact 1 lowerbound` says that the game is proven won.

Examples:
  otrera engine
  otrera engine --agent alphabeta:depth=3
  printf 'position startpos\\nd\\neval\\nperft 2\\n' | otrera engine")]
pub(crate) struct Engine {
    /// The player: see `otrera agents`; or another program, as cmd:./engine --flag
    #[arg(long, value_name = "SPEC", default_value = "mgpeo")]
    agent: String,
}

impl Engine {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let contender: Contender = self.agent.parse().context("--agent")?;
        let name = format!("Otrera {} ({contender})", env!("CARGO_PKG_VERSION"));
        let host = Host::new(contender, name, env!("CARGO_PKG_AUTHORS")).with_bench(bench::lines);
        Ok(host.serve(io::stdin().lock(), io::stdout())?)
    }
}
