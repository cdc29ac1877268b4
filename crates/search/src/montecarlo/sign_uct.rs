//! A UCB tree that plays nothing and takes the sign of an evaluation (COURSE, section 5 of the papers).

use amazons::{Board, Position};
use eval::Evaluator;
use thought::{Counter, Decision};

use super::rollout::WinRate;
use super::run::{LastTree, SearchRng, grow, search_rng};
use super::tree::{FinalMove, Formula, Growth, Layers, Leaf, Simulate, TreePlan};
use super::{MAX_NODES, SQRT_2, Search, Task};

/// The parameters of [`SignUct`].
#[derive(Clone, PartialEq, Debug)]
pub struct SignUctConfig {
    /// C in x + C sqrt(ln N / n).
    pub exploration: f64,
    /// The most nodes; after that simulations go on without new ones.
    pub max_nodes: usize,
    /// The number of reported lines.
    pub multi_pv: usize,
}

impl Default for SignUctConfig {
    fn default() -> Self {
        Self { exploration: SQRT_2, max_nodes: MAX_NODES, multi_pv: 1 }
    }
}

/// UCT whose simulation is the sign of an evaluation of the new node, a half where it is zero.
#[derive(Clone, Debug)]
pub struct SignUct<E> {
    config: SignUctConfig,
    evaluator: E,
    rng: SearchRng,
    grown: LastTree,
}

impl<E> SignUct<E> {
    /// A search with seed 0.
    #[must_use]
    pub fn new(config: SignUctConfig, evaluator: E) -> Self {
        Self { config, evaluator, rng: search_rng(0), grown: LastTree::default() }
    }
}

/// The sign of the evaluation of the leaf.
struct Sign<'a, E> {
    evaluator: &'a mut E,
}

impl<B: Board, E: Evaluator<B>> Simulate<B> for Sign<'_, E> {
    fn simulate(&mut self, leaf: &Leaf<'_, B>, _rng: &mut SearchRng, _counter: &mut Counter) -> Option<f64> {
        Some(WinRate::Sign.for_white(leaf.position, self.evaluator))
    }
}

impl<B: Board, E: Evaluator<B>> Search<B> for SignUct<E> {
    fn new_game(&mut self, seed: u64) {
        self.rng = search_rng(seed);
    }

    fn search(&mut self, position: &Position<B>, task: Task<'_>) -> Option<Decision> {
        let plan = TreePlan {
            layers: Layers::Moves,
            growth: Growth::OneByOne,
            formula: Formula::Ucb1 { c: self.config.exploration },
            final_move: FinalMove::Visits,
            max_nodes: self.config.max_nodes,
            multi_pv: self.config.multi_pv,
        };
        let mut sign = Sign { evaluator: &mut self.evaluator };
        grow(position, task, &plan, &mut sign, &mut self.rng, &mut self.grown)
    }
}
