//! Depth-first and breadth-first take the first won line.

use amazons::{Fixed, Move, Position};
use search::minimax::candidates::{Candidates, Scope};
use search::minimax::{BreadthFirst, DepthFirst};
use thought::{Limits, Score};

use crate::naive;
use crate::sample::{Small, drawn, position, run};

const RULE: Candidates = Candidates { per_amazon: 3, growth: 10, scope: Scope::PerAmazon };

fn end(position: &Position<Small>, line: &[Move]) -> Position<Small> {
    line.iter().fold(*position, |position, &mv| position.play(mv).unwrap())
}

/// The first won line, else the first of the lines with the largest h.
fn first_won(position: &Position<Small>, lines: &[Vec<Move>]) -> Vec<Move> {
    let is_won = |line: &&Vec<Move>| line.len() % 2 == 1 && !end(position, line).has_move();
    if let Some(won) = lines.iter().find(is_won) {
        return won.clone();
    }
    let h = |line: &Vec<Move>| {
        let h = naive::h(&end(position, line));
        if line.len() % 2 == 1 { h } else { -h }
    };
    let most = lines.iter().map(h).max().unwrap();
    lines.iter().find(|line| h(line) == most).unwrap().clone()
}

#[test]
fn both_take_the_first_won_line_in_their_order() {
    let mut won = 0;
    for seed in 700..730 {
        let position = position(seed);
        for depth in 1..=4 {
            let mut lines = naive::lines(&position, depth, RULE);
            let expected = first_won(&position, &lines);
            won += u32::from(!end(&position, &expected).has_move());
            let found = run(&mut DepthFirst::new(RULE), &position, Limits::depth(depth));
            assert_eq!(found.report.lines[0].moves, expected, "depth-first to {depth} in {position:?}");
            assert_eq!(found.mv, expected[0]);
            // Stable: within a level the order stays.
            lines.sort_by_key(Vec::len);
            let expected = first_won(&position, &lines);
            let found = run(&mut BreadthFirst::new(RULE), &position, Limits::depth(depth));
            assert_eq!(found.report.lines[0].moves, expected, "breadth-first to {depth} in {position:?}");
            assert_eq!(found.mv, expected[0]);
        }
    }
    assert!(won > 10, "only {won} of the positions have a won line");
}

#[test]
fn breadth_first_sees_a_win_at_once() {
    let position = drawn::<Fixed<5, 2>>(
        "B . . . W
         * * . . .
         White to move",
    );
    let found = run(&mut BreadthFirst::default(), &position, Limits::NONE);
    assert_eq!(found.report.lines[0].score, Some(Score::win_in(1)));
    assert!(!position.play(found.mv).unwrap().has_move());
}

#[test]
fn without_a_won_line_both_end_with_the_tree() {
    // White is lost whatever both sides do.
    let position = drawn::<Fixed<7, 1>>("W . * . . . B\nWhite to move");
    for limits in [Limits::NONE, Limits::depth(u32::MAX)] {
        let depth = run(&mut DepthFirst::default(), &position, limits);
        let breadth = run(&mut BreadthFirst::default(), &position, limits);
        assert!(position.is_legal(depth.mv) && position.is_legal(breadth.mv));
        assert!(!depth.report.lines[0].score.unwrap().is_win());
        assert_eq!(breadth.report.depth, Some(2));
    }
}
