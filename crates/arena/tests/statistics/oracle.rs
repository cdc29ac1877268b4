//! Every case that scipy answered (`testdata/statistics/README.md`).

use arena::statistics::elo::{EloEstimate, likelihood_of_superiority};
use arena::statistics::{
    Anchor, BradleyTerry, Crosstable, EloModel, Sprt, SprtParameters, mann_whitney, shapiro_wilk, wilson,
};

use super::{assert_close, tally};

const CASES: &str = include_str!("../../../../testdata/statistics/scipy.txt");

/// The fields of all cases of a kind, each with its words; fails when there are fewer than `least`.
fn cases(kind: &str, least: usize) -> Vec<Vec<Vec<&'static str>>> {
    let cases: Vec<Vec<Vec<&str>>> = CASES
        .lines()
        .filter_map(|line| line.strip_prefix(kind)?.strip_prefix(" | "))
        .map(|line| line.split(" | ").map(|field| field.split(' ').collect()).collect())
        .collect();
    assert!(cases.len() >= least, "{} cases of {kind}", cases.len());
    cases
}

fn numbers(field: &[&str]) -> Vec<f64> {
    field.iter().map(|word| word.parse().unwrap_or_else(|_| panic!("{word} is a number"))).collect()
}

fn counts(field: &[&str]) -> Vec<u64> {
    field.iter().map(|word| word.parse().unwrap_or_else(|_| panic!("{word} is a count"))).collect()
}

#[test]
fn wilson_intervals() {
    for case in cases("wilson", 100) {
        let (input, expected) = (counts(&case[0]), numbers(&case[1]));
        let found = wilson(input[0], input[1]);
        assert_close(found.lower, expected[0], 1e-10, &format!("lower end of {input:?}"));
        assert_close(found.upper, expected[1], 1e-10, &format!("upper end of {input:?}"));
    }
}

#[test]
fn likelihoods_of_superiority() {
    for case in cases("superiority", 30) {
        let (input, expected) = (counts(&case[0]), numbers(&case[1]));
        let found = likelihood_of_superiority(&tally(input[1], 17, input[0]));
        // statrs promises no more digits of the incomplete beta function.
        assert!((found - expected[0]).abs() < 1e-9, "{input:?}: found {found}, expected {}", expected[0]);
    }
}

#[test]
fn mann_whitney_tests() {
    for case in cases("mann_whitney", 48) {
        let (first, second, expected) = (numbers(&case[0]), numbers(&case[1]), numbers(&case[2]));
        let found = mann_whitney(&first, &second).expect("samples are there");
        assert_close(found.u, expected[0], 0.0, &format!("u of {first:?} and {second:?}"));
        assert_close(found.p_value, expected[1], 1e-9, &format!("p of {first:?} and {second:?}"));
    }
}

#[test]
fn shapiro_wilk_tests() {
    for case in cases("shapiro_wilk", 70) {
        let (sample, expected) = (numbers(&case[0]), numbers(&case[1]));
        let found = shapiro_wilk(&sample).expect("the sample can be tested");
        let name = format!("{} values from {}", sample.len(), sample[0]);
        // scipy's quantiles have about eight digits, as the original's.
        assert_close(found.w, expected[0], 1e-7, &format!("w of {name}"));
        assert!(
            (found.p_value - expected[1]).abs() < 1e-6 + 1e-5 * expected[1],
            "p of {name}: {found:?}, {expected:?}"
        );
    }
}

#[test]
fn log_likelihood_ratios() {
    for case in cases("llr", 60) {
        let (input, expected) = (numbers(&case[0]), numbers(&case[1]));
        let tally = tally(input[0] as u64, input[1] as u64, input[2] as u64);
        for (model, expected) in [EloModel::Logistic, EloModel::Normalized].into_iter().zip(expected) {
            let (elo0, elo1) = (input[3], input[4]);
            let sprt = Sprt::new(SprtParameters { model, elo0, elo1, ..SprtParameters::default() }).unwrap();
            let found = sprt.llr(&tally);
            assert!(
                (found - expected).abs() < 1e-7 * (1.0 + expected.abs()),
                "{model:?} {input:?}: found {found}, expected {expected}"
            );
        }
    }
}

#[test]
fn elo_estimates() {
    for case in cases("elo", 40) {
        let input = counts(&case[0]);
        let tally = tally(input[0], input[1], input[2]);
        let estimates = [EloEstimate::logistic(&tally).unwrap(), EloEstimate::normalized(&tally).unwrap()];
        for (found, field) in estimates.into_iter().zip(&case[1..]) {
            let expected = numbers(field);
            for (found, expected) in [found.elo, found.lower, found.upper].into_iter().zip(expected) {
                let is_close = found == expected || (found - expected).abs() < 1e-4;
                assert!(is_close, "{input:?}: found {found}, expected {expected}");
            }
        }
    }
}

#[test]
fn bradley_terry_ratings() {
    for case in cases("bradley_terry", 40) {
        let players: usize = case[0][0].parse().unwrap();
        let anchor = case[0][2].parse().map_or(Anchor::Mean, Anchor::Player);
        let mut table = Crosstable::new(players);
        for (place, wins) in counts(&case[1]).into_iter().enumerate().filter(|&(_, wins)| wins > 0) {
            table.add_wins(place / players, place % players, wins);
        }
        let model = BradleyTerry { anchor, prior_games: case[0][1].parse().unwrap() };
        let found = model.fit(&table).unwrap();
        let (elos, errors) = (numbers(&case[2]), numbers(&case[3]));
        assert_eq!(found.len(), elos.len());
        for (player, rating) in found.into_iter().enumerate() {
            assert!((rating.elo - elos[player]).abs() < 1e-3, "{case:?}: player {player} {rating:?}");
            assert!(
                (rating.standard_error - errors[player]).abs() < 1e-3,
                "{case:?}: player {player} {rating:?}"
            );
        }
    }
}
