//! Machine words as sets of numbers: `u128` for boards that fit it, [`U256`] for the rest.
//!
//! Nothing here depends on a board; [`Bitboard`](crate::Bitboard) maps the numbers to squares.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// A word whose bits are the members of a set.
pub trait Bits:
    Copy
    + Eq
    + Ord
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
    + 'static
{
    /// The empty set.
    const NONE: Self;

    /// The set of one number.
    fn single(index: u32) -> Self;

    /// The members of a short word, each raised by `by`.
    fn run(word: u16, by: u32) -> Self;

    /// The members from `from` on, each lowered by it, as far as a short word goes.
    fn word(self, from: u32) -> u16;

    /// How many members there are.
    fn count(self) -> u32;

    /// The smallest member; the word's width where there is none.
    fn lowest(self) -> u32;

    /// All but the smallest member.
    #[must_use]
    fn without_lowest(self) -> Self;

    /// Every member raised by `by`, which is at least 1 and below the width.
    #[must_use]
    fn raised(self, by: u32) -> Self;

    /// Every member lowered by `by`, which is at least 1 and below the width.
    #[must_use]
    fn lowered(self, by: u32) -> Self;

    /// The members of a rising ray up to and including its first member of `blocked`.
    #[must_use]
    fn rising_until(self, blocked: Self) -> Self;

    /// The largest member; 0 where there is none.
    fn highest_or_zero(self) -> u32;

    /// The member with `rank` smaller members; the word's width where there are fewer members.
    fn select(self, rank: u32) -> u32;

    /// Whether there is no member.
    #[inline(always)]
    fn is_none(self) -> bool {
        self == Self::NONE
    }
}

impl Bits for u128 {
    const NONE: Self = 0;

    #[inline(always)]
    fn single(index: u32) -> Self {
        1 << index
    }

    #[inline(always)]
    fn run(word: u16, by: u32) -> Self {
        Self::from(word) << by
    }

    #[inline(always)]
    fn word(self, from: u32) -> u16 {
        (self >> from) as u16
    }

    #[inline(always)]
    fn count(self) -> u32 {
        self.count_ones()
    }

    #[inline(always)]
    fn lowest(self) -> u32 {
        self.trailing_zeros()
    }

    #[inline(always)]
    fn without_lowest(self) -> Self {
        self & self.wrapping_sub(1)
    }

    #[inline(always)]
    fn raised(self, by: u32) -> Self {
        self << by
    }

    #[inline(always)]
    fn lowered(self, by: u32) -> Self {
        self >> by
    }

    #[inline(always)]
    fn rising_until(self, blocked: Self) -> Self {
        // x ^ (x - 1) is the lowest bit of x and all below it, or everything where x is 0.
        let stops = self & blocked;
        self & (stops ^ stops.wrapping_sub(1))
    }

    #[inline(always)]
    fn highest_or_zero(self) -> u32 {
        127 - (self | 1).leading_zeros()
    }

    #[inline(always)]
    fn select(self, rank: u32) -> u32 {
        let (low, high) = (self as u64, (self >> 64) as u64);
        let below = low.count_ones();
        if rank < below { select64(low, rank) } else { 64 + select64(high, rank - below) }
    }
}

/// The position of the bit of `word` that has `rank` set bits below it, 64 where there is none.
#[inline(always)]
fn select64(mut word: u64, rank: u32) -> u32 {
    for _ in 0..rank {
        word &= word.wrapping_sub(1);
    }
    word.trailing_zeros()
}

/// A word of 256 bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct U256 {
    // The order of the fields is the order of comparison.
    high: u128,
    low: u128,
}

impl U256 {
    /// Every sixteenth number from `first` on: a file of a board with sixteen squares to a rank.
    pub(crate) const fn file(first: u32) -> Self {
        let half = (u128::MAX / 0xffff) << first;
        Self { high: half, low: half }
    }
}

impl Bits for U256 {
    const NONE: Self = Self { high: 0, low: 0 };

    #[inline]
    fn single(index: u32) -> Self {
        if index < 128 {
            Self { high: 0, low: 1 << index }
        } else {
            Self { high: 1 << (index - 128), low: 0 }
        }
    }

    #[inline]
    fn run(word: u16, by: u32) -> Self {
        let word = Self { high: 0, low: u128::from(word) };
        if by == 0 {
            word
        } else if by < 128 {
            word.raised(by)
        } else {
            Self { high: word.low << (by - 128), low: 0 }
        }
    }

    #[inline]
    fn word(self, from: u32) -> u16 {
        if from == 0 {
            self.low as u16
        } else if from < 128 {
            self.lowered(from).low as u16
        } else {
            (self.high >> (from - 128)) as u16
        }
    }

    #[inline]
    fn count(self) -> u32 {
        self.low.count_ones() + self.high.count_ones()
    }

