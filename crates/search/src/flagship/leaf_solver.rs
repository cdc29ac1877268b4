//! What the solver proves about positions of the tree.

use amazons::{Board, Position};
use solver::{Bounds, Solver, is_separated};

use super::node::{NodeProof, ProvenEnd};

/// A leaf is solved once its empty squares outnumber the arrows by this many at most: on the standard board about
/// twelve plies before the sides are separated, ply 42. Solving always would cost a tenth of the speed.
const LATE: u32 = 8;

/// The solver of a thread, for positions that bounds are likely to decide.
#[derive(Debug)]
pub(super) struct LeafSolver<'a, B: Board> {
    solver: &'a mut Solver<B>,
}

impl<'a, B: Board> LeafSolver<'a, B> {
    pub(super) fn new(solver: &'a mut Solver<B>) -> Self {
        Self { solver }
    }

    /// The proof for the side that reached a position: where the game is over or the sides are separated. It is called for
    /// every shot, so other positions wait until they become leaves. `may_be_over` is `false` where it is known not to be over.
    pub(super) fn prove_shot(&mut self, after: &Position<B>, may_be_over: bool) -> Option<NodeProof> {
        if may_be_over && !after.has_move() {
            let in_hand = self.solver.bounds(after).map_or(0, |bounds| bounds.at_most.in_hand());
            return Some(NodeProof::Won(ProvenEnd { in_hand, plies: 0 }));
        }
        is_separated(after).then(|| self.prove_by_bounds(after)).flatten()
    }

    /// The proof of a leaf that is to be expanded, for the side that reached it.
    pub(super) fn prove_leaf(&mut self, position: &Position<B>) -> Option<NodeProof> {
        let empty = position.empty().count();
        let is_late = empty <= position.arrows().count() + LATE;
        is_late.then(|| self.prove_by_bounds(position)).flatten()
    }

    fn prove_by_bounds(&mut self, position: &Position<B>) -> Option<NodeProof> {
        let bounds = self.solver.bounds(position)?;
        // Every ply fills a square.
        let plies = position.empty().count() as u16;
        Some(match winning(bounds)? {
            (true, in_hand) => NodeProof::Lost(ProvenEnd { in_hand, plies }),
            (false, in_hand) => NodeProof::Won(ProvenEnd { in_hand, plies }),
        })
    }
}

/// Whether the side to move wins, and the moves that the winner has in hand at least.
fn winning(bounds: Bounds) -> Option<(bool, u16)> {
    let nearest = |wins| if wins { bounds.at_least } else { bounds.at_most };
    bounds.is_win().map(|wins| (wins, nearest(wins).in_hand()))
}
