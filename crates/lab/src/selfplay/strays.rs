//! Strays: random plies somewhere in a game.
//!
//! A search evaluates mostly what nobody would play, so that games in which nobody errs teach an evaluation little. A game with
//! strays is played on from errors of all kinds, by the best that the player knows.

use std::fmt;
use std::str::FromStr;

use agents::{Agent, AgentError, Task};
use amazons::{Draw, Game};
use arena::mix;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use thiserror::Error;
use thought::{Decision, Report};

/// How many plies of a game are random, and how late.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Strays {
    /// The fewest.
    pub least: u32,
    /// The most.
    pub most: u32,
    /// They are drawn from all plies before this one, those of the opening too; two may fall together.
    pub before: u32,
}

/// A text that names no strays.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("strays are written NUMBER:PLIES, as 2:50 or 0-3:50 for none to three before ply 50, not {0:?}")]
pub struct StraysError(pub String);

impl FromStr for Strays {
    type Err = StraysError;

    fn from_str(text: &str) -> Result<Self, StraysError> {
        let number = |text: &str| text.parse::<u32>().ok().filter(|number| *number <= 200);
        let read = || {
            let (count, before) = text.split_once(':')?;
            let (least, most) = count.split_once('-').unwrap_or((count, count));
            Some(Self { least: number(least)?, most: number(most)?, before: number(before)? })
        };
        let is_one = |strays: &Self| strays.least <= strays.most && strays.before > 0;
        read().filter(is_one).ok_or_else(|| StraysError(text.to_owned()))
    }
}

impl fmt::Display for Strays {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { least, most, before } = self;
        if least == most { write!(f, "{least}:{before}") } else { write!(f, "{least}-{most}:{before}") }
    }
}

/// Where the strays of one game are.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Drawn {
    plies: Vec<usize>,
    seed: u64,
}

impl Strays {
    /// Draws the strays of a game by its seed.
    pub(super) fn drawn(self, seed: u64) -> Drawn {
        // Another row of numbers than the opening's, which has the game's own seed.
        let seed = mix(seed, u64::MAX);
        let count = self.least + (mix(seed, 0) % (u64::from(self.most - self.least) + 1)) as u32;
        let ply = |number: u32| (mix(seed, 1 + u64::from(number)) % u64::from(self.before)) as usize;
        Drawn { plies: (0..count).map(ply).collect(), seed }
    }
}

impl Drawn {
    /// Whether a ply is a stray.
    pub(super) fn has(&self, ply: usize) -> bool {
        self.plies.contains(&ply)
    }
}

/// A player that plays a random move, without a thought, where a stray is.
pub(super) struct Straying<'a> {
    pub(super) agent: &'a mut dyn Agent,
    pub(super) strays: &'a Drawn,
}

impl Agent for Straying<'_> {
    fn name(&self) -> &str {
        self.agent.name()
    }

    fn new_game(&mut self, seed: u64) {
        self.agent.new_game(seed);
    }

    fn decide(&mut self, game: &Game, task: Task<'_>) -> Result<Decision, AgentError> {
        let ply = game.moves().len();
        if !self.strays.has(ply) {
            return self.agent.decide(game, task);
        }
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(mix(self.strays.seed, !(ply as u64)));
        let mv = game.position().random_move(Draw::Uniform, &mut rng).ok_or(AgentError::GameOver)?;
        Ok(Decision { mv, report: Report::default() })
    }

    fn transcript(&self) -> Option<String> {
        self.agent.transcript()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn they_are_written_as_they_are_read() {
        for text in ["2:50", "0-3:50", "0:1"] {
            assert_eq!(text.parse::<Strays>().unwrap().to_string(), text);
        }
        for text in ["", "3", "3:", "3-1:50", "1:0", "1-2-3:50", "x:50", "1:201", "-1:5"] {
            assert!(text.parse::<Strays>().is_err(), "{text}");
        }
    }

    #[test]
    fn every_number_and_every_ply_is_drawn_about_as_often() {
        let strays = Strays { least: 0, most: 3, before: 10 };
        let (mut numbers, mut plies) = (BTreeMap::new(), BTreeMap::new());
        for seed in 0..1000 {
            let drawn = strays.drawn(mix(4, seed));
            assert_eq!(drawn, strays.drawn(mix(4, seed)));
            *numbers.entry(drawn.plies.len()).or_insert(0_u32) += 1;
            drawn.plies.iter().for_each(|&ply| *plies.entry(ply).or_insert(0_u32) += 1);
        }
        assert_eq!(numbers.keys().copied().collect::<Vec<_>>(), [0, 1, 2, 3]);
        assert!(numbers.values().all(|&count| (200..=300).contains(&count)), "{numbers:?}");
        assert_eq!(plies.keys().copied().collect::<Vec<_>>(), (0..10).collect::<Vec<_>>());
        assert!(plies.values().all(|&count| (110..=190).contains(&count)), "{plies:?}");
    }
}
