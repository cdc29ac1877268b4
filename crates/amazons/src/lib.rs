//! The rules of the Game of the Amazons, usable alone: boards, moves, positions, games and how they are written.
//!
//! Data flows one way. A [`Setup`] is anything that a file may say; a [`Position`] is a setup that was checked and
//! can be played; a [`Game`] is a position with the moves that led to it; a [`Record`] is a game as files keep it,
//! with names, comments and variations.
//!
//! ```
//! use amazons::{Board10x10, Position, Start};
//!
//! let mut position = Position::<Board10x10>::from_setup(&Start::STANDARD.setup())?;
//! assert_eq!(position.count_moves(), 2176);
//! position = position.play("d1-d7/g7".parse()?)?;
//! assert_eq!(position.to_setup().to_fen(), "3q2q3/10/10/q2Q2*2q/10/10/Q8Q/10/10/6Q3 b - - 1 1");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Position`] is compiled for its [`Board`], so that 10x10 is as fast as if there were no other size;
//! [`AnyPosition`] takes any size. A set of squares is a [`Bitboard`], and the moves come in sets:
//! [`Shots`] is one step with all its arrows.

#![forbid(unsafe_code)]

mod any;
mod bitboard;
mod bits;
mod board;
mod color;
mod direction;
mod game;
mod lines;
mod mv;
pub mod notation;
pub mod perft;
mod position;
mod record;
mod setup;
mod square;
mod start;
mod vacancy;
mod walker;

pub use any::{AnyPosition, Visitor};
pub use bitboard::{Bitboard, Squares};
pub use bits::Bits;
pub use board::{Board, Board6x6, Board8x8, Board10x10, Fixed, Narrow, Size, SizeError, Wide, queen_reach};
pub use color::{ByColor, Color};
pub use direction::Direction;
pub use game::Game;
pub use mv::{Move, Moves, Shots};
pub use position::{
    Draw, IllegalMove, LegalMoves, MoveFault, Outcome, Playout, Position, Region, RegionKind, Symmetry,
    Transform,
};
pub use record::{NodeId, Property, Record, RecordNode, RecordResult};
pub use setup::{Piece, PositionError, Setup};
pub use square::{File, Rank, Square};
pub use start::{RandomStart, RandomStartError, Start, StartSpec, StartSpecError, StartSymmetry};
pub use vacancy::Vacancies;
pub use walker::Walker;
