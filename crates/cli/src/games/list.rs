//! `otrera games list`.

use std::io::Write;

use clap::Args;
use serde_json::{Value, json};
use store::{GameSummary, Order, Store};
use time::format_description::well_known::Rfc3339;

use super::games;
use super::select::{Paging, Select};
use crate::output::{self, plain};

/// List games, the newest first.
#[derive(Args)]
#[command(after_help = "\
Names of players, openings and events are compared without regard to case; * stands for any text, ? for any character.

Examples:
  otrera games list
  otrera games list --player ada --player 'mg*' --sort length
  otrera games list --ending crash --json")]
pub(crate) struct List {
    #[command(flatten)]
    select: Select,

    #[command(flatten)]
    paging: Paging,

    /// Lists the games in the trash instead
    #[arg(long)]
    deleted: bool,

    /// Prints one JSON object a line instead, all games where no limit is set
    #[arg(long)]
    json: bool,
}

/// How many games are listed on a screen if nothing is said.
const SCREEN: u64 = 20;

impl List {
    pub(crate) fn run(self, store: &Store) -> anyhow::Result<()> {
        let mut filter = self.select.filter()?;
        self.paging.apply(&mut filter, Order::Descending);
        if self.deleted {
            filter.trash = store::Trash::Only;
        }
        if !self.json {
            filter.limit = filter.limit.or(Some(SCREEN));
        }
        let listed = store.list(&filter)?;
        let mut out = output::stdout();
        if self.json {
            for game in &listed {
                serde_json::to_writer(&mut out, &describe(game))?;
                writeln!(out)?;
            }
            out.flush()?;
            return Ok(());
        }
        let count = store.count(&filter)?;
        if !listed.is_empty() {
            write_table(&mut out, &listed)?;
        }
        let shown = listed.len() as u64;
        match (count, shown) {
            (0, _) => writeln!(out, "no games")?,
            (count, shown) if count == shown => writeln!(out, "{}", games(count))?,
            (count, 0) => writeln!(out, "none of {}: the offset is too large", games(count))?,
            (count, shown) => {
                let first = filter.offset + 1;
                let last = filter.offset + shown;
                writeln!(out, "{first} to {last} of {}; --limit and --offset show others", games(count))?;
            }
        }
        out.flush()?;
        Ok(())
    }
}

/// The longest name that a table shows whole.
const WIDEST: usize = 28;

fn write_table(out: &mut impl Write, listed: &[GameSummary]) -> std::io::Result<()> {
    let header = ["id", "date", "white", "black", "won", "ending", "plies", "board", "opening"];
    let rows: Vec<[String; 9]> = listed
        .iter()
        .map(|game| {
            [
                game.id.to_string(),
                game.played_at.map_or_else(String::new, |moment| moment.date().to_string()),
                shorten(&game.players.white),
                shorten(&game.players.black),
                game.winner.map_or_else(String::new, |winner| winner.name().to_owned()),
                game.ending.to_string(),
                game.plies.to_string(),
                game.board.clone(),
                shorten(game.opening.as_deref().or(game.event.as_deref()).unwrap_or_default()),
            ]
        })
        .collect();
    let width = |column: usize| {
        let cells = rows.iter().map(|row| row[column].chars().count());
        cells.chain([header[column].len()]).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..header.len()).map(width).collect();
    let mut line = |cells: &[&str]| {
        let mut text = String::new();
        for ((cell, &width), column) in cells.iter().zip(&widths).zip(0..) {
            // Numbers stand on the right.
            let is_number = column == 0 || column == 6;
            text += &if is_number { format!("{cell:>width$}  ") } else { format!("{cell:<width$}  ") };
        }
        writeln!(out, "{}", text.trim_end())
    };
    line(&header)?;
    for row in &rows {
        line(&row.each_ref().map(String::as_str))?;
    }
    Ok(())
}

fn shorten(name: &str) -> String {
    let name = plain(name);
    match name.char_indices().nth(WIDEST) {
        Some(_) => name.chars().take(WIDEST - 3).chain("...".chars()).collect(),
        None => name,
    }
}

fn describe(game: &GameSummary) -> Value {
    json!({
        "id": game.id.0,
        "white": game.players.white,
        "black": game.players.black,
        "winner": game.winner.map(amazons::Color::name),
        "ending": game.ending.name(),
        "plies": game.plies,
        "board": game.board,
        "source": game.source.name(),
        "event": game.event,
        "opening": game.opening,
        "played_at": game.played_at.and_then(|moment| moment.format(&Rfc3339).ok()),
        "run": game.run.map(|slot| json!({"id": slot.run.0, "slot": slot.slot, "seed": slot.seed})),
    })
}
