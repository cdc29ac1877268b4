//! Whether the tests and intervals keep their promises, over many matches whose truth is known.

use arena::statistics::elo::{EloEstimate, NORMALIZED_UNIT, from_score, to_score};
use arena::statistics::{EloModel, PairScore, PairTally, Sprt, SprtParameters, SprtVerdict};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::tally;

const RUNS: u32 = 1000;

/// How pairs fall: the probabilities of winning both games, and of one each.
#[derive(Clone, Copy, Debug)]
struct Truth {
    won_both: f64,
    split: f64,
}

impl Truth {
    /// A difference in logistic Elo where so many pairs are split. Independent games would split half of the pairs; an
    /// opening that favours one side splits more.
    fn logistic(elo: f64, split: f64) -> Self {
        Self { won_both: to_score(elo) - split / 2.0, split }
    }

    /// A difference in normalized Elo where so many pairs are split.
    fn normalized(elo: f64, split: f64) -> Self {
        // The score above 1/2 is t deviations of a pair; with x = w - l and q = w + l that is x = t sqrt(q - x^2).
        let t = 2.0_f64.sqrt() * elo / NORMALIZED_UNIT;
        let decided = 1.0 - split;
        let lean = t * (decided / (1.0 + t * t)).sqrt();
        Self { won_both: (decided + lean) / 2.0, split }
    }

    fn pair(self, random: &mut Xoshiro256PlusPlus) -> PairScore {
        let at: f64 = random.random();
        if at < self.won_both {
            PairScore::WonBoth
        } else if at < self.won_both + self.split {
            PairScore::Split
        } else {
            PairScore::LostBoth
        }
    }
}

/// How many of so many tests accept the alternative; every one of them ends.
fn accepted(sprt: &Sprt, truth: Truth, seed: u64) -> u32 {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut accepted = 0;
    for _ in 0..RUNS {
        let mut tally = PairTally::default();
        let verdict = loop {
            tally.add(truth.pair(&mut random));
            match sprt.verdict(&tally) {
                SprtVerdict::Undecided => assert!(tally.pairs() < 100_000, "no end: {tally:?} of {truth:?}"),
                verdict => break verdict,
            }
        };
        accepted += u32::from(verdict == SprtVerdict::AcceptH1);
    }
    accepted
}

/// Fails unless a count of [`RUNS`] is what a probability gives, within three binomial standard errors.
#[track_caller]
fn assert_rate(count: u32, probability: f64, of_what: &str) {
    let runs = f64::from(RUNS);
    let error = (probability * (1.0 - probability) / runs).sqrt();
    let rate = f64::from(count) / runs;
    assert!(
        (rate - probability).abs() <= 3.0 * error,
        "{of_what}: {rate}, not {probability} +- {:.4}",
        3.0 * error
    );
}

type Pairs = fn(f64, f64) -> Truth;

const MODELS: [(EloModel, Pairs); 2] =
    [(EloModel::Logistic, Truth::logistic), (EloModel::Normalized, Truth::normalized)];

/// At elo0 (which is 0) one of twenty accepts elo1, at elo1 one of twenty accepts elo0: neither more nor, but for a little
/// overshoot, less. The rates are those of the parameters, so bounds that were too tight or too wide would show.
#[test]
fn sprt_keeps_its_error_rates() {
    for (model, pairs) in MODELS {
        let sprt = Sprt::new(SprtParameters { model, ..SprtParameters::default() }).unwrap();
        let false_alarms = accepted(&sprt, pairs(0.0, 0.6), 1);
        let misses = RUNS - accepted(&sprt, pairs(20.0, 0.6), 2);
        assert_rate(false_alarms, 0.05, &format!("{model:?}, elo1 accepted at elo0"));
        assert_rate(misses, 0.05, &format!("{model:?}, elo0 accepted at elo1"));
    }
}

/// The same around 0, where elo0 is not 0, with unequal error rates; at 0, halfway, with equal ones both are as likely.
#[test]
fn sprt_keeps_unequal_error_rates_around_zero() {
    for (model, pairs) in MODELS {
        let around = SprtParameters { model, elo0: -15.0, elo1: 15.0, ..SprtParameters::default() };
        let sprt = Sprt::new(SprtParameters { alpha: 0.1, beta: 0.02, ..around }).unwrap();
        assert_rate(accepted(&sprt, pairs(-15.0, 0.7), 3), 0.1, &format!("{model:?}, elo1 accepted at elo0"));
        assert_rate(
            RUNS - accepted(&sprt, pairs(15.0, 0.7), 4),
            0.02,
            &format!("{model:?}, elo0 accepted at elo1"),
        );
        let sprt = Sprt::new(around).unwrap();
        assert_rate(accepted(&sprt, pairs(0.0, 0.7), 5), 0.5, &format!("{model:?}, elo1 accepted at 0"));
    }
}

/// The probability that the interval of so many pairs holds the truth: the sum over every tally that can be.
fn coverage(pairs: u64, truth: Truth) -> f64 {
    let log_factorial = |n: u64| (1..=n).map(|k| (k as f64).ln()).sum::<f64>();
    let term = |count: u64, probability: f64| {
        if count == 0 { 0.0 } else { count as f64 * probability.ln() - log_factorial(count) }
    };
    let lost_chance = 1.0 - truth.won_both - truth.split;
    let elo = from_score(truth.won_both + truth.split / 2.0);
    let mut sum = 0.0;
    for won in 0..=pairs {
        for split in 0..=pairs - won {
            let lost = pairs - won - split;
            let estimate = EloEstimate::logistic(&tally(lost, split, won)).unwrap();
            if (estimate.lower..=estimate.upper).contains(&elo) {
                let log = log_factorial(pairs)
                    + term(won, truth.won_both)
                    + term(split, truth.split)
                    + term(lost, lost_chance);
                sum += log.exp();
            }
        }
    }
    sum
}

/// The 95% interval holds the truth as often as it says, on the mean over many truths, with few pairs too; with whole
/// numbers of pairs no interval can do so for each truth. The usual one, 1.96 standard errors, holds 73% of 5 pairs.
#[test]
fn elo_intervals_hold_the_truth() {
    for (pairs, least, mean) in [(5, 0.87, 0.955), (10, 0.89, 0.948), (40, 0.89, 0.942)] {
        let mut found = Vec::new();
        for score in [0.5, 0.55, 0.65, 0.8, 0.95] {
            for share in [0.2, 0.4, 0.5, 0.6, 0.8, 0.95] {
                // Of the splits that such a score allows.
                let split = share * 2.0 * (1.0 - score);
                found.push(coverage(pairs, Truth { won_both: score - split / 2.0, split }));
            }
        }
        assert!(found.iter().all(|&found| found >= least), "{pairs} pairs: {found:?}");
        let average = found.iter().sum::<f64>() / found.len() as f64;
        assert!((average - mean).abs() < 0.002, "{pairs} pairs: {average}");
    }
}
