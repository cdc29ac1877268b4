//! The moves that a search may choose from.

use amazons::{Bitboard, Board, Move, Square};

/// The moves that a search may choose from at its root.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum RootMoves<'a> {
    /// All legal moves.
    #[default]
    All,
    /// One of these: at least one, all of them legal.
    Only(&'a [Move]),
}

impl RootMoves<'_> {
    /// Whether a legal move may be chosen.
    #[must_use]
    pub fn contains(self, mv: Move) -> bool {
        match self {
            Self::All => true,
            Self::Only(moves) => moves.contains(&mv),
        }
    }

    /// Whether one of the moves begins with a step.
    pub(crate) fn has_step(self, from: Square, to: Square) -> bool {
        match self {
            Self::All => true,
            Self::Only(moves) => moves.iter().any(|mv| (mv.from, mv.to) == (from, to)),
        }
    }

    /// The arrows after a step, of those that are legal.
    pub(crate) fn arrows<B: Board>(
        self,
        from: Square,
        to: Square,
        legal: Bitboard<B>,
        board: B,
    ) -> Bitboard<B> {
        let Self::Only(moves) = self else { return legal };
        let of_step = moves.iter().filter(|mv| (mv.from, mv.to) == (from, to));
        of_step.fold(Bitboard::empty(board), |set, mv| set | (legal & Bitboard::single(board, mv.arrow)))
    }
}
