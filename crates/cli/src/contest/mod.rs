//! `otrera match`, `otrera tournament` and `otrera sprt`: contests between players, all on the same arguments.

mod matches;
mod session;
mod sprt;
mod table;
mod tournament;
mod watch;

pub(crate) use matches::Match;
pub(crate) use session::{handle_interrupts, note};
pub(crate) use sprt::SprtCommand;
pub(crate) use tournament::Tournament;

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context;
use arena::statistics::SprtParameters;
use arena::{Contest, ContestKind, ContestSpec, OpeningSource, TimeControl};
use clap::Args;
use thought::{Limits, format_duration, parse_duration};

use crate::files;
use crate::limits::LimitArgs;
use crate::position::PositionArgs;

/// What all contests have in common.
#[derive(Args, Clone)]
pub(crate) struct ContestArgs {
    #[command(flatten)]
    plan: PlanArgs,

    /// How many games are played at once
    #[arg(long, default_value = "1", value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: u16,

    /// The file that keeps the games; one in your data folder if not given
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,

    /// Goes on with the same contest where it was broken off
    #[arg(long)]
    resume: bool,

    /// Prints a JSON object an event instead; the last one holds the result
    #[arg(long)]
    json: bool,

    // Last, because its heading holds for all that follows.
    #[command(flatten)]
    time_control: TimeControlArgs,
}

/// What the games of a contest depend on besides its players.
#[derive(Args, Clone)]
pub(crate) struct PlanArgs {
    #[command(flatten)]
    position: PositionArgs,

    /// Where games begin: balanced (500 even starts of the 10x10 game), start, random, random:PLIES, or a file with a
    /// line of moves a game; balanced if not given, on other boards random:2
    #[arg(long, value_name = "SOURCE")]
    openings: Option<OpeningSource>,

    /// The seed of the openings' order and of the players
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// How much later than its limit a move may come
    #[arg(long, default_value = "100ms", value_name = "TIME", value_parser = parse_duration)]
    margin: Duration,

    /// Ends a game once its areas are separate and counting proves who wins
    #[arg(long)]
    adjudicate: bool,
}

/// The time control of players without their own.
#[derive(Args, Clone)]
#[command(next_help_heading = "How long a player may think about a move (100ms if nothing is given)")]
pub(crate) struct TimeControlArgs {
    #[command(flatten)]
    each: LimitArgs,

    /// A clock for the whole game and what a move adds to it: 60s+0.5s
    #[arg(long, value_name = "TIME+TIME", value_parser = read_clock)]
    clock: Option<TimeControl>,
}

fn read_clock(text: &str) -> Result<TimeControl, String> {
    let time_control: TimeControl =
        text.parse().map_err(|error: arena::TimeControlError| error.to_string())?;
    if time_control.clock.is_none() {
        return Err(format!("expected a clock such as 60s+0.5s, found {text:?}"));
    }
    Ok(time_control)
}

impl TimeControlArgs {
    fn time_control(&self) -> TimeControl {
        let time_control = TimeControl { limits: self.each.given(), ..self.clock.unwrap_or_default() };
        if time_control.is_none() {
            TimeControl::per_move(Limits::time(Duration::from_millis(100)))
        } else {
            time_control
        }
    }
}

impl ContestArgs {
    /// A contest on these arguments.
    fn contest(
        &self,
        kind: ContestKind,
        players: Vec<String>,
        games: u64,
        sprt: Option<SprtParameters>,
    ) -> anyhow::Result<Contest> {
        let spec = self.plan.spec(ContestSpec::new(kind, players, games), &self.time_control)?;
        Ok(ContestSpec { sprt, ..spec }.build()?)
    }
}

impl PlanArgs {
    /// A contest in texts with these arguments.
    pub(crate) fn spec(&self, spec: ContestSpec, limits: &TimeControlArgs) -> anyhow::Result<ContestSpec> {
        let openings_text = match &self.openings {
            Some(OpeningSource::File(path)) => Some(files::read_text(path.as_ref()).context("--openings")?),
            _ => None,
        };
        Ok(ContestSpec {
            start: Some(self.position.position()?.to_setup().to_fen()),
            openings: self.openings.as_ref().map(ToString::to_string),
            openings_text,
            time_control: Some(limits.time_control().to_string()),
            margin: Some(format_duration(self.margin)),
            adjudicate: self.adjudicate,
            seed: self.seed,
            ..spec
        })
    }
}
