//! Positions that are evaluated together.

use amazons::{Board, Position, Square};

/// Positions to evaluate together. Those after steps or shots of one position are given by their squares: they differ from it in
/// one or two, and need not be made.
#[derive(Clone, Copy, Debug)]
pub enum Siblings<'a, B: Board> {
    /// Any positions.
    List(&'a [Position<B>]),
    /// The positions after steps from a square to another, before their arrows.
    Steps {
        /// The position before.
        position: &'a Position<B>,
        /// The steps.
        steps: &'a [(Square, Square)],
    },
    /// The positions after shots.
    Shots {
        /// The position after the step, before its arrow.
        stepped: &'a Position<B>,
        /// The arrows.
        arrows: &'a [Square],
    },
}

impl<'a, B: Board> Siblings<'a, B> {
    /// The number of positions.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Self::List(positions) => positions.len(),
            Self::Steps { steps, .. } => steps.len(),
            Self::Shots { arrows, .. } => arrows.len(),
        }
    }

    /// Whether there are none.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The position at a place, if there are so many.
    #[inline]
    #[must_use]
    pub fn get(&self, place: usize) -> Option<Position<B>> {
        match self {
            Self::List(positions) => positions.get(place).copied(),
            Self::Steps { position, steps } => {
                steps.get(place).map(|&(from, to)| position.after_step(from, to))
            }
            Self::Shots { stepped, arrows } => arrows.get(place).map(|&arrow| stepped.with_arrow(arrow)),
        }
    }

    /// All positions.
    pub fn positions(self) -> impl Iterator<Item = Position<B>> + use<'a, B> {
        (0..self.len()).filter_map(move |place| self.get(place))
    }

    /// As many of the positions from a place on.
    #[inline]
    #[must_use]
    #[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]
    pub(crate) fn some(self, first: usize, count: usize) -> Self {
        let range = first..self.len().min(first + count);
        match self {
            Self::List(positions) => Self::List(&positions[range]),
            Self::Steps { position, steps } => Self::Steps { position, steps: &steps[range] },
            Self::Shots { stepped, arrows } => Self::Shots { stepped, arrows: &arrows[range] },
        }
    }
}
