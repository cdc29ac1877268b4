//! Self-play: files of games of a player against itself from many openings, without duplicates.
//!
//! A game depends on the seed and its number alone, and games are written in the order of their numbers. A file is the same
//! byte by byte for any number of threads and machines, as long as the player is not limited by time.
//!
//! - `variety`: the openings;
//! - `spec`: self-play in plain texts;
//! - `head`: hands the games out in units, and writes them in order;
//! - `early`: games that wait for earlier ones;
//! - `distinct`: which games are duplicates.

mod distinct;
mod early;
mod head;
mod spec;
#[cfg(test)]
mod tests;
mod variety;

use std::path::Path;
use std::time::Duration;

use amazons::AnyPosition;
use arena::{
    Adjudication, Entrant, GameRules, OpeningError, PlannedGame, PlannedPlayer, RunPlan, StopSignal, Strays,
    TimeControl, Workers, dispatch, mix,
};
use serde_json::json;
use store::Source;

use self::head::SelfPlayHead;
pub use self::spec::{SelfPlaySpec, SelfPlaySpecError};
pub use self::variety::{Variety, VarietyError};
use crate::error::TrainingError;
use crate::json_lines::Existing;

/// The kind of such a run in a file or store.
pub const SELF_PLAY: &str = "self-play";

/// Everything that games of self-play depend on.
#[derive(Clone, Debug)]
pub struct SelfPlay {
    /// The player of both sides, with its time control.
    pub player: Entrant,
    /// The start position.
    pub start: AnyPosition,
    /// The openings.
    pub variety: Variety,
    /// Random plies after the opening.
    pub strays: Option<Strays>,
    /// When a game ends.
    pub adjudication: Adjudication,
    /// The seed of everything.
    pub seed: u64,
}

/// The result of writing a file of self-play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SelfPlayed {
    /// Games in the file.
    pub games: u64,
    /// Those of them that the file had before.
    pub before: u64,
    /// Discarded duplicates, symmetric ones included.
    pub copies: u64,
}

impl SelfPlay {
    fn time_control(&self) -> TimeControl {
        self.player.time_control_or(TimeControl::default())
    }

    /// Whether the same seed gives the same file: no clock limits the player.
    #[must_use]
    pub fn is_counted(&self) -> bool {
        self.time_control().is_counted()
    }

    /// Everything that the games depend on, as one line of JSON. The number of games is not part of it: a file can be
    /// continued.
    #[must_use]
    pub fn conditions(&self) -> String {
        let mut conditions = json!({
            "program": env!("CARGO_PKG_VERSION"),
            "player": self.player.contender.to_string(),
            "pace": self.time_control().to_string(),
            "start": self.start.to_setup().to_fen(),
            "openings": self.variety.conditions(),
            "seed": self.seed,
        });
        // Defaults are left out, so that files of older versions can be resumed.
        let networks = self.player.contender.network_digests();
        if !networks.is_empty() {
            conditions["networks"] = json!(networks);
        }
        if let Some(strays) = self.strays {
            conditions["strays"] = json!(strays.to_string());
        }
        if self.adjudication == Adjudication::Proven {
            conditions["until"] = json!("proven");
        }
        conditions.to_string()
    }

    /// The seed of a game: 63 bits, because integers of `SQLite` are signed.
    fn seed_of(&self, number: u64) -> u64 {
        mix(self.seed, number) >> 1
    }

    /// What its games have in common, for units of them.
    #[must_use]
    pub fn plan(&self) -> RunPlan {
        let player = PlannedPlayer {
            name: self.player.contender.to_string(),
            contender: self.player.contender.clone(),
            time_control: self.time_control(),
        };
        RunPlan {
            kind: SELF_PLAY.to_owned(),
            conditions: self.conditions(),
            source: Source::SelfPlay,
            players: vec![player],
            rules: GameRules { time_margin: Duration::from_secs(10), adjudication: self.adjudication },
        }
    }

    /// A game by its number.
    ///
    /// # Errors
    /// When its opening cannot be drawn.
    pub fn planned(&self, number: u64) -> Result<PlannedGame, OpeningError> {
        let seed = self.seed_of(number);
        Ok(PlannedGame {
            number,
            seed,
            white: 0,
            black: 0,
            opening: self.variety.opening(&self.start, number, seed)?,
            strays: self.strays.map(|strays| strays.drawn(seed)).unwrap_or_default(),
        })
    }

    /// Writes a file of games, or continues it; reports the number of games after each. Games that are finished before an
    /// earlier one wait in the file `FILE.early`, which is removed at the end.
    ///
    /// # Errors
    /// When a game cannot be played, the file cannot be written or has other conditions;
    /// [`TrainingError::Stopped`] when the signal is set, and [`TrainingError::NoMoreGames`] when the player repeats its
    /// games. Finished games are kept.
    pub fn write(
        &self,
        path: &Path,
        games: u64,
        existing: Existing,
        workers: &mut dyn Workers,
        stop: &StopSignal,
        mut report: impl FnMut(u64),
    ) -> Result<SelfPlayed, TrainingError> {
        let mut head = SelfPlayHead::open(self, path, games, existing, &mut report)?;
        head.consume_early()?;
        let played = dispatch(&mut head, workers, stop);
        head.finish(played)
    }
}
