//! Weights by a logistic regression with two ridges.
//!
//! The log odds of a position are the sum of its counts times their weights, which are interpolated between the two stages that
//! the position lies between. The objective is the cross entropy of these odds with a target between the result and the
//! search's win rate, plus two penalties: half of one ridge times the square of every weight, and half of the other times the
//! square of every difference between the weights of neighbouring stages. Weights are scaled here by the standard deviations of
//! their counts, so that a ridge means the same for common and for rare counts.
//!
//! The objective is convex; Newton's method finds its minimum in a few iterations.

use std::fmt;
use std::str::FromStr;

use arena::statistics::SymmetricMatrix;
use eval::Otrera;
use thiserror::Error;

use super::dataset::LearnError;
use super::loss::odds;
use super::samples::{Block, Samples};
use super::weights::Weights;
use crate::thread_pool::{Flow, ThreadPool};

const COUNTS: usize = Otrera::COUNTS;
const STAGES: usize = Otrera::STAGES;

/// Newton's method has converged when no scaled weight moves by more.
const SMALLEST_STEP: f64 = 1e-6;
/// The most iterations: a few are enough.
const ITERATIONS: usize = 50;
/// The most halvings of a step that increases the objective.
const HALVINGS: usize = 20;
/// Added to every deviation, so that a rare count is not scaled up without bound.
const LEAST_DEVIATION: f64 = 1e-3;

/// The strengths of the two penalties.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ridge {
    /// Draws weights to zero.
    pub to_zero: f64,
    /// Draws weights to those of the neighbouring stages.
    pub to_neighbor: f64,
}

/// An error in the text of a ridge.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "expected a ridge TO_ZERO:TO_NEIGHBOUR such as 30:300, the first above 0 and the second at least 0, found {0:?}"
)]
pub struct RidgeError(pub String);

impl FromStr for Ridge {
    type Err = RidgeError;

    fn from_str(text: &str) -> Result<Self, RidgeError> {
        let number = |text: &str| text.parse().ok().filter(|number: &f64| number.is_finite());
        let ridge = text.split_once(':').and_then(|(to_zero, to_neighbor)| {
            Some(Self { to_zero: number(to_zero)?, to_neighbor: number(to_neighbor)? })
        });
        // Without a ridge to zero the weight of a count that never occurs is not determined.
        let is_valid = |ridge: &Self| ridge.to_zero > 0.0 && ridge.to_neighbor >= 0.0;
        ridge.filter(is_valid).ok_or_else(|| RidgeError(text.to_owned()))
    }
}

impl fmt::Display for Ridge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.to_zero, self.to_neighbor)
    }
}

/// A regression on some positions.
pub(super) struct Regression<'a> {
    samples: &'a Samples,
    blocks: Vec<Block>,
    /// The share of the result in the target; the rest is the search's win rate.
    result: f64,
    deviations: [f64; COUNTS],
    pool: &'a ThreadPool<'a>,
}

/// The objective with its derivatives at some scaled weights, stage by stage.
struct Objective {
    loss: f64,
    gradient: Vec<f64>,
    hessian: SymmetricMatrix,
}

/// The part of one block, for the unscaled weights of its percentage.
struct BlockObjective {
    loss: f64,
    gradient: [f64; COUNTS],
    hessian: SymmetricMatrix,
}

impl<'a> Regression<'a> {
    /// A regression on some positions, with counts scaled by their deviations in all of `scale`.
    pub(super) fn new(
        samples: &'a Samples,
        scale: &[&Samples],
        result: f64,
        pool: &'a ThreadPool<'a>,
    ) -> Self {
        Self { samples, blocks: samples.blocks(), result, deviations: deviations(scale), pool }
    }

    /// The weights that minimize the objective.
    ///
    /// # Errors
    /// When Newton's method does not converge.
    pub(super) fn fit(&self, ridge: Ridge) -> Result<Weights, LearnError> {
        let not_converged = || LearnError::NotConverged { ridge };
        let mut scaled = vec![0.0; STAGES * COUNTS];
        let mut here = self.objective(&scaled, ridge);
        for _ in 0..ITERATIONS {
            let mut step = here.hessian.factorize(0.0).ok_or_else(not_converged)?.solve(&here.gradient);
            // A full step may be too long where the loss is nearly linear; rounding alone is no increase.
            let most = here.loss + 1e-12 * here.loss.abs();
            let mut halvings = 0;
            let next = loop {
                let there: Vec<f64> = scaled.iter().zip(&step).map(|(weight, step)| weight - step).collect();
                let objective = self.objective(&there, ridge);
                if objective.loss <= most {
                    scaled = there;
                    break objective;
                }
                halvings += 1;
                if halvings > HALVINGS {
                    return Err(not_converged());
                }
                step.iter_mut().for_each(|step| *step *= 0.5);
            };
            here = next;
            if step.iter().all(|step| step.abs() < SMALLEST_STEP) {
                return Ok(self.unscaled(&scaled));
            }
        }
        Err(not_converged())
    }

