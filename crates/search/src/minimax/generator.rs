//! Which moves a search looks at.

use amazons::{Board, Move, Position};

use super::candidates::Candidates;

/// Gives the moves of a position that a search looks at, at least one where there is a legal one.
pub(super) trait Generator<B: Board>: Copy {
    /// The moves, in the order in which they are looked at.
    fn moves(&self, position: &Position<B>) -> impl Iterator<Item = Move>;
}

/// All legal moves, in the order of the rules' generator.
#[derive(Clone, Copy, Debug)]
pub(super) struct AllMoves;

impl<B: Board> Generator<B> for AllMoves {
    #[inline]
    fn moves(&self, position: &Position<B>) -> impl Iterator<Item = Move> {
        position.legal_moves()
    }
}

impl<B: Board> Generator<B> for Candidates {
    fn moves(&self, position: &Position<B>) -> impl Iterator<Item = Move> {
        self.of(position).into_iter().map(|candidate| candidate.mv)
    }
}
