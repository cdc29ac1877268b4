//! What is said about moves that are not legal, and about setups that are not positions.

use amazons::{AnyPosition, Setup};

fn position(diagram: &str) -> AnyPosition {
    AnyPosition::from_setup(&Setup::from_diagram(diagram).unwrap()).unwrap()
}

fn complaint(position: &AnyPosition, mv: &str) -> String {
    position.play(mv.parse().unwrap()).unwrap_err().to_string()
}

#[test]
fn an_illegal_move_is_explained() {
    let position = position(
        "4  . . . B
         3  . * . .
         2  . . . .
         1  W . . .
            a b c d",
    );
    for (mv, said) in [
        ("a1-a5/a4", "a1-a5/a4 is not legal: the board has no a5"),
        ("b1-b2/b1", "b1-b2/b1 is not legal: no amazon of White, who is to move, stands on b1"),
        ("d4-d3/d2", "d4-d3/d2 is not legal: no amazon of White, who is to move, stands on d4"),
        ("a1-b3/c3", "a1-b3/c3 is not legal: a queen does not go from a1 to b3"),
        ("a1-a1/a2", "a1-a1/a2 is not legal: a queen does not go from a1 to a1"),
        ("a1-d4/c3", "a1-d4/c3 is not legal: the way from a1 to d4 is blocked at d4"),
        ("a1-a3/c3", "a1-a3/c3 is not legal: the way from a3 to c3 is blocked at b3"),
        ("a1-a3/a3", "a1-a3/a3 is not legal: a queen does not go from a3 to a3"),
    ] {
        assert_eq!(complaint(&position, mv), said);
    }
    assert!(position.play("a1-a3/a1".parse().unwrap()).is_ok());
}

#[test]
fn a_vacated_square_blocks_its_own_arrow_in_the_variant() {
    let position = position(
        "W . . B
         White to move, move 1
         Variant k2:",
    );
    assert_eq!(
        complaint(&position, "a1-b1/a1"),
        "a1-b1/a1 is not legal: the way from b1 to a1 is blocked at a1"
    );
    let after = position.play("a1-b1/c1".parse().unwrap()).unwrap();
    assert_eq!(after.to_setup().to_fen(), "*Q*q b - - 1 1 k2:a1=2");
}

#[test]
fn a_vacated_square_opens_after_its_plies() {
    let mut position = position(
        ". . W . .
         . . . . .
         . . B . .
         Variant k2:",
    );
    let mut fens = Vec::new();
    for mv in ["c3-d3/e3", "c1-b1/a1", "d3-d2/d1", "b1-b2/b3"] {
        position = position.play(mv.parse().unwrap()).unwrap();
        fens.push(position.to_setup().to_fen());
    }
    assert_eq!(
        fens,
        [
            "2*Q*/5/2q2 b - - 1 1 k2:c3=2",
            "2*Q*/5/*q*2 w - - 2 2 k2:c3=1,c1=2",
            "3**/3Q1/*q**1 b - - 3 2 k2:c1=1,d3=2",
            "1*1**/1q1Q1/**1*1 w - - 4 3 k2:d3=1,b1=2",
        ]
    );
}

#[test]
fn a_setup_that_is_no_position_is_explained() {
    for (fen, said) in [
        ("3/3/Q2 w", "Black has 0 amazons: a side needs 1 to 16"),
        ("q*Q w - - 0 0", "moves are counted from 1, not from 0"),
        ("q*Q w - - 0 1 k16:", "vacated squares cannot stay blocked for 16 plies: the most is 15"),
        ("q*Q w - - 0 1 k3:b1=4", "b1 cannot stay blocked for 4 plies: the rule allows 1 to 3"),
        ("q*Q w - - 0 1 k3:b1=0", "b1 cannot stay blocked for 0 plies: the rule allows 1 to 3"),
        ("q1Q w - - 0 1 k3:b1=2", "b1 is to open again but is not blocked: it must stand as an arrow"),
        ("q*Q w - - 0 1 k3:d9=2", "d9 is to open again but is not blocked: it must stand as an arrow"),
        (
            "q**Q w - - 0 1 k3:b1=2,c1=2",
            "c1 cannot open again after 2 plies: another square does, or it was named before",
        ),
        (
            "q**Q w - - 0 1 k3:b1=2,b1=1",
            "b1 cannot open again after 1 plies: another square does, or it was named before",
        ),
    ] {
        let setup = Setup::from_fen(fen).unwrap();
        assert_eq!(AnyPosition::from_setup(&setup).unwrap_err().to_string(), said, "{fen}");
    }
    let crowd = Setup::from_fen("qqqqqqqqq/qqqqqqqq1/Q8 w").unwrap();
    let said = AnyPosition::from_setup(&crowd).unwrap_err().to_string();
    assert_eq!(said, "Black has 17 amazons: a side needs 1 to 16");
}
