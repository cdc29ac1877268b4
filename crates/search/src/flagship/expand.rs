//! The expansion of a leaf: all its children, evaluated and sorted, the best first.

use amazons::{Bitboard, Board, Position, Square};
use eval::{Evaluation, Siblings};

use super::exponential::exp;
use super::leaf_solver::LeafSolver;
use super::node::{FlagshipNode, NewNode, NodeProof};
use super::tree::FlagshipTree;
use crate::RootMoves;

/// How evaluations become values and priors.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Scale {
    /// The slope of the logistic function that makes a winning probability of a margin in moves.
    pub(super) slope: f32,
    /// The margin in moves by which a step or a shot has to be better to get e times the prior.
    pub(super) step_spread: f32,
    pub(super) shot_spread: f32,
}

/// A child before it is inserted.
#[derive(Clone, Copy, Debug)]
struct NewChild {
    from: Square,
    to: Square,
    proof: Option<NodeProof>,
}

/// The children of a node before they are inserted.
#[derive(Debug, Default)]
struct NewChildren {
    /// In the order of the generator.
    list: Vec<NewChild>,
    /// The places in the list, the best child first, each below its margin.
    order: Vec<u64>,
    /// The margins for the side that chooses, the best first.
    margins: Vec<f32>,
    /// The priors before they are divided by their sum, and the win rates.
    priors: Vec<f32>,
    win_rates: Vec<f32>,
}

impl NewChildren {
    fn clear(&mut self) {
        self.list.clear();
        self.margins.clear();
    }

    /// The best child.
    fn first(&self) -> NewChild {
        self.list[self.order[0] as u32 as usize]
    }

    /// Sorts them by their margins, the best first; the order of the generator decides between equals.
    fn sort(&mut self) {
        // Whole numbers in the order of the margins, the place in the list below: they sort faster than children do.
        let key = |(place, margin): (u64, &f32)| {
            let bits = margin.to_bits();
            let rising = if bits >> 31 == 0 { bits | 1 << 31 } else { !bits };
            u64::from(!rising) << 32 | place
        };
        self.order.clear();
        self.order.extend((0..).zip(&self.margins).map(key));
        self.order.sort_unstable();
        for (margin, key) in self.margins.iter_mut().zip(&self.order) {
            let rising = !((key >> 32) as u32);
            *margin = f32::from_bits(if rising >> 31 == 1 { rising ^ 1 << 31 } else { !rising });
        }
    }

    /// Initializes their nodes: the priors are a softmax over their margins, the values are win rates after a gain.
    fn insert(&mut self, row: &[FlagshipNode], slope: f32, gain: f32, spread: f32) {
        let most = self.margins[0];
        let prior = |&margin: &f32| {
            let less = (margin - most) / spread;
            // The difference of two won games is no number.
            exp(if less < 0.0 { less } else { 0.0 })
        };
        self.priors.clear();
        self.priors.extend(self.margins.iter().map(prior));
        self.win_rates.clear();
        self.win_rates.extend(self.margins.iter().map(|&margin| 1.0 / (1.0 + exp(-slope * (margin + gain)))));
        let share = 1.0 / self.priors.iter().sum::<f32>();
        let numbers = self.priors.iter().zip(&self.win_rates);
        for ((node, &key), (&prior, &value)) in row.iter().zip(&self.order).zip(numbers) {
            let NewChild { from, to, proof } = self.list[key as u32 as usize];
            node.init(NewNode { from, to, prior: prior * share, value, proof });
        }
    }
}

/// Why a node was not expanded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ExpandError {
    /// The tree is full.
    Full,
    /// The limit of nodes is reached.
    LimitReached,
}

/// Expands leaves, reusing its lists.
#[derive(Debug)]
pub(super) struct Expander<'a, B: Board, E> {
    pub(super) evaluation: E,
    pub(super) scale: Scale,
    pub(super) solver: LeafSolver<'a, B>,
    steps: NewChildren,
    shots: NewChildren,
    /// The squares of steps and the arrows to evaluate together, and their values.
    squares: Vec<(Square, Square)>,
    arrows: Vec<Square>,
    values: Vec<f64>,
}

impl<'a, B: Board, E: Evaluation> Expander<'a, B, E> {
    pub(super) fn new(evaluation: E, scale: Scale, solver: LeafSolver<'a, B>) -> Self {
        let (steps, shots) = (NewChildren::default(), NewChildren::default());
        let (squares, arrows, values) = (Vec::new(), Vec::new(), Vec::new());
        Self { evaluation, scale, solver, steps, shots, squares, arrows, values }
    }

