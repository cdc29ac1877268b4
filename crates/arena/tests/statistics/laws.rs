//! What must hold whatever was played.

use std::time::Duration;

use arena::statistics::elo::{EloEstimate, likelihood_of_superiority};
use arena::statistics::{
    Anchor, BradleyTerry, Crosstable, EloModel, GameTally, MatchTally, PairScore, PairTally, RatingError,
    Speed, Sprt, SprtError, SprtParameters, SprtVerdict, Summary, mann_whitney, shapiro_wilk, wilson,
};
use proptest::prelude::*;

use super::{assert_close, tally};

/// Tallies, small ones and those with outcomes unseen among them.
fn tallies() -> impl Strategy<Value = PairTally> {
    let count = || prop_oneof![Just(0), 0..4_u64, 0..5000_u64];
    (count(), count(), count()).prop_map(|(lost, split, won)| tally(lost, split, won))
}

fn models() -> impl Strategy<Value = EloModel> {
    prop_oneof![Just(EloModel::Logistic), Just(EloModel::Normalized)]
}

proptest! {
    #[test]
    fn a_ratio_is_finite_and_the_opponents_reversed(
        tally in tallies(), model in models(), elo0 in -300.0..300.0, width in 0.5..100.0
    ) {
        let elo1 = elo0 + width;
        let test = |elo0, elo1| Sprt::new(SprtParameters { model, elo0, elo1, ..SprtParameters::default() }).unwrap();
        let own = test(elo0, elo1).llr(&tally);
        let others = test(-elo1, -elo0).llr(&tally.swapped());
        prop_assert!(own.is_finite());
        prop_assert!((own + others).abs() < 1e-7 * (1.0 + own.abs()), "{own} and {others}");
    }

    #[test]
    fn one_more_pair_won_never_speaks_for_the_null(
        tally in tallies(), model in models(), elo0 in -300.0..300.0, width in 0.5..100.0
    ) {
        // Of the logistic model this holds always; of the normalized one only while the variance does not grow faster
        // than the mean, so there it is asked of hopeful beginnings alone.
        prop_assume!(model == EloModel::Logistic || tally.lost_both + tally.split == 0);
        let sprt = Sprt::new(SprtParameters { model, elo0, elo1: elo0 + width, ..SprtParameters::default() }).unwrap();
        let more = PairTally { won_both: tally.won_both + 1, ..tally };
        prop_assert!(sprt.llr(&more) > sprt.llr(&tally) - 1e-9);
    }

    #[test]
    fn an_interval_holds_its_estimate_and_swaps(tally in tallies()) {
        prop_assume!(tally.pairs() > 0);
        for estimate in [EloEstimate::logistic, EloEstimate::normalized] {
            let (own, other) = (estimate(&tally).unwrap(), estimate(&tally.swapped()).unwrap());
            prop_assert!(own.lower <= own.elo && own.elo <= own.upper, "{own:?}");
            prop_assert!(own.lower < own.upper, "{own:?}");
            for (a, b) in [(own.elo, -other.elo), (own.lower, -other.upper), (own.upper, -other.lower)] {
                prop_assert!(a == b || (a - b).abs() < 1e-6 * (1.0 + a.abs()), "{own:?} and {other:?}");
            }
        }
        let both = likelihood_of_superiority(&tally) + likelihood_of_superiority(&tally.swapped());
        prop_assert!((both - 1.0).abs() < 1e-9);
        let finite = EloEstimate::regularized(&tally);
        prop_assert!(finite.error().is_some_and(f64::is_finite), "{finite:?}");
    }

    #[test]
    fn many_pairs_have_the_usual_interval(shares in (0.15..0.35, 0.15..0.35)) {
        let pairs = 100_000.0;
        let (won, lost) = ((pairs * shares.0) as u64, (pairs * shares.1) as u64);
        let tally = tally(lost, 100_000 - won - lost, won);
        let (score, variance) = (tally.score().unwrap(), tally.variance().unwrap());
        // The derivative of Elo by the score.
        let slope = 400.0 / 10.0_f64.ln() / (score * (1.0 - score));
        let usual = 1.959964 * (variance / pairs).sqrt() * slope;
        let found = EloEstimate::logistic(&tally).unwrap().error().unwrap();
        prop_assert!((found / usual - 1.0).abs() < 1e-3, "{found}, usually {usual}");
    }

    #[test]
    fn a_summary_in_parts_is_the_whole(values in prop::collection::vec(-1e3..1e3, 2..60), cut in 0..60_usize) {
        let (left, right) = values.split_at(cut.min(values.len()));
        let mut parts: Summary = left.iter().copied().collect();
        parts.merge(&right.iter().copied().collect());
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
        let deviation = (squares / (values.len() - 1) as f64).sqrt();
        prop_assert_eq!(parts.count(), values.len() as u64);
        prop_assert!((parts.mean().unwrap() - mean).abs() < 1e-9);
        prop_assert!((parts.deviation().unwrap() - deviation).abs() < 1e-9);
        prop_assert_eq!(parts.least(), values.iter().copied().reduce(f64::min));
        prop_assert_eq!(parts.most(), values.iter().copied().reduce(f64::max));
    }

    #[test]
    fn a_wilson_interval_holds_the_share(games in 1..5000_u64, part in 0.0..=1.0) {
        let wins = (games as f64 * part) as u64;
        let (own, other) = (wilson(wins, games), wilson(games - wins, games));
        prop_assert!(own.contains(wins as f64 / games as f64) && own.lower >= 0.0 && own.upper <= 1.0);
        prop_assert!((own.lower + other.upper - 1.0).abs() < 1e-12);
    }
}

