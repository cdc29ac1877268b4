//! The clocks of a game, and the share of a move.

use std::time::Duration;

use amazons::{ByColor, Color};

/// The clocks of both sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct GameClock {
    /// The remaining time of each side.
    pub left: ByColor<Duration>,
    /// The increment of each side for every move.
    pub increment: ByColor<Duration>,
    /// The moves until the next time control, if there is one.
    pub moves_to_go: Option<u32>,
}

impl GameClock {
    /// The time for a move of one side, for players without a time plan of their own: an even share of the remaining time
    /// for the moves to come, and most of the increment.
    ///
    /// `empty` is the number of empty squares: each ply fills one, so a side has half as many moves to come, and a
    /// game on a full board rarely takes more than three quarters of them.
    #[must_use]
    pub fn even_share(&self, side: Color, empty: u32) -> Duration {
        let to_come = (empty * 3 / 8).max(4);
        let moves = self.moves_to_go.map_or(to_come, |moves| moves.clamp(1, to_come));
        let left = self.left[side];
        let share = (left / moves).saturating_add(self.increment[side].saturating_mul(3) / 4);
        // A reserve for delays that the clock does not show: pipes and a busy machine.
        share.min(left.saturating_sub(Duration::from_millis(20)).min(left.saturating_mul(4) / 5))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(left: u64, increment: u64) -> GameClock {
        let both =
            |millis| ByColor { white: Duration::from_millis(millis), black: Duration::from_millis(millis) };
        GameClock { left: both(left), increment: both(increment), moves_to_go: None }
    }

    #[test]
    fn a_game_of_even_shares_never_runs_out() {
        for increment in [0, 100] {
            let mut left = 10_000;
            for ply in 0..46 {
                let share = clock(left, increment).even_share(Color::White, 92 - 2 * ply).as_millis() as u64;
                assert!(share < left, "{share} of {left} ms at ply {ply}");
                left = left - share + increment;
            }
            assert!(left > 0);
        }
    }

    #[test]
    fn the_last_move_before_more_time_may_take_almost_all() {
        let clock = GameClock { moves_to_go: Some(1), ..clock(10_000, 0) };
        assert_eq!(clock.even_share(Color::Black, 92), Duration::from_millis(8_000));
    }

    #[test]
    fn the_longest_times_do_not_overflow() {
        for moves_to_go in [None, Some(1), Some(u32::MAX)] {
            let both = ByColor { white: Duration::MAX, black: Duration::MAX };
            let clock = GameClock { left: both, increment: both, moves_to_go };
            assert!(clock.even_share(Color::White, 92) > Duration::from_secs(86_400));
        }
    }

    #[test]
    fn an_empty_clock_gives_nothing() {
        assert_eq!(clock(0, 0).even_share(Color::White, 92), Duration::ZERO);
        assert_eq!(clock(10, 1_000).even_share(Color::White, 92), Duration::ZERO);
    }
}
