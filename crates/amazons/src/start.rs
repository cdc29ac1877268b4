//! Where games begin: the named starts, random ones, and the text by which people choose.

use std::fmt;
use std::str::FromStr;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use thiserror::Error;

use crate::any::AnyPosition;
use crate::board::{Size, SizeError};
use crate::color::Color;
use crate::position::Symmetry;
use crate::setup::{Piece, Setup};
use crate::square::Square;

/// A start with a name. Black's amazons mirror White's from bottom to top.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Start {
    /// Columns and rows, which are also its name.
    pub size: Size,
    /// White's amazons, column and row from 0.
    white: &'static [(u8, u8)],
}

impl Start {
    /// The game as everybody plays it: White on a4 d1 g1 j4.
    pub const STANDARD: Self = Self { size: Size::STANDARD, white: &[(3, 0), (6, 0), (0, 3), (9, 3)] };

    /// All named starts: the standard one, those of smaller boards in competitions, and the small ones of papers that solve
    /// them.
    pub const ALL: [Self; 13] = [
        Self::STANDARD,
        Self { size: Size::constant(8, 8), white: &[(2, 0), (5, 0), (0, 2), (7, 2)] },
        Self { size: Size::constant(6, 6), white: &[(1, 0), (4, 0), (0, 1), (5, 1)] },
        Self { size: Size::constant(6, 5), white: &[(1, 0), (4, 0), (0, 1), (5, 1)] },
        Self { size: Size::constant(5, 6), white: &[(1, 0), (3, 0), (0, 1), (4, 1)] },
        Self { size: Size::constant(5, 5), white: &[(1, 0), (3, 0), (0, 1), (4, 1)] },
        Self { size: Size::constant(7, 4), white: &[(1, 0), (5, 0), (0, 1), (6, 1)] },
        Self { size: Size::constant(6, 4), white: &[(1, 0), (4, 0), (0, 1), (5, 1)] },
        Self { size: Size::constant(5, 4), white: &[(1, 0), (3, 0), (0, 1), (4, 1)] },
        Self { size: Size::constant(4, 7), white: &[(1, 0), (2, 0), (0, 1), (3, 1)] },
        Self { size: Size::constant(4, 6), white: &[(1, 0), (2, 0), (0, 1), (3, 1)] },
        Self { size: Size::constant(4, 5), white: &[(1, 0), (2, 0), (0, 1), (3, 1)] },
        Self { size: Size::constant(4, 4), white: &[(1, 0), (2, 0), (0, 1), (3, 1)] },
    ];

    /// The start of a size, if it has a name.
    #[must_use]
    pub fn of(size: Size) -> Option<Self> {
        Self::ALL.into_iter().find(|start| start.size == size)
    }

    /// The board with the amazons on it, White to move.
    #[must_use]
    pub fn setup(self) -> Setup {
        let mut setup = Setup::empty(self.size);
        for &(column, row) in self.white {
            let white = Square::from_coordinates(column, row).expect("named starts are on the board");
            let black = Symmetry::MIRROR_RANKS.apply(white, self.size);
            setup.set(white, Some(Piece::Amazon(Color::White)));
            setup.set(black, Some(Piece::Amazon(Color::Black)));
        }
        setup
    }
}

/// What takes White's amazons to Black's in a random start.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum StartSymmetry {
    /// Half a turn of the board.
    #[default]
    Turn,
    /// The exchange of the bottom rank with the top one, as in the named starts.
    Mirror,
}

impl StartSymmetry {
    /// Where a square of White's goes.
    #[must_use]
    pub fn apply(self, square: Square, size: Size) -> Square {
        match self {
            Self::Turn => Symmetry::HALF_TURN.apply(square, size),
            Self::Mirror => Symmetry::MIRROR_RANKS.apply(square, size),
        }
    }
}

/// A random start in which Black's amazons are the image of White's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RandomStart {
    /// Columns and rows.
    pub size: Size,
    /// How many amazons a side has.
    pub amazons: u8,
    /// How many squares from every edge stay free.
    pub margin: u8,
    /// What takes White's amazons to Black's.
    pub symmetry: StartSymmetry,
    /// The same seed gives the same start.
    pub seed: u64,
}

/// A random start that cannot be.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum RandomStartError {
    /// Too many amazons for the board.
    #[error(
        "{amazons} amazons a side do not fit a board of {size} with a margin of {margin}: it has {room} pairs of squares"
    )]
    NoRoom {
        /// The amazons asked for.
        amazons: u8,
        /// The board.
        size: Size,
        /// The margin.
        margin: u8,
        /// How many would fit.
        room: usize,
    },
    /// Amazons outside 1 to 16.
    #[error("a side has 1 to 16 amazons, not {0}")]
    Amazons(u8),
    /// Nothing drawn had a legal move.
    #[error("no start with a legal move was found on a board of {0}")]
    NoMove(Size),
}

