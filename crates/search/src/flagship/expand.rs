//! How a leaf gets its children, every one of them evaluated and in the order of what it seems worth.

use std::ops::ControlFlow;

use amazons::{Bitboard, Board, Move, Position, Shots, Square};
use eval::Evaluation;
use thought::win_rate;

use super::judge::Judge;
use super::node::{Node, Proof, Seed};
use super::tree::Tree;
use crate::RootMoves;

/// How evaluations become values and shares of attention.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Scale {
    /// The slope of the logistic function that makes a winning probability of a margin in moves.
    pub(super) slope: f64,
    /// By how many moves a step or a shot has to be better to get e times the attention.
    pub(super) step_spread: f64,
    pub(super) shot_spread: f64,
}

/// A child before it is planted, with the margin that it promises the side that chooses it.
#[derive(Clone, Copy, Debug)]
struct Sprout {
    from: Square,
    to: Square,
    margin: f64,
    proof: Option<Proof>,
}

/// Which sprouts are planted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Brood {
    Steps,
    Shots,
}

/// Why a node got no children.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Refusal {
    /// There is no room for them.
    Full,
    /// The limit of nodes is reached.
    Spent,
}

/// Expands leaves; keeps its lists from one to the next.
#[derive(Debug)]
pub(super) struct Expander<'a, B: Board, E> {
    pub(super) evaluation: E,
    pub(super) scale: Scale,
    pub(super) judge: Judge<'a, B>,
    steps: Vec<Sprout>,
    shots: Vec<Sprout>,
    /// The positions to evaluate together, and their values.
    positions: Vec<Position<B>>,
    values: Vec<f64>,
    /// The sprouts' shares of attention.
    shares: Vec<f64>,
}

impl<'a, B: Board, E: Evaluation> Expander<'a, B, E> {
    pub(super) fn new(evaluation: E, scale: Scale, judge: Judge<'a, B>) -> Self {
        let (steps, shots) = (Vec::new(), Vec::new());
        let (positions, values, shares) = (Vec::new(), Vec::new(), Vec::new());
        Self { evaluation, scale, judge, steps, shots, positions, values, shares }
    }

    /// What a margin is worth, 0 to 1.
    pub(super) fn worth(&self, margin: f64) -> f64 {
        win_rate(margin, self.scale.slope)
    }

    /// Gives a position in which there is a move its steps, and the most promising step its shots. A step is judged by the position without an
    /// arrow; what the best arrow adds to the best step is taken to be what it adds to every step.
    pub(super) fn expand_position(
        &mut self,
        tree: &Tree,
        node: &Node,
        position: &Position<B>,
        moves: RootMoves<'_>,
        mut may_look: impl FnMut(u32) -> bool,
    ) -> Result<(), Refusal> {
        self.steps.clear();
        let _ = position.for_each_shots(|Shots { from, to, .. }| {
            if moves.has_step(from, to) {
                self.steps.push(Sprout { from, to, margin: 0.0, proof: None });
            }
            ControlFlow::Continue(())
        });
        if !may_look(self.steps.len() as u32) {
            return Err(Refusal::Spent);
        }
        self.positions.clear();
        self.positions.extend(self.steps.iter().map(|&Sprout { from, to, .. }| {
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
        if !may_look(arrows.count()) {
            return Err(Refusal::Spent);
        }
        self.judge_shots(position, first.from, first.to, arrows);
        // Where the best shot decides the game it says nothing about other steps.
        let gain = Some(self.shots[0].margin - first.margin).filter(|gain| gain.is_finite()).unwrap_or(0.0);
        let room = |count: usize| tree.allocate(count as u32).map(|place| (place, count as u32));
        let (Some(steps), Some(shots)) = (room(self.steps.len()), room(self.shots.len())) else {
            return Err(Refusal::Full);
        };
        self.plant(tree.row(steps), Brood::Steps, gain, self.scale.step_spread);
        self.plant(tree.row(shots), Brood::Shots, 0.0, self.scale.shot_spread);
        tree.node(steps.0).publish(shots.0, shots.1);
        node.publish(steps.0, steps.1);
        Ok(())
    }

    /// Gives a step its shots.
    pub(super) fn expand_step(
        &mut self,
        tree: &Tree,
        node: &Node,
        position: &Position<B>,
        moves: RootMoves<'_>,
        may_look: impl FnOnce(u32) -> bool,
    ) -> Result<(), Refusal> {
        let (from, to) = (node.from(), node.to());
        let arrows = moves.arrows(from, to, position.shots(from, to), position.board());
        if !may_look(arrows.count()) {
            return Err(Refusal::Spent);
        }
        self.judge_shots(position, from, to, arrows);
        let count = self.shots.len() as u32;
        let place = tree.allocate(count).ok_or(Refusal::Full)?;
        self.plant(tree.row((place, count)), Brood::Shots, 0.0, self.scale.shot_spread);
        node.publish(place, count);
        Ok(())
    }

    /// Evaluates every shot, the best first.
    fn judge_shots(&mut self, position: &Position<B>, from: Square, to: Square, arrows: Bitboard<B>) {
        self.shots.clear();
        self.positions.clear();
        for arrow in arrows {
            let mut after = *position;
            after.play_unchecked(Move { from, to, arrow });
            let proof = self.judge.of_shot(&after);
            let margin = match proof {
                None => 0.0,
                Some(Proof::Won(_)) => f64::INFINITY,
                Some(Proof::Lost(_)) => f64::NEG_INFINITY,
            };
            if proof.is_none() {
                self.positions.push(after);
            }
            self.shots.push(Sprout { from: arrow, to: arrow, margin, proof });
        }
        self.evaluation.values(&self.positions, &mut self.values);
        let open = self.shots.iter_mut().filter(|shot| shot.proof.is_none());
        for (shot, value) in open.zip(&self.values) {
            shot.margin = -value;
        }
        self.shots.sort_by(|a, b| b.margin.total_cmp(&a.margin));
    }

    /// Turns sprouts into nodes: attention by a soft maximum over their margins.
    fn plant(&mut self, row: &[Node], brood: Brood, gain: f64, spread: f64) {
        let sprouts = match brood {
            Brood::Steps => &self.steps,
            Brood::Shots => &self.shots,
        };
        let most = sprouts[0].margin;
        self.shares.clear();
        self.shares.extend(sprouts.iter().map(|sprout| {
            if sprout.margin < most { libm::exp((sprout.margin - most) / spread) } else { 1.0 }
        }));
        let sum: f64 = self.shares.iter().sum();
        for ((node, sprout), share) in row.iter().zip(sprouts).zip(&self.shares) {
            node.plant(Seed {
                from: sprout.from,
                to: sprout.to,
                prior: (share / sum) as f32,
                value: self.worth(sprout.margin + gain) as f32,
                proof: sprout.proof,
            });
        }
    }
}
