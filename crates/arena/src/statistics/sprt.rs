//! The sequential probability ratio test: pairs are played until one of two hypotheses about Elo is accepted.
//!
//! A. Wald, "Sequential tests of statistical hypotheses", Annals of Mathematical Statistics 16 (1945), 117-186: stop when
//! the log likelihood ratio leaves `ln(beta / (1 - alpha)) .. ln((1 - beta) / alpha)`. A pair has more unknowns than the
//! Elo, so the ratio is the generalized one (X. Li, J. Liu, Z. Ying, "Generalized sequential probability ratio test for
//! separate families of hypotheses", Sequential Analysis 33 (2014), 539-563), as fishtest and fastchess have it: both
//! hypotheses fit their free parameters to the pairs. `likelihood` explains how, and why it is exact here.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::elo;
use super::likelihood;
use super::pairs::PairTally;
use super::proportion::Interval;

/// The Elo model of a test.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EloModel {
    /// Elo from the expected score.
    #[default]
    Logistic,
    /// Elo from the expected score in standard deviations of a game.
    Normalized,
}

/// The hypotheses of a test and its error rates.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct SprtParameters {
    /// The Elo model of the bounds.
    pub model: EloModel,
    /// The null hypothesis: the difference is `elo0`.
    pub elo0: f64,
    /// The alternative: the difference is `elo1`, above `elo0`.
    pub elo1: f64,
    /// The probability of accepting `elo1` when `elo0` is true.
    pub alpha: f64,
    /// The probability of accepting `elo0` when `elo1` is true.
    pub beta: f64,
}

/// A sequential test.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    parameters: SprtParameters,
    bounds: Interval,
}

/// The verdict of a test.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SprtVerdict {
    /// The difference is `elo0` or less.
    AcceptH0,
    /// The difference is `elo1` or more.
    AcceptH1,
    /// More pairs are needed.
    Undecided,
}

/// Invalid parameters of a test.
#[derive(Clone, Copy, PartialEq, Debug, Error)]
pub enum SprtError {
    /// The hypotheses are equal, the wrong way round, or no numbers.
    #[error("elo0 must be below elo1, not {elo0} and {elo1}")]
    Hypotheses {
        /// The null hypothesis.
        elo0: f64,
        /// The alternative.
        elo1: f64,
    },
    /// An error rate is not a probability above 0, or the two together are not below 1.
    #[error("alpha and beta must be above 0 and together below 1, not {alpha} and {beta}")]
    ErrorRates {
        /// The rate of false alternatives.
        alpha: f64,
        /// The rate of false nulls.
        beta: f64,
    },
}

impl Default for SprtParameters {
    /// 0 against 20 logistic Elo, erring in one of twenty.
    fn default() -> Self {
        Self { model: EloModel::Logistic, elo0: 0.0, elo1: 20.0, alpha: 0.05, beta: 0.05 }
    }
}

impl Sprt {
    /// Makes a test.
    ///
    /// # Errors
    ///
    /// When the hypotheses or the error rates make no sense.
    pub fn new(parameters: SprtParameters) -> Result<Self, SprtError> {
        let SprtParameters { elo0, elo1, alpha, beta, .. } = parameters;
        if !(elo0.is_finite() && elo1.is_finite() && elo0 < elo1) {
            return Err(SprtError::Hypotheses { elo0, elo1 });
        }
        if !(alpha > 0.0 && beta > 0.0 && alpha + beta < 1.0) {
            return Err(SprtError::ErrorRates { alpha, beta });
        }
        let bounds =
            Interval { lower: libm::log(beta / (1.0 - alpha)), upper: libm::log((1.0 - beta) / alpha) };
        Ok(Self { parameters, bounds })
    }

    /// What the test was made of.
    #[must_use]
    pub fn parameters(&self) -> &SprtParameters {
        &self.parameters
    }

    /// The bounds of the log likelihood ratio: at the lower one the null is accepted, at the upper one the alternative.
    #[must_use]
    pub fn bounds(&self) -> Interval {
        self.bounds
    }

    /// The generalized log likelihood ratio of the alternative to the null; 0 before the first pair, always finite.
    #[must_use]
    pub fn llr(&self, tally: &PairTally) -> f64 {
        let SprtParameters { elo0, elo1, .. } = self.parameters;
        match self.parameters.model {
            EloModel::Logistic => {
                let under = |elo| likelihood::with_score(tally, elo::to_score(elo));
                under(elo1) - under(elo0)
            }
            EloModel::Normalized => {
                let under = |elo| likelihood::with_lean(tally, elo::lean_from_normalized(elo));
                under(elo1) - under(elo0)
            }
        }
    }

    /// What the test says of a tally. It is to be asked after every pair, and the first answer is to be kept.
    #[must_use]
    pub fn verdict(&self, tally: &PairTally) -> SprtVerdict {
        let llr = self.llr(tally);
        if llr <= self.bounds.lower {
            SprtVerdict::AcceptH0
        } else if llr >= self.bounds.upper {
            SprtVerdict::AcceptH1
        } else {
            SprtVerdict::Undecided
        }
    }
}
