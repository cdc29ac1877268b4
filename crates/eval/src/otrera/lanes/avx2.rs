//! 16 positions in a register of 256 bits.

use std::arch::x86_64::*;

use super::avx512::both;
use super::{Lanes, MOST, Words, Work};

/// 16 positions in a register of 256 bits. Values come only from [`with_avx2`], which has checked the processor.
#[derive(Clone, Copy)]
struct Avx2(__m256i);

/// Runs work if the processor has the instructions, and returns it if not.
#[inline]
pub(in crate::otrera) fn with_avx2<W: Work>(work: W) -> Result<W::Done, W> {
    #[target_feature(enable = "avx2,popcnt")]
    fn inside<W: Work>(work: W) -> W::Done {
        work.run::<Avx2>()
    }
    let has_them = is_x86_feature_detected!("avx2") && is_x86_feature_detected!("popcnt");
    // SAFETY: the processor has what `inside` was compiled for.
    if has_them { Ok(unsafe { inside(work) }) } else { Err(work) }
}

/// Instructions of the module's processor.
macro_rules! instructions {
    ($($call:tt)*) => {
        // SAFETY: the instructions need the processor's features and nothing else; a value of this type exists only
        // inside of `with_avx2`, which has checked for them.
        unsafe { $($call)* }
    };
}

impl Lanes for Avx2 {
    const COUNT: usize = 16;

    /// Positions 0 to 3 of every eight, and 4 to 7.
    type Sums = [__m256i; 2];

    #[inline(always)]
    fn zero() -> Self {
        Self(instructions!(_mm256_setzero_si256()))
    }

    #[inline(always)]
    fn load(words: &Words) -> Self {
        // SAFETY: the words are 64 bytes, of which 32 are read; for the features see `instructions`.
        Self(unsafe { _mm256_load_si256(words.0.as_ptr().cast()) })
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Self(instructions!(_mm256_and_si256(self.0, other.0)))
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Self(instructions!(_mm256_or_si256(self.0, other.0)))
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        Self(instructions!(_mm256_andnot_si256(other.0, self.0)))
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        Self(instructions!(_mm256_add_epi16(self.0, other.0)))
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        Self(instructions!(_mm256_sub_epi16(self.0, other.0)))
    }

    #[inline(always)]
    fn raised<const BY: u32>(self) -> Self {
        Self(instructions!(_mm256_sll_epi16(self.0, _mm_cvtsi32_si128(BY as i32))))
    }

    #[inline(always)]
    fn lowered<const BY: u32>(self) -> Self {
        Self(instructions!(_mm256_srl_epi16(self.0, _mm_cvtsi32_si128(BY as i32))))
    }

    #[inline(always)]
    fn where_equal(self, number: u16, then: Self) -> Self {
        Self(instructions!(_mm256_and_si256(
            _mm256_cmpeq_epi16(self.0, _mm256_set1_epi16(number as i16)),
            then.0
        )))
    }

    #[inline(always)]
    fn at_least(self, number: u16) -> Self {
        Self(instructions! {
            let is_less = _mm256_cmpgt_epi16(_mm256_set1_epi16(number as i16), self.0);
            _mm256_add_epi16(is_less, _mm256_set1_epi16(1))
        })
    }

    #[inline(always)]
    fn is_zero(self) -> bool {
        instructions!(_mm256_testz_si256(self.0, self.0) == 1)
    }

    #[inline(always)]
    fn count_common<const RANKS: usize>(one: &[Self; RANKS], other: &[Self; RANKS]) -> Self {
        const { assert!(RANKS <= 16, "eight bits a byte and rank: the sum must fit a byte") };
        Self(instructions! {
            // How many bits each number below sixteen has (Mula, Kurz, Lemire 2018).
            let table = _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
            let low = _mm256_set1_epi8(15);
            let mut bytes = _mm256_setzero_si256();
            let mut rank = 0;
            while rank < RANKS {
                let set = _mm256_and_si256(one[rank].0, other[rank].0);
                let lower = _mm256_shuffle_epi8(table, _mm256_and_si256(set, low));
                let upper = _mm256_shuffle_epi8(table, _mm256_and_si256(_mm256_srli_epi16::<4>(set), low));
                bytes = _mm256_add_epi8(bytes, _mm256_add_epi8(lower, upper));
                rank += 1;
            }
            _mm256_add_epi16(_mm256_and_si256(bytes, _mm256_set1_epi16(255)), _mm256_srli_epi16::<8>(bytes))
        })
    }

    #[inline(always)]
    fn no_sums() -> [__m256i; 2] {
        [Self::zero().0; 2]
    }

