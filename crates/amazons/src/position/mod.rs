//! A [`Position`]: a setup that was found playable, and all that the rules say of it.
//!
//! - `generate`: the legal moves, as sets, one by one, or counted;
//! - `legality`: whether a move is legal and, if not, why;
//! - `random`: random moves and whole random games;
//! - `zobrist`, `symmetry`, `regions`: what their names say.

mod generate;
mod legality;
mod random;
mod regions;
mod symmetry;
mod zobrist;

use std::fmt;

use crate::bitboard::Bitboard;
use crate::bits::Bits;
use crate::board::Board;
use crate::color::{ByColor, Color};
use crate::mv::Move;
use crate::setup::{Piece, PositionError, Setup};
use crate::square::Square;
use crate::vacancy::Vacancies;

pub use generate::LegalMoves;
pub use legality::{IllegalMove, MoveFault};
pub use random::{Draw, Playout};
pub use regions::{Region, RegionKind};
pub use symmetry::{Symmetry, Transform};
pub(crate) use zobrist::ply_key;
use zobrist::{arrow_key, step_key};

/// The end of a game: the side to move had no move. There are no draws.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Outcome {
    /// The side that made the last move.
    pub winner: Color,
}

/// A playable position. It is a plain value without anything on the heap: to try a move, copy it.
///
/// ```
/// use amazons::{Board10x10, Position, Start};
/// let position = Position::<Board10x10>::from_setup(&Start::STANDARD.setup()).unwrap();
/// assert_eq!(position.count_moves(), 2176);
/// let after = position.play("d1-d7/g7".parse().unwrap()).unwrap();
/// assert_eq!(after.arrows().count(), 1);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position<B: Board> {
    board: B,
    amazons: ByColor<B::Bits>,
    /// Every bit that is not an empty square: amazons, arrows, waiting squares and what is off the board.
    blocked: B::Bits,
    /// Of everything but the waiting squares: see `zobrist`.
    key: u64,
    move_number: u32,
    vacancies: Vacancies,
    turn: Color,
}

impl<B: Board> Position<B> {
    /// Checks a setup on a board of its size.
    ///
    /// # Panics
    /// When the setup's size is not the board's; [`AnyPosition`](crate::AnyPosition) chooses the right board.
    ///
    /// # Errors
    /// When the setup breaks a rule about positions.
    pub fn on_board(board: B, setup: &Setup) -> Result<Self, PositionError> {
        let size = board.size();
        assert_eq!(size, setup.size, "a setup of {} on a board of {size}", setup.size);
        let place = |piece| {
            let mut set = B::Bits::NONE;
            for square in setup.squares_of(piece) {
                if !size.contains(square) {
                    return Err(PositionError::OffBoard { square, size });
                }
                set |= B::Bits::single(board.index(square));
            }
            Ok(set)
        };
        let amazons = ByColor {
            white: place(Piece::Amazon(Color::White))?,
            black: place(Piece::Amazon(Color::Black))?,
        };
        for color in Color::BOTH {
            let count = amazons[color].count() as usize;
            if !(1..=16).contains(&count) {
                return Err(PositionError::Amazons { color, count });
            }
        }
        if setup.move_number == 0 {
            return Err(PositionError::MoveNumber);
        }
        let arrows = place(Piece::Arrow)?;
        let mut position = Self {
            board,
            amazons,
            blocked: amazons.white | amazons.black | arrows | !board.squares(),
            key: 0,
            move_number: setup.move_number,
            vacancies: vacancies(setup)?,
            turn: setup.turn,
        };
        position.key = position.key_from_scratch();
        Ok(position)
    }

    /// The board.
    #[inline]
    #[must_use]
    pub fn board(&self) -> B {
        self.board
    }

    /// Who is to move.
    #[inline]
    #[must_use]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// The number of the move to be made, counted up after each of Black's.
    #[inline]
    #[must_use]
    pub fn move_number(&self) -> u32 {
        self.move_number
    }

    /// How many plies were played before this position if White began with move 1.
    #[inline]
    #[must_use]
    pub fn ply(&self) -> u32 {
        (self.move_number - 1).saturating_mul(2).saturating_add(u32::from(self.turn == Color::Black))
    }

    /// The variant rule and the squares that wait to be empty again.
    #[inline]
    #[must_use]
    pub fn vacancies(&self) -> &Vacancies {
        &self.vacancies
    }

    /// The amazons of a side.
    #[inline]
    #[must_use]
    pub fn amazons(&self, color: Color) -> Bitboard<B> {
        self.set(self.amazons[color])
    }

    /// The empty squares.
    #[inline]
    #[must_use]
    pub fn empty(&self) -> Bitboard<B> {
        self.set(!self.blocked)
    }

    /// The arrows; not the vacated squares that are still blocked.
    #[must_use]
    pub fn arrows(&self) -> Bitboard<B> {
        let amazons = self.amazons.white | self.amazons.black;
        Bitboard::from_bits(self.board, self.blocked & !amazons & !self.waiting())
    }

    /// The vacated squares that are still blocked.
    #[must_use]
    pub fn reopening(&self) -> Bitboard<B> {
        self.set(self.waiting())
    }

    fn waiting(&self) -> B::Bits {
        let squares = self.vacancies.iter();
        squares.fold(B::Bits::NONE, |set, (square, _)| set | B::Bits::single(self.board.index(square)))
    }

