//! Game databases by self-play: a player against itself from many openings, no game twice.
//!
//! A game depends on the seed and its number alone; games are written in the order of their numbers, so that a file is the
//! same byte by byte whatever the number of threads, as long as no clock limits the player.
//!
//! - `variety`: where games begin;
//! - `strays`: random plies in the middle of games;
//! - `distinct`: which games are the same.

mod distinct;
mod strays;
#[cfg(test)]
mod tests;
mod variety;

use std::path::Path;
use std::time::Duration;

use agents::{Agent, AgentError};
use amazons::{AnyPosition, ByColor};
use arena::{Entrant, Pace, Rules, Until, mix, play};
use serde_json::json;
use store::{NewGame, Source, Thought};
use thought::{Control, Limits};
use time::OffsetDateTime;

pub use self::distinct::Distinct;
use self::strays::Straying;
pub use self::strays::{Strays, StraysError};
pub use self::variety::{Variety, VarietyError};
use crate::lines::{Existing, Lines};
use crate::ordered::{Crew, Taken};
use crate::workbench::LabError;

/// The word for such a run in a file.
pub(crate) const KIND: &str = "self-play";

/// So many games in a row that were there before end the making: the player has no others from these openings.
const FRUITLESS: u64 = 200;

/// All that self-played games depend on.
#[derive(Clone, Debug)]
pub struct SelfPlay {
    /// Who plays both sides, and how long it may think.
    pub player: Entrant,
    /// Where the board is set up.
    pub start: AnyPosition,
    /// Where games begin.
    pub variety: Variety,
    /// Random plies besides.
    pub strays: Option<Strays>,
    /// When games end.
    pub until: Until,
    /// The seed of everything.
    pub seed: u64,
}

/// What came of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Made {
    /// Games in the file.
    pub games: u64,
    /// Those of them that were there before.
    pub before: u64,
    /// Games that were thrown away because the file has them already, under a symmetry perhaps.
    pub copies: u64,
}

/// A game with its number.
type Numbered = (u64, NewGame);

impl SelfPlay {
    fn pace(&self) -> Pace {
        self.player.pace_or(Pace::default())
    }

    /// Whether the same seed gives the same file.
    #[must_use]
    pub fn is_counted(&self) -> bool {
        self.pace().is_counted()
    }

    /// All that the games depend on, as one line. How many are made is not part of it: more can be made later.
    #[must_use]
    pub fn conditions(&self) -> String {
        let mut conditions = json!({
            "program": env!("CARGO_PKG_VERSION"),
            "player": self.player.contender.to_string(),
            "pace": self.pace().to_string(),
            "start": self.start.to_setup().to_fen(),
            "openings": self.variety.conditions(),
            "seed": self.seed,
        });
        // What was not asked for is not said: files from before there was a choice go on.
        if let Some(strays) = self.strays {
            conditions["strays"] = json!(strays.to_string());
        }
        if self.until == Until::Proven {
            conditions["until"] = json!("proven");
        }
        conditions.to_string()
    }

    /// The seed of a game. The numbers of `SQLite` have a sign.
    fn seed_of(&self, number: u64) -> u64 {
        mix(self.seed, number) >> 1
    }

    /// Two of the player, for both sides of a table.
    ///
    /// # Errors
    /// When another program does not start.
    pub fn seats(&self) -> Result<ByColor<Box<dyn Agent>>, AgentError> {
        Ok(ByColor { white: self.player.contender.agent()?, black: self.player.contender.agent()? })
    }

