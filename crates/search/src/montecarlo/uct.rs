//! UCT with random games to the end (UCT-AB).

use amazons::{Board, Draw, Position};
use thought::{Counter, Decision};

use super::run::{LastTree, SearchRng, grow, search_rng};
use super::tree::{FinalMove, Formula, Growth, Layers, Leaf, Simulate, TreePlan};
use super::{MAX_NODES, Search, Task};

/// The parameters of [`Uct`].
#[derive(Clone, PartialEq, Debug)]
pub struct UctConfig {
    /// Which child is visited next once all were tried.
    pub formula: Formula,
    /// How the random games draw their moves.
    pub draw: Draw,
    /// The most nodes; after that games go on without new ones.
    pub max_nodes: usize,
    /// The number of reported lines.
    pub multi_pv: usize,
}

impl Default for UctConfig {
    fn default() -> Self {
        Self { formula: Formula::Tuned, draw: Draw::Uniform, max_nodes: MAX_NODES, multi_pv: 1 }
    }
}

/// UCT: one node is added a game, the most visited move is played.
#[derive(Clone, Debug)]
pub struct Uct {
    config: UctConfig,
    rng: SearchRng,
    grown: LastTree,
}

impl Uct {
    /// A search with seed 0.
    #[must_use]
    pub fn new(config: UctConfig) -> Self {
        Self { config, rng: search_rng(0), grown: LastTree::default() }
    }

    /// How many nodes the last tree had, the root not counted.
    #[must_use]
    pub fn tree_nodes(&self) -> usize {
        self.grown.arena.count()
    }

    /// How much memory the last tree took, in bytes.
    #[must_use]
    pub fn tree_bytes(&self) -> usize {
        self.grown.arena.bytes()
    }
}

impl Default for Uct {
    fn default() -> Self {
        Self::new(UctConfig::default())
    }
}

/// A random game to its end.
pub(super) struct FullGame {
    pub(super) draw: Draw,
}

impl<B: Board> Simulate<B> for FullGame {
    fn simulate(&mut self, leaf: &Leaf<'_, B>, rng: &mut SearchRng, _counter: &mut Counter) -> Option<f64> {
        Some(leaf.runner().play_out(self.draw, rng))
    }
}

impl<B: Board> Search<B> for Uct {
    fn new_game(&mut self, seed: u64) {
        self.rng = search_rng(seed);
    }

    fn take_notes(&mut self) -> Vec<String> {
        self.grown.arena.notes()
    }

    fn search(&mut self, position: &Position<B>, task: Task<'_>) -> Option<Decision> {
        let plan = TreePlan {
            layers: Layers::Moves,
            growth: Growth::OneByOne,
            formula: self.config.formula,
            final_move: FinalMove::Visits,
            max_nodes: self.config.max_nodes,
            multi_pv: self.config.multi_pv,
        };
        let mut game = FullGame { draw: self.config.draw };
        grow(position, task, &plan, &mut game, &mut self.rng, &mut self.grown)
    }
}
