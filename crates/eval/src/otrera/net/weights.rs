//! The weights of the network by the percentage of empty squares, and the value of counts by plain arithmetic.

use super::super::weights::{STAGES, StageBlend};
use super::counts::{AMAZON_SHIFT, COUNTS, Counts, QUADS, STEPS_AT};

/// How far the sums of both layers are shifted down to units.
pub(super) const FIRST_SHIFT: u32 = 4;
pub(super) const SECOND_SHIFT: u32 = 6;
/// How far the last sum times its multiplier is shifted down to thousandths of a move.
pub(super) const LAST_SHIFT: u32 = 10;
/// The largest value of a unit; the smallest is 0.
pub(super) const UNIT: i32 = 127;
/// The most units of a layer.
pub(super) const MOST_UNITS: usize = 128;

/// A network.
#[derive(Clone, PartialEq, Debug)]
pub struct Net {
    /// For each percentage.
    pub(super) mixed: Vec<StageWeights>,
    /// For each block of four units of the second layer and each four units of the first, the weights of the block's units.
    pub(super) second: Vec<[i32; 4]>,
    /// The biases of the second layer by blocks.
    pub(super) second_bias: Vec<[i32; 4]>,
    /// What the last sum is multiplied by.
    pub(super) multiplier: i32,
    /// Where it comes from: the description in its file.
    pub(super) header: String,
    /// The SHA-256 of its description and weights, in hexadecimal.
    pub(super) digest: String,
}

/// The weights for a percentage of empty squares. Four weights of a unit, a byte each, are one number.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct StageWeights {
    /// The weights of counts, in thousandths of a move.
    pub(super) linear: [i16; 4 * QUADS],
    /// For each block of four units of the first layer and each four counts, the weights of the block's units.
    pub(super) first: Vec<[i32; 4]>,
    /// The biases of the first layer by blocks.
    pub(super) first_bias: Vec<[i32; 4]>,
    /// The weights of four units each of the second layer.
    pub(super) out: Vec<i32>,
}

/// All weights as a file has them.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct PlainWeights {
    pub(super) hidden: [usize; 2],
    /// By stage and count.
    pub(super) linear: Vec<i16>,
    /// By stage, unit and count.
    pub(super) first: Vec<i8>,
    /// By stage and unit.
    pub(super) first_bias: Vec<i32>,
    /// By unit and unit of the first layer.
    pub(super) second: Vec<i8>,
    pub(super) second_bias: Vec<i32>,
    /// By stage and unit.
    pub(super) out: Vec<i8>,
    pub(super) multiplier: i32,
}

impl PlainWeights {
    /// The weights as they are computed with.
    pub(super) fn into_net(self, header: String, digest: String) -> Net {
        let [first, second] = self.hidden;
        let row = |unit: usize| &self.second[unit * first..][..first];
        Net {
            mixed: (0..=100).map(|percent| self.at(percent)).collect(),
            second: (0..second)
                .step_by(4)
                .flat_map(|block| {
                    (0..first)
                        .step_by(4)
                        .map(move |at| [0, 1, 2, 3].map(|unit| quad(&row(block + unit)[at..])))
                })
                .collect(),
            second_bias: blocks(&self.second_bias),
            multiplier: self.multiplier,
            header,
            digest,
        }
    }

