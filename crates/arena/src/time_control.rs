//! Time controls: limits for every move, or a clock for the whole game.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use amazons::{ByColor, Color};
use thiserror::Error;
use thought::{DurationError, GameClock, Limits, format_duration, parse_duration};

/// How long a player may think, written `200ms`, `10s+0.1s` (a clock with increment), `playouts=1000`, `nodes=1000`,
/// `depth=2`, or several of these separated by commas.
///
/// ```
/// let control: arena::TimeControl = "1s,nodes=5000".parse().unwrap();
/// assert_eq!(control.to_string(), "1s,nodes=5000");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TimeControl {
    /// The limits of every move; their clock is not set.
    pub limits: Limits,
    /// The time on the clock at the start of the game, if there is a clock.
    pub clock: Option<Duration>,
    /// Added to the clock after every move.
    pub increment: Duration,
}

/// An error in the text of a time control.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum TimeControlError {
    /// An unknown limit.
    #[error("expected a limit such as 200ms, 10s+0.1s, playouts=1000, nodes=1000 or depth=2, found {0:?}")]
    Unknown(String),
    /// An invalid number.
    #[error("expected a whole number, found {0:?}")]
    Number(String),
    /// A limit of nothing.
    #[error("expected a limit above 0, found {0:?}")]
    Zero(String),
    /// An invalid time.
    #[error(transparent)]
    Time(#[from] DurationError),
}

impl TimeControl {
    /// Limits for every move, without a clock.
    #[must_use]
    pub const fn per_move(limits: Limits) -> Self {
        Self { limits, clock: None, increment: Duration::ZERO }
    }

    /// Whether nothing is limited.
    #[must_use]
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }

    /// Whether time limits nothing: then the same seeds give the same moves.
    #[must_use]
    pub fn is_counted(&self) -> bool {
        self.clock.is_none() && self.limits.time.is_none()
    }

    /// The most time that a move may take with `left` on the clock, if time is limited.
    #[must_use]
    pub fn longest_move(&self, left: Option<Duration>) -> Option<Duration> {
        match (self.limits.time, left.filter(|_| self.clock.is_some())) {
            (Some(each), Some(left)) => Some(each.min(left)),
            (each, left) => each.or(left),
        }
    }

    fn read_time(&mut self, text: &str) -> Result<(), TimeControlError> {
        if !text.starts_with(|mark: char| mark.is_ascii_digit() || mark == '.') {
            return Err(TimeControlError::Unknown(text.to_owned()));
        }
        match text.split_once('+') {
            Some((time, increment)) => {
                (self.clock, self.increment) = (Some(read_limit(time, text)?), parse_duration(increment)?);
            }
            None => self.limits.time = Some(read_limit(text, text)?),
        }
        Ok(())
    }
}

/// Reads a time above 0 of a limit that is written like `whole`.
fn read_limit(text: &str, whole: &str) -> Result<Duration, TimeControlError> {
    let time = parse_duration(text)?;
    if time.is_zero() { Err(TimeControlError::Zero(whole.to_owned())) } else { Ok(time) }
}

/// The time left to the colour of a side without a clock: UCI wants a number for both.
const NO_CLOCK: Duration = Duration::from_secs(86_400);

/// The running clocks of a game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RunningClocks {
    pub(crate) left: ByColor<Option<Duration>>,
    increment: ByColor<Duration>,
}

impl RunningClocks {
    /// The clocks at the start of a game.
    pub(crate) fn new(controls: &ByColor<TimeControl>) -> Self {
        Self {
            left: controls.map(|control| control.clock),
            increment: controls.map(|control| control.increment),
        }
    }

    /// The limits of a side's next move.
    pub(crate) fn limits(&self, control: &TimeControl) -> Limits {
        let left = self.left.map(|left| left.unwrap_or(NO_CLOCK));
        let clock = control.clock.map(|_| GameClock { left, increment: self.increment, moves_to_go: None });
        Limits { clock, ..control.limits }
    }

