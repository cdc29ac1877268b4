//! Results of a match: pairs of games from one opening with colours swapped, and single games.

use std::ops::{Add, AddAssign};

use serde::{Deserialize, Serialize};

/// The result of one pair of games, for the first player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PairScore {
    /// Both games lost: 0.
    LostBoth,
    /// One game each: 1/2.
    Split,
    /// Both games won: 1.
    WonBoth,
}

/// The numbers of pairs by score, for the first player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct PairTally {
    /// Pairs of which both games were won.
    pub won_both: u64,
    /// Pairs of one game each.
    pub split: u64,
    /// Pairs of which both games were lost.
    pub lost_both: u64,
}

/// Games won and lost, for the first player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct GameTally {
    /// Games won.
    pub wins: u64,
    /// Games lost.
    pub losses: u64,
}

/// The results of a match: its pairs, and the games whose partner was not played.
///
/// The variance of a match is that of its pairs. A single game is biased by its opening, so it counts for wins and losses but
/// not for Elo.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct MatchTally {
    /// Complete pairs.
    pub pairs: PairTally,
    /// Games without a partner.
    pub unpaired: GameTally,
}

impl PairScore {
    /// The score of a pair by the number of its wins, 0 to 2.
    ///
    /// # Panics
    ///
    /// When a pair would have more than two games.
    #[must_use]
    pub fn from_wins(wins: u8) -> Self {
        match wins {
            0 => Self::LostBoth,
            1 => Self::Split,
            2 => Self::WonBoth,
            _ => panic!("{wins} wins in a pair of games"),
        }
    }
}

impl PairTally {
    /// Counts one more pair.
    pub fn add(&mut self, score: PairScore) {
        match score {
            PairScore::LostBoth => self.lost_both += 1,
            PairScore::Split => self.split += 1,
            PairScore::WonBoth => self.won_both += 1,
        }
    }

    /// The number of pairs.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.won_both + self.split + self.lost_both
    }

    /// The games of these pairs, won and lost.
    #[must_use]
    pub fn games(&self) -> GameTally {
        GameTally { wins: 2 * self.won_both + self.split, losses: 2 * self.lost_both + self.split }
    }

    /// The mean score of a pair, 0 to 1; none before the first pair.
    #[must_use]
    pub fn score(&self) -> Option<f64> {
        self.games().score()
    }

    /// The variance of a pair's score; none before the first pair.
    #[must_use]
    pub fn variance(&self) -> Option<f64> {
        let (pairs, score) = (self.pairs() as f64, self.score()?);
        let decided = (self.won_both + self.lost_both) as f64 / pairs;
        // The score is (1 + x) / 2 with x = -1, 0 or 1; its mean square is the share of the decided pairs.
        let lean = 2.0 * score - 1.0;
        Some(((decided - lean * lean) / 4.0).max(0.0))
    }

    /// The same pairs as the second player sees them.
    #[must_use]
    pub fn swapped(self) -> Self {
        Self { won_both: self.lost_both, split: self.split, lost_both: self.won_both }
    }
}

impl GameTally {
    /// The number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.wins + self.losses
    }

    /// The share of games won; none before the first game.
    #[must_use]
    pub fn score(&self) -> Option<f64> {
        let games = self.games();
        (games > 0).then(|| self.wins as f64 / games as f64)
    }

    /// Equity, (wins - losses) / games, from -1 to 1; none before the first game.
    #[must_use]
    pub fn equity(&self) -> Option<f64> {
        let games = self.games();
        (games > 0).then(|| (self.wins as f64 - self.losses as f64) / games as f64)
    }

    /// The same games as the second player sees them.
    #[must_use]
    pub fn swapped(self) -> Self {
        Self { wins: self.losses, losses: self.wins }
    }
}

impl MatchTally {
    /// All games, paired or not.
    #[must_use]
    pub fn games(&self) -> GameTally {
        self.pairs.games() + self.unpaired
    }

    /// The same match as the second player sees it.
    #[must_use]
    pub fn swapped(self) -> Self {
        Self { pairs: self.pairs.swapped(), unpaired: self.unpaired.swapped() }
    }
}

impl Add for PairTally {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            won_both: self.won_both + other.won_both,
            split: self.split + other.split,
            lost_both: self.lost_both + other.lost_both,
        }
    }
}

impl Add for GameTally {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { wins: self.wins + other.wins, losses: self.losses + other.losses }
    }
}

impl Add for MatchTally {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { pairs: self.pairs + other.pairs, unpaired: self.unpaired + other.unpaired }
    }
}

impl AddAssign for PairTally {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl AddAssign for GameTally {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl AddAssign for MatchTally {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}
