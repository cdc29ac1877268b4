//! A board with two numbers in every empty square: White's above at the left, Black's below at the right.

use maud::{Markup, html};

use super::{Anchor, Picture, Width, px, text};
use crate::findings::BoardSquare;

/// The widest square.
const WIDEST: f64 = 44.0;

pub(super) fn draw(rows: &[Vec<BoardSquare>], width: Width) -> Picture {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0).max(1);
    let margin = 1.6 * width.text();
    let side = ((width.pixels() - 2.0 * margin) / columns as f64).min(WIDEST);
    let (size, below) = (width.text(), margin / 4.0 + side * rows.len() as f64);
    let inside = html! {
        @for (row, squares) in rows.iter().enumerate() {
            (text("number", (margin - 6.0, (row as f64 + 0.5) * side + 0.6 * size), Anchor::End, &(rows.len() - row).to_string()))
            @for (column, cell) in squares.iter().enumerate() {
                (square(*cell, (margin + column as f64 * side, 2.0 + row as f64 * side), side, size))
            }
        }
        @for column in 0..columns {
            @let file = char::from(b'a' + column as u8).to_string();
            (text("number", (margin + (column as f64 + 0.5) * side, below + 1.1 * size), Anchor::Middle, &file))
        }
    };
    Picture { height: below + 1.8 * size, inside }
}

fn square(cell: BoardSquare, (x, y): (f64, f64), side: f64, size: f64) -> Markup {
    let middle = (x + side / 2.0, y + side / 2.0);
    let number = |value: Option<u8>| value.map_or_else(|| "\u{221e}".to_owned(), |value| value.to_string());
    html! {
        rect class="board-square" x=(px(x)) y=(px(y)) width=(px(side)) height=(px(side)) {}
        @match cell {
            BoardSquare::White => circle class="amazon white" cx=(px(middle.0)) cy=(px(middle.1)) r=(px(0.34 * side)) {},
            BoardSquare::Black => circle class="amazon black" cx=(px(middle.0)) cy=(px(middle.1)) r=(px(0.34 * side)) {},
            BoardSquare::Arrow => rect class="board-arrow" x=(px(x)) y=(px(y)) width=(px(side)) height=(px(side)) {},
            BoardSquare::Empty(white, black) => {
                (text("order", (x + 0.12 * side, y + 0.1 * side + 0.75 * size), Anchor::Start, &number(white)))
                (text("order soft", (x + 0.88 * side, y + 0.92 * side), Anchor::End, &number(black)))
            }
        }
    }
}
