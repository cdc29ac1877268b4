//! `otrera match`: one player against another.

use arena::ContestKind;
use clap::Args;

use super::{ContestArgs, session, table};

/// Play a match between two players.
#[derive(Args)]
#[command(after_help = "\
A player is a spec of ours (see `otrera agents`) or another program that speaks UGI or UCI, as cmd:./engine --flag or \
cmd[Hash=64]:./engine. A time control of its own follows the mark @: mgpeo@200ms, uct@playouts=10000, alphabeta@depth=2, \
cmd:./engine@60s+0.5s.

Every finished game is in the store before the next begins: whatever happens, the same command with --resume goes on. \
Ctrl-C lets the running games finish; a second one stops at once.

The equity is the won games less the lost ones, divided by all: -1 to 1. The match-point round is the number of the own move \
after which a player first gave itself 90%, the mean of all games; a lost game counts as 47.

Examples:
  otrera match mgpeo uct --games 100 --time 100ms --concurrency 2
  otrera match alphabeta:depth=2 uct@playouts=10000 --games 20
  otrera match otrera 'cmd:./my-bot --fast' --clock 60s+0.5s")]
pub(crate) struct Match {
    /// The first player
    a: String,

    /// The second player
    b: String,

    /// How many games
    #[arg(long, default_value_t = 100, value_name = "N")]
    games: u64,

    #[command(flatten)]
    contest: ContestArgs,
}

impl Match {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let contest = self.contest.contest(ContestKind::Match, vec![self.a, self.b], self.games, None)?;
        let end = session::run(&contest, &self.contest)?;
        if self.contest.json {
            return crate::output::json(&contest.describe(&end.standings, end.run));
        }
        table::of_match(&contest, &end)
    }
}
