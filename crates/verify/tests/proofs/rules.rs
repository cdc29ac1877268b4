//! Moves, keys and texts against the naive game, and the rule against a search of the whole game.

use std::collections::BTreeSet;

use verify::{Board, Position, Rule};

use crate::naive::{Naive, Squares, squares};

/// Xorshift: the same numbers everywhere.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 32) as usize) % end
    }
}

/// A position with one to three amazons a side and at most this many empty squares.
fn random_squares(random: &mut Random, size: usize, most_empty: usize) -> Squares {
    let mut squares = vec![b'.'; size];
    for (piece, count) in [(b'M', 1 + random.below(3)), (b'O', 1 + random.below(3))] {
        for _ in 0..count {
            // Some hit each other, and the numbers differ.
            squares[random.below(size)] = piece;
        }
    }
    while squares.iter().filter(|&&square| square == b'.').count() > most_empty {
        let at = random.below(size);
        if squares[at] == b'.' {
            squares[at] = b'*';
        }
    }
    squares
}

fn position(squares: &[u8]) -> Position {
    let set = |piece| (0..).zip(squares).fold(0, |set, (bit, &at)| set | u32::from(at == piece) << bit);
    Position { empty: set(b'.'), mover: set(b'M'), opponent: set(b'O') }
}

#[test]
fn moves_are_those_of_the_naive_game() {
    let mut random = Random(1);
    let mut moves = 0;
    for (columns, rows) in [(1, 3), (3, 3), (7, 4), (4, 7), (5, 5), (16, 2), (2, 16), (8, 4), (16, 1)] {
        let (naive, board) = (Naive::new(columns, rows), Board::new(columns as u32, rows as u32).unwrap());
        for _ in 0..60 {
            let squares = random_squares(&mut random, columns * rows, 32);
            let expected: BTreeSet<(String, u64)> = naive
                .children(&squares)
                .iter()
                .map(|(mv, child)| (naive.move_name(*mv), naive.canonical(child)))
                .collect();
            let children = position(&squares).children(&board);
            let found: Vec<(String, u64)> =
                children.map(|(mv, child)| (board.move_name(mv), child.canonical(&board))).collect();
            assert_eq!(found.len(), expected.len(), "a move is listed once");
            assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), expected);
            moves += expected.len();
        }
    }
    assert!(moves > 20_000);
}

#[test]
fn keys_and_texts_lead_back() {
    let mut random = Random(2);
    for (columns, rows) in [(1, 3), (4, 4), (7, 4), (16, 2), (2, 16), (8, 4)] {
        let board = Board::new(columns, rows).unwrap();
        for _ in 0..200 {
            let position = position(&random_squares(&mut random, (columns * rows) as usize, 32));
            let canonical = Position::from_key(position.canonical(&board), &board).unwrap();
            assert_eq!(canonical.canonical(&board), position.canonical(&board));
            assert_eq!(canonical.empty.count_ones(), position.empty.count_ones());
            assert_eq!(canonical.mover.count_ones(), position.mover.count_ones());
            let (read_board, read) = Position::from_fen(&position.to_fen(&board)).unwrap();
            assert_eq!((read, read_board.size), (position, board.size));
        }
    }
    assert_eq!(Position::from_key(1 << 18, &Board::new(3, 3).unwrap()), None);
    assert!(Position::from_key(u64::MAX, &Board::new(8, 4).unwrap()).is_some());
}

#[test]
fn sides_are_seen_from_the_turn() {
    for fen in ["Q1q*/2q1 w", "Q1q*/2q1 b - - 3 7"] {
        assert_eq!(Position::from_fen(fen).unwrap().1, position(&squares(fen)));
    }
}