#[test]
fn pairs_and_lone_games_add_up() {
    let mut pairs = PairTally::default();
    for wins in [2, 2, 1, 0, 2] {
        pairs.add(PairScore::from_wins(wins));
    }
    assert_eq!(pairs, tally(1, 1, 3));
    assert_eq!((pairs.pairs(), pairs.games()), (5, GameTally { wins: 7, losses: 3 }));
    assert_close(pairs.score().unwrap(), 0.7, 1e-12, "score");
    // Scores 1, 1, 1/2, 0, 1 about 0.7.
    assert_close(pairs.variance().unwrap(), (3.0 * 0.09 + 0.04 + 0.49) / 5.0, 1e-12, "variance");

    let whole = MatchTally { pairs, unpaired: GameTally { wins: 1, losses: 0 } };
    assert_eq!((whole + whole).games(), GameTally { wins: 16, losses: 6 });
    assert_eq!((whole + whole).pairs, tally(2, 2, 6), "a lone game is in no pair");
    assert_eq!(whole.swapped().games(), GameTally { wins: 3, losses: 8 });
    assert_close(whole.games().equity().unwrap(), 5.0 / 11.0, 1e-12, "equity");
    let nothing = GameTally::default();
    assert_eq!((nothing.score(), nothing.equity(), PairTally::default().variance()), (None, None, None));
}

#[test]
fn senseless_tests_are_refused() {
    let good = SprtParameters::default();
    for (elo0, elo1) in [(5.0, 5.0), (5.0, 0.0), (f64::NAN, 1.0), (0.0, f64::INFINITY)] {
        let error = Sprt::new(SprtParameters { elo0, elo1, ..good }).unwrap_err();
        assert!(matches!(error, SprtError::Hypotheses { .. }), "{error}");
    }
    for (alpha, beta) in [(0.0, 0.05), (0.05, -0.1), (0.5, 0.5), (f64::NAN, 0.05)] {
        let error = Sprt::new(SprtParameters { alpha, beta, ..good }).unwrap_err();
        assert!(matches!(error, SprtError::ErrorRates { .. }), "{error}");
    }
    assert_eq!(Sprt::new(good).unwrap().verdict(&PairTally::default()), SprtVerdict::Undecided);
}

