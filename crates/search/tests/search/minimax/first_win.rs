//! Depth-first and breadth-first take the first won line.

use amazons::{Fixed, Move, Position};
use search::minimax::candidates::{Candidates, Scope};
use search::minimax::{CandidateAlgorithm, CandidateSearch};
use testkit::think;
use thought::{Limits, Score};

use super::naive;
use super::sample::{Boxed, Small, drawn, position};

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

/// Where nothing is won, the lines after the first are the largest h after each other move.
fn further_lines(position: &Position<Small>, depth: u32, lines: &[Vec<Move>]) {
    let h = |line: &[Move]| {
        let h = naive::h(&end(position, line));
        f64::from(if line.len() % 2 == 1 { h } else { -h })
    };
    let searches: [Boxed; 2] = [
        Box::new(CandidateSearch { lines: 3, ..CandidateSearch::new(CandidateAlgorithm::DepthFirst, RULE) }),
        Box::new(CandidateSearch {
            lines: 3,
            ..CandidateSearch::new(CandidateAlgorithm::BreadthFirst, RULE)
        }),
    ];
    for mut search in searches {
        let report = think(&mut *search, position, &Limits::depth(depth)).report;
        if !end(position, &report.lines[0].moves).has_move() {
            continue;
        }
        let mut best: Vec<(Move, f64)> = Vec::new();
        for line in lines {
            match best.iter_mut().find(|(mv, _)| *mv == line[0]) {
                Some((_, most)) => *most = most.max(h(line)),
                None => best.push((line[0], h(line))),
            }
        }
        best.sort_by(|a, b| b.1.total_cmp(&a.1));
        let truth: Vec<f64> = best.iter().map(|&(_, h)| h).take(3).collect();
        let found: Vec<f64> = report.lines.iter().map(|line| line.score.unwrap().to_moves()).collect();
        assert_eq!(found, truth, "to {depth} in {position:?}");
    }
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
            let found = think(
                &mut CandidateSearch::new(CandidateAlgorithm::DepthFirst, RULE),
                &position,
                &Limits::depth(depth),
            );
            assert_eq!(found.report.lines[0].moves, expected, "depth-first to {depth} in {position:?}");
            assert_eq!(found.mv, expected[0]);
            further_lines(&position, depth, &lines);
            // Stable: within a level the order stays.
            lines.sort_by_key(Vec::len);
            let expected = first_won(&position, &lines);
            let found = think(
                &mut CandidateSearch::new(CandidateAlgorithm::BreadthFirst, RULE),
                &position,
                &Limits::depth(depth),
            );
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
    let found = think(
        &mut CandidateSearch::new(CandidateAlgorithm::BreadthFirst, Candidates::default()),
        &position,
        &Limits::NONE,
    );
    assert_eq!(found.report.lines[0].score, Some(Score::win_in(1)));
    assert!(!position.play(found.mv).unwrap().has_move());
}

#[test]
fn without_a_won_line_both_end_with_the_tree() {
    // White is lost whatever both sides do.
    let position = drawn::<Fixed<7, 1>>("W . * . . . B\nWhite to move");
    for limits in [Limits::NONE, Limits::depth(u32::MAX)] {
        let depth = think(
            &mut CandidateSearch::new(CandidateAlgorithm::DepthFirst, Candidates::default()),
            &position,
            &limits,
        );
        let breadth = think(
            &mut CandidateSearch::new(CandidateAlgorithm::BreadthFirst, Candidates::default()),
            &position,
            &limits,
        );
        assert!(position.is_legal(depth.mv) && position.is_legal(breadth.mv));
        assert!(!depth.report.lines[0].score.unwrap().is_win());
        assert_eq!(breadth.report.depth, Some(2));
    }
}