#[test]
fn what_is_no_fen_is_not_read() {
    for fen in [
        "",
        "Q1q",
        "Q1q ",
        "Q1q x",
        "Q1q w - - 0 1 k3:b1=1",
        "Q1q w k3:",
        "Q1q/2 w",
        "Q1x w",
        "Q0q w",
        " w",
        "/ w",
        "Q5q/7/7/7/7 w",
        "17 w",
        "1.q w",
        "Q1é w",
        "99999999999999999999 w",
        "Q1qw",
    ] {
        assert!(Position::from_fen(fen).is_none(), "{fen:?}");
    }
    for (columns, rows) in [(0, 4), (4, 0), (17, 1), (6, 6), (u32::MAX, u32::MAX)] {
        assert!(Board::new(columns, rows).is_none());
    }
}

#[test]
fn the_rule_claims_nothing_false() {
    let mut random = Random(3);
    let (mut asked, mut wins, mut losses) = (0, 0, 0);
    let boards =
        [(1, 3), (1, 6), (2, 3), (3, 2), (6, 2), (3, 3), (4, 3), (3, 4), (5, 3), (4, 4), (4, 4), (4, 4)];
    for (columns, rows) in boards {
        let (mut naive, board) =
            (Naive::new(columns, rows), Board::new(columns as u32, rows as u32).unwrap());
        let mut rule = Rule::new(&board);
        for round in 0..2_000 {
            let squares = random_squares(&mut random, columns * rows, 3 + round % 6);
            let position = position(&squares);
            let (is_win, is_loss) = (rule.mover_wins(&position), rule.mover_loses(&position));
            let is_won = naive.wins(&squares);
            assert!(!is_win || is_won, "not a win: {}", position.to_fen(&board));
            assert!(!is_loss || !is_won, "not a loss: {}", position.to_fen(&board));
            asked += 1;
            wins += u32::from(is_win);
            losses += u32::from(is_loss);
        }
    }
    // A rule that says nothing is never wrong.
    assert!(
        wins * 15 > asked && losses * 5 > asked,
        "the rule finds {wins} wins and {losses} losses of {asked} positions"
    );
}

/// All positions of the smallest boards, with any number of amazons.
#[test]
fn the_rule_claims_nothing_false_on_the_smallest_boards() {
    for (columns, rows) in [(7, 1), (1, 5), (4, 2), (2, 4), (3, 3)] {
        let (mut naive, board) =
            (Naive::new(columns, rows), Board::new(columns as u32, rows as u32).unwrap());
        let mut rule = Rule::new(&board);
        for number in 0..1_u64 << (2 * columns * rows) {
            let squares: Squares =
                (0..columns * rows).map(|at| b".MO*"[(number >> (2 * at)) as usize & 3]).collect();
            let position = position(&squares);
            let is_won = naive.wins(&squares);
            assert!(is_won || !rule.mover_wins(&position), "not a win: {}", position.to_fen(&board));
            assert!(!is_won || !rule.mover_loses(&position), "not a loss: {}", position.to_fen(&board));
        }
    }
}

#[test]
fn the_rule_knows_guards_and_what_they_cost() {
    let said = |fen| {
        let (board, position) = Position::from_fen(fen).unwrap();
        let mut rule = Rule::new(&board);
        (rule.mover_wins(&position), rule.mover_loses(&position))
    };
    // Six safe squares behind the guard on c2, three squares of Black's.
    assert_eq!(said("2*q1/2Q2/2**q w"), (true, false));
    assert_eq!(said("2*q1/2Q2/2**q b"), (false, true));
    // Three to three is enough for the side that moved last.
    assert_eq!(said("2*q1/1*Q2/****q w"), (false, false));
    assert_eq!(said("2*q1/1*Q2/****q b"), (false, true));
    // The guard on c2 closes the wall and has two squares; only an amazon that may come back would have four. It may not:
    // Black, with three or four squares, enters behind it and wins.
    for fen in ["2*2/**Q1q/2*** b", "2*2/**Q1q/2**1 b"] {
        assert_eq!(said(fen), (false, false));
        assert!(Naive::new(5, 3).wins(&squares(fen)), "{fen}");
    }
    assert_eq!(said("2*2/**Q*q/2*** b"), (false, true));
}
