//! Random values: the control of THESIS.

use amazons::{Board, Position};

use crate::breakdown::{Breakdown, Term};
use crate::evaluator::Evaluation;

/// A number in [-0.5, 0.5] that depends on the position and the seed alone, so that transpositions have one value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct UniformRandom {
    /// The seed of the values.
    pub seed: u64,
}

impl Evaluation for UniformRandom {
    #[inline]
    fn value<B: Board>(&self, position: &Position<B>) -> f64 {
        // The finisher of SplitMix64 (Steele, Lea, Flood 2014) on the Zobrist key.
        let mixed = position.key() ^ self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ mixed >> 31) >> 11) as f64 / (1_u64 << 53) as f64 - 0.5
    }

    fn breakdown<B: Board>(&self, position: &Position<B>) -> Breakdown {
        Breakdown::sum(vec![Term { name: "chance", value: self.value(position), weight: 1.0 }])
    }
}
