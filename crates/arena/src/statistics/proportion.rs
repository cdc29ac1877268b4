//! A share of wins and how sure it is.

use serde::Serialize;

use super::normal::Z_95;
use super::pairs::MatchTally;

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
/// # Panics
///
/// When more games were won than played.
#[must_use]
pub fn wilson(wins: u64, games: u64) -> Interval {
    assert!(wins <= games, "{wins} wins in {games} games");
    score_interval(wins as f64, games as f64, Z_95)
}

/// The interval for the true share of games won in a match, for a normal quantile `z` (1.96 for 95%).
///
/// The two games of a pair share an opening and are not independent. With p the share and r the correlation of the two games,
/// the variance of the share is p (1 - p) (1 + r) / games, so the games count as games / (1 + r). r follows from the number of
/// split pairs, which is 2 p (1 - p) (1 - r) of all; half a split more is counted and expected, so that a few pairs do not
/// decide it, and p is taken a little nearer to one half. A negative r is taken as 0: no interval is narrower than that of independent
/// games.
#[must_use]
pub fn wilson_of_pairs(tally: &MatchTally, z: f64) -> Interval {
    let (games, pairs) = (tally.games(), tally.pairs.pairs() as f64);
    let share = (games.wins as f64 + 1.0) / (games.games() as f64 + 2.0);
    let expected_splits = 2.0 * share * (1.0 - share) * pairs;
    let independence = (tally.pairs.split as f64 + 0.5) / (expected_splits + 0.5);
    let effect = (2.0 - independence).clamp(1.0, 2.0);
    score_interval(games.wins as f64 / effect, games.games() as f64 / effect, z)
}

/// Wilson's score interval, without continuity correction: E. B. Wilson, "Probable inference, the law of succession, and
/// statistical inference", JASA 22 (1927), 209-212. Unlike the plain normal interval it stays inside 0 to 1 and has a
/// width at 0 and at 100%.
fn score_interval(wins: f64, games: f64, z: f64) -> Interval {
    if games == 0.0 {
        return Interval { lower: 0.0, upper: 1.0 };
    }
    let share = wins / games;
    let z2 = z * z;
    let middle = (share + z2 / (2.0 * games)) / (1.0 + z2 / games);
    let half = z / (1.0 + z2 / games) * (share * (1.0 - share) / games + z2 / (4.0 * games * games)).sqrt();
    // At the ends the formula gives exactly 0 and 1; rounding must not say otherwise.
    let lower = if wins == 0.0 { 0.0 } else { middle - half };
    let upper = if wins == games { 1.0 } else { middle + half };
    Interval { lower, upper }
}
