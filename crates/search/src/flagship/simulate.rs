//! One simulation: selection down to a leaf, expansion, and backup of its value.

use amazons::{Board, Move, Position};
use eval::Evaluation;

use super::expand::{ExpandError, Expander};
use super::node::{Claim, FlagshipNode, NodeProof, ProvenEnd};
use super::select::Selection;
use super::shared_counter::SharedCounter;
use super::tree::{FlagshipTree, ROOT};
use crate::RootMoves;

/// How a simulation ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Simulated {
    /// Nodes were added.
    Grown,
    /// No node was added: the game is over there, it is too deep, or another thread expands the leaf.
    Idle,
    /// Another thread expands the root; the simulation was withdrawn.
    RootBusy,
    /// The limit of nodes is reached; the simulation was withdrawn.
    LimitReached,
    /// The tree is full; the simulation was withdrawn.
    Full,
}

impl From<ExpandError> for Simulated {
    fn from(error: ExpandError) -> Self {
        match error {
            ExpandError::Full => Self::Full,
            ExpandError::LimitReached => Self::LimitReached,
        }
    }
}

/// The simulations of one thread.
#[derive(Debug)]
pub(super) struct Simulator<'a, B: Board, E> {
    pub(super) tree: &'a FlagshipTree,
    pub(super) counter: &'a SharedCounter,
    pub(super) root: Position<B>,
    pub(super) selection: Selection,
    pub(super) expander: Expander<'a, B, E>,
    /// The greatest depth of the tree in plies.
    pub(super) depth: usize,
    root_moves: RootMoves<'a>,
    /// The nodes from the root to the leaf: positions at even places, steps at odd ones.
    path: Vec<u32>,
}

impl<'a, B: Board, E: Evaluation> Simulator<'a, B, E> {
    pub(super) fn new(
        tree: &'a FlagshipTree,
        counter: &'a SharedCounter,
        root: &Position<B>,
        selection: Selection,
        expander: Expander<'a, B, E>,
        depth: usize,
    ) -> Self {
        Self {
            tree,
            counter,
            root: *root,
            selection,
            expander,
            depth,
            root_moves: RootMoves::All,
            path: Vec::new(),
        }
    }

    /// The same search restricted to some root moves.
    pub(super) fn with_root_moves(self, root_moves: RootMoves<'a>) -> Self {
        Self { root_moves, ..self }
    }

    /// Runs one simulation.
    pub(super) fn simulate(&mut self) -> Simulated {
        self.path.clear();
        self.visit(ROOT);
        let mut position = self.root;
        let mut grown = Simulated::Idle;
        loop {
            let node = self.last();
            if node.proof().is_some() {
                break;
            }
            if node.children().is_none() {
                match self.grow_position(&position) {
                    Ok(true) => grown = Simulated::Grown,
                    Ok(false) if self.path.len() == 1 => return self.withdraw(Simulated::RootBusy),
                    Ok(false) => break,
                    Err(error) => return self.withdraw(error.into()),
                }
            }
            let has_grown = grown == Simulated::Grown;
            self.descend();
            let step = self.last();
            // The first step of a position that has just grown has its shots already.
            if has_grown || step.proof().is_some() {
                break;
            }
            if step.children().is_none() {
                match self.grow_step(&position) {
                    Ok(true) => grown = Simulated::Grown,
                    Ok(false) => {}
                    Err(error) => return self.withdraw(error.into()),
                }
                break;
            }
            let (from, to) = (step.from(), step.to());
            self.descend();
            position.play_unchecked(Move { from, to, arrow: self.last().to() });
        }
        if grown == Simulated::Idle && !self.counter.take_nodes(1) {
            return self.withdraw(Simulated::LimitReached);
        }
        self.back_up();
        grown
    }

