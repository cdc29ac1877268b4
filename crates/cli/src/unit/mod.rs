//! `otrera unit`: units of work, made and run by hand as a cluster does. One file per thing to do.

mod make;
mod proof;
mod run;

use clap::{Args, Subcommand};

/// Make and run units of work: some games of a run, or a part of a proof, with everything that they depend on.
#[derive(Args)]
#[command(after_help = "\
A unit is a file of JSON: players, openings, rules and seeds of some games, or a position and a budget. Whoever runs it gets the same lines, as long as \
playouts, nodes or a depth limit the players, and each searches on one thread. Clusters run units; these commands do by hand \
what they do. docs/data.md lists the fields.

Examples:
  otrera unit selfplay --agent greedy@depth=1 --board 6x6 --count 4 --out unit.json
  otrera unit contest mgpeo@playouts=100 greedy random --depth 1 --board 6x6 --games 10 --first 4 --count 2 --out unit.json
  otrera unit run unit.json --out games.jsonl
  otrera unit prove --board 4x5 --verdicts 4x5.verdicts
  otrera unit selfplay --agent random --out - | otrera unit run - --out -")]
pub(crate) struct UnitCommand {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Run(run::Run),
    Selfplay(Box<make::MakeSelfplay>),
    Contest(Box<make::MakeContest>),
    Proof(proof::MakeProof),
    Prove(proof::Prove),
}

impl UnitCommand {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        match self.command {
            Command::Run(command) => command.run(),
            Command::Selfplay(command) => command.run(),
            Command::Contest(command) => command.run(),
            Command::Proof(command) => command.run(),
            Command::Prove(command) => command.run(),
        }
    }
}
