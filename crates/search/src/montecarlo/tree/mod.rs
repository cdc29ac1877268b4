//! The tree of all searches but two: selection, expansion, backup, and the final move.
//!
//! - `arena`: where the nodes are;
//! - `growth`: when a node gets children;
//! - `children`, `order`: which it can have, and in what random order they are tried;
//! - `formula`, `shortlist`: which child is visited next;
//! - `choice`: which move is played, and what is reported.

pub(super) mod arena;
mod children;
mod choice;
mod formula;
mod growth;
pub(super) mod order;
mod shortlist;

use amazons::{Board, Color, Move, Position};
use thought::Counter;

use super::rollout::{Rollouts, Runner};
use super::run::SearchRng;
use crate::minimax::candidates::Candidates;
use arena::{Arena, ROOT, State};
use children::Step;
use formula::BareSteps;
use growth::Reached;
use shortlist::Shortlist;

pub use children::Layers;
pub(super) use choice::steps;
pub use choice::{FinalMove, StepView};
pub use formula::Formula;
pub(super) use growth::shuffle;

/// How a tree is grown.
#[derive(Clone, Debug)]
pub(super) struct TreePlan {
    pub(super) layers: Layers,
    pub(super) growth: Growth,
    pub(super) formula: Formula,
    pub(super) final_move: FinalMove,
    pub(super) max_nodes: usize,
    pub(super) multi_pv: usize,
}

/// When a node gets its children.
#[derive(Clone, Debug)]
pub(super) enum Growth {
    /// One of them, a random one, each time the node is reached.
    OneByOne,
    /// All together once a leaf has this many visits; the root at once.
    AllAfter(u32),
    /// The same with the candidates instead of all moves.
    CandidatesAfter(u32, Candidates),
}

/// What says how a leaf is likely to end.
pub(super) trait Simulate<B: Board> {
    /// White's win rate in a position that is not over; `None` where the search ended meanwhile.
    fn simulate(&mut self, leaf: &Leaf<'_, B>, rng: &mut SearchRng, counter: &mut Counter) -> Option<f64>;
}

/// Where a simulation begins.
pub(super) struct Leaf<'a, B: Board> {
    /// The position; if there is a step, the one before it.
    pub(super) position: &'a Position<B>,
    /// The step that was made without its shot, if the leaf is a step.
    pub(super) step: Option<Step>,
    rollouts: &'a Rollouts<B>,
    moves: &'a [Move],
}

impl<B: Board> Leaf<'_, B> {
    /// A runner that starts at the leaf's position.
    pub(super) fn runner(&self) -> Runner<B> {
        self.rollouts.runner(self.position, self.moves)
    }
}

/// What came of one iteration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Iteration {
    /// A simulation with its number of new nodes.
    Done(usize),
    /// The search ended before its end; it does not count.
    Cut,
}

/// A tree and the position at its root.
pub(super) struct UctTree<'a, B: Board> {
    pub(super) root: Position<B>,
    pub(super) arena: &'a mut Arena,
    pub(super) plan: &'a TreePlan,
    /// The nodes of the first ply.
    pub(super) first_ply: u64,
    /// For every node of the first ply that has all its children: its move, and `first_ply` when it got the last.
    pub(super) complete: Vec<(Move, u64)>,
    rollouts: Rollouts<B>,
    /// Gives every node its order of children.
    key: u64,
    depth: u32,
    path: Vec<(u32, Color)>,
    moves: Vec<Move>,
    /// The best children of the root.
    shortlist: Shortlist,
}

impl<'a, B: Board> UctTree<'a, B> {
    pub(super) fn new(
        root: &Position<B>,
        arena: &'a mut Arena,
        plan: &'a TreePlan,
        depth: u32,
        key: u64,
    ) -> Self {
        arena.reset();
        Self {
            root: *root,
            arena,
            plan,
            first_ply: 0,
            complete: Vec::new(),
            rollouts: Rollouts::new(root),
            key,
            depth,
            path: Vec::new(),
            moves: Vec::new(),
            shortlist: Shortlist::default(),
        }
    }

