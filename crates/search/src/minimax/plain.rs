//! Searches without pruning: no lookahead, minimax, and minimax with iterative deepening.

use amazons::{Board, Position};
use eval::Evaluator;
use thought::Decision;

use super::driver::{RootPlan, STRIDE, Unfinished, counter, decide};
use super::generator::{AllMoves, RootOrder};
use super::lookahead::{Lookahead, Pruning};
use crate::{Search, Task};

/// Evaluates the position after every legal move and plays the best. A move that leaves the opponent none wins.
#[derive(Clone, Debug)]
pub struct NoLookahead<E> {
    evaluator: E,
    multi_pv: usize,
}

/// The parameters of [`Minimax`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MinimaxConfig {
    /// Depth in plies, unless the limits give one.
    pub depth: u32,
    /// The number of reported lines, whose values are all exact.
    pub multi_pv: usize,
}

/// Minimax of all moves to a fixed depth.
#[derive(Clone, Debug)]
pub struct Minimax<E> {
    evaluator: E,
    config: MinimaxConfig,
}

/// The move that is played.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Choice {
    /// The best one.
    #[default]
    Best,
    /// The last one in the order of generation, good or bad: COURSE's Iterative as printed keeps every root move of a depth as
    /// the best one. So every finished depth has the same result, and an unfinished depth changes nothing. Where no depth
    /// was finished the printed program has no move; here it is the last one too.
    Last,
}

/// The parameters of [`IterativeMinimax`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IterativeMinimaxConfig {
    /// Greatest depth in plies, unless the limits give one.
    pub depth: u32,
    /// Which move is played.
    pub choice: Choice,
    /// The order in which the root moves are generated.
    pub order: RootOrder,
    /// The number of reported lines, whose values are all exact.
    pub multi_pv: usize,
}

/// COURSE's Iterative: minimax with iterative deepening; the last finished depth counts.
#[derive(Clone, Debug)]
pub struct IterativeMinimax<E> {
    evaluator: E,
    config: IterativeMinimaxConfig,
}

impl Default for MinimaxConfig {
    fn default() -> Self {
        Self { depth: 2, multi_pv: 1 }
    }
}

impl Default for IterativeMinimaxConfig {
    fn default() -> Self {
        Self { depth: 4, choice: Choice::Best, order: RootOrder::Rows, multi_pv: 1 }
    }
}

impl<E> NoLookahead<E> {
    /// A search with an evaluation that reports a number of lines.
    pub fn new(evaluator: E, multi_pv: usize) -> Self {
        Self { evaluator, multi_pv }
    }
}

impl<E> Minimax<E> {
    /// A search with an evaluation.
    pub fn new(evaluator: E, config: MinimaxConfig) -> Self {
        Self { evaluator, config }
    }
}

impl<E> IterativeMinimax<E> {
    /// A search with an evaluation.
    pub fn new(evaluator: E, config: IterativeMinimaxConfig) -> Self {
        Self { evaluator, config }
    }
}

impl<B: Board, E: Evaluator<B>> Search<B> for NoLookahead<E> {
    fn new_game(&mut self, _seed: u64) {}

    fn search(&mut self, position: &Position<B>, task: Task<'_>) -> Option<Decision> {
        let plan =
            RootPlan { lines: self.multi_pv, ..RootPlan::fixed(task.limits.depth.unwrap_or(1).min(1)) };
        let counter = counter(&task, STRIDE);
        let mut walk = Lookahead::new(&mut self.evaluator, AllMoves, counter, Pruning::None, task.observer);
        decide(&mut walk, position, plan)
    }
}

impl<B: Board, E: Evaluator<B>> Search<B> for Minimax<E> {
    fn new_game(&mut self, _seed: u64) {}

    fn search(&mut self, position: &Position<B>, task: Task<'_>) -> Option<Decision> {
        let plan = RootPlan {
            lines: self.config.multi_pv,
            ..RootPlan::fixed(task.limits.depth.unwrap_or(self.config.depth))
        };
        let counter = counter(&task, STRIDE);
        let mut walk = Lookahead::new(&mut self.evaluator, AllMoves, counter, Pruning::None, task.observer);
        decide(&mut walk, position, plan)
    }
}

impl<B: Board, E: Evaluator<B>> Search<B> for IterativeMinimax<E> {
    fn new_game(&mut self, _seed: u64) {}

    fn search(&mut self, position: &Position<B>, task: Task<'_>) -> Option<Decision> {
        let deepening = RootPlan::deepening(task.limits.depth.unwrap_or(self.config.depth));
        let plan = RootPlan {
            unfinished: Unfinished::Dropped,
            choice: self.config.choice,
            order: self.config.order,
            lines: self.config.multi_pv,
            ..deepening
        };
        let counter = counter(&task, STRIDE);
        let mut walk = Lookahead::new(&mut self.evaluator, AllMoves, counter, Pruning::None, task.observer);
        decide(&mut walk, position, plan)
    }
}
