//! Bounds of both margins of a game, as in [`crate::sum`], seen by the side to move.

use super::table::VALUE_BITS;

/// A bound that says nothing.
const NONE: i16 = 64;

const BOUND_BITS: u32 = VALUE_BITS / 4;

/// The bounds of the margins with either side to move, the mover's first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Margins {
    pub(crate) low: [i16; 2],
    pub(crate) high: [i16; 2],
}

impl Margins {
    pub(crate) const UNKNOWN: Self = Self { low: [-NONE; 2], high: [NONE; 2] };

    /// The game without moves: the side to move has lost, with nothing in hand of the winner.
    pub(crate) const LOST: Self = Self { low: [-1; 2], high: [-1; 2] };

    /// The bounds from the most that each side can have.
    #[inline]
    pub(crate) fn from_highs(high: [i16; 2]) -> Self {
        Self { high, ..Self::UNKNOWN }.linked()
    }

    /// Whether the mover's margin is at least `needed`, if that is known.
    #[inline]
    pub(crate) fn reaches(&self, needed: i16) -> Option<bool> {
        match (self.low[0] >= needed, self.high[0] < needed) {
            (true, _) => Some(true),
            (_, true) => Some(false),
            _ => None,
        }
    }

    /// With the sides exchanged.
    #[inline]
    pub(crate) fn exchanged(self) -> Self {
        Self { low: [self.low[1], self.low[0]], high: [self.high[1], self.high[0]] }
    }

    /// The intersection with other bounds of the same game.
    #[inline]
    pub(crate) fn meet(self, other: Self) -> Self {
        let low = std::array::from_fn(|side| self.low[side].max(other.low[side]));
        let high = std::array::from_fn(|side| self.high[side].min(other.high[side]));
        Self { low, high }.linked()
    }

    /// A side that wins moving second also wins moving first with one free move more, which it uses at once.
    #[inline]
    fn linked(self) -> Self {
        Self { low: std::array::from_fn(|side| self.low[side].max(-2 - self.high[1 - side])), ..self }
    }

    /// The bounds of a sum of two games.
    #[inline]
    pub(crate) fn plus(self, other: Self) -> Self {
        // See `crate::sum::interval`: the mover moves in one part and answers in the other.
        let low = |side: usize| {
            (self.low[side] - other.high[1 - side] - 1).max(other.low[side] - self.high[1 - side] - 1)
        };
        let high = |side: usize| self.high[side] + other.high[side] + 1;
        Self { low: [low(0), low(1)], high: [high(0), high(1)] }.linked()
    }

    /// As bits of a table's value. What is out of range becomes a weaker bound, never a stronger one.
    #[inline]
    pub(crate) fn to_bits(self) -> u32 {
        let low = |side: usize| (self.low[side].clamp(-16, 15) + 16) as u32;
        let high = |side: usize| (15 - self.high[side].clamp(-16, 15)) as u32;
        [low(0), high(0), low(1), high(1)].into_iter().fold(0, |bits, bound| bits << BOUND_BITS | bound)
    }

    #[inline]
    pub(crate) fn from_bits(bits: u32) -> Self {
        let bound = |place: u32| (bits >> (place * BOUND_BITS) & 31) as i16;
        let low = |bits: i16| if bits == 0 { -NONE } else { bits - 16 };
        let high = |bits: i16| if bits == 0 { NONE } else { 15 - bits };
        Self { low: [low(bound(3)), low(bound(1))], high: [high(bound(2)), high(bound(0))] }
    }
}
