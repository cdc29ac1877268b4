//! UCT with short random games (THESIS).

use amazons::{Board, Draw, Position};
use eval::Evaluator;
use thought::{Counter, Decision};

use super::rollout::{WinRate, lost_by};
use super::run::{LastTree, SearchRng, grow, search_rng};
use super::tree::{FinalMove, Formula, Growth, Layers, Leaf, Simulate, TreePlan};
use super::{MAX_NODES, SQRT_2, Search, Task};

/// The parameters of [`ShortUct`].
#[derive(Clone, PartialEq, Debug)]
pub struct ShortUctConfig {
    /// C in x + C sqrt(ln N / n).
    pub exploration: f64,
    /// After how many visits a leaf gets all its children; the root gets them at once.
    pub expand_after: u32,
    /// How many random plies are played before the evaluation is asked.
    pub plies: u32,
    /// How they are drawn.
    pub draw: Draw,
    /// The most nodes; after that simulations go on without new ones.
    pub max_nodes: usize,
    /// The number of reported lines.
    pub multi_pv: usize,
}

impl Default for ShortUctConfig {
    fn default() -> Self {
        Self {
            exploration: SQRT_2,
            expand_after: 10,
            plies: 6,
            draw: Draw::Uniform,
            max_nodes: MAX_NODES,
            multi_pv: 1,
        }
    }
}

/// UCT that plays a few random plies and takes the sign of an evaluation as won, lost or half.
#[derive(Clone, Debug)]
pub struct ShortUct<E> {
    config: ShortUctConfig,
    evaluator: E,
    rng: SearchRng,
    grown: LastTree,
}

impl<E> ShortUct<E> {
    /// A search with seed 0.
    #[must_use]
    pub fn new(config: ShortUctConfig, evaluator: E) -> Self {
        Self { config, evaluator, rng: search_rng(0), grown: LastTree::default() }
    }

    /// How many nodes the last tree had, the root not counted.
    #[must_use]
    pub fn tree_nodes(&self) -> usize {
        self.grown.arena.count()
    }
}

/// Some random plies, then the sign of the evaluation.
struct ShortGame<'a, E> {
    plies: u32,
    draw: Draw,
    evaluator: &'a mut E,
}

impl<B: Board, E: Evaluator<B>> Simulate<B> for ShortGame<'_, E> {
    fn simulate(&mut self, leaf: &Leaf<'_, B>, rng: &mut SearchRng, _counter: &mut Counter) -> Option<f64> {
        let mut runner = leaf.runner();
        for _ in 0..self.plies {
            if runner.step(self.draw, rng).is_none() {
                return Some(lost_by(runner.turn()));
            }
        }
        Some(WinRate::Sign.for_white(&runner.position(), self.evaluator))
    }
}

impl<B: Board, E: Evaluator<B>> Search<B> for ShortUct<E> {
    fn new_game(&mut self, seed: u64) {
        self.rng = search_rng(seed);
    }

    fn take_notes(&mut self) -> Vec<String> {
        self.grown.arena.notes()
    }

    fn search(&mut self, position: &Position<B>, task: Task<'_>) -> Option<Decision> {
        let plan = TreePlan {
            layers: Layers::Moves,
            growth: Growth::AllAfter(self.config.expand_after),
            formula: Formula::Ucb1 { c: self.config.exploration },
            final_move: FinalMove::Visits,
            max_nodes: self.config.max_nodes,
            multi_pv: self.config.multi_pv,
        };
        let Self { config, evaluator, rng, grown } = self;
        let mut game = ShortGame { plies: config.plies, draw: config.draw, evaluator };
        grow(position, task, &plan, &mut game, rng, grown)
    }
}
