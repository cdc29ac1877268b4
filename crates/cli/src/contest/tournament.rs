//! `otrera tournament`: everybody against everybody, or one against all.

use arena::ContestKind;
use clap::Args;

use super::{ContestArgs, session, table};

/// Play a tournament: everybody against everybody, or one against all others.
#[derive(Args)]
#[command(after_help = "\
Players are written as for `otrera match`.

Examples:
  otrera tournament mgpeo uct alphabeta deepening --games 4 --time 100ms --concurrency 2
  otrera tournament otrera mgpeo uct --gauntlet --games 100")]
pub(crate) struct Tournament {
    /// The players, at least two
    #[arg(required = true, num_args = 2.., value_name = "PLAYER")]
    players: Vec<String>,

    /// How many games every pairing plays
    #[arg(long, default_value_t = 4, value_name = "N")]
    games: u64,

    /// Lets only the first meet all the others
    #[arg(long)]
    gauntlet: bool,

    #[command(flatten)]
    contest: ContestArgs,
}

impl Tournament {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let kind = if self.gauntlet { ContestKind::Gauntlet } else { ContestKind::Tournament };
        let contest = self.contest.contest(kind, self.players, self.games, None)?;
        let end = session::run(&contest, &self.contest)?;
        if self.contest.json {
            return crate::output::json(&contest.describe(&end.standings, end.run));
        }
        table::of_tournament(&contest, &end)
    }
}