impl RandomStart {
    /// How often a start without a legal move is drawn anew before giving up.
    const TRIES: u32 = 1_000;

    /// Draws the start. White has a legal move in it.
    ///
    /// # Errors
    /// When the amazons do not fit or cannot move.
    pub fn setup(&self) -> Result<Setup, RandomStartError> {
        let &Self { size, amazons, margin, symmetry, seed } = self;
        if !(1..=16).contains(&amazons) {
            return Err(RandomStartError::Amazons(amazons));
        }
        let inside =
            |at: u8, length: u8| at >= margin && u16::from(at) + u16::from(margin) < u16::from(length);
        let image = |square| symmetry.apply(square, size);
        let squares: Vec<Square> = size
            .squares()
            .filter(|square| {
                inside(square.file().index(), size.columns()) && inside(square.rank().index(), size.rows())
            })
            .filter(|&square| image(square) != square)
            .collect();
        let room = squares.len() / 2;
        if room < usize::from(amazons) {
            return Err(RandomStartError::NoRoom { amazons, size, margin, room });
        }
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        for _ in 0..Self::TRIES {
            let mut free = squares.clone();
            let mut setup = Setup::empty(size);
            for _ in 0..amazons {
                let white = free[rng.random_range(0..free.len())];
                setup.set(white, Some(Piece::Amazon(Color::White)));
                setup.set(image(white), Some(Piece::Amazon(Color::Black)));
                free.retain(|&square| square != white && square != image(white));
            }
            if AnyPosition::from_setup(&setup).is_ok_and(|position| position.has_move()) {
                return Ok(setup);
            }
        }
        Err(RandomStartError::NoMove(size))
    }
}

/// A choice of start: `10x10`, or `random:15x15,amazons=4,margin=1,seed=7`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StartSpec {
    /// A named start.
    Named(Start),
    /// A random one.
    Random(RandomStart),
}

/// A text that chooses no start.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum StartSpecError {
    /// Not a size.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// A size without a start of its own.
    #[error("a board of {0} has no start of its own: choose one of {names}, give a FEN, or random:{0}", names = names())]
    NoName(Size),
    /// Not one of the settings of a random start.
    #[error(
        "{0:?} is no setting of a random start: there are amazons=1..16, margin=0..7, seed=NUMBER, symmetry=turn|mirror"
    )]
    Setting(String),
}

fn names() -> String {
    Start::ALL.map(|start| start.size.to_string()).join(" ")
}

impl StartSpec {
    /// The board with the amazons on it.
    ///
    /// # Errors
    /// When a random start cannot be.
    pub fn setup(&self) -> Result<Setup, RandomStartError> {
        match self {
            Self::Named(start) => Ok(start.setup()),
            Self::Random(start) => start.setup(),
        }
    }
}

impl FromStr for StartSpec {
    type Err = StartSpecError;

    fn from_str(text: &str) -> Result<Self, StartSpecError> {
        let Some(settings) = text.strip_prefix("random:") else {
            let size = text.parse()?;
            return Start::of(size).map(Self::Named).ok_or(StartSpecError::NoName(size));
        };
        let mut settings = settings.split(',');
        let size = settings.next().unwrap_or_default().parse()?;
        let mut start = RandomStart { size, amazons: 4, margin: 1, symmetry: StartSymmetry::Turn, seed: 0 };
        for setting in settings {
            let fault = || StartSpecError::Setting(setting.to_owned());
            let (name, value) = setting.split_once('=').ok_or_else(fault)?;
            match name {
                // `parse` alone would take a sign.
                _ if value.starts_with('+') => return Err(fault()),
                "amazons" => start.amazons = value.parse().map_err(|_| fault())?,
                "margin" => {
                    start.margin = value.parse().ok().filter(|margin| *margin < 8).ok_or_else(fault)?;
                }
                "seed" => start.seed = value.parse().map_err(|_| fault())?,
                "symmetry" if value == "turn" => start.symmetry = StartSymmetry::Turn,
                "symmetry" if value == "mirror" => start.symmetry = StartSymmetry::Mirror,
                _ => return Err(fault()),
            }
        }
        Ok(Self::Random(start))
    }
}

impl fmt::Display for StartSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Named(start) => start.size.fmt(f),
            Self::Random(RandomStart { size, amazons, margin, symmetry, seed }) => {
                let symmetry = if *symmetry == StartSymmetry::Mirror { "mirror" } else { "turn" };
                write!(f, "random:{size},amazons={amazons},margin={margin},seed={seed},symmetry={symmetry}")
            }
        }
    }
}
