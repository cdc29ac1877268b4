//! The tree of the epsilon-greedy search: every node has its candidates for children, and each of them a Q.

use std::ops::Range;

use amazons::{Move, Square};
use rand::RngExt;

use super::run::SearchRng;
use crate::memory;
use crate::minimax::candidates::Candidate;

/// The probability of the greedy choice, the child with the largest Q.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Greed {
    /// Epsilon, as in section 3.2.1 and Algorithm 3.
    #[default]
    Epsilon,
    /// 1 - epsilon, as in the general section 3.1.
    OneMinusEpsilon,
}

/// The weights of the choice that is not greedy. Both are positive for every child, the greedy one among them: formula 3 adds
/// its weight to the probability of the greedy choice, and formula 4 is defined for every child.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum DrawWeights {
    /// Q.
    Q,
    /// Formula 4: Q by the sum of the others' Q. The paper takes these numbers for probabilities, but their sum is more than
    /// 1 (48/47 at first), so they are normalised.
    Formula4,
}

impl DrawWeights {
    /// The weight of a child, `sum` being that of all children's Q.
    fn weight(self, q: f64, sum: f64) -> f64 {
        match self {
            Self::Q => q,
            Self::Formula4 => q / (sum - q),
        }
    }
}

/// Which nodes a simulation gives their candidates.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum NewNodes {
    /// The first that has none.
    #[default]
    One,
    /// All that it passes.
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
    /// Whether the system has refused memory since the last root.
    is_refused: bool,
}

/// The number of the root.
pub(super) const ROOT: u32 = 0;

impl EpsilonTree {
    /// More nodes than this are never added: their numbers would not fit.
    pub(super) const MOST: usize = 1 << 31;

    /// Removes all nodes and inserts a root.
    pub(super) fn reset(&mut self) {
        let nowhere = Square::from_index(0);
        self.is_refused = false;
        self.nodes.clear();
        self.nodes.push(EpsilonNode::new(Candidate {
            mv: Move { from: nowhere, to: nowhere, arrow: nowhere },
            h: 0,
        }));
    }

    /// What people should know about the memory.
    pub(super) fn notes(&self) -> Vec<String> {
        let note = || format!("the system gives no more memory: the tree stays at {} nodes", self.count());
        self.is_refused.then(note).into_iter().collect()
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

    /// Gives a node its children; `false` where the system refuses memory for them.
    pub(super) fn add(&mut self, index: u32, candidates: &[Candidate]) -> bool {
        self.is_refused |= !memory::make_room(&mut self.nodes, candidates.len());
        if self.is_refused {
            return false;
        }
        let (first, count) = (self.nodes.len() as u32, candidates.len().min(usize::from(u16::MAX)));
        self.nodes.extend(candidates[..count].iter().copied().map(EpsilonNode::new));
        let node = self.get_mut(index);
        (node.first, node.count) = (first, count as u16);
        true
    }

    /// The child with the largest Q, of equal ones the one with the larger h.
    fn greedy(&self, children: Range<u32>) -> Option<u32> {
        children.reduce(|best, child| {
            let (best_node, node) = (self.get(best), self.get(child));
            if (node.q, node.h) > (best_node.q, best_node.h) { child } else { best }
        })
    }

    /// Chooses a child of a node that has some: the greedy one with a probability, else one drawn among all by weight.
    pub(super) fn choose(
        &self,
        index: u32,
        greedy_share: f64,
        weights: DrawWeights,
        rng: &mut SearchRng,
    ) -> Option<u32> {
        let children = self.children(index);
        if children.len() < 2 || rng.random::<f64>() < greedy_share {
            return self.greedy(children);
        }
        let sum: f64 = children.clone().map(|child| self.get(child).q).sum();
        let weight = |child: u32| weights.weight(self.get(child).q, sum);
        let mut left = rng.random::<f64>() * children.clone().map(weight).sum::<f64>();
        let drawn = children.clone().find(|&child| {
            left -= weight(child);
            left < 0.0
        });
        // Rounding may leave nothing for the last one.
        drawn.or_else(|| children.last())
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

    /// How often each child of the root is chosen, of 10,000 times: standard deviations are at most 50.
    fn chosen(tree: &EpsilonTree, greedy_share: f64, weights: DrawWeights) -> [u32; 4] {
        let mut rng = search_rng(3);
        let mut chosen = [0; 4];
        for _ in 0..10_000 {
            chosen[tree.choose(ROOT, greedy_share, weights, &mut rng).unwrap() as usize - 1] += 1;
        }
        chosen
    }

    fn assert_close(chosen: [u32; 4], expected: [u32; 4]) {
        let is_close = chosen.iter().zip(expected).all(|(chosen, expected)| chosen.abs_diff(expected) < 250);
        assert!(is_close, "{chosen:?} instead of {expected:?}");
    }

    #[test]
    fn a_share_of_choices_is_greedy_and_the_others_are_in_proportion_to_q() {
        let mut tree = tree();
        assert_close(chosen(&tree, 0.0, DrawWeights::Q), [2_500; 4]);
        // At first the probabilities are uniform, and of equal Q the larger h is greedy.
        assert_close(chosen(&tree, 0.1, DrawWeights::Q), [2_250, 3_250, 2_250, 2_250]);
        tree.get_mut(2).q = 5.0;
        tree.get_mut(4).q = 3.0;
        assert_close(chosen(&tree, 0.0, DrawWeights::Q), [1_000, 5_000, 1_000, 3_000]);
        assert_close(chosen(&tree, 0.1, DrawWeights::Q), [900, 5_500, 900, 2_700]);
        assert_close(chosen(&tree, 0.5, DrawWeights::Q), [500, 7_500, 500, 1_500]);
        assert_eq!(chosen(&tree, 1.0, DrawWeights::Q), [0, 10_000, 0, 0]);
    }

    /// As printed the numbers of formula 4 are 5/5, 3/7 and twice 1/9: together 1.651.
    #[test]
    fn formula_4_is_normalised_to_a_distribution() {
        let mut tree = tree();
        assert_close(chosen(&tree, 0.0, DrawWeights::Formula4), [2_500; 4]);
        tree.get_mut(2).q = 5.0;
        tree.get_mut(4).q = 3.0;
        assert_close(chosen(&tree, 0.0, DrawWeights::Formula4), [673, 6_058, 673, 2_596]);
        assert_close(chosen(&tree, 0.1, DrawWeights::Formula4), [606, 6_452, 606, 2_337]);
    }

    #[test]
    fn an_only_child_is_chosen() {
        let mut tree = tree();
        let mv = tree.get(1).mv();
        tree.add(1, &[Candidate { mv, h: 0 }]);
        for weights in [DrawWeights::Q, DrawWeights::Formula4] {
            assert_eq!(tree.choose(1, 0.1, weights, &mut search_rng(0)), Some(5));
            assert_eq!(tree.choose(2, 0.1, weights, &mut search_rng(0)), None, "it has no child");
        }
    }
}
