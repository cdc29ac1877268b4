//! The expansion of a leaf: all its children, evaluated and sorted, the best first.

use std::ops::ControlFlow;

use amazons::{Bitboard, Board, Move, Position, Shots, Square};
use eval::Evaluation;
use thought::win_rate;

use super::leaf_solver::LeafSolver;
use super::node::{FlagshipNode, NewNode, NodeProof};
use super::tree::FlagshipTree;
use crate::RootMoves;

/// How evaluations become values and priors.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Scale {
    /// The slope of the logistic function that makes a winning probability of a margin in moves.
    pub(super) slope: f64,
    /// The margin in moves by which a step or a shot has to be better to get e times the prior.
    pub(super) step_spread: f64,
    pub(super) shot_spread: f64,
}

/// A child before it is inserted, with its margin for the side that chooses it.
#[derive(Clone, Copy, Debug)]
struct NewChild {
    from: Square,
    to: Square,
    margin: f64,
    proof: Option<NodeProof>,
}

/// Which list of children is inserted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ChildKind {
    Steps,
    Shots,
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
    steps: Vec<NewChild>,
    shots: Vec<NewChild>,
    /// The positions to evaluate together, and their values.
    positions: Vec<Position<B>>,
    values: Vec<f64>,
    /// The priors of the children before they are divided by their sum.
    priors: Vec<f64>,
}

impl<'a, B: Board, E: Evaluation> Expander<'a, B, E> {
    pub(super) fn new(evaluation: E, scale: Scale, solver: LeafSolver<'a, B>) -> Self {
        let (steps, shots) = (Vec::new(), Vec::new());
        let (positions, values, priors) = (Vec::new(), Vec::new(), Vec::new());
        Self { evaluation, scale, solver, steps, shots, positions, values, priors }
    }

    /// The win rate of a margin.
    pub(super) fn win_rate(&self, margin: f64) -> f64 {
        win_rate(margin, self.scale.slope)
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
        self.steps.clear();
        let _ = position.for_each_shots(|Shots { from, to, .. }| {
            if moves.has_step(from, to) {
                self.steps.push(NewChild { from, to, margin: 0.0, proof: None });
            }
            ControlFlow::Continue(())
        });
        if !take_nodes(self.steps.len() as u32) {
            return Err(ExpandError::LimitReached);
        }
        self.positions.clear();
        self.positions.extend(self.steps.iter().map(|&NewChild { from, to, .. }| {
            let mut after = *position;
            // An arrow at the amazon's own square changes nothing.
            after.play_unchecked(Move { from, to, arrow: to });
            after
        }));
        self.evaluation.values(&self.positions, &mut self.values);
        for (step, value) in self.steps.iter_mut().zip(&self.values) {
            step.margin = -value;
        }
        // A stable sort: the order of the generator decides between equals.
        self.steps.sort_by(|a, b| b.margin.total_cmp(&a.margin));
        let first = self.steps[0];
        let legal = position.shots(first.from, first.to);
        let arrows = moves.arrows(first.from, first.to, legal, position.board());
        if !take_nodes(arrows.count()) {
            return Err(ExpandError::LimitReached);
        }
        self.evaluate_shots(position, first.from, first.to, arrows);
        // A shot that decides the game gives no gain for other steps.
        let gain = Some(self.shots[0].margin - first.margin).filter(|gain| gain.is_finite()).unwrap_or(0.0);
        let room = |count: usize| tree.allocate(count as u32).map(|place| (place, count as u32));
        let (Some(steps), Some(shots)) = (room(self.steps.len()), room(self.shots.len())) else {
            return Err(ExpandError::Full);
        };
        self.insert(tree.row(steps), ChildKind::Steps, gain, self.scale.step_spread);
        self.insert(tree.row(shots), ChildKind::Shots, 0.0, self.scale.shot_spread);
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
        let count = self.shots.len() as u32;
        let place = tree.allocate(count).ok_or(ExpandError::Full)?;
        self.insert(tree.row((place, count)), ChildKind::Shots, 0.0, self.scale.shot_spread);
        node.publish(place, count);
        Ok(())
    }

    /// Evaluates every shot and sorts them, the best first.
    fn evaluate_shots(&mut self, position: &Position<B>, from: Square, to: Square, arrows: Bitboard<B>) {
        self.shots.clear();
        self.positions.clear();
        for arrow in arrows {
            let mut after = *position;
            after.play_unchecked(Move { from, to, arrow });
            let proof = self.solver.prove_shot(&after);
            let margin = match proof {
                None => 0.0,
                Some(NodeProof::Won(_)) => f64::INFINITY,
                Some(NodeProof::Lost(_)) => f64::NEG_INFINITY,
            };
            if proof.is_none() {
                self.positions.push(after);
            }
            self.shots.push(NewChild { from: arrow, to: arrow, margin, proof });
        }
        self.evaluation.values(&self.positions, &mut self.values);
        let open = self.shots.iter_mut().filter(|shot| shot.proof.is_none());
        for (shot, value) in open.zip(&self.values) {
            shot.margin = -value;
        }
        self.shots.sort_by(|a, b| b.margin.total_cmp(&a.margin));
    }

    /// Initializes the nodes of new children: the priors are a softmax over their margins.
    fn insert(&mut self, row: &[FlagshipNode], kind: ChildKind, gain: f64, spread: f64) {
        let children = match kind {
            ChildKind::Steps => &self.steps,
            ChildKind::Shots => &self.shots,
        };
        let most = children[0].margin;
        self.priors.clear();
        self.priors.extend(
            children.iter().map(|child| {
                if child.margin < most { libm::exp((child.margin - most) / spread) } else { 1.0 }
            }),
        );
        let sum: f64 = self.priors.iter().sum();
        for ((node, child), prior) in row.iter().zip(children).zip(&self.priors) {
            node.init(NewNode {
                from: child.from,
                to: child.to,
                prior: (prior / sum) as f32,
                value: self.win_rate(child.margin + gain) as f32,
                proof: child.proof,
            });
        }
    }
}
