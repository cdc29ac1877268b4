//! `otrera convert`: rewrites games in another notation.

use std::io::Write;
use std::path::PathBuf;

use amazons::notation::MoveNotation;
use anyhow::{Context, bail};
use clap::Args;

use crate::files::{self, Format};
use crate::output;

/// Rewrite games in another notation.
#[derive(Args)]
#[command(after_help = "\
The formats are told by the files' names (.sgf, .lg for Little Golem, .txt for lines of moves, .fen, .board for \
drawn boards) or by --from and --to. FEN and drawn boards hold positions: of a game they get the last one. In SGF our \
White is B and our Black is W, because there Black stands at the bottom and moves first.

Examples:
  otrera convert game.sgf game.txt
  otrera convert games.lg games.sgf
  otrera convert --from moves --to fen - -  < game.txt
  otrera convert game.sgf game.txt --notation fairy --force")]
pub(crate) struct Convert {
    /// The file to read, - for standard input
    #[arg(value_name = "IN")]
    source: PathBuf,

    /// The file to write, - for standard output
    #[arg(value_name = "OUT")]
    target: PathBuf,

    /// The format of IN
    #[arg(long, value_enum)]
    from: Option<Format>,

    /// The format of OUT
    #[arg(long, value_enum)]
    to: Option<Format>,

    /// How lines of moves are written: fairy, print, bracket or compact
    #[arg(long, default_value = "print")]
    notation: MoveNotation,

    /// Replaces OUT if it is there already
    #[arg(long)]
    force: bool,
}

impl Convert {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let unknown = |path: &PathBuf, option: &str| {
            format!("unknown extension of {}: choose a format with {option}", path.display())
        };
        let from = self.from.or_else(|| Format::of_file(&self.source));
        let from = from.with_context(|| unknown(&self.source, "--from"))?;
        let to = self.to.or_else(|| Format::of_file(&self.target));
        let to = to.with_context(|| unknown(&self.target, "--to"))?;

        let bytes = files::read_bytes(&self.source)?;
        let records = from.read(&bytes).with_context(|| self.source.display().to_string())?;
        if records.is_empty() {
            bail!("{}: there is no game in it", self.source.display());
        }
        let text = to.write(&records, self.notation)?;
        if self.target.as_os_str() == "-" {
            let mut out = output::stdout();
            out.write_all(text.as_bytes())?;
            out.flush()?;
            return Ok(());
        }
        files::write(&self.target, &text, self.force)?;
        let mut out = output::stdout();
        let lost = if from.has_moves() && !to.has_moves() { ", the last position of each" } else { "" };
        let games = if records.len() == 1 { "game" } else { "games" };
        writeln!(out, "{} {games}{lost}: {}", records.len(), self.target.display())?;
        out.flush()?;
        Ok(())
    }
}
