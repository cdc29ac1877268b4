//! One simulation: down the tree to a leaf, which grows, and back up with what it is worth.

use amazons::{Board, Move, Position};
use eval::Evaluation;

use super::expand::{Expander, Refusal};
use super::node::{Claim, End, Node, Proof};
use super::select::Selection;
use super::shared_counter::SharedCounter;
use super::tree::{ROOT, Tree};
use crate::RootMoves;

/// How a simulation ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Simulated {
    /// The tree has grown.
    Grown,
    /// It has not: the game is over there, it is too deep, or another thread was first.
    Idle,
    /// Another thread is about to give the root its children, and nothing was done.
    Early,
    /// The limit of nodes is reached, and nothing was done.
    Cut,
    /// The tree has no room, and nothing was done.
    Full,
}

impl From<Refusal> for Simulated {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Full => Self::Full,
            Refusal::Spent => Self::Cut,
        }
    }
}

/// What one thread needs to grow the tree.
#[derive(Debug)]
pub(super) struct Simulator<'a, B: Board, E> {
    pub(super) tree: &'a Tree,
    pub(super) counter: &'a SharedCounter,
    pub(super) root: Position<B>,
    pub(super) selection: Selection,
    pub(super) expander: Expander<'a, B, E>,
    /// How many plies deep the tree may grow.
    pub(super) depth: usize,
    root_moves: RootMoves<'a>,
    /// The nodes from the root to the leaf: positions at even places, steps at odd ones.
    path: Vec<u32>,
}

impl<'a, B: Board, E: Evaluation> Simulator<'a, B, E> {
    pub(super) fn new(
        tree: &'a Tree,
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
                    Ok(false) if self.path.len() == 1 => return self.withdraw(Simulated::Early),
                    Ok(false) => break,
                    Err(refusal) => return self.withdraw(refusal.into()),
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
                    Err(refusal) => return self.withdraw(refusal.into()),
                }
                break;
            }
            let (from, to) = (step.from(), step.to());
            self.descend();
            position.play_unchecked(Move { from, to, arrow: self.last().to() });
        }
        if grown == Simulated::Idle && !self.counter.take_nodes(1) {
            return self.withdraw(Simulated::Cut);
        }
        self.back_up();
        grown
    }

    fn last(&self) -> &'a Node {
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

    /// Gives the position at the end of the path its children; `false` where nobody may now.
    fn grow_position(&mut self, position: &Position<B>) -> Result<bool, Refusal> {
        let node = self.last();
        if self.path.len() / 2 >= self.depth || node.claim() == Claim::Denied {
            // Another thread may just have finished.
            return Ok(false);
        }
        // The root needs moves to choose from, whatever is proven.
        if self.path.len() > 1
            && let Some(proof) = self.expander.judge.of_leaf(position)
        {
            node.prove(proof);
            node.release();
            return Ok(false);
        }
        let moves = if self.path.len() == 1 { self.root_moves } else { RootMoves::All };
        let may_look = |looks| self.counter.take_nodes(looks);
        let grown = self.expander.expand_position(self.tree, node, position, moves, may_look);
        if grown.is_err() {
            node.release();
        }
        grown.map(|()| true)
    }

    fn grow_step(&mut self, position: &Position<B>) -> Result<bool, Refusal> {
        let node = self.last();
        if node.claim() == Claim::Denied {
            return Ok(false);
        }
        let moves = if self.path.len() == 2 { self.root_moves } else { RootMoves::All };
        let may_look = |looks| self.counter.take_nodes(looks);
        let grown = self.expander.expand_step(self.tree, node, position, moves, may_look);
        if grown.is_err() {
            node.release();
        }
        grown.map(|()| true)
    }

    /// Takes the simulation back.
    fn withdraw(&self, why: Simulated) -> Simulated {
        self.path.iter().for_each(|&index| self.tree.node(index).withdraw());
        why
    }

    /// Tells every node of the path what came out, the last one first.
    fn back_up(&self) {
        let end = self.path.len() - 1;
        let last = self.last();
        self.refresh(last, end);
        let mut value = last.best();
        for (place, &index) in self.path.iter().enumerate().rev() {
            let node = self.tree.node(index);
            if place < end {
                if place.is_multiple_of(2) {
                    // A position is as good for who reached it as its best step is bad.
                    value = 1.0 - value;
                }
                self.refresh(node, place);
            }
            node.leave(value);
        }
    }

    /// Computes anew what best play below a node comes to, and whether it is proven. Steps that nobody has looked into
    /// promise what they may not keep, so they do not count; shots were all evaluated.
    fn refresh(&self, node: &Node, place: usize) {
        if node.proof().is_some() {
            return;
        }
        let Some(row) = node.children() else { return };
        let is_position = place.is_multiple_of(2);
        let mut best = 0.0_f64;
        let (mut won, mut lost): (Option<End>, Option<End>) = (None, None);
        let mut are_all_lost = true;
        for child in self.tree.row(row) {
            let is_new = child.visits() == 0;
            if is_new && is_position {
                are_all_lost = false;
                break;
            }
            match child.proof() {
                Some(Proof::Won(end)) => won = Some(won.map_or(end, |other| other.or_better(end))),
                Some(Proof::Lost(end)) => lost = Some(lost.map_or(end, |other| other.or_worse(end))),
                None => {
                    are_all_lost = false;
                    best = best.max(child.best());
                    if is_new {
                        break;
                    }
                }
            }
        }
        let proof = won.map(Proof::Won).or(lost.filter(|_| are_all_lost).map(Proof::Lost));
        match (proof, is_position) {
            (Some(proof), true) => node.prove(proof.reversed().earlier()),
            (Some(proof), false) => node.prove(proof),
            (None, true) => node.set_best(1.0 - best),
            (None, false) => node.set_best(best),
        }
    }
}
