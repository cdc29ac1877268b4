//! How sure an interval is.

use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

/// The probability with which an interval may miss the true value.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Confidence {
    error: f64,
}

impl Confidence {
    /// An interval of 95%.
    pub(crate) const USUAL: Self = Self { error: 0.05 };

    /// The confidence of each of several looks at the same growing data, so that the chance that any of them misses is at most 5%
    /// (Bonferroni's inequality: valid whatever the looks have in common).
    pub(crate) fn of_looks(looks: usize) -> Self {
        Self::USUAL.shared_by(looks)
    }

    /// The confidence of each of several intervals that miss together no more often than this one.
    pub(crate) fn shared_by(self, count: usize) -> Self {
        Self { error: self.error / count.max(1) as f64 }
    }

    /// The probability of a miss: 0.05 for 95%.
    pub(crate) fn error(self) -> f64 {
        self.error
    }

    /// The quantile of the normal distribution: 1.96 for 95%.
    pub(crate) fn z(self) -> f64 {
        Normal::standard().inverse_cdf(1.0 - self.error / 2.0)
    }

    /// The quantile of Student's distribution.
    pub(crate) fn student(self, freedom: u64) -> f64 {
        StudentsT::new(0.0, 1.0, freedom.max(1) as f64)
            .map_or(f64::INFINITY, |distribution| distribution.inverse_cdf(1.0 - self.error / 2.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_tables() {
        assert!((Confidence::USUAL.z() - 1.959_964).abs() < 1e-6);
        assert!((Confidence::of_looks(5).z() - 2.575_829).abs() < 1e-6);
        assert!((Confidence::USUAL.student(9) - 2.262_157).abs() < 1e-5);
    }
}
