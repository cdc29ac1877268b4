//! The problems of `testdata/solver/problems.txt`, each with the oracle that gave its answer.

use solver::{Margin, Solver};
use testkit::position;

use crate::naive::{Cells, Oracle};
use crate::sample::endless;

const PROBLEMS: &str = include_str!("../../../../testdata/solver/problems.txt");

/// A position with its answer and who gave it.
struct Problem {
    fen: &'static str,
    answer: &'static str,
    oracle: &'static str,
}

fn problems() -> Vec<Problem> {
    let lines = PROBLEMS.lines().filter(|line| !line.starts_with('#'));
    let problems = lines.map(|line| {
        let parts: Vec<&str> = line.split(" ; ").collect();
        let [fen, answer, oracle] = parts[..] else { panic!("{line}") };
        Problem { fen, answer, oracle }
    });
    problems.collect()
}

#[test]
fn are_solved_as_the_oracles_say() {
    let problems = problems();
    assert!(problems.len() > 30);
    for Problem { fen, answer, .. } in problems {
        let position = position(fen);
        let solution = Solver::new(1 << 22).solve(&position, &mut endless()).unwrap();
        let margin = solution.bounds.exact().expect("an exact margin");
        match answer {
            "first" | "second" => assert_eq!(margin.is_win(), answer == "first", "{fen}"),
            _ => assert_eq!(margin, Margin::new(answer.parse().unwrap()), "{fen}"),
        }
    }
}

#[test]
fn the_naive_oracle_stands_by_its_answers() {
    let naive: Vec<Problem> = problems().into_iter().filter(|problem| problem.oracle == "naive").collect();
    assert!(naive.len() > 30);
    for Problem { fen, answer, .. } in naive {
        let position = position(fen);
        let cells = Cells::of(&position.to_setup());
        assert!(Oracle::default().is_margin(&cells, position.turn(), answer.parse().unwrap()), "{fen}");
    }
}
