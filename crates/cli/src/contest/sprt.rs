//! `otrera sprt`: plays until a new player is shown to be better than an old one, or not.

use arena::ContestKind;
use arena::statistics::{EloModel, SprtParameters};
use clap::{Args, ValueEnum};

use super::{ContestArgs, session, table};

/// Play until a new player is shown to be better than an old one, or not.
#[derive(Args)]
#[command(after_help = "\
A sequential probability ratio test on pairs of games. It ends when the log-likelihood ratio of elo1 against elo0 leaves \
the bounds that the error rates give. A pair counts once all pairs before it are finished, so that short games do not \
count first. An SPRT of [0, 20] Elo takes some 2,000 games: decide at 20 ms a move or a count of nodes.

Example:
  otrera sprt mgpeo:c=1.0 mgpeo --elo0 0 --elo1 20 --time 20ms --concurrency 2")]
pub(crate) struct SprtCommand {
    /// The new player
    new: String,

    /// The old player
    old: String,

    /// The difference that is not worth a change
    #[arg(long, default_value_t = 0.0, allow_negative_numbers = true, value_name = "ELO")]
    elo0: f64,

    /// The difference that is
    #[arg(long, default_value_t = 20.0, allow_negative_numbers = true, value_name = "ELO")]
    elo1: f64,

    /// How often elo1 may be accepted where elo0 is true
    #[arg(long, default_value_t = 0.05, value_name = "RATE")]
    alpha: f64,

    /// How often elo0 may be accepted where elo1 is true
    #[arg(long, default_value_t = 0.05, value_name = "RATE")]
    beta: f64,

    /// Which Elo is meant
    #[arg(long, value_enum, default_value_t = Model::Logistic)]
    model: Model,

    /// Gives up after this many games
    #[arg(long, default_value_t = 40_000, value_name = "N")]
    games: u64,

    #[command(flatten)]
    contest: ContestArgs,
}

/// Which Elo.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Model {
    /// From the expected score
    Logistic,
    /// From the expected score in standard deviations of a game
    Normalized,
}

impl SprtCommand {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let model = match self.model {
            Model::Logistic => EloModel::Logistic,
            Model::Normalized => EloModel::Normalized,
        };
        let parameters =
            SprtParameters { model, elo0: self.elo0, elo1: self.elo1, alpha: self.alpha, beta: self.beta };
        let players = vec![self.new, self.old];
        let contest = self.contest.contest(ContestKind::Sprt, players, self.games, Some(parameters))?;
        let end = session::run(&contest, &self.contest)?;
        if self.contest.json {
            return crate::output::json(&contest.describe(&end.standings, end.run));
        }
        table::of_match(&contest, &end)
    }
}
