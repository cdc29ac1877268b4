//! A position on a board of any size: the border between files, protocols and people on one side and code that is
//! compiled for one board on the other.

use crate::board::{Board, Board6x6, Board8x8, Board10x10, Narrow, Size, Wide};
use crate::color::Color;
use crate::mv::Move;
use crate::position::{Draw, IllegalMove, Outcome, Playout, Position};
use crate::setup::{PositionError, Setup};
use crate::square::Square;
use rand::Rng;

/// A position on any board.
///
/// For anything that takes long, [`visit`](Self::visit) it once and work on the [`Position`] inside.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum AnyPosition {
    Ten(Position<Board10x10>),
    Eight(Position<Board8x8>),
    Six(Position<Board6x6>),
    Narrow(Position<Narrow>),
    Wide(Position<Wide>),
}

/// Work that can be done on a position of any board.
pub trait Visitor {
    /// What comes out.
    type Output;

    /// Does the work.
    fn visit<B: Board>(self, position: &Position<B>) -> Self::Output;
}

/// Runs an expression on the position inside.
macro_rules! on_any {
    ($any:expr, $position:ident => $work:expr) => {
        match $any {
            AnyPosition::Ten($position) => $work,
            AnyPosition::Eight($position) => $work,
            AnyPosition::Six($position) => $work,
            AnyPosition::Narrow($position) => $work,
            AnyPosition::Wide($position) => $work,
        }
    };
}

impl AnyPosition {
    /// Checks a setup and chooses the fastest board for its size.
    ///
    /// # Errors
    /// When the setup breaks a rule about positions.
    pub fn from_setup(setup: &Setup) -> Result<Self, PositionError> {
        Ok(match (setup.size.columns(), setup.size.rows()) {
            (10, 10) => Self::Ten(Position::from_setup(setup)?),
            (8, 8) => Self::Eight(Position::from_setup(setup)?),
            (6, 6) => Self::Six(Position::from_setup(setup)?),
            _ => match Narrow::new(setup.size) {
                Some(board) => Self::Narrow(Position::on_board(board, setup)?),
                None => Self::Wide(Position::on_board(Wide::new(setup.size), setup)?),
            },
        })
    }

    /// Does some work on the position inside.
    pub fn visit<V: Visitor>(&self, visitor: V) -> V::Output {
        on_any!(self, position => visitor.visit(position))
    }

    /// The position as a setup.
    #[must_use]
    pub fn to_setup(&self) -> Setup {
        on_any!(self, position => position.to_setup())
    }

    /// The size of the board.
    #[must_use]
    pub fn size(&self) -> Size {
        on_any!(self, position => position.board().size())
    }

    /// Who is to move.
    #[must_use]
    pub fn turn(&self) -> Color {
        on_any!(self, position => position.turn())
    }

    /// How many plies were played before: see [`Position::ply`].
    #[must_use]
    pub fn ply(&self) -> u32 {
        on_any!(self, position => position.ply())
    }

    /// How many squares are empty.
    #[must_use]
    pub fn count_empty(&self) -> u32 {
        on_any!(self, position => position.empty().count())
    }

    /// The Zobrist key: see [`Position::key`].
    #[must_use]
    pub fn key(&self) -> u64 {
        on_any!(self, position => position.key())
    }

    /// Who has won, if the side to move cannot move.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        on_any!(self, position => position.outcome())
    }

    /// Whether the side to move can move.
    #[must_use]
    pub fn has_move(&self) -> bool {
        on_any!(self, position => position.has_move())
    }

    /// The number of legal moves.
    #[must_use]
    pub fn count_moves(&self) -> u64 {
        on_any!(self, position => position.count_moves())
    }

    /// The legal moves in a list.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        on_any!(self, position => position.legal_moves().collect())
    }

    /// The squares to which the amazon on a square can step; none from off the board.
    #[must_use]
    pub fn steps(&self, from: Square) -> Vec<Square> {
        if !self.size().contains(from) {
            return Vec::new();
        }
        on_any!(self, position => position.steps(from).into_iter().collect())
    }

    /// The squares at which the amazon on `from` can shoot from `to`; none where either is off the board.
    #[must_use]
    pub fn shots(&self, from: Square, to: Square) -> Vec<Square> {
        if !self.size().contains(from) || !self.size().contains(to) {
            return Vec::new();
        }
        on_any!(self, position => position.shots(from, to).into_iter().collect())
    }

    /// Whether a move is legal.
    #[must_use]
    pub fn is_legal(&self, mv: Move) -> bool {
        on_any!(self, position => position.is_legal(mv))
    }

    /// What is wrong with a move.
    ///
    /// # Errors
    /// When it is not legal.
    pub fn check(&self, mv: Move) -> Result<(), IllegalMove> {
        on_any!(self, position => position.check(mv))
    }

    /// Plays a move after checking it.
    ///
    /// # Errors
    /// When the move is not legal; the error gives the reason.
    pub fn play(&self, mv: Move) -> Result<Self, IllegalMove> {
        on_any!(self, position => position.play(mv).map(Self::from))
    }

    /// Draws a random legal move; `None` where there is none.
    pub fn random_move<R: Rng + ?Sized>(&self, draw: Draw, rng: &mut R) -> Option<Move> {
        on_any!(self, position => position.random_move(draw, rng))
    }

    /// Plays random moves until the side to move has none.
    pub fn play_out<R: Rng + ?Sized>(&self, draw: Draw, rng: &mut R) -> Playout {
        on_any!(self, position => position.play_out(draw, rng))
    }
}

/// Lets a position of a board type be a position of any.
macro_rules! into_any {
    ($($board:ty => $variant:ident;)*) => {$(
        impl From<Position<$board>> for AnyPosition {
            fn from(position: Position<$board>) -> Self {
                Self::$variant(position)
            }
        }
    )*};
}

into_any! {
    Board10x10 => Ten;
    Board8x8 => Eight;
    Board6x6 => Six;
    Narrow => Narrow;
    Wide => Wide;
}
