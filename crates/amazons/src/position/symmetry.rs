//! The symmetries of a board, the exchange of colours, and one form for all positions that they make equal.

use super::Position;
use crate::bits::Bits;
use crate::board::{Board, Size};
use crate::color::{ByColor, Color};
use crate::mv::Move;
use crate::square::Square;

/// A rotation or reflection of the board: first the diagonal flip, if any, then the mirrors.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Symmetry {
    is_transposed: bool,
    mirrors_files: bool,
    mirrors_ranks: bool,
}

/// A symmetry, with or without the exchange of colours.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Transform {
    /// What happens to the squares.
    pub symmetry: Symmetry,
    /// Whether each side takes the other's amazons and turn.
    pub swaps_colors: bool,
}

impl Symmetry {
    /// Turns the board by half a turn.
    pub const HALF_TURN: Self = Self { is_transposed: false, mirrors_files: true, mirrors_ranks: true };

    /// Exchanges the bottom rank with the top one.
    pub const MIRROR_RANKS: Self = Self { is_transposed: false, mirrors_files: false, mirrors_ranks: true };

    /// The symmetries of a board: 8 where it is square, else 4. The identity comes first.
    pub fn of(size: Size) -> impl Iterator<Item = Self> {
        let count = if size.is_square() { 8 } else { 4 };
        (0..count).map(|bits: u8| Self {
            is_transposed: bits & 4 != 0,
            mirrors_files: bits & 1 != 0,
            mirrors_ranks: bits & 2 != 0,
        })
    }

    /// Where a square of a board goes.
    ///
    /// # Panics
    /// When the symmetry is not one of the board's, or the square is not on the board.
    #[must_use]
    pub fn apply(self, square: Square, size: Size) -> Square {
        assert!(size.is_square() || !self.is_transposed, "a board of {size} has no diagonal symmetry");
        let (column, row) = (square.file().index(), square.rank().index());
        let (column, row) = if self.is_transposed { (row, column) } else { (column, row) };
        let column = if self.mirrors_files { size.columns() - 1 - column } else { column };
        let row = if self.mirrors_ranks { size.rows() - 1 - row } else { row };
        Square::from_coordinates(column, row).expect("a symmetry stays on the board")
    }

    /// Where a move of a board goes.
    #[must_use]
    pub fn apply_to_move(self, mv: Move, size: Size) -> Move {
        let [from, to, arrow] = [mv.from, mv.to, mv.arrow].map(|square| self.apply(square, size));
        Move { from, to, arrow }
    }

    /// The symmetry that takes everything back.
    #[must_use]
    pub fn inverse(self) -> Self {
        // Mirrors come after the diagonal flip, so going back they come before it: there they change places.
        match self.is_transposed {
            true => Self { mirrors_files: self.mirrors_ranks, mirrors_ranks: self.mirrors_files, ..self },
            false => self,
        }
    }
}

impl<B: Board> Position<B> {
    /// The position seen through a transform.
    #[must_use]
    pub fn transformed(&self, transform: Transform) -> Self {
        let size = self.board.size();
        let rename = |square| transform.symmetry.apply(square, size);
        let map = |set: B::Bits| {
            let squares = self.set(set).into_iter();
            squares.fold(B::Bits::NONE, |set, square| set | B::Bits::single(self.board.index(rename(square))))
        };
        let amazons: ByColor<B::Bits> = self.amazons.map(map);
        let mut image = Self {
            amazons: if transform.swaps_colors { amazons.swapped() } else { amazons },
            turn: if transform.swaps_colors { !self.turn } else { self.turn },
            blocked: map(self.blocked & self.board.squares()) | !self.board.squares(),
            vacancies: self.vacancies.mapped(rename),
            ..*self
        };
        image.key = image.key_from_scratch();
        image
    }

    /// One form for all positions that symmetries and the exchange of colours make equal, White to move, and the
    /// transform that leads to it. The move number stays.
    #[must_use]
    pub fn canonical(&self) -> (Self, Transform) {
        let swaps_colors = self.turn == Color::Black;
        let images = Symmetry::of(self.board.size()).map(|symmetry| {
            let transform = Transform { symmetry, swaps_colors };
            (self.transformed(transform), transform)
        });
        images
            .min_by_key(|(image, _)| (image.amazons, image.blocked, image.vacancies))
            .expect("every board has the identity")
    }
}
