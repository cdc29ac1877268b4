//! EGREEDY's searches on candidates: minimax and alpha-beta by iterative deepening, depth-first and breadth-first.
//!
//! A game that is decided among the candidates is not reported as decided, because that is not proven: its score is a
//! thousand moves less its plies.

use amazons::{Board, Position};
use eval::Evaluator;
use thought::{Decision, Score};

use super::candidates::{Candidates, h};
use super::driver::{RootPlan, Unfinished, counter, decide};
use super::first_win::FirstWinWalk;
use super::lookahead::{Lookahead, Pruning};
use super::reporter::ProofScope;
use crate::{Search, Task};

/// The deadline is read before every position: the candidates of each take some microseconds, on the largest boards a
/// millisecond or two.
const STRIDE: u32 = 1;

/// The leaf value of the searches on candidates: destinations of own amazons minus those of the opponent's.
#[derive(Clone, Copy)]
struct Destinations;

/// A search on candidates.
#[derive(Clone, Copy, Debug)]
pub struct CandidateSearch {
    /// The order and the pruning of the search.
    pub algorithm: CandidateAlgorithm,
    /// The selection of candidates.
    pub candidates: Candidates,
    /// The number of reported lines.
    pub lines: usize,
}

/// The order and the pruning of a [`CandidateSearch`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CandidateAlgorithm {
    /// Minimax; the last finished depth counts.
    Minimax,
    /// Alpha-beta in order of h. The move of the last finished depth is played, or the best one so far of the unfinished depth,
    /// which begins with that move.
    AlphaBeta,
    /// Depth-first search for the first won line.
    DepthFirst,
    /// Breadth-first search for the first won line.
    BreadthFirst,
}

impl<B: Board> Evaluator<B> for Destinations {
    fn evaluate(&mut self, position: &Position<B>) -> Score {
        Score::from_moves(f64::from(-h(position)))
    }
}

impl CandidateSearch {
    /// A search that reports one line.
    #[must_use]
    pub fn new(algorithm: CandidateAlgorithm, candidates: Candidates) -> Self {
        Self { algorithm, candidates, lines: 1 }
    }
}

impl<B: Board> Search<B> for CandidateSearch {
    fn new_game(&mut self, _seed: u64) {}

    fn search(&mut self, position: &Position<B>, task: Task<'_>) -> Option<Decision> {
        let (candidates, lines) = (self.candidates, self.lines.max(1));
        let counter = counter(&task, STRIDE);
        let plan = RootPlan { lines, ..RootPlan::deepening(counter.depth()) };
        let first_win = |counter, observer| FirstWinWalk::new(candidates, lines, position, counter, observer);
        let (pruning, plan) = match self.algorithm {
            CandidateAlgorithm::Minimax => {
                (Pruning::None, RootPlan { unfinished: Unfinished::Dropped, ..plan })
            }
            CandidateAlgorithm::AlphaBeta => (Pruning::AlphaBeta, plan),
            CandidateAlgorithm::DepthFirst => {
                return first_win(counter, task.observer).map(|walk| walk.depth_first(position));
            }
            CandidateAlgorithm::BreadthFirst => {
                return first_win(counter, task.observer).map(|walk| walk.breadth_first(position));
            }
        };
        let mut leaf = Destinations;
        let mut walk = Lookahead::new(&mut leaf, candidates, counter, pruning, task.observer);
        walk.reporter.proof = ProofScope::Candidates;
        decide(&mut walk, position, plan)
    }
}
