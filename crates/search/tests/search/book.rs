//! The opening book: its file, its values, its growth, and the one that is part of the program.

use std::collections::HashSet;
use std::sync::LazyLock;

use amazons::{Board, Board10x10, Color, Draw, Move, Position, Symmetry, Transform};
use proptest::prelude::*;
use rand::RngExt;
use search::book::{BookError, Ledger, OpeningBook};
use sha2::{Digest, Sha256};
use testkit::{position, rng, start};

type Place = Position<Board10x10>;

fn ledger(ply_cost: u16) -> Ledger {
    Ledger {
        program: "a test".to_owned(),
        player: "otrera".to_owned(),
        nodes: 500,
        moves: 4,
        ply_cost,
        batch: 3,
    }
}

/// A book whose searches found random moves with random win rates.
fn random_book(positions: usize, ply_cost: u16, seed: u64) -> OpeningBook {
    let (mut book, mut rng) = (OpeningBook::new(ledger(ply_cost)), rng(seed));
    while book.positions() < positions {
        let leaves = book.next(3.min(positions - book.positions()));
        let found = leaves.into_iter().map(|leaf| {
            let mut draw =
                || (leaf.position.random_move(Draw::Uniform, &mut rng).unwrap(), rng.random::<f64>());
            let moves = (0..6).map(|_| draw()).collect();
            (leaf, moves)
        });
        let found: Vec<_> = found.collect();
        book.extend(found);
    }
    book
}

fn after(position: &Place, mv: Move) -> Place {
    position.play(mv).unwrap_or_else(|error| panic!("{error}"))
}

/// All positions of a book as games reach them, one of those that are equal.
fn walk(book: &OpeningBook) -> Vec<Place> {
    let (mut found, mut seen, mut open) = (Vec::new(), HashSet::new(), vec![start()]);
    while let Some(position) = open.pop() {
        let moves = book.moves(&position);
        // No move number is part of it: the colours are exchanged.
        let name = position.canonical().0.key();
        if !moves.is_empty() && seen.insert(name) {
            open.extend(moves.iter().map(|found| after(&position, found.mv)));
            found.push(position);
        }
    }
    found
}

#[test]
fn a_file_is_read_as_it_was_written() {
    for positions in [0, 1, 40] {
        let book = random_book(positions, 100, 1);
        assert_eq!(OpeningBook::from_bytes(&book.to_bytes()).unwrap(), book);
    }
}

#[test]
fn a_file_that_is_no_book_is_refused_with_words() {
    let bytes = random_book(4, 100, 2).to_bytes();
    let refused = |bytes: &[u8]| OpeningBook::from_bytes(bytes).expect_err("refused").to_string();
    for length in 0..bytes.len() {
        let words = refused(&bytes[..length]);
        assert!(
            ["does not begin", "version", "second line", "cut off"].iter().any(|it| words.contains(it)),
            "{words}"
        );
    }
    assert_eq!(refused(&bytes[..bytes.len() - 1]), "it ends after 3 of 4 positions: the file is cut off");
    assert_eq!(refused(b"SQLite format 3\n"), BookError::Foreign.to_string());
    let newer = [b"otrera-book 2\n".as_slice(), &bytes[b"otrera-book 1\n".len()..]].concat();
    assert_eq!(refused(&newer), "it is of version 2, and this program reads version 1: use a newer Otrera");
    assert_eq!(
        refused(&[bytes.as_slice(), b"xy"].concat()),
        "2 bytes follow its last position: the file is longer than its book"
    );
    let body = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').nth(2).unwrap().0 + 1;
    for place in body..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[place] ^= 1;
        let words = refused(&damaged);
        assert!(["checksum", "cut off", "longer"].iter().any(|it| words.contains(it)), "{words}");
    }
}

/// A file with a right checksum over anything.
fn signed(header: &str, rows: &[u8]) -> Vec<u8> {
    let digest = Sha256::new().chain_update(header).chain_update(rows).finalize();
    let digest: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    [format!("otrera-book 1\n{header}\n{digest}\n").as_bytes(), rows].concat()
}

#[test]
fn an_impossible_position_is_refused_though_the_checksum_is_right() {
    let header = |positions: usize, moves: usize| {
        format!(
            r#"{{"program":"","player":"","nodes":1,"moves":{moves},"ply_cost":1,"batch":1,"positions":{positions}}}"#
        )
    };
    let refused =
        |header: &str, rows: &[u8]| OpeningBook::from_bytes(&signed(header, rows)).unwrap_err().to_string();
    let canonical = start().canonical().0;
    let mv = canonical.legal_moves().next().unwrap();
    let [from, to, arrow] = [mv.from, mv.to, mv.arrow].map(|square| square.index() as u8);
    let first = [0, 0, 0, 1, from, to, arrow, 0x88, 0x13];
    assert_eq!(
        OpeningBook::from_bytes(&signed(&header(1, 8), &first)).unwrap().moves(&start())[0].win_rate,
        0.5
    );
    let words = refused(&header(1, 8), &[0, 0, 0, 1, from, from, arrow, 0, 0]);
    assert!(words.starts_with("position 0: ") && words.len() > 20, "{words}");
    assert!(refused(&header(1, 8), &[0, 0, 0, 1, 255, to, arrow, 0, 0]).starts_with("position 0: "));
    assert!(refused(&header(1, 8), &[0, 0, 0, 1, from, to, arrow, 255, 255]).contains("ten-thousandths"));
    let second = |origin: [u8; 3]| [first.as_slice(), &origin, &[0]].concat();
    assert_eq!(refused(&header(2, 8), &second([0, 0, 9])), "position 1: there is no move 9 of position 0");
    assert_eq!(refused(&header(2, 8), &second([7, 0, 0])), "position 1: there is no move 0 of position 7");
    let twice = [second([0, 0, 0]), vec![0, 0, 0, 0]].concat();
    assert_eq!(refused(&header(3, 8), &twice), "position 2: it stands there already");
    assert!(refused(&header(1 << 20, 8), &[]).contains("at most 65536 positions"));
    assert!(refused(&header(1, 256), &first).contains("255 moves"));
}

