//! The flagship: a tree grown best first by evaluations, without random games.
//!
//! A move is two nodes, a step and a shot. A simulation goes down the tree to a leaf by PUCT; the leaf gets all its
//! children at once, each evaluated, and their best is what the simulation is worth. Values on the way up are means
//! mixed with those of best play, won and lost games are proven, and what is left of the tree serves the next move.
//!
//! - `node`, `tree`: what the tree is made of, shared by threads without locks, bounded in memory, thinned out when full;
//! - `select`, `expand`, `simulate`: one simulation;
//! - `judge`, `solved`: what the solver proves about leaves, and about the root;
//! - `shared_counter`, `time_plan`: when it is over;
//! - `search`, `session`, `lines`: the rounds of a search, what its first thread looks at, and what is said about it; `sample`: what is played where no tree fits the limit;
//! - `level`: weaker opponents for people.
//!
//! A *playout* is one simulation; a *node* is a position evaluated, or the leaf visited again where nothing was added;
//! *depth* is how many plies deep the tree may grow.

mod expand;
mod judge;
mod level;
mod lines;
mod node;
mod sample;
mod search;
mod select;
mod session;
mod shared_counter;
mod simulate;
mod solved;
mod time_plan;
mod tree;

use std::time::{Duration, Instant};

use amazons::{Board, Position};
use solver::Solver;

use expand::Scale;
use lines::Reader;
use select::Selection;
use tree::{Cutting, ROOT, Tree};

pub use level::{LEVELS, Level, Leveled, Sealing};

/// Of all memory the solvers' tables take one in so many parts.
const SOLVERS_SHARE: usize = 16;
/// A full tree is thinned out until one in so many parts of it is left at most.
const KEPT: u32 = 3;
/// The bytes of a tree that are thinned out in a millisecond at least.
const THINNED: usize = 1 << 20;

/// How [`Flagship`] searches.
#[derive(Clone, PartialEq, Debug)]
pub struct FlagshipConfig {
    /// How much a child's share of attention counts beside its value: c in Q + c P sqrt(N) / (1 + n).
    pub exploration: f64,
    /// The share of best play below in a node's value; the rest is the mean of its simulations.
    pub minimax: f64,
    /// The slope of the logistic function that makes a winning probability of a margin in moves.
    pub slope: f64,
    /// By how many moves a step has to be better to get e times the attention.
    pub step_spread: f64,
    /// By how many moves a shot has to be better to get e times the attention.
    pub shot_spread: f64,
    /// How many threads grow the tree.
    pub threads: usize,
    /// The most mebibytes that the tree takes, with what is kept about endings.
    pub hash: usize,
    /// How many lines are reported.
    pub multi_pv: usize,
    /// What is kept back of a clock for the way of a move to whoever waits for it.
    pub overhead: Duration,
}

impl Default for FlagshipConfig {
    fn default() -> Self {
        Self {
            exploration: 0.35,
            minimax: 0.5,
            // A little less than the slope at which a value tells the probability: the best of many values flatters.
            slope: 0.2,
            step_spread: 3.0,
            shot_spread: 1.5,
            threads: 1,
            hash: 256,
            multi_pv: 1,
            overhead: Duration::from_millis(10),
        }
    }
}

impl FlagshipConfig {
    fn selection(&self) -> Selection {
        Selection { exploration: self.exploration, minimax: self.minimax }
    }

    fn scale(&self) -> Scale {
        Scale { slope: self.slope, step_spread: self.step_spread, shot_spread: self.shot_spread }
    }
}

/// The flagship's search.
#[derive(Debug)]
pub struct Flagship<B: Board, E> {
    config: FlagshipConfig,
    evaluation: E,
    tree: Tree,
    /// Where the tree moves when the game goes on or there is no more room; then it is the other's turn.
    spare: Tree,
    /// What each thread knows about endings.
    solvers: Vec<Solver<B>>,
    /// What the root is, once there was a search.
    root: Option<Position<B>>,
    seed: u64,
}

impl<B: Board, E> Flagship<B, E> {
    /// A search with its random numbers at seed 0.
    #[must_use]
    pub fn new(config: FlagshipConfig, evaluation: E) -> Self {
        let threads = config.threads.max(1);
        let bytes = config.hash << 20;
        let for_solvers = bytes / SOLVERS_SHARE;
        let bytes = bytes - for_solvers;
        let (tree, spare) = (Tree::new(bytes / 2), Tree::new(bytes / 2));
        let solvers = (0..threads).map(|_| Solver::new(for_solvers / threads)).collect();
        Self { config, evaluation, tree, spare, solvers, root: None, seed: 0 }
    }

    /// How many nodes the tree has now.
    #[must_use]
    pub fn tree_nodes(&self) -> usize {
        self.tree.count() as usize
    }

    /// How many simulations have come through the root, in this search or before it.
    #[must_use]
    pub fn root_visits(&self) -> u64 {
        u64::from(self.tree.node(ROOT).visits())
    }

    /// The memory that the tree has taken.
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
        self.solvers.iter_mut().for_each(Solver::clear);
    }

    /// Makes a position the root, with what is known of it from the last search as far as it can be moved until then.
    fn take_root(&mut self, position: &Position<B>, until: Option<Instant>) {
        match self.find(position) {
            Some(ROOT) => {}
            Some(branch) => self.cut(Cutting { branch, visits: 0, until }),
            None => self.tree.clear(),
        }
        let root = self.tree.node(ROOT);
        let reader =
            Reader { tree: &self.tree, selection: self.config.selection(), slope: self.config.slope };
        if root.proof().is_some() && reader.leading_step().is_none() {
            // What proved it did not fit.
            self.tree.clear();
        }
        self.root = Some(*position);
    }

    /// Keeps a part of the tree only.
    fn cut(&mut self, part: Cutting) {
        self.spare.graft(&self.tree, part);
        std::mem::swap(&mut self.tree, &mut self.spare);
    }

    /// How long it takes at most to thin the tree out.
    fn time_to_thin(&self) -> Duration {
        Duration::from_millis((self.tree.bytes() / THINNED) as u64)
    }

    /// Forgets what was visited least, so that there is room to grow; `false` where that does not help.
    fn thin_out(&mut self) -> bool {
        let capacity = self.tree.capacity();
        let visits = self.tree.visits_of_most(capacity / KEPT);
        self.cut(Cutting { branch: ROOT, visits, until: None });
        self.tree.count() <= capacity / 2
    }

    /// Where a position stands in the tree, at most two plies below the root.
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
