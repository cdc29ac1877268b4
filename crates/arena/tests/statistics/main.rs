//! The statistics from outside: an independent oracle, published figures, simulated tests, and laws.

mod laws;
mod oracle;
mod published;
mod simulation;

use arena::statistics::PairTally;

/// A tally in the order of the scores 0, 1/2, 1.
fn tally(lost_both: u64, split: u64, won_both: u64) -> PairTally {
    PairTally { won_both, split, lost_both }
}

/// Fails unless two figures are the same but for a share `error` of them; infinite ones must be equal.
#[track_caller]
fn assert_close(found: f64, expected: f64, error: f64, of_what: &str) {
    let is_close = found == expected || (found - expected).abs() <= error * expected.abs();
    assert!(is_close, "{of_what}: found {found}, expected {expected}");
}