    /// Expands a position that is not over: adds its steps, and the shots of the best step. A step is evaluated without an
    /// arrow; the gain of the best step by its best arrow is added to every step.
    pub(super) fn expand_position(
        &mut self,
        tree: &FlagshipTree,
        node: &FlagshipNode,
        position: &Position<B>,
        moves: RootMoves<'_>,
        mut take_nodes: impl FnMut(u32) -> bool,
    ) -> Result<(), ExpandError> {
        self.squares.clear();
        position.for_each_step(|from, to| {
            if moves.has_step(from, to) {
                self.squares.push((from, to));
            }
        });
        if !take_nodes(self.squares.len() as u32) {
            return Err(ExpandError::LimitReached);
        }
        let steps = Siblings::Steps { position, steps: &self.squares };
        self.evaluation.values(steps, &mut self.values);
        self.steps.clear();
        let step = |&(from, to): &(Square, Square)| NewChild { from, to, proof: None };
        self.steps.list.extend(self.squares.iter().map(step));
        self.steps.margins.extend(self.values.iter().map(|&value| -value as f32));
        self.steps.sort();
        let first = self.steps.first();
        let legal = position.shots(first.from, first.to);
        let arrows = moves.arrows(first.from, first.to, legal, position.board());
        if !take_nodes(arrows.count()) {
            return Err(ExpandError::LimitReached);
        }
        self.evaluate_shots(position, first.from, first.to, arrows);
        // A shot that decides the game gives no gain for other steps.
        let gain = self.shots.margins[0] - self.steps.margins[0];
        let gain = if gain.is_finite() { gain } else { 0.0 };
        let room = |count: usize| tree.allocate(count as u32).map(|place| (place, count as u32));
        let (Some(steps), Some(shots)) = (room(self.steps.list.len()), room(self.shots.list.len())) else {
            return Err(ExpandError::Full);
        };
        let Scale { slope, step_spread, shot_spread } = self.scale;
        self.steps.insert(tree.row(steps), slope, gain, step_spread);
        self.shots.insert(tree.row(shots), slope, 0.0, shot_spread);
        tree.node(steps.0).publish(shots.0, shots.1);
        node.publish(steps.0, steps.1);
        Ok(())
    }

    /// Expands a step: adds its shots.
    pub(super) fn expand_step(
        &mut self,
        tree: &FlagshipTree,
        node: &FlagshipNode,
        position: &Position<B>,
        moves: RootMoves<'_>,
        take_nodes: impl FnOnce(u32) -> bool,
    ) -> Result<(), ExpandError> {
        let (from, to) = (node.from(), node.to());
        let arrows = moves.arrows(from, to, position.shots(from, to), position.board());
        if !take_nodes(arrows.count()) {
            return Err(ExpandError::LimitReached);
        }
        self.evaluate_shots(position, from, to, arrows);
        let count = self.shots.list.len() as u32;
        let place = tree.allocate(count).ok_or(ExpandError::Full)?;
        self.shots.insert(tree.row((place, count)), self.scale.slope, 0.0, self.scale.shot_spread);
        node.publish(place, count);
        Ok(())
    }

    /// Evaluates every shot and sorts them, the best first.
    fn evaluate_shots(&mut self, position: &Position<B>, from: Square, to: Square, arrows: Bitboard<B>) {
        self.shots.clear();
        self.arrows.clear();
        let stepped = position.after_step(from, to);
        // One arrow does not shut in a side that has two squares beside its amazons.
        let around = stepped.amazons(stepped.turn()).neighbors() & stepped.empty();
        let may_be_over = around.count() < 2 || stepped.vacancies().delay() > 0;
        for arrow in arrows {
            let proof = self.solver.prove_shot(&stepped.with_arrow(arrow), may_be_over);
            if proof.is_none() {
                self.arrows.push(arrow);
            }
            self.shots.list.push(NewChild { from: arrow, to: arrow, proof });
        }
        let open = Siblings::Shots { stepped: &stepped, arrows: &self.arrows };
        self.evaluation.values(open, &mut self.values);
        let mut values = self.values.iter();
        self.shots.margins.extend(self.shots.list.iter().map(|shot| match shot.proof {
            None => -*values.next().expect("a value for every open shot") as f32,
            Some(NodeProof::Won(_)) => f32::INFINITY,
            Some(NodeProof::Lost(_)) => f32::NEG_INFINITY,
        }));
        self.shots.sort();
    }
}