    /// Plays a game. `None` where the control stopped it.
    ///
    /// # Errors
    /// When its opening cannot be made.
    pub fn game(
        &self,
        number: u64,
        seats: &mut ByColor<Box<dyn Agent>>,
        control: &Control,
    ) -> Result<Option<NewGame>, LabError> {
        let seed = self.seed_of(number);
        let opening = self.variety.opening(&self.start, number, seed)?;
        seats.white.new_game(seed);
        seats.black.new_game(seed ^ 1);
        let pace = self.pace();
        let paces = ByColor { white: pace, black: pace };
        let strays = self.strays.map(|strays| strays.drawn(seed)).unwrap_or_default();
        let mut white = Straying { agent: seats.white.as_mut(), strays: &strays };
        let mut black = Straying { agent: seats.black.as_mut(), strays: &strays };
        let agents: ByColor<&mut dyn Agent> = ByColor { white: &mut white, black: &mut black };
        let rules = Rules { margin: Duration::from_secs(10), until: self.until };
        let begun = OffsetDateTime::now_utc();
        let Some(mut played) = play(&opening.game, agents, &paces, rules, control) else { return Ok(None) };
        for (ply, thought) in played.thoughts.iter_mut().enumerate() {
            if strays.has(ply) {
                *thought = Thought::default();
            } else if self.is_counted() {
                // How long it took is nothing that the seed tells.
                thought.time = Duration::ZERO;
            }
        }
        let name = self.player.contender.to_string();
        let limits = Some(pace.to_string()).filter(|_| pace.limits != Limits::NONE || pace.clock.is_some());
        Ok(Some(NewGame {
            winner: Some(played.winner),
            ending: played.ending,
            detail: played.detail,
            event: Some("self-play".to_owned()),
            opening: Some(opening.name),
            played_at: Some(begun).filter(|_| !self.is_counted()),
            limits: ByColor { white: limits.clone(), black: limits },
            thoughts: played.thoughts,
            transcript: played.transcript,
            ..NewGame::new(ByColor { white: name.clone(), black: name }, played.game, Source::SelfPlay)
        }))
    }

    /// Plays games until there are so many different ones, from a number on, and hands them over in their order.
    ///
    /// # Errors
    /// When a game cannot be played or whoever gets it fails; [`LabError::Stopped`] where the brake ended it, and
    /// [`LabError::NoMoreGames`] where the player has no others.
    pub fn make(
        &self,
        games: u64,
        first: u64,
        crew: &Crew<'_>,
        distinct: &mut Distinct,
        mut give: impl FnMut(Numbered) -> Result<(), LabError>,
    ) -> Result<u64, LabError> {
        let (mut kept, mut copies, mut in_a_row) = (0, 0, 0);
        let mut failure = None;
        let work = |seats: &mut Result<ByColor<Box<dyn Agent>>, AgentError>, number: u64| {
            let seats = match seats {
                Ok(seats) => seats,
                Err(error) => {
                    let player = self.player.to_string();
                    return Some(Err(LabError::Run(arena::RunError::Start { player, error: error.clone() })));
                }
            };
            self.game(number, seats, crew.brake.control()).transpose()
        };
        crew.in_order(
            first..first.saturating_add(games),
            || self.seats(),
            work,
            |number, game| {
                let game = match game {
                    Ok(game) => game,
                    Err(error) => {
                        failure = Some(error);
                        return Taken::Enough;
                    }
                };
                if !distinct.is_new(&game.game) {
                    (copies, in_a_row) = (copies + 1, in_a_row + 1);
                    return if in_a_row < FRUITLESS { Taken::OneMore } else { Taken::Enough };
                }
                in_a_row = 0;
                match give((number, game)) {
                    Ok(()) => {
                        kept += 1;
                        Taken::Wanted
                    }
                    Err(error) => {
                        failure = Some(error);
                        Taken::Enough
                    }
                }
            },
        );
        match failure {
            Some(error) => Err(error),
            None if in_a_row == FRUITLESS => Err(LabError::NoMoreGames { kept, copies: in_a_row }),
            None if kept < games => Err(LabError::Stopped),
            None => Ok(copies),
        }
    }

    /// Makes a file of so many games, or the rest of it, and tells after each how many there are.
    ///
    /// # Errors
    /// As for [`make`](Self::make), and when the file cannot be written or was made otherwise. What was written stays.
    pub fn write(
        &self,
        path: &Path,
        games: u64,
        existing: Existing,
        crew: &Crew<'_>,
        mut tell: impl FnMut(u64),
    ) -> Result<Made, LabError> {
        let mut distinct = Distinct::default();
        let (mut before, mut next) = (0, 0);
        let mut lines = Lines::open(path, existing, KIND, self.conditions(), |number, game| {
            distinct.is_new(&game.game);
            (before, next) = (before + 1, number + 1);
        })?;
        tell(before);
        let mut there = before;
        let made = self.make(games.saturating_sub(before), next, crew, &mut distinct, |(number, game)| {
            lines.write(number, self.seed_of(number), game)?;
            there += 1;
            tell(there);
            Ok(())
        });
        lines.finish()?;
        Ok(Made { games: there, before, copies: made? })
    }
}
