//! The arguments for the limits of a move, shared by several commands.

use std::fmt::Display;
use std::str::FromStr;
use std::time::Duration;

use agents::AgentSpec;
use clap::Args;
use thought::{Limits, parse_duration};

/// How long to think about a move. Without any of these a player thinks as long as in its paper.
#[derive(Args, Clone, Default)]
pub(crate) struct LimitArgs {
    /// Limits the time of a move: 5s, 200ms, 2m
    #[arg(long, value_name = "TIME", value_parser = read_time)]
    time: Option<Duration>,

    /// Limits the simulations of a move
    #[arg(long, value_name = "N", value_parser = read_count::<u64>)]
    playouts: Option<u64>,

    /// Limits the positions of a move
    #[arg(long, value_name = "N", value_parser = read_count::<u64>)]
    nodes: Option<u64>,

    /// Limits the depth in plies; a tree search also keeps its other limit
    #[arg(long, value_name = "N", value_parser = read_count::<u32>)]
    depth: Option<u32>,
}

/// A search without any time or work would be measured as if it had played.
const NOTHING: &str = "expected a limit above 0";

fn read_time(text: &str) -> Result<Duration, String> {
    let time = parse_duration(text).map_err(|error| error.to_string())?;
    if time.is_zero() { Err(NOTHING.to_owned()) } else { Ok(time) }
}

fn read_count<N: FromStr<Err: Display> + Default + PartialEq>(text: &str) -> Result<N, String> {
    let count = text.parse::<N>().map_err(|error| error.to_string())?;
    if count == N::default() { Err(NOTHING.to_owned()) } else { Ok(count) }
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
        spec.limits_or(self.given(), others)
    }
}
