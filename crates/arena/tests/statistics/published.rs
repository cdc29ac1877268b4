//! Figures that others published, and small ones that a person can check.

use arena::statistics::elo::{EloEstimate, from_score, likelihood_of_superiority, to_score};
use arena::statistics::match_point::{Ending, of_won_sets, round};
use arena::statistics::{
    Anchor, BradleyTerry, Crosstable, EloModel, PairTally, Sprt, SprtParameters, mann_whitney, shapiro_wilk,
    wilson,
};

use super::{assert_close, tally};

/// The rounds of MCTS and of MG-PEO (Zhang, Zou, Zhu 2024, Tables A3 and A2).
fn match_points() -> (Vec<f64>, Vec<f64>) {
    let text = include_str!("../../../../testdata/mgpeo_matches.csv");
    let rows = text.lines().filter(|line| line.starts_with(|first: char| first.is_ascii_digit()));
    let rounds = rows.map(|row| {
        // The names of opponents may have commas: the rounds are counted from the end.
        let cells: Vec<&str> = row.rsplit(',').collect();
        let [mcts, mg_peo]: [f64; 2] = [cells[0], cells[2]].map(|cell| cell.parse().unwrap());
        (mcts, mg_peo)
    });
    rounds.unzip()
}

#[test]
fn the_significance_of_mg_peo() {
    let (mcts, mg_peo) = match_points();
    assert_eq!((mcts.len(), mg_peo.len()), (100, 100));
    assert_close(mcts.iter().sum::<f64>() / 100.0, 42.57, 1e-12, "mean round of MCTS");
    assert_close(mg_peo.iter().sum::<f64>() / 100.0, 39.68, 1e-12, "mean round of MG-PEO");

    let normality = shapiro_wilk(&mcts).unwrap();
    assert!((normality.w - 0.93873).abs() < 5e-6, "{normality:?}");
    assert!((normality.p_value - 1.61e-4).abs() < 5e-7, "{normality:?}");
    let normality = shapiro_wilk(&mg_peo).unwrap();
    assert!((normality.w - 0.95301).abs() < 5e-6, "{normality:?}");
    assert!((normality.p_value - 1.316e-3).abs() < 5e-7, "{normality:?}");
    let difference = mann_whitney(&mcts, &mg_peo).unwrap();
    assert_eq!(difference.u, 7321.5);
    assert!((difference.p_value - 1.1604e-8).abs() < 5e-13, "{difference:?}");
}

fn llr(model: EloModel, (elo0, elo1): (f64, f64), tally: PairTally) -> f64 {
    Sprt::new(SprtParameters { model, elo0, elo1, ..SprtParameters::default() }).unwrap().llr(&tally)
}

/// What fastchess's own tests (`app/tests/sprt_test.cpp`) expect of games with draws: results of 0, 1/2 and 1 as pairs are.
#[test]
fn log_likelihood_ratios_of_fastchess() {
    let logistic = llr(EloModel::Logistic, (0.5, 2.5), tally(21184, 40708, 21404));
    assert_close(logistic, -1.57, 0.01, "logistic 1");
    let logistic = llr(EloModel::Logistic, (0.0, 2.0), tally(57030, 106_593, 57433));
    assert_close(logistic, -2.59, 0.01, "logistic 2");
    // Its games are not pairs, which a normalized Elo knows: sqrt 2 is between them.
    let single = |elo: f64| elo / 2.0_f64.sqrt();
    let normalized = llr(EloModel::Normalized, (single(0.0), single(2.0)), tally(36027, 68692, 36433));
    assert_close(normalized, 0.92, 0.01, "normalized 1");
    let normalized = llr(EloModel::Normalized, (single(-1.75), single(0.25)), tally(10650, 20431, 10871));
    assert_close(normalized, 2.30, 0.01, "normalized 2");
}

/// Wald's bounds for error rates of 5%, which every chess tester prints as (-2.94, 2.94).
#[test]
fn bounds_from_the_error_rates() {
    let bounds = Sprt::new(SprtParameters::default()).unwrap().bounds();
    assert_close(bounds.upper, 19.0_f64.ln(), 1e-12, "upper bound");
    assert_close(bounds.lower, -19.0_f64.ln(), 1e-12, "lower bound");
    let uneven = SprtParameters { alpha: 0.1, beta: 0.02, ..SprtParameters::default() };
    let bounds = Sprt::new(uneven).unwrap().bounds();
    assert_close(bounds.upper, (0.98_f64 / 0.1).ln(), 1e-12, "upper bound");
    assert_close(bounds.lower, (0.02_f64 / 0.9).ln(), 1e-12, "lower bound");
}

/// A tenth above a half is a difference of 70 Elo, three quarters of 191 (Elo's own table: 70 and 193).
#[test]
fn elo_of_a_score() {
    assert_close(from_score(0.6), 70.437, 1e-5, "60%");
    assert_close(from_score(0.75), 190.849, 1e-5, "75%");
    assert_close(to_score(-400.0), 1.0 / 11.0, 1e-12, "400 weaker");
    assert_eq!(from_score(1.0), f64::INFINITY);
    assert_eq!(from_score(0.0), f64::NEG_INFINITY);
}

