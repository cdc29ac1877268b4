//! The positions of a certificate: what [`verify`] needs to follow a proof without a search.
//!
//! Starting with a position that is lost for its mover, each move gets a reply that leads to another such position, down to
//! those that the rule of `verify` decides. Of several replies the first choice is one whose position is there
//! already, then one that the rule decides, then the one that leaves the fewest moves.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

use verify::{Board, Position, Rule};

use super::area::Area;
use super::search::Prover;

/// Keys are spread well enough by one product.
#[derive(Default)]
pub(crate) struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(u64::from(byte)));
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0 ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 ^= self.0 >> 32;
    }
}

/// Why a certificate was not finished.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Interruption {
    /// A limit of the search.
    Limit,
    /// A position that is said to be won has no reply that wins: a verdict that was read from a file is wrong.
    Contradiction(Position),
}

/// Collects the positions.
pub(crate) struct Collector<'a, 'b> {
    board: &'b Board,
    rule: Rule<'b>,
    prover: Prover<'a>,
    lost: HashSet<u64, BuildHasherDefault<KeyHasher>>,
}

fn area(position: &Position) -> Area {
    Area { empty: position.empty, sides: [position.mover, position.opponent] }
}

impl<'a, 'b> Collector<'a, 'b> {
    pub(crate) fn new(board: &'b Board, prover: Prover<'a>) -> Self {
        Self { board, rule: Rule::new(board), prover, lost: HashSet::default() }
    }

    /// The keys of the positions, ascending.
    pub(crate) fn into_keys(self) -> Vec<u64> {
        let mut keys: Vec<u64> = self.lost.into_iter().collect();
        keys.sort_unstable();
        keys
    }

    /// Adds a position that its mover loses, and all that its proof needs.
    pub(crate) fn add(
        &mut self,
        position: Position,
        mut progress: impl FnMut(usize),
    ) -> Result<(), Interruption> {
        let mut waiting = vec![position];
        while let Some(position) = waiting.pop() {
            // It may have been added, by another way, since it was put here.
            if self.rule.mover_loses(&position) || !self.lost.insert(position.canonical(self.board)) {
                continue;
            }
            if self.lost.len().is_multiple_of(1 << 16) {
                progress(self.lost.len());
            }
            for (_, after) in position.children(self.board) {
                if !self.rule.mover_wins(&after)
                    && let Some(reply) = self.reply(&after)?
                {
                    waiting.push(reply);
                }
            }
        }
        Ok(())
    }

    /// The position after a reply that wins; `None` where there is one in the set, or one that the rule decides.
    fn reply(&mut self, position: &Position) -> Result<Option<Position>, Interruption> {
        let replies: Vec<Position> = position.children(self.board).map(|(_, after)| after).collect();
        if replies.iter().any(|reply| self.lost.contains(&reply.canonical(self.board)))
            || replies.iter().any(|reply| self.rule.mover_loses(reply))
        {
            return Ok(None);
        }
        let mut replies: Vec<(usize, Position)> =
            replies.into_iter().map(|reply| (reply.children(self.board).count(), reply)).collect();
        replies.sort_unstable_by_key(|&(moves, reply)| (moves, reply.empty, reply.mover));
        let known = replies.iter().find(|(_, reply)| self.prover.knows_position(&area(reply)) == Some(false));
        if let Some(&(_, reply)) = known {
            return Ok(Some(reply));
        }
        // The table has lost it, or the position was decided by the bounds of its areas.
        for (_, reply) in replies {
            if !self.prover.wins_position(&area(&reply)).ok_or(Interruption::Limit)? {
                return Ok(Some(reply));
            }
        }
        Err(Interruption::Contradiction(*position))
    }
}
