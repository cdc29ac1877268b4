//! Positions as registers load them.

use amazons::{Board, Color, Position, Rank, Square};

use super::AMAZONS;
use crate::otrera::lanes::{MOST, Words};
use crate::siblings::Siblings;

/// The positions of a batch, as registers load them.
pub(super) struct Batch<const RANKS: usize> {
    /// The empty squares.
    pub(super) empty: [Words; RANKS],
    /// The amazons, the side to move's first: on which rank each stands, and its file as a bit.
    pub(super) amazons: [[(Words, Words); AMAZONS]; 2],
    /// The number of amazons of each side.
    pub(super) count: [usize; 2],
}

impl<const RANKS: usize> Batch<RANKS> {
    const NONE: Words = Words([0; MOST]);

    pub(super) fn new() -> Self {
        Self { empty: [Self::NONE; RANKS], amazons: [[(Self::NONE, Self::NONE); AMAZONS]; 2], count: [0; 2] }
    }

    /// Fills in positions; the rest of an earlier batch is ignored.
    #[inline(always)]
    pub(super) fn fill<B: Board>(&mut self, siblings: Siblings<'_, B>) {
        match siblings {
            Siblings::List(positions) => self.fill_list(positions),
            Siblings::Steps { position, steps } => self.fill_steps(position, steps),
            Siblings::Shots { stepped, arrows } => {
                self.fill_all(stepped, [stepped.turn(), !stepped.turn()]);
                for (lane, arrow) in arrows.iter().enumerate() {
                    self.empty[usize::from(arrow.rank().index())].0[lane] &= !(1 << arrow.file().index());
                }
            }
        }
    }

    #[inline(always)]
    fn fill_steps<B: Board>(&mut self, position: &Position<B>, steps: &[(Square, Square)]) {
        let mover = position.turn();
        self.fill_all(position, [!mover, mover]);
        for (lane, (from, to)) in steps.iter().enumerate() {
            self.empty[usize::from(from.rank().index())].0[lane] |= 1 << from.file().index();
            self.empty[usize::from(to.rank().index())].0[lane] &= !(1 << to.file().index());
            for (square, (ranks, files)) in position.amazons(mover).into_iter().zip(&mut self.amazons[1]) {
                if square == *from {
                    ranks.0[lane] = u16::from(to.rank().index());
                    files.0[lane] = 1 << to.file().index();
                }
            }
        }
    }

    /// Fills in the same position everywhere.
    #[inline(always)]
    fn fill_all<B: Board>(&mut self, position: &Position<B>, sides: [Color; 2]) {
        let empty = position.empty();
        for (rank, words) in (0..).zip(&mut self.empty) {
            words.0 = [empty.rank(Rank::new(rank).expect("a board has 16 ranks at most")); MOST];
        }
        for (side, color) in sides.into_iter().enumerate() {
            self.count[side] = position.amazons(color).count() as usize;
            for (square, (ranks, files)) in position.amazons(color).into_iter().zip(&mut self.amazons[side]) {
                ranks.0 = [u16::from(square.rank().index()); MOST];
                files.0 = [1 << square.file().index(); MOST];
            }
        }
    }

    #[inline(always)]
    fn fill_list<B: Board>(&mut self, positions: &[Position<B>]) {
        for (lane, position) in positions.iter().enumerate() {
            let empty = position.empty();
            for (rank, words) in (0..).zip(&mut self.empty) {
                words.0[lane] = empty.rank(Rank::new(rank).expect("a board has 16 ranks at most"));
            }
            for (side, color) in [position.turn(), !position.turn()].into_iter().enumerate() {
                let mut count = 0;
                for (square, (ranks, files)) in
                    position.amazons(color).into_iter().zip(&mut self.amazons[side])
                {
                    ranks.0[lane] = u16::from(square.rank().index());
                    files.0[lane] = 1 << square.file().index();
                    count += 1;
                }
                self.count[side] = count;
            }
        }
    }
}
