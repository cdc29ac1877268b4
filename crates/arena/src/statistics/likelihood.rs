//! How likely a tally of pairs is when one number about the two players is held fixed.
//!
//! A pair ends lost, split or won with unknown probabilities `l + d + w = 1`. A hypothesis fixes one number of them: the
//! mean score `s = w + d/2` (logistic Elo), or the mean in units of its deviation `t = (s - 1/2) / sigma` (normalized
//! Elo). What it leaves open is chosen as the tally likes it best: the generalized likelihood of M. Van den Bergh,
//! "The generalized maximum likelihood ratio for the expectation value of a distribution" (fishtest's `LLRcalc`,
//! Proposition 1.1 and equation 1.3) and "Comments on normalized Elo".
//!
//! Fishtest and fastchess solve for five outcomes by iteration and mix in 0.001 of a pair where an outcome has not been
//! seen. With three outcomes only one number is left open, so the first maximum is a root of a quadratic and the second
//! that of a concave function, both exact and both well defined with outcomes unseen: nothing is mixed in.

use super::pairs::PairTally;

/// The log likelihood of the tally under the best distribution whose mean score is `score` (0 < `score` < 1).
///
/// With `u = d/2`, `w = s - u` and `l = 1 - s - u`, setting the derivative of `L ln l + D ln u + W ln w` to zero gives
/// `N u^2 - (D + L s + W (1 - s)) u + D s (1 - s) = 0`. Its smaller root is the one inside `0..=min(s, 1 - s)`; where an
/// outcome is unseen it is the end of that range if the maximum lies there.
#[must_use]
pub(super) fn with_score(tally: &PairTally, score: f64) -> f64 {
    let (lost, split, won) = counts(tally);
    let pairs = lost + split + won;
    if pairs == 0.0 {
        return 0.0;
    }
    let half = split + lost * score + won * (1.0 - score);
    let product = split * score * (1.0 - score);
    let root = (half * half - 4.0 * pairs * product).max(0.0).sqrt();
    // Written so that nothing cancels; `half + root` is above zero because `pairs` is.
    let u = 2.0 * product / (half + root);
    term(lost, 1.0 - score - u) + term(split, 2.0 * u) + term(won, score - u)
}

/// The log likelihood of the tally under the best distribution whose lean is `lean` (-1 < `lean` < 1), where
/// `t = lean / sqrt(1 - lean^2)` is the mean score above 1/2 in standard deviations of a pair.
///
/// With `q = l + w` the condition reads `w - l = lean sqrt(q)`. With `r = sqrt(q)` the log likelihood is
/// `L ln(r (r - lean) / 2) + D ln(1 - r^2) + W ln(r (r + lean) / 2)`, a sum of concave functions of `r` on `|lean|..=1`.
#[must_use]
pub(super) fn with_lean(tally: &PairTally, lean: f64) -> f64 {
    let (lost, split, won) = counts(tally);
    if lost + split + won == 0.0 {
        return 0.0;
    }
    let r = best_root(lost, split, won, lean);
    term(lost, r * (r - lean) / 2.0) + term(split, (1.0 - r) * (1.0 + r)) + term(won, r * (r + lean) / 2.0)
}

/// The log likelihood of the tally under the best distribution of all: the one that was seen.
#[must_use]
pub(super) fn unconstrained(tally: &PairTally) -> f64 {
    let (lost, split, won) = counts(tally);
    let pairs = lost + split + won;
    term(lost, lost / pairs) + term(split, split / pairs) + term(won, won / pairs)
}

/// The lean of the distribution that was seen; 0 when every pair was split.
pub(super) fn seen_lean(tally: &PairTally) -> f64 {
    let (lost, split, won) = counts(tally);
    let decided = lost + won;
    // (w - l) / sqrt(w + l)
    if decided == 0.0 { 0.0 } else { (won - lost) / (decided * (lost + split + won)).sqrt() }
}

/// Where the concave function of [`with_lean`] has its maximum: Newton's method from the `r` that was seen, kept inside what
/// is left of the range by halving it.
fn best_root(lost: f64, split: f64, won: f64, lean: f64) -> f64 {
    let (mut low, mut high) = (lean.abs(), 1.0);
    if split == 0.0 {
        return high;
    }
    if lost + won == 0.0 {
        return low;
    }
    // The first and second derivative of `count ln(distance)`; an unseen outcome has none, not even at distance 0.
    let parts = |count: f64, distance: f64| {
        let first = if count == 0.0 { 0.0 } else { count / distance };
        (first, if count == 0.0 { 0.0 } else { -first / distance })
    };
    let mut r = ((lost + won) / (lost + split + won)).sqrt();
    // Halving alone would be done after 53 steps; Newton's method takes about five.
    for _ in 0..60 {
        if r <= low || r >= high {
            r = 0.5 * (low + high);
        }
        let rest = (1.0 - r) * (1.0 + r);
        let (decided, of_won, of_lost) = (parts(lost + won, r), parts(won, r + lean), parts(lost, r - lean));
        let slope = decided.0 + of_won.0 + of_lost.0 - 2.0 * split * r / rest;
        let bend = decided.1 + of_won.1 + of_lost.1 - 2.0 * split * (1.0 + r * r) / (rest * rest);
        if slope > 0.0 {
            low = r;
        } else {
            high = r;
        }
        let step = slope / bend;
        r -= step;
        // What is left after such a step is far below rounding: the error squares with every step.
        if step.abs() < 1e-11 * r && r > low && r < high {
            return r;
        }
    }
    r.clamp(low, high)
}

fn counts(tally: &PairTally) -> (f64, f64, f64) {
    (tally.lost_both as f64, tally.split as f64, tally.won_both as f64)
}

/// `count ln(probability)`, and nothing for what was not seen.
fn term(count: f64, probability: f64) -> f64 {
    if count == 0.0 { 0.0 } else { count * libm::log(probability) }
}
