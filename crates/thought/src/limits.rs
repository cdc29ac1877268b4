//! How long to think.

use std::time::Duration;

/// When to stop thinking: as soon as any of these is reached, or never where none is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Time on the clock of the wall.
    pub time: Option<Duration>,
    /// Random games or other simulations.
    pub playouts: Option<u64>,
    /// Positions visited.
    pub nodes: Option<u64>,
    /// Plies looked ahead.
    pub depth: Option<u32>,
}

impl Limits {
    /// Thinks until stopped.
    pub const NONE: Self = Self { time: None, playouts: None, nodes: None, depth: None };

    /// Thinks for a time.
    #[must_use]
    pub const fn time(time: Duration) -> Self {
        Self { time: Some(time), ..Self::NONE }
    }

    /// Thinks for a number of simulations.
    #[must_use]
    pub const fn playouts(playouts: u64) -> Self {
        Self { playouts: Some(playouts), ..Self::NONE }
    }

    /// Thinks for a number of positions.
    #[must_use]
    pub const fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::NONE }
    }

    /// Thinks for a number of plies ahead.
    #[must_use]
    pub const fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::NONE }
    }

    /// Whether nothing limits the thinking but being told to stop.
    #[must_use]
    pub fn is_none(&self) -> bool {
        *self == Self::NONE
    }
}
