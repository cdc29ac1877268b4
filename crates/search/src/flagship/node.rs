//! A node of the tree: 32 bytes, every field atomic, so that threads share it without a lock.
//!
//! A move is two nodes: a *step* and, below it, a *shot*. A shot is also the position after the move; the root is such a
//! node without a move. All values of a node are those of the side that chose it, 0 for lost to 1 for won.

use std::sync::atomic::{AtomicI64, AtomicU32, Ordering};

use amazons::Square;

/// What a won simulation adds to the sum of a node.
const WON: f64 = (1_u64 << 32) as f64;

/// `first` of a leaf, and of a node that a thread is expanding.
const LEAF: u32 = 0;
const BUSY: u32 = u32::MAX;

/// The outcome in `proof`.
const LOST: u32 = 1;
const WON_GAME: u32 = 2;

/// A proven outcome for the side that chose a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NodeProof {
    /// It wins.
    Won(ProvenEnd),
    /// It loses.
    Lost(ProvenEnd),
}

/// How a decided game ends with best play of its winner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ProvenEnd {
    /// The moves that the winner has left at least when its opponent has none.
    pub(super) in_hand: u16,
    /// The most plies from this node to that end.
    pub(super) plies: u16,
}

impl ProvenEnd {
    /// The better way to win: with more in hand, then sooner.
    pub(super) fn or_better(self, other: Self) -> Self {
        let merit = |end: Self| (end.in_hand, std::cmp::Reverse(end.plies));
        if merit(other) > merit(self) { other } else { self }
    }

    /// What holds for both choices of the loser.
    pub(super) fn or_worse(self, other: Self) -> Self {
        Self { in_hand: self.in_hand.min(other.in_hand), plies: self.plies.max(other.plies) }
    }

    fn earlier(self) -> Self {
        Self { plies: self.plies + 1, ..self }
    }
}

impl NodeProof {
    /// The value of the node.
    pub(super) fn value(self) -> f64 {
        match self {
            Self::Won(_) => 1.0,
            Self::Lost(_) => 0.0,
        }
    }

    /// The end of the game.
    pub(super) fn end(self) -> ProvenEnd {
        match self {
            Self::Won(end) | Self::Lost(end) => end,
        }
    }

    /// The same for the other side.
    pub(super) fn reversed(self) -> Self {
        match self {
            Self::Won(end) => Self::Lost(end),
            Self::Lost(end) => Self::Won(end),
        }
    }

    /// The same one ply earlier.
    pub(super) fn earlier(self) -> Self {
        match self {
            Self::Won(end) => Self::Won(end.earlier()),
            Self::Lost(end) => Self::Lost(end.earlier()),
        }
    }
}

/// The contents of a new node.
#[derive(Clone, Copy, Debug)]
pub(super) struct NewNode {
    /// The square left, the same as `to` in a shot.
    pub(super) from: Square,
    /// The square stepped to or shot at.
    pub(super) to: Square,
    /// The prior probability among its siblings.
    pub(super) prior: f32,
    /// The value of its evaluation.
    pub(super) value: f32,
    pub(super) proof: Option<NodeProof>,
}

/// A node.
#[derive(Debug, Default)]
pub(super) struct FlagshipNode {
    /// The sum of the values of its finished simulations.
    sum: AtomicI64,
    /// The simulations, unfinished ones included.
    visits: AtomicU32,
    /// The value of best play below, as an `f32`.
    best: AtomicU32,
    prior: AtomicU32,
    /// 0 without a proof; else the outcome in two bits, the plies in twelve bits above, then the moves in hand.
    proof: AtomicU32,
    /// The first of its children.
    first: AtomicU32,
    /// The number of children, and the two squares, a byte each.
    rest: AtomicU32,
}

/// Whether a thread may expand a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Claim {
    /// This thread alone may.
    Granted,
    /// Another thread does, or has.
    Denied,
}

impl FlagshipNode {
    /// Initializes a node that no other thread can see yet.
    pub(super) fn init(&self, new: NewNode) {
        self.sum.store(0, Ordering::Relaxed);
        self.visits.store(0, Ordering::Relaxed);
        self.best.store(new.value.to_bits(), Ordering::Relaxed);
        self.prior.store(new.prior.to_bits(), Ordering::Relaxed);
        self.proof.store(0, Ordering::Relaxed);
        self.first.store(LEAF, Ordering::Relaxed);
        let squares = u32::from(new.from.index() as u8) << 8 | u32::from(new.to.index() as u8);
        self.rest.store(squares, Ordering::Relaxed);
        if let Some(proof) = new.proof {
            self.prove(proof);
        }
    }

