//! Drawn boards.

use amazons::notation::{Diagram, Glyphs};
use amazons::{Setup, Start};

#[test]
fn the_start_is_drawn_in_ascii() {
    let drawn = Start::of("6x6".parse().unwrap()).unwrap().setup().to_diagram(Glyphs::Ascii);
    let expected = [
        " 6  . B . . B .",
        " 5  B . . . . B",
        " 4  . . . . . .",
        " 3  . . . . . .",
        " 2  W . . . . W",
        " 1  . W . . W .",
        "    a b c d e f",
        "White to move, move 1",
        "",
    ];
    assert_eq!(drawn, expected.join("\n"));
}

#[test]
fn a_variant_is_drawn_in_unicode_and_read_back() {
    let setup = Setup::from_fen("q*1/*1Q b - - 0 7 k5:b2=4").unwrap();
    let drawn = setup.to_diagram(Glyphs::Unicode);
    assert_eq!(drawn, " 2  ♛ × ·\n 1  × · ♕\n    a b c\nBlack to move, move 7\nVariant k5:b2=4\n");
    assert_eq!(Setup::from_diagram(&drawn).unwrap(), setup);
}

#[test]
fn marks_are_drawn_over_the_squares() {
    let setup = Setup::from_fen("q1Q w").unwrap();
    let drawn = Diagram::new(&setup, Glyphs::Ascii).with_marks(vec!["b1".parse().unwrap()]).to_string();
    assert!(drawn.starts_with(" 1  B o W\n"), "{drawn}");
}

#[test]
fn reading_needs_no_labels_and_no_spaces_and_stops_at_an_empty_line() {
    let setup = Setup::from_diagram("\n\n  B.*\r\n  ..W\r\n\r\nthis is not read").unwrap();
    assert_eq!(setup.to_fen(), "q1*/2Q w - - 0 1");
}
