//! Which child a simulation goes to.

use super::node::{Node, Proof};

/// How a child is chosen.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Selection {
    /// How much a child's share of attention counts beside its value.
    pub(super) exploration: f64,
    /// The share of best play below in a child's value; the rest is the mean of its simulations.
    pub(super) minimax: f64,
}

impl Selection {
    /// What a child is worth to the side that chooses it: the mean of its simulations mixed with the value of best play
    /// below it (implicit minimax backups, Lanctot and others 2014).
    #[inline]
    pub(super) fn value(&self, child: &Node) -> f64 {
        match child.proof() {
            Some(proof) => proof.value(),
            None => self.minimax * child.best() + (1.0 - self.minimax) * child.mean(),
        }
    }

    /// The child with the largest value plus exploration (PUCT, Silver and others 2017):
    /// Q + c P sqrt(N) / (1 + n).
    ///
    /// Children stand in the order of what they seemed worth, so the first that nobody has visited beats all behind it,
    /// and the search ends there. A lost child is taken only where all are lost.
    #[inline]
    pub(super) fn choose(&self, children: &[Node], parent_visits: u32) -> usize {
        let attention = self.exploration * f64::from(parent_visits).sqrt();
        let (mut chosen, mut most) = (0, f64::NEG_INFINITY);
        for (index, child) in children.iter().enumerate() {
            if matches!(child.proof(), Some(Proof::Lost(_))) {
                continue;
            }
            let visits = child.visits();
            let score = self.value(child) + attention * child.prior() / f64::from(1 + visits);
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
