//! Positions in which exactly one move wins, found by looking at every game; the searches have to find it too.

use amazons::{Move, Narrow, Position};
use search::Search;
use search::montecarlo::{Formula, Logarithm, MoveGroups, MoveGroupsConfig, Uct, UctConfig};
use testkit::{WON, drawn, is_won, think};
use thought::Limits;

use super::support::Mobility;

/// The only winning move.
fn only_winner(position: &Position<Narrow>) -> Move {
    let mut winners = position.legal_moves().filter(|&mv| !is_won(&position.play(mv).unwrap()));
    let winner = winners.next().expect("a move wins");
    assert_eq!(winners.next(), None, "two moves win");
    assert!(position.count_moves() >= 12, "too easy");
    winner
}

fn finds_the_winner(playouts: u64, make: impl Fn() -> Box<dyn Search<Narrow>>) {
    for board in WON {
        let position = drawn(board);
        let winner = only_winner(&position);
        for seed in 0..3 {
            let mut search = make();
            search.new_game(seed);
            let decision = think(&mut *search, &position, &Limits::playouts(playouts));
            assert_eq!(decision.mv, winner, "seed {seed}, {:?}", decision.report.lines);
            assert!(decision.report.lines[0].win_rate.is_some_and(|rate| rate > 0.5));
        }
    }
}

#[test]
fn uct_with_ucb1_tuned() {
    finds_the_winner(20_000, || Box::new(Uct::default()));
}

#[test]
fn uct_with_ucb1() {
    let formula = Formula::Ucb1 { c: std::f64::consts::SQRT_2 };
    finds_the_winner(60_000, || Box::new(Uct::new(UctConfig { formula, ..UctConfig::default() })));
}

#[test]
fn move_groups() {
    finds_the_winner(20_000, || Box::new(MoveGroups::new(MoveGroupsConfig::default(), Mobility)));
}

#[test]
fn move_groups_with_the_doubled_logarithm() {
    let config = MoveGroupsConfig { logarithm: Logarithm::Doubled, ..MoveGroupsConfig::default() };
    finds_the_winner(20_000, || Box::new(MoveGroups::new(config.clone(), Mobility)));
}

#[test]
fn the_baseline() {
    finds_the_winner(20_000, || Box::new(MoveGroups::new(MoveGroupsConfig::baseline(), Mobility)));
}
