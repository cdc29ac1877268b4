//! Checks a proof of who wins a position of the Game of the Amazons.
//!
//! It uses no other crate of the workspace, so that an error of the rules library or of the solver cannot hide here. `board` has
//! the rules, for boards of at most 32 squares; `rule` the one theorem that is used; `certificate` the file and the check.
//!
//! **The certificate** is a set L of positions, each with the claim that its side to move loses. A position of L is in order if
//! the [`Rule`] says that its side to move loses, or if after every move the opponent, now to move, wins: by the rule, or by a
//! reply to a position that is in L or lost by the rule. If all positions of L are in order, all their claims are true, by
//! induction over the number of empty squares: every ply uses one up, and a side without a move has lost. The position
//! that the file is about is lost if it is in L or lost by the rule, and won if this holds after the move that the file names.
//!
//! **The file** has two lines of text,
//!
//! ```text
//! otrera-proof 1
//! {"fen":"1qq1/q2q/Q2Q/1QQ1 w - - 0 1","result":"loss","positions":123,"checksum":"0123456789abcdef"}
//! ```
//!
//! and then the keys of the positions ([`Position::canonical`]) in ascending order, each as the difference to the one before in
//! LEB128: seven bits a byte, the lowest first, the eighth bit set on all bytes but the last. `result` is the side to move's;
//! if it is `win`, `"move":"b1-b3/d3"` follows it. The checksum is FNV-1a with 64 bits over all bytes after the second line.

#![forbid(unsafe_code)]

mod board;
mod certificate;
mod rule;

pub use board::{Board, Position};
pub use certificate::{Certificate, Fault, write};
pub use rule::Rule;
