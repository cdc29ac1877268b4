//! EGREEDY's minimax and alpha-beta on candidates: iterative deepening until a limit is reached.
//!
//! A game that is decided among the candidates is not reported as decided, because that is not proven: its score is a
//! thousand moves less its plies.

use amazons::{Board, Position};
use eval::Evaluator;
use thought::{Decision, Score};

use super::candidates::{Candidates, h};
use super::driver::{RootPlan, Unfinished, counter, decide};
use super::lookahead::{Lookahead, Pruning};
use super::reporter::ProofScope;
use crate::{Search, Task};

/// The deadline is read before every position: the candidates of each take some microseconds, on the largest boards a
/// millisecond or two.
pub(super) const STRIDE: u32 = 1;

/// The leaf value of the searches on candidates: destinations of own amazons minus those of the opponent's.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Destinations;

/// Minimax on candidates; the last finished depth counts.
#[derive(Clone, Copy, Debug)]
pub struct CandidateMinimax {
    candidates: Candidates,
    /// The number of reported lines.
    lines: usize,
}

/// Alpha-beta on candidates, in order of h. The move of the last finished depth is played, or the best one so far of the
/// unfinished depth, which begins with that move.
#[derive(Clone, Copy, Debug)]
pub struct CandidateAlphaBeta {
    candidates: Candidates,
    /// The number of reported lines.
    lines: usize,
}

impl<B: Board> Evaluator<B> for Destinations {
    fn evaluate(&mut self, position: &Position<B>) -> Score {
        Score::from_moves(f64::from(-h(position)))
    }
}

impl CandidateMinimax {
    /// A search among candidates.
    #[must_use]
    pub fn new(candidates: Candidates) -> Self {
        Self { candidates, lines: 1 }
    }

    /// The same search reporting several lines, whose values are all exact among the candidates.
    #[must_use]
    pub fn with_lines(self, lines: usize) -> Self {
        Self { lines: lines.max(1), ..self }
    }
}

impl CandidateAlphaBeta {
    /// A search among candidates.
    #[must_use]
    pub fn new(candidates: Candidates) -> Self {
        Self { candidates, lines: 1 }
    }

    /// The same search reporting several lines, whose values are all exact among the candidates.
    #[must_use]
    pub fn with_lines(self, lines: usize) -> Self {
        Self { lines: lines.max(1), ..self }
    }
}

impl Default for CandidateMinimax {
    fn default() -> Self {
        Self::new(Candidates::default())
    }
}

impl Default for CandidateAlphaBeta {
    fn default() -> Self {
        Self::new(Candidates::default())
    }
}

impl<B: Board> Search<B> for CandidateMinimax {
    fn new_game(&mut self, _seed: u64) {}

    fn search(&mut self, position: &Position<B>, task: Task<'_>) -> Option<Decision> {
        let counter = counter(&task, STRIDE);
        let deepening = RootPlan::deepening(counter.depth());
        let plan = RootPlan { unfinished: Unfinished::Dropped, lines: self.lines, ..deepening };
        let mut leaf = Destinations;
        let mut walk = Lookahead::new(&mut leaf, self.candidates, counter, Pruning::None, task.observer);
        walk.reporter.proof = ProofScope::Candidates;
        decide(&mut walk, position, plan)
    }
}

impl<B: Board> Search<B> for CandidateAlphaBeta {
    fn new_game(&mut self, _seed: u64) {}

    fn search(&mut self, position: &Position<B>, task: Task<'_>) -> Option<Decision> {
        let counter = counter(&task, STRIDE);
        let plan = RootPlan { lines: self.lines, ..RootPlan::deepening(counter.depth()) };
        let mut leaf = Destinations;
        let mut walk = Lookahead::new(&mut leaf, self.candidates, counter, Pruning::AlphaBeta, task.observer);
        walk.reporter.proof = ProofScope::Candidates;
        decide(&mut walk, position, plan)
    }
}
