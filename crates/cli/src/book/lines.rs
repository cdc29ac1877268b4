//! `otrera book lines`: the good lines of a book, as openings for matches.

use std::io::Write;
use std::path::PathBuf;

use amazons::Game;
use amazons::notation::{MoveLine, MoveNotation};
use clap::Args;
use search::book::OpeningBook;

use crate::output;

/// List the good lines of a book, a line of moves each, as openings for matches.
#[derive(Args)]
#[command(after_help = "\
A line is listed where the book has searched the position after each of its moves, and no move is worse than the best one by more \
than --within.

Example:
  otrera book lines --plies 4 > lines.txt && otrera match otrera mgpeo --openings lines.txt")]
pub(super) struct Lines {
    /// How many plies a line has
    #[arg(long, default_value_t = 4, value_name = "N")]
    plies: u32,

    /// By how much of a win a move may be worse than the best one
    #[arg(long, default_value_t = 0.02, value_name = "SHARE")]
    within: f64,

    /// The file of the book; the program's own if not given
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
}

impl Lines {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let book = super::read_or_own(self.book.as_deref())?;
        let mut out = output::stdout();
        self.write(&book, &Game::default(), &mut out)?;
        out.flush()?;
        Ok(())
    }

    /// Writes all lines that go on from a game.
    fn write(&self, book: &OpeningBook, game: &Game, out: &mut impl Write) -> anyhow::Result<()> {
        if game.moves().len() as u32 == self.plies {
            writeln!(out, "{}", MoveLine { game, notation: MoveNotation::Print })?;
            return Ok(());
        }
        let moves = super::moves(book, game.position());
        let best = moves.first().map_or(0.0, |found| found.win_rate);
        // Win rates are ten-thousandths: the difference of two may be a little more than it is written.
        let is_good = |rate: f64| best - rate <= self.within + 1e-9;
        for found in moves.iter().filter(|found| found.searched > 0 && is_good(found.win_rate)) {
            let mut longer = game.clone();
            longer.play(found.mv)?;
            self.write(book, &longer, out)?;
        }
        Ok(())
    }
}
