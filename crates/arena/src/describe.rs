//! Contests as JSON: a finished game, and the result of a whole contest.

use amazons::Color;
use serde_json::{Value, json};
use store::{GameRecord, RunId};

use crate::contest::Contest;
use crate::game_result::GameResult;
use crate::schedule::ScheduledGame;
use crate::standings::{EntrantStats, Standings};
use crate::statistics::{EloEstimate, GameTally, elo, wilson};

impl Contest {
    /// A finished game, with the standings after it.
    #[must_use]
    pub fn describe_game(
        &self,
        standings: &Standings,
        slot: ScheduledGame,
        game: &GameRecord,
        outcome: &GameResult,
    ) -> Value {
        let mut value = json!({
            "event": "game",
            "slot": slot.number,
            "white": self.entrants[slot.white].to_string(),
            "black": self.entrants[slot.black].to_string(),
            "opening": self.opening_of(slot).name,
            "winner": outcome.winner.name(),
            "ending": outcome.ending.to_string(),
            "detail": game.detail,
            "plies": outcome.plies,
            "games": standings.games(),
            "scheduled": standings.scheduled(),
        });
        if self.entrants.len() == 2 {
            extend(&mut value, score(standings));
        }
        value
    }

    /// The result of the contest, whose games are a run of a store.
    #[must_use]
    pub fn describe(&self, standings: &Standings, run: RunId) -> Value {
        let mut value = json!({ "event": "end" });
        let count = self.entrants.len();
        if self.kind == "tournament" {
            let table = standings.crosstable();
            let row =
                |player: usize| (0..count).map(|opponent| table.wins(player, opponent)).collect::<Vec<_>>();
            let rows = (0..count).map(row).collect::<Vec<_>>();
            extend(&mut value, json!({ "games": standings.games(), "crosstable": rows }));
        }
        if count == 2 {
            extend(&mut value, score(standings));
        }
        extend(&mut value, self.common(standings, run));
        value
    }

    /// What all contests end with.
    fn common(&self, standings: &Standings, run: RunId) -> Value {
        let figures = standings.stats();
        let ratings = standings.ratings().ok();
        let rating = |index: usize| ratings.as_ref().map(|ratings| ratings[index]);
        let players = self.entrants.iter().enumerate().map(|(index, entrant)| {
            let mut value = json!({
                "player": entrant.contender.to_string(),
                "pace": entrant.time_control_or(self.time_control).to_string(),
                "rating": rating(index).map(|rating| rating.elo),
                "rating_standard_error": rating(index).map(|rating| rating.standard_error),
            });
            extend(&mut value, of_player(&figures[index]));
            value
        });
        let endings: serde_json::Map<String, Value> = standings
            .endings()
            .into_iter()
            .map(|(ending, count)| (ending.to_string(), count.into()))
            .collect();
        json!({
            "kind": self.kind,
            "run": run.0,
            "is_complete": standings.games() == standings.scheduled(),
            "scheduled": standings.scheduled(),
            "different_games": standings.different_games(),
            "white": share(standings.white()),
            "mean_plies": standings.lengths().mean(),
            "sd_plies": standings.lengths().deviation(),
            "endings": endings,
            "players": players.collect::<Vec<_>>(),
        })
    }
}

/// What one side of a match has won, and what that says.
fn score(standings: &Standings) -> Value {
    let tally = standings.tally(0, 1);
    let games = tally.games();
    let estimate = EloEstimate::logistic(&tally.pairs);
    // Who has won everything has no finite Elo: then one split pair more is thought of, and said to be.
    let is_finite = estimate.is_some_and(|estimate| estimate.elo.is_finite() && estimate.error().is_some());
    let shown = estimate.filter(|_| is_finite).unwrap_or_else(|| EloEstimate::regularized(&tally.pairs));
    let finite = |value: Option<f64>| value.filter(|value| value.is_finite());
    json!({
        "games": games.games(),
        "a_wins": games.wins,
        "b_wins": games.losses,
        "elo": shown.elo,
        "elo_error": shown.error(),
        "elo_is_regularized": !is_finite,
        "elo_low": finite(estimate.map(|estimate| estimate.lower)),
        "elo_high": finite(estimate.map(|estimate| estimate.upper)),
        "normalized_elo": finite(EloEstimate::normalized(&tally.pairs).map(|estimate| estimate.elo)),
        "likelihood_of_superiority": elo::likelihood_of_superiority(&tally.pairs),
        "equity": games.equity(),
        "pairs": { "won_both": tally.pairs.won_both, "split": tally.pairs.split, "lost_both": tally.pairs.lost_both },
        "sprt": standings.sprt().map(|trial| json!({
            "llr": trial.llr(),
            "lower": trial.sprt.bounds().lower,
            "upper": trial.sprt.bounds().upper,
            "pairs": trial.pairs.pairs(),
            "verdict": trial.verdict,
            "parameters": trial.sprt.parameters(),
        })),
    })
}

fn of_player(figures: &EntrantStats) -> Value {
    json!({
        "total": share(figures.total()),
        "as_white": share(figures.games[Color::White]),
        "as_black": share(figures.games[Color::Black]),
        "seconds_a_move": figures.seconds.mean(),
        "nodes_a_second": figures.speed.nodes_a_second(),
        "match_point_round": figures.match_points.mean(),
    })
}

/// A share of games won, with Wilson's interval.
fn share(games: GameTally) -> Value {
    let interval = wilson(games.wins, games.games());
    json!({
        "wins": games.wins, "games": games.games(), "rate": games.score(), "low": interval.lower, "high": interval.upper,
    })
}

/// Adds the fields of one object to another.
fn extend(value: &mut Value, more: Value) {
    if let (Value::Object(value), Value::Object(more)) = (value, more) {
        value.extend(more);
    }
}
