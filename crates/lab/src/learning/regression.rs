//! Weights by a logistic regression with two ridges.
//!
//! The logarithm of the odds of a position is the sum of its counts, each by its weight, which is mixed from those of the two
//! stages that the position lies between. What is made small is the cross entropy of these odds with a target between the
//! result and the search's win rate, plus two penalties: half of a ridge by the square of every weight, and half of another
//! by the square of every difference between the weights of neighbouring stages. Weights are measured here by the standard
//! deviations of their counts, so that a ridge means the same for what is common and what is rare.
//!
//! The sum is convex, and Newton's method finds its one lowest place in a few rounds.

use std::fmt;
use std::str::FromStr;

use eval::Otrera;
use thiserror::Error;

use super::cholesky::Triangle;
use super::loss::odds;
use super::material::LearnError;
use super::samples::{Block, Samples};
use super::weights::Weights;
use crate::ordered::{Crew, Taken};

const COUNTS: usize = Otrera::COUNTS;
const STAGES: usize = Otrera::STAGES;

/// It is finished when no weight, in deviations of its count, moves by more.
const SMALLEST_STEP: f64 = 1e-6;
/// The most rounds: a few are enough.
const ROUNDS: usize = 50;
/// The most halvings of a step that led upwards.
const HALVINGS: usize = 20;
/// What is added to every deviation, so that what hardly ever occurs is not blown up.
const LEAST_DEVIATION: f64 = 1e-3;

/// How strongly weights are held.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ridge {
    /// To zero.
    pub to_zero: f64,
    /// To the weights of the neighbouring stages.
    pub to_neighbor: f64,
}

/// A text that is no ridge.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "a ridge is written TO_ZERO:TO_NEIGHBOUR, as 30:300, the first above 0 and the second not below, not {0:?}"
)]
pub struct RidgeError(pub String);

impl FromStr for Ridge {
    type Err = RidgeError;

    fn from_str(text: &str) -> Result<Self, RidgeError> {
        let number = |text: &str| text.parse().ok().filter(|number: &f64| number.is_finite());
        let ridge = text.split_once(':').and_then(|(to_zero, to_neighbor)| {
            Some(Self { to_zero: number(to_zero)?, to_neighbor: number(to_neighbor)? })
        });
        // Without a ridge to zero the weight of what never occurs would be anything.
        let is_one = |ridge: &Self| ridge.to_zero > 0.0 && ridge.to_neighbor >= 0.0;
        ridge.filter(is_one).ok_or_else(|| RidgeError(text.to_owned()))
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
    /// How much of the target is the result; the rest is the search's win rate.
    result: f64,
    deviations: [f64; COUNTS],
    crew: &'a Crew<'a>,
}

/// What is made small, at some weights: its value, slopes and curvatures. Weights are in deviations, stage by stage.
struct Landscape {
    height: f64,
    slopes: Vec<f64>,
    curves: Triangle,
}

/// A block's share of it, by counts instead of deviations, at the weights of its percentage.
struct Part {
    height: f64,
    slopes: [f64; COUNTS],
    curves: Triangle,
}

impl<'a> Regression<'a> {
    /// A regression on some positions, with counts measured by their deviations in all of `scale`.
    pub(super) fn new(samples: &'a Samples, scale: &[&Samples], result: f64, crew: &'a Crew<'a>) -> Self {
        Self { samples, blocks: samples.blocks(), result, deviations: deviations(scale), crew }
    }

    /// The weights with the lowest sum of loss and penalties.
    ///
    /// # Errors
    /// When none are found, by numbers that cannot be computed with.
    pub(super) fn fit(&self, ridge: Ridge) -> Result<Weights, LearnError> {
        let lost = || LearnError::NotFound { ridge };
        let mut place = vec![0.0; STAGES * COUNTS];
        let mut here = self.landscape(&place, ridge);
        for _ in 0..ROUNDS {
            let mut step = here.curves.solve(here.slopes).map_err(|_| lost())?;
            // A whole step may lead too far where the loss is nearly straight; rounding alone does not count as upwards.
            let most = here.height + 1e-12 * here.height.abs();
            let mut halvings = 0;
            let next = loop {
                let there: Vec<f64> = place.iter().zip(&step).map(|(at, step)| at - step).collect();
                let landscape = self.landscape(&there, ridge);
                if landscape.height <= most {
                    place = there;
                    break landscape;
                }
                halvings += 1;
                if halvings > HALVINGS {
                    return Err(lost());
                }
                step.iter_mut().for_each(|step| *step *= 0.5);
            };
            here = next;
            if step.iter().all(|step| step.abs() < SMALLEST_STEP) {
                return Ok(self.by_counts(&place));
            }
        }
        Err(lost())
    }

    /// Weights for counts from those for deviations.
    fn by_counts(&self, place: &[f64]) -> Weights {
        let mut weights = Weights::zero();
        for (stage, of_stage) in place.chunks_exact(COUNTS).enumerate() {
            for (count, (weight, deviation)) in of_stage.iter().zip(self.deviations).enumerate() {
                weights.rows[count][stage] = weight / deviation;
            }
        }
        weights
    }

    fn landscape(&self, place: &[f64], ridge: Ridge) -> Landscape {
        let weights = self.by_counts(place);
        let mut sum = Landscape {
            height: 0.0,
            slopes: vec![0.0; STAGES * COUNTS],
            curves: Triangle::zero(STAGES * COUNTS),
        };
        self.crew.in_order(
            0..self.blocks.len() as u64,
            || (),
            |(), number| Some(self.part(&weights, &self.blocks[number as usize])),
            |number, part| {
                sum.add(&part, self.blocks[number as usize].percent, &self.deviations);
                Taken::Wanted
            },
        );
        sum.penalize(place, ridge);
        sum
    }

