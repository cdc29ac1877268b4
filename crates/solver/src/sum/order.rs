//! The order of plies: by what the bounds tell of the question, then by territory in queen moves.

use amazons::{Bitboard, Bits, Board, ByColor, Color};

use super::PlyCandidate;

/// The weight of bounds against territory.
const BOUND_WEIGHT: i32 = 8;

/// A bound that is further from the question says nothing more: large areas have wide bounds.
const NEAR: i32 = 6;

/// The place of a ply of `maker` in the order, the lowest first, with some free moves given away.
pub(super) fn of<B: Board>(board: B, ply: &PlyCandidate<B::Bits>, given: i16, maker: Color) -> i32 {
    let near = |bound: i16, lead: i16| i32::from(bound - lead + given).clamp(-NEAR, NEAR);
    let bounds = near(ply.reply.low, ply.lead.high) + near(ply.reply.high, ply.lead.low);
    BOUND_WEIGHT * bounds + promise(board, ply.key, !maker)
}

/// How promising areas look for the side to move: the squares that it reaches in fewer queen moves, and those that both
/// reach at once.
fn promise<B: Board>(board: B, [empty, white, black]: [B::Bits; 3], mover: Color) -> i32 {
    let through = Bitboard::from_bits_unchecked(board, empty);
    let queens = |set: B::Bits| Bitboard::from_bits_unchecked(board, set).queen_moves(through).bits();
    let first = ByColor { white, black }.map(queens);
    let balance = |sets: &ByColor<B::Bits>| {
        let (own, other) = (sets[mover], sets[!mover]);
        (own & !other).count() as i32 - (other & !own).count() as i32
    };
    // Where both come as fast, the side to move comes first.
    let mut score = 5 * balance(&first) + (first.white & first.black).count() as i32;
    let mut reached = first;
    let mut open = empty & !(first.white | first.black);
    while !open.is_none() {
        let next = ByColor::from_fn(|color| queens(reached[color]) & open);
        if (next.white | next.black).is_none() {
            break;
        }
        score += 4 * balance(&next);
        reached = ByColor::from_fn(|color| reached[color] | next[color]);
        open &= !(next.white | next.black);
    }
    score
}