    /// The weights of counts from scaled weights.
    fn unscaled(&self, scaled: &[f64]) -> Weights {
        let mut weights = Weights::zero();
        for (stage, of_stage) in scaled.chunks_exact(COUNTS).enumerate() {
            for (count, (weight, deviation)) in of_stage.iter().zip(self.deviations).enumerate() {
                weights.rows[count][stage] = weight / deviation;
            }
        }
        weights
    }

    fn objective(&self, scaled: &[f64], ridge: Ridge) -> Objective {
        let weights = self.unscaled(scaled);
        let mut sum = Objective {
            loss: 0.0,
            gradient: vec![0.0; STAGES * COUNTS],
            hessian: SymmetricMatrix::zero(STAGES * COUNTS),
        };
        self.pool.run_in_order(
            0..self.blocks.len() as u64,
            || (),
            |(), number| Some(self.block_objective(&weights, &self.blocks[number as usize])),
            |number, part| {
                sum.add(&part, self.blocks[number as usize].percent, &self.deviations);
                Flow::Continue
            },
        );
        sum.penalize(scaled, ridge);
        sum
    }

    fn block_objective(&self, weights: &Weights, block: &Block) -> BlockObjective {
        let weights = weights.at(block.percent);
        let mut part =
            BlockObjective { loss: 0.0, gradient: [0.0; COUNTS], hessian: SymmetricMatrix::zero(COUNTS) };
        for sample in self.samples.in_block(block) {
            let target = self.result * sample.result + (1.0 - self.result) * sample.rate;
            let odds = odds(&weights, &sample);
            let win = thought::win_rate(odds, 1.0);
            // ln(1 + e^odds) - target odds, without overflow.
            part.loss += odds.max(0.0) + libm::log1p(libm::exp(-odds.abs())) - target * odds;
            let (first, second) = (win - target, win * (1.0 - win));
            for (place, &(class, count)) in sample.counts.iter().enumerate() {
                let count = f64::from(count);
                part.gradient[usize::from(class)] += first * count;
                let row = part.hessian.row_mut(usize::from(class));
                let second = second * count;
                for &(other, others) in &sample.counts[..=place] {
                    row[usize::from(other)] += second * f64::from(others);
                }
            }
        }
        part
    }
}

impl Objective {
    fn add(&mut self, part: &BlockObjective, percent: usize, deviations: &[f64; COUNTS]) {
        let between = Otrera::blend(percent);
        let (stages, shares) = (between.stages(), between.shares());
        let [lower, upper] = stages.map(|stage| stage * COUNTS);
        let [near, far] = shares;
        self.loss += part.loss;
        for count in 0..COUNTS {
            let first = part.gradient[count] / deviations[count];
            self.gradient[lower + count] += near * first;
            self.gradient[upper + count] += far * first;
            for (other, second) in part.hessian.row(count).iter().enumerate() {
                let second = second / (deviations[count] * deviations[other]);
                self.hessian.add(lower + count, lower + other, near * near * second);
                self.hessian.add(upper + count, upper + other, far * far * second);
                // The block of two different stages is a whole square of the matrix: both of its halves are stored.
                self.hessian.add(upper + count, lower + other, far * near * second);
                if other != count {
                    self.hessian.add(upper + other, lower + count, far * near * second);
                }
            }
        }
    }

    fn penalize(&mut self, scaled: &[f64], ridge: Ridge) {
        for (at, weight) in scaled.iter().enumerate() {
            self.loss += 0.5 * ridge.to_zero * weight * weight;
            self.gradient[at] += ridge.to_zero * weight;
            self.hessian.add(at, at, ridge.to_zero);
            // The same count at the next stage.
            let next = at + COUNTS;
            let Some(other) = scaled.get(next) else { continue };
            let step = other - weight;
            self.loss += 0.5 * ridge.to_neighbor * step * step;
            self.gradient[at] -= ridge.to_neighbor * step;
            self.gradient[next] += ridge.to_neighbor * step;
            self.hessian.add(at, at, ridge.to_neighbor);
            self.hessian.add(next, next, ridge.to_neighbor);
            self.hessian.add(next, at, -ridge.to_neighbor);
        }
    }
}

/// The standard deviations of all counts; the count of the side to move is always 1 and gets the deviation 1.
fn deviations(all: &[&Samples]) -> [f64; COUNTS] {
    let (mut sums, mut squares, mut positions) = ([0_u64; COUNTS], [0_u64; COUNTS], 0_u64);
    for samples in all {
        for block in samples.blocks() {
            for sample in samples.in_block(&block) {
                positions += 1;
                for &(class, count) in sample.counts {
                    let (class, count) = (usize::from(class), u64::from(count));
                    sums[class] += count;
                    squares[class] += count * count;
                }
            }
        }
    }
    let positions = positions.max(1) as f64;
    std::array::from_fn(|count| {
        let mean = sums[count] as f64 / positions;
        let variance = (squares[count] as f64 / positions - mean * mean).max(0.0);
        if count == 0 { 1.0 } else { variance.sqrt() + LEAST_DEVIATION }
    })
}

