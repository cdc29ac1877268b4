//! The scalar twin of the SIMD registers, for tests.

use super::{Lanes, MOST, Words};

/// Seven positions, one after another.
#[derive(Clone, Copy)]
pub(in crate::otrera) struct Portable([u16; 7]);

impl Portable {
    fn zip(self, other: Self, with: impl Fn(u16, u16) -> u16) -> Self {
        Self(std::array::from_fn(|lane| with(self.0[lane], other.0[lane])))
    }
}

impl Lanes for Portable {
    const COUNT: usize = 7;

    type Sums = [i32; 7];

    fn zero() -> Self {
        Self([0; 7])
    }

    fn load(words: &Words) -> Self {
        Self(std::array::from_fn(|lane| words.0[lane]))
    }

    fn and(self, other: Self) -> Self {
        self.zip(other, |one, other| one & other)
    }

    fn or(self, other: Self) -> Self {
        self.zip(other, |one, other| one | other)
    }

    fn without(self, other: Self) -> Self {
        self.zip(other, |one, other| one & !other)
    }

    fn plus(self, other: Self) -> Self {
        self.zip(other, u16::wrapping_add)
    }

    fn raised<const BY: u32>(self) -> Self {
        Self(self.0.map(|word| word << BY))
    }

    fn lowered<const BY: u32>(self) -> Self {
        Self(self.0.map(|word| word >> BY))
    }

    fn where_equal(self, number: u16, then: Self) -> Self {
        self.zip(then, |word, then| if word == number { then } else { 0 })
    }

    fn at_least(self, number: u16) -> Self {
        Self(self.0.map(|word| u16::from(word >= number)))
    }

    fn is_zero(self) -> bool {
        self.0 == [0; 7]
    }

    fn count_common<const RANKS: usize>(one: &[Self; RANKS], other: &[Self; RANKS]) -> Self {
        one.iter().zip(other).fold(Self::zero(), |count, (one, other)| {
            count.plus(Self(one.and(*other).0.map(|word| word.count_ones() as u16)))
        })
    }

    fn no_sums() -> [i32; 7] {
        [0; 7]
    }

    fn weigh(sums: [i32; 7], numbers: [Self; 2], weights: [i16; 2]) -> [i32; 7] {
        std::array::from_fn(|lane| {
            let product = |place: usize| i32::from(numbers[place].0[lane]) * i32::from(weights[place]);
            sums[lane] + product(0) + product(1)
        })
    }

    fn write(sums: [i32; 7], into: &mut [i32; MOST]) {
        into[..7].copy_from_slice(&sums);
    }
}
