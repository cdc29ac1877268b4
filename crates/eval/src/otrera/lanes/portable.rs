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

    fn minus(self, other: Self) -> Self {
        self.zip(other, u16::wrapping_sub)
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

    fn same(number: i32) -> [i32; 7] {
        [number; 7]
    }

    fn add(one: [i32; 7], other: [i32; 7]) -> [i32; 7] {
        std::array::from_fn(|lane| one[lane] + other[lane])
    }

    fn quads(numbers: [Self; 4]) -> [i32; 7] {
        std::array::from_fn(|lane| {
            i32::from_le_bytes(numbers.map(|number| u8::try_from(number.0[lane]).expect("a byte")))
        })
    }

    fn dot(sums: [i32; 7], quads: [i32; 7], weights: i32) -> [i32; 7] {
        let weights = weights.to_le_bytes().map(|byte| i32::from(byte as i8));
        std::array::from_fn(|lane| {
            let numbers = quads[lane].to_le_bytes().map(i32::from);
            sums[lane] + numbers.iter().zip(weights).map(|(number, weight)| number * weight).sum::<i32>()
        })
    }

    fn units<const SHIFT: u32>(sums: [[i32; 7]; 4]) -> [i32; 7] {
        std::array::from_fn(|lane| {
            i32::from_le_bytes(sums.map(|sums| (sums[lane] >> SHIFT).clamp(0, 127) as u8))
        })
    }

    fn scaled<const SHIFT: u32>(sums: [i32; 7], multiplier: i32) -> [i32; 7] {
        sums.map(|sum| (sum * multiplier) >> SHIFT)
    }

    fn write(sums: [i32; 7], into: &mut [i32; MOST]) {
        into[..7].copy_from_slice(&sums);
    }
}