/// The value of a position by the definition, one position after the other.
fn value(book: &OpeningBook, position: &Place) -> f64 {
    let moves = book.moves(position);
    moves.iter().map(|found| move_value(book, position, found.mv, found.win_rate)).fold(0.0, f64::max)
}

fn move_value(book: &OpeningBook, position: &Place, mv: Move, said: f64) -> f64 {
    let after = after(position, mv);
    if book.moves(&after).is_empty() { said } else { 1.0 - value(book, &after) }
}

#[test]
fn values_are_backed_up() {
    let book = random_book(60, 200, 3);
    for position in walk(&book) {
        let moves = book.moves(&position);
        assert!(moves.is_sorted_by(|a, b| a.win_rate >= b.win_rate));
        for found in moves {
            let expected = move_value(&book, &position, found.mv, found.win_rate);
            assert!((found.win_rate - expected).abs() < 1e-9, "{expected} {found:?}");
            let below = walk_from(&book, after(&position, found.mv));
            assert_eq!(found.searched, below, "{found:?}");
        }
    }
}

/// The number of positions of a book from one on.
fn walk_from(book: &OpeningBook, first: Place) -> usize {
    let (mut seen, mut open) = (HashSet::new(), vec![first]);
    while let Some(position) = open.pop() {
        let moves = book.moves(&position);
        if !moves.is_empty() && seen.insert(position.canonical().0.key()) {
            open.extend(moves.iter().map(|found| after(&position, found.mv)));
        }
    }
    seen.len()
}

#[test]
fn a_book_grows_where_it_matters() {
    // What a ply costs is everything: ply by ply. Four moves each, of which some may be equal.
    let wide = random_book(1 + 4 + 10, u16::MAX, 4).by_plies();
    assert_eq!(wide.len(), 3, "{wide:?}");
    // It costs nothing: the best line alone, as long as it stays the best.
    let deep = random_book(1 + 4 + 10, 0, 4).by_plies();
    assert!(deep.len() > wide.len(), "{deep:?}");
    // The first position after the start is that after its best move.
    let book = random_book(1, 100, 5);
    let best = book.moves(&start())[0].mv;
    assert_eq!(book.next(1)[0].position.key(), after(&start(), best).canonical().0.key());
}

#[test]
fn positions_of_other_boards_and_variants_are_none_of_the_book() {
    let book = OpeningBook::embedded().unwrap();
    assert!(book.moves(&position("1q2q1/q4q/6/Q4Q/1Q2Q1 w - - 0 1")).is_empty());
    let mut setup = start().to_setup();
    setup.delay = 2;
    assert!(book.moves(&Place::from_setup(&setup).unwrap()).is_empty());
    setup.delay = 0;
    setup.move_number = 7;
    assert_eq!(book.moves(&Place::from_setup(&setup).unwrap()), book.moves(&start()));
}

#[test]
fn the_book_of_the_program_is_whole() {
    let book = OpeningBook::embedded().expect("the file is a book");
    // `after` plays every move by the rules, and every position is reached from the start.
    let positions = walk(book);
    assert_eq!(positions.len(), book.positions());
    assert!(book.positions() >= 500);
    let moves: usize = positions.iter().map(|position| book.moves(position).len()).sum();
    assert!(moves > 2 * book.positions());
}

/// The positions of the book of the program.
static POSITIONS: LazyLock<Vec<Place>> = LazyLock::new(|| walk(OpeningBook::embedded().unwrap()));

proptest! {
    #[test]
    fn symmetric_positions_have_symmetric_moves(place in 0..10_000_usize, symmetry in 0..8_usize, swaps_colors: bool) {
        let book = OpeningBook::embedded().unwrap();
        let position = &POSITIONS[place % POSITIONS.len()];
        let size = position.board().size();
        let symmetry = Symmetry::of(size).nth(symmetry).unwrap();
        let image = position.transformed(Transform { symmetry, swaps_colors });
        let (moves, of_image) = (book.moves(position), book.moves(&image));
        prop_assert_eq!(moves.len(), of_image.len());
        for (found, other) in moves.iter().zip(&of_image) {
            prop_assert_eq!((found.win_rate, found.searched), (other.win_rate, other.searched));
            let turned = after(&image, symmetry.apply_to_move(found.mv, size));
            // The same move, or one that a symmetry of the position itself makes equal.
            prop_assert_eq!(turned.canonical().0.key(), after(&image, other.mv).canonical().0.key());
            if count_symmetries(position) == 1 {
                prop_assert_eq!(other.mv, symmetry.apply_to_move(found.mv, size));
            }
        }
    }
}

/// How many symmetries leave a position as it is.
fn count_symmetries(position: &Place) -> usize {
    let is_same = |symmetry: &Symmetry| {
        let image = position.transformed(Transform { symmetry: *symmetry, swaps_colors: false });
        Color::BOTH.into_iter().all(|color| image.amazons(color) == position.amazons(color))
            && image.arrows() == position.arrows()
    };
    Symmetry::of(position.board().size()).filter(is_same).count()
}
