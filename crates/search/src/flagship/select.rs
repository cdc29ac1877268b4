//! The choice of the child that a simulation descends to.

use super::node::{FlagshipNode, NodeProof};

/// The parameters of the choice.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Selection {
    /// The weight of a child's prior beside its value.
    pub(super) exploration: f64,
    /// The share of best play below in a child's value; the rest is the mean of its simulations.
    pub(super) minimax: f64,
}

impl Selection {
    /// The value of a child to the side that chooses it: the mean of its simulations mixed with the value of best play
    /// below it (implicit minimax backups, Lanctot and others 2014).
    #[inline]
    pub(super) fn value(&self, child: &FlagshipNode) -> f64 {
        match child.proof() {
            Some(proof) => proof.value(),
            None => self.minimax * child.best() + (1.0 - self.minimax) * child.mean(),
        }
    }

    /// The child with the largest value plus exploration (PUCT, Silver and others 2017):
    /// Q + c P sqrt(N) / (1 + n).
    ///
    /// Children are sorted by their evaluations, so the first unvisited one beats all after it, and the loop ends there. A lost child is taken only where all are lost.
    #[inline]
    pub(super) fn choose(&self, children: &[FlagshipNode], parent_visits: u32) -> usize {
        let exploration = self.exploration * f64::from(parent_visits).sqrt();
        let (mut chosen, mut most) = (0, f64::NEG_INFINITY);
        for (index, child) in children.iter().enumerate() {
            if matches!(child.proof(), Some(NodeProof::Lost(_))) {
                continue;
            }
            let visits = child.visits();
            let score = self.value(child) + exploration * child.prior() / f64::from(1 + visits);
            if score > most {
                (chosen, most) = (index, score);
            }
            if visits == 0 {
                break;
            }
        }
        chosen
    }
}

#[cfg(test)]
mod tests {
    use amazons::Square;

    use super::super::node::{NewNode, ProvenEnd};
    use super::*;

    const SELECTION: Selection = Selection { exploration: 0.5, minimax: 0.25 };

    /// A row of children given by prior, evaluation and the values of their simulations.
    fn row(children: &[(f32, f32, &[f64])]) -> Vec<FlagshipNode> {
        let nowhere = Square::from_index(0);
        let child = |&(prior, value, simulated): &(f32, f32, &[f64])| {
            let node = FlagshipNode::default();
            node.init(NewNode { from: nowhere, to: nowhere, prior, value, proof: None });
            for &result in simulated {
                node.enter();
                node.leave(result);
            }
            node
        };
        children.iter().map(child).collect()
    }

    #[test]
    fn the_formula_is_value_plus_exploration() {
        // Nine simulations came through the parent: 0.5 sqrt(9) = 1.5.
        // a: 0.25 * 0.8 + 0.75 * 0.5 = 0.575, plus 1.5 * 0.5 / 5 = 0.15.
        // b: 0.25 * 0.4 + 0.75 * 0.7 = 0.625, plus 1.5 * 0.3 / 5 = 0.09.
        // c: unvisited, so 0.3, plus 1.5 * 0.2 = 0.3.
        let four = |mean: f64| [mean - 0.25, mean + 0.25, mean, mean];
        let children = row(&[(0.5, 0.8, &four(0.5)), (0.3, 0.4, &four(0.7)), (0.2, 0.3, &[])]);
        assert!((SELECTION.value(&children[0]) - 0.575).abs() < 1e-6);
        assert!((SELECTION.value(&children[1]) - 0.625).abs() < 1e-6);
        assert_eq!(SELECTION.choose(&children, 9), 0, "0.725 beats 0.715 and 0.6");
        // With 100 through the parent, 0.5 sqrt(100) = 5: a 1.075, b 0.925, c 1.3.
        assert_eq!(SELECTION.choose(&children, 100), 2);
        // Without exploration the best value wins.
        assert_eq!(Selection { exploration: 0.0, ..SELECTION }.choose(&children, 100), 1);
    }

    #[test]
    fn an_unfinished_simulation_counts_as_lost() {
        let children = row(&[(0.5, 0.5, &[0.6, 0.6]), (0.5, 0.5, &[0.59, 0.59])]);
        assert_eq!(SELECTION.choose(&children, 4), 0);
        children[0].enter();
        assert_eq!(SELECTION.choose(&children, 5), 1);
        children[0].withdraw();
        assert_eq!(SELECTION.choose(&children, 4), 0);
    }

    #[test]
    fn a_lost_child_is_chosen_only_among_lost_ones() {
        let children = row(&[(0.8, 0.9, &[0.9]), (0.2, 0.1, &[0.1])]);
        let lost_in = |plies| NodeProof::Lost(ProvenEnd { in_hand: 0, plies });
        children[0].prove(lost_in(2));
        assert_eq!(SELECTION.choose(&children, 2), 1);
        children[1].prove(lost_in(4));
        assert_eq!(SELECTION.choose(&children, 2), 0);
    }
}
