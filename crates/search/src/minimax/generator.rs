//! The moves that a search tries.

use amazons::{Board, Move, Position, Square};

use super::candidates::Candidates;

/// The moves of a position that a search tries, at least one where there is a legal one.
pub(super) trait MoveGenerator<B: Board>: Copy {
    /// The moves, in order.
    fn moves(&self, position: &Position<B>) -> impl Iterator<Item = Move>;
}

/// All legal moves, in the order of the rules' generator.
#[derive(Clone, Copy, Debug)]
pub(super) struct AllMoves;

impl<B: Board> MoveGenerator<B> for AllMoves {
    #[inline]
    fn moves(&self, position: &Position<B>) -> impl Iterator<Item = Move> {
        position.legal_moves()
    }
}

impl<B: Board> MoveGenerator<B> for Candidates {
    fn moves(&self, position: &Position<B>) -> impl Iterator<Item = Move> {
        self.of(position).into_iter().map(|candidate| candidate.mv)
    }
}

/// The order in which the root moves are generated, always amazon by amazon. It decides among equal moves, and which moves are
/// searched when a limit ends the first depth.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum RootOrder {
    /// Amazons, squares and arrows row by row from the first to the last, as the rules generate them.
    #[default]
    Rows,
    /// Amazons row by row; squares and arrows direction by direction, in each from near to far.
    Rays,
    /// The reverse of `Rows`. Half a turn of the board makes one of the other.
    RowsReversed,
    /// The reverse of `Rays`.
    RaysReversed,
}

impl RootOrder {
    /// Sorts moves that are in the order of the rules.
    pub(super) fn sort(self, moves: &mut [Move]) {
        if matches!(self, Self::Rays | Self::RaysReversed) {
            moves.sort_by_cached_key(|mv| (mv.from.index(), ray(mv.from, mv.to), ray(mv.to, mv.arrow)));
        }
        if matches!(self, Self::RowsReversed | Self::RaysReversed) {
            moves.reverse();
        }
    }
}

/// The direction of a line, rows first, and its length.
fn ray(from: Square, to: Square) -> (isize, isize, usize) {
    let rows = to.rank().index() as isize - from.rank().index() as isize;
    let columns = to.file().index() as isize - from.file().index() as isize;
    (rows.signum(), columns.signum(), rows.unsigned_abs().max(columns.unsigned_abs()))
}
