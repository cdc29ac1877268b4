//! A position as numbers: planes of the pieces, sets of squares as masks, distance maps. All arrays have the shape
//! (ranks, files), rank 1 first, and are written in place.
//!
//! | plane | what |
//! |---|---|
//! | 0 | White's amazons, or those of the side to move |
//! | 1 | Black's amazons, or the other side's |
//! | 2 | arrows |
//! | 3 | 1 everywhere where White is to move |
//! | 4 | in a batch: the amazon that was chosen |
//! | 5 | in a batch: the square that was chosen for it |
//! | last | with the variant: for how many plies a vacated square stays blocked |

use amazons::{Bitboard, Board, Color, Position, Rank, Size, Square};
use eval::maps::{Levels, Mover};

use crate::batch::number_of;

/// Whose amazons the first plane holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Side {
    /// Those of a side.
    Of(Color),
    /// Those of the side to move.
    ToMove,
}

/// A number of an array.
pub(crate) trait Element: Copy + Send + Sync + 'static {
    const ZERO: Self;
    const ONE: Self;
    /// The eight bits of a byte as numbers, the lowest first, for every byte: a set is written by copying from here, four
    /// times as fast as bit by bit.
    const BYTES: &'static [[Self; 8]; 256];
    fn from_u8(number: u8) -> Self;
}

/// Writes the table of a type.
macro_rules! element {
    ($type:ty, $zero:expr, $one:expr, $from:expr) => {
        impl Element for $type {
            const ZERO: Self = $zero;
            const ONE: Self = $one;
            const BYTES: &'static [[Self; 8]; 256] = &{
                let mut table = [[$zero; 8]; 256];
                let mut at = 0;
                while at < 8 * 256 {
                    if (at / 8) >> (at % 8) & 1 == 1 {
                        table[at / 8][at % 8] = $one;
                    }
                    at += 1;
                }
                table
            };
            fn from_u8(number: u8) -> Self {
                $from(number)
            }
        }
    };
}

element!(f32, 0.0, 1.0, f32::from);
element!(u8, 0, 1, u8::from);
element!(bool, false, true, |number| number > 0);

/// What stands for a square that a side does not reach.
pub(crate) const UNREACHED: u8 = u8::MAX;

/// The number of planes of a position.
pub(crate) fn count(delay: u8) -> usize {
    4 + usize::from(delay > 0)
}

/// The number of planes of a game in a batch.
pub(crate) fn count_staged(delay: u8) -> usize {
    6 + usize::from(delay > 0)
}

/// Writes the planes of a position.
pub(crate) fn write<B: Board, T: Element>(position: &Position<B>, size: Size, side: Side, out: &mut [T]) {
    let area = size.area() as usize;
    write_board(position, size, side, &mut out[..4 * area]);
    if out.len() > 4 * area {
        write_reopening(position, size, &mut out[4 * area..]);
    }
}

/// Writes the planes of a game in a batch: the position and what was chosen of its next ply.
#[inline]
pub(crate) fn write_staged<B: Board, T: Element>(
    position: &Position<B>,
    size: Size,
    side: Side,
    from: Option<Square>,
    to: Option<Square>,
    out: &mut [T],
) {
    let area = size.area() as usize;
    write_board(position, size, side, &mut out[..4 * area]);
    out[4 * area..6 * area].fill(T::ZERO);
    if let Some(from) = from {
        out[4 * area + number_of(from, size)] = T::ONE;
    }
    if let Some(to) = to {
        out[5 * area + number_of(to, size)] = T::ONE;
    }
    if out.len() > 6 * area {
        write_reopening(position, size, &mut out[6 * area..]);
    }
}

#[inline]
fn write_board<B: Board, T: Element>(position: &Position<B>, size: Size, side: Side, out: &mut [T]) {
    let area = size.area() as usize;
    let first = match side {
        Side::Of(color) => color,
        Side::ToMove => position.turn(),
    };
    let sets = [position.amazons(first), position.amazons(!first), position.arrows()];
    let (pieces, turn) = out.split_at_mut(3 * area);
    for (set, plane) in sets.into_iter().zip(pieces.chunks_exact_mut(area)) {
        write_set(set, size, plane);
    }
    turn.fill(if position.turn() == Color::White { T::ONE } else { T::ZERO });
}

fn write_reopening<B: Board, T: Element>(position: &Position<B>, size: Size, out: &mut [T]) {
    out.fill(T::ZERO);
    for (square, plies) in position.vacancies().iter() {
        out[number_of(square, size)] = T::from_u8(plies);
    }
}

/// Writes a set of squares.
#[inline]
pub(crate) fn write_set<B: Board, T: Element>(set: Bitboard<B>, size: Size, out: &mut [T]) {
    let columns = usize::from(size.columns());
    for (rank, start) in (0..).map_while(Rank::new).zip((0..out.len()).step_by(columns)) {
        let [low, high] = set.rank(rank).to_le_bytes().map(|byte| &T::BYTES[usize::from(byte)]);
        let rest = &mut out[start..];
        // Eight or sixteen numbers whatever the width: those beyond it are overwritten by the next rank.
        if columns <= 8
            && let Some((row, _)) = rest.split_first_chunk_mut::<8>()
        {
            *row = *low;
        } else if let Some((row, _)) = rest.split_first_chunk_mut::<16>() {
            row[..8].copy_from_slice(low);
            row[8..].copy_from_slice(high);
        } else {
            let numbers = low.iter().chain(high);
            rest.iter_mut().zip(numbers).for_each(|(out, &number)| *out = number);
        }
    }
}

/// Writes the moves that a side needs to each square: 0 on its amazons, [`UNREACHED`] where it does not get.
pub(crate) fn write_distances<B: Board>(
    position: &Position<B>,
    size: Size,
    color: Color,
    mover: Mover,
    out: &mut [u8],
) {
    out.fill(UNREACHED);
    for square in position.amazons(color) {
        out[number_of(square, size)] = 0;
    }
    let levels = Levels::new(position, color, mover);
    for moves in 1..=levels.farthest() {
        for square in levels.at(moves) {
            // No board has a longer way than 128.
            out[number_of(square, size)] = moves as u8;
        }
    }
}
