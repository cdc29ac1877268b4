//! Every parser says what it found and where.

use amazons::notation::{MoveNotation, sgf};
use amazons::{Game, Move, Setup, Size, Square};

#[test]
fn of_fens() {
    for (fen, said) in [
        ("", "a rank has 1 to 16 squares (nothing at column 1)"),
        ("3q w - - 0 1 k5:a1=1 more", "nothing may follow (\"more\" at column 22)"),
        ("Q1/1q", "the side to move is w or b (nothing at column 6)"),
        ("Q1/1q x", "the side to move is w or b (\"x\" at column 7)"),
        ("Q1/1qq w", "all ranks have the same number of squares (\"1qq\" at column 4)"),
        ("Q1/1k w", "ranks are made of Q, q, * and numbers, with / between them (\"k\" at column 5)"),
        ("Q17/18q w", "a number of empty squares is 1 to 16 (\"17\" at column 2)"),
        ("Q0q w", "a number of empty squares is 1 to 16 (\"0\" at column 2)"),
        ("Q16/q16 w", "a rank has 1 to 16 squares (\"Q16\" at column 1)"),
        ("Q1//q1 w", "a rank has 1 to 16 squares (nothing at column 4)"),
        ("1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1 w", "a board has 1 to 16 ranks (\"1\" at column 33)"),
        ("Qq w KQ - 0 1", "Amazons has no castling and no en passant: this field is - (\"KQ\" at column 6)"),
        ("Qq w - - x 1", "this field is a number of 0 or more, and not a huge one (\"x\" at column 10)"),
        ("Qq w - - 0 -1", "this field is a number of 0 or more, and not a huge one (\"-1\" at column 12)"),
        ("Q* w - - 0 1 k5:b1", "the variant is written like k5:c3=4,d7=1 (\"k5:b1\" at column 14)"),
        ("Qéq w", "ranks are made of Q, q, * and numbers, with / between them (\"éq\" at column 2)"),
    ] {
        assert_eq!(Setup::from_fen(fen).unwrap_err().to_string(), said, "{fen}");
    }
}

#[test]
fn of_squares_and_moves() {
    for (text, said) in [
        ("", "a square begins with a letter a to p (nothing at column 1)"),
        ("q1q2q3", "a square begins with a letter a to p (\"q1q2q3\" at column 1)"),
        ("a1-a17/a2", "a square's letter is followed by a number 1 to 16 (\"17/a2\" at column 5)"),
        ("a1-b", "a square's letter is followed by a number 1 to 16 (nothing at column 5)"),
        ("a1b1,c1d1", "the arrow starts where the step ends (\"c1d1\" at column 6)"),
        ("a1-b1(c1", "the arrow's bracket is not closed (nothing at column 9)"),
        ("a1-b1/c1!", "nothing may follow (\"!\" at column 9)"),
        ("a01-b1/c1", "a square's letter is followed by a number 1 to 16 (\"01-b1/c1\" at column 2)"),
    ] {
        assert_eq!(text.parse::<Move>().unwrap_err().to_string(), said, "{text}");
    }
    let said = "a1b".parse::<Square>().unwrap_err().to_string();
    assert_eq!(said, "nothing may follow (\"b\" at column 3)");
}

#[test]
fn of_diagrams() {
    for (text, said) in [
        ("", "a board has 1 to 16 rows of 1 to 16 squares (nothing at line 1, column 1)"),
        (". B\n. x\nW .", "a square is drawn as . W B or * (or · ♕ ♛ ×) (\"x\" at line 2, column 3)"),
        (". B\n. . .", "all rows have the same number of squares (\". . .\" at line 2, column 1)"),
        ("3 . B\n1 . W", "rows are numbered from the bottom (\"3 . B\" at line 1, column 1)"),
        (
            ". B\nWhite to play",
            "below the board stands who is to move, like: White to move, move 1 (\"White to play\" at line 2, column 1)",
        ),
        (". B\nVariant 5", "the variant is written like: Variant k5:c3=4,d7=1 (\"5\" at line 2, column 9)"),
    ] {
        assert_eq!(Setup::from_diagram(text).unwrap_err().to_string(), said, "{text}");
    }
    let tall = ".\n".repeat(300);
    assert!(Setup::from_diagram(&tall).is_err());
}

