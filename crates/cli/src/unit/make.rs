//! `otrera unit selfplay` and `otrera unit contest`: make a unit of some games.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::ensure;
use arena::{ContestKind, ContestSpec, Unit};
use clap::Args;

use crate::contest::{PlanArgs, TimeControlArgs};
use crate::lab::SelfPlayArgs;
use crate::limits::LimitArgs;
use crate::{files, output};

/// The file to write.
#[derive(Args)]
pub(super) struct Target {
    /// The file to write, or - for standard output
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// Replaces an existing file
    #[arg(long)]
    force: bool,
}

impl Target {
    fn is_standard_output(&self) -> bool {
        self.out.as_os_str() == "-"
    }

    /// Refuses what cannot be written before any work.
    pub(super) fn check(&self) -> anyhow::Result<()> {
        if self.is_standard_output() { Ok(()) } else { files::check_free(&self.out, self.force) }
    }

    pub(super) fn write(&self, text: &str) -> anyhow::Result<()> {
        if !self.is_standard_output() {
            return files::write(&self.out, text, self.force);
        }
        let mut out = output::stdout();
        out.write_all(text.as_bytes())?;
        out.flush()?;
        Ok(())
    }
}

/// Which games.
#[derive(Args)]
struct Numbers {
    /// The number of the first game of the unit, from 0
    #[arg(long, value_name = "N", default_value_t = 0)]
    first: u64,

    /// How many games the unit has
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    count: u64,
}

impl Numbers {
    fn range(&self) -> std::ops::Range<u64> {
        self.first..self.first.saturating_add(self.count)
    }
}

/// Make a unit of games that a player plays against itself.
#[derive(Args)]
#[command(after_help = "\
The games are those of `otrera lab selfplay` with the same arguments, by their numbers in its file.

Examples:
  otrera unit selfplay --agent greedy@depth=1 --board 6x6 --first 10 --count 4 --out unit.json
  otrera unit selfplay --agent otrera@nodes=5000 --openings balanced --out unit.json")]
pub(super) struct MakeSelfplay {
    #[command(flatten)]
    plan: SelfPlayArgs,

    /// The seed of everything
    #[arg(long, default_value_t = 1)]
    seed: u64,

    #[command(flatten)]
    numbers: Numbers,

    #[command(flatten)]
    target: Target,

    // Last, because its heading holds for all that follows.
    #[command(flatten)]
    limits: LimitArgs,
}

impl MakeSelfplay {
    pub(super) fn run(self) -> anyhow::Result<()> {
        self.target.check()?;
        let selfplay = self.plan.selfplay(self.seed, &self.limits)?;
        let games = self.numbers.range().map(|number| selfplay.planned(number)).collect::<Result<_, _>>()?;
        let unit = Unit { plan: Arc::new(selfplay.plan()), games };
        self.target.write(&(unit.to_json() + "\n"))
    }
}

/// Make a unit of games of a match or a tournament.
#[derive(Args)]
#[command(after_help = "\
The games are those of `otrera match`, or of `otrera tournament` where there are more than two players, with the same \
arguments.

Examples:
  otrera unit contest mgpeo uct --playouts 500 --games 100 --first 20 --count 4 --out unit.json
  otrera unit contest mgpeo uct greedy --playouts 500 --board 6x6 --games 2 --count 6 --out unit.json")]
pub(super) struct MakeContest {
    /// The players, at least two
    #[arg(required = true, num_args = 2.., value_name = "PLAYER")]
    players: Vec<String>,

    /// How many games every pairing plays
    #[arg(long, default_value_t = 100, value_name = "N")]
    games: u64,

    #[command(flatten)]
    plan: PlanArgs,

    #[command(flatten)]
    numbers: Numbers,

    #[command(flatten)]
    target: Target,

    // Last, because its heading holds for all that follows.
    #[command(flatten)]
    time_control: TimeControlArgs,
}

impl MakeContest {
    pub(super) fn run(self) -> anyhow::Result<()> {
        self.target.check()?;
        let kind = if self.players.len() == 2 { ContestKind::Match } else { ContestKind::Tournament };
        let spec = ContestSpec::new(kind, self.players, self.games);
        let contest = self.plan.spec(spec, &self.time_control)?.build()?;
        let (schedule, numbers) = (contest.schedule(), self.numbers.range());
        ensure!(
            numbers.end <= schedule.len(),
            "the contest has {} games: --first and --count ask for game {}",
            schedule.len(),
            numbers.end - 1
        );
        let games = numbers.map(|number| contest.planned(schedule.slot(number))).collect();
        let unit = Unit { plan: Arc::new(contest.plan()), games };
        self.target.write(&(unit.to_json() + "\n"))
    }
}