    /// Walks down, adds what is to be added, simulates, and writes the result along the path.
    pub(super) fn iterate<S: Simulate<B>>(
        &mut self,
        simulation: &mut S,
        rng: &mut SearchRng,
        counter: &mut Counter,
    ) -> Iteration {
        let before = self.arena.count();
        let Some((position, step)) = self.descend(rng, counter) else { return Iteration::Cut };
        let leaf = self.path.last().map_or(ROOT, |&(index, _)| index);
        let is_over = self.arena.get(leaf).state() == State::Over;
        let value = if is_over || (step.is_none() && !position.has_move()) {
            self.arena.get_mut(leaf).set_over();
            Some(if position.turn() == Color::White { 0.0 } else { 1.0 })
        } else {
            let leaf = Leaf { position: &position, step, rollouts: &self.rollouts, moves: &self.moves };
            simulation.simulate(&leaf, rng, counter)
        };
        let Some(value) = value else { return Iteration::Cut };
        // An iteration without a new node still visits a position.
        let added = self.arena.count() - before;
        if added == 0 && !counter.take_node() {
            return Iteration::Cut;
        }
        self.learn(value);
        Iteration::Done(added)
    }

    /// Writes White's win rate along the path, to each node as the side that chose it sees it.
    fn learn(&mut self, white: f64) {
        let root = self.arena.get_mut(ROOT);
        root.visits = root.visits.saturating_add(1);
        for &(index, chooser) in &self.path {
            let node = self.arena.get_mut(index);
            node.visits = node.visits.saturating_add(1);
            node.total += if chooser == Color::White { white } else { 1.0 - white };
        }
    }

    /// Walks down to the node to simulate; `None` where a limit is reached.
    fn descend(&mut self, rng: &mut SearchRng, counter: &mut Counter) -> Option<(Position<B>, Option<Step>)> {
        self.path.clear();
        self.moves.clear();
        let mut position = self.root;
        let mut step = None;
        let mut index = ROOT;
        loop {
            let is_deep = step.is_none() && self.moves.len() as u64 >= u64::from(self.depth);
            if is_deep || self.arena.get(index).state() == State::Over {
                return Some((position, step));
            }
            let is_leaf = match &self.plan.growth {
                Growth::OneByOne => self.grow_one(index, &position, step, counter)?,
                Growth::AllAfter(visits) => self.grow_all(index, &position, *visits, None, rng, counter)?,
                Growth::CandidatesAfter(visits, candidates) => {
                    self.grow_all(index, &position, *visits, Some(candidates), rng, counter)?
                }
            };
            let child = match is_leaf {
                Reached::Here => return Some((position, step)),
                Reached::New(child) => child,
                Reached::Inside => self.choose(index),
            };
            self.path.push((child, position.turn()));
            let mv = self.arena.get(child).mv();
            if mv.arrow == mv.to {
                step = Some((mv.from, mv.to));
            } else {
                step = None;
                position.play_unchecked(mv);
                self.moves.push(mv);
            }
            if let Reached::New(_) = is_leaf {
                return Some((position, step));
            }
            index = child;
        }
    }

    fn choose(&mut self, index: u32) -> u32 {
        let children = self.arena.tried(index);
        if index == ROOT && self.plan.layers == Layers::Moves && Shortlist::is_worthwhile(children) {
            let visits = self.arena.get(ROOT).visits;
            return self.arena.first(ROOT)
                + self.shortlist.choose(self.plan.formula, children, visits) as u32;
        }
        // Where no node can be added a step would stay bare for ever.
        let bare = if self.has_room() { BareSteps::First } else { BareSteps::Alike };
        let place = self.plan.formula.choose(children, self.arena.get(index).visits, bare);
        self.arena.first(index) + place as u32
    }
}
