//! The flagship: a tree grown best first by evaluations, without random games.
//!
//! A move is two nodes, a step and a shot. A simulation goes down the tree to a leaf by PUCT; the leaf gets all its
//! children at once, each evaluated, and their best is what the simulation is worth. Values on the way up are means
//! mixed with those of best play, won and lost games are proven, and the subtree of the move that was played is kept. The move
//! with the best value is played, among those with half of the most visits.
//!
//! - `node`, `tree`: the tree, shared by threads without locks, bounded in memory, pruned when full;
//! - `select`, `expand` (with its `exponential`), `simulate`: one simulation;
//! - `leaf_solver`, `root_solver`: what the solver proves about leaves, and about the root;
//! - `stored_proof`, `book_move`: what a stored proof and the opening book say of the root;
//! - `shared_counter`, `time_plan`: when the search ends;
//! - `search`, `main_thread`, `tree_view`: the rounds of a search, the checks of its first thread, and its results;
//! - `sample`: the move where no tree fits the limit;
//! - `level`: weaker opponents for people.
//!
//! A *playout* is one simulation; a *node* is a position evaluated, or the leaf visited again where nothing was added;
//! *depth* is how many plies deep the tree may grow.

mod book_move;
mod expand;
mod exponential;
mod leaf_solver;
mod level;
mod main_thread;
mod node;
mod root_solver;
mod sample;
mod search;
mod select;
mod shared_counter;
mod simulate;
mod stored_proof;
mod time_plan;
mod tree;
mod tree_view;

use std::time::{Duration, Instant};

use amazons::{Board, Position};
use solver::Solver;

use expand::Scale;
use select::Selection;
use tree::{CHUNK, COPY_CHUNKS, FlagshipTree, ROOT, Subtree};
use tree_view::TreeView;

use crate::memory::is_available;

pub use book_move::BookUse;
pub use level::{LEVELS, Level, Leveled, SelfBlocking};
pub use stored_proof::StoredProofs;

/// One part in this many of all memory goes to the solvers' tables.
const SOLVERS_SHARE: usize = 16;
/// The most bytes of the solvers' tables: they are written when they are made, unlike the tree.
const SOLVERS_MOST: usize = 1 << 30;
/// A full tree is pruned to one part in this many of its capacity.
const KEPT: u32 = 3;
/// The bytes of a tree that are pruned in a millisecond at least.
const PRUNED: usize = 1 << 20;

/// How [`Flagship`] searches.
#[derive(Clone, PartialEq, Debug)]
pub struct FlagshipConfig {
    /// The weight of a child's prior beside its value: c in Q + c P sqrt(N) / (1 + n).
    pub exploration: f64,
    /// The share of best play below in a node's value; the rest is the mean of its simulations.
    pub minimax: f64,
    /// The slope of the logistic function that makes a winning probability of a margin in moves.
    pub slope: f64,
    /// The margin in moves by which a step has to be better to get e times the prior.
    pub step_spread: f64,
    /// The margin in moves by which a shot has to be better to get e times the prior.
    pub shot_spread: f64,
    /// How many threads grow the tree.
    pub threads: usize,
    /// The memory of the trees and the solvers' tables together, in mebibytes.
    pub hash: usize,
    /// How many lines are reported.
    pub multi_pv: usize,
    /// The time of a clock that is reserved for sending the move.
    pub overhead: Duration,
    /// Whether a proven win is played from the stored proofs.
    pub stored_proofs: StoredProofs,
    /// Whether moves of the opening book are played.
    pub book: BookUse,
}

impl Default for FlagshipConfig {
    fn default() -> Self {
        Self {
            exploration: 0.35,
            minimax: 0.5,
            // A little less than the slope at which a value gives the probability: the best of many values is biased upwards.
            slope: 0.2,
            step_spread: 3.0,
            shot_spread: 1.5,
            threads: 1,
            hash: 256,
            multi_pv: 1,
            overhead: Duration::from_millis(10),
            stored_proofs: StoredProofs::Used,
            book: BookUse::Off,
        }
    }
}

impl FlagshipConfig {
    fn selection(&self) -> Selection {
        Selection { exploration: self.exploration, minimax: self.minimax }
    }

    fn scale(&self) -> Scale {
        Scale {
            slope: self.slope as f32,
            step_spread: self.step_spread as f32,
            shot_spread: self.shot_spread as f32,
        }
    }
}

/// The flagship's search.
#[derive(Debug)]
pub struct Flagship<B: Board, E> {
    config: FlagshipConfig,
    evaluation: E,
    tree: FlagshipTree,
    /// The target of copies when the game goes on or the tree is full; then the two trees change places.
    spare: FlagshipTree,
    /// The solver of each thread.
    solvers: Vec<Solver<B>>,
    /// The position of the root after a search.
    root: Option<Position<B>>,
    seed: u64,
    /// What people should know, and whether they know already that memory was refused.
    notes: Vec<String>,
    is_refusal_noted: bool,
}

