//! The choice of a move: one that keeps what is proven, and of those the one with the largest upper bound.

use amazons::{Bits, Board, Color, Move, Position, RegionKind};
use thought::Counter;

use crate::area::{Area, Ply, parts};
use crate::fill::FillArea;
use crate::margin::{Bounds, Margin};
use crate::sum::{Interval, Prover, Sum};

/// The largest loss against the margin of the position for which moves are searched: in zugzwang every move loses some of it.
const MAX_MARGIN_LOSS: i16 = 3;

/// A move with the margin that it keeps.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MoveChoice {
    pub(crate) mv: Move,
    /// The least margin after it, for the side that plays it.
    pub(crate) kept: Margin,
}

/// A ply to choose from.
struct MoveCandidate<W> {
    ply: Ply<W>,
    after: Sum<W>,
    /// The bounds of the margin after it, for the side that plays it.
    value: Interval,
}

impl MoveChoice {
    /// Chooses a move; `None` where there is none. `nodes` nodes at most are spent on filling a territory.
    pub(crate) fn of<B: Board>(
        prover: &mut Prover<'_, B>,
        position: &Position<B>,
        sum: &Sum<B::Bits>,
        bounds: Bounds,
        nodes: u32,
        counter: &mut Counter,
    ) -> Option<Self> {
        let mover = position.turn();
        let board = position.board();
        let mut candidates = shared_plies(prover, sum, mover);
        candidates.extend(own_ply(prover, position, sum, nodes));
        // A move that is proven to keep the margin, and of those the one with the largest upper bound.
        let target = bounds.at_least.free();
        candidates.sort_by_key(|candidate| {
            let value = candidate.value;
            std::cmp::Reverse((value.low.min(target), value.high))
        });
        let best = candidates.first()?;
        let chosen = |candidate: &MoveCandidate<B::Bits>, kept| Self {
            mv: candidate.ply.to_move(board),
            kept: Margin::new(kept),
        };
        if best.value.low >= target {
            return Some(chosen(best, best.value.low));
        }
        for wanted in (target - MAX_MARGIN_LOSS..=target).rev().filter(|&wanted| wanted > best.value.low) {
            for candidate in candidates.iter().filter(|candidate| candidate.value.high >= wanted) {
                let given = candidate.after.lead(mover).low - wanted;
                if prover.wins(&candidate.after.areas, !mover, given, counter) == Some(false) {
                    return Some(chosen(candidate, wanted));
                }
            }
        }
        Some(chosen(best, best.value.low))
    }
}

/// The bounds of a sum for the side that just moved.
fn value<B: Board>(prover: &mut Prover<'_, B>, after: &Sum<B::Bits>, maker: Color) -> Interval {
    let reply = prover.bounds(&after.areas)[!maker];
    let lead = after.lead(maker);
    Interval { low: lead.low + !reply.high, high: lead.high + !reply.low }
}

/// The plies in the active areas.
fn shared_plies<B: Board>(
    prover: &mut Prover<'_, B>,
    sum: &Sum<B::Bits>,
    mover: Color,
) -> Vec<MoveCandidate<B::Bits>> {
    let mut candidates = Vec::new();
    for (index, area) in sum.areas.iter().enumerate() {
        for ply in area.plies(prover.board, mover) {
            let mut after = prover.after(&sum.areas, index, ply, mover);
            for color in Color::BOTH {
                after.spare[color] += sum.spare[color];
            }
            let value = value(prover, &after, mover);
            candidates.push(MoveCandidate { ply, after, value });
        }
    }
    candidates
}

/// The best ply in the largest of the mover's closed territories: it costs one of the moves there and no more.
fn own_ply<B: Board>(
    prover: &mut Prover<'_, B>,
    position: &Position<B>,
    sum: &Sum<B::Bits>,
    nodes: u32,
) -> Option<MoveCandidate<B::Bits>> {
    let (board, mover) = (position.board(), position.turn());
    let whole = Area::of(position);
    let territory = parts(board, whole.squares())
        .map(|squares| whole.part(squares))
        .filter(|area| area.kind() == RegionKind::Territory(mover))
        .max_by_key(|area| area.empty.count())?;
    let fill_area = FillArea::closed(territory.empty, territory.amazons[mover]);
    let before = prover.filler.count(board, fill_area, nodes);
    let ply = prover.filler.best_ply(board, fill_area, nodes)?;
    let left = prover.filler.count(board, fill_area.after(ply), nodes);
    let mut after = sum.clone();
    let spare = &mut after.spare[mover];
    spare.at_least = spare.at_least - before.at_least + left.at_least;
    spare.at_most = (spare.at_most - before.at_most + left.at_most).max(spare.at_least);
    let value = value(prover, &after, mover);
    Some(MoveCandidate { ply, after, value })
}