    #[inline(always)]
    fn weigh(sums: [__m256i; 2], [first, second]: [Self; 2], weights: [i16; 2]) -> [__m256i; 2] {
        instructions! {
            let weights = _mm256_set1_epi32(both(weights));
            let low = _mm256_unpacklo_epi16(first.0, second.0);
            let high = _mm256_unpackhi_epi16(first.0, second.0);
            [
                _mm256_add_epi32(sums[0], _mm256_madd_epi16(low, weights)),
                _mm256_add_epi32(sums[1], _mm256_madd_epi16(high, weights)),
            ]
        }
    }

    #[inline(always)]
    fn same(number: i32) -> [__m256i; 2] {
        [instructions!(_mm256_set1_epi32(number)); 2]
    }

    #[inline(always)]
    fn add(one: [__m256i; 2], other: [__m256i; 2]) -> [__m256i; 2] {
        instructions!([_mm256_add_epi32(one[0], other[0]), _mm256_add_epi32(one[1], other[1])])
    }

    #[inline(always)]
    fn quads([first, second, third, fourth]: [Self; 4]) -> [__m256i; 2] {
        instructions! {
            let lower = _mm256_or_si256(first.0, _mm256_slli_epi16::<8>(second.0));
            let upper = _mm256_or_si256(third.0, _mm256_slli_epi16::<8>(fourth.0));
            [_mm256_unpacklo_epi16(lower, upper), _mm256_unpackhi_epi16(lower, upper)]
        }
    }

    #[inline(always)]
    fn dot(sums: [__m256i; 2], quads: [__m256i; 2], weights: i32) -> [__m256i; 2] {
        instructions! {
            let weights = _mm256_set1_epi32(weights);
            let one = _mm256_set1_epi16(1);
            // Two products of 127 and -128 fit 16 bits, so nothing saturates.
            [
                _mm256_add_epi32(sums[0], _mm256_madd_epi16(_mm256_maddubs_epi16(quads[0], weights), one)),
                _mm256_add_epi32(sums[1], _mm256_madd_epi16(_mm256_maddubs_epi16(quads[1], weights), one)),
            ]
        }
    }

    #[inline(always)]
    fn units<const SHIFT: u32>(sums: [[__m256i; 2]; 4]) -> [__m256i; 2] {
        let mut quads = [Self::zero().0; 2];
        let mut half = 0;
        while half < 2 {
            instructions! {
                let shift = _mm_cvtsi32_si128(SHIFT as i32);
                let most = _mm256_set1_epi32(127);
                let least = _mm256_setzero_si256();
                let first = _mm256_min_epi32(_mm256_max_epi32(_mm256_sra_epi32(sums[0][half], shift), least), most);
                let second = _mm256_min_epi32(_mm256_max_epi32(_mm256_sra_epi32(sums[1][half], shift), least), most);
                let third = _mm256_min_epi32(_mm256_max_epi32(_mm256_sra_epi32(sums[2][half], shift), least), most);
                let fourth = _mm256_min_epi32(_mm256_max_epi32(_mm256_sra_epi32(sums[3][half], shift), least), most);
                let lower = _mm256_or_si256(first, _mm256_slli_epi32::<8>(second));
                let upper = _mm256_or_si256(_mm256_slli_epi32::<16>(third), _mm256_slli_epi32::<24>(fourth));
                quads[half] = _mm256_or_si256(lower, upper);
            }
            half += 1;
        }
        quads
    }

    #[inline(always)]
    fn scaled<const SHIFT: u32>(sums: [__m256i; 2], multiplier: i32) -> [__m256i; 2] {
        instructions! {
            let shift = _mm_cvtsi32_si128(SHIFT as i32);
            let multiplier = _mm256_set1_epi32(multiplier);
            [
                _mm256_sra_epi32(_mm256_mullo_epi32(sums[0], multiplier), shift),
                _mm256_sra_epi32(_mm256_mullo_epi32(sums[1], multiplier), shift),
            ]
        }
    }

    #[inline(always)]
    fn write(sums: [__m256i; 2], into: &mut [i32; MOST]) {
        let mut half = 0;
        while half < 2 {
            let mut numbers = [0_i32; 8];
            // SAFETY: eight numbers of four bytes are 32; for the features see `instructions`.
            unsafe { _mm256_storeu_si256(numbers.as_mut_ptr().cast(), sums[half]) };
            for (place, number) in numbers.into_iter().enumerate() {
                into[place / 4 * 8 + 4 * half + place % 4] = number;
            }
            half += 1;
        }
    }
}
