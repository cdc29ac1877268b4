//! A contest: everything that is fixed before the first game, and how it is found again in a store.

use amazons::ByColor;
use serde_json::json;
use store::{Run, RunId, Store, StoreError};
use thiserror::Error;

use crate::digest::digest;
use crate::entrant::Entrant;
use crate::game::{Rules, Until};
use crate::opening::Opening;
use crate::outcome::Outcome;
use crate::pace::Pace;
use crate::runner::RunError;
use crate::schedule::{Format, Schedule, Slot};
use crate::standings::Standings;
use crate::statistics::Sprt;

/// A match, a tournament or a sequential test.
#[derive(Clone, Debug)]
pub struct Contest {
    /// The word for it in the store: `match`, `tournament`, `sprt`.
    pub kind: &'static str,
    /// Who takes part.
    pub entrants: Vec<Entrant>,
    /// How long those may think that have no pace of their own.
    pub pace: Pace,
    /// Who meets whom.
    pub format: Format,
    /// How many pairs of games every pairing plays.
    pub rounds: u64,
    /// Where the games begin.
    pub openings: Vec<Opening>,
    /// How they are judged.
    pub rules: Rules,
    /// The seed of everything.
    pub seed: u64,
    /// The test that may end it before all games are played.
    pub sprt: Option<Sprt>,
}

/// A contest that cannot be played.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ContestError {
    /// Nobody to play against.
    #[error("a contest needs two players at least")]
    TooFew,
    /// Nothing to begin with.
    #[error("a contest needs an opening at least")]
    NoOpenings,
    /// A player that would never answer.
    #[error("{0} has no limit and would think for ever: give it a time, playouts, nodes or a depth")]
    Endless(String),
}

/// A contest's place in a store, and what was played of it.
#[derive(Clone, Debug)]
pub struct Progress {
    /// The run that its games belong to.
    pub run: RunId,
    /// The games played before.
    pub standings: Standings,
}

/// A contest that a store knows already.
#[derive(Clone, Debug)]
pub struct Found {
    /// What was played of it.
    pub progress: Progress,
    /// Whether it came to its end.
    pub is_finished: bool,
}

impl Contest {
    /// Starts every other program once, so that one that does not start is told before anything is stored.
    ///
    /// # Errors
    /// When one does not start.
    pub fn check_programs(&self) -> Result<(), RunError> {
        for entrant in &self.entrants {
            if let agents::Contender::Program(_) = entrant.contender {
                entrant.seat(self.rules)?;
            }
        }
        Ok(())
    }

    /// Checks what can be known before the first game.
    ///
    /// # Errors
    /// When there is nothing to play.
    pub fn check(&self) -> Result<(), ContestError> {
        if self.entrants.len() < 2 {
            return Err(ContestError::TooFew);
        }
        if self.openings.is_empty() {
            return Err(ContestError::NoOpenings);
        }
        // A program decides for itself what no limit means: most think until they are told to stop.
        let is_endless = |entrant: &&Entrant| {
            let is_ours = matches!(entrant.contender, agents::Contender::Player(_));
            !is_ours && entrant.pace_or(self.pace).is_none()
        };
        match self.entrants.iter().find(is_endless) {
            Some(entrant) => Err(ContestError::Endless(entrant.to_string())),
            None => Ok(()),
        }
    }

    /// All its games.
    #[must_use]
    pub fn schedule(&self) -> Schedule {
        Schedule::new(&self.format, self.entrants.len(), self.openings.len(), self.rounds, self.seed)
    }

    /// How long both sides of a game may think.
    #[must_use]
    pub fn paces(&self, slot: Slot) -> ByColor<Pace> {
        let of = |player: usize| self.entrants[player].pace_or(self.pace);
        ByColor { white: of(slot.white), black: of(slot.black) }
    }

    /// Whether the same seeds give the same moves: nothing is decided by a clock.
    #[must_use]
    pub fn is_counted(&self) -> bool {
        self.entrants.iter().all(|entrant| entrant.pace_or(self.pace).is_counted())
    }

    /// Everything that makes it this contest and no other, as one line. How many games run at once is not part of it.
    #[must_use]
    pub fn conditions(&self) -> String {
        let entrant = |entrant: &Entrant| json!({ "player": entrant.contender.to_string(), "pace": entrant.pace_or(self.pace).to_string() });
        let openings: Vec<String> = self.openings.iter().map(ToString::to_string).collect();
        json!({
            "program": env!("CARGO_PKG_VERSION"),
            "entrants": self.entrants.iter().map(entrant).collect::<Vec<_>>(),
            "format": self.format.to_string(),
            "rounds": self.rounds,
            "openings": self.openings.len(),
            "openings_digest": format!("{:016x}", digest(openings.join("\n").as_bytes())),
            "margin_ms": self.rules.margin.as_millis() as u64,
            "adjudicated": self.rules.until == Until::Proven,
            "seed": self.seed,
            "sprt": self.sprt.as_ref().map(Sprt::parameters),
        })
        .to_string()
    }

    /// The run under the same conditions that is furthest, of those broken off, or else the latest one.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn find(&self, store: &Store) -> Result<Option<Found>, StoreError> {
        let conditions = self.conditions();
        let is_ours = |run: &Run| run.kind == self.kind && run.conditions == conditions;
        let runs: Vec<Run> = store.runs()?.into_iter().filter(is_ours).collect();
        let broken_off = runs.iter().filter(|run| run.finished.is_none());
        let furthest = broken_off.max_by_key(|run| (run.games, run.id.0));
        let Some(run) = furthest.or_else(|| runs.iter().max_by_key(|run| run.id.0)) else { return Ok(None) };
        Ok(Some(Found { progress: self.progress(store, run.id)?, is_finished: run.finished.is_some() }))
    }

    /// Begins a new run.
    ///
    /// # Errors
    /// When the store cannot be written.
    pub fn begin(&self, store: &mut Store) -> Result<Progress, StoreError> {
        let run = store.begin_run(self.kind, &self.conditions())?;
        Ok(Progress { run, standings: Standings::new(self.schedule(), self.entrants.len(), self.sprt) })
    }

    /// What was played of one of its runs.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn progress(&self, store: &Store, run: RunId) -> Result<Progress, StoreError> {
        let mut standings = Standings::new(self.schedule(), self.entrants.len(), self.sprt);
        for summary in store.run_games(run)? {
            if let Some(slot) = summary.run {
                let stored = store.game(summary.id)?;
                let opening = self.opening_of(self.schedule().slot(slot.slot)).game.moves().len();
                standings.extend(Outcome::of(slot.slot, &stored.record, opening));
            }
        }
        Ok(Progress { run, standings })
    }

    /// The opening of a game.
    #[must_use]
    pub fn opening_of(&self, slot: Slot) -> &Opening {
        &self.openings[slot.opening]
    }
}
