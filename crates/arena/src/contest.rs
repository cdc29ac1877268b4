//! A contest: everything that is fixed before the first game, and how a stored contest is found.

use agents::{Contender, UnreadableBoard};
use amazons::ByColor;
use serde_json::{Value, json};
use store::{Run, RunId, RunResult, Source, Store, StoreError, digest};
use thiserror::Error;

use crate::entrant::Entrant;
use crate::game::{Adjudication, GameRules};
use crate::game_result::GameResult;
use crate::opening::Opening;
use crate::runner::RunError;
use crate::schedule::{ContestFormat, Schedule, ScheduledGame};
use crate::standings::Standings;
use crate::statistics::Sprt;
use crate::time_control::TimeControl;
use crate::unit::{PlannedGame, RunPlan};

/// A match, a tournament or a sequential test.
#[derive(Clone, Debug)]
pub struct Contest {
    /// Its kind in the store: `match`, `tournament`, `sprt`.
    pub kind: &'static str,
    /// The players.
    pub entrants: Vec<Entrant>,
    /// The time control of players without their own.
    pub time_control: TimeControl,
    /// The pairings.
    pub format: ContestFormat,
    /// The number of game pairs of every pairing.
    pub rounds: u64,
    /// The openings.
    pub openings: Vec<Opening>,
    /// The rules of the games.
    pub rules: GameRules,
    /// The seed of everything.
    pub seed: u64,
    /// The test that may end it before all games are played.
    pub sprt: Option<Sprt>,
}

/// A contest that cannot be played.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ContestError {
    /// Fewer than two players.
    #[error("a contest needs at least two players")]
    TooFew,
    /// No openings.
    #[error("a contest needs at least one opening")]
    NoOpenings,
    /// A program without a limit.
    #[error("{0} has no limit: give it a time, playouts, nodes or a depth")]
    NoLimit(String),
    /// A player cannot read the board.
    #[error(transparent)]
    Board(#[from] UnreadableBoard),
}

/// The run of a contest in the store, and its finished games.
#[derive(Clone, Debug)]
pub struct ContestState {
    /// The run of its games.
    pub run: RunId,
    /// The finished games.
    pub standings: Standings,
}

/// A contest that was found in a store.
#[derive(Clone, Debug)]
pub struct StoredContest {
    /// Its run and finished games.
    pub state: ContestState,
    /// Whether all of it was played.
    pub is_finished: bool,
}

impl Contest {
    /// Starts every external program once, so that an error is reported before a run is stored.
    ///
    /// # Errors
    /// When one does not start.
    pub fn check_programs(&self) -> Result<(), RunError> {
        for entrant in &self.entrants {
            if let Contender::Program(_) = entrant.contender {
                entrant.planned(self.time_control).agent(self.rules)?;
            }
        }
        Ok(())
    }

    /// What its games have in common, for units of them.
    #[must_use]
    pub fn plan(&self) -> RunPlan {
        RunPlan {
            kind: self.kind.to_owned(),
            conditions: self.conditions().to_string(),
            source: Source::Match,
            players: self.entrants.iter().map(|entrant| entrant.planned(self.time_control)).collect(),
            rules: self.rules,
        }
    }

    /// A game of its schedule, for a unit.
    #[must_use]
    pub fn planned(&self, slot: ScheduledGame) -> PlannedGame {
        let ScheduledGame { number, seed, white, black, .. } = slot;
        PlannedGame { number, seed, white, black, opening: self.opening_of(slot).clone(), strays: Vec::new() }
    }

    /// Checks the contest.
    ///
    /// # Errors
    /// When it cannot be played.
    pub fn check(&self) -> Result<(), ContestError> {
        if self.entrants.len() < 2 {
            return Err(ContestError::TooFew);
        }
        if self.openings.is_empty() {
            return Err(ContestError::NoOpenings);
        }
        for opening in &self.openings {
            let size = opening.game.position().size();
            self.entrants.iter().try_for_each(|entrant| entrant.contender.check_board(size))?;
        }
        // Most programs search until `stop` if there is no limit.
        let has_no_limit = |entrant: &&Entrant| {
            let is_ours = matches!(entrant.contender, Contender::Player(_));
            !is_ours && entrant.time_control_or(self.time_control).is_none()
        };
        match self.entrants.iter().find(has_no_limit) {
            Some(entrant) => Err(ContestError::NoLimit(entrant.to_string())),
            None => Ok(()),
        }
    }

    /// The schedule of its games.
    #[must_use]
    pub fn schedule(&self) -> Schedule {
        Schedule::new(&self.format, self.entrants.len(), self.openings.len(), self.rounds, self.seed)
    }

    /// The time controls of a game.
    #[must_use]
    pub fn time_controls(&self, slot: ScheduledGame) -> ByColor<TimeControl> {
        let of = |player: usize| self.entrants[player].time_control_or(self.time_control);
        ByColor { white: of(slot.white), black: of(slot.black) }
    }

    /// Whether no clock limits a player: then the same seeds give the same moves.
    #[must_use]
    pub fn is_counted(&self) -> bool {
        self.entrants.iter().all(|entrant| entrant.time_control_or(self.time_control).is_counted())
    }

