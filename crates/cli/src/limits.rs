//! The arguments that say how long to think, shared by several commands.

use std::time::Duration;

use agents::AgentSpec;
use clap::Args;
use thought::Limits;

/// How long to think about a move. Without any of these a player thinks as long as in its paper.
#[derive(Args, Clone, Default)]
pub(crate) struct LimitArgs {
    /// Thinks for so long: 5s, 200ms, 2m
    #[arg(long, value_name = "TIME", value_parser = read_time)]
    time: Option<Duration>,

    /// Thinks for so many simulations
    #[arg(long, value_name = "N")]
    playouts: Option<u64>,

    /// Thinks for so many positions
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,

    /// Thinks so many plies ahead; a player that grows a tree no longer than without this
    #[arg(long, value_name = "N")]
    depth: Option<u32>,
}

impl LimitArgs {
    /// The limits given.
    pub(crate) fn given(&self) -> Limits {
        Limits { time: self.time, playouts: self.playouts, nodes: self.nodes, depth: self.depth, clock: None }
    }

    /// The limits given for a player, or others where none is.
    ///
    /// A depth alone does not end a search that grows a tree: there it is added to the others.
    pub(crate) fn limits_or(&self, spec: &AgentSpec, others: Limits) -> Limits {
        let given = self.given();
        let is_depth_alone = given == Limits { depth: self.depth, ..Limits::NONE };
        if given.is_none() {
            others
        } else if is_depth_alone && spec.info().grows_a_tree() {
            Limits { depth: self.depth, ..others }
        } else {
            given
        }
    }
}

/// Reads `5s`, `200ms`, `2m` or plain seconds.
pub(crate) fn read_time(text: &str) -> Result<Duration, String> {
    let fault = || "a time is written 5s, 200ms or 2m".to_owned();
    let digits =
        text.len() - text.trim_start_matches(|mark: char| mark.is_ascii_digit() || mark == '.').len();
    let (number, unit) = text.split_at(digits);
    let number: f64 = number.parse().map_err(|_| fault())?;
    let seconds = match unit {
        "s" | "" => number,
        "ms" => number / 1e3,
        "m" => number * 60.0,
        _ => return Err(fault()),
    };
    // A day is more than anybody waits, and infinity is no time.
    if seconds <= 86_400.0 {
        Ok(Duration::from_secs_f64(seconds))
    } else {
        Err("a time is a day at most".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read() {
        assert_eq!(read_time("5s"), Ok(Duration::from_secs(5)));
        assert_eq!(read_time("0.5"), Ok(Duration::from_millis(500)));
        assert_eq!(read_time("200ms"), Ok(Duration::from_millis(200)));
        assert_eq!(read_time("2m"), Ok(Duration::from_secs(120)));
        for text in ["", "s", "5h", "-1s", "1e9", "nan", "99999999s", "1.2.3s"] {
            assert!(read_time(text).is_err(), "{text}");
        }
    }
}
