//! `otrera games`: the library of games in the store. One file per thing to do with it.

mod delete;
mod export;
mod import;
mod list;
mod select;
mod show;
mod stats;

use std::path::PathBuf;

use clap::{Args, Subcommand};
use store::Store;

/// List, show, export, import, count and delete stored games.
#[derive(Args)]
#[command(after_help = "\
The store is one file in the user's data folder, another with OTRERA_STORE or --store. Every match and tournament \
puts its games there. A file that --store names must be there; import alone creates one.

Examples:
  otrera games import little_golem.sgf
  otrera games list --player 'mgpeo*' --result white --min-plies 60
  otrera games show 12
  otrera games export lost.sgf --player otrera --result black
  otrera games stats --since 2026-01-01
  otrera games delete 12 20-25")]
pub(crate) struct Games {
    #[command(subcommand)]
    command: Command,

    /// The store, instead of the user's own
    #[arg(long, value_name = "FILE", global = true)]
    store: Option<PathBuf>,
}

#[derive(Subcommand)]
enum Command {
    List(list::List),
    Show(show::Show),
    Export(export::Export),
    Import(import::Import),
    Stats(stats::StatsCommand),
    Delete(delete::Delete),
    Restore(delete::Restore),
    Purge(delete::Purge),
}

impl Games {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let store = match (&self.store, &self.command) {
            (Some(path), command) if !matches!(command, Command::Import(_)) => Store::open_existing(path)?,
            (path, _) => crate::files::open_store(path.as_deref())?,
        };
        match self.command {
            Command::List(command) => command.run(&store),
            Command::Show(command) => command.run(&store),
            Command::Export(command) => command.run(&store),
            Command::Import(command) => command.run(store),
            Command::Stats(command) => command.run(&store),
            Command::Delete(command) => command.run(store),
            Command::Restore(command) => command.run(store),
            Command::Purge(command) => command.run(store),
        }
    }
}

/// `1 game`, `2 games`.
fn games(count: u64) -> String {
    if count == 1 { "1 game".to_owned() } else { format!("{count} games") }
}

/// Numbers with runs of neighbours drawn together, as `--help` of the commands takes them: `3-7 9`.
fn ranges(ids: &[store::GameId]) -> String {
    let mut sorted: Vec<i64> = ids.iter().map(|id| id.0).collect();
    sorted.sort_unstable();
    let runs = sorted.chunk_by(|a, b| a + 1 == *b);
    let texts = runs.map(|run| match run {
        [first, .., last] => format!("{first}-{last}"),
        [only] => only.to_string(),
        [] => String::new(),
    });
    texts.collect::<Vec<_>>().join(" ")
}
