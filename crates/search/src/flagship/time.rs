//! How long to think about a move.

use std::time::{Duration, Instant};

use amazons::Color;
use thought::{Clock, Control, Limits};

/// When to stop by the clock on the wall.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Allowance {
    /// As long as others wish.
    Endless,
    /// Just so long.
    Fixed(Duration),
    /// About as long as `usual`, and never longer than `most`.
    Flexible {
        /// What a move takes that is neither clear nor unclear.
        usual: Duration,
        /// The limit for an unclear one.
        most: Duration,
    },
}

/// How things stand at the root, as far as they say how long to think on.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Standing {
    /// The share of all visits that the leading step has.
    pub(super) lead: f64,
    /// The share of all simulations since the leader was last another one.
    pub(super) stable: f64,
    /// Whether the leader is also what best play below says.
    pub(super) agrees: bool,
}

impl Allowance {
    /// What limits allow to a side with so many empty squares to come.
    pub(super) fn new(limits: &Limits, side: Color, empty: u32, overhead: Duration) -> Self {
        let by_clock = limits.clock.map(|clock| Self::share(&clock, side, empty, overhead));
        match (limits.time, by_clock) {
            (Some(time), Some((usual, most))) if usual < time => {
                Self::Flexible { usual, most: most.min(time) }
            }
            (Some(time), _) => Self::Fixed(time),
            (None, Some((usual, most))) => Self::Flexible { usual, most },
            (None, None) => Self::Endless,
        }
    }

    /// The usual and the longest time for a move within a clock.
    fn share(clock: &Clock, side: Color, empty: u32, overhead: Duration) -> (Duration, Duration) {
        // Every ply fills a square. Most games are decided long before the board is full, so what is left goes to
        // fewer moves than could come, the first ones getting most.
        let to_come = (empty / 4).max(6);
        let moves = clock.moves_to_go.map_or(to_come, |moves| moves.clamp(1, to_come));
        let left = clock.left[side].saturating_sub(overhead);
        let usual = left / moves + clock.increment[side] * 3 / 4;
        let reserve = if moves == 1 { left * 9 / 10 } else { left * 2 / 5 };
        (usual.min(reserve), (usual * 5 / 2).min(reserve))
    }

    /// Whether so much time is enough.
    pub(super) fn is_over(self, elapsed: Duration, standing: impl FnOnce() -> Standing) -> bool {
        match self {
            Self::Endless => false,
            Self::Fixed(time) => elapsed >= time,
            Self::Flexible { most, .. } if elapsed >= most => true,
            Self::Flexible { usual, .. } if elapsed < usual / 3 => false,
            Self::Flexible { usual, .. } => elapsed >= usual.mul_f64(standing().patience()),
        }
    }

    /// What is left after so much time, at most; `None` where there is no end to it.
    fn left(self, elapsed: Duration) -> Option<Duration> {
        match self {
            Self::Endless => None,
            Self::Fixed(most) | Self::Flexible { most, .. } => Some(most.saturating_sub(elapsed)),
        }
    }

    /// One part in so many of the usual time; `None` where there is no end to it.
    pub(super) fn part(self, parts: u32) -> Option<Duration> {
        match self {
            Self::Endless => None,
            Self::Fixed(time) | Self::Flexible { usual: time, .. } => Some(time / parts),
        }
    }

    /// Whether somebody waits for the move, so that none is to be waited for that is clear.
    pub(super) fn is_limited(self) -> bool {
        self != Self::Endless
    }
}

impl Standing {
    /// How much of the usual time the move deserves.
    fn patience(self) -> f64 {
        let clear = if self.lead > 0.8 && self.stable > 0.6 { 0.5 } else { 1.0 };
        let unclear = if self.stable < 0.3 { 1.5 } else { 1.0 };
        let torn = if self.agrees { 1.0 } else { 1.5 };
        clear * unclear * torn
    }
}

/// The clock of a search: it counts from the moment when the move was asked for, or the opponent has moved.
#[derive(Debug)]
pub(super) struct Timer {
    start: Instant,
    counted_from: Option<Instant>,
    allowance: Allowance,
}

impl Timer {
    pub(super) fn new(allowance: Allowance, control: &Control, asked: Instant) -> Self {
        Self { start: asked, counted_from: (!control.is_pondering()).then_some(asked), allowance }
    }

