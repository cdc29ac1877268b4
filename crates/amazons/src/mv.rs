//! One ply: a step and a shot.

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::square::Square;

/// A ply: an amazon steps `from` one square `to` another and shoots an `arrow` from there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move {
    /// Where the amazon stands.
    pub from: Square,
    /// Where it steps.
    pub to: Square,
    /// Where its arrow lands.
    pub arrow: Square,
}

/// Many moves in one small value: all shots after one step.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shots<B: Board> {
    /// Where the amazon stands.
    pub from: Square,
    /// Where it steps.
    pub to: Square,
    /// Where its arrow may land; never empty when it comes from a generator.
    pub arrows: Bitboard<B>,
}

impl<B: Board> IntoIterator for Shots<B> {
    type Item = Move;
    type IntoIter = Moves<B>;

    #[inline]
    fn into_iter(self) -> Moves<B> {
        Moves { from: self.from, to: self.to, arrows: self.arrows.into_iter() }
    }
}

/// The moves of a [`Shots`], one by one.
#[derive(Clone, Debug)]
pub struct Moves<B: Board> {
    from: Square,
    to: Square,
    arrows: crate::bitboard::Squares<B>,
}

impl<B: Board> Iterator for Moves<B> {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        let Self { from, to, .. } = *self;
        self.arrows.next().map(|arrow| Move { from, to, arrow })
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.arrows.size_hint()
    }
}

impl<B: Board> ExactSizeIterator for Moves<B> {}
