//! `otrera games delete`, `restore` and `purge`: into the trash, out of it, and permanently away.

use std::io::{IsTerminal, Write};

use anyhow::bail;
use clap::Args;
use store::{Filter, Store, Trash};

use super::select::{Select, existing};
use super::{games, ranges};
use crate::output;

/// Move games to the trash, from where restore brings them back.
#[derive(Args)]
#[command(after_help = "\
Examples:
  otrera games delete 12 20-25
  otrera games delete --ending crash --until 2026-01-01 --yes
  otrera games restore 12")]
pub(crate) struct Delete {
    #[command(flatten)]
    select: Select,

    /// Deletes all games
    #[arg(long)]
    all: bool,

    /// Does not ask
    #[arg(long)]
    yes: bool,
}

/// Bring games back from the trash.
#[derive(Args)]
#[command(after_help = "\
Examples:
  otrera games list --deleted
  otrera games restore 12 20-25
  otrera games restore --all")]
pub(crate) struct Restore {
    #[command(flatten)]
    select: Select,

    /// Restores all that lie in the trash
    #[arg(long)]
    all: bool,
}

/// Delete the games in the trash permanently.
#[derive(Args)]
pub(crate) struct Purge {
    /// Does not ask
    #[arg(long)]
    yes: bool,
}

impl Delete {
    pub(crate) fn run(self, mut store: Store) -> anyhow::Result<()> {
        let filter = chosen(&self.select, self.all, Trash::Excluded)?;
        let ids = existing(&store, &filter)?;
        if ids.is_empty() {
            return output::line("no game matches; nothing was deleted");
        }
        ask(&format!("Delete {}?", games(ids.len() as u64)), self.yes)?;
        let count = store.delete(&ids)?;
        let numbers = ranges(&ids);
        output::line(&format!(
            "deleted {}: {numbers}; to bring back: otrera games restore {numbers}",
            games(count)
        ))
    }
}

impl Restore {
    pub(crate) fn run(self, mut store: Store) -> anyhow::Result<()> {
        let filter = chosen(&self.select, self.all, Trash::Only)?;
        let ids = existing(&store, &filter)?;
        if ids.is_empty() {
            return output::line("no game in the trash matches; nothing was restored");
        }
        let count = store.restore(&ids)?;
        output::line(&format!("restored {}: {}", games(count), ranges(&ids)))
    }
}

impl Purge {
    pub(crate) fn run(self, mut store: Store) -> anyhow::Result<()> {
        let count = store.count_trash()?;
        if count == 0 {
            return output::line("the trash is empty");
        }
        ask(&format!("Delete {} permanently?", games(count)), self.yes)?;
        let deleted = store.empty_trash()?;
        output::line(&format!("{} deleted permanently", games(deleted)))
    }
}

fn chosen(select: &Select, all: bool, trash: Trash) -> anyhow::Result<Filter> {
    match (select.is_all()?, all) {
        (true, false) => bail!("expected game numbers, a filter or --all"),
        (false, true) => bail!("--all cannot be used with game numbers or a filter"),
        _ => Ok(Filter { trash, ..select.filter()? }),
    }
}

/// Asks on a terminal; fails elsewhere.
fn ask(question: &str, yes: bool) -> anyhow::Result<()> {
    if yes {
        return Ok(());
    }
    if !std::io::stdin().is_terminal() {
        bail!("{question} Standard input is not a terminal: use --yes");
    }
    let mut out = output::stdout();
    write!(out, "{question} [y/N] ")?;
    out.flush()?;
    let mut answer = String::new();
    std::io::stdin().read_line(&mut answer)?;
    match answer.trim() {
        "y" | "Y" | "yes" => Ok(()),
        _ => bail!("nothing was changed"),
    }
}
