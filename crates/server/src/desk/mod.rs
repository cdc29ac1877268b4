//! Analysis and review, and the cores that all searches share.
//!
//! A search never runs on an async thread: it runs on one of its own, while it holds a [`Permit`] of [`Cores`].

mod analyst;
mod cores;

pub use analyst::Analyst;
pub use cores::{Cores, Errand, Permit};

/// What thinks about positions for those who watch.
#[derive(Debug)]
pub struct Desk {
    /// The cores that all searches share.
    pub cores: Cores,
}

impl Desk {
    /// A desk with so many cores.
    #[must_use]
    pub fn new(cores: usize) -> Self {
        Self { cores: Cores::new(cores) }
    }
}
