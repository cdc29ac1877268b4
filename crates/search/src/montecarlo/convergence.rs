//! How many nodes a tree opens until it can decide (MG-PEO, Table 2).

use std::ops::ControlFlow;

use amazons::{Board, Position};

/// The winning convergence distance of a position: nodes expanded until the decision. See
/// [`MoveGroups::settled_after`](super::MoveGroups::settled_after) for that of a real search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Convergence {
    /// S: the steps.
    pub steps: u64,
    /// M: the moves.
    pub moves: u64,
    /// s: the most shots after any step. With fewer the best case is better still: see [`best_with`](Self::best_with).
    pub most_shots: u64,
    /// The fewest shots after any step; 0 where there is no step.
    pub fewest_shots: u64,
}

impl Convergence {
    /// Move groups at their best, `shots` shots after the chosen step: every step, one shot of each, and the others of
    /// the chosen step: 2S + s - 1.
    #[must_use]
    pub fn best_with(&self, shots: u64) -> u64 {
        (2 * self.steps + shots).saturating_sub(1)
    }

    /// Move groups at their worst: every step and every shot, S + M.
    #[must_use]
    pub fn worst(&self) -> u64 {
        self.steps + self.moves
    }

    /// Without move groups: every move, M.
    #[must_use]
    pub fn plain(&self) -> u64 {
        self.moves
    }
}

/// Counts the steps and moves that say how soon a tree can decide in a position.
#[must_use]
pub fn convergence<B: Board>(position: &Position<B>) -> Convergence {
    let mut counts = Convergence { steps: 0, moves: 0, most_shots: 0, fewest_shots: 0 };
    let _ = position.for_each_shots(|shots| {
        let count = u64::from(shots.arrows.count());
        counts.fewest_shots = if counts.steps == 0 { count } else { counts.fewest_shots.min(count) };
        counts.most_shots = counts.most_shots.max(count);
        counts.steps += 1;
        counts.moves += count;
        ControlFlow::Continue(())
    });
    counts
}
