//! The opening book: positions that the flagship has searched deeply, with their best moves.
//!
//! Positions that a symmetry or the exchange of colours makes equal are one entry
//! ([`canonical`](amazons::Position::canonical)). The value of a position is that of its best move; the value of a move is the
//! opponent's value of the position after it where that is an entry too, else what the search of the position itself said.
//!
//! - `graph`: the entries, the values backed up from the last positions to the first, and which position is to be searched next;
//! - `file`: the file of a book;
//! - `embedded`: the book of the repository, which is part of the program.
//!
//! Searching is not done here: `arena::BookGrowth` lets a player search the positions of [`OpeningBook::next`].

mod embedded;
mod file;
mod graph;

pub use file::{BookError, Ledger};
pub use graph::{BookLeaf, BookMove, OpeningBook};
