//! 32 positions in a register of 512 bits.

use std::arch::x86_64::*;

use super::{Lanes, MOST, Words, Work};

/// 32 positions in a register of 512 bits. Values come only from [`with_avx512`], which has checked the processor.
#[derive(Clone, Copy)]
struct Avx512(__m512i);

/// Runs work if the processor has the instructions, and returns it if not.
#[inline]
pub(in crate::otrera) fn with_avx512<W: Work>(work: W) -> Result<W::Done, W> {
    #[target_feature(enable = "avx512f,avx512bw,avx512bitalg,avx512vnni,popcnt")]
    fn inside<W: Work>(work: W) -> W::Done {
        work.run::<Avx512>()
    }
    let has_them = is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512bitalg")
        && is_x86_feature_detected!("avx512vnni")
        && is_x86_feature_detected!("popcnt");
    // SAFETY: the processor has what `inside` was compiled for.
    if has_them { Ok(unsafe { inside(work) }) } else { Err(work) }
}

/// Instructions of the module's processor.
macro_rules! instructions {
    ($($call:tt)*) => {
        // SAFETY: the instructions need the processor's features and nothing else; a value of this type exists only
        // inside of `with_avx512`, which has checked for them.
        unsafe { $($call)* }
    };
}

impl Lanes for Avx512 {
    const COUNT: usize = 32;

    /// Positions 0 to 3 of every eight, and 4 to 7.
    type Sums = [__m512i; 2];

    #[inline(always)]
    fn zero() -> Self {
        Self(instructions!(_mm512_setzero_si512()))
    }

    #[inline(always)]
    fn load(words: &Words) -> Self {
        // SAFETY: the words are 64 bytes, aligned to as many; for the features see `instructions`.
        Self(unsafe { _mm512_load_si512(words.0.as_ptr().cast()) })
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Self(instructions!(_mm512_and_si512(self.0, other.0)))
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Self(instructions!(_mm512_or_si512(self.0, other.0)))
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        Self(instructions!(_mm512_andnot_si512(other.0, self.0)))
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        Self(instructions!(_mm512_add_epi16(self.0, other.0)))
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        Self(instructions!(_mm512_sub_epi16(self.0, other.0)))
    }

    #[inline(always)]
    fn raised<const BY: u32>(self) -> Self {
        Self(instructions!(_mm512_slli_epi16::<BY>(self.0)))
    }

    #[inline(always)]
    fn lowered<const BY: u32>(self) -> Self {
        Self(instructions!(_mm512_srli_epi16::<BY>(self.0)))
    }

    #[inline(always)]
    fn where_equal(self, number: u16, then: Self) -> Self {
        Self(instructions! {
            let is_equal = _mm512_cmpeq_epi16_mask(self.0, _mm512_set1_epi16(number as i16));
            _mm512_maskz_mov_epi16(is_equal, then.0)
        })
    }

    #[inline(always)]
    fn at_least(self, number: u16) -> Self {
        Self(instructions! {
            let is_at_least = _mm512_cmpge_epi16_mask(self.0, _mm512_set1_epi16(number as i16));
            _mm512_maskz_set1_epi16(is_at_least, 1)
        })
    }

    #[inline(always)]
    fn is_zero(self) -> bool {
        instructions!(_mm512_test_epi64_mask(self.0, self.0) == 0)
    }

    #[inline(always)]
    fn count_common<const RANKS: usize>(one: &[Self; RANKS], other: &[Self; RANKS]) -> Self {
        let mut count = Self::zero();
        let mut rank = 0;
        while rank < RANKS {
            let common = one[rank].and(other[rank]);
            count = count.plus(Self(instructions!(_mm512_popcnt_epi16(common.0))));
            rank += 1;
        }
        count
    }

    #[inline(always)]
    fn no_sums() -> [__m512i; 2] {
        [Self::zero().0; 2]
    }

    #[inline(always)]
    fn weigh(sums: [__m512i; 2], [first, second]: [Self; 2], weights: [i16; 2]) -> [__m512i; 2] {
        instructions! {
            let weights = _mm512_set1_epi32(both(weights));
            let low = _mm512_unpacklo_epi16(first.0, second.0);
            let high = _mm512_unpackhi_epi16(first.0, second.0);
            [
                _mm512_add_epi32(sums[0], _mm512_madd_epi16(low, weights)),
                _mm512_add_epi32(sums[1], _mm512_madd_epi16(high, weights)),
            ]
        }
    }

