//! The 64-bit Zobrist key of a position, updated by every move (Zobrist 1970).
//!
//! It covers the size of the board, who stands where, who is to move and the variant's state, but not the move
//! number: positions that play alike have the same key. Keys belong to squares, not to bits, so the five board types
//! agree.

use super::Position;
use crate::board::{Board, Size};
use crate::color::Color;
use crate::mv::Move;
use crate::square::Square;

/// One output of `SplitMix64` (Steele, Lea, Flood 2014).
const fn mix(seed: u64) -> u64 {
    let z = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

const WHITE: usize = 0;
const BLACK: usize = 1;
const ARROW: usize = 2;

static KEYS: [[u64; Square::COUNT]; 3] = {
    let mut keys = [[0; Square::COUNT]; 3];
    let mut kind = 0;
    while kind < 3 {
        let mut square = 0;
        while square < Square::COUNT {
            keys[kind][square] = mix((1 + kind as u64) << 8 | square as u64);
            square += 1;
        }
        kind += 1;
    }
    keys
};

/// Taken when Black is to move.
const TURN: u64 = mix(1 << 16);

#[inline(always)]
const fn row(color: Color) -> usize {
    match color {
        Color::White => WHITE,
        Color::Black => BLACK,
    }
}

/// What a ply changes in the key.
#[inline(always)]
pub(crate) fn ply_key(mover: Color, mv: Move) -> u64 {
    step_key(mover, mv.from, mv.to) ^ arrow_key(mv.arrow)
}

/// What a step changes in the key, and that the other side is to move.
#[inline(always)]
pub(super) fn step_key(mover: Color, from: Square, to: Square) -> u64 {
    let amazon = &KEYS[row(mover)];
    amazon[from.index()] ^ amazon[to.index()] ^ TURN
}

/// What an arrow changes in the key.
#[inline(always)]
pub(super) fn arrow_key(arrow: Square) -> u64 {
    KEYS[ARROW][arrow.index()]
}

/// What the size of the board and the variant's delay give to the key.
fn board_key(size: Size, delay: u8) -> u64 {
    mix(2 << 16 | u64::from(delay) << 40 | u64::from(size.columns()) << 32 | u64::from(size.rows()) << 24)
}

impl<B: Board> Position<B> {
    /// The Zobrist key; equal for positions that play alike, with any move number.
    #[inline]
    #[must_use]
    pub fn key(&self) -> u64 {
        if self.vacancies.delay() == 0 {
            return self.key;
        }
        // All waiting squares change with every ply, so nothing would be saved by keeping them.
        let waiting = self.vacancies.iter();
        waiting.fold(self.key, |key, (square, plies)| {
            key ^ mix(3 << 16 | u64::from(plies) << 8 | square.index() as u64)
        })
    }

    /// The part of the key that moves update.
    pub(super) fn key_from_scratch(&self) -> u64 {
        let mut key = board_key(self.board.size(), self.vacancies.delay());
        if self.turn == Color::Black {
            key ^= TURN;
        }
        let sets = [
            (self.amazons(Color::White), &KEYS[WHITE]),
            (self.amazons(Color::Black), &KEYS[BLACK]),
            (self.arrows(), &KEYS[ARROW]),
        ];
        for (set, keys) in sets {
            key = set.into_iter().fold(key, |key, square| key ^ keys[square.index()]);
        }
        key
    }
}
