//! MCTS with short random games and an evaluation, plain or by move groups (MG-PEO).

use amazons::{Board, Draw, Move, Position};
use eval::Evaluator;
use rand::RngExt;
use thought::{Counter, Decision, Score};

use super::rollout::{Runner, WinRate, lost_by};
use super::run::{LastTree, SearchRng, grow, search_rng};
use super::tree::{FinalMove, Formula, Growth, Layers, Leaf, Simulate, StepView, TreePlan, steps};
use super::{MAX_NODES, SQRT_2, Search, Task};

/// What stands under the root of the formula.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Logarithm {
    /// ln N / n, as the text has it.
    #[default]
    Plain,
    /// 2 ln N / n, as the pseudo-code has it.
    Doubled,
}

/// What the depth of a rollout counts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum DepthUnit {
    /// Whole moves. The shot that a step node gets first is not counted.
    #[default]
    Plies,
    /// Steps and shots, the first shot of a step node included. A rollout that stops after a step is evaluated without
    /// the arrow, the opponent to move.
    HalfPlies,
}

/// The parameters of [`MoveGroups`].
#[derive(Clone, PartialEq, Debug)]
pub struct MoveGroupsConfig {
    /// Whether a child is a step or shot (move groups) or a whole move (the baseline).
    pub layers: Layers,
    /// C in X + C sqrt(ln N / n).
    pub exploration: f64,
    /// What stands under the root.
    pub logarithm: Logarithm,
    /// The depths of the independent rollouts of one simulation; without any the leaf itself is evaluated.
    pub rollouts: Vec<u32>,
    /// What these depths count.
    pub unit: DepthUnit,
    /// How a value becomes a win rate.
    pub win_rate: WinRate,
    /// Which move is played.
    pub final_move: FinalMove,
    /// The most nodes; after that simulations go on without new ones.
    pub max_nodes: usize,
    /// The number of reported lines.
    pub multi_pv: usize,
}

impl Default for MoveGroupsConfig {
    fn default() -> Self {
        Self {
            layers: Layers::StepsAndShots,
            exploration: std::f64::consts::FRAC_1_SQRT_2,
            logarithm: Logarithm::Plain,
            rollouts: vec![4, 5],
            unit: DepthUnit::Plies,
            win_rate: WinRate::Logistic { slope: Score::SLOPE },
            final_move: FinalMove::Visits,
            max_nodes: MAX_NODES,
            multi_pv: 1,
        }
    }
}

impl MoveGroupsConfig {
    /// The same search without move groups: the paper's baseline.
    #[must_use]
    pub fn baseline() -> Self {
        Self { layers: Layers::Moves, ..Self::default() }
    }

    /// COURSE's tree: whole moves, no rollouts, the sign of the evaluation of a leaf, a half where it is zero.
    #[must_use]
    pub fn course() -> Self {
        Self { exploration: SQRT_2, rollouts: Vec::new(), win_rate: WinRate::Sign, ..Self::baseline() }
    }

    fn plan(&self) -> TreePlan {
        let factor = match self.logarithm {
            Logarithm::Plain => 1.0,
            Logarithm::Doubled => SQRT_2,
        };
        TreePlan {
            layers: self.layers,
            growth: Growth::OneByOne,
            formula: Formula::Ucb1 { c: self.exploration * factor },
            final_move: self.final_move,
            max_nodes: self.max_nodes,
            multi_pv: self.multi_pv,
        }
    }
}

/// MCTS with an evaluation after a few random plies. A playout is one iteration: a node and all its rollouts.
#[derive(Clone, Debug)]
pub struct MoveGroups<E> {
    config: MoveGroupsConfig,
    evaluator: E,
    rng: SearchRng,
    grown: LastTree,
}

impl<E> MoveGroups<E> {
    /// A search with seed 0.
    #[must_use]
    pub fn new(config: MoveGroupsConfig, evaluator: E) -> Self {
        Self { config, evaluator, rng: search_rng(0), grown: LastTree::default() }
    }

    /// How many nodes the last tree had, the root not counted.
    #[must_use]
    pub fn tree_nodes(&self) -> usize {
        self.grown.arena.count()
    }

