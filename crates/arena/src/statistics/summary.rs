//! Mean and spread of what is measured move by move or game by game: time a move, game length, nodes a second.

use std::time::Duration;

/// Count, mean, deviation, least and most of numbers that are added one by one.
///
/// B. P. Welford, "Note on a method for calculating corrected sums of squares and products", Technometrics 4 (1962),
/// 419-420; two summaries are joined as T. F. Chan, G. H. Golub, R. J. LeVeque, "Updating formulae and a pairwise algorithm
/// for computing sample variances" (1979), do it.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Summary {
    count: u64,
    mean: f64,
    squares: f64,
    least: f64,
    most: f64,
}

/// Nodes and the time that they took.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Speed {
    /// Nodes, or playouts.
    pub nodes: u64,
    /// The time of the searches that counted them.
    pub time: Duration,
}

impl Summary {
    /// Adds a number.
    pub fn add(&mut self, value: f64) {
        self.merge(&Self { count: 1, mean: value, squares: 0.0, least: value, most: value });
    }

    /// Adds the numbers of another summary.
    pub fn merge(&mut self, other: &Self) {
        if other.count == 0 {
            return;
        }
        if self.count == 0 {
            *self = *other;
            return;
        }
        let (own, others) = (self.count as f64, other.count as f64);
        let step = other.mean - self.mean;
        self.count += other.count;
        self.mean += step * others / (own + others);
        self.squares += other.squares + step * step * own * others / (own + others);
        self.least = self.least.min(other.least);
        self.most = self.most.max(other.most);
    }

    /// The count.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The mean; none without numbers.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        (self.count > 0).then_some(self.mean)
    }

    /// The sample standard deviation (divided by n - 1); none of fewer than two numbers.
    #[must_use]
    pub fn deviation(&self) -> Option<f64> {
        (self.count > 1).then(|| (self.squares / (self.count - 1) as f64).sqrt())
    }

    /// The standard error of the mean; none of fewer than two.
    #[must_use]
    pub fn error_of_mean(&self) -> Option<f64> {
        self.deviation().map(|deviation| deviation / (self.count as f64).sqrt())
    }

    /// The least number; none without numbers.
    #[must_use]
    pub fn least(&self) -> Option<f64> {
        (self.count > 0).then_some(self.least)
    }

    /// The largest number; none without numbers.
    #[must_use]
    pub fn most(&self) -> Option<f64> {
        (self.count > 0).then_some(self.most)
    }
}

impl Extend<f64> for Summary {
    fn extend<I: IntoIterator<Item = f64>>(&mut self, values: I) {
        values.into_iter().for_each(|value| self.add(value));
    }
}

impl FromIterator<f64> for Summary {
    fn from_iter<I: IntoIterator<Item = f64>>(values: I) -> Self {
        let mut summary = Self::default();
        summary.extend(values);
        summary
    }
}

impl Speed {
    /// Adds a search.
    pub fn add(&mut self, nodes: u64, time: Duration) {
        self.nodes += nodes;
        self.time += time;
    }

    /// Nodes a second over all searches, so that a long one weighs more than a short one; none if no time passed.
    #[must_use]
    pub fn nodes_a_second(&self) -> Option<f64> {
        let seconds = self.time.as_secs_f64();
        (seconds > 0.0).then(|| self.nodes as f64 / seconds)
    }
}
