//! Protocol messages as pure types, without input or output.
//!
//! | module | used by |
//! |---|---|
//! | [`ugi`] | user interfaces and arenas: UGI, and UCI from which it comes |
//! | [`botzone`] | botzone.org, 8x8 |
//! | [`ccgc`] | the platform of the Chinese competitions (SAU), 10x10 |
//! | [`codingame`] | codingame.com, 8x8 from random starts |
//! | [`gtp`] | Quarry and others that know Go's text protocol |
//! | [`analysis`] | programs that analyse many positions: JSON lines, after KataGo |
//!
//! Every type parses a line and writes it back unchanged; a line that cannot be parsed is an error with the offending
//! text, never a panic. Squares are mapped by place and sides by turn: the side at the bottom, which moves first, is White
//! here. `agents::process` and `agents::host` send and receive the messages.

#![forbid(unsafe_code)]

pub mod analysis;
pub mod botzone;
pub mod ccgc;
pub mod codingame;
pub mod gtp;
pub mod ugi;

/// The first characters of what was found, for an error.
fn shortened(text: &str) -> String {
    const LONGEST: usize = 60;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}