#[test]
fn perfect_scores_have_finite_ratings() {
    let mut table = Crosstable::new(4);
    table.add_wins(0, 1, 20);
    table.add_wins(1, 2, 20);
    // Player 3 has not played at all.
    let ratings = BradleyTerry::default().fit(&table).unwrap();
    assert!(ratings[0].elo > ratings[1].elo && ratings[1].elo > ratings[2].elo, "{ratings:?}");
    assert!(
        ratings.iter().all(|rating| rating.elo.is_finite() && rating.standard_error > 0.0),
        "{ratings:?}"
    );
    assert!(ratings.iter().map(|rating| rating.elo).sum::<f64>().abs() < 1e-6);

    let anchored = BradleyTerry { anchor: Anchor::Player(2), ..BradleyTerry::default() }.fit(&table).unwrap();
    assert_eq!((anchored[2].elo, anchored[2].standard_error), (0.0, 0.0));
    let lead = ratings[0].elo - ratings[2].elo;
    assert_close(anchored[0].elo, lead, 1e-9, "an anchor moves all alike");

    let plain = BradleyTerry { prior_games: 0.0, ..BradleyTerry::default() };
    assert_eq!(plain.fit(&table), Err(RatingError::Unconnected));
    let nobody = BradleyTerry { anchor: Anchor::Player(4), ..BradleyTerry::default() };
    assert_eq!(nobody.fit(&table), Err(RatingError::NoSuchPlayer { player: 4, players: 4 }));
    let negative = BradleyTerry { prior_games: -1.0, ..BradleyTerry::default() };
    assert_eq!(negative.fit(&table), Err(RatingError::Prior(-1.0)));
    assert_eq!(BradleyTerry::default().fit(&Crosstable::new(0)), Ok(vec![]));
}

#[test]
fn a_hopeless_favourite_is_rated_too() {
    // A million games to one: Newton's first step from 0 is far too long for the second player.
    let mut table = Crosstable::new(3);
    table.add_wins(0, 1, 1_000_000);
    table.add_wins(1, 0, 1);
    table.add_wins(1, 2, 1_000_000);
    table.add_wins(2, 1, 1);
    let plain = BradleyTerry { prior_games: 0.0, ..BradleyTerry::default() };
    let ratings = plain.fit(&table).unwrap();
    assert_close(ratings[0].elo - ratings[1].elo, 2400.0, 1e-6, "six powers of ten");
    assert_close(ratings[1].elo - ratings[2].elo, 2400.0, 1e-6, "six powers of ten");
}

#[test]
fn samples_that_cannot_be_tested() {
    assert_eq!(mann_whitney(&[], &[1.0]), None);
    assert_eq!(mann_whitney(&[f64::NAN], &[1.0]), None);
    assert_eq!(mann_whitney(&[1.0; 4], &[1.0; 3]).unwrap().p_value, 1.0, "all alike tells nothing");
    assert_eq!(shapiro_wilk(&[1.0, 2.0]), None);
    assert_eq!(shapiro_wilk(&[3.0; 10]), None);
    assert_eq!(shapiro_wilk(&[1.0, 2.0, f64::INFINITY]), None);
    assert_eq!(shapiro_wilk(&vec![1.0; 5001]), None);
}

#[test]
fn speed_weighs_long_searches() {
    let mut speed = Speed::default();
    assert_eq!(speed.nodes_a_second(), None);
    speed.add(1000, Duration::from_secs(1));
    speed.add(9000, Duration::from_secs(3));
    assert_eq!(speed.nodes_a_second(), Some(2500.0));
    assert_eq!(Summary::default().mean(), None);
    let one: Summary = [3.0].into_iter().collect();
    assert_eq!((one.mean(), one.deviation(), one.error_of_mean()), (Some(3.0), None, None));
}
