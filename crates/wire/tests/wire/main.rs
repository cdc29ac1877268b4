//! The protocols from a caller's view: what is written parses to itself.

mod platforms;
mod ugi;
