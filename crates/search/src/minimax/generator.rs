//! The moves that a search tries.

use amazons::{Board, Move, Position};

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
