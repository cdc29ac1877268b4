//! Named and random starts.

use amazons::{AnyPosition, Color, Piece, RandomStart, Setup, Size, Start, StartSymmetry};

#[test]
fn the_three_common_starts_are_where_everybody_has_them() {
    for (size, white, black) in [
        ("10x10", ["d1", "g1", "a4", "j4"], ["a7", "j7", "d10", "g10"]),
        ("8x8", ["c1", "f1", "a3", "h3"], ["a6", "h6", "c8", "f8"]),
        ("6x6", ["b1", "e1", "a2", "f2"], ["a5", "f5", "b6", "e6"]),
    ] {
        let setup = Start::of(size.parse().unwrap()).unwrap().setup();
        let squares = |color| -> Vec<String> {
            setup.squares_of(Piece::Amazon(color)).map(|square| square.to_string()).collect()
        };
        assert_eq!(squares(Color::White), white);
        assert_eq!(squares(Color::Black), black);
        assert_eq!(setup.turn, Color::White);
    }
    assert_eq!(Start::STANDARD.setup().to_fen(), "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w - - 0 1");
    assert_eq!(Start::of(Size::new(7, 7).unwrap()), None);
}

#[test]
fn small_starts_have_two_amazons_on_the_first_row_and_two_at_the_ends_of_the_second() {
    for (size, fen) in [
        ("5x5", "1q1q1/q3q/5/Q3Q/1Q1Q1"),
        ("7x4", "1q3q1/q5q/Q5Q/1Q3Q1"),
        ("6x4", "1q2q1/q4q/Q4Q/1Q2Q1"),
        ("5x4", "1q1q1/q3q/Q3Q/1Q1Q1"),
        ("4x7", "1qq1/q2q/4/4/4/Q2Q/1QQ1"),
        ("4x6", "1qq1/q2q/4/4/Q2Q/1QQ1"),
        ("4x5", "1qq1/q2q/4/Q2Q/1QQ1"),
        ("4x4", "1qq1/q2q/Q2Q/1QQ1"),
    ] {
        let setup = Start::of(size.parse().unwrap()).unwrap().setup();
        assert_eq!(setup.to_fen(), format!("{fen} w - - 0 1"));
    }
}

fn random(size: &str, amazons: u8, margin: u8, symmetry: StartSymmetry, seed: u64) -> RandomStart {
    RandomStart { size: size.parse().unwrap(), amazons, margin, symmetry, seed }
}

#[test]
fn a_random_start_is_symmetric_and_keeps_its_margin() {
    for symmetry in [StartSymmetry::Turn, StartSymmetry::Mirror] {
        for seed in 0..200 {
            let setup = random("15x15", 4, 1, symmetry, seed).setup().unwrap();
            let white: Vec<_> = setup.squares_of(Piece::Amazon(Color::White)).collect();
            assert_eq!(white.len(), 4);
            assert_eq!(setup.squares_of(Piece::Amazon(Color::Black)).count(), 4);
            for square in white {
                let image = symmetry.apply(square, setup.size);
                assert_eq!(setup.get(image), Some(Piece::Amazon(Color::Black)));
                assert!(
                    (1..=13).contains(&square.file().index()) && (1..=13).contains(&square.rank().index())
                );
            }
        }
    }
}

#[test]
fn a_seed_gives_the_same_start_and_another_seed_another() {
    let start = |seed| random("15x15", 4, 1, StartSymmetry::Turn, seed).setup().unwrap();
    assert_eq!(start(5), start(5));
    assert_ne!(start(5), start(6));
}

#[test]
fn a_random_start_always_has_a_legal_move() {
    // On 2x2 half of all placements of two amazons a side fill the board; with one a side there is room.
    for seed in 0..50 {
        let setup: Setup = random("2x2", 1, 0, StartSymmetry::Turn, seed).setup().unwrap();
        assert!(AnyPosition::from_setup(&setup).unwrap().has_move());
    }
}

#[test]
fn an_impossible_random_start_is_explained() {
    let said = |start: RandomStart| start.setup().unwrap_err().to_string();
    assert_eq!(
        said(random("5x5", 5, 1, StartSymmetry::Turn, 0)),
        "5 amazons a side do not fit a board of 5x5 with a margin of 1: it has 4 pairs of squares"
    );
    assert_eq!(said(random("5x5", 0, 1, StartSymmetry::Turn, 0)), "a side has 1 to 16 amazons, not 0");
    assert_eq!(
        said(random("2x2", 2, 0, StartSymmetry::Turn, 0)),
        "no start with a legal move was found on a board of 2x2"
    );
}