    /// Copies another node without its children.
    pub(super) fn copy_from(&self, other: &Self) {
        self.sum.store(other.sum.load(Ordering::Relaxed), Ordering::Relaxed);
        for (to, from) in [
            (&self.visits, &other.visits),
            (&self.best, &other.best),
            (&self.prior, &other.prior),
            (&self.proof, &other.proof),
        ] {
            to.store(from.load(Ordering::Relaxed), Ordering::Relaxed);
        }
        self.first.store(LEAF, Ordering::Relaxed);
        self.rest.store(other.rest.load(Ordering::Relaxed) & 0xFFFF, Ordering::Relaxed);
    }

    pub(super) fn from(&self) -> Square {
        Square::from_index((self.rest.load(Ordering::Relaxed) >> 8 & 0xFF) as u8)
    }

    pub(super) fn to(&self) -> Square {
        Square::from_index((self.rest.load(Ordering::Relaxed) & 0xFF) as u8)
    }

    pub(super) fn visits(&self) -> u32 {
        self.visits.load(Ordering::Relaxed)
    }

    pub(super) fn prior(&self) -> f64 {
        f64::from(f32::from_bits(self.prior.load(Ordering::Relaxed)))
    }

    /// The value of best play below; the evaluation before the first visit.
    pub(super) fn best(&self) -> f64 {
        f64::from(f32::from_bits(self.best.load(Ordering::Relaxed)))
    }

    pub(super) fn set_best(&self, value: f64) {
        self.best.store((value as f32).to_bits(), Ordering::Relaxed);
    }

    /// The mean of the simulations. Unfinished ones count as lost (virtual loss), which sends other threads elsewhere.
    pub(super) fn mean(&self) -> f64 {
        let visits = self.visits();
        if visits == 0 {
            return self.best();
        }
        self.sum.load(Ordering::Relaxed) as f64 / WON / f64::from(visits)
    }

    /// Counts a simulation that enters.
    pub(super) fn enter(&self) {
        self.visits.fetch_add(1, Ordering::Relaxed);
    }

    /// Adds the value of a finished simulation.
    pub(super) fn leave(&self, value: f64) {
        self.sum.fetch_add((value * WON) as i64, Ordering::Relaxed);
    }

    /// Takes an unfinished simulation back.
    pub(super) fn withdraw(&self) {
        self.visits.fetch_sub(1, Ordering::Relaxed);
    }

    pub(super) fn proof(&self) -> Option<NodeProof> {
        let code = self.proof.load(Ordering::Relaxed);
        let end = ProvenEnd { in_hand: (code >> 14) as u16, plies: (code >> 2 & 0xFFF) as u16 };
        match code & 3 {
            0 => None,
            LOST => Some(NodeProof::Lost(end)),
            _ => Some(NodeProof::Won(end)),
        }
    }

    pub(super) fn prove(&self, proof: NodeProof) {
        let (how, end) = match proof {
            NodeProof::Lost(end) => (LOST, end),
            NodeProof::Won(end) => (WON_GAME, end),
        };
        let code = u32::from(end.in_hand) << 14 | u32::from(end.plies) << 2 | how;
        self.proof.store(code, Ordering::Relaxed);
        self.set_best(proof.value());
    }

    /// The place and the number of the children, once they are published.
    pub(super) fn children(&self) -> Option<(u32, u32)> {
        match self.first.load(Ordering::Acquire) {
            LEAF | BUSY => None,
            first => Some((first, self.rest.load(Ordering::Relaxed) >> 16)),
        }
    }

    /// Claims the right to expand.
    pub(super) fn claim(&self) -> Claim {
        match self.first.compare_exchange(LEAF, BUSY, Ordering::Relaxed, Ordering::Relaxed) {
            Ok(_) => Claim::Granted,
            Err(_) => Claim::Denied,
        }
    }

    /// Gives the right back.
    pub(super) fn release(&self) {
        self.first.store(LEAF, Ordering::Relaxed);
    }

    /// Publishes the children to all threads.
    pub(super) fn publish(&self, first: u32, count: u32) {
        let squares = self.rest.load(Ordering::Relaxed) & 0xFFFF;
        self.rest.store(count << 16 | squares, Ordering::Relaxed);
        self.first.store(first, Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proof_survives_packing() {
        let node = FlagshipNode::default();
        assert_eq!(node.proof(), None);
        for end in [(0, 0), (0, 1), (7, 30), (256, 256)].map(|(in_hand, plies)| ProvenEnd { in_hand, plies })
        {
            for proof in [NodeProof::Won(end), NodeProof::Lost(end)] {
                node.prove(proof);
                assert_eq!((node.proof(), node.best()), (Some(proof), proof.value()));
            }
        }
    }

    #[test]
    fn a_winner_takes_more_in_hand_and_a_loser_proves_the_least() {
        let (much, soon) = (ProvenEnd { in_hand: 5, plies: 20 }, ProvenEnd { in_hand: 2, plies: 4 });
        assert_eq!((much.or_better(soon), soon.or_better(much)), (much, much));
        assert_eq!(much.or_worse(soon), ProvenEnd { in_hand: 2, plies: 20 });
    }
}
