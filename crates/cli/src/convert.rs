//! `otrera convert`: rewrites games in another notation.

use std::io::Write;
use std::path::PathBuf;

use amazons::Record;
use amazons::notation::MoveNotation;
use anyhow::{Context, bail};
use clap::Args;

use crate::contest::note;
use crate::files::{self, Format};
use crate::output;

/// Rewrite games in another notation.
#[derive(Args)]
#[command(after_help = "\
The formats are told by the files' names (.sgf, .lg for Little Golem, .txt for lines of moves, .fen, .board for \
drawn boards) or by --from and --to. FEN and drawn boards hold positions: of a game they get the last one. Names, \
event, date, result, comments, variations and what else a file says of a game are kept by SGF and Little Golem's records alone: \
elsewhere they are left out, and the answer counts them. In SGF our \
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
        let left_out = if matches!(to, Format::Sgf | Format::LittleGolem) {
            String::new()
        } else {
            LeftOut::of(&records).sentence(records.len())
        };
        if self.target.as_os_str() == "-" {
            let mut out = output::stdout();
            out.write_all(text.as_bytes())?;
            out.flush()?;
            if !left_out.is_empty() {
                note(&left_out)?;
            }
            return Ok(());
        }
        files::write(&self.target, &text, self.force)?;
        let mut out = output::stdout();
        let lost = if from.has_moves() && !to.has_moves() { ", the last position of each" } else { "" };
        let games = if records.len() == 1 { "game" } else { "games" };
        let gap = if left_out.is_empty() { "" } else { "; " };
        writeln!(out, "{} {games}{lost}: {}{gap}{left_out}", records.len(), self.target.display())?;
        out.flush()?;
        Ok(())
    }
}

/// How much of some records a format without names and variations has no place for.
#[derive(Default)]
struct LeftOut {
    names: usize,
    events: usize,
    dates: usize,
    results: usize,
    comments: usize,
    variations: usize,
    properties: usize,
}

impl LeftOut {
    fn of(records: &[Record]) -> Self {
        let mut sum = Self::default();
        for record in records {
            sum.add(record);
        }
        sum
    }

    fn add(&mut self, record: &Record) {
        let is_named = record.players.white.is_some() || record.players.black.is_some();
        self.names += usize::from(is_named);
        self.events += usize::from(record.event.is_some());
        self.dates += usize::from(record.date.is_some());
        // The moves of a game that is played to its end tell who has won.
        let told = record.to_game().outcome().map(|outcome| outcome.winner);
        self.results += usize::from(record.result.as_ref().is_some_and(|own| Some(own.winner) != told));
        let mut nodes = vec![Record::ROOT];
        while let Some(id) = nodes.pop() {
            let node = record.node(id);
            self.comments += usize::from(node.comment.is_some());
            self.properties += node.other.len();
            self.variations += node.children().len().saturating_sub(1);
            nodes.extend_from_slice(node.children());
        }
    }

    /// `left out: names, result, 2 comments`, or nothing.
    fn sentence(&self, games: usize) -> String {
        let once = |count: usize, name: &str| match (count, games) {
            (0, _) => None,
            (1, 1) => Some(name.to_owned()),
            _ => Some(format!("{count} {name}{}", if count == 1 { "" } else { "s" })),
        };
        let counted = |count: usize, one: &str, several: &str| {
            (count > 0).then(|| format!("{count} {}", if count == 1 { one } else { several }))
        };
        let names = match (self.names, games) {
            (0, _) => None,
            (_, 1) => Some("names".to_owned()),
            (1, _) => Some("names of 1 game".to_owned()),
            (named, _) => Some(format!("names of {named} games")),
        };
        let parts = [
            names,
            once(self.events, "event"),
            once(self.dates, "date"),
            once(self.results, "result"),
            counted(self.comments, "comment", "comments"),
            counted(self.variations, "variation", "variations"),
            counted(self.properties, "other property", "other properties"),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        if parts.is_empty() { String::new() } else { format!("left out: {}", parts.join(", ")) }
    }
}