    #[inline]
    fn set(&self, bits: B::Bits) -> Bitboard<B> {
        Bitboard::from_bits_unchecked(self.board, bits)
    }

    /// What stands on a square of the board.
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let bit = B::Bits::single(self.board.index(square));
        let owner = Color::BOTH.into_iter().find(|&color| !(self.amazons[color] & bit).is_none());
        match owner {
            Some(color) => Some(Piece::Amazon(color)),
            None if (self.blocked & bit).is_none() => None,
            None => Some(Piece::Arrow),
        }
    }

    /// The position as a setup.
    #[must_use]
    pub fn to_setup(&self) -> Setup {
        let mut setup = Setup::empty(self.board.size());
        for square in self.board.size().squares() {
            setup.set(square, self.piece_at(square));
        }
        setup.turn = self.turn;
        setup.move_number = self.move_number;
        setup.delay = self.vacancies.delay();
        setup.reopening = self.vacancies.iter().collect();
        setup
    }

    /// Plays a move after checking it.
    ///
    /// # Errors
    /// When the move is not legal; the error gives the reason.
    pub fn play(&self, mv: Move) -> Result<Self, IllegalMove> {
        self.check(mv)?;
        let mut after = *self;
        after.play_unchecked(mv);
        Ok(after)
    }

    /// Plays a move that is known to be legal. Any other with its squares on the board leaves a position that no game
    /// can have, though nothing worse than that.
    #[inline]
    pub fn play_unchecked(&mut self, mv: Move) {
        let index = |square| B::Bits::single(self.board.index(square));
        let (from, to, arrow) = (index(mv.from), index(mv.to), index(mv.arrow));
        self.amazons[self.turn] ^= from | to;
        self.blocked |= to | arrow;
        self.key ^= ply_key(self.turn, mv);
        if self.vacancies.delay() == 0 {
            // The arrow may have hit the square just left.
            self.blocked ^= from & !arrow;
        } else if let Some(opened) = self.vacancies.advance(mv.from) {
            self.blocked ^= B::Bits::single(self.board.index(opened));
        }
        self.move_number = self.move_number.saturating_add(u32::from(self.turn == Color::Black));
        self.turn = !self.turn;
    }

    /// The position after a step that is known to be legal, before its arrow: the other side is to move.
    #[inline]
    #[must_use]
    pub fn after_step(&self, from: Square, to: Square) -> Self {
        let mut after = *self;
        let (left, entered) =
            (B::Bits::single(self.board.index(from)), B::Bits::single(self.board.index(to)));
        after.amazons[self.turn] ^= left | entered;
        after.blocked |= entered;
        after.key ^= step_key(self.turn, from, to);
        if self.vacancies.delay() == 0 {
            after.blocked ^= left;
        } else if let Some(opened) = after.vacancies.advance(from) {
            after.blocked ^= B::Bits::single(self.board.index(opened));
        }
        after.move_number = self.move_number.saturating_add(u32::from(self.turn == Color::Black));
        after.turn = !self.turn;
        after
    }

    /// The same position with an arrow on an empty square: after [`after_step`](Self::after_step) the rest of the move.
    #[inline]
    #[must_use]
    pub fn with_arrow(&self, arrow: Square) -> Self {
        let mut after = *self;
        after.blocked |= B::Bits::single(self.board.index(arrow));
        after.key ^= arrow_key(arrow);
        after
    }

    /// The position of the standard game that some plies lead to, given what then is where and what they changed in
    /// the key.
    pub(crate) fn replaced(&self, amazons: ByColor<B::Bits>, full: B::Bits, plies: u32, key: u64) -> Self {
        let was_black = u32::from(self.turn == Color::Black);
        Self {
            amazons,
            blocked: full | !self.board.squares(),
            turn: if plies.is_multiple_of(2) { self.turn } else { !self.turn },
            move_number: self.move_number.saturating_add((plies + was_black) / 2),
            key: self.key ^ key,
            ..*self
        }
    }

    /// Who has won, if the side to move cannot move.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        (!self.has_move()).then_some(Outcome { winner: !self.turn })
    }
}

impl<B: Board + Default> Position<B> {
    /// Checks a setup.
    ///
    /// # Panics
    /// When the setup's size is not the board's.
    ///
    /// # Errors
    /// When the setup breaks a rule about positions.
    pub fn from_setup(setup: &Setup) -> Result<Self, PositionError> {
        Self::on_board(B::default(), setup)
    }
}

/// The waiting squares of a setup.
fn vacancies(setup: &Setup) -> Result<Vacancies, PositionError> {
    let delay = setup.delay;
    let mut vacancies = Vacancies::new(delay).ok_or(PositionError::Delay(delay))?;
    for &(square, plies) in &setup.reopening {
        if !setup.size.contains(square) || setup.get(square) != Some(Piece::Arrow) {
            return Err(PositionError::NotBlocked(square));
        }
        if plies == 0 || plies > delay {
            return Err(PositionError::Wait { square, plies, delay });
        }
        let named_before = vacancies.iter().any(|(other, _)| other == square);
        if named_before || !vacancies.insert(square, plies) {
            return Err(PositionError::WaitTaken { square, plies });
        }
    }
    Ok(vacancies)
}

impl<B: Board> fmt::Debug for Position<B> {
    /// Writes the FEN.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({})", crate::notation::Fen(&self.to_setup()))
    }
}
