//! Whether one given move is legal and, if not, what is wrong with it.

use thiserror::Error;

use super::Position;
use crate::bits::Bits;
use crate::board::{Board, queen_reach};
use crate::color::Color;
use crate::direction::Direction;
use crate::mv::Move;
use crate::setup::Piece;
use crate::square::Square;

/// A move that the rules forbid.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{mv} is not legal: {fault}")]
pub struct IllegalMove {
    /// The move.
    pub mv: Move,
    /// What is wrong with it.
    pub fault: MoveFault,
}

/// What is wrong with a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum MoveFault {
    /// A square that the board does not have.
    #[error("the board has no {0}")]
    OffBoard(Square),
    /// No amazon of the side to move stands there.
    #[error("no amazon of {color}, who is to move, stands on {square}")]
    NoAmazon {
        /// Where the move begins.
        square: Square,
        /// Who is to move.
        color: Color,
    },
    /// Step or shot along no queen's line.
    #[error("a queen does not go from {from} to {to}")]
    NoLine {
        /// Where it begins.
        from: Square,
        /// Where it was to end.
        to: Square,
    },
    /// Something stands in the way of the step or shot.
    #[error("the way from {from} to {to} is blocked at {at}")]
    Blocked {
        /// Where it begins.
        from: Square,
        /// Where it was to end.
        to: Square,
        /// The first square in the way.
        at: Square,
    },
}

impl<B: Board> Position<B> {
    /// Whether a move is legal.
    #[must_use]
    pub fn is_legal(&self, mv: Move) -> bool {
        let size = self.board.size();
        if ![mv.from, mv.to, mv.arrow].into_iter().all(|square| size.contains(square)) {
            return false;
        }
        let [from, to, arrow] = [mv.from, mv.to, mv.arrow].map(|square| self.board.index(square));
        !(self.amazons[self.turn] & B::Bits::single(from)).is_none()
            && !(queen_reach(self.board, from, self.blocked) & B::Bits::single(to)).is_none()
            && !(self.arrow_reach(from, to) & B::Bits::single(arrow)).is_none()
    }

    /// What is wrong with a move.
    ///
    /// # Errors
    /// When it is not legal.
    pub fn check(&self, mv: Move) -> Result<(), IllegalMove> {
        self.fault(mv).map_or(Ok(()), |fault| Err(IllegalMove { mv, fault }))
    }

    fn fault(&self, mv: Move) -> Option<MoveFault> {
        let size = self.board.size();
        if let Some(square) = [mv.from, mv.to, mv.arrow].into_iter().find(|&square| !size.contains(square)) {
            return Some(MoveFault::OffBoard(square));
        }
        if self.piece_at(mv.from) != Some(Piece::Amazon(self.turn)) {
            return Some(MoveFault::NoAmazon { square: mv.from, color: self.turn });
        }
        let is_blocked = |square| self.piece_at(square).is_some();
        let from_is_blocked = self.vacancies.delay() > 0;
        let is_blocked_for_arrow = |square| match square == mv.from {
            true => from_is_blocked,
            false => is_blocked(square),
        };
        way_fault(mv.from, mv.to, is_blocked).or_else(|| way_fault(mv.to, mv.arrow, is_blocked_for_arrow))
    }
}

/// What stops a queen on her way, walked square by square.
fn way_fault(from: Square, to: Square, is_blocked: impl Fn(Square) -> bool) -> Option<MoveFault> {
    let Some((direction, length)) = Direction::between(from, to) else {
        return Some(MoveFault::NoLine { from, to });
    };
    let (right, up) = direction.step();
    let ahead = |distance: u8| {
        let column = from.file().index().wrapping_add_signed(right * distance as i8);
        let row = from.rank().index().wrapping_add_signed(up * distance as i8);
        Square::from_coordinates(column, row)
    };
    let blocked_at = (1..=length).filter_map(ahead).find(|&square| is_blocked(square));
    blocked_at.map(|at| MoveFault::Blocked { from, to, at })
}
