//! How much stronger one player is: Elo, its 95% interval, normalized Elo, and the chance of being stronger at all.
//!
//! The interval holds every Elo that the likelihood ratio test at 5% does not reject (S. S. Wilks, "The large-sample
//! distribution of the likelihood ratio for testing composite hypotheses", Annals of Mathematical Statistics 9 (1938),
//! 60-62), on the likelihood of whole pairs. Of many pairs it is the usual one, mean +- 1.96 standard
//! errors of the pairs' trinomial variance. Of few pairs, or near 0 and 100%, where that variance says too little or
//! nothing, it stays valid: it is asymmetric, always inside what is possible, and never without width. After nothing
//! but wins the Elo and its upper end are infinite, and the lower end says what has been shown.

use std::f64::consts::{LN_10, SQRT_2};

use serde::Serialize;
use statrs::function::beta::beta_reg;

use super::likelihood;
use super::normal::Z_95;
use super::pairs::PairTally;

/// Normalized Elo a standard deviation: 800 / ln 10, which makes it equal to logistic Elo for players of nearly the same
/// strength that never draw, over openings that favour nobody (M. Van den Bergh, "Normalized Elo").
pub const NORMALIZED_UNIT: f64 = 800.0 / LN_10;

/// A difference in Elo, from the first player's side, with its 95% interval. In JSON what is infinite is `null`.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct EloEstimate {
    /// The most likely difference; infinite when all was won, or lost.
    pub elo: f64,
    /// The lower end of the interval.
    pub lower: f64,
    /// The upper end of the interval.
    pub upper: f64,
}

/// The expected score of a player who is stronger by `elo`: 1 / (1 + 10^(-elo/400)), A. E. Elo, "The Rating of
/// Chessplayers" (1978), in its logistic form.
#[must_use]
pub fn to_score(elo: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-elo * (LN_10 / 400.0)))
}

/// The Elo at which a score from 0 to 1 is expected; infinite at the ends.
#[must_use]
pub fn from_score(score: f64) -> f64 {
    libm::log(score / (1.0 - score)) * (400.0 / LN_10)
}

impl EloEstimate {
    /// Logistic Elo from pairs; none before the first pair.
    #[must_use]
    pub fn logistic(tally: &PairTally) -> Option<Self> {
        let score = tally.score()?;
        // The upper end is the lower end of the other player: so both are sharp, near 0 as near 1.
        let lower = from_score(lower_end(tally, 0.0, score, likelihood::with_score));
        let swapped = tally.swapped();
        let upper = -from_score(lower_end(&swapped, 0.0, swapped.score()?, likelihood::with_score));
        Some(Self { elo: from_score(score), lower, upper })
    }

    /// Logistic Elo from pairs and one added split pair: always finite.
    ///
    /// The added pair draws every estimate towards 0, by about one part in the number of pairs.
    #[must_use]
    pub fn regularized(tally: &PairTally) -> Self {
        let tally = PairTally { split: tally.split + 1, ..*tally };
        Self::logistic(&tally).expect("one pair is there")
    }

    /// Normalized Elo from pairs; none before the first pair.
    ///
    /// M. Van den Bergh, "Normalized Elo": the score above 1/2 in standard deviations of one game, times
    /// [`NORMALIZED_UNIT`]; of pairs, a game's deviation is sqrt 2 times that of a pair's mean score. It measures how
    /// many games a difference takes to be seen, and depends less on the openings than logistic Elo does.
    #[must_use]
    pub fn normalized(tally: &PairTally) -> Option<Self> {
        if tally.pairs() == 0 {
            return None;
        }
        let lean = likelihood::seen_lean(tally);
        let lower = lower_end(tally, -1.0, lean, likelihood::with_lean);
        let upper = -lower_end(&tally.swapped(), -1.0, -lean, likelihood::with_lean);
        Some(Self {
            elo: normalized_from_lean(lean),
            lower: normalized_from_lean(lower),
            upper: normalized_from_lean(upper),
        })
    }

    /// Half the width of the interval: the number after `+-`; none when an end is infinite.
    #[must_use]
    pub fn error(&self) -> Option<f64> {
        let half = (self.upper - self.lower) / 2.0;
        half.is_finite().then_some(half)
    }
}

/// The lean of pairs (see `likelihood::with_lean`) at which a normalized Elo is expected.
pub(super) fn lean_from_normalized(elo: f64) -> f64 {
    let deviations = SQRT_2 * elo / NORMALIZED_UNIT;
    deviations / (1.0 + deviations * deviations).sqrt()
}

fn normalized_from_lean(lean: f64) -> f64 {
    lean / ((1.0 - lean) * (1.0 + lean)).sqrt() * (NORMALIZED_UNIT / SQRT_2)
}

/// Where, below the most likely value, the log likelihood has fallen by half the square of the normal quantile.
fn lower_end(tally: &PairTally, least: f64, likely: f64, log_likelihood: fn(&PairTally, f64) -> f64) -> f64 {
    if likely <= least {
        return least;
    }
    let floor = likelihood::unconstrained(tally) - Z_95 * Z_95 / 2.0;
    let (mut low, mut high) = (least, likely);
    loop {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high {
            return middle;
        }
        if log_likelihood(tally, middle) < floor {
            low = middle;
        } else {
            high = middle;
        }
    }
}

/// The probability that the first player is the stronger one; 1/2 before anything is known.
///
/// Split pairs say nothing of who is stronger. Of the others each is won with one probability; if that could be anything
/// before, it is now distributed as Beta(won + 1, lost + 1), and this is its part above 1/2 (the likelihood of superiority
/// of R. Coulom, "Bayesian Elo rating"; its normal form (1 + erf((w - l) / sqrt(2 (w + l)))) / 2 is for many games).
#[must_use]
pub fn likelihood_of_superiority(tally: &PairTally) -> f64 {
    beta_reg(tally.lost_both as f64 + 1.0, tally.won_both as f64 + 1.0, 0.5)
}