    /// How many of them belong to the first ply: steps and shots, or whole moves.
    #[must_use]
    pub fn first_ply_nodes(&self) -> u64 {
        self.grown.first_ply
    }

    /// How many nodes of the first ply there were when all shots of the step decided on had one (for the baseline: all
    /// moves); `None` where that never came. See [`convergence`](super::convergence()).
    #[must_use]
    pub fn settled_after(&self) -> Option<u64> {
        self.grown.settled_after
    }

    /// The steps at the root of the last tree, in the order in which they were added; none for the baseline.
    #[must_use]
    pub fn steps(&self) -> Vec<StepView> {
        steps(&self.grown.arena)
    }
}

/// Simulates by rollouts whose last positions are evaluated.
struct EvaluatedRollouts<'a, E> {
    config: &'a MoveGroupsConfig,
    evaluator: &'a mut E,
}

impl<E> EvaluatedRollouts<'_, E> {
    /// White's win rate after one rollout.
    fn rollout<B: Board>(
        &mut self,
        mut runner: Runner<B>,
        leaf: &Leaf<'_, B>,
        depth: u32,
        rng: &mut SearchRng,
    ) -> f64
    where
        E: Evaluator<B>,
    {
        let mut left = match self.config.unit {
            DepthUnit::Plies => depth.saturating_mul(2),
            DepthUnit::HalfPlies => depth,
        };
        if let Some((from, to)) = leaf.step {
            let shots = leaf.position.shots(from, to);
            let is_counted = self.config.unit == DepthUnit::HalfPlies;
            if is_counted && left == 0 {
                return self.without_arrow(*leaf.position, Move { from, to, arrow: to });
            }
            if let Some(arrow) = shots.select(rng.random_range(0..shots.count().max(1))) {
                runner.play(Move { from, to, arrow });
            }
            left -= u32::from(is_counted);
        }
        while left >= 2 {
            if runner.step(Draw::Steps, rng).is_none() {
                return lost_by(runner.turn());
            }
            left -= 2;
        }
        let position = runner.position();
        if left == 0 {
            return self.config.win_rate.for_white(&position, self.evaluator);
        }
        match runner.step(Draw::Steps, rng) {
            Some(mv) => self.without_arrow(position, mv),
            None => lost_by(position.turn()),
        }
    }

    /// White's win rate by the evaluation after a step without its arrow.
    fn without_arrow<B: Board>(&mut self, mut position: Position<B>, step: Move) -> f64
    where
        E: Evaluator<B>,
    {
        // An arrow on the square just entered is no arrow.
        position.play_unchecked(Move { arrow: step.to, ..step });
        self.config.win_rate.for_white(&position, self.evaluator)
    }
}

impl<B: Board, E: Evaluator<B>> Simulate<B> for EvaluatedRollouts<'_, E> {
    fn simulate(&mut self, leaf: &Leaf<'_, B>, rng: &mut SearchRng, _counter: &mut Counter) -> Option<f64> {
        if self.config.rollouts.is_empty() && leaf.step.is_none() {
            return Some(self.config.win_rate.for_white(leaf.position, self.evaluator));
        }
        let runner = leaf.runner();
        let depths: &[u32] = if self.config.rollouts.is_empty() { &[0] } else { &self.config.rollouts };
        let sum: f64 = depths.iter().map(|&depth| self.rollout(runner.clone(), leaf, depth, rng)).sum();
        Some(sum / depths.len() as f64)
    }
}

impl<B: Board, E: Evaluator<B>> Search<B> for MoveGroups<E> {
    fn new_game(&mut self, seed: u64) {
        self.rng = search_rng(seed);
    }

    fn take_notes(&mut self) -> Vec<String> {
        self.grown.arena.notes()
    }

    fn search(&mut self, position: &Position<B>, task: Task<'_>) -> Option<Decision> {
        let plan = self.config.plan();
        let mut rollouts = EvaluatedRollouts { config: &self.config, evaluator: &mut self.evaluator };
        grow(position, task, &plan, &mut rollouts, &mut self.rng, &mut self.grown)
    }
}
