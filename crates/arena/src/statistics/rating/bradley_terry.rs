//! Ratings over a whole tournament: the model of Bradley and Terry on the scale of Elo.
//!
//! R. A. Bradley, M. E. Terry, "Rank analysis of incomplete block designs: I. The method of paired comparisons",
//! Biometrika 39 (1952), 324-345: a player rated `a` beats one rated `b` with probability `1 / (1 + exp(b - a))`. The most
//! likely ratings are found by Newton's method (the log likelihood is concave; D. R. Hunter, "MM algorithms for generalized
//! Bradley-Terry models", Annals of Statistics 32 (2004), 384-406), the standard errors from the inverse of the
//! information matrix there.
//!
//! A player that won or lost all games would have an infinite rating. So every player also has a prior: one game (by default)
//! half won and half lost against a player whose rating is held at 0. It draws all ratings a little together, less the
//! more was played, and makes them finite, unique, and comparable even between groups that never met.

use std::f64::consts::LN_10;

use serde::Serialize;
use thiserror::Error;

use super::super::cholesky::{Cholesky, SymmetricMatrix};
use super::super::elo;
use super::crosstable::Crosstable;

/// Elo a unit of the model's own logarithmic scale.
const ELO: f64 = 400.0 / LN_10;

/// Newton's method is done when no rating moves by more than this, on the logarithmic scale.
const STEP: f64 = 1e-11;

/// The most steps of Newton's method; it needs far fewer.
const STEPS: usize = 200;

/// What has the rating 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Anchor {
    /// The mean of all players.
    #[default]
    Mean,
    /// One player.
    Player(usize),
}

/// The model of the ratings.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BradleyTerry {
    /// What has the rating 0.
    pub anchor: Anchor,
    /// How many games each player half wins against a player held at 0; without any, [`BradleyTerry::fit`] may fail.
    pub prior_games: f64,
}

/// A player's rating in Elo.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Rating {
    /// Elo above the anchor.
    pub elo: f64,
    /// The standard error of that; 95% lie within 1.96 of it.
    ///
    /// It treats games as independent. The two games of a pair are negatively correlated, so it is rather too large.
    pub standard_error: f64,
}

/// Why there are no ratings.
#[derive(Clone, Copy, PartialEq, Debug, Error)]
pub enum RatingError {
    /// Without a prior, a group of players won or lost all games against the rest.
    #[error(
        "without a prior, ratings are infinite: the players fall into groups of which one never lost to another"
    )]
    Unconnected,
    /// The anchor is not in the table.
    #[error("the anchor is player {player} of {players}")]
    NoSuchPlayer {
        /// The number given.
        player: usize,
        /// The number of players.
        players: usize,
    },
    /// The prior is negative or no number.
    #[error("the prior must be zero games or more, not {0}")]
    Prior(f64),
}

impl Default for BradleyTerry {
    fn default() -> Self {
        Self { anchor: Anchor::Mean, prior_games: 1.0 }
    }
}

impl BradleyTerry {
    /// Finds the ratings of all players, in the order of the table.
    ///
    /// # Errors
    ///
    /// When the anchor is not in the table, the prior is invalid, or there is none and the ratings are infinite.
    pub fn fit(&self, table: &Crosstable) -> Result<Vec<Rating>, RatingError> {
        let players = table.players();
        if let Anchor::Player(player) = self.anchor
            && player >= players
        {
            return Err(RatingError::NoSuchPlayer { player, players });
        }
        if !(self.prior_games >= 0.0 && self.prior_games.is_finite()) {
            return Err(RatingError::Prior(self.prior_games));
        }
        if self.prior_games == 0.0 && !table.is_connected() {
            return Err(RatingError::Unconnected);
        }
        let ratings = self.most_likely(table).ok_or(RatingError::Unconnected)?;
        let information = self.information(table, &ratings).ok_or(RatingError::Unconnected)?;
        let zero = match self.anchor {
            Anchor::Mean => ratings.iter().sum::<f64>() / players as f64,
            Anchor::Player(player) => ratings[player],
        };
        let rate = |player: usize| Rating {
            elo: (ratings[player] - zero) * ELO,
            standard_error: self.variance(&information, player, players).sqrt() * ELO,
        };
        Ok((0..players).map(rate).collect())
    }