    /// Subtracts the time of a move and adds the increment.
    pub(crate) fn press(&mut self, side: Color, taken: Duration) {
        if let Some(left) = &mut self.left[side] {
            *left = left.saturating_sub(taken) + self.increment[side];
        }
    }
}

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<Self, TimeControlError> {
        let mut control = Self::default();
        for part in text.split(',') {
            let Some((name, value)) = part.split_once('=') else {
                control.read_time(part)?;
                continue;
            };
            let invalid = || TimeControlError::Number(value.to_owned());
            let number = || match value.parse::<u64>() {
                Ok(0) => Err(TimeControlError::Zero(part.to_owned())),
                read => read.map_err(|_| invalid()),
            };
            match name {
                "time" | "clock" => control.read_time(value)?,
                "playouts" => control.limits.playouts = Some(number()?),
                "nodes" => control.limits.nodes = Some(number()?),
                "depth" => control.limits.depth = Some(u32::try_from(number()?).map_err(|_| invalid())?),
                _ => return Err(TimeControlError::Unknown(part.to_owned())),
            }
        }
        Ok(control)
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counted = |name: &str, count: Option<u64>| count.map(|count| format!("{name}={count}"));
        let parts = [
            self.clock.map(|time| format!("{}+{}", format_duration(time), format_duration(self.increment))),
            self.limits.time.map(format_duration),
            counted("playouts", self.limits.playouts),
            counted("nodes", self.limits.nodes),
            counted("depth", self.limits.depth.map(u64::from)),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        f.write_str(if parts.is_empty() { "unlimited" } else { "" })?;
        f.write_str(&parts.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_control_is_written_as_it_is_read() {
        for text in ["200ms", "10s+100ms", "playouts=7", "nodes=9", "depth=2", "60s+0ms,1s,nodes=5,depth=3"] {
            assert_eq!(text.parse::<TimeControl>().unwrap().to_string(), text);
        }
        assert_eq!("time=0.2,nodes=1".parse::<TimeControl>().unwrap().to_string(), "200ms,nodes=1");
        for text in ["", "fast", "nodes=", "nodes=-1", "depth=9999999999", "1s+", "1d", "node=1"] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_limit_of_nothing_is_refused() {
        for text in
            ["0s", "0", "time=0ms", "0s+0s", "0s+1s", "playouts=0", "nodes=0", "depth=0", "1s,depth=0"]
        {
            assert!(matches!(text.parse::<TimeControl>(), Err(TimeControlError::Zero(_))), "{text}");
        }
        let error = "1s,nodes=0".parse::<TimeControl>().unwrap_err().to_string();
        assert_eq!(error, "expected a limit above 0, found \"nodes=0\"");
    }

    #[test]
    fn clocks_run_down_and_get_their_increment() {
        let controls = ByColor { white: "10s+1s".parse().unwrap(), black: "nodes=5".parse().unwrap() };
        let mut clocks = RunningClocks::new(&controls);
        clocks.press(Color::White, Duration::from_secs(4));
        clocks.press(Color::Black, Duration::from_secs(4));
        assert_eq!(clocks.left.white, Some(Duration::from_secs(7)));
        assert_eq!(clocks.left.black, None);
        let limits = clocks.limits(&controls.white);
        assert_eq!(limits.clock.unwrap().left.white, Duration::from_secs(7));
        assert_eq!(clocks.limits(&controls.black), Limits::nodes(5));
        clocks.press(Color::White, Duration::from_secs(40));
        assert_eq!(clocks.left.white, Some(Duration::from_secs(1)), "a late move is judged elsewhere");
    }

    #[test]
    fn the_longest_move_is_the_smaller_of_clock_and_limit() {
        let longest = |text: &str, left: u64| {
            text.parse::<TimeControl>().unwrap().longest_move(Some(Duration::from_secs(left)))
        };
        assert_eq!(longest("60s+0ms,5s", 7), Some(Duration::from_secs(5)));
        assert_eq!(longest("60s+0ms,5s", 3), Some(Duration::from_secs(3)));
        assert_eq!(longest("60s+0ms", 7), Some(Duration::from_secs(7)));
        assert_eq!(longest("5s", 3), Some(Duration::from_secs(5)));
        assert_eq!(longest("nodes=5", 3), None);
    }
}
