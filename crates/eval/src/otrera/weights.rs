//! The weights for every percentage of empty squares, interpolated from those in `learnt`.

use super::counts::{COUNTS, UNREACHED};
use super::learnt::LEARNT;

/// The percentages of empty squares for which weights are learnt; between these they are interpolated.
const FIRST: usize = 15;
const STEP: usize = 15;
pub(super) const STAGES: usize = 6;

/// A weight has to be smaller: four amazons times a weight, and the difference of two weights, have to fit a short word.
pub(super) const TOO_LARGE: i32 = 8_000;

/// The percentage of empty squares at which a stage's own weights hold.
pub(super) const fn percent_of(stage: usize) -> usize {
    FIRST + stage * STEP
}

/// The two stages around a position, and their shares of its weights.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StageBlend {
    /// The stage with fewer empty squares; the other is the next.
    lower: usize,
    /// The parts of the other one, out of `STEP`.
    upper_parts: usize,
}

impl StageBlend {
    /// The blend for a percentage of empty squares.
    pub(super) const fn at(percent: usize) -> Self {
        let place = percent.saturating_sub(FIRST);
        let last = STEP * (STAGES - 1);
        let place = if place > last { last } else { place };
        let lower = if place == last { STAGES - 2 } else { place / STEP };
        Self { lower, upper_parts: place - lower * STEP }
    }

    /// The two stages, that with fewer empty squares first.
    #[must_use]
    pub const fn stages(self) -> [usize; 2] {
        [self.lower, self.lower + 1]
    }

    /// The shares of the two stages' weights; together they are 1.
    #[must_use]
    pub fn shares(self) -> [f64; 2] {
        [STEP - self.upper_parts, self.upper_parts].map(|parts| parts as f64 / STEP as f64)
    }

    /// Interpolates two weights, in integers.
    pub(super) const fn of(self, [lower, upper]: [i32; 2]) -> i32 {
        (lower * (STEP - self.upper_parts) as i32 + upper * self.upper_parts as i32) / STEP as i32
    }
}

/// The weights for a percentage of empty squares.
#[inline]
pub(super) fn weights(percent: usize) -> &'static Weights {
    &MIXED[percent]
}

/// A weight for every count: 16 bits, for SIMD multiplication.
type Weights = [i16; COUNTS];

/// The weights for every percentage, computed at compile time.
static MIXED: [Weights; 101] = mixed();

const fn mixed() -> [Weights; 101] {
    let mut mixed = [[0; COUNTS]; 101];
    let mut percent = 0_usize;
    while percent <= 100 {
        let blend = StageBlend::at(percent);
        let [lower, upper] = blend.stages();
        let mut count = 0;
        while count < COUNTS {
            let weight = blend.of([LEARNT[count][lower], LEARNT[count][upper]]);
            assert!(weight.abs() < TOO_LARGE, "a weight is too large");
            mixed[percent][count] = weight as i16;
            count += 1;
        }
        let [queens, kings] = UNREACHED;
        assert!(
            mixed[percent][queens] == 0 && mixed[percent][kings] == 0,
            "an unreached square has weight zero"
        );
        percent += 1;
    }
    mixed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_percentage_lies_between_two_stages() {
        let places = [0, 15, 16, 44, 45, 89, 90, 100].map(StageBlend::at);
        assert_eq!(places.map(|between| between.stages()[0]), [0, 0, 0, 1, 2, 4, 4, 4]);
        assert_eq!(places.map(|between| between.upper_parts), [0, 0, 1, 14, 0, 14, 15, 15]);
        for percent in 0..=100 {
            let [lower, upper] = StageBlend::at(percent).shares();
            assert!((lower + upper - 1.0).abs() < 1e-12 && lower >= 0.0 && upper >= 0.0);
            let [first, second] = StageBlend::at(percent).stages().map(percent_of);
            let place = lower * first as f64 + upper * second as f64;
            assert!((place - percent.clamp(15, 90) as f64).abs() < 1e-9, "{percent}");
        }
    }

    #[test]
    fn a_stage_has_its_own_weights() {
        for stage in 0..STAGES {
            let own = LEARNT.map(|row| row[stage] as i16);
            assert_eq!(*weights(percent_of(stage)), own);
        }
    }
}