    #[inline]
    fn lowest(self) -> u32 {
        if self.low != 0 { self.low.trailing_zeros() } else { 128 + self.high.trailing_zeros() }
    }

    #[inline]
    fn without_lowest(self) -> Self {
        if self.low != 0 {
            Self { low: self.low.without_lowest(), ..self }
        } else {
            Self { high: self.high.without_lowest(), ..self }
        }
    }

    #[inline]
    fn raised(self, by: u32) -> Self {
        match by.checked_sub(128) {
            None => Self { high: self.high << by | self.low >> (128 - by), low: self.low << by },
            Some(more) => Self { high: self.low << more, low: 0 },
        }
    }

    #[inline]
    fn lowered(self, by: u32) -> Self {
        match by.checked_sub(128) {
            None => Self { high: self.high >> by, low: self.low >> by | self.high << (128 - by) },
            Some(more) => Self { high: 0, low: self.high >> more },
        }
    }

    #[inline]
    fn rising_until(self, blocked: Self) -> Self {
        let low = self.low.rising_until(blocked.low);
        let high = if self.low & blocked.low != 0 { 0 } else { self.high.rising_until(blocked.high) };
        Self { high, low }
    }

    #[inline]
    fn highest_or_zero(self) -> u32 {
        if self.high != 0 { 128 + self.high.highest_or_zero() } else { self.low.highest_or_zero() }
    }

    #[inline]
    fn select(self, rank: u32) -> u32 {
        let below = self.low.count_ones();
        if rank < below { self.low.select(rank) } else { 128 + self.high.select(rank - below) }
    }
}

/// Writes the bitwise operators of [`U256`], each half by itself.
macro_rules! halfwise {
    ($($operator:ident $method:ident $assign:ident $assign_method:ident;)*) => {$(
        impl $operator for U256 {
            type Output = Self;
            #[inline]
            fn $method(self, other: Self) -> Self {
                Self { high: self.high.$method(other.high), low: self.low.$method(other.low) }
            }
        }
        impl $assign for U256 {
            #[inline]
            fn $assign_method(&mut self, other: Self) {
                *self = self.$method(other);
            }
        }
    )*};
}

halfwise! {
    BitAnd bitand BitAndAssign bitand_assign;
    BitOr bitor BitOrAssign bitor_assign;
    BitXor bitxor BitXorAssign bitxor_assign;
}

impl Not for U256 {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self { high: !self.high, low: !self.low }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A word as a list of its members, by testing each.
    fn members(word: impl Bits, width: u32) -> Vec<u32> {
        (0..width).filter(|&index| !(word & Bits::single(index)).is_none()).collect()
    }

    fn laws<W: Bits>(width: u32) {
        let mut seed = 1_u64;
        // An interpreter takes a second for each.
        for _ in 0..if cfg!(miri) { 5 } else { 500 } {
            let mut next = || {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (seed >> 33) as u32
            };
            let mut draw = |count| (0..count).fold(W::NONE, |word, _| word | W::single(next() % width));
            let (word, blocked) = (draw(20), draw(12));
            let list = members(word, width);
            assert_eq!(word.count() as usize, list.len());
            assert_eq!(word.lowest(), list[0]);
            assert_eq!(members(word.without_lowest(), width), list[1..]);
            for (rank, &member) in list.iter().enumerate() {
                assert_eq!(word.select(rank as u32), member);
            }
            for by in [1, 11, 15, 17, 100, width / 2, width - 1] {
                let raised: Vec<u32> = list.iter().map(|m| m + by).filter(|&m| m < width).collect();
                assert_eq!(members(word.raised(by), width), raised);
                let lowered: Vec<u32> = list.iter().filter_map(|m| m.checked_sub(by)).collect();
                assert_eq!(members(word.lowered(by), width), lowered);
                let short: Vec<u32> = lowered.into_iter().filter(|&m| m < 16).collect();
                assert_eq!(members(u128::from(word.word(by)), 128), short);
            }
            let stops = members(word & blocked, width);
            let first = stops.first().copied().unwrap_or(width);
            let rising: Vec<u32> = list.iter().copied().filter(|&m| m <= first).collect();
            assert_eq!(members(word.rising_until(blocked), width), rising);
            let short = (seed >> 20) as u16 | 1;
            for by in [0, 11, 100, width - 16] {
                let run: Vec<u32> = (0..16).filter(|bit| short >> bit & 1 == 1).map(|bit| bit + by).collect();
                assert_eq!(members(W::run(short, by), width), run);
            }
            assert_eq!(word.highest_or_zero(), list[list.len() - 1]);
            assert_eq!(W::NONE.highest_or_zero(), 0);
        }
    }

    #[test]
    fn a_word_of_128_bits_is_a_set() {
        laws::<u128>(128);
    }

    #[test]
    fn a_word_of_256_bits_is_a_set() {
        laws::<U256>(256);
    }
}
