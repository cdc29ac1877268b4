//! Stored proofs: certificates that were checked, and what they say of a position and of each of its moves.
//!
//! A certificate is a set of positions that their side to move loses. A move into the set wins. A move loses where the reply to it
//! leads into the set. Where the rule of [`verify`] decides a position it counts as one of the set, or as its opposite. Nothing
//! else is claimed: a position that the proof did not need is not proven, whoever wins it.

mod embedded;
mod stored;
#[cfg(test)]
mod tests;

pub use stored::{PositionProof, ProvenMove, StoredProof, Verdict};