    fn at(&self, percent: usize) -> StageWeights {
        let [first, second] = self.hidden;
        let blend = StageBlend::at(percent);
        let [lower, upper] = blend.stages();
        let mix = |all: &dyn Fn(usize) -> i32, width: usize, place: usize| {
            blend.of([lower, upper].map(|stage| all(stage * width + place)))
        };
        let first_weight = |unit: usize, count: usize| {
            if count >= COUNTS {
                return 0;
            }
            mix(&|place| i32::from(self.first[place]), first * COUNTS, unit * COUNTS + count) as i8
        };
        let first_quad = |unit: usize, at: usize| {
            i32::from_le_bytes([0, 1, 2, 3].map(|n| first_weight(unit, at + n) as u8))
        };
        let bias: Vec<i32> =
            (0..first).map(|unit| mix(&|place| self.first_bias[place], first, unit)).collect();
        let out: Vec<i8> =
            (0..second).map(|unit| mix(&|place| i32::from(self.out[place]), second, unit) as i8).collect();
        let mut linear = [0; 4 * QUADS];
        for (count, weight) in linear[..COUNTS].iter_mut().enumerate() {
            *weight = mix(&|place| i32::from(self.linear[place]), COUNTS, count) as i16;
        }
        StageWeights {
            linear,
            first: (0..first)
                .step_by(4)
                .flat_map(|block| {
                    (0..4 * QUADS)
                        .step_by(4)
                        .map(move |at| [0, 1, 2, 3].map(|unit| first_quad(block + unit, at)))
                })
                .collect(),
            first_bias: blocks(&bias),
            out: out.chunks_exact(4).map(quad).collect(),
        }
    }
}

/// Four weights as one number.
fn quad(weights: &[i8]) -> i32 {
    i32::from_le_bytes([0, 1, 2, 3].map(|place| weights[place] as u8))
}

fn blocks(numbers: &[i32]) -> Vec<[i32; 4]> {
    numbers.as_chunks().0.to_vec()
}

/// The sum of four bytes times the weights of a number.
fn dot(bytes: [i32; 4], weights: i32) -> i32 {
    weights.to_le_bytes().iter().zip(bytes).map(|(&weight, byte)| i32::from(weight as i8) * byte).sum()
}

impl StageWeights {
    /// The linear part of a value.
    pub(super) fn linear(&self, counts: &Counts) -> i32 {
        counts.iter().zip(self.linear).map(|(count, weight)| count * i32::from(weight)).sum()
    }
}

impl Net {
    /// The weights for a number of empty squares of 100.
    #[inline]
    pub(super) fn at(&self, percent: usize) -> &StageWeights {
        &self.mixed[percent]
    }

    /// The SHA-256 of its description and weights, in hexadecimal: the third line of its file.
    #[must_use]
    pub fn digest(&self) -> &str {
        &self.digest
    }

    /// The description in its file: where it comes from.
    #[must_use]
    pub fn description(&self) -> &str {
        &self.header
    }

    /// The value of counts, in thousandths of a move.
    pub(super) fn value(&self, weights: &StageWeights, counts: &Counts) -> i32 {
        let mut inputs = *counts;
        inputs[0] = 0;
        inputs[STEPS_AT..].iter_mut().for_each(|count| *count <<= AMAZON_SHIFT);
        let inputs = inputs.as_chunks().0;
        let first = layer::<FIRST_SHIFT>(inputs, &weights.first, &weights.first_bias);
        let second = layer::<SECOND_SHIFT>(&first, &self.second, &self.second_bias);
        let last: i32 = second.iter().zip(&weights.out).map(|(units, &weights)| dot(*units, weights)).sum();
        weights.linear(counts) + ((last * self.multiplier) >> LAST_SHIFT)
    }
}

/// A layer's units, four by four.
fn layer<const SHIFT: u32>(inputs: &[[i32; 4]], weights: &[[i32; 4]], biases: &[[i32; 4]]) -> Vec<[i32; 4]> {
    let block = |(weights, &biases): (&[[i32; 4]], &[i32; 4])| {
        let mut sums = biases;
        for (input, weights) in inputs.iter().zip(weights) {
            for (sum, &weights) in sums.iter_mut().zip(weights) {
                *sum += dot(*input, weights);
            }
        }
        sums.map(|sum| (sum >> SHIFT).clamp(0, UNIT))
    };
    weights.chunks_exact(inputs.len()).zip(biases).map(block).collect()
}

/// The numbers of weights of each kind in a file, for layers of these units.
pub(super) const fn sizes([first, second]: [usize; 2]) -> [usize; 6] {
    [STAGES * COUNTS, STAGES * first * COUNTS, STAGES * first, first * second, second, STAGES * second]
}
