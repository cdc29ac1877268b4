//! The tree of the epsilon-greedy search: every node has its candidates for children, and each of them a Q.

use std::ops::Range;

use amazons::{Move, Square};
use rand::RngExt;

use super::run::SearchRng;
use crate::minimax::candidates::Candidate;

/// When the largest Q is followed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Greed {
    /// With probability 1 - epsilon, as the text has it.
    #[default]
    Mostly,
    /// With probability epsilon, as the pseudo-code has it.
    Inverted,
}

/// Which nodes a simulation gives their candidates.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum NewNodes {
    /// The first that has none.
    #[default]
    One,
    /// All that it passes, as printed.
    Path,
}

/// A node; `wins` and `q` are those of the side that chose it.
#[derive(Clone, Copy, Debug)]
pub(super) struct EpsilonNode {
    pub(super) q: f64,
    pub(super) h: i32,
    pub(super) wins: u32,
    pub(super) visits: u32,
    first: u32,
    count: u16,
    squares: [u8; 3],
}

const _: () = assert!(size_of::<EpsilonNode>() <= 32);

impl EpsilonNode {
    fn new(candidate: Candidate) -> Self {
        let Candidate { mv, h } = candidate;
        let squares = [mv.from, mv.to, mv.arrow].map(|square| square.index() as u8);
        Self { q: 1.0, h, wins: 0, visits: 0, first: 0, count: 0, squares }
    }

    pub(super) fn mv(&self) -> Move {
        let [from, to, arrow] = self.squares.map(Square::from_index);
        Move { from, to, arrow }
    }
}

/// The nodes, children side by side in order of h; the root is the first.
#[derive(Clone, Debug, Default)]
pub(super) struct EpsilonTree {
    nodes: Vec<EpsilonNode>,
}

/// The number of the root.
pub(super) const ROOT: u32 = 0;

impl EpsilonTree {
    /// More nodes than this are never added: their numbers would not fit.
    pub(super) const MOST: usize = 1 << 31;

    /// Removes all nodes and inserts a root.
    pub(super) fn reset(&mut self) {
        let nowhere = Square::from_index(0);
        self.nodes.clear();
        self.nodes.push(EpsilonNode::new(Candidate {
            mv: Move { from: nowhere, to: nowhere, arrow: nowhere },
            h: 0,
        }));
    }

    /// How many nodes there are, the root not counted.
    pub(super) fn count(&self) -> usize {
        self.nodes.len().saturating_sub(1)
    }

    pub(super) fn get(&self, index: u32) -> &EpsilonNode {
        &self.nodes[index as usize]
    }

    pub(super) fn get_mut(&mut self, index: u32) -> &mut EpsilonNode {
        &mut self.nodes[index as usize]
    }

    /// The numbers of a node's children.
    pub(super) fn children(&self, index: u32) -> Range<u32> {
        let node = self.get(index);
        node.first..node.first + u32::from(node.count)
    }

    /// Gives a node its children.
    pub(super) fn add(&mut self, index: u32, candidates: &[Candidate]) {
        let (first, count) = (self.nodes.len() as u32, candidates.len().min(usize::from(u16::MAX)));
        self.nodes.extend(candidates[..count].iter().copied().map(EpsilonNode::new));
        let node = self.get_mut(index);
        (node.first, node.count) = (first, count as u16);
    }

    /// The child with the largest Q, of equal ones the one with the larger h.
    fn greedy(&self, children: Range<u32>) -> Option<u32> {
        children.reduce(|best, child| {
            let (best_node, node) = (self.get(best), self.get(child));
            if (node.q, node.h) > (best_node.q, best_node.h) { child } else { best }
        })
    }

    /// Chooses a child of a node that has some: the greedy one, or one drawn in proportion to Q among the rest.
    pub(super) fn choose(&self, index: u32, epsilon: f64, greed: Greed, rng: &mut SearchRng) -> Option<u32> {
        let children = self.children(index);
        let greedy = self.greedy(children.clone())?;
        let chance = match greed {
            Greed::Mostly => epsilon,
            Greed::Inverted => 1.0 - epsilon,
        };
        if rng.random::<f64>() >= chance {
            return Some(greedy);
        }
        let rest = || children.clone().filter(|&child| child != greedy);
        let mut left = rng.random::<f64>() * rest().map(|child| self.get(child).q).sum::<f64>();
        let drawn = rest().find(|&child| {
            left -= self.get(child).q;
            left < 0.0
        });
        // Rounding may leave nothing for the last one.
        Some(drawn.or_else(|| rest().next_back()).unwrap_or(greedy))
    }
}

#[cfg(test)]
mod tests {
    use super::super::run::search_rng;
    use super::*;

    fn tree() -> EpsilonTree {
        let square = Square::from_index;
        let mv = |number| Move { from: square(number), to: square(99), arrow: square(100) };
        let mut tree = EpsilonTree::default();
        tree.reset();
        tree.add(ROOT, &[5, 7, 7, 1].map(|h| Candidate { mv: mv(h as u8), h }));
        tree
    }

    #[test]
    fn the_greedy_child_has_the_largest_q_then_h() {
        let mut tree = tree();
        assert_eq!(tree.greedy(tree.children(ROOT)), Some(2));
        tree.get_mut(4).q = 1.5;
        assert_eq!(tree.greedy(tree.children(ROOT)), Some(4));
    }

    #[test]
    fn the_rest_is_drawn_in_proportion_to_q() {
        let mut tree = tree();
        tree.get_mut(2).q = 10.0;
        tree.get_mut(4).q = 3.0;
        let mut rng = search_rng(3);
        let mut seen = [0_u32; 5];
        for _ in 0..10_000 {
            seen[tree.choose(ROOT, 0.5, Greed::Mostly, &mut rng).unwrap() as usize] += 1;
        }
        // Expected: 5,000 greedy, then 1 : 1 : 3 of the other 5,000; standard deviations below 50.
        for (child, expected) in [(1, 1_000), (2, 5_000), (3, 1_000), (4, 3_000)] {
            assert!(seen[child].abs_diff(expected) < 250, "{seen:?}");
        }
    }

    #[test]
    fn epsilon_says_how_often_greed_rules() {
        let tree = tree();
        let mut rng = search_rng(4);
        let mut always =
            |epsilon, greed| (0..100).all(|_| tree.choose(ROOT, epsilon, greed, &mut rng) == Some(2));
        assert!(always(0.0, Greed::Mostly) && always(1.0, Greed::Inverted));
        assert!(!always(1.0, Greed::Mostly) && !always(0.0, Greed::Inverted));
    }
}
