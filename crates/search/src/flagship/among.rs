//! The moves that a search may begin with: all, or those that somebody named.

use amazons::{Bitboard, Board, Move, Square};

/// Moves at the root; all where none is named.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Among<'a>(pub(super) &'a [Move]);

impl Among<'_> {
    pub(super) const ALL: Self = Self(&[]);

    /// Whether a move begins with a step.
    pub(super) fn has_step(self, from: Square, to: Square) -> bool {
        self.0.is_empty() || self.0.iter().any(|mv| (mv.from, mv.to) == (from, to))
    }

    /// The arrows after a step, of those that are legal.
    pub(super) fn arrows<B: Board>(
        self,
        from: Square,
        to: Square,
        legal: Bitboard<B>,
        board: B,
    ) -> Bitboard<B> {
        if self.0.is_empty() {
            return legal;
        }
        let of_step = self.0.iter().filter(|mv| (mv.from, mv.to) == (from, to));
        of_step.fold(Bitboard::empty(board), |set, mv| set | (legal & Bitboard::single(board, mv.arrow)))
    }
}
