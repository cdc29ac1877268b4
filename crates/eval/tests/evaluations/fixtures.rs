//! Figures that were published, and figures computed by hand on small boards.

use amazons::{Board10x10, Color, Piece, Position, Setup, Size, Square, Start};
use eval::{
    Course, Eval, Evaluation, Lieberum, MgPeo, Mix, MoveCount, RelativeTerritory, StepCount, Territory,
};
use eval::{amazon_freedom, maps::Levels, maps::Mover};
use testkit::{drawn, start};

/// Section 6's position, given by columns and rows from 0, at some ply.
fn middle_game(move_number: u32) -> Position<Board10x10> {
    let own = [(2, 8), (6, 6), (3, 3), (7, 2)];
    let other = [(3, 9), (4, 7), (3, 1), (6, 1)];
    let arrows = [
        (2, 9),
        (4, 9),
        (3, 8),
        (4, 8),
        (2, 7),
        (3, 7),
        (5, 7),
        (6, 7),
        (7, 7),
        (8, 7),
        (1, 6),
        (2, 6),
        (4, 6),
        (8, 6),
        (0, 5),
        (5, 5),
        (1, 4),
        (2, 4),
        (5, 4),
        (6, 4),
        (7, 4),
        (7, 3),
        (1, 2),
        (9, 2),
        (0, 0),
        (7, 0),
    ];
    let mut setup = Setup::empty(Size::STANDARD);
    let mut put = |squares: &[(u8, u8)], piece| {
        for &(column, row) in squares {
            setup.set(Square::from_coordinates(column, row).unwrap(), Some(piece));
        }
    };
    put(&own, Piece::Amazon(Color::White));
    put(&other, Piece::Amazon(Color::Black));
    put(&arrows, Piece::Arrow);
    setup.move_number = move_number;
    Position::from_setup(&setup).unwrap()
}

fn assert_near(found: f64, published: f64) {
    assert!((found - published).abs() < 1e-4 * (1.0 + published.abs()), "{found} instead of {published}");
}

fn term(eval: &impl Evaluation, position: &Position<Board10x10>, name: &str) -> f64 {
    eval.breakdown(position).terms.iter().find(|term| term.name == name).unwrap().value
}

#[test]
fn mg_peo_at_the_start() {
    for square in start().amazons(Color::White) {
        assert_near(amazon_freedom(&start(), square), 61.684_524);
    }
    // The three stages: moves 1, 11 and 26 are plies 0, 20 and 50.
    for (move_number, value) in [(1, 2.528), (11, 3.68), (26, 8.0)] {
        let mut setup = Start::STANDARD.setup();
        setup.move_number = move_number;
        let position = Position::<Board10x10>::from_setup(&setup).unwrap();
        assert_near(MgPeo::default().value(&position), value);
        assert_near(MgPeo::default().breakdown(&position).value, value);
    }
    // One ply before a stage begins it has not begun.
    let mut setup = Start::STANDARD.setup();
    (setup.move_number, setup.turn) = (10, Color::Black);
    assert_near(MgPeo::default().value(&Position::<Board10x10>::from_setup(&setup).unwrap()), 2.528);
}

#[test]
fn mg_peo_in_the_middle() {
    let position = middle_game(1);
    let freedom = |color| -> Vec<f64> {
        position.amazons(color).into_iter().map(|square| amazon_freedom(&position, square)).collect()
    };
    // In the order of the squares from a1; the specification lists them the other way round.
    let own = freedom(Color::White);
    let other = freedom(Color::Black);
    for (found, published) in own.iter().zip([39.0, 56.5, 16.3333, 16.0]) {
        assert_near(*found, published);
    }
    for (found, published) in other.iter().zip([56.0, 45.8333, 14.0, 0.0]) {
        assert_near(*found, published);
    }
    for (move_number, value) in [(1, 8.314_083), (11, 6.961_667), (26, 8.085_417)] {
        assert_near(MgPeo::default().value(&middle_game(move_number)), value);
    }
}

#[test]
fn uct_ab_in_the_middle() {
    let position = middle_game(1);
    assert_eq!(MoveCount.value(&position), 35.0);
    assert_eq!(term(&MoveCount, &position, "own moves"), 399.0);
    assert_eq!(term(&MoveCount, &position, "other's moves"), 364.0);
    assert_near(Territory::TE.value(&position), 8.4);
    assert_eq!(RelativeTerritory.value(&position), 15.0);
}

#[test]
fn lieberum_at_the_start() {
    let position = start();
    let of = |name| term(&Lieberum::default(), &position, name);
    assert_near(of("w entanglement"), 70.0);
    assert_near(of("t1 queen territory"), 9.6);
    assert_near(of("t2 king territory"), 3.2);
    assert_near(of("c1 queen closeness"), 0.0);
    assert_near(of("c2 king lead"), 0.0);
    for color in Color::BOTH {
        for square in position.amazons(color) {
            assert_near(Lieberum::amazon_alpha(&position, square), 26.558_593_75);
        }
    }
    assert_near(Lieberum::default().value(&position), 4.0);
}