    fn last(&self) -> &'a FlagshipNode {
        self.tree.node(self.path[self.path.len() - 1])
    }

    fn visit(&mut self, index: u32) {
        self.tree.node(index).enter();
        self.path.push(index);
    }

    /// Goes from the last node to one of its children, which it must have.
    fn descend(&mut self) {
        let node = self.last();
        let (first, count) = node.children().expect("children to choose from");
        let chosen = self.selection.choose(self.tree.row((first, count)), node.visits());
        self.visit(first + chosen as u32);
    }

    /// Expands the position at the end of the path; `false` where no thread may, or another one does.
    fn grow_position(&mut self, position: &Position<B>) -> Result<bool, ExpandError> {
        let node = self.last();
        if self.path.len() / 2 >= self.depth || node.claim() == Claim::Denied {
            // Another thread may just have finished.
            return Ok(false);
        }
        // The root needs children to choose from even if it is proven.
        if self.path.len() > 1
            && let Some(proof) = self.expander.solver.prove_leaf(position)
        {
            node.prove(proof);
            node.release();
            return Ok(false);
        }
        let moves = if self.path.len() == 1 { self.root_moves } else { RootMoves::All };
        let take_nodes = |nodes| self.counter.take_nodes(nodes);
        let grown = self.expander.expand_position(self.tree, node, position, moves, take_nodes);
        if grown.is_err() {
            node.release();
        }
        grown.map(|()| true)
    }

    fn grow_step(&mut self, position: &Position<B>) -> Result<bool, ExpandError> {
        let node = self.last();
        if node.claim() == Claim::Denied {
            return Ok(false);
        }
        let moves = if self.path.len() == 2 { self.root_moves } else { RootMoves::All };
        let take_nodes = |nodes| self.counter.take_nodes(nodes);
        let grown = self.expander.expand_step(self.tree, node, position, moves, take_nodes);
        if grown.is_err() {
            node.release();
        }
        grown.map(|()| true)
    }

    /// Withdraws the simulation.
    fn withdraw(&self, why: Simulated) -> Simulated {
        self.path.iter().for_each(|&index| self.tree.node(index).withdraw());
        why
    }

    /// Adds the value to every node of the path, the last one first.
    fn back_up(&self) {
        let end = self.path.len() - 1;
        let last = self.last();
        self.refresh(last, end);
        let mut value = last.best();
        for (place, &index) in self.path.iter().enumerate().rev() {
            let node = self.tree.node(index);
            if place < end {
                if place.is_multiple_of(2) {
                    // The value of a position to the side that reached it is one minus that of its best step.
                    value = 1.0 - value;
                }
                self.refresh(node, place);
            }
            node.leave(value);
        }
    }

    /// Updates the value of best play below a node, and its proof. Unvisited steps do not count: they were evaluated without
    /// an arrow. All shots count.
    fn refresh(&self, node: &FlagshipNode, place: usize) {
        if node.proof().is_some() {
            return;
        }
        let Some(row) = node.children() else { return };
        let is_position = place.is_multiple_of(2);
        let mut best = 0.0_f64;
        let (mut won, mut lost): (Option<ProvenEnd>, Option<ProvenEnd>) = (None, None);
        let mut are_all_lost = true;
        for child in self.tree.row(row) {
            let is_new = child.visits() == 0;
            if is_new && is_position {
                are_all_lost = false;
                break;
            }
            match child.proof() {
                Some(NodeProof::Won(end)) => won = Some(won.map_or(end, |other| other.or_better(end))),
                Some(NodeProof::Lost(end)) => lost = Some(lost.map_or(end, |other| other.or_worse(end))),
                None => {
                    are_all_lost = false;
                    best = best.max(child.best());
                    if is_new {
                        break;
                    }
                }
            }
        }
        let proof = won.map(NodeProof::Won).or(lost.filter(|_| are_all_lost).map(NodeProof::Lost));
        match (proof, is_position) {
            (Some(proof), true) => node.prove(proof.reversed().earlier()),
            (Some(proof), false) => node.prove(proof),
            (None, true) => node.set_best(1.0 - best),
            (None, false) => node.set_best(best),
        }
    }
}