    /// The most likely ratings, on the logarithmic scale, by Newton's method; a step that makes things worse is halved.
    fn most_likely(&self, table: &Crosstable) -> Option<Vec<f64>> {
        let mut ratings = vec![0.0; table.players()];
        let mut likelihood = self.log_likelihood(table, &ratings);
        for _ in 0..STEPS {
            let mut step = self.information(table, &ratings)?.solve(&self.gradient(table, &ratings));
            loop {
                let next: Vec<f64> = ratings.iter().zip(&step).map(|(rating, step)| rating + step).collect();
                let next_likelihood = self.log_likelihood(table, &next);
                let longest = step.iter().fold(0.0_f64, |most, step| most.max(step.abs()));
                if longest < STEP {
                    return Some(next);
                }
                if next_likelihood >= likelihood {
                    (ratings, likelihood) = (next, next_likelihood);
                    break;
                }
                step.iter_mut().for_each(|step| *step /= 2.0);
            }
        }
        Some(ratings)
    }

    fn log_likelihood(&self, table: &Crosstable, ratings: &[f64]) -> f64 {
        let mut sum = 0.0;
        for (player, &rating) in ratings.iter().enumerate() {
            sum += self.prior_games / 2.0 * (log_probability(rating) + log_probability(-rating));
            for (opponent, &other) in ratings.iter().enumerate() {
                let wins = table.wins(player, opponent);
                if wins > 0 {
                    sum += wins as f64 * log_probability(rating - other);
                }
            }
        }
        sum
    }

    /// For each player, the games won less those expected.
    fn gradient(&self, table: &Crosstable, ratings: &[f64]) -> Vec<f64> {
        let surplus = |player: usize| {
            let prior = self.prior_games * (0.5 - probability(ratings[player]));
            let played = (0..ratings.len()).map(|opponent| {
                let games = table.games(player, opponent);
                games.wins as f64 - games.games() as f64 * probability(ratings[player] - ratings[opponent])
            });
            prior + played.sum::<f64>()
        };
        (0..ratings.len()).map(surplus).collect()
    }

    /// The information matrix, factored. Without a prior it says nothing of the mean of all ratings: there the mean is
    /// held, which leaves all differences as they are.
    fn information(&self, table: &Crosstable, ratings: &[f64]) -> Option<Cholesky> {
        let players = ratings.len();
        let held = if self.prior_games == 0.0 { 1.0 } else { 0.0 };
        let mut matrix = SymmetricMatrix::zero(players);
        for player in 0..players {
            matrix.row_mut(player).fill(held);
            let chance = probability(ratings[player]);
            matrix.add(player, player, self.prior_games * chance * (1.0 - chance));
            for opponent in (0..players).filter(|&opponent| opponent != player) {
                let chance = probability(ratings[player] - ratings[opponent]);
                let weight = table.games(player, opponent).games() as f64 * chance * (1.0 - chance);
                matrix.add(player, player, weight);
                if opponent < player {
                    matrix.add(player, opponent, -weight);
                }
            }
        }
        // Rounding alone may leave a little of a zero: a part in 10^12 of the diagonal is nothing.
        matrix.factorize(1e-12)
    }

    /// The variance of a player's rating less the anchor's.
    fn variance(&self, information: &Cholesky, player: usize, players: usize) -> f64 {
        let mut contrast = match self.anchor {
            Anchor::Mean => vec![-1.0 / players as f64; players],
            Anchor::Player(anchor) => {
                let mut contrast = vec![0.0; players];
                contrast[anchor] = -1.0;
                contrast
            }
        };
        contrast[player] += 1.0;
        let solved = information.solve(&contrast);
        contrast.iter().zip(&solved).map(|(a, b)| a * b).sum::<f64>().max(0.0)
    }
}

/// The probability of beating a player that is rated lower by `lead`, on the logarithmic scale.
fn probability(lead: f64) -> f64 {
    elo::to_score(lead * ELO)
}

/// Its logarithm, exact for a hopeless game too.
fn log_probability(lead: f64) -> f64 {
    if lead > 0.0 { -libm::log1p(libm::exp(-lead)) } else { lead - libm::log1p(libm::exp(lead)) }
}
