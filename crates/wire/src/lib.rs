//! Protocol messages as pure types: what engines and their users say to each other, without any input or output.
//!
//! Every type reads a line and writes it back as itself; whatever cannot be read is an error that repeats the offending
//! text, never a panic. Who sends what when is the business of those who hold the pipes: `agents::process` and
//! `agents::host`.

pub mod ugi;
