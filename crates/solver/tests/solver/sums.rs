//! Sums of two and three small areas against the naive oracle, which sees one board.

use amazons::{Color, Narrow, Position};
use solver::{Margin, Solver};
use testkit::{playable, rng};

use crate::naive::{Cells, Oracle};
use crate::sample::{endless, side_by_side};

/// What adding up the margins of the parts says.
fn added(solver: &mut Solver<Narrow>, position: &Position<Narrow>) -> i16 {
    let areas = solver.areas(position, &mut endless()).unwrap();
    // A part worth n moves has the margin n - 1.
    areas.iter().map(|area| area.margins[position.turn()].exact().unwrap().free() + 1).sum::<i16>() - 1
}

fn agrees_with_the_whole_board(boards: u8, empty: u32, rounds: u64) {
    let (mut wrong_margins, mut wrong_winners) = (0, 0);
    for round in 0..rounds {
        let mut rng = rng(u64::from(boards) << 32 | round);
        let mut setup = side_by_side(&mut rng, boards, empty);
        setup.turn = if round % 2 == 0 { Color::White } else { Color::Black };
        let position = playable(&setup);
        let mut solver = Solver::new(1 << 20);
        let solution = solver.solve(&position, &mut endless()).unwrap();
        let margin = solution.bounds.exact().expect("an exact margin").free();
        let is_so = Oracle::default().is_margin(&Cells::of(&setup), setup.turn, margin);
        assert!(is_so, "{position:?} {margin}");
        let added = added(&mut solver, &position);
        wrong_margins += u64::from(added != margin);
        wrong_winners += u64::from(Margin::new(added).is_win() != Margin::new(margin).is_win());
    }
    assert!(wrong_margins >= rounds / 10, "adding up was wrong {wrong_margins} times in {rounds}");
    assert!(wrong_winners > 0, "adding up never named the wrong winner");
}

#[test]
fn of_two() {
    agrees_with_the_whole_board(2, 4, 60);
}

#[test]
fn of_three() {
    agrees_with_the_whole_board(3, 3, 40);
}
