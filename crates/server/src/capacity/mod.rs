//! What searches share: the cores and the memory of the machine, by client.
//!
//! - `client`: who asks;
//! - `cores`: which search runs, and for how long before it gives way;
//! - `memory`: how large the tree of a search may get, and who waits for memory.

mod client;
mod cores;
mod memory;

pub(crate) use client::Client;
pub use cores::CoreScheduler;
pub(crate) use cores::{ASK_INTERVAL, GiveWay, Permit, Purpose};
pub(crate) use memory::{MemoryBudget, MemoryShare, Want};
