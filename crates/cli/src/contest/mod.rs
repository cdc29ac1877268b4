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

use amazons::AnyPosition;
use anyhow::Context;
use arena::{Adjudication, Contest, ContestFormat, Entrant, GameRules, Opening, OpeningSource, TimeControl};
use clap::Args;
use thought::{Limits, parse_duration};

use crate::files;
use crate::limits::LimitArgs;
use crate::position::PositionArgs;

/// What all contests have in common.
#[derive(Args, Clone)]
pub(crate) struct ContestArgs {
    #[command(flatten)]
    position: PositionArgs,

    /// Where games begin: balanced (500 even starts of the 10x10 game), start, random, random:PLIES, or a file with a
    /// line of moves a game; balanced if not given, on other boards random:2
    #[arg(long, value_name = "SOURCE")]
    openings: Option<OpeningSource>,

    /// How many games are played at once
    #[arg(long, default_value = "1", value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: u16,

    /// The seed of the openings' order and of the players
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// How much later than its limit a move may come
    #[arg(long, default_value = "100ms", value_name = "TIME", value_parser = parse_duration)]
    margin: Duration,

    /// Ends a game once its areas are separate and counting proves who wins
    #[arg(long)]
    adjudicate: bool,

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

/// The time control of players without their own.
#[derive(Args, Clone)]
#[command(next_help_heading = "How long a player may think about a move (100ms if nothing is given)")]
struct TimeControlArgs {
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
        kind: &'static str,
        players: &[String],
        format: ContestFormat,
        rounds: u64,
    ) -> anyhow::Result<Contest> {
        let read = |text: &String| text.parse::<Entrant>().with_context(|| format!("the player {text:?}"));
        let adjudication = if self.adjudicate { Adjudication::Proven } else { Adjudication::Never };
        let contest = Contest {
            kind,
            entrants: players.iter().map(read).collect::<anyhow::Result<_>>()?,
            time_control: self.time_control.time_control(),
            format,
            rounds,
            openings: self.read_openings(rounds)?,
            rules: GameRules { time_margin: self.margin, adjudication },
            seed: self.seed,
            sprt: None,
        };
        contest.check()?;
        Ok(contest)
    }

    fn read_openings(&self, rounds: u64) -> anyhow::Result<Vec<Opening>> {
        let start = self.position.position()?;
        let source = self.openings.clone().unwrap_or_else(|| usual_openings(&start));
        let text = match &source {
            OpeningSource::File(path) => {
                let bytes = files::read_bytes(path.as_ref()).context("--openings")?;
                String::from_utf8(bytes).with_context(|| format!("{path} is not text in UTF-8"))?
            }
            _ => String::new(),
        };
        source.openings(&start, &text, rounds, self.seed).with_context(|| format!("--openings {source}"))
    }
}

/// The balanced set where it fits.
fn usual_openings(start: &AnyPosition) -> OpeningSource {
    match start == amazons::Game::default().start() {
        true => OpeningSource::Balanced,
        false => OpeningSource::Random(2),
    }
}

/// Games come in pairs of swapped colours.
fn rounds_of(games: u64) -> anyhow::Result<u64> {
    anyhow::ensure!(games <= 10_000_000, "{games} games are too many: at most 10000000");
    anyhow::ensure!(
        games > 0 && games.is_multiple_of(2),
        "games come in pairs of swapped colours: expected an even number above 0, found {games}"
    );
    Ok(games / 2)
}
