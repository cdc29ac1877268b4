//! The result of a unit: a line of JSON a game, as the store and files of games have them.

use store::GameRecord;
use store::json::{from_line, to_run_line};

use super::player::without_times;
use super::{RunPlan, Unit, UnitError};

/// A game of a run that was played.
#[derive(Clone, PartialEq, Debug)]
pub struct FinishedGame {
    /// Its number in the run.
    pub number: u64,
    /// Its seed.
    pub seed: u64,
    /// The game.
    pub record: GameRecord,
}

impl RunPlan {
    /// A line without its end. Where no clock limits the players it has no times, and those of the run are always those of 1970:
    /// two files of the same games are equal.
    #[must_use]
    pub fn to_line(&self, game: &FinishedGame) -> String {
        if !self.is_counted() {
            return self.to_timed_line(game);
        }
        let mut game = game.clone();
        without_times(&mut game.record);
        self.to_timed_line(&game)
    }

    /// A line with all times.
    fn to_timed_line(&self, game: &FinishedGame) -> String {
        to_run_line(&self.kind, &self.conditions, game.number, game.seed, &game.record)
    }

    /// The lines of some games: the result of a unit.
    #[must_use]
    pub fn to_lines(&self, games: &[FinishedGame]) -> Vec<u8> {
        joined(games.iter().map(|game| self.to_line(game)))
    }

    /// The same with all times.
    #[must_use]
    pub fn to_timed_lines(&self, games: &[FinishedGame]) -> Vec<u8> {
        joined(games.iter().map(|game| self.to_timed_line(game)))
    }
}

fn joined(lines: impl Iterator<Item = String>) -> Vec<u8> {
    let mut joined = String::new();
    for line in lines {
        joined += &line;
        joined.push('\n');
    }
    joined.into_bytes()
}

impl Unit {
    /// Reads the result of this unit: all of its games and no others, in its order.
    ///
    /// # Errors
    /// When it is cut, or of another unit.
    pub fn read_result(&self, bytes: &[u8]) -> Result<Vec<FinishedGame>, UnitError> {
        let fault =
            |number: usize, what: &dyn std::fmt::Display| UnitError::Result(format!("line {number}: {what}"));
        let text = std::str::from_utf8(bytes).map_err(|_| fault(1, &"not UTF-8"))?;
        let mut games = Vec::with_capacity(self.games.len());
        let mut planned = self.games.iter();
        for (line, number) in text.lines().zip(1_usize..) {
            let (record, run) = from_line(line).map_err(|error| fault(number, &error))?;
            let run = run.filter(|run| run.kind == self.plan.kind && run.conditions == self.plan.conditions);
            let run = run.ok_or_else(|| fault(number, &"a game of another run"))?;
            let is_ours = planned.next().is_some_and(|game| (game.number, game.seed) == (run.slot, run.seed));
            if !is_ours {
                return Err(fault(number, &format!("game {} is not expected here", run.slot)));
            }
            games.push(FinishedGame { number: run.slot, seed: run.seed, record });
        }
        match planned.len() {
            0 => Ok(games),
            missing => Err(UnitError::Result(format!("{missing} of {} games are missing", self.games.len()))),
        }
    }
}
