//! How well weights predict results.

use eval::Otrera;

use super::samples::{Block, Sample, Samples};
use super::weights::Weights;
use crate::thread_pool::{Flow, ThreadPool};

/// The smallest probability: without it one game could outweigh a thousand others.
const SMALLEST_PROBABILITY: f64 = 1e-4;

/// The mean cross entropy of results in nats: the negative logarithm of the probability that the weights gave to the result.
/// A probability of one half costs 0.6931.
#[derive(Clone, PartialEq, Debug)]
pub struct Loss {
    /// Of all positions.
    pub all: f64,
    /// By the two stages that positions lie between; pairs of stages without positions are left out.
    pub stages: Vec<StageLoss>,
}

/// The loss of positions between two stages.
#[derive(Clone, PartialEq, Debug)]
pub struct StageLoss {
    /// The smallest and the largest percentage of empty squares.
    pub percent: [usize; 2],
    /// The number of positions.
    pub positions: usize,
    /// Their mean loss.
    pub mean: f64,
}

impl Loss {
    /// The loss of some weights on some positions.
    #[must_use]
    pub(super) fn of(weights: &Weights, samples: &Samples, pool: &ThreadPool<'_>) -> Self {
        let blocks = samples.blocks();
        let mut sums = [(0_usize, 0.0_f64); Otrera::STAGES - 1];
        pool.run_in_order(
            0..blocks.len() as u64,
            || (),
            |(), number| Some(sum(weights, samples, &blocks[number as usize])),
            |number, (positions, loss)| {
                let [lower, _] = Otrera::blend(blocks[number as usize].percent).stages();
                sums[lower] = (sums[lower].0 + positions, sums[lower].1 + loss);
                Flow::Continue
            },
        );
        let (positions, loss) = sums.iter().fold((0, 0.0), |all, sum| (all.0 + sum.0, all.1 + sum.1));
        let stage = |(lower, &(positions, loss)): (usize, &(usize, f64))| {
            let members = |percent: &usize| Otrera::blend(*percent).stages()[0] == lower;
            let first = (0..=100).find(members)?;
            let last = (0..=100).rev().find(members)?;
            (positions > 0).then(|| StageLoss {
                percent: [first, last],
                positions,
                mean: loss / positions as f64,
            })
        };
        let stages = sums.iter().enumerate().filter_map(stage).collect();
        Self { all: loss / positions as f64, stages }
    }
}

/// The number of a block's positions, and the sum of their losses.
fn sum(weights: &Weights, samples: &Samples, block: &Block) -> (usize, f64) {
    let weights = weights.at(block.percent);
    samples.in_block(block).fold((0, 0.0), |(positions, loss), sample| {
        let win = thought::win_rate(odds(&weights, &sample), 1.0)
            .clamp(SMALLEST_PROBABILITY, 1.0 - SMALLEST_PROBABILITY);
        // The result is 0 or 1.
        let probability = if sample.result > 0.5 { win } else { 1.0 - win };
        (positions + 1, loss - libm::log(probability))
    })
}

/// The log odds of a position.
#[inline]
pub(super) fn odds(weights: &[f64; Otrera::COUNTS], sample: &Sample<'_>) -> f64 {
    sample.counts.iter().map(|&(class, count)| weights[usize::from(class)] * f64::from(count)).sum()
}

#[cfg(test)]
mod tests {
    use arena::StopSignal;

    use super::super::samples::HasWon;
    use super::*;

    #[test]
    fn losses_are_known_logarithms() {
        let stop = StopSignal::new();
        let pool = ThreadPool { threads: 2, stop: &stop };
        let mut counts = [0; Otrera::COUNTS];
        counts[0] = 1;
        let mut samples = Samples::default();
        for (percent, has_won) in [(5, HasWon::Yes), (29, HasWon::Yes), (30, HasWon::No), (95, HasWon::Yes)] {
            samples.add(percent, &counts, has_won, 0.5);
        }
        let zero = Loss::of(&Weights::zero(), &samples, &pool);
        assert!((zero.all - std::f64::consts::LN_2).abs() < 1e-12);
        let mut weights = Weights::zero();
        // Three to one at every stage.
        weights.rows[0] = [3_f64.ln(); Otrera::STAGES];
        let loss = Loss::of(&weights, &samples, &pool);
        let [good, bad] = [0.75_f64, 0.25].map(|win| -win.ln());
        let expected = [([0, 29], 2, good), ([30, 44], 1, bad), ([75, 100], 1, good)];
        assert_eq!(loss.stages.len(), expected.len());
        for (stage, (percent, positions, mean)) in loss.stages.iter().zip(expected) {
            assert_eq!((stage.percent, stage.positions), (percent, positions));
            assert!((stage.mean - mean).abs() < 1e-12, "{stage:?}");
        }
        assert!((loss.all - (3.0 * good + bad) / 4.0).abs() < 1e-12);
        weights.rows[0] = [100.0; Otrera::STAGES];
        let sure = Loss::of(&weights, &samples, &pool);
        assert!((sure.stages[1].mean + 1e-4_f64.ln()).abs() < 1e-9, "the probability is bounded: {sure:?}");
    }
}
