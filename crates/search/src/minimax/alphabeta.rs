//! Alpha-beta to a fixed depth: Knuth and Moore 1975, fail-soft. Its value is exactly minimax's.

use amazons::{Board, Position};
use eval::Evaluator;
use thought::Decision;

use super::driver::{RootPlan, STRIDE, counter, decide};
use super::generator::AllMoves;
use super::lookahead::{Lookahead, Pruning};
use super::ordering::Ordering;
use crate::{Search, Task};

/// The parameters of [`AlphaBeta`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AlphaBetaConfig {
    /// Depth in plies, unless the limits give one.
    pub depth: u32,
    /// The order of moves.
    pub ordering: Ordering,
    /// The number of reported lines, whose values are all exact.
    pub multi_pv: usize,
}

/// Alpha-beta to a fixed depth. When a limit is reached the best root move so far is played.
#[derive(Clone, Debug)]
pub struct AlphaBeta<E> {
    evaluator: E,
    config: AlphaBetaConfig,
}

impl AlphaBetaConfig {
    /// COURSE's Heuristic: four plies without deepening.
    pub const HEURISTIC: Self = Self { depth: 4, ordering: Ordering::Generation, multi_pv: 1 };
}

impl Default for AlphaBetaConfig {
    /// UCT-AB's: two plies.
    fn default() -> Self {
        Self { depth: 2, ordering: Ordering::Generation, multi_pv: 1 }
    }
}

impl<E> AlphaBeta<E> {
    /// A search with an evaluation.
    pub fn new(evaluator: E, config: AlphaBetaConfig) -> Self {
        Self { evaluator, config }
    }
}

impl<B: Board, E: Evaluator<B>> Search<B> for AlphaBeta<E> {
    fn new_game(&mut self, _seed: u64) {}

    fn search(&mut self, position: &Position<B>, task: Task<'_>) -> Option<Decision> {
        let plan = RootPlan {
            lines: self.config.multi_pv,
            ..RootPlan::fixed(task.limits.depth.unwrap_or(self.config.depth))
        };
        let counter = counter(&task, STRIDE);
        let mut walk =
            Lookahead::new(&mut self.evaluator, AllMoves, counter, Pruning::AlphaBeta, task.observer);
        walk.ordering = self.config.ordering;
        decide(&mut walk, position, plan)
    }
}
