//! `otrera book`: makes an opening book (`make`), tells what one says of a position (`show`), lists its lines (`lines`).

mod lines;
mod make;
mod show;

use std::borrow::Cow;
use std::path::Path;

use amazons::{AnyPosition, Board, Position, Visitor};
use anyhow::Context;
use clap::{Args, Subcommand};
use search::book::{BookMove, OpeningBook};

use crate::files;

/// No book is larger: 65,536 positions of 250 moves.
const LARGEST_FILE: u64 = 96 << 20;

/// Make an opening book, look a position up in one, or list its lines.
#[derive(Args)]
pub(crate) struct Book {
    #[command(subcommand)]
    command: BookCommand,
}

#[derive(Subcommand)]
enum BookCommand {
    Make(make::Make),
    Show(show::Show),
    Lines(lines::Lines),
}

impl Book {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        match self.command {
            BookCommand::Make(command) => command.run(),
            BookCommand::Show(command) => command.run(),
            BookCommand::Lines(command) => command.run(),
        }
    }
}

/// Reads the book of a file.
fn read(path: &Path) -> anyhow::Result<OpeningBook> {
    let bytes = files::read_at_most(path, LARGEST_FILE)?;
    OpeningBook::from_bytes(&bytes).with_context(|| format!("book {}", path.display()))
}

/// The book of a file, or the program's own.
fn read_or_own(path: Option<&Path>) -> anyhow::Result<Cow<'static, OpeningBook>> {
    match path {
        Some(path) => Ok(Cow::Owned(read(path)?)),
        None => OpeningBook::embedded().map(Cow::Borrowed).context("the program's own book is damaged"),
    }
}

/// The moves of a position, the best first.
fn moves(book: &OpeningBook, position: &AnyPosition) -> Vec<BookMove> {
    position.visit(Look(book))
}

struct Look<'a>(&'a OpeningBook);

impl Visitor for Look<'_> {
    type Output = Vec<BookMove>;

    fn visit<B: Board>(self, position: &Position<B>) -> Vec<BookMove> {
        self.0.moves(position)
    }
}
