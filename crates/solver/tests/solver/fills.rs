//! Counting the plies of territories.

use amazons::Color;
use rand::RngExt;
use solver::{Count, Solver};
use testkit::{playable, position, rng};

use crate::naive::{Cells, Oracle};
use crate::sample::cluttered;

/// White's plies in a position; Black is somewhere else.
fn count(fen: &str) -> Count {
    Solver::new(1 << 16).count(&position(fen), Color::White).unwrap()
}

#[test]
fn open_rooms_are_filled_to_the_last_square() {
    assert_eq!(count("5*q/1Q3**/5*1/5** w"), Count::exactly(19));
    assert_eq!(count("Q4*q w"), Count::exactly(4));
    // She fills one arm by shooting along the other.
    assert_eq!(count("*1**q/1Q1**/*1*** w"), Count::exactly(4));
}

#[test]
fn defective_rooms_hold_fewer() {
    // Whichever arm she enters, she cannot see the other from there.
    assert_eq!(count("*Q**/1*1*/***q w"), Count::exactly(1));
    // Of the fork's two ends one is lost.
    assert_eq!(count("Q*1**/*1***/*1**q w"), Count::exactly(2));
    assert_eq!(count("1*****/*1*1*1/*2*Q*/******/*****q w"), Count::exactly(5));
}

#[test]
fn counts_agree_with_looking_at_every_filling() {
    let mut rng = rng(2);
    let mut defective = 0;
    for round in 0..400 {
        let (columns, rows) = [(4, 4), (5, 5), (6, 5), (6, 6)][round % 4];
        let empty = rng.random_range(2..=9);
        let mut setup = cluttered(&mut rng, columns, rows, [1 + round as u32 % 2, 1], empty);
        // Black is only there because a position needs both sides.
        let black = setup.squares_of(amazons::Piece::Amazon(Color::Black)).next().unwrap();
        setup.set(black, Some(amazons::Piece::Arrow));
        let expected = Oracle::default().fill(&Cells::of(&setup), Color::White) as u16;
        let walled = with_a_walled_black(&setup);
        let position = playable(&walled);
        let count = Solver::new(1 << 16).count(&position, Color::White).unwrap();
        assert_eq!(count, Count::exactly(expected), "{position:?}");
        let reachable: u32 = position
            .areas()
            .filter(|area| !area.amazons.white.is_empty())
            .map(|area| area.empty.count())
            .sum();
        defective += u32::from(u32::from(expected) < reachable);
    }
    assert!(defective > 10, "only {defective} were defective");
}

/// The same board with two more columns: a wall and a Black amazon that cannot move.
fn with_a_walled_black(setup: &amazons::Setup) -> amazons::Setup {
    let size = amazons::Size::new(setup.size.columns() + 2, setup.size.rows()).unwrap();
    let mut wider = amazons::Setup::empty(size);
    for square in size.squares() {
        let piece = if setup.size.contains(square) { setup.get(square) } else { Some(amazons::Piece::Arrow) };
        wider.set(square, piece);
    }
    let corner = amazons::Square::from_coordinates(size.columns() - 1, 0).unwrap();
    wider.set(corner, Some(amazons::Piece::Amazon(Color::Black)));
    wider
}

#[test]
fn a_guard_keeps_what_it_closes_by_stepping_in() {
    // The amazon on c2 stands between her six squares and Black's.
    let fen = "2*2/2Q1q/2*2 w";
    assert_eq!(count(fen).at_least, 6);
    // Two rooms, one guard: she can close both but fill only one.
    let fen = "1*1*1/*Q1*q/2*** w";
    let mut oracle = Oracle::default();
    let position = position(fen);
    let margin = oracle.margin(&Cells::of(&position.to_setup()), Color::White);
    let bounds = Solver::new(1 << 16).bounds(&position).unwrap();
    assert!(bounds.at_least.free() <= margin && margin <= bounds.at_most.free(), "{bounds:?} {margin}");
}
