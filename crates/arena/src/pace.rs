//! How long a player may think: the same for every move, or a clock for the whole game.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use amazons::{ByColor, Color};
use thiserror::Error;
use thought::{DurationError, GameClock, Limits, format_duration, parse_duration};

/// How long a player may think, written `200ms`, `10s+0.1s` (a clock with increment), `playouts=1000`, `nodes=1000`,
/// `depth=2`, or several of them with commas between.
///
/// ```
/// let pace: arena::Pace = "1s,nodes=5000".parse().unwrap();
/// assert_eq!(pace.to_string(), "1s,nodes=5000");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pace {
    /// What holds for every single move; its clock is not set.
    pub limits: Limits,
    /// The clock for the whole game.
    pub clock: Option<Allowance>,
}

/// The time of one side for a whole game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Allowance {
    /// At the start.
    pub time: Duration,
    /// Added after every move.
    pub increment: Duration,
}

/// A text that tells no pace.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PaceError {
    /// Something that limits nothing.
    #[error("{0:?} is no limit: write 200ms, 10s+0.1s, playouts=1000, nodes=1000 or depth=2")]
    Unknown(String),
    /// The number is none.
    #[error("{0:?} is no whole number")]
    Number(String),
    /// The time is none.
    #[error(transparent)]
    Time(#[from] DurationError),
}

impl Pace {
    /// Every move takes at most so long.
    #[must_use]
    pub const fn each(limits: Limits) -> Self {
        Self { limits, clock: None }
    }

    /// Whether nothing is limited.
    #[must_use]
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }

    /// Whether no clock decides: then the same seeds give the same moves.
    #[must_use]
    pub fn is_counted(&self) -> bool {
        self.clock.is_none() && self.limits.time.is_none()
    }

    /// The limits of the next move, given what is left on both clocks.
    ///
    /// A side without a clock of its own shows its opponent an endless one, as UCI asks for both.
    #[must_use]
    pub fn limits_of_move(&self, left: ByColor<Option<Duration>>, increment: ByColor<Duration>) -> Limits {
        let endless = Duration::from_secs(86_400);
        let clock = self.clock.map(|_| GameClock {
            left: left.map(|left| left.unwrap_or(endless)),
            increment,
            moves_to_go: None,
        });
        Limits { clock, ..self.limits }
    }

    /// The longest that a move may take with so much left on the clock, if any clock decides.
    #[must_use]
    pub fn longest(&self, left: Option<Duration>) -> Option<Duration> {
        match (self.limits.time, left.filter(|_| self.clock.is_some())) {
            (Some(each), Some(left)) => Some(each.min(left)),
            (each, left) => each.or(left),
        }
    }
}

/// Both clocks of a game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clocks {
    pub(crate) left: ByColor<Option<Duration>>,
    increment: ByColor<Duration>,
}

impl Clocks {
    /// Sets the clocks.
    pub(crate) fn new(paces: &ByColor<Pace>) -> Self {
        let of = |color: Color| paces[color].clock;
        Self {
            left: ByColor::from_fn(|color| of(color).map(|allowance| allowance.time)),
            increment: ByColor::from_fn(|color| {
                of(color).map_or(Duration::ZERO, |allowance| allowance.increment)
            }),
        }
    }

    /// The limits of a side's next move.
    pub(crate) fn limits(&self, pace: &Pace) -> Limits {
        pace.limits_of_move(self.left, self.increment)
    }

    /// Takes what a move took and adds the increment.
    pub(crate) fn press(&mut self, side: Color, taken: Duration) {
        if let Some(left) = &mut self.left[side] {
            *left = left.saturating_sub(taken) + self.increment[side];
        }
    }
}

impl FromStr for Pace {
    type Err = PaceError;

    fn from_str(text: &str) -> Result<Self, PaceError> {
        let mut pace = Self::default();
        for part in text.split(',') {
            let Some((name, value)) = part.split_once('=') else {
                pace.read_time(part)?;
                continue;
            };
            let number = || value.parse::<u64>().map_err(|_| PaceError::Number(value.to_owned()));
            match name {
                "time" | "clock" => pace.read_time(value)?,
                "playouts" => pace.limits.playouts = Some(number()?),
                "nodes" => pace.limits.nodes = Some(number()?),
                "depth" => {
                    let depth = u32::try_from(number()?).map_err(|_| PaceError::Number(value.to_owned()))?;
                    pace.limits.depth = Some(depth);
                }
                _ => return Err(PaceError::Unknown(part.to_owned())),
            }
        }
        Ok(pace)
    }
}

impl Pace {
    fn read_time(&mut self, text: &str) -> Result<(), PaceError> {
        if !text.starts_with(|mark: char| mark.is_ascii_digit() || mark == '.') {
            return Err(PaceError::Unknown(text.to_owned()));
        }
        match text.split_once('+') {
            Some((time, increment)) => {
                self.clock =
                    Some(Allowance { time: parse_duration(time)?, increment: parse_duration(increment)? });
            }
            None => self.limits.time = Some(parse_duration(text)?),
        }
        Ok(())
    }
}

impl fmt::Display for Pace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counted = |name: &str, count: Option<u64>| count.map(|count| format!("{name}={count}"));
        let clock = |clock: Allowance| {
            format!("{}+{}", format_duration(clock.time), format_duration(clock.increment))
        };
        let parts = [
            self.clock.map(clock),
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
    fn a_pace_is_written_as_it_is_read() {
        for text in ["200ms", "10s+100ms", "playouts=7", "nodes=9", "depth=2", "60s+0ms,1s,nodes=5,depth=3"] {
            assert_eq!(text.parse::<Pace>().unwrap().to_string(), text);
        }
        assert_eq!("time=0.2,nodes=1".parse::<Pace>().unwrap().to_string(), "200ms,nodes=1");
        for text in ["", "fast", "nodes=", "nodes=-1", "depth=9999999999", "1s+", "1h", "node=1"] {
            assert!(text.parse::<Pace>().is_err(), "{text}");
        }
    }

    #[test]
    fn clocks_run_down_and_get_their_increment() {
        let paces = ByColor { white: "10s+1s".parse().unwrap(), black: "nodes=5".parse().unwrap() };
        let mut clocks = Clocks::new(&paces);
        clocks.press(Color::White, Duration::from_secs(4));
        clocks.press(Color::Black, Duration::from_secs(4));
        assert_eq!(clocks.left.white, Some(Duration::from_secs(7)));
        assert_eq!(clocks.left.black, None);
        let limits = clocks.limits(&paces.white);
        assert_eq!(limits.clock.unwrap().left.white, Duration::from_secs(7));
        assert_eq!(clocks.limits(&paces.black), Limits::nodes(5));
        clocks.press(Color::White, Duration::from_secs(40));
        assert_eq!(clocks.left.white, Some(Duration::from_secs(1)), "who is late is judged elsewhere");
    }
}
