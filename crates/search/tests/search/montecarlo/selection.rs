//! The formulas, and which child they choose, against numbers worked out by hand.

use search::montecarlo::{FinalMove, Formula, MoveGroups, MoveGroupsConfig, Uct, WinRate};
use testkit::{drawn, think};
use thought::Limits;

use super::support::Mobility;

#[track_caller]
fn assert_close(one: f64, other: f64) {
    assert!((one - other).abs() < 1e-9, "{one} is not {other}");
}

#[test]
fn ucb1_is_mean_plus_c_times_the_root() {
    // ln 16 = 2.772588722; 3 wins of 4: 0.75 + c sqrt(0.693147181) with sqrt = 0.832554611.
    let ln = libm::log(16.0);
    assert_close(Formula::Ucb1 { c: 1.0 }.value(3.0, 4, ln), 0.75 + 0.832_554_611_157_697_8);
    assert_close(Formula::Ucb1 { c: 0.5 }.value(3.0, 4, ln), 0.75 + 0.416_277_305_578_848_9);
    assert_close(Formula::Ucb1 { c: 1.0 }.value(0.0, 1, 0.0), 0.0);
}

#[test]
fn ucb1_tuned_takes_the_smaller_of_a_quarter_and_the_variance() {
    // Few visits: sqrt(2 ln 16 / 4) = 1.18 is above a quarter, so the root is sqrt(0.693147181 / 4).
    let ln = libm::log(16.0);
    assert_close(Formula::Tuned.value(3.0, 4, ln), 0.75 + 0.416_277_305_578_848_9);
    // Many visits, always won: x - x^2 = 0 and sqrt(2 * 0.01) = 0.141421356 is below it.
    let expected = 1.0 + (0.01_f64 * 0.141_421_356_237_309_5).sqrt();
    assert_close(Formula::Tuned.value(1_000.0, 1_000, 10.0), expected);
    // Many visits, half won: x - x^2 alone is a quarter.
    assert_close(Formula::Tuned.value(500.0, 1_000, 10.0), 0.5 + 0.05);
}

#[test]
fn values_become_win_rates() {
    let logistic = WinRate::Logistic { slope: 0.2 };
    assert_close(logistic.of(0.0), 0.5);
    assert_close(logistic.of(5.0), 0.731_058_578_630_004_9); // 1 / (1 + 1/e)
    assert_close(logistic.of(-5.0), 1.0 - 0.731_058_578_630_004_9);
    assert_eq!([-0.1, 0.0, 0.1].map(|value| WinRate::Sign.of(value)), [0.0, 0.5, 1.0]);
}

/// Black cannot move, so White's only move wins:
///
/// ```text
/// W . * B
/// ```
#[test]
fn a_won_game_is_worth_exactly_one() {
    let position = drawn("W.*B");
    // The step to b1 can only be followed by the shot back.
    assert_eq!(position.count_moves(), 1);
    let decision = think(&mut Uct::default(), &position, &Limits::playouts(10));
    let line = &decision.report.lines[0];
    assert_eq!((line.win_rate, line.visits, line.moves.len()), (Some(1.0), Some(10), 1));
}

/// White has one move and Black then has one, which leaves White without:
///
/// ```text
/// W . * . B
/// ```
#[test]
fn win_rates_are_those_of_the_side_to_move() {
    let position = drawn("W.*.B");
    for playouts in [1, 2, 10] {
        let decision = think(&mut Uct::default(), &position, &Limits::playouts(playouts));
        assert_eq!(decision.report.lines[0].win_rate, Some(0.0));
        let mut groups = MoveGroups::new(MoveGroupsConfig::default(), Mobility);
        let decision = think(&mut groups, &position, &Limits::playouts(playouts + 1));
        assert_eq!(decision.report.lines[0].win_rate, Some(0.0));
    }
}

/// Shooting back keeps a square for White alone; any shot that gives it away loses:
///
/// ```text
/// W . . * . B
/// ```
#[test]
fn the_final_rules_agree_where_one_move_wins_and_all_others_lose() {
    let position = drawn("W..*.B");
    let winners: Vec<_> =
        position.legal_moves().filter(|&mv| !testkit::is_won(&position.play(mv).unwrap())).collect();
    assert!(!winners.is_empty() && winners.len() < position.count_moves() as usize);
    for final_move in [FinalMove::Visits, FinalMove::Mean, FinalMove::Formula] {
        let config = MoveGroupsConfig { final_move, exploration: 0.01, ..MoveGroupsConfig::default() };
        let decision = think(&mut MoveGroups::new(config, Mobility), &position, &Limits::playouts(500));
        assert!(winners.contains(&decision.mv), "{final_move:?} played {}", decision.mv);
    }
}
