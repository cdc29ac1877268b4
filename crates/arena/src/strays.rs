//! Strays: random plies in the middle of a game.
//!
//! A search evaluates mostly positions after bad moves, and games without bad moves have none of these. After a stray the
//! player continues with its best moves.

use std::fmt;
use std::str::FromStr;

use agents::{Agent, AgentError, Task};
use amazons::{AnyPosition, Draw, Game};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use thiserror::Error;
use thought::{Decision, Report};

use crate::schedule::mix;

/// The number of random plies of a game, and the latest of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Strays {
    /// The smallest number.
    pub least: u32,
    /// The largest number.
    pub most: u32,
    /// Strays are drawn from the plies before this one, the opening's included; two may be the same.
    pub before: u32,
}

/// An error in the text of strays.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("expected strays NUMBER:PLIES such as 2:50, or 0-3:50 for none to three before ply 50, found {0:?}")]
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
        let is_valid = |strays: &Self| strays.least <= strays.most && strays.before > 0;
        read().filter(is_valid).ok_or_else(|| StraysError(text.to_owned()))
    }
}

impl fmt::Display for Strays {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { least, most, before } = self;
        if least == most { write!(f, "{least}:{before}") } else { write!(f, "{least}-{most}:{before}") }
    }
}

/// The strays of one game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct GameStrays {
    plies: Vec<usize>,
    seed: u64,
}

impl Strays {
    /// Draws the plies of a game by its seed.
    #[must_use]
    pub fn drawn(self, seed: u64) -> Vec<usize> {
        let seed = own_seed(seed);
        let count = self.least + (mix(seed, 0) % (u64::from(self.most - self.least) + 1)) as u32;
        let ply = |number: u32| (mix(seed, 1 + u64::from(number)) % u64::from(self.before)) as usize;
        (0..count).map(ply).collect()
    }
}

/// The seed of a game's strays: independent of the opening, which is drawn by the game's own seed.
fn own_seed(seed: u64) -> u64 {
    mix(seed, u64::MAX)
}

impl GameStrays {
    /// The strays of a game by its seed.
    pub(crate) fn new(plies: Vec<usize>, seed: u64) -> Self {
        Self { plies, seed: own_seed(seed) }
    }

    /// Whether a ply is a stray.
    pub(crate) fn has(&self, ply: usize) -> bool {
        self.plies.contains(&ply)
    }
}

/// An agent that plays a random move, without a search, at every stray.
pub(crate) struct StrayAgent<'a> {
    pub(crate) agent: &'a mut dyn Agent,
    pub(crate) strays: &'a GameStrays,
}

impl Agent for StrayAgent<'_> {
    fn name(&self) -> &str {
        self.agent.name()
    }

    fn new_game(&mut self, seed: u64) {
        self.agent.new_game(seed);
    }

    fn prepare(&mut self, position: &AnyPosition) {
        self.agent.prepare(position);
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

    fn take_notes(&mut self) -> Vec<String> {
        self.agent.take_notes()
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
    fn strays_are_written_as_they_are_read() {
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
            *numbers.entry(drawn.len()).or_insert(0_u32) += 1;
            drawn.iter().for_each(|&ply| *plies.entry(ply).or_insert(0_u32) += 1);
        }
        assert_eq!(numbers.keys().copied().collect::<Vec<_>>(), [0, 1, 2, 3]);
        assert!(numbers.values().all(|&count| (200..=300).contains(&count)), "{numbers:?}");
        assert_eq!(plies.keys().copied().collect::<Vec<_>>(), (0..10).collect::<Vec<_>>());
        assert!(plies.values().all(|&count| (110..=190).contains(&count)), "{plies:?}");
    }
}
