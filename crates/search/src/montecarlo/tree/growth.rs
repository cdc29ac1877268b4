//! How a node gets its children: one by one or all together.

use amazons::{Board, Move, Position};
use rand::RngExt;
use thought::Counter;

use super::arena::{Arena, ROOT, State};
use super::children::Step;
use super::{Layers, UctTree, order};
use crate::minimax::candidates::Candidates;
use crate::montecarlo::run::SearchRng;

/// Where the way down has come to.
#[derive(Clone, Copy)]
pub(super) enum Reached {
    /// A node without children: it is the leaf.
    Here,
    /// A node with a child that was never visited: that is the leaf.
    New(u32),
    /// A node all of whose children were visited: one is to be chosen.
    Inside,
}

impl<B: Board> UctTree<'_, B> {
    /// How many nodes may still be added.
    fn room(&self) -> usize {
        if self.arena.is_refused() {
            return 0;
        }
        self.plan.max_nodes.min(Arena::MOST).saturating_sub(self.arena.count())
    }

    /// Whether a node may still be added.
    pub(super) fn has_room(&self) -> bool {
        self.room() > 0
    }

    /// Adds a random untried child; `None` where a limit is reached.
    pub(super) fn grow_one(
        &mut self,
        index: u32,
        position: &Position<B>,
        step: Option<Step>,
        counter: &mut Counter,
    ) -> Option<Reached> {
        if self.arena.get(index).state() == State::Closed {
            let count = self.plan.layers.count(position, step);
            self.arena.get_mut(index).open(count);
        }
        let node = *self.arena.get(index);
        if node.has_untried() && self.has_room() {
            let place = order::at_place(node.tried(), node.all(), self.key_of(position, step));
            if let Some(mv) = self.plan.layers.child(position, step, place) {
                if !counter.take_node() {
                    return None;
                }
                if let Some(child) = self.arena.add(index, mv) {
                    self.count_first_ply(index);
                    return Some(Reached::New(child));
                }
            }
        }
        Some(if node.tried() == 0 { Reached::Here } else { Reached::Inside })
    }

    fn key_of(&self, position: &Position<B>, step: Option<Step>) -> u64 {
        let step = step.map_or(0, |(from, to)| 1 + 256 * from.index() as u64 + to.index() as u64);
        order::mix(self.key ^ position.key() ^ step << 40)
    }

    /// Takes note of a child that the node `parent` just got.
    fn count_first_ply(&mut self, parent: u32) {
        if self.moves.is_empty() {
            self.first_ply += 1;
            let node = self.arena.get(parent);
            if !node.has_untried() && (node.is_step() || self.plan.layers == Layers::Moves) {
                self.complete.push((node.mv(), self.first_ply));
            }
        }
    }

    /// Adds all children, or the candidates, to a leaf with enough visits; `None` where a limit is reached.
    pub(super) fn grow_all(
        &mut self,
        index: u32,
        position: &Position<B>,
        visits: u32,
        candidates: Option<&Candidates>,
        rng: &mut SearchRng,
        counter: &mut Counter,
    ) -> Option<Reached> {
        let node = *self.arena.get(index);
        if node.state() == State::Closed {
            if index != ROOT && (node.visits < visits || !self.has_room()) {
                return Some(Reached::Here);
            }
            // Candidates may take milliseconds.
            if candidates.is_some() && counter.check() {
                return None;
            }
            let mut moves: Vec<Move> = match candidates {
                Some(candidates) => candidates.of(position).into_iter().map(|found| found.mv).collect(),
                None => position.legal_moves().collect(),
            };
            if moves.len() > self.room() && index != ROOT {
                return Some(Reached::Here);
            }
            if !moves.iter().all(|_| counter.take_node()) {
                return None;
            }
            if candidates.is_none() {
                shuffle(&mut moves, rng);
            }
            if !self.arena.add_all(index, &moves) {
                return Some(Reached::Here);
            }
        }
        let node = self.arena.get(index);
        Some(match (node.has_untried(), node.tried()) {
            (true, _) => Reached::New(self.arena.try_next(index)),
            (false, 0) => Reached::Here,
            (false, _) => Reached::Inside,
        })
    }
}

/// Puts moves in a random order (Fisher and Yates).
pub(crate) fn shuffle(moves: &mut [Move], rng: &mut SearchRng) {
    for last in (1..moves.len()).rev() {
        moves.swap(last, rng.random_range(0..=last));
    }
}
