//! A share of wins and how sure it is.

use serde::Serialize;

use super::normal::Z_95;

/// An interval from `lower` to `upper`; in JSON an infinite end is `null`.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Interval {
    /// The lower end.
    pub lower: f64,
    /// The upper end.
    pub upper: f64,
}

impl Interval {
    /// Whether a value lies inside, the ends included.
    #[must_use]
    pub fn contains(&self, value: f64) -> bool {
        (self.lower..=self.upper).contains(&value)
    }
}

/// The 95% interval for the true share when `wins` of `games` were won; everything, 0 to 1, when nothing was played.
///
/// Wilson's score interval, without continuity correction: E. B. Wilson, "Probable inference, the law of succession, and
/// statistical inference", JASA 22 (1927), 209-212. Unlike the plain normal interval it stays inside 0 to 1 and has a
/// width at 0 and at 100%.
///
/// # Panics
///
/// When more games were won than played.
#[must_use]
pub fn wilson(wins: u64, games: u64) -> Interval {
    assert!(wins <= games, "{wins} wins in {games} games");
    if games == 0 {
        return Interval { lower: 0.0, upper: 1.0 };
    }
    let (n, share) = (games as f64, wins as f64 / games as f64);
    let z2 = Z_95 * Z_95;
    let middle = (share + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = Z_95 / (1.0 + z2 / n) * (share * (1.0 - share) / n + z2 / (4.0 * n * n)).sqrt();
    // At the ends the formula gives exactly 0 and 1; rounding must not say otherwise.
    let lower = if wins == 0 { 0.0 } else { middle - half };
    let upper = if wins == games { 1.0 } else { middle + half };
    Interval { lower, upper }
}