#[test]
fn of_sgf() {
    for (text, said) in [
        ("hello", "no game was found: an SGF game begins with (; (\"hello\" at line 1, column 1)"),
        ("(;GM[1])", "this is not a game of Amazons, which is GM[18] (\"1\" at line 1, column 6)"),
        (
            "(;SZ[17])",
            "the size is written SZ[10] or SZ[columns:rows], 1 to 16 each (\"17\" at line 1, column 6)",
        ),
        (
            "(;SZ[7])",
            "a board of 7x7 has no start of its own: place the amazons with AB and AW (\"the first node\" at line 1, column 2)",
        ),
        (
            "(;GM[18]\n;B[djdd])",
            "this is no move: a square's letter is followed by a number 1 to 16 (\"djdd\" at line 2, column 4)",
        ),
        (
            "(;GM[18]\n;B[djddzz])",
            "a point is a column letter and a row letter from the top, on the board (\"djddzz\" at line 2, column 4)",
        ),
        ("(;GM[18];B[djddgd];B[gjgigh])", "it is not this side's turn (\"gjgigh\" at line 1, column 22)"),
        (
            "(;GM[18];B[djddgd];W[daddaa])",
            "this move is not legal: the way from d10 to d7 is blocked at d7 (\"daddaa\" at line 1, column 22)",
        ),
        (
            "(;GM[18];B[djddgd];AA[ee])",
            "pieces may be placed only at the start of a game (\"ee\" at line 1, column 23)",
        ),
        (
            "(;SZ[4]AB[aa])",
            "the start cannot be played: Black has 0 amazons: a side needs 1 to 16 (\"the first node\" at line 1, column 2)",
        ),
        ("(;PL[Q])", "PL is B or W (\"Q\" at line 1, column 6)"),
        ("(;KV[5])", "KV is written like KV[k5:c3=4] and KN like KN[12] (\"5\" at line 1, column 6)"),
        ("(;C[oh", "a bracket is not closed (\"oh\" at line 1, column 5)"),
        ("(;C[oh]", "a bracket is not closed (nothing at line 1, column 8)"),
        (
            "(;C",
            "a property has a name in capital letters and at least one value in [ ] (nothing at line 1, column 4)",
        ),
        ("(;C[a] 7)", "a node begins with ; and a variation with ( (\"7)\" at line 1, column 8)"),
    ] {
        assert_eq!(sgf::from_text(text).unwrap_err().to_string(), said, "{text}");
    }
}

#[test]
fn of_lines_of_moves() {
    for (text, said) in [
        (
            "startpos d1-d7/g7",
            "after the start comes the word moves, or nothing (\"d1-d7/g7\" at line 1, column 10)",
        ),
        (
            "# first\nd1-d7/g7 d10-d6/d5",
            "this move is not legal: the way from d10 to d6 is blocked at d7 (\"d10-d6/d5\" at line 2, column 10)",
        ),
        (
            "d1-d7/g7 resign",
            "this is no move: a square begins with a letter a to p (\"resign\" at line 1, column 10)",
        ),
        (
            "fen Q1q x moves a1-b1/a1",
            "the start is no FEN: the side to move is w or b (\"Q1q x\" at line 1, column 5)",
        ),
        (
            "fen Q1Q w moves",
            "the start cannot be played: Black has 0 amazons: a side needs 1 to 16 (\"Q1Q w\" at line 1, column 5)",
        ),
    ] {
        assert_eq!(Game::from_lines(text).unwrap_err().to_string(), said, "{text}");
    }
}

#[test]
fn of_sizes_and_names() {
    for text in ["", "10", "x", "10x", "0x5", "17x5", "+5x5", "5x5x5", "300x2"] {
        assert!(text.parse::<Size>().is_err(), "{text}");
    }
    assert_eq!(
        "ten".parse::<Size>().unwrap_err().to_string(),
        "\"ten\" is no board size: write columns and rows, 1 to 16 each, like 10x10"
    );
    assert_eq!(
        "17x5".parse::<Size>().unwrap_err().to_string(),
        "a board has 1 to 16 columns and 1 to 16 rows, not 17 by 5"
    );
    assert!("chess".parse::<MoveNotation>().unwrap_err().to_string().contains("\"chess\""));
}

#[test]
fn a_long_text_is_not_repeated_whole() {
    let said = Setup::from_fen(&"k".repeat(10_000)).unwrap_err().to_string();
    assert!(said.len() < 200, "{said}");
}
