//! Whether a sample may be normal: the Shapiro-Wilk test.

use std::f64::consts::{FRAC_PI_3, PI};

use serde::Serialize;

use super::normal::{quantile, upper_tail};

/// What the Shapiro-Wilk test says of a sample.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct ShapiroWilk {
    /// How straight the sorted sample lies against normal order statistics: 1 is perfectly straight.
    pub w: f64,
    /// The probability of a `w` as small as this if the sample is normal.
    pub p_value: f64,
}

/// How many values the test is made for.
const SIZES: std::ops::RangeInclusive<usize> = 3..=5000;

/// The Shapiro-Wilk test; none when the sample has fewer than 3 or more than 5,000 values, all alike, or some not finite.
///
/// S. S. Shapiro, M. B. Wilk, "An analysis of variance test for normality", Biometrika 52 (1965), 591-611, with the weights
/// and the p-value of P. Royston, "Remark AS R94: a remark on algorithm AS 181", Applied Statistics 44 (1995), 547-551.
#[must_use]
pub fn shapiro_wilk(sample: &[f64]) -> Option<ShapiroWilk> {
    if !SIZES.contains(&sample.len()) || sample.iter().any(|value| !value.is_finite()) {
        return None;
    }
    let mut sorted = sample.to_vec();
    sorted.sort_by(f64::total_cmp);
    let range = sorted[sorted.len() - 1] - sorted[0];
    if range <= 0.0 {
        return None;
    }
    let w = straightness(&sorted, range);
    Some(ShapiroWilk { w, p_value: p_value(w, sorted.len()) })
}

/// The weights of the upper half of the sample, the largest value first; those of the lower half are their negatives.
fn weights(n: usize) -> Vec<f64> {
    if n == 3 {
        return vec![0.5_f64.sqrt()];
    }
    // Expected normal order statistics, by Blom's approximation.
    let scores: Vec<f64> = (1..=n / 2).map(|i| -quantile((i as f64 - 0.375) / (n as f64 + 0.25))).collect();
    let squares = 2.0 * scores.iter().map(|score| score * score).sum::<f64>();
    let small = 1.0 / (n as f64).sqrt();
    let first = scores[0] / squares.sqrt()
        + polynomial(&[0.0, 0.221157, -0.147981, -2.07119, 4.434685, -2.706056], small);
    let mut weights = vec![first];
    if n > 5 {
        weights.push(
            scores[1] / squares.sqrt()
                + polynomial(&[0.0, 0.042981, -0.293762, -1.752461, 5.682633, -3.582633], small),
        );
    }
    // The others are in proportion to their scores, so that all squares add up to one.
    let own = weights.len();
    let left = squares - 2.0 * scores[..own].iter().map(|score| score * score).sum::<f64>();
    let share = 1.0 - 2.0 * weights.iter().map(|weight| weight * weight).sum::<f64>();
    let scale = (left / share).sqrt();
    weights.extend(scores[own..].iter().map(|score| score / scale));
    weights
}

/// The squared correlation of the sorted sample with the weights.
fn straightness(sorted: &[f64], range: f64) -> f64 {
    let n = sorted.len();
    let weights = weights(n);
    // The weights of the whole sample sum to zero, so only the sample needs its mean; scaling keeps squares in range.
    let mean = sorted.iter().map(|value| value / range).sum::<f64>() / n as f64;
    let deviation = |i: usize| sorted[i] / range - mean;
    let product: f64 =
        weights.iter().enumerate().map(|(i, weight)| weight * (deviation(n - 1 - i) - deviation(i))).sum();
    let of_sample: f64 = (0..n).map(|i| deviation(i) * deviation(i)).sum();
    let of_weights = 2.0 * weights.iter().map(|weight| weight * weight).sum::<f64>();
    // As AS R94 does: from 1 - w as a product, which keeps the digits of a w near 1.
    let both = (of_weights * of_sample).sqrt();
    let distance = (both - product) * (both + product) / (of_weights * of_sample);
    1.0 - distance.max(0.0)
}

fn p_value(w: f64, n: usize) -> f64 {
    let size = n as f64;
    if n == 3 {
        let exact = 6.0 / PI * (libm::asin(w.sqrt()) - FRAC_PI_3);
        return exact.clamp(0.0, 1.0);
    }
    let distance = libm::log(1.0 - w);
    let (value, mean, log_deviation) = if n <= 11 {
        let most = polynomial(&[-2.273, 0.459], size);
        if distance >= most {
            return 0.0;
        }
        (
            -libm::log(most - distance),
            polynomial(&[0.544, -0.39978, 0.025054, -6.714e-4], size),
            polynomial(&[1.3822, -0.77857, 0.062767, -0.0020322], size),
        )
    } else {
        let log = libm::log(size);
        (
            distance,
            polynomial(&[-1.5861, -0.31082, -0.083751, 0.0038915], log),
            polynomial(&[-0.4803, -0.082676, 0.0030302], log),
        )
    };
    upper_tail((value - mean) / libm::exp(log_deviation))
}

/// A polynomial, its constant first.
fn polynomial(coefficients: &[f64], x: f64) -> f64 {
    coefficients.iter().rev().fold(0.0, |sum, coefficient| sum * x + coefficient)
}
