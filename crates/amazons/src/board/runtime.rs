//! Boards whose size is known only when the program runs. Their tables are made on first use and kept.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::OnceLock;

use super::{Board, Size, fixed};
use crate::bits::{Bits, U256};
use crate::direction::Direction;
use crate::square::Square;

/// The tables of a board.
struct Geometry<W: 'static> {
    size: Size,
    stride: u32,
    squares: W,
    rays: Box<[[W; 8]]>,
    names: Box<[Square]>,
}

/// One cache slot for each size.
type GeometryCache<W> = [OnceLock<Geometry<W>>; 256];

static NARROW: GeometryCache<u128> = [const { OnceLock::new() }; 256];
static WIDE: GeometryCache<U256> = [const { OnceLock::new() }; 256];

fn cached<W>(cache: &GeometryCache<W>, size: Size, make: impl FnOnce() -> Geometry<W>) -> &Geometry<W> {
    cache[usize::from(size.columns() - 1) * 16 + usize::from(size.rows() - 1)].get_or_init(make)
}

/// Any board that fits 128 bits with a guard column.
#[derive(Clone, Copy)]
pub struct Narrow(&'static Geometry<u128>);

/// Any board at all, in 256 bits with sixteen to a rank.
///
/// Where there are sixteen columns no guard is left, so steps to the side are masked.
#[derive(Clone, Copy)]
pub struct Wide(&'static Geometry<U256>);

impl Narrow {
    /// The board of a size; `None` where it does not fit.
    #[must_use]
    pub fn new(size: Size) -> Option<Self> {
        let stride = u32::from(size.columns()) + 1;
        (stride * u32::from(size.rows()) <= 128).then(|| {
            Self(cached(&NARROW, size, || Geometry {
                size,
                stride,
                squares: fixed::squares(size, stride),
                rays: Box::new(fixed::rays(size, stride)),
                names: Box::new(fixed::names(size, stride)),
            }))
        })
    }
}

impl Wide {
    /// The board of a size.
    #[must_use]
    pub fn new(size: Size) -> Self {
        Self(cached(&WIDE, size, || {
            let squares =
                size.squares().fold(U256::NONE, |set, square| set | U256::single(square.index() as u32));
            let ray = |index: u32, direction| {
                let mut ray = U256::NONE;
                let mut ahead = U256::single(index) & squares;
                while !ahead.is_none() {
                    ahead = wide_slid(ahead, direction, 1) & wide_enterable(direction) & squares;
                    ray |= ahead;
                }
                ray
            };
            Geometry {
                size,
                stride: 16,
                squares,
                rays: (0..256).map(|index| Direction::ALL.map(|direction| ray(index, direction))).collect(),
                names: (0..=u8::MAX).map(Square::from_index).collect(),
            }
        }))
    }
}

/// Some steps of a set with sixteen squares to a rank.
#[inline]
fn wide_slid(set: U256, direction: Direction, steps: u32) -> U256 {
    match direction {
        Direction::East => set.raised(steps),
        Direction::NorthWest => set.raised(15 * steps),
        Direction::North => set.raised(16 * steps),
        Direction::NorthEast => set.raised(17 * steps),
        Direction::West => set.lowered(steps),
        Direction::SouthEast => set.lowered(15 * steps),
        Direction::South => set.lowered(16 * steps),
        Direction::SouthWest => set.lowered(17 * steps),
    }
}

/// The bits that a step may land on without having gone around a side.
#[inline]
fn wide_enterable(direction: Direction) -> U256 {
    match direction {
        Direction::North | Direction::South => !U256::NONE,
        Direction::East | Direction::NorthEast | Direction::SouthEast => !U256::file(0),
        Direction::West | Direction::NorthWest | Direction::SouthWest => !U256::file(15),
    }
}

/// Implements what the two kinds have in common.
macro_rules! runtime_board {
    ($board:ident, $word:ty, $slide:expr, $enterable:expr) => {
        impl Board for $board {
            type Bits = $word;

            #[inline]
            fn size(self) -> Size {
                self.0.size
            }

            #[inline]
            fn index(self, square: Square) -> u32 {
                u32::from(square.rank().index()) * self.0.stride + u32::from(square.file().index())
            }

            #[inline]
            fn square(self, index: u32) -> Square {
                self.0.names[index as usize]
            }

            #[inline]
            fn squares(self) -> $word {
                self.0.squares
            }

            #[inline]
            fn rays(self, index: u32) -> &'static [$word; 8] {
                &self.0.rays[index as usize]
            }

            #[inline]
            fn shifted(self, set: $word, direction: Direction) -> $word {
                self.slid(set, direction, 1) & self.enterable(direction)
            }

            #[inline]
            fn slid(self, set: $word, direction: Direction, steps: u32) -> $word {
                let slide: fn($word, Direction, u32, u32) -> $word = $slide;
                slide(set, direction, self.0.stride, steps)
            }

            #[inline]
            fn enterable(self, direction: Direction) -> $word {
                let enterable: fn(Direction) -> $word = $enterable;
                enterable(direction)
            }
        }

        // There is one geometry for a size, so comparing sizes is enough.
        impl PartialEq for $board {
            fn eq(&self, other: &Self) -> bool {
                self.0.size == other.0.size
            }
        }

        impl Eq for $board {}

        impl Hash for $board {
            fn hash<H: Hasher>(&self, state: &mut H) {
                self.0.size.hash(state);
            }
        }

        impl fmt::Debug for $board {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}({})", stringify!($board), self.0.size)
            }
        }
    };
}

runtime_board!(Narrow, u128, fixed::slid, |_| u128::MAX);
runtime_board!(Wide, U256, |set, direction, _, steps| wide_slid(set, direction, steps), wide_enterable);