#[cfg(test)]
mod tests {
    use arena::StopSignal;

    use super::super::samples::HasWon;
    use super::*;

    #[test]
    fn a_ridge_is_written_as_it_is_read() {
        for text in ["30:300", "0.5:0", "100:1000"] {
            assert_eq!(text.parse::<Ridge>().unwrap().to_string(), text);
        }
        for text in ["", "30", "0:300", "-1:3", "1:-3", "1:x", "1:2:3", "inf:1", "NaN:1"] {
            assert!(text.parse::<Ridge>().is_err(), "{text}");
        }
    }

    #[test]
    fn gradient_and_hessian_are_the_derivatives_of_the_loss() {
        let mut samples = Samples::default();
        for number in 0..60_usize {
            let mut counts = [0; COUNTS];
            counts[0] = 1;
            for class in [3, 26, 75, 94] {
                counts[class] = ((number * (class + 7)) % 5) as i32;
            }
            let has_won = if number % 3 == 0 { HasWon::Yes } else { HasWon::No };
            samples.add([10, 37, 45, 92][number % 4], &counts, has_won, (number % 10) as f64 / 10.0);
        }
        let stop = StopSignal::new();
        let pool = ThreadPool { threads: 1, stop: &stop };
        let regression = Regression::new(&samples, &[&samples], 0.7, &pool);
        let ridge = Ridge { to_zero: 0.5, to_neighbor: 2.0 };
        let place: Vec<f64> = (0..STAGES * COUNTS).map(|at| ((at * 37) % 11) as f64 / 40.0 - 0.1).collect();
        let here = regression.objective(&place, ridge);
        let along = |at: usize, by: f64| {
            let mut there = place.clone();
            there[at] += by;
            regression.objective(&there, ridge)
        };
        let width = 1e-4;
        for (stage, count) in [(0, 0), (0, 3), (1, 26), (1, 75), (2, 75), (3, 94), (4, 3), (5, 0), (5, 50)] {
            let at = stage * COUNTS + count;
            let [below, above] = [-width, width].map(|by| along(at, by));
            let slope = (above.loss - below.loss) / (2.0 * width);
            assert!(
                (slope - here.gradient[at]).abs() < 1e-5,
                "{stage} {count}: {slope} {}",
                here.gradient[at]
            );
            for other in [
                0,
                3,
                COUNTS + 26,
                2 * COUNTS + 26,
                2 * COUNTS + 75,
                3 * COUNTS + 94,
                4 * COUNTS,
                5 * COUNTS + 94,
            ] {
                let curve = (above.gradient[other] - below.gradient[other]) / (2.0 * width);
                let told = here.hessian.row(at.max(other))[at.min(other)];
                assert!((curve - told).abs() < 1e-5, "{at} {other}: {curve} {told}");
            }
        }
    }

    #[test]
    fn steps_that_increase_the_objective_are_halved() {
        // Full steps of Newton's method diverge here.
        let mut samples = Samples::default();
        for (one, other, has_won) in [(50, 250, HasWon::Yes), (5, 250, HasWon::No), (2, 0, HasWon::Yes)] {
            let mut counts = [0; COUNTS];
            (counts[3], counts[26]) = (one, other);
            samples.add(15, &counts, has_won, 0.5);
        }
        let stop = StopSignal::new();
        let pool = ThreadPool { threads: 1, stop: &stop };
        let regression = Regression::new(&samples, &[&samples], 1.0, &pool);
        let ridge = Ridge { to_zero: 1e-4, to_neighbor: 0.0 };
        let weights = regression.fit(ridge).unwrap();
        let mut place = vec![0.0; STAGES * COUNTS];
        for count in [3, 26] {
            place[count] = weights.rows[count][0] * regression.deviations[count];
        }
        let gradient = regression.objective(&place, ridge).gradient;
        assert!(gradient.iter().all(|slope| slope.abs() < 1e-7), "the gradient at the minimum");
    }

    #[test]
    fn deviations_are_those_of_the_counts() {
        let mut samples = Samples::default();
        for count in [2, 4, 4, 4, 5, 5, 7, 9] {
            let mut counts = [0; COUNTS];
            (counts[0], counts[8]) = (1, count);
            samples.add(50, &counts, HasWon::No, 0.5);
        }
        let found = deviations(&[&samples]);
        assert!((found[8] - 2.0 - LEAST_DEVIATION).abs() < 1e-12, "the textbook's eight numbers");
        assert!((found[0] - 1.0).abs() < 1e-12);
        assert!((found[9] - LEAST_DEVIATION).abs() < 1e-12);
    }
}