/// The ends of sure things: `n` pairs won leave every score at which `score^n` is likely enough.
#[test]
fn elo_of_sure_things() {
    let won = EloEstimate::logistic(&tally(0, 0, 10)).unwrap();
    assert_eq!((won.elo, won.upper, won.error()), (f64::INFINITY, f64::INFINITY, None));
    assert_close(to_score(won.lower), (-3.841_458_8_f64 / 20.0).exp(), 1e-7, "ten pairs won");
    let lost = EloEstimate::logistic(&tally(10, 0, 0)).unwrap();
    assert_eq!((lost.elo, lost.lower, lost.upper), (-won.elo, -won.upper, -won.lower));

    let even = EloEstimate::logistic(&tally(0, 10, 0)).unwrap();
    assert_eq!(even.elo, 0.0);
    assert_close(to_score(even.lower), (-3.841_458_8_f64 / 20.0).exp() / 2.0, 1e-7, "ten pairs split");

    assert_eq!(EloEstimate::logistic(&PairTally::default()), None);
    assert_eq!(EloEstimate::normalized(&PairTally::default()), None);
    assert_eq!(serde_json::to_value(won).unwrap()["upper"], serde_json::Value::Null);
    for tally in [PairTally::default(), tally(0, 0, 1), tally(0, 0, 100_000), tally(7, 0, 0)] {
        let estimate = EloEstimate::regularized(&tally);
        assert!(estimate.error().is_some() && estimate.elo.is_finite(), "{tally:?}: {estimate:?}");
    }
}

#[test]
fn superiority_by_hand() {
    assert_close(likelihood_of_superiority(&tally(0, 0, 1)), 0.75, 1e-12, "one pair won");
    assert_close(likelihood_of_superiority(&tally(0, 0, 3)), 15.0 / 16.0, 1e-12, "three pairs won");
    assert_close(likelihood_of_superiority(&tally(5, 9, 5)), 0.5, 1e-12, "even");
    assert_close(likelihood_of_superiority(&PairTally::default()), 0.5, 1e-12, "nothing");
}

/// Newcombe, "Two-sided confidence intervals for the single proportion" (1998), Table I, method 3.
#[test]
fn wilson_intervals_of_newcombe() {
    for (wins, games, lower, upper) in
        [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)]
    {
        let found = wilson(wins, games);
        assert!((found.lower - lower).abs() < 5e-5 && (found.upper - upper).abs() < 5e-5, "{found:?}");
    }
}

/// With two players the ratings are their score: 3 of 4 is 190.85 Elo, its error that of a logit.
#[test]
fn ratings_of_two_players() {
    let mut table = Crosstable::new(2);
    table.add_wins(0, 1, 30);
    table.add_wins(1, 0, 10);
    let plain = BradleyTerry { prior_games: 0.0, ..BradleyTerry::default() };
    let ratings = plain.fit(&table).unwrap();
    assert_close(ratings[0].elo - ratings[1].elo, from_score(0.75), 1e-9, "difference");
    let logit = 400.0 / 10.0_f64.ln() / (40.0 * 0.75 * 0.25_f64).sqrt();
    assert_close(ratings[0].standard_error, logit / 2.0, 1e-9, "half the error of the difference");
}

/// Baseball of 1987: A. Agresti, "Categorical Data Analysis" (2nd edition, 2002), Table 10.10; abilities above Baltimore's
/// and their standard errors as H. Turner, D. Firth, "Bradley-Terry models in R: the BradleyTerry2 package" (2012), print
/// them.
#[test]
fn ratings_of_agresti() {
    // Milwaukee, Detroit, Toronto, New York, Boston, Cleveland, Baltimore; row's wins against column.
    let wins: [[u64; 7]; 7] = [
        [0, 7, 9, 7, 7, 9, 11],
        [6, 0, 7, 5, 11, 9, 9],
        [4, 6, 0, 7, 7, 8, 12],
        [6, 8, 6, 0, 6, 7, 10],
        [6, 2, 6, 7, 0, 7, 12],
        [4, 4, 5, 6, 6, 0, 6],
        [2, 4, 1, 3, 1, 7, 0],
    ];
    let mut table = Crosstable::new(7);
    for (winner, row) in wins.into_iter().enumerate() {
        for (loser, games) in row.into_iter().enumerate().filter(|&(_, games)| games > 0) {
            table.add_wins(winner, loser, games);
        }
    }
    let model = BradleyTerry { anchor: Anchor::Player(6), prior_games: 0.0 };
    let abilities = [1.5814, 1.4364, 1.2945, 1.2476, 1.1077, 0.6839, 0.0];
    let errors = [0.3433, 0.3396, 0.3367, 0.3359, 0.3339, 0.3319, 0.0];
    for (player, rating) in model.fit(&table).unwrap().into_iter().enumerate() {
        let unit = 400.0 / 10.0_f64.ln();
        assert!((rating.elo / unit - abilities[player]).abs() < 6e-5, "player {player}: {rating:?}");
        assert!((rating.standard_error / unit - errors[player]).abs() < 6e-5, "player {player}: {rating:?}");
    }
}

#[test]
fn match_point_rounds() {
    let rates = [0.5, 0.6, 0.89, 0.9, 0.7, 0.95];
    assert_eq!(round(&rates, Ending::Won), 4);
    assert_eq!(round(&rates, Ending::Lost), 47);
    assert_eq!(round(&rates[..3], Ending::Won), 3, "the last round");
    assert_eq!(of_won_sets(&[40, 41, 47]), Some(43));
    assert_eq!(of_won_sets(&[40, 41]), Some(41), "halves up");
    assert_eq!(of_won_sets(&[40, 40, 41]), Some(40));
    assert_eq!(of_won_sets(&[]), None);
}