#[test]
fn lieberum_in_the_middle() {
    let position = middle_game(1);
    let of = |name| term(&Lieberum::default(), &position, name);
    assert_near(of("w entanglement"), 43.375);
    assert_near(of("t1 queen territory"), 8.4);
    assert_near(of("t2 king territory"), 10.8);
    assert_near(of("c1 queen closeness"), 3.875);
    assert_near(of("c2 king lead"), 1.833_333);
    assert_near(of("m shut-in amazons"), 0.600_071);
    assert_near(Lieberum::default().value(&position), 8.317_819);
    for (square, alpha) in [("c9", 8.0), ("g7", 8.0), ("d4", 27.75), ("h3", 18.531_25)] {
        assert_near(Lieberum::amazon_alpha(&position, square.parse().unwrap()), alpha);
    }
    for (square, alpha) in [("d10", 0.0), ("e8", 7.0), ("d2", 27.75), ("g2", 22.25)] {
        assert_near(Lieberum::amazon_alpha(&position, square.parse().unwrap()), alpha);
    }
    // By hand from the figures above: f1 = 1 - 1/(1 + 30 e^-8.675).
    let first = 1.0 - 1.0 / (1.0 + 30.0 * (-0.2_f64 * 43.375).exp());
    let mixed = first * 8.4 + (1.0 - first) / 3.0 * (3.875 + 1.833_333_333 + 10.8);
    let penalty = |alphas: [f64; 4]| -> f64 { alphas.iter().map(|alpha| 43.375 / (alpha + 2.0)).sum() };
    let shut_in = penalty([0.0, 7.0, 27.75, 22.25]) - penalty([8.0, 8.0, 27.75, 18.531_25]);
    assert_near(Lieberum::new(Mix::Logistic).value(&position), mixed + shut_in);
}

/// Every figure below was counted on paper.
const SMALL: &str = "
    3  W . * .
    2  . * . .
    1  . . * B
       a b c d
";

#[test]
fn distances_on_a_small_board() {
    let position = drawn(SMALL);
    let distance =
        |color, mover, square: &str| Levels::new(&position, color, mover).distance(square.parse().unwrap());
    for (square, white_queen, black_queen, white_king, black_king) in [
        ("b3", Some(1), Some(1), Some(1), Some(2)),
        ("d3", Some(3), Some(1), Some(3), Some(2)),
        ("a2", Some(1), Some(2), Some(1), Some(3)),
        ("c2", Some(2), Some(1), Some(2), Some(1)),
        ("d2", Some(3), Some(1), Some(3), Some(1)),
        ("a1", Some(1), Some(3), Some(2), Some(3)),
        ("b1", Some(2), Some(2), Some(2), Some(2)),
        ("b2", None, None, None, None),
    ] {
        assert_eq!(distance(Color::White, Mover::Queen, square), white_queen, "White's queen to {square}");
        assert_eq!(distance(Color::Black, Mover::Queen, square), black_queen, "Black's queen to {square}");
        assert_eq!(distance(Color::White, Mover::King, square), white_king, "White's king to {square}");
        assert_eq!(distance(Color::Black, Mover::King, square), black_king, "Black's king to {square}");
    }
}

#[test]
fn evaluations_on_a_small_board() {
    let position = drawn(SMALL);
    // White's: a2 a1. Black's: d3 c2 d2. Tied: b3 b1.
    assert!(crate::is_close(Territory::TE.value(&position), -0.6));
    assert_eq!(Territory::MINIMAL_DISTANCE.value(&position), -1.0);
    // a2 +1, a1 +2, c2 -1, d2 -2, d3 -2.
    assert_eq!(RelativeTerritory.value(&position), -2.0);
    // White steps to b3 a2 a1; Black to d2 d3 c2 b3.
    assert_eq!(StepCount.value(&position), -1.0);
    // Both amazons stand 1.5 columns and 1 row from the middle.
    assert!(crate::is_close(Course::HEURISTIC.value(&position), -0.8));
    assert!(crate::is_close(Course::MCTS.value(&position), -1.5));
}

#[test]
fn an_evaluation_is_chosen_by_name() {
    for named in Eval::ALL {
        assert_eq!(named.name.parse::<Eval>().unwrap(), named.eval);
        assert_eq!(named.eval.to_string(), named.name);
    }
    let said = "terrritory".parse::<Eval>().unwrap_err().to_string();
    let expected =
        "unknown evaluation \"terrritory\" (did you mean territory?); expected one of mgpeo, mgpeo-plain,";
    assert!(said.starts_with(expected), "{said}");
}
