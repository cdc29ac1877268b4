//! Protocol messages as pure types: what engines and their users say to each other, without any input or output.
//!
//! | module | who speaks it |
//! |---|---|
//! | [`ugi`] | user interfaces and arenas: UGI, and UCI from which it comes |
//! | [`botzone`] | botzone.org, 8x8 |
//! | [`ccgc`] | the platform of the Chinese competitions (SAU), 10x10 |
//! | [`codingame`] | codingame.com, 8x8 from random starts |
//! | [`gtp`] | Quarry and others that know Go's text protocol |
//! | [`analysis`] | programs that wish to know about many positions: a line of JSON each, after KataGo |
//!
//! Every type reads a line and writes it back as itself; whatever cannot be read is an error that repeats the offending
//! text, never a panic. Squares are mapped by place and sides by turn: whoever stands at the bottom and moves first
//! there is White here. Who sends what when is the business of those who hold the pipes: `agents::process` and
//! `agents::host`.

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