impl<B: Board, E> Flagship<B, E> {
    /// A search with its random numbers at seed 0.
    #[must_use]
    pub fn new(config: FlagshipConfig, evaluation: E) -> Self {
        let threads = config.threads.max(1);
        let bytes = config.hash << 20;
        let is_given = is_available(bytes);
        let for_solvers = (bytes / SOLVERS_SHARE).min(SOLVERS_MOST);
        let bytes = bytes - for_solvers;
        let (tree, spare) = (FlagshipTree::new(bytes / 2), FlagshipTree::new(bytes / 2));
        let solvers = (0..threads).map(|_| Solver::new(for_solvers / threads)).collect();
        let note = || {
            format!("the system does not give {} MiB of memory: the search goes on with less", config.hash)
        };
        let notes = (!is_given).then(note).into_iter().collect();
        let (root, seed, is_refusal_noted) = (None, 0, !is_given);
        Self { config, evaluation, tree, spare, solvers, root, seed, notes, is_refusal_noted }
    }

    /// The number of nodes of the tree.
    #[must_use]
    pub fn tree_nodes(&self) -> usize {
        self.tree.count() as usize
    }

    /// The visits of the root, those of earlier searches included.
    #[must_use]
    pub fn root_visits(&self) -> u64 {
        u64::from(self.tree.node(ROOT).visits())
    }

    /// The memory that the trees have allocated, in bytes.
    #[must_use]
    pub fn tree_bytes(&self) -> usize {
        self.tree.bytes() + self.spare.bytes()
    }

    fn forget_tree(&mut self) {
        self.tree.clear();
        self.root = None;
    }

    fn forget(&mut self) {
        self.forget_tree();
        self.tree.lift_limit();
        self.spare.lift_limit();
        self.solvers.iter_mut().for_each(Solver::clear);
    }

    /// Makes a position the root. Its subtree of the last search is kept as far as it can be copied until then.
    fn take_root(&mut self, position: &Position<B>, until: Option<Instant>) {
        match self.find(position) {
            Some(ROOT) => {}
            Some(branch) => self.keep(Subtree { root: branch, visits: 0, until }),
            None => self.tree.clear(),
        }
        let root = self.tree.node(ROOT);
        let view =
            TreeView { tree: &self.tree, selection: self.config.selection(), slope: self.config.slope };
        if root.proof().is_some() && view.leading_step().is_none() {
            // The subtree that proved it did not fit.
            self.tree.clear();
        }
        self.root = Some(*position);
    }

    /// Reduces the tree to a subtree. Where the system has refused memory, the trees divide what they have.
    fn keep(&mut self, subtree: Subtree) {
        self.spare.copy_subtree(&self.tree, subtree);
        std::mem::swap(&mut self.tree, &mut self.spare);
        if self.tree.is_refused() || self.spare.is_refused() {
            self.note_refusal();
            let half = (self.tree.chunks_made() + self.spare.chunks_made()) / 2;
            self.spare.clear();
            self.spare.set_limit(half);
            self.tree.set_limit(half);
        }
    }

    /// Keeps in mind to tell people that the system has refused memory.
    fn note_refusal(&mut self) {
        if !self.is_refusal_noted {
            self.is_refusal_noted = true;
            let given = self.tree_bytes() >> 20;
            self.notes.push(crate::memory::note_of_less(given, self.config.hash));
        }
    }

    /// The most time that pruning the tree takes.
    fn time_to_prune(&self) -> Duration {
        Duration::from_millis((self.tree.bytes() / PRUNED) as u64)
    }

    /// Prunes the least visited nodes; `false` where that frees too little memory.
    fn prune(&mut self) -> bool {
        let mut most = self.tree.capacity() / KEPT;
        if self.tree.is_refused() {
            // The copy gets no more than is left.
            most = most.min((self.spare.chunks_made() + COPY_CHUNKS) * CHUNK);
        }
        let Some(visits) = self.tree.visits_of_most(most) else { return false };
        self.keep(Subtree { root: ROOT, visits, until: None });
        self.tree.count() <= self.tree.capacity() / 2
    }

    /// The node of a position, at most two plies below the root.
    fn find(&self, position: &Position<B>) -> Option<u32> {
        let root = self.root?;
        if root == *position {
            return Some(ROOT);
        }
        let mut seen = Vec::new();
        self.positions_below(ROOT, &root, &mut seen);
        let one_below = seen.iter().find(|(_, after)| after == position);
        if let Some(&(index, _)) = one_below {
            return Some(index);
        }
        // Two plies below: the first of them has the same amazons of the side to move and the arrows of both.
        let plies_ago = position.ply().checked_sub(root.ply())?;
        if plies_ago != 2 {
            return None;
        }
        let could_lead_there = |between: &Position<B>| {
            let opponent = between.turn();
            between.amazons(!opponent) == position.amazons(!opponent)
                && (between.arrows() & !position.arrows()).is_empty()
        };
        let mut below = Vec::new();
        for (index, between) in seen.iter().filter(|(_, between)| could_lead_there(between)) {
            below.clear();
            self.positions_below(*index, between, &mut below);
            if let Some(&(found, _)) = below.iter().find(|(_, after)| after == position) {
                return Some(found);
            }
        }
        None
    }

    /// The positions one ply below a node.
    fn positions_below(&self, index: u32, position: &Position<B>, found: &mut Vec<(u32, Position<B>)>) {
        let Some(steps) = self.tree.node(index).children() else { return };
        for step in self.tree.row(steps) {
            let Some((first, count)) = step.children() else { continue };
            for (number, shot) in (0..).zip(self.tree.row((first, count))) {
                let mut after = *position;
                after.play_unchecked(amazons::Move { from: step.from(), to: step.to(), arrow: shot.to() });
                found.push((first + number, after));
            }
        }
    }
}
