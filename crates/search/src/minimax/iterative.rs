//! Alpha-beta with iterative deepening and a transposition table: THESIS's strongest search.

use amazons::{Board, Position};
use eval::Evaluator;
use thought::{Decision, Score};

use super::driver::{RootPlan, STRIDE, counter, decide};
use super::generator::AllMoves;
use super::lookahead::{Lookahead, Pruning};
use super::ordering::Ordering;
use super::transposition_table::{Replacement, TranspositionTable};
use crate::memory::note_of_less;
use crate::{Search, Task};

/// The parameters of [`IterativeAlphaBeta`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IterativeAlphaBetaConfig {
    /// Mebibytes of the table; where the system has less memory, half as many or half of that, until it has enough.
    pub table: usize,
    /// The replacement of entries.
    pub replacement: Replacement,
    /// Which moves are tried first, after the table's.
    pub ordering: Ordering,
    /// The half width of the aspiration window around the value two plies less deep; outside, the depth is searched again.
    pub aspiration: Option<Score>,
    /// The number of reported lines, whose values are all exact.
    pub multi_pv: usize,
}

/// Iterative deepening until a limit is reached or the game is decided.
///
/// The last finished depth's move is played, or the best one so far of the unfinished depth, which begins with
/// that move. The table is kept from move to move, so deeper results of an earlier search are used; with a new table the
/// value is that of minimax.
#[derive(Clone, Debug)]
pub struct IterativeAlphaBeta<E> {
    evaluator: E,
    config: IterativeAlphaBetaConfig,
    table: TranspositionTable,
    notes: Vec<String>,
}

impl Default for IterativeAlphaBetaConfig {
    fn default() -> Self {
        Self {
            table: 16,
            replacement: Replacement::DepthPreferred,
            ordering: Ordering::Evaluated,
            aspiration: None,
            multi_pv: 1,
        }
    }
}

impl<E> IterativeAlphaBeta<E> {
    /// A search with an evaluation.
    pub fn new(evaluator: E, config: IterativeAlphaBetaConfig) -> Self {
        let table = TranspositionTable::new(config.table, config.replacement);
        let given = table.mebibytes();
        let notes = (given < config.table).then(|| note_of_less(given, config.table)).into_iter().collect();
        Self { evaluator, config, table, notes }
    }
}

impl<B: Board, E: Evaluator<B>> Search<B> for IterativeAlphaBeta<E> {
    fn new_game(&mut self, _seed: u64) {
        self.table.clear();
    }

    fn take_notes(&mut self) -> Vec<String> {
        std::mem::take(&mut self.notes)
    }

    fn search(&mut self, position: &Position<B>, task: Task<'_>) -> Option<Decision> {
        let counter = counter(&task, STRIDE);
        let plan = RootPlan {
            aspiration: self.config.aspiration,
            lines: self.config.multi_pv,
            ..RootPlan::deepening(counter.depth())
        };
        self.table.begin_search();
        let mut walk =
            Lookahead::new(&mut self.evaluator, AllMoves, counter, Pruning::AlphaBeta, task.observer);
        walk.ordering = self.config.ordering;
        walk.table = Some(&mut self.table);
        decide(&mut walk, position, plan)
    }
}
