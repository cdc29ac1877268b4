//! The limits of a move.

use std::time::Duration;

use amazons::Color;

use crate::game_clock::GameClock;

/// The limits of one move: the search ends as soon as any of these is reached, or by a stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// Simulations.
    pub playouts: Option<u64>,
    /// Positions visited.
    pub nodes: Option<u64>,
    /// Depth in plies.
    pub depth: Option<u32>,
    /// The clocks of the game: the player plans the time of the move.
    pub clock: Option<GameClock>,
}

impl Limits {
    /// No limits.
    pub const NONE: Self = Self { time: None, playouts: None, nodes: None, depth: None, clock: None };

    /// A limit of time.
    #[must_use]
    pub const fn time(time: Duration) -> Self {
        Self { time: Some(time), ..Self::NONE }
    }

    /// A limit of simulations.
    #[must_use]
    pub const fn playouts(playouts: u64) -> Self {
        Self { playouts: Some(playouts), ..Self::NONE }
    }

    /// A limit of positions.
    #[must_use]
    pub const fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::NONE }
    }

    /// A limit of depth.
    #[must_use]
    pub const fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::NONE }
    }

    /// The clocks of a game.
    #[must_use]
    pub const fn clock(clock: GameClock) -> Self {
        Self { clock: Some(clock), ..Self::NONE }
    }

    /// The same limits with a time for this move instead of the clocks, for players without a time plan of their own: see
    /// [`GameClock::even_share`].
    #[must_use]
    pub fn share_clock(&self, side: Color, empty: u32) -> Self {
        let share = self.clock.map(|clock| clock.even_share(side, empty));
        let time = match (self.time, share) {
            (Some(time), Some(share)) => Some(time.min(share)),
            (time, share) => time.or(share),
        };
        Self { time, clock: None, ..*self }
    }

    /// Whether there is no limit.
    #[must_use]
    pub fn is_none(&self) -> bool {
        *self == Self::NONE
    }
}