    fn part(&self, weights: &Weights, block: &Block) -> Part {
        let weights = weights.at(block.percent);
        let mut part = Part { height: 0.0, slopes: [0.0; COUNTS], curves: Triangle::zero(COUNTS) };
        for sample in self.samples.in_block(block) {
            let target = self.result * sample.result + (1.0 - self.result) * sample.rate;
            let odds = odds(&weights, &sample);
            let win = thought::win_rate(odds, 1.0);
            // ln(1 + e^odds) - target odds, without overflow.
            part.height += odds.max(0.0) + libm::log1p(libm::exp(-odds.abs())) - target * odds;
            let (slope, curve) = (win - target, win * (1.0 - win));
            for (place, &(class, count)) in sample.counts.iter().enumerate() {
                let count = f64::from(count);
                part.slopes[usize::from(class)] += slope * count;
                let row = part.curves.row_mut(usize::from(class));
                let curve = curve * count;
                for &(other, others) in &sample.counts[..=place] {
                    row[usize::from(other)] += curve * f64::from(others);
                }
            }
        }
        part
    }
}

impl Landscape {
    fn add(&mut self, part: &Part, percent: usize, deviations: &[f64; COUNTS]) {
        let between = Otrera::between(percent);
        let (stages, shares) = (between.stages(), between.shares());
        let [lower, upper] = stages.map(|stage| stage * COUNTS);
        let [near, far] = shares;
        self.height += part.height;
        for count in 0..COUNTS {
            let slope = part.slopes[count] / deviations[count];
            self.slopes[lower + count] += near * slope;
            self.slopes[upper + count] += far * slope;
            for (other, curve) in part.curves.row(count).iter().enumerate() {
                let curve = curve / (deviations[count] * deviations[other]);
                self.curves.add(lower + count, lower + other, near * near * curve);
                self.curves.add(upper + count, upper + other, far * far * curve);
                // Two stages meet in a square, of which both halves are in the triangle.
                self.curves.add(upper + count, lower + other, far * near * curve);
                if other != count {
                    self.curves.add(upper + other, lower + count, far * near * curve);
                }
            }
        }
    }

    fn penalize(&mut self, place: &[f64], ridge: Ridge) {
        for (at, weight) in place.iter().enumerate() {
            self.height += 0.5 * ridge.to_zero * weight * weight;
            self.slopes[at] += ridge.to_zero * weight;
            self.curves.add(at, at, ridge.to_zero);
            // The same count at the next stage.
            let next = at + COUNTS;
            let Some(other) = place.get(next) else { continue };
            let step = other - weight;
            self.height += 0.5 * ridge.to_neighbor * step * step;
            self.slopes[at] -= ridge.to_neighbor * step;
            self.slopes[next] += ridge.to_neighbor * step;
            self.curves.add(at, at, ridge.to_neighbor);
            self.curves.add(next, next, ridge.to_neighbor);
            self.curves.add(next, at, -ridge.to_neighbor);
        }
    }
}

/// The standard deviations of all counts; that of being on move, which is always 1, is taken to be 1.
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
    use arena::Brake;

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
    fn slopes_and_curves_are_those_of_the_height() {
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
        let brake = Brake::new();
        let crew = Crew { threads: 1, brake: &brake };
        let regression = Regression::new(&samples, &[&samples], 0.7, &crew);
        let ridge = Ridge { to_zero: 0.5, to_neighbor: 2.0 };
        let place: Vec<f64> = (0..STAGES * COUNTS).map(|at| ((at * 37) % 11) as f64 / 40.0 - 0.1).collect();
        let here = regression.landscape(&place, ridge);
        let along = |at: usize, by: f64| {
            let mut there = place.clone();
            there[at] += by;
            regression.landscape(&there, ridge)
        };
        let width = 1e-4;
        for (stage, count) in [(0, 0), (0, 3), (1, 26), (1, 75), (2, 75), (3, 94), (4, 3), (5, 0), (5, 50)] {
            let at = stage * COUNTS + count;
            let [below, above] = [-width, width].map(|by| along(at, by));
            let slope = (above.height - below.height) / (2.0 * width);
            assert!((slope - here.slopes[at]).abs() < 1e-5, "{stage} {count}: {slope} {}", here.slopes[at]);
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
                let curve = (above.slopes[other] - below.slopes[other]) / (2.0 * width);
                let told = here.curves.row(at.max(other))[at.min(other)];
                assert!((curve - told).abs() < 1e-5, "{at} {other}: {curve} {told}");
            }
        }
    }

    #[test]
    fn steps_that_lead_upwards_are_halved() {
        // Whole steps of Newton's method go back and forth here, farther and farther.
        let mut samples = Samples::default();
        for (one, other, has_won) in [(50, 250, HasWon::Yes), (5, 250, HasWon::No), (2, 0, HasWon::Yes)] {
            let mut counts = [0; COUNTS];
            (counts[3], counts[26]) = (one, other);
            samples.add(15, &counts, has_won, 0.5);
        }
        let brake = Brake::new();
        let crew = Crew { threads: 1, brake: &brake };
        let regression = Regression::new(&samples, &[&samples], 1.0, &crew);
        let ridge = Ridge { to_zero: 1e-4, to_neighbor: 0.0 };
        let weights = regression.fit(ridge).unwrap();
        let mut place = vec![0.0; STAGES * COUNTS];
        for count in [3, 26] {
            place[count] = weights.rows[count][0] * regression.deviations[count];
        }
        let slopes = regression.landscape(&place, ridge).slopes;
        assert!(slopes.iter().all(|slope| slope.abs() < 1e-7), "the lowest place is level");
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
