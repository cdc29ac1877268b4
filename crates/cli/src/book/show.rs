//! `otrera book show`: what a book says of a position.

use std::io::Write;
use std::path::PathBuf;

use amazons::AnyPosition;
use amazons::notation::MoveNotation;
use clap::Args;
use search::book::{BookMove, OpeningBook};
use serde_json::json;

use crate::output;
use crate::position::PositionArgs;

/// Tell the book moves of a position, the best first.
#[derive(Args)]
#[command(after_help = "\
The win rate is that of the side to move, backed up from the last positions of the book: both sides play their best moves. \
'searched' counts the positions after the move that the book has; where it is 0 the win rate is what the search of the position \
itself said of the move.

Examples:
  otrera book show
  otrera book show --fen '3q2q3/10/10/q2Q2*2q/10/10/Q8Q/10/10/6Q3 b - - 1 1' --json")]
pub(super) struct Show {
    #[command(flatten)]
    position: PositionArgs,

    /// The file of the book; the program's own if not given
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,

    /// Prints one JSON object instead
    #[arg(long)]
    json: bool,
}

impl Show {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let position = self.position.position()?;
        let book = super::read_or_own(self.book.as_deref())?;
        let moves = super::moves(&book, &position);
        if self.json {
            return output::json(&json(&book, &position, &moves));
        }
        let mut out = output::stdout();
        if moves.is_empty() {
            writeln!(out, "this position is not in the book")?;
        }
        for found in &moves {
            writeln!(
                out,
                "{:<12} {:>5.1}%  searched {}",
                found.mv.to_string(),
                100.0 * found.win_rate,
                found.searched
            )?;
        }
        let ledger = book.ledger();
        let (positions, nodes) = (book.positions(), ledger.nodes);
        writeln!(out, "book of {positions} positions, {nodes} nodes each, by {}", ledger.program)?;
        out.flush()?;
        Ok(())
    }
}

fn json(book: &OpeningBook, position: &AnyPosition, moves: &[BookMove]) -> serde_json::Value {
    let of_move = |found: &BookMove| {
        json!({
            "move": found.mv.written(MoveNotation::Fairy).to_string(),
            "winRate": found.win_rate,
            "searched": found.searched,
        })
    };
    json!({
        "fen": position.to_setup().to_fen(),
        "moves": moves.iter().map(of_move).collect::<Vec<_>>(),
        "positions": book.positions(),
        "ledger": book.ledger(),
    })
}
