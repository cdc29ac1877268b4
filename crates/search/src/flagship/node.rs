//! A node of the tree: 32 bytes, every field atomic, so that threads share it without a lock.
//!
//! A move is two nodes: a *step* and, below it, a *shot*. A shot is also the position after the move; the root is such a
//! node without a move. All values of a node are those of the side that chose it, 0 for lost to 1 for won.

use std::sync::atomic::{AtomicI64, AtomicU32, Ordering};

use amazons::Square;

/// What a won simulation adds to the sum of a node.
const WON: f64 = (1_u64 << 32) as f64;

/// `first` of a node that nobody has expanded, and of one that a thread is just expanding.
const LEAF: u32 = 0;
const BUSY: u32 = u32::MAX;

/// How a game ends, in `proof`.
const LOST: u32 = 1;
const WON_GAME: u32 = 2;

/// What is known for certain of the side that chose a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Proof {
    /// It wins.
    Won(End),
    /// It loses.
    Lost(End),
}

/// How a decided game ends if its winner goes for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct End {
    /// The winner has at least so many moves left when its opponent is stuck.
    pub(super) in_hand: u16,
    /// That is at most so many plies after this node.
    pub(super) plies: u16,
}

impl End {
    /// The better way to win: with more in hand, then sooner.
    pub(super) fn or_better(self, other: Self) -> Self {
        let merit = |end: Self| (end.in_hand, std::cmp::Reverse(end.plies));
        if merit(other) > merit(self) { other } else { self }
    }

    /// What holds whichever of the two the loser goes for.
    pub(super) fn or_worse(self, other: Self) -> Self {
        Self { in_hand: self.in_hand.min(other.in_hand), plies: self.plies.max(other.plies) }
    }

    fn earlier(self) -> Self {
        Self { plies: self.plies + 1, ..self }
    }
}

impl Proof {
    /// The value of the node.
    pub(super) fn value(self) -> f64 {
        match self {
            Self::Won(_) => 1.0,
            Self::Lost(_) => 0.0,
        }
    }

    /// How it ends.
    pub(super) fn end(self) -> End {
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

/// What a new node is told about itself.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seed {
    /// The square left, the same as `to` in a shot.
    pub(super) from: Square,
    /// The square stepped to or shot at.
    pub(super) to: Square,
    /// Its share of its parent's attention.
    pub(super) prior: f32,
    /// What it seems worth before anybody has looked.
    pub(super) value: f32,
    pub(super) proof: Option<Proof>,
}

/// A node.
#[derive(Debug, Default)]
pub(super) struct Node {
    /// What its simulations came to; those under way have added nothing yet.
    sum: AtomicI64,
    /// How many simulations came through, those under way included.
    visits: AtomicU32,
    /// The value of best play below, as an `f32`.
    best: AtomicU32,
    prior: AtomicU32,
    /// 0 where nothing is known; else the plies in 12 bits, the moves in hand above them, and how it ends in the last two.
    proof: AtomicU32,
    /// The first of its children.
    first: AtomicU32,
    /// How many children there are, and the squares, a byte each.
    rest: AtomicU32,
}

/// Whether a thread may expand a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Claim {
    /// It may, and nobody else.
    Granted,
    /// Somebody else does, or has.
    Denied,
}

impl Node {
    /// Starts a node that no other thread can see yet.
    pub(super) fn plant(&self, seed: Seed) {
        self.sum.store(0, Ordering::Relaxed);
        self.visits.store(0, Ordering::Relaxed);
        self.best.store(seed.value.to_bits(), Ordering::Relaxed);
        self.prior.store(seed.prior.to_bits(), Ordering::Relaxed);
        self.proof.store(0, Ordering::Relaxed);
        self.first.store(LEAF, Ordering::Relaxed);
        let squares = u32::from(seed.from.index() as u8) << 8 | u32::from(seed.to.index() as u8);
        self.rest.store(squares, Ordering::Relaxed);
        if let Some(proof) = seed.proof {
            self.prove(proof);
        }
    }

    /// Takes over all of another node but its children.
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

    /// The value of best play below, or what the node seemed worth before anybody looked.
    pub(super) fn best(&self) -> f64 {
        f64::from(f32::from_bits(self.best.load(Ordering::Relaxed)))
    }

    pub(super) fn set_best(&self, value: f64) {
        self.best.store((value as f32).to_bits(), Ordering::Relaxed);
    }

    /// The mean of the simulations; those under way count as lost, which keeps other threads away.
    pub(super) fn mean(&self) -> f64 {
        let visits = self.visits();
        if visits == 0 {
            return self.best();
        }
        self.sum.load(Ordering::Relaxed) as f64 / WON / f64::from(visits)
    }

    /// A simulation comes through.
    pub(super) fn enter(&self) {
        self.visits.fetch_add(1, Ordering::Relaxed);
    }

    /// The simulation has come to a value.
    pub(super) fn leave(&self, value: f64) {
        self.sum.fetch_add((value * WON) as i64, Ordering::Relaxed);
    }

    /// The simulation has come to nothing.
    pub(super) fn withdraw(&self) {
        self.visits.fetch_sub(1, Ordering::Relaxed);
    }

    pub(super) fn proof(&self) -> Option<Proof> {
        let code = self.proof.load(Ordering::Relaxed);
        let end = End { in_hand: (code >> 14) as u16, plies: (code >> 2 & 0xFFF) as u16 };
        match code & 3 {
            0 => None,
            LOST => Some(Proof::Lost(end)),
            _ => Some(Proof::Won(end)),
        }
    }

    pub(super) fn prove(&self, proof: Proof) {
        let (how, end) = match proof {
            Proof::Lost(end) => (LOST, end),
            Proof::Won(end) => (WON_GAME, end),
        };
        let code = u32::from(end.in_hand) << 14 | u32::from(end.plies) << 2 | how;
        self.proof.store(code, Ordering::Relaxed);
        self.set_best(proof.value());
    }

    /// The children's place and number, once they can be seen.
    pub(super) fn children(&self) -> Option<(u32, u32)> {
        match self.first.load(Ordering::Acquire) {
            LEAF | BUSY => None,
            first => Some((first, self.rest.load(Ordering::Relaxed) >> 16)),
        }
    }

    /// Asks for the right to expand.
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

    /// Lets everybody see the children.
    pub(super) fn publish(&self, first: u32, count: u32) {
        let squares = self.rest.load(Ordering::Relaxed) & 0xFFFF;
        self.rest.store(count << 16 | squares, Ordering::Relaxed);
        self.first.store(first, Ordering::Release);
    }
}
