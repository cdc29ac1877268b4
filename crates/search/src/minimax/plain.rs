//! Searches that cut nothing off: no lookahead, minimax, and minimax with deepening.

use amazons::{Board, Position};
use eval::Evaluator;
use thought::Decision;

use super::driver::{Plan, STRIDE, Unfinished, counter, decide};
use super::generator::AllMoves;
use super::lookahead::{Lookahead, Pruning};
use crate::{Search, Task};

/// Makes every legal move, evaluates, and takes the best. A move that leaves the opponent none is best of all.
#[derive(Clone, Debug)]
pub struct NoLookahead<E> {
    evaluator: E,
    /// How many lines are reported.
    lines: usize,
}

/// How [`Minimax`] looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MinimaxConfig {
    /// Plies looked ahead, unless the limits say otherwise.
    pub depth: u32,
}

/// Looks at everything to a fixed depth.
#[derive(Clone, Debug)]
pub struct Minimax<E> {
    evaluator: E,
    config: MinimaxConfig,
    /// How many lines are reported.
    lines: usize,
}

/// Which move is played in the end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Choice {
    /// The best one.
    #[default]
    Best,
    /// The one last looked at when thinking ended, good or bad: COURSE's Iterative as printed.
    LastLooked,
}

/// How [`IterativeMinimax`] looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IterativeMinimaxConfig {
    /// Plies looked ahead at most, unless the limits say otherwise.
    pub depth: u32,
    /// Which move is played.
    pub choice: Choice,
}

/// COURSE's Iterative: minimax, one ply deeper each time; the last finished depth counts.
#[derive(Clone, Debug)]
pub struct IterativeMinimax<E> {
    evaluator: E,
    config: IterativeMinimaxConfig,
    /// How many lines are reported.
    lines: usize,
}

impl Default for MinimaxConfig {
    fn default() -> Self {
        Self { depth: 2 }
    }
}

impl Default for IterativeMinimaxConfig {
    fn default() -> Self {
        Self { depth: 4, choice: Choice::Best }
    }
}

impl<E> NoLookahead<E> {
    /// A search with an evaluation.
    pub fn new(evaluator: E) -> Self {
        Self { evaluator, lines: 1 }
    }

    /// The same search reporting several lines, whose values are all exact.
    #[must_use]
    pub fn with_lines(self, lines: usize) -> Self {
        Self { lines: lines.max(1), ..self }
    }
}

impl<E> Minimax<E> {
    /// A search with an evaluation.
    pub fn new(evaluator: E, config: MinimaxConfig) -> Self {
        Self { evaluator, config, lines: 1 }
    }

    /// The same search reporting several lines, whose values are all exact.
    #[must_use]
    pub fn with_lines(self, lines: usize) -> Self {
        Self { lines: lines.max(1), ..self }
    }
}

impl<E> IterativeMinimax<E> {
    /// A search with an evaluation.
    pub fn new(evaluator: E, config: IterativeMinimaxConfig) -> Self {
        Self { evaluator, config, lines: 1 }
    }

    /// The same search reporting several lines, whose values are all exact.
    #[must_use]
    pub fn with_lines(self, lines: usize) -> Self {
        Self { lines: lines.max(1), ..self }
    }
}

impl<B: Board, E: Evaluator<B>> Search<B> for NoLookahead<E> {
    fn new_game(&mut self, _seed: u64) {}

    fn search(&mut self, position: &Position<B>, task: Task<'_>) -> Option<Decision> {
        let plan = Plan { lines: self.lines, ..Plan::fixed(task.limits.depth.unwrap_or(1).min(1)) };
        let counter = counter(&task, STRIDE);
        let mut walk = Lookahead::new(&mut self.evaluator, AllMoves, counter, Pruning::None, task.observer);
        decide(&mut walk, position, plan)
    }
}

impl<B: Board, E: Evaluator<B>> Search<B> for Minimax<E> {
    fn new_game(&mut self, _seed: u64) {}

    fn search(&mut self, position: &Position<B>, task: Task<'_>) -> Option<Decision> {
        let plan = Plan { lines: self.lines, ..Plan::fixed(task.limits.depth.unwrap_or(self.config.depth)) };
        let counter = counter(&task, STRIDE);
        let mut walk = Lookahead::new(&mut self.evaluator, AllMoves, counter, Pruning::None, task.observer);
        decide(&mut walk, position, plan)
    }
}

impl<B: Board, E: Evaluator<B>> Search<B> for IterativeMinimax<E> {
    fn new_game(&mut self, _seed: u64) {}

    fn search(&mut self, position: &Position<B>, task: Task<'_>) -> Option<Decision> {
        let deepening = Plan::deepening(task.limits.depth.unwrap_or(self.config.depth));
        let plan = Plan {
            unfinished: Unfinished::Dropped,
            choice: self.config.choice,
            lines: self.lines,
            ..deepening
        };
        let counter = counter(&task, STRIDE);
        let mut walk = Lookahead::new(&mut self.evaluator, AllMoves, counter, Pruning::None, task.observer);
        decide(&mut walk, position, plan)
    }
}
