//! UCT as an opponent in EGREEDY: on all actions, or on the candidates only.

use amazons::{Board, Draw, Position};
use rand::RngExt;
use thought::{Counter, Decision};

use super::rollout::lost_by;
use super::run::{LastTree, SearchRng, grow, search_rng};
use super::tree::{FinalMove, Formula, Growth, Layers, Leaf, Simulate, TreePlan};
use super::uct::FullGame;
use super::{MAX_NODES, SQRT_2, Search, Task};
use crate::minimax::candidates::Candidates;

/// The moves of the tree.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum TreeActions {
    /// All legal moves, as in the paper's Algorithm 1.
    #[default]
    All,
    /// The candidates only.
    Candidates,
}

/// What a rollout draws among, every one alike.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum RolloutMoves {
    /// All legal moves.
    #[default]
    All,
    /// The candidates only, which takes a hundred times as long.
    Candidates,
}

/// The parameters of [`CandidateUct`].
#[derive(Clone, PartialEq, Debug)]
pub struct CandidateUctConfig {
    /// The moves of the tree.
    pub actions: TreeActions,
    /// The candidates, where the tree or the rollouts are limited to them.
    pub candidates: Candidates,
    /// C in x + C sqrt(ln t / n).
    pub exploration: f64,
    /// What the rollouts draw among.
    pub rollout: RolloutMoves,
    /// The most nodes; after that simulations go on without new ones.
    pub max_nodes: usize,
    /// The number of reported lines.
    pub multi_pv: usize,
}

impl Default for CandidateUctConfig {
    fn default() -> Self {
        Self {
            actions: TreeActions::All,
            candidates: Candidates::default(),
            exploration: SQRT_2,
            rollout: RolloutMoves::All,
            max_nodes: MAX_NODES,
            multi_pv: 1,
        }
    }
}

/// UCT with UCB1. A leaf gets its children when it is visited again. Candidates are added together and tried in order of h; of
/// all actions a random one is added at each visit, which makes the same choices as adding all of them together (Algorithm 1)
/// and saves memory, because children without a visit come first.
#[derive(Clone, Debug)]
pub struct CandidateUct {
    config: CandidateUctConfig,
    rng: SearchRng,
    grown: LastTree,
}

impl CandidateUct {
    /// A search with seed 0.
    #[must_use]
    pub fn new(config: CandidateUctConfig) -> Self {
        Self { config, rng: search_rng(0), grown: LastTree::default() }
    }

    /// How many nodes the last tree had, the root not counted.
    #[must_use]
    pub fn tree_nodes(&self) -> usize {
        self.grown.arena.count()
    }
}

impl Default for CandidateUct {
    fn default() -> Self {
        Self::new(CandidateUctConfig::default())
    }
}

/// A game to its end in which candidates are played, every one alike.
struct CandidateGame {
    candidates: Candidates,
}

impl<B: Board> Simulate<B> for CandidateGame {
    fn simulate(&mut self, leaf: &Leaf<'_, B>, rng: &mut SearchRng, counter: &mut Counter) -> Option<f64> {
        let mut position = *leaf.position;
        loop {
            // Candidates may take milliseconds.
            if counter.check() {
                return None;
            }
            let candidates = self.candidates.of(&position);
            if candidates.is_empty() {
                return Some(lost_by(position.turn()));
            }
            position.play_unchecked(candidates[rng.random_range(0..candidates.len())].mv);
        }
    }
}

impl<B: Board> Search<B> for CandidateUct {
    fn new_game(&mut self, seed: u64) {
        self.rng = search_rng(seed);
    }

    fn take_notes(&mut self) -> Vec<String> {
        self.grown.arena.notes()
    }

    fn search(&mut self, position: &Position<B>, task: Task<'_>) -> Option<Decision> {
        let Self { config, rng, grown } = self;
        let plan = TreePlan {
            layers: Layers::Moves,
            growth: match config.actions {
                TreeActions::All => Growth::OneByOne,
                TreeActions::Candidates => Growth::CandidatesAfter(1, config.candidates),
            },
            formula: Formula::Ucb1 { c: config.exploration },
            final_move: FinalMove::Visits,
            max_nodes: config.max_nodes,
            multi_pv: config.multi_pv,
        };
        match config.rollout {
            RolloutMoves::All => {
                grow(position, task, &plan, &mut FullGame { draw: Draw::Uniform }, rng, grown)
            }
            RolloutMoves::Candidates => {
                let mut game = CandidateGame { candidates: config.candidates };
                grow(position, task, &plan, &mut game, rng, grown)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use amazons::{Board6x6, Board10x10, Start};
    use thought::{Control, Limits, Silent};

    use super::super::tree::arena::Arena;
    use super::super::tree::{Iteration, UctTree};
    use super::*;

    #[test]
    fn the_tree_has_all_actions_unless_it_is_limited_to_the_candidates() {
        let position = Position::<Board6x6>::from_setup(&Start::ALL[2].setup()).unwrap();
        let limits = Limits { depth: Some(1), ..Limits::playouts(600) };
        for (actions, expected) in [(TreeActions::All, 544), (TreeActions::Candidates, 48)] {
            let mut search =
                CandidateUct::new(CandidateUctConfig { actions, ..CandidateUctConfig::default() });
            search.search(&position, Task::new(&limits, &Control::new(), &mut Silent)).unwrap();
            assert_eq!(search.tree_nodes(), expected, "{actions:?}");
        }
        assert_eq!(CandidateUctConfig::default().actions, TreeActions::All);
    }

    #[test]
    fn a_stop_is_heard_before_the_next_candidates_are_looked_for() {
        let position = Position::<Board10x10>::from_setup(&Start::STANDARD.setup()).unwrap();
        let plan = TreePlan {
            layers: Layers::Moves,
            growth: Growth::CandidatesAfter(1, Candidates::default()),
            formula: Formula::Tuned,
            final_move: FinalMove::Visits,
            max_nodes: MAX_NODES,
            multi_pv: 1,
        };
        let mut game = CandidateGame { candidates: Candidates::default() };
        // So rarely is the clock looked at unasked that a game is over before.
        let (control, mut rng) = (Control::new(), search_rng(0));
        let mut counter = Counter::new(&Limits::NONE, &control, Instant::now(), 1_000_000);
        assert!(!counter.is_over());
        let mut arena = Arena::default();
        let mut tree = UctTree::new(&position, &mut arena, &plan, u32::MAX, 0);
        assert!(matches!(tree.iterate(&mut game, &mut rng, &mut counter), Iteration::Done(_)));
        control.stop();
        // The root has its children, so the game itself must check the stop.
        assert_eq!(tree.iterate(&mut game, &mut rng, &mut counter), Iteration::Cut);
        // And so must the expansion of a tree.
        let mut counter = Counter::new(&Limits::NONE, &Control::new(), Instant::now(), 1_000_000);
        let control = Control::new();
        let mut stopped = Counter::new(&Limits::NONE, &control, Instant::now(), 1_000_000);
        assert!(!counter.is_over() && !stopped.is_over());
        control.stop();
        let mut full = FullGame { draw: Draw::Uniform };
        for (counter, is_cut) in [(&mut counter, false), (&mut stopped, true)] {
            let mut tree = UctTree::new(&position, &mut arena, &plan, u32::MAX, 0);
            assert_eq!(tree.iterate(&mut full, &mut rng, counter) == Iteration::Cut, is_cut);
        }
    }
}
