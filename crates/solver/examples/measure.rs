//! Measures the solver: `cargo run --release -p solver --example measure`.
//!
//! Over the separated endings of `testdata/solver/endings.txt` it times the test for separation, bounds, counts and
//! whole solutions, each from empty tables; then it solves the starts of small boards.

#![allow(clippy::print_stdout)]

use std::hint::black_box;
use std::time::{Duration, Instant};

use amazons::{Board10x10, Color, Narrow, Position, Setup};
use solver::{Solver, is_separated};
use thought::{Control, Counter, Limits};

const ENDINGS: &str = include_str!("../../../testdata/solver/endings.txt");

/// Starts with four amazons a side, and what is published about them.
const STARTS: [(&str, &str, &str); 4] = [
    ("4x4", "1qq1/q2q/Q2Q/1QQ1 w", "second player (Mueller 2001)"),
    ("5x4", "1q1q1/q3q/Q3Q/1Q1Q1 w", "first player (Song and Mueller 2014)"),
    ("4x5", "1qq1/q2q/4/Q2Q/1QQ1 w", "second player (two programs, papers.md)"),
    ("5x5", "1q1q1/q3q/5/Q3Q/1Q1Q1 w", "first player (Mueller 2001)"),
];

/// The longest that one start is searched.
const PATIENCE: Duration = Duration::from_secs(60);

fn main() {
    let endings: Vec<Position<Board10x10>> = ENDINGS
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|fen| Position::from_setup(&Setup::from_fen(fen).expect("a good FEN")).expect("playable"))
        .collect();
    println!("{} separated endings", endings.len());
    let repeated = endings.iter().cycle().take(endings.len() * 100);
    let (total, _) = timed(|| repeated.filter(|position| is_separated(black_box(position))).count());
    println!("separated?           {:>10.0} ns", total.as_secs_f64() * 1e7 / endings.len() as f64);

    let mut solver = Solver::new(1 << 20);
    let mut times = |name: &str, work: &mut dyn FnMut(&mut Solver<Board10x10>, &Position<Board10x10>)| {
        let mut times = Vec::new();
        for position in &endings {
            solver.clear();
            times.push(timed(|| work(&mut solver, position)).0);
        }
        print_times(name, times);
    };
    times("bounds, cold", &mut |solver, position| {
        black_box(solver.bounds(position));
    });
    times("counts, cold", &mut |solver, position| {
        black_box(Color::BOTH.map(|color| solver.count(position, color)));
    });
    times("solve, cold", &mut |solver, position| {
        let mut counter = Counter::new(&Limits::nodes(100_000), &Control::new(), Instant::now(), 100);
        black_box(solver.solve(position, &mut counter));
    });
    let (total, _) = timed(|| endings.iter().map(|position| solver.bounds(position)).count());
    println!("bounds, one solver   {:>10.2} us", total.as_secs_f64() * 1e6 / endings.len() as f64);

    for (name, fen, published) in STARTS {
        solve_start(name, fen, published);
    }
}

fn timed<T>(work: impl FnOnce() -> T) -> (Duration, T) {
    let start = Instant::now();
    let result = black_box(work());
    (start.elapsed(), result)
}

fn print_times(name: &str, mut times: Vec<Duration>) {
    times.sort();
    let us = |index: usize| times[index].as_secs_f64() * 1e6;
    let mean = times.iter().map(Duration::as_secs_f64).sum::<f64>() * 1e6 / times.len() as f64;
    let (middle, late, last) = (times.len() / 2, times.len() * 99 / 100, times.len() - 1);
    println!(
        "{name:<20} {mean:>10.1} us mean, {:.1} median, {:.0} at 99%, {:.0} at most",
        us(middle),
        us(late),
        us(last)
    );
}

fn solve_start(name: &str, fen: &str, published: &str) {
    let setup = Setup::from_fen(fen).expect("a good FEN");
    let board = Narrow::new(setup.size).expect("a small board");
    let position = Position::on_board(board, &setup).expect("playable");
    let mut counter = Counter::new(&Limits::time(PATIENCE), &Control::new(), Instant::now(), 100);
    let mut solver = Solver::new(512 << 20);
    let (time, solution) = timed(|| solver.solve(&position, &mut counter));
    let bounds = solution.map(|solution| solution.bounds);
    let speed = counter.nodes() as f64 / time.as_secs_f64();
    println!("{name}: {bounds:?}; published: {published}");
    println!("    {} nodes, {:.2} s, {speed:.0} a second", counter.nodes(), time.as_secs_f64());
}
