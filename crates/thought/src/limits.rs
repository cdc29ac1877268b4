//! How long to think.

use std::time::Duration;

use amazons::Color;

use crate::game_clock::GameClock;

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
    /// A clock for the whole game: how much of it a move takes is the thinker's to decide.
    pub clock: Option<GameClock>,
}

impl Limits {
    /// Thinks until stopped.
    pub const NONE: Self = Self { time: None, playouts: None, nodes: None, depth: None, clock: None };

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

    /// Thinks within a clock.
    #[must_use]
    pub const fn clock(clock: GameClock) -> Self {
        Self { clock: Some(clock), ..Self::NONE }
    }

    /// The same limits with a clock turned into a time for this move, for a thinker without a plan of its own for it:
    /// see [`GameClock::even_share`].
    #[must_use]
    pub fn share_clock(&self, side: Color, empty: u32) -> Self {
        let share = self.clock.map(|clock| clock.even_share(side, empty));
        let time = match (self.time, share) {
            (Some(time), Some(share)) => Some(time.min(share)),
            (time, share) => time.or(share),
        };
        Self { time, clock: None, ..*self }
    }

    /// Whether nothing limits the thinking but being told to stop.
    #[must_use]
    pub fn is_none(&self) -> bool {
        *self == Self::NONE
    }
}
