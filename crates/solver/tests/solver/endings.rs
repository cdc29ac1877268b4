//! Separated endings from games are never lost once they are won: 1,041 of players' games and 200 of random ones.

use std::time::Instant;

use amazons::{Board10x10, Color, Draw, Move, Position, RegionKind, Setup};
use rand::Rng;
use solver::{Bounds, Solver, is_separated};
use testkit::rng;
use thought::{Control, Counter, Limits};

use crate::naive::{Cells, Oracle};

/// The separated positions of players' games.
const ENDINGS: &str = include_str!("../../../../testdata/solver/endings.txt");

/// The most positions that the solver may look at before a move.
const NODES: u64 = 20_000;

/// A board of the oracle is solved up to so many empty squares that somebody may still use.
const FEASIBLE: u32 = 7;

fn endings() -> Vec<Position<Board10x10>> {
    let lines = ENDINGS.lines().filter(|line| !line.starts_with('#'));
    lines.map(|fen| Position::from_setup(&Setup::from_fen(fen).unwrap()).unwrap()).collect()
}

fn solve(solver: &mut Solver<Board10x10>, position: &Position<Board10x10>) -> (Bounds, Option<Move>) {
    let mut counter = Counter::new(&Limits::nodes(NODES), &Control::new(), Instant::now(), 1_000);
    let solution = solver.solve(position, &mut counter).unwrap();
    (solution.bounds, solution.mv)
}

/// Plays to the end, the solver for the side that it calls the winner, and says how many plies the winner could still
/// make then.
fn play_out(
    solver: &mut Solver<Board10x10>,
    mut position: Position<Board10x10>,
    mut loser: impl FnMut(&mut Solver<Board10x10>, &Position<Board10x10>) -> Move,
) -> u16 {
    let start = position;
    let (bounds, _) = solve(solver, &position);
    let winner = match bounds.is_win() {
        Some(true) => position.turn(),
        Some(false) => !position.turn(),
        None => panic!("the winner of {position:?} is not proven"),
    };
    while position.has_move() {
        let mv = if position.turn() == winner {
            let (bounds, mv) = solve(solver, &position);
            assert_eq!(bounds.is_win(), Some(true), "{winner} had won {start:?} but not {position:?}");
            mv.expect("there is a move")
        } else {
            loser(solver, &position)
        };
        position = position.play(mv).expect("the solver plays legal moves");
    }
    assert_eq!(position.turn(), !winner, "{winner} had won {start:?}");
    solver.count(&position, winner).unwrap().at_least
}

#[test]
fn a_won_ending_is_won_against_random_play() {
    let endings = endings();
    assert!(endings.len() >= 1_000);
    let mut solver = Solver::new(1 << 22);
    let mut rng = rng(3);
    for position in endings {
        assert!(is_separated(&position), "{position:?}");
        play_out(&mut solver, position, |_, position| position.random_move(Draw::Steps, &mut rng).unwrap());
    }
}

#[test]
fn a_won_ending_is_won_by_the_margin_against_the_best_defence() {
    let mut solver = Solver::new(1 << 22);
    for position in endings() {
        let (bounds, _) = solve(&mut solver, &position);
        let left = play_out(&mut solver, position, |solver, position| solve(solver, position).1.unwrap());
        let margin = bounds.exact().expect("an exact margin");
        assert_eq!(left, margin.in_hand(), "{position:?} {margin:?}");
    }
}

#[test]
fn endings_of_random_games_are_won_too() {
    let mut solver = Solver::new(1 << 22);
    let mut rng = rng(4);
    let mut seen = 0;
    while seen < 200 {
        let position = random_ending(&mut rng);
        if position.has_move() {
            seen += 1;
            play_out(&mut solver, position, |_, position| {
                position.random_move(Draw::Steps, &mut rng).unwrap()
            });
            play_out(&mut solver, position, |solver, position| solve(solver, position).1.unwrap());
        }
    }
}

/// The first separated position of a random game.
fn random_ending(rng: &mut impl Rng) -> Position<Board10x10> {
    let start = amazons::Start::STANDARD.setup();
    let mut position = Position::from_setup(&start).unwrap();
    while !is_separated(&position) {
        let mv = position.random_move(Draw::Steps, rng).expect("a side that cannot move is separated");
        position = position.play(mv).unwrap();
    }
    position
}

#[test]
fn the_winner_is_the_oracles_where_it_can_tell() {
    let mut solver = Solver::new(1 << 22);
    let mut asked = 0;
    for position in endings() {
        let usable = position.areas().filter(|area| area.kind() != RegionKind::Dead);
        if usable.map(|area| area.empty.count()).sum::<u32>() > FEASIBLE {
            continue;
        }
        asked += 1;
        let cells = Cells::of(&position.to_setup());
        let wins = Oracle::default().wins(&cells, position.turn(), 0);
        let (bounds, _) = solve(&mut solver, &position);
        assert_eq!(bounds.is_win(), Some(wins), "{position:?}");
        for color in Color::BOTH {
            let count = solver.count(&position, color).unwrap();
            assert!(u32::from(count.at_least) <= Oracle::default().fill(&cells, color), "{position:?}");
        }
    }
    assert!(asked >= 50, "only {asked} were small enough");
}
