//! Positions to test with.

use std::time::Instant;

use amazons::{Color, Piece, Setup, Size, Square};
use rand::{Rng, RngExt};
use thought::{Control, Counter, Limits};

/// A counter without limits.
pub(crate) fn endless() -> Counter {
    Counter::new(&Limits::NONE, &Control::new(), Instant::now(), 1_000)
}

/// A small board full of arrows but for `empty` squares and some amazons of each side.
pub(crate) fn cluttered(rng: &mut impl Rng, columns: u8, rows: u8, amazons: [u32; 2], empty: u32) -> Setup {
    let size = Size::new(columns, rows).expect("a small board");
    let mut setup = Setup::empty(size);
    let mut squares: Vec<Square> = size.squares().collect();
    for square in &squares {
        setup.set(*square, Some(Piece::Arrow));
    }
    let mut draw = |piece: Option<Piece>, count: u32, setup: &mut Setup| {
        for _ in 0..count {
            let square = squares.swap_remove(rng.random_range(0..squares.len()));
            setup.set(square, piece);
        }
    };
    for (color, count) in Color::BOTH.into_iter().zip(amazons) {
        draw(Some(Piece::Amazon(color)), count, &mut setup);
    }
    draw(None, empty, &mut setup);
    setup
}

/// Two or three small boards side by side with columns of arrows between them.
pub(crate) fn side_by_side(rng: &mut impl Rng, boards: u8, empty: u32) -> Setup {
    let (columns, rows) = (3, 3);
    let size = Size::new(boards * (columns + 1) - 1, rows).expect("a small board");
    let mut setup = Setup::empty(size);
    for square in size.squares() {
        setup.set(square, Some(Piece::Arrow));
    }
    for index in 0..boards {
        let part = cluttered(rng, columns, rows, [1, 1], empty);
        for square in part.size.squares() {
            let column = square.file().index() + index * (columns + 1);
            let place = Square::from_coordinates(column, square.rank().index()).expect("on the board");
            setup.set(place, part.get(square));
        }
    }
    setup
}
