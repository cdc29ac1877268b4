//! `otrera lab`: the experiments of the papers, made again. One file per thing to do.

mod accept;
mod features;
mod game_file;
mod judge;
mod learn;
mod list;
mod progress;
mod report;
mod run;
mod selfplay;
mod train;

use clap::{Args, Subcommand};

pub(crate) use self::selfplay::SelfPlayArgs;

/// Make the tables of the papers again: experiments, their games and the report.
#[derive(Args)]
#[command(after_help = "\
Examples:
  otrera lab list
  otrera lab run uctab-table --estimate
  otrera lab run all --scale quick --out results
  otrera lab run all --scale quick --out results --resume
  otrera lab judge mgpeo-ablation --out results
  otrera lab report --out results
  otrera lab selfplay --games 1000 --agent otrera@nodes=5000 --out games.jsonl
  otrera lab learn games.jsonl --out crates/eval/src/otrera/learnt.rs
  otrera lab features games.jsonl --out games.features
  otrera lab accept little_golem.sgf --out decided.jsonl
  otrera lab train decided.jsonl --representation bits --hidden 160 --out bits-160.net")]
pub(crate) struct Lab {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    List(list::List),
    Run(run::Run),
    Judge(judge::Judge),
    Report(report::Report),
    Selfplay(Box<selfplay::Selfplay>),
    Learn(learn::Learn),
    Features(features::Features),
    Accept(accept::Accept),
    Train(train::Train),
}

impl Lab {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        match self.command {
            Command::List(command) => command.run(),
            Command::Run(command) => command.run(),
            Command::Judge(command) => command.run(),
            Command::Report(command) => command.run(),
            Command::Selfplay(command) => command.run(),
            Command::Learn(command) => command.run(),
            Command::Features(command) => command.run(),
            Command::Accept(command) => command.run(),
            Command::Train(command) => command.run(),
        }
    }
}
