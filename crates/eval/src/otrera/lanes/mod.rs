//! SIMD registers: one holds the same rank of each of 16 or 32 positions, sixteen bits each.
//!
//! The next rank is then the next register, and the next file a shift, so that a set that spreads over the board costs a few
//! instructions a rank for all positions together. `Avx512` and `Avx2` use those instructions; `Portable` is the scalar twin
//! that tests compare them with.
//!
//! All code that is generic over [`Lanes`] is `#[inline(always)]` and has neither closures nor iterator adapters around
//! registers: code that is not inlined into the one function compiled for the processor becomes a call for every
//! instruction, ten times slower.
//!
//! This module and `network::kernels` are the only ones of the crate with `unsafe`.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(test)]
mod forms;
#[cfg(test)]
mod portable;
#[cfg(test)]
mod tests;

#[cfg(target_arch = "x86_64")]
pub(super) use {avx2::with_avx2, avx512::with_avx512};
#[cfg(test)]
pub(super) use {forms::tell_forms, portable::Portable};

/// The most positions in a register.
pub(super) const MOST: usize = 32;

/// Sixteen bits of each of several positions.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(super) struct Words(pub(super) [u16; MOST]);

/// A register of sixteen bits of each of several positions. Every method does the same to all of them.
pub(super) trait Lanes: Copy + 'static {
    /// How many positions there are.
    const COUNT: usize;

    /// A sum of products for each position.
    type Sums: Copy;

    /// Zero in all positions.
    fn zero() -> Self;

    /// The first words, as many as there are positions.
    fn load(words: &Words) -> Self;

    /// The members of both sets.
    fn and(self, other: Self) -> Self;

    /// The members of either set.
    fn or(self, other: Self) -> Self;

    /// The members that the other set has not.
    fn without(self, other: Self) -> Self;

    /// The sum of two numbers; what is carried beyond sixteen bits is lost.
    fn plus(self, other: Self) -> Self;

    /// The difference of two numbers, the other one not larger.
    fn minus(self, other: Self) -> Self;

    /// Every member raised.
    fn raised<const BY: u32>(self) -> Self;

    /// Every member lowered.
    fn lowered<const BY: u32>(self) -> Self;

    /// The word of `then` where this word is the number, and 0 elsewhere.
    fn where_equal(self, number: u16, then: Self) -> Self;

    /// 1 where this word is at least the number, which is below 2^15, and 0 elsewhere.
    fn at_least(self, number: u16) -> Self;

    /// Whether all words are zero.
    fn is_zero(self) -> bool;

    /// How many members both sets have in all ranks together.
    fn count_common<const RANKS: usize>(one: &[Self; RANKS], other: &[Self; RANKS]) -> Self;

    /// No products yet.
    fn no_sums() -> Self::Sums;

    /// Adds two numbers below 2^15, each times its weight.
    fn weigh(sums: Self::Sums, numbers: [Self; 2], weights: [i16; 2]) -> Self::Sums;

    /// The same number for each position.
    fn same(number: i32) -> Self::Sums;

    /// The sum of two sums.
    fn add(one: Self::Sums, other: Self::Sums) -> Self::Sums;

    /// Four numbers below 128 of each position, a byte each.
    fn quads(numbers: [Self; 4]) -> Self::Sums;

    /// Adds four bytes of each position, below 128, each times its weight: four bytes with a sign, the first the lowest.
    fn dot(sums: Self::Sums, quads: Self::Sums, weights: i32) -> Self::Sums;

    /// Four sums of each position as units: shifted down, at least 0, at most 127, a byte each.
    fn units<const SHIFT: u32>(sums: [Self::Sums; 4]) -> Self::Sums;

    /// The sums times a number, shifted down; the product has to fit 32 bits.
    fn scaled<const SHIFT: u32>(sums: Self::Sums, multiplier: i32) -> Self::Sums;

    /// The sums by position.
    fn write(sums: Self::Sums, into: &mut [i32; MOST]);
}

/// A computation that is generic over registers.
pub(super) trait Work: Sized {
    /// The result.
    type Done;

    /// Runs it; always inlined.
    fn run<L: Lanes>(self) -> Self::Done;
}

/// Runs work with the widest registers of the processor; returns the work where it has none.
#[cfg(target_arch = "x86_64")]
#[inline]
pub(super) fn with_widest<W: Work>(work: W) -> Result<W::Done, W> {
    with_avx512(work).or_else(with_avx2)
}

#[cfg(not(target_arch = "x86_64"))]
pub(super) fn with_widest<W: Work>(work: W) -> Result<W::Done, W> {
    Err(work)
}
