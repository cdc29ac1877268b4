//! The features of the flagship's evaluation: counts of squares and amazons.

use amazons::{Bitboard, Board, Color, Position};

/// The classes of queen distance: 1, 2, 3, more, never.
pub(super) const QUEEN: usize = 5;
/// The classes of king distance: 1, 2, 3, 4, 5, more, never.
pub(super) const KING: usize = 7;
/// The classes of an amazon's steps, by [`class_of_steps`].
pub(super) const STEPS: usize = 10;

/// The first index of each kind: the side to move, pairs of queen distances, pairs of king distances, amazons by steps.
pub(super) const QUEENS_AT: usize = 1;
pub(super) const KINGS_AT: usize = QUEENS_AT + QUEEN * QUEEN;
pub(super) const STEPS_AT: usize = KINGS_AT + KING * KING;
/// The number of counts.
pub(super) const COUNTS: usize = STEPS_AT + 2 * STEPS;
/// The squares that neither side ever reaches, by queen and by king moves: their weights are zero.
pub(super) const UNREACHED: [usize; 2] = [KINGS_AT - 1, STEPS_AT - 1];

/// The numbers of squares and amazons of each class; of pairs the side to move's class comes first.
pub(super) type Counts = [i32; COUNTS];

/// The class of an amazon by its steps to squares that the opponent can reach too.
#[inline]
pub(super) fn class_of_steps(steps: u32) -> usize {
    const CLASSES: [u8; 20] = [0, 1, 2, 3, 4, 5, 5, 6, 6, 6, 7, 7, 7, 7, 8, 8, 8, 8, 8, 9];
    usize::from(CLASSES[(steps as usize).min(CLASSES.len() - 1)])
}

/// Counts a position.
#[inline]
pub(super) fn count<B: Board>(position: &Position<B>) -> Counts {
    let sides = [position.turn(), !position.turn()];
    let kings = sides.map(|color| by_king_moves(position, color));
    let mut counts = [0; COUNTS];
    counts[0] = 1;
    let [own, other] = [0, 1].map(|side| {
        // Queens and kings reach the same squares.
        let (reached, contested) = (all(&kings[side]), all(&kings[1 - side]));
        let mut near = Bitboard::empty(position.board());
        for from in position.amazons(sides[side]) {
            let steps = position.steps(from);
            near |= steps;
            counts[STEPS_AT + side * STEPS + class_of_steps((steps & contested).count())] += 1;
        }
        by_queen_moves(position, near, reached)
    });
    pairs(&own, &other, &mut counts[QUEENS_AT..KINGS_AT]);
    pairs(&kings[0], &kings[1], &mut counts[KINGS_AT..STEPS_AT]);
    counts
}

/// The empty squares by the king moves that a side needs to them.
#[inline(always)]
pub(super) fn by_king_moves<B: Board>(position: &Position<B>, color: Color) -> [Bitboard<B>; KING] {
    let mut classes = [Bitboard::empty(position.board()); KING];
    let (mut front, mut left) = (position.amazons(color), position.empty());
    for class in 0.. {
        front = front.neighbors() & left;
        if front.is_empty() {
            break;
        }
        left &= !front;
        classes[class.min(KING - 2)] |= front;
    }
    classes[KING - 1] = left;
    classes
}

/// The squares of all classes but the last: those that are ever reached.
#[inline(always)]
pub(super) fn all<B: Board>(classes: &[Bitboard<B>; KING]) -> Bitboard<B> {
    let nothing = Bitboard::empty(classes[0].board());
    classes[..KING - 1].iter().fold(nothing, |all, &class| all | class)
}

/// The empty squares by the queen moves that a side needs to them, from those at distance one and all that it reaches.
#[inline(always)]
pub(super) fn by_queen_moves<B: Board>(
    position: &Position<B>,
    near: Bitboard<B>,
    reached: Bitboard<B>,
) -> [Bitboard<B>; QUEEN] {
    let empty = position.empty();
    let mut classes = [Bitboard::empty(position.board()); QUEEN];
    classes[0] = near;
    let mut left = reached & !near;
    for class in 1..QUEEN - 2 {
        if left.is_empty() {
            break;
        }
        classes[class] = classes[class - 1].queen_moves(empty) & left;
        left &= !classes[class];
    }
    classes[QUEEN - 2] = left;
    classes[QUEEN - 1] = empty & !reached;
    classes
}

/// Counts the squares of every pair of classes.
#[inline(always)]
fn pairs<B: Board, const N: usize>(own: &[Bitboard<B>; N], other: &[Bitboard<B>; N], counts: &mut [i32]) {
    for (row, ours) in counts.chunks_exact_mut(N).zip(own) {
        for (count, theirs) in row.iter_mut().zip(other) {
            *count = (*ours & *theirs).count() as i32;
        }
    }
}
