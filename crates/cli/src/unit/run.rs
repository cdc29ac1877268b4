//! `otrera unit run`: runs a unit on this machine.

use std::path::PathBuf;

use anyhow::Context;
use arena::{MAX_UNIT_BYTES, run_unit};
use clap::Args;
use thought::Control;

use super::make::Target;
use crate::files;

/// Run a unit of work on this machine, on one thread.
#[derive(Args)]
#[command(after_help = "\
The result of a unit of games has a line a game, as `otrera games import` reads it; that of a unit of a proof has its \
verdicts. Times are 0 where no clock limits the players, so that two runs give the same bytes. A unit may name another program \
as a player (cmd:...), which is started: run units of people whom you trust. `otrera unit selfplay`, `otrera unit contest` and \
`otrera unit proof` make units.

Examples:
  otrera unit run unit.json --out games.jsonl
  otrera unit run - --out - < unit.json")]
pub(crate) struct Run {
    /// The unit, or - for standard input
    #[arg(value_name = "UNIT")]
    unit: PathBuf,

    #[command(flatten)]
    target: Target,
}

impl Run {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        self.target.check()?;
        let name = self.unit.display();
        let bytes = files::read_at_most(&self.unit, MAX_UNIT_BYTES)?;
        let text = String::from_utf8(bytes).with_context(|| format!("{name} is not text in UTF-8"))?;
        let control = Control::new();
        let stop = control.clone();
        ctrlc::set_handler(move || stop.stop()).context("cannot listen to interrupts")?;
        let result = run_unit(&text, &control).with_context(|| name.to_string())?;
        self.target.write(&String::from_utf8(result)?)
    }
}
