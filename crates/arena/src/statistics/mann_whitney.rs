//! Whether one of two samples tends to be larger: the Mann-Whitney U test.

use serde::Serialize;

use super::normal::upper_tail;

/// What the Mann-Whitney U test says of two samples.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct MannWhitney {
    /// How many pairs (one of each sample) have the larger value in the first; an equal pair counts half.
    pub u: f64,
    /// The two-sided probability of samples as different as these if both come from one distribution.
    pub p_value: f64,
}

/// The two-sided Mann-Whitney U test by its normal approximation, corrected for ties and for continuity; none when a
/// sample is empty or holds a number that is none.
///
/// H. B. Mann, D. R. Whitney, "On a test of whether one of two random variables is stochastically larger than the other",
/// Annals of Mathematical Statistics 18 (1947), 50-60; the variance with ties is that of E. L. Lehmann,
/// "Nonparametrics" (1975), section 1.4. `statrs` has the test too, but takes its p-value as one minus a distribution
/// function, which leaves nothing below 1e-16.
#[must_use]
pub fn mann_whitney(first: &[f64], second: &[f64]) -> Option<MannWhitney> {
    if first.is_empty() || second.is_empty() || first.iter().chain(second).any(|value| value.is_nan()) {
        return None;
    }
    let mut values: Vec<(f64, bool)> = first.iter().map(|&value| (value, true)).collect();
    values.extend(second.iter().map(|&value| (value, false)));
    values.sort_by(|a, b| a.0.total_cmp(&b.0));

    let (m, n) = (first.len() as f64, second.len() as f64);
    let (mut rank_sum, mut ties, mut before) = (0.0, 0.0, 0.0);
    for group in values.chunk_by(|a, b| a.0 == b.0) {
        let size = group.len() as f64;
        let rank = before + (size + 1.0) / 2.0;
        rank_sum += rank * group.iter().filter(|(_, is_first)| *is_first).count() as f64;
        ties += size * size * size - size;
        before += size;
    }
    let u = rank_sum - m * (m + 1.0) / 2.0;
    let total = m + n;
    let variance = m * n / 12.0 * (total + 1.0 - ties / (total * (total - 1.0)));
    let distance = (u - m * n / 2.0).abs() - 0.5;
    // Where all values are equal the variance is zero, the distance -1/2, and nothing can be told.
    let p_value = if distance <= 0.0 { 1.0 } else { 2.0 * upper_tail(distance / variance.sqrt()) };
    Some(MannWhitney { u, p_value: p_value.min(1.0) })
}