    /// Everything that the games depend on: as a line of JSON it identifies the contest in a store. The number of games at the
    /// same time is not part of it.
    #[must_use]
    pub fn conditions(&self) -> Value {
        let entrant = |entrant: &Entrant| {
            let pace = entrant.time_control_or(self.time_control).to_string();
            let mut entry = json!({ "player": entrant.contender.to_string(), "pace": pace });
            // Only where there are any, so that contests of older versions are found.
            let networks = entrant.contender.network_digests();
            if !networks.is_empty() {
                entry["networks"] = json!(networks);
            }
            entry
        };
        let openings: Vec<String> = self.openings.iter().map(ToString::to_string).collect();
        json!({
            "program": env!("CARGO_PKG_VERSION"),
            "entrants": self.entrants.iter().map(entrant).collect::<Vec<_>>(),
            "format": self.format.to_string(),
            "rounds": self.rounds,
            "openings": self.openings.len(),
            "openings_digest": format!("{:016x}", digest(openings.join("\n").as_bytes())),
            "margin_ms": self.rules.time_margin.as_millis() as u64,
            "adjudicated": self.rules.adjudication == Adjudication::Proven,
            "seed": self.seed,
            "sprt": self.sprt.as_ref().map(Sprt::parameters),
        })
    }

    /// The unfinished run under the same conditions with the most games, or else the latest run.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn find(&self, store: &Store) -> Result<Option<StoredContest>, StoreError> {
        let conditions = self.conditions().to_string();
        let is_ours = |run: &Run| run.kind == self.kind && run.conditions == conditions;
        let runs: Vec<Run> = store.runs()?.into_iter().filter(is_ours).collect();
        let unfinished = runs.iter().filter(|run| run.finished.is_none());
        let furthest = unfinished.max_by_key(|run| (run.games, run.id.0));
        let Some(run) = furthest.or_else(|| runs.iter().max_by_key(|run| run.id.0)) else { return Ok(None) };
        Ok(Some(StoredContest { state: self.state(store, run.id)?, is_finished: run.finished.is_some() }))
    }

    /// Stores a new run.
    ///
    /// # Errors
    /// When the store cannot be written.
    pub fn begin(&self, store: &mut Store) -> Result<ContestState, StoreError> {
        let run = store.begin_run(self.kind, &self.conditions().to_string())?;
        Ok(ContestState { run, standings: Standings::new(self.schedule(), self.entrants.len(), self.sprt) })
    }

    /// The finished games of one of its runs.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn state(&self, store: &Store, run: RunId) -> Result<ContestState, StoreError> {
        let schedule = self.schedule();
        let mut standings = Standings::new(schedule.clone(), self.entrants.len(), self.sprt);
        for stored in store.run_results(run)? {
            let RunResult { slot, winner, ending, game, thoughts } = &stored;
            let opening = self.opening_of(schedule.slot(*slot)).game.moves().len();
            standings.add(GameResult::new(*slot, *winner, *ending, game, thoughts, opening));
        }
        Ok(ContestState { run, standings })
    }

    /// The opening of a game.
    #[must_use]
    pub fn opening_of(&self, slot: ScheduledGame) -> &Opening {
        &self.openings[slot.opening]
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::opening::OpeningSource;

    fn contest(players: &[&str], start: &amazons::Game) -> Contest {
        Contest {
            kind: "match",
            entrants: players.iter().map(|player| player.parse().unwrap()).collect(),
            time_control: "depth=1".parse().unwrap(),
            format: ContestFormat::RoundRobin,
            rounds: 1,
            openings: OpeningSource::Start.openings(start.position(), "", 1, 0).unwrap(),
            rules: GameRules { time_margin: Duration::ZERO, adjudication: Adjudication::Never },
            seed: 1,
            sprt: None,
        }
    }

    #[test]
    fn a_board_that_a_player_cannot_read_is_refused_before_the_first_game() {
        let folder = testkit::network_files(&["a.net"]);
        let network = format!("net:{}", folder.path().join("a.net").display());
        let players = ["greedy", &format!("greedy:eval={network}")];
        let large = testkit::game_at(&format!("Q14/{}14q w", "15/".repeat(13)));
        let error = contest(&players, &large).check().unwrap_err();
        assert_eq!(error.to_string(), format!("{network} reads boards of at most 10x10, and this is 15x15"));
        assert_eq!(contest(&players, &amazons::Game::default()).check(), Ok(()));
        assert_eq!(contest(&["greedy", "random"], &large).check(), Ok(()));
    }

    /// Else a contest would be resumed with another player of the same name.
    #[test]
    fn a_network_that_was_trained_on_is_another_condition() {
        let folder = testkit::network_files(&["a.net"]);
        let path = folder.path().join("a.net");
        let player = format!("greedy:eval=net:{}", path.display());
        let conditions = || contest(&["greedy", &player], &amazons::Game::default()).conditions();
        let before = conditions();
        assert_eq!(before["entrants"][1]["networks"], json!([testkit::network().digest()]));
        assert_eq!(before["entrants"][0].get("networks"), None);
        assert_eq!(conditions(), before);
        let mut network = testkit::network();
        network.training.examples += 1;
        std::fs::write(&path, network.to_bytes()).unwrap();
        assert_ne!(conditions(), before);
    }
}