    /// The time since the move was asked for.
    pub(super) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Whether the time is over.
    pub(super) fn is_over(&mut self, control: &Control, standing: impl FnOnce() -> Standing) -> bool {
        if self.counted_from.is_none() && !control.is_pondering() {
            // The hit may have come while the tree was thinned out or the solver was asked.
            self.counted_from = Some(control.hit_at().unwrap_or_else(Instant::now));
        }
        self.counted_from.is_some_and(|start| self.allowance.is_over(start.elapsed(), standing))
    }

    /// What is left of the time, at most; `None` where there is no end to it.
    pub(super) fn left(&self) -> Option<Duration> {
        self.allowance.left(self.counted_from.map_or(Duration::ZERO, |start| start.elapsed()))
    }

    /// Whether somebody waits for the move now.
    pub(super) fn is_awaited(&self) -> bool {
        self.counted_from.is_some() && self.allowance.is_limited()
    }
}

#[cfg(test)]
mod tests {
    use amazons::ByColor;

    use super::*;

    const OVERHEAD: Duration = Duration::from_millis(10);
    const CLEAR: Standing = Standing { lead: 0.9, stable: 0.9, agrees: true };
    const PLAIN: Standing = Standing { lead: 0.5, stable: 0.5, agrees: true };
    const UNCLEAR: Standing = Standing { lead: 0.3, stable: 0.1, agrees: false };

    fn clock(left: u64, increment: u64) -> Clock {
        let both =
            |millis| ByColor { white: Duration::from_millis(millis), black: Duration::from_millis(millis) };
        Clock { left: both(left), increment: both(increment), moves_to_go: None }
    }

    fn allowance(limits: &Limits) -> Allowance {
        Allowance::new(limits, Color::White, 92, OVERHEAD)
    }

    #[test]
    fn a_fixed_time_is_used_in_full_and_no_clock_is_endless() {
        let second = Duration::from_secs(1);
        let fixed = allowance(&Limits::time(second));
        assert!(fixed.is_over(second, || CLEAR) && !fixed.is_over(second / 2, || CLEAR));
        assert!(!allowance(&Limits::NONE).is_over(Duration::MAX, || CLEAR));
        let both = Limits { time: Some(second / 10), ..Limits::clock(clock(60_000, 0)) };
        assert_eq!(allowance(&both), Allowance::Fixed(second / 10));
    }

    #[test]
    fn a_clear_move_takes_less_and_an_unclear_one_more() {
        let Allowance::Flexible { usual, most } = allowance(&Limits::clock(clock(60_000, 0))) else {
            panic!("a clock leaves room")
        };
        let flexible = Allowance::Flexible { usual, most };
        assert!(usual < most);
        assert!(flexible.is_over(usual.mul_f64(0.6), || CLEAR));
        assert!(!flexible.is_over(usual.mul_f64(0.6), || PLAIN) && flexible.is_over(usual, || PLAIN));
        assert!(!flexible.is_over(usual * 2, || UNCLEAR) && flexible.is_over(most, || UNCLEAR));
    }

    #[test]
    fn no_game_runs_out_of_time_even_if_every_move_is_unclear() {
        for (increment, moves_to_go) in [(0, None), (100, None), (0, Some(1)), (0, Some(10))] {
            let mut left = 10_000;
            for ply in 0..46 {
                let clock = Clock { moves_to_go, ..clock(left, increment) };
                let Allowance::Flexible { most, .. } =
                    Allowance::new(&Limits::clock(clock), Color::White, 92 - 2 * ply, OVERHEAD)
                else {
                    panic!("a clock leaves room")
                };
                let most = most.as_millis() as u64;
                assert!(most + 10 <= left || most == 0, "{most} of {left} ms at ply {ply}");
                left = left - most + increment;
            }
        }
    }

    #[test]
    fn the_opponents_time_is_not_counted() {
        let control = Control::pondering();
        let mut timer = Timer::new(Allowance::Fixed(Duration::ZERO), &control, Instant::now());
        assert!(!timer.is_over(&control, || CLEAR) && !timer.is_awaited());
        control.ponder_hit();
        assert!(timer.is_over(&control, || CLEAR) && timer.is_awaited());
    }

    #[test]
    fn it_counts_from_the_hit_and_not_from_the_next_look() {
        let control = Control::pondering();
        control.ponder_hit();
        let hit = control.hit_at().unwrap();
        while hit.elapsed() < Duration::from_millis(2) {
            std::hint::spin_loop();
        }
        let mut timer =
            Timer { start: hit, counted_from: None, allowance: Allowance::Fixed(Duration::from_millis(2)) };
        assert!(timer.is_over(&control, || CLEAR), "the time was over before anybody looked");
        control.ponder_hit();
        assert_eq!((control.hit_at(), Control::new().hit_at()), (Some(hit), None));
    }
}