    #[inline(always)]
    fn same(number: i32) -> [__m512i; 2] {
        [instructions!(_mm512_set1_epi32(number)); 2]
    }

    #[inline(always)]
    fn add(one: [__m512i; 2], other: [__m512i; 2]) -> [__m512i; 2] {
        instructions!([_mm512_add_epi32(one[0], other[0]), _mm512_add_epi32(one[1], other[1])])
    }

    #[inline(always)]
    fn quads([first, second, third, fourth]: [Self; 4]) -> [__m512i; 2] {
        instructions! {
            let lower = _mm512_or_si512(first.0, _mm512_slli_epi16::<8>(second.0));
            let upper = _mm512_or_si512(third.0, _mm512_slli_epi16::<8>(fourth.0));
            [_mm512_unpacklo_epi16(lower, upper), _mm512_unpackhi_epi16(lower, upper)]
        }
    }

    #[inline(always)]
    fn dot(sums: [__m512i; 2], quads: [__m512i; 2], weights: i32) -> [__m512i; 2] {
        instructions! {
            let weights = _mm512_set1_epi32(weights);
            [
                _mm512_dpbusd_epi32(sums[0], quads[0], weights),
                _mm512_dpbusd_epi32(sums[1], quads[1], weights),
            ]
        }
    }

    #[inline(always)]
    fn units<const SHIFT: u32>(sums: [[__m512i; 2]; 4]) -> [__m512i; 2] {
        let mut quads = [Self::zero().0; 2];
        let mut half = 0;
        while half < 2 {
            instructions! {
                let most = _mm512_set1_epi32(127);
                let least = _mm512_setzero_si512();
                let first = _mm512_min_epi32(_mm512_max_epi32(_mm512_srai_epi32::<SHIFT>(sums[0][half]), least), most);
                let second = _mm512_min_epi32(_mm512_max_epi32(_mm512_srai_epi32::<SHIFT>(sums[1][half]), least), most);
                let third = _mm512_min_epi32(_mm512_max_epi32(_mm512_srai_epi32::<SHIFT>(sums[2][half]), least), most);
                let fourth = _mm512_min_epi32(_mm512_max_epi32(_mm512_srai_epi32::<SHIFT>(sums[3][half]), least), most);
                let lower = _mm512_or_si512(first, _mm512_slli_epi32::<8>(second));
                let upper = _mm512_or_si512(_mm512_slli_epi32::<16>(third), _mm512_slli_epi32::<24>(fourth));
                quads[half] = _mm512_or_si512(lower, upper);
            }
            half += 1;
        }
        quads
    }

    #[inline(always)]
    fn scaled<const SHIFT: u32>(sums: [__m512i; 2], multiplier: i32) -> [__m512i; 2] {
        instructions! {
            let multiplier = _mm512_set1_epi32(multiplier);
            [
                _mm512_srai_epi32::<SHIFT>(_mm512_mullo_epi32(sums[0], multiplier)),
                _mm512_srai_epi32::<SHIFT>(_mm512_mullo_epi32(sums[1], multiplier)),
            ]
        }
    }

    #[inline(always)]
    fn write(sums: [__m512i; 2], into: &mut [i32; MOST]) {
        let mut half = 0;
        while half < 2 {
            let mut numbers = [0_i32; 16];
            // SAFETY: sixteen numbers of four bytes are 64; for the features see `instructions`.
            unsafe { _mm512_storeu_si512(numbers.as_mut_ptr().cast(), sums[half]) };
            for (place, number) in numbers.into_iter().enumerate() {
                into[place / 4 * 8 + 4 * half + place % 4] = number;
            }
            half += 1;
        }
    }
}

/// Two numbers as the processor multiplies them: the first in the lower half.
#[inline(always)]
pub(super) fn both([first, second]: [i16; 2]) -> i32 {
    i32::from(first as u16) | i32::from(second) << 16
}
