//! The counts that the network reads, of one position.

use amazons::{Bitboard, Board, Position};

use super::super::counts::{KING, STEPS, all, by_king_moves, by_queen_moves, class_of_steps};

/// The classes of queen distance: 1 by several amazons, 1 by one, 2, 3, more, never.
pub(super) const QUEEN: usize = 6;

/// The first index of each kind: the side to move, pairs of queen distances, pairs of king distances, amazons by steps.
pub(super) const QUEENS_AT: usize = 1;
pub(super) const KINGS_AT: usize = QUEENS_AT + QUEEN * QUEEN;
pub(super) const STEPS_AT: usize = KINGS_AT + KING * KING;
/// The number of counts.
pub(super) const COUNTS: usize = STEPS_AT + 2 * STEPS;
/// The number of groups of four counts, the last one filled up with nothing.
pub(super) const QUADS: usize = COUNTS.div_ceil(4);
/// An amazon counts so many times as much as a square for the first layer, as a power of two.
pub(super) const AMAZON_SHIFT: u32 = 3;

/// The numbers of squares and amazons of each class; of pairs the side to move's class comes first.
pub(super) type Counts = [i32; 4 * QUADS];

/// Counts a position.
#[inline]
pub(super) fn count<B: Board>(position: &Position<B>) -> Counts {
    let sides = [position.turn(), !position.turn()];
    let kings = sides.map(|color| by_king_moves(position, color));
    let mut counts = [0; 4 * QUADS];
    counts[0] = 1;
    let queens = [0, 1].map(|side| {
        let contested = all(&kings[1 - side]);
        let mut near = Bitboard::empty(position.board());
        let mut twice = near;
        for from in position.amazons(sides[side]) {
            let steps = position.steps(from);
            twice |= near & steps;
            near |= steps;
            counts[STEPS_AT + side * STEPS + class_of_steps((steps & contested).count())] += 1;
        }
        let [first, rest @ ..] = by_queen_moves(position, near, all(&kings[side]));
        let [second, third, more, never] = rest;
        [twice, first & !twice, second, third, more, never]
    });
    pairs(&queens, &mut counts[QUEENS_AT..KINGS_AT]);
    pairs(&kings, &mut counts[KINGS_AT..STEPS_AT]);
    counts
}

/// Counts the squares of every pair of classes.
#[inline(always)]
fn pairs<B: Board, const N: usize>([own, other]: &[[Bitboard<B>; N]; 2], counts: &mut [i32]) {
    for (row, ours) in counts.chunks_exact_mut(N).zip(own) {
        for (count, theirs) in row.iter_mut().zip(other) {
            *count = (*ours & *theirs).count() as i32;
        }
    }
}
