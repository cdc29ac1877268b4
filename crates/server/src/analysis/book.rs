//! What the engine's opening book says of a position.

use amazons::{AnyPosition, Board, Position, Visitor};
use search::book::{BookMove, OpeningBook};

use crate::api;
use crate::view;

/// The moves of the book.
pub(crate) fn of(position: &AnyPosition) -> api::BookPosition {
    let Some(book) = OpeningBook::embedded() else { return api::BookPosition::default() };
    let nodes = book.ledger().nodes;
    let moves = position.visit(Look(book));
    api::BookPosition {
        positions: book.positions() as u64,
        moves: moves.iter().map(|found| book_move(found, nodes)).collect(),
    }
}

struct Look(&'static OpeningBook);

impl Visitor for Look {
    type Output = Vec<BookMove>;

    fn visit<B: Board>(self, position: &Position<B>) -> Vec<BookMove> {
        self.0.moves(position)
    }
}

fn book_move(found: &BookMove, nodes: u64) -> api::BookMove {
    let searched = found.searched as u64;
    api::BookMove {
        mv: view::wire_move(found.mv),
        win_rate: found.win_rate,
        searched,
        nodes: searched * nodes,
    }
}
