//! What the solver proves about positions of the tree.

use amazons::{Board, Position};
use solver::{Bounds, Solver, is_separated};

use super::node::{End, Proof};

/// A leaf is asked about once its empty squares outnumber the arrows by so many at most: on the standard board about
/// twelve plies before the sides are separated, ply 42. Asking always would cost a tenth of the speed.
const LATE: u32 = 8;

/// Asks a thread's solver, where it is likely to know.
#[derive(Debug)]
pub(super) struct Judge<'a, B: Board> {
    solver: &'a mut Solver<B>,
}

impl<'a, B: Board> Judge<'a, B> {
    pub(super) fn new(solver: &'a mut Solver<B>) -> Self {
        Self { solver }
    }

    /// What is proven about a position just reached, for the side that reached it: where the game is over, and where the
    /// sides cannot get at each other any more. Every shot is asked about, so the rest waits until it becomes a leaf.
    pub(super) fn of_shot(&mut self, after: &Position<B>) -> Option<Proof> {
        if !after.has_move() {
            let in_hand = self.solver.bounds(after).map_or(0, |bounds| bounds.at_most.in_hand());
            return Some(Proof::Won(End { in_hand, plies: 0 }));
        }
        is_separated(after).then(|| self.of_bounds(after)).flatten()
    }

    /// What is proven about a position that is to grow children, for the side that reached it.
    pub(super) fn of_leaf(&mut self, position: &Position<B>) -> Option<Proof> {
        let empty = position.empty().count();
        let is_late = empty <= position.arrows().count() + LATE;
        is_late.then(|| self.of_bounds(position)).flatten()
    }

    fn of_bounds(&mut self, position: &Position<B>) -> Option<Proof> {
        let bounds = self.solver.bounds(position)?;
        // Every ply fills a square.
        let plies = position.empty().count() as u16;
        Some(match winning(bounds)? {
            (true, in_hand) => Proof::Lost(End { in_hand, plies }),
            (false, in_hand) => Proof::Won(End { in_hand, plies }),
        })
    }
}

/// Whether the side to move wins, and what the winner has in hand at least.
fn winning(bounds: Bounds) -> Option<(bool, u16)> {
    let nearest = |wins| if wins { bounds.at_least } else { bounds.at_most };
    bounds.is_win().map(|wins| (wins, nearest(wins).in_hand()))
}
