//! UCT on the candidates only (an opponent in EGREEDY, section 3 of the papers).

use amazons::{Board, Draw, Position};
use rand::RngExt;
use thought::{Budget, Control, Decision, Limits, Observer};

use super::rollout::lost_by;
use super::session::{Generator, Grown, Task, generator, grow};
use super::tree::{FinalMove, Formula, Growth, Layers, Leaf, Plan, Simulate};
use super::uct::FullGame;
use super::{MAX_NODES, SQRT_2, Search};
use crate::minimax::candidates::Candidates;

/// What a rollout draws among, every one alike.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum RolloutMoves {
    /// All legal moves.
    #[default]
    All,
    /// The candidates only, which takes a hundred times as long.
    Candidates,
}

/// How [`CandidateUct`] searches.
#[derive(Clone, PartialEq, Debug)]
pub struct CandidateUctConfig {
    /// Which moves the tree knows.
    pub candidates: Candidates,
    /// C in x + C sqrt(ln t / n).
    pub exploration: f64,
    /// What the rollouts draw among.
    pub rollout: RolloutMoves,
    /// The most nodes; after that simulations go on without new ones.
    pub max_nodes: usize,
    /// How many lines are reported.
    pub multi_pv: usize,
}

impl Default for CandidateUctConfig {
    fn default() -> Self {
        Self {
            candidates: Candidates::default(),
            exploration: SQRT_2,
            rollout: RolloutMoves::All,
            max_nodes: MAX_NODES,
            multi_pv: 1,
        }
    }
}

/// UCT in whose tree every node has its candidates for children. A leaf gets them when it is visited again; they are
/// tried in order of h.
#[derive(Clone, Debug)]
pub struct CandidateUct {
    config: CandidateUctConfig,
    rng: Generator,
    grown: Grown,
}

impl CandidateUct {
    /// A search with its random numbers at seed 0.
    #[must_use]
    pub fn new(config: CandidateUctConfig) -> Self {
        Self { config, rng: generator(0), grown: Grown::default() }
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
    fn simulate(&mut self, leaf: &Leaf<'_, B>, rng: &mut Generator, budget: &mut Budget) -> Option<f64> {
        let mut position = *leaf.position;
        loop {
            let candidates = self.candidates.of(&position);
            if candidates.is_empty() {
                return Some(lost_by(position.turn()));
            }
            if budget.is_spent() {
                return None;
            }
            position.play_unchecked(candidates[rng.random_range(0..candidates.len())].mv);
        }
    }
}

impl<B: Board> Search<B> for CandidateUct {
    fn new_game(&mut self, seed: u64) {
        self.rng = generator(seed);
    }

    fn search(
        &mut self,
        position: &Position<B>,
        limits: &Limits,
        control: &Control,
        observer: &mut dyn Observer,
    ) -> Option<Decision> {
        let Self { config, rng, grown } = self;
        let plan = Plan {
            layers: Layers::Moves,
            growth: Growth::CandidatesAfter(1, config.candidates),
            formula: Formula::Ucb1 { c: config.exploration },
            final_move: FinalMove::Visits,
            max_nodes: config.max_nodes,
            multi_pv: config.multi_pv,
        };
        let task = Task { position, limits, control };
        match config.rollout {
            RolloutMoves::All => {
                grow(&task, &plan, &mut FullGame { draw: Draw::Uniform }, rng, grown, observer)
            }
            RolloutMoves::Candidates => {
                let mut game = CandidateGame { candidates: config.candidates };
                grow(&task, &plan, &mut game, rng, grown, observer)
            }
        }
    }
}
