//! Self-play: files of games of a player against itself from many openings, without duplicates.
//!
//! A game depends on the seed and its number alone, and games are written in the order of their numbers. A file is the same
//! byte by byte for any number of threads, as long as the player is not limited by time.
//!
//! - `variety`: the openings;
//! - `strays`: random plies in the middle of games;
//! - `distinct`: which games are duplicates.

mod distinct;
mod strays;
#[cfg(test)]
mod tests;
mod variety;

use std::path::Path;
use std::time::Duration;

use agents::{Agent, AgentError};
use amazons::{AnyPosition, ByColor};
use arena::{Adjudication, Entrant, GameRules, TimeControl, mix, play};
use serde_json::json;
use store::{GameRecord, Source, Thought};
use thought::{Control, Limits};
use time::OffsetDateTime;

use self::distinct::DistinctGames;
use self::strays::StrayAgent;
pub use self::strays::{Strays, StraysError};
pub use self::variety::{Variety, VarietyError};
use crate::error::TrainingError;
use crate::json_lines::{Existing, GameFile};
use crate::thread_pool::{Flow, ThreadPool};

/// The kind of such a run in a file or store.
pub const SELF_PLAY: &str = "self-play";

/// Self-play ends after this many duplicates in a row: the player has no other games from these openings.
const MOST_DUPLICATES: u64 = 200;

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

    /// Two agents of the player, one for each side.
    ///
    /// # Errors
    /// When an external program does not start.
    pub fn agents(&self) -> Result<ByColor<Box<dyn Agent>>, AgentError> {
        Ok(ByColor { white: self.player.contender.agent()?, black: self.player.contender.agent()? })
    }

    /// Plays a game. `None` when the control stopped it.
    ///
    /// # Errors
    /// When its opening cannot be drawn.
    pub fn game(
        &self,
        number: u64,
        players: &mut ByColor<Box<dyn Agent>>,
        control: &Control,
    ) -> Result<Option<GameRecord>, TrainingError> {
        let seed = self.seed_of(number);
        let opening = self.variety.opening(&self.start, number, seed)?;
        players.white.new_game(seed);
        players.black.new_game(seed ^ 1);
        let time_control = self.time_control();
        let time_controls = ByColor { white: time_control, black: time_control };
        let strays = self.strays.map(|strays| strays.drawn(seed)).unwrap_or_default();
        let mut white = StrayAgent { agent: players.white.as_mut(), strays: &strays };
        let mut black = StrayAgent { agent: players.black.as_mut(), strays: &strays };
        let agents: ByColor<&mut dyn Agent> = ByColor { white: &mut white, black: &mut black };
        let rules = GameRules { time_margin: Duration::from_secs(10), adjudication: self.adjudication };
        let begun = OffsetDateTime::now_utc();
        let Some(mut played) = play(&opening.game, agents, &time_controls, rules, control) else {
            return Ok(None);
        };
        for (ply, thought) in played.thoughts.iter_mut().enumerate() {
            if strays.has(ply) {
                *thought = Thought::default();
            } else if self.is_counted() {
                // Times do not depend on the seed alone.
                thought.time = Duration::ZERO;
            }
        }
        let name = self.player.contender.to_string();
        let limits = Some(time_control.to_string())
            .filter(|_| time_control.limits != Limits::NONE || time_control.clock.is_some());
        Ok(Some(GameRecord {
            winner: Some(played.winner),
            ending: played.ending,
            detail: played.detail,
            event: Some("self-play".to_owned()),
            opening: Some(opening.name),
            played_at: Some(begun).filter(|_| !self.is_counted()),
            limits: ByColor { white: limits.clone(), black: limits },
            thoughts: played.thoughts,
            transcript: played.transcript,
            ..GameRecord::new(ByColor { white: name.clone(), black: name }, played.game, Source::SelfPlay)
        }))
    }

    /// Plays a number of different games, beginning with a number, and consumes them in order; returns the number of duplicates.
    ///
    /// # Errors
    /// When a game cannot be played or consumed; [`TrainingError::Stopped`] when the pool is stopped, and
    /// [`TrainingError::NoMoreGames`] when the player repeats its games.
    fn generate(
        &self,
        games: u64,
        first: u64,
        pool: &ThreadPool<'_>,
        distinct: &mut DistinctGames,
        mut consume: impl FnMut((u64, GameRecord)) -> Result<(), TrainingError>,
    ) -> Result<u64, TrainingError> {
        let (mut kept, mut copies, mut in_a_row) = (0, 0, 0);
        let mut failure = None;
        let work = |agents: &mut Result<ByColor<Box<dyn Agent>>, AgentError>, number: u64| {
            let agents = match agents {
                Ok(agents) => agents,
                Err(error) => {
                    let player = self.player.to_string();
                    return Some(Err(TrainingError::Run(arena::RunError::Start {
                        player,
                        error: error.clone(),
                    })));
                }
            };
            self.game(number, agents, pool.stop.control()).transpose()
        };
        pool.run_in_order(
            first..first.saturating_add(games),
            || self.agents(),
            work,
            |number, game| {
                let game = match game {
                    Ok(game) => game,
                    Err(error) => {
                        failure = Some(error);
                        return Flow::Stop;
                    }
                };
                if !distinct.insert(&game.game) {
                    (copies, in_a_row) = (copies + 1, in_a_row + 1);
                    return if in_a_row < MOST_DUPLICATES { Flow::Replace } else { Flow::Stop };
                }
                in_a_row = 0;
                match consume((number, game)) {
                    Ok(()) => {
                        kept += 1;
                        Flow::Continue
                    }
                    Err(error) => {
                        failure = Some(error);
                        Flow::Stop
                    }
                }
            },
        );
        match failure {
            Some(error) => Err(error),
            None if in_a_row == MOST_DUPLICATES => Err(TrainingError::NoMoreGames { kept, copies: in_a_row }),
            None if kept < games => Err(TrainingError::Stopped),
            None => Ok(copies),
        }
    }

    /// Writes a file of games, or continues it; reports the number of games after each.
    ///
    /// # Errors
    /// When a game cannot be played, the file cannot be written or has other conditions;
    /// [`TrainingError::Stopped`] when the pool is stopped, and [`TrainingError::NoMoreGames`] when the player repeats its
    /// games. Written games are kept.
    pub fn write(
        &self,
        path: &Path,
        games: u64,
        existing: Existing,
        pool: &ThreadPool<'_>,
        mut report: impl FnMut(u64),
    ) -> Result<SelfPlayed, TrainingError> {
        let mut distinct = DistinctGames::default();
        let (mut before, mut next) = (0, 0);
        let mut file = GameFile::open(path, existing, SELF_PLAY, self.conditions(), |number, game| {
            distinct.insert(&game.game);
            (before, next) = (before + 1, number + 1);
        })?;
        report(before);
        let mut written = before;
        let copies =
            self.generate(games.saturating_sub(before), next, pool, &mut distinct, |(number, game)| {
                file.write(number, self.seed_of(number), &game)?;
                written += 1;
                report(written);
                Ok(())
            });
        file.finish()?;
        Ok(SelfPlayed { games: written, before, copies: copies? })
    }
}
