//! How long to think about a move.

use std::time::Duration;

use amazons::Color;
use thought::{GameClock, Limits};

/// How much time a move takes. Both are `None` where no time is limited.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TimePlan {
    /// The time for a move that is neither clear nor unclear; `None` where all of `maximum` is used.
    optimum: Option<Duration>,
    /// The time for an unclear move.
    pub(super) maximum: Option<Duration>,
}

/// How clear the choice at the root is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct RootStability {
    /// The share of all visits that the leading step has.
    pub(super) lead: f64,
    /// The share of all simulations since the leader last changed.
    pub(super) stable: f64,
    /// Whether the leader also has the best minimax value.
    pub(super) agrees: bool,
}

impl TimePlan {
    /// The plan within limits for a side, by the number of empty squares.
    pub(super) fn new(limits: &Limits, side: Color, empty: u32, overhead: Duration) -> Self {
        let by_clock = limits.clock.map(|clock| Self::share(&clock, side, empty, overhead));
        match (limits.time, by_clock) {
            (Some(time), Some((optimum, maximum))) if optimum < time => {
                Self { optimum: Some(optimum), maximum: Some(maximum.min(time)) }
            }
            (None, Some((optimum, maximum))) => Self { optimum: Some(optimum), maximum: Some(maximum) },
            (time, _) => Self { optimum: None, maximum: time },
        }
    }

    /// The optimum and the maximum for a move within a clock.
    fn share(clock: &GameClock, side: Color, empty: u32, overhead: Duration) -> (Duration, Duration) {
        // Every ply fills a square. Most games are decided long before the board is full, so the time is divided by
        // fewer moves than are possible: the first ones get most.
        let to_come = (empty / 4).max(6);
        let moves = clock.moves_to_go.map_or(to_come, |moves| moves.clamp(1, to_come));
        let left = clock.left[side].saturating_sub(overhead);
        let optimum = (left / moves).saturating_add(clock.increment[side].saturating_mul(3) / 4);
        let reserve = if moves == 1 { left.saturating_mul(9) / 10 } else { left.saturating_mul(2) / 5 };
        (optimum.min(reserve), (optimum.saturating_mul(5) / 2).min(reserve))
    }

    /// Whether the move needs no more time before the maximum.
    pub(super) fn is_enough(self, counted: Duration, stability: impl FnOnce() -> RootStability) -> bool {
        self.optimum.is_some_and(|optimum| {
            counted >= optimum / 3 && counted >= optimum.mul_f64(stability().time_factor())
        })
    }

    /// One part in `parts` of the optimum; `None` where no time is limited.
    pub(super) fn part(self, parts: u32) -> Option<Duration> {
        self.optimum.or(self.maximum).map(|time| time / parts)
    }
}

impl RootStability {
    /// The factor to the optimum.
    fn time_factor(self) -> f64 {
        let clear = if self.lead > 0.8 && self.stable > 0.6 { 0.5 } else { 1.0 };
        let unclear = if self.stable < 0.3 { 1.5 } else { 1.0 };
        let torn = if self.agrees { 1.0 } else { 1.5 };
        clear * unclear * torn
    }
}

#[cfg(test)]
mod tests {
    use amazons::ByColor;

    use super::*;

    const OVERHEAD: Duration = Duration::from_millis(10);
    const CLEAR: RootStability = RootStability { lead: 0.9, stable: 0.9, agrees: true };
    const PLAIN: RootStability = RootStability { lead: 0.5, stable: 0.5, agrees: true };
    const UNCLEAR: RootStability = RootStability { lead: 0.3, stable: 0.1, agrees: false };

    fn clock(left: u64, increment: u64) -> GameClock {
        let both =
            |millis| ByColor { white: Duration::from_millis(millis), black: Duration::from_millis(millis) };
        GameClock { left: both(left), increment: both(increment), moves_to_go: None }
    }

    fn plan(limits: &Limits) -> TimePlan {
        TimePlan::new(limits, Color::White, 92, OVERHEAD)
    }

    #[test]
    fn a_fixed_time_is_used_in_full_and_without_a_clock_there_is_no_end() {
        let second = Duration::from_secs(1);
        let fixed = plan(&Limits::time(second));
        assert_eq!(fixed, TimePlan { optimum: None, maximum: Some(second) });
        assert!(!fixed.is_enough(second / 2, || CLEAR));
        let endless = plan(&Limits::NONE);
        assert!(!endless.is_enough(Duration::MAX, || CLEAR) && endless.maximum.is_none());
        let both = Limits { time: Some(second / 10), ..Limits::clock(clock(60_000, 0)) };
        assert_eq!(plan(&both), TimePlan { optimum: None, maximum: Some(second / 10) });
    }

    #[test]
    fn the_longest_times_do_not_overflow() {
        for moves_to_go in [None, Some(1), Some(u32::MAX)] {
            let both = ByColor { white: Duration::MAX, black: Duration::MAX };
            let plan = plan(&Limits::clock(GameClock { left: both, increment: both, moves_to_go }));
            assert!(!plan.is_enough(Duration::from_secs(1), || UNCLEAR));
            assert!(plan.is_enough(plan.maximum.unwrap(), || CLEAR));
        }
    }

    #[test]
    fn a_clear_move_takes_less_and_an_unclear_one_more() {
        let plan = plan(&Limits::clock(clock(60_000, 0)));
        let (optimum, maximum) = (plan.optimum.unwrap(), plan.maximum.unwrap());
        assert!(optimum < maximum);
        assert!(plan.is_enough(optimum.mul_f64(0.6), || CLEAR));
        assert!(!plan.is_enough(optimum.mul_f64(0.6), || PLAIN) && plan.is_enough(optimum, || PLAIN));
        assert!(!plan.is_enough(optimum * 2, || UNCLEAR));
    }

    #[test]
    fn no_game_runs_out_of_time_even_if_every_move_is_unclear() {
        for (increment, moves_to_go) in [(0, None), (100, None), (0, Some(1)), (0, Some(10))] {
            let mut left = 10_000;
            for ply in 0..46 {
                let limits = Limits::clock(GameClock { moves_to_go, ..clock(left, increment) });
                let plan = TimePlan::new(&limits, Color::White, 92 - 2 * ply, OVERHEAD);
                let maximum = plan.maximum.unwrap().as_millis() as u64;
                assert!(maximum + 10 <= left || maximum == 0, "{maximum} of {left} ms at ply {ply}");
                left = left - maximum + increment;
            }
        }
    }
}
