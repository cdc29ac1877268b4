//! The numbers of a contest so far: who beat whom, as which colour, at what cost.

use std::collections::BTreeMap;

use amazons::{ByColor, Color};
use store::Ending;

use crate::outcome::Outcome;
use crate::schedule::{Schedule, Slot};
use crate::statistics::{
    Anchor, BradleyTerry, Crosstable, GameTally, PairScore, PairTally, Rating, RatingError, Speed, Summary,
    Tally,
};

/// The finished games of a contest.
#[derive(Clone, Debug)]
pub struct Standings {
    schedule: Schedule,
    players: usize,
    outcomes: BTreeMap<u64, Outcome>,
}

/// What a player did in a contest.
#[derive(Clone, Debug, Default)]
pub struct PlayerFigures {
    /// Its games as White and as Black.
    pub games: ByColor<GameTally>,
    /// Seconds a move.
    pub seconds: Summary,
    /// Positions a second.
    pub speed: Speed,
    /// Match-point rounds of its games.
    pub match_points: Summary,
    /// How its lost games ended, beyond having no move.
    pub failures: BTreeMap<Ending, u64>,
}

impl Standings {
    /// Nothing played yet.
    #[must_use]
    pub fn new(schedule: Schedule, players: usize) -> Self {
        Self { schedule, players, outcomes: BTreeMap::new() }
    }

    /// Adds a finished game.
    pub fn add(&mut self, outcome: Outcome) {
        self.outcomes.insert(outcome.slot, outcome);
    }

    /// How many games are finished.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.outcomes.len() as u64
    }

    /// How many games the schedule has.
    #[must_use]
    pub fn scheduled(&self) -> u64 {
        self.schedule.len()
    }

    /// The finished games in the order of the schedule.
    pub fn outcomes(&self) -> impl Iterator<Item = (Slot, &Outcome)> {
        self.outcomes.values().map(|outcome| (self.schedule.slot(outcome.slot), outcome))
    }

    /// Whether a game is finished.
    #[must_use]
    pub fn has(&self, slot: u64) -> bool {
        self.outcomes.contains_key(&slot)
    }

    /// What one player did against another: pairs, and games whose twin is not finished.
    #[must_use]
    pub fn tally(&self, player: usize, opponent: usize) -> Tally {
        let mut tally = Tally::default();
        for (slot, outcome) in self.outcomes() {
            let is_theirs = [(player, opponent), (opponent, player)].contains(&(slot.white, slot.black));
            if !is_theirs {
                continue;
            }
            let has_won = winner(slot, outcome) == player;
            match self.outcomes.get(&(slot.number ^ 1)) {
                Some(twin) if slot.number.is_multiple_of(2) => {
                    let has_won_twin = winner(self.schedule.slot(twin.slot), twin) == player;
                    tally.pairs.add(PairScore::from_wins(u8::from(has_won) + u8::from(has_won_twin)));
                }
                Some(_) => {}
                None if has_won => tally.unpaired.wins += 1,
                None => tally.unpaired.losses += 1,
            }
        }
        tally
    }

    /// The first player's pairs against the second, as far as all games before them are finished too.
    ///
    /// A sequential test looks at these only. Games finish out of order, the short ones first, and who wins short games
    /// would otherwise lead too often; and so a resumed contest ends where an uninterrupted one does.
    #[must_use]
    pub fn settled(&self) -> PairTally {
        let mut settled = Self { outcomes: BTreeMap::new(), ..self.clone() };
        let finished =
            self.outcomes.values().zip(0..).take_while(|(outcome, number)| outcome.slot == *number);
        settled.outcomes = finished.map(|(outcome, number)| (number, *outcome)).collect();
        settled.tally(0, 1).pairs
    }

    /// Who beat whom how often.
    #[must_use]
    pub fn crosstable(&self) -> Crosstable {
        let mut table = Crosstable::new(self.players);
        for (slot, outcome) in self.outcomes() {
            let winner = winner(slot, outcome);
            table.add_wins(winner, slot.white + slot.black - winner, 1);
        }
        table
    }

    /// Ratings around a mean of zero.
    ///
    /// # Errors
    /// When the games do not connect the players.
    pub fn ratings(&self) -> Result<Vec<Rating>, RatingError> {
        BradleyTerry { anchor: Anchor::Mean, ..BradleyTerry::default() }.fit(&self.crosstable())
    }

    /// What every player did.
    #[must_use]
    pub fn figures(&self) -> Vec<PlayerFigures> {
        let mut figures = vec![PlayerFigures::default(); self.players];
        for (slot, outcome) in self.outcomes() {
            for (side, player) in [(Color::White, slot.white), (Color::Black, slot.black)] {
                figures[player].add(side, outcome);
            }
        }
        figures
    }

    /// White's games, whoever played.
    #[must_use]
    pub fn white(&self) -> GameTally {
        let wins = self.outcomes.values().filter(|outcome| outcome.winner == Color::White).count() as u64;
        GameTally { wins, losses: self.games() - wins }
    }

    /// The lengths of games in plies.
    #[must_use]
    pub fn lengths(&self) -> Summary {
        let mut lengths = Summary::default();
        for outcome in self.outcomes.values() {
            lengths.add(f64::from(outcome.plies));
        }
        lengths
    }

    /// How the games ended.
    #[must_use]
    pub fn endings(&self) -> BTreeMap<Ending, u64> {
        let mut endings = BTreeMap::new();
        for outcome in self.outcomes.values() {
            *endings.entry(outcome.ending).or_insert(0) += 1;
        }
        endings
    }
}

impl Extend<Outcome> for Standings {
    fn extend<I: IntoIterator<Item = Outcome>>(&mut self, outcomes: I) {
        outcomes.into_iter().for_each(|outcome| self.add(outcome));
    }
}

impl PlayerFigures {
    fn add(&mut self, side: Color, outcome: &Outcome) {
        let spent = outcome.sides[side];
        if outcome.winner == side {
            self.games[side].wins += 1;
        } else {
            self.games[side].losses += 1;
            if outcome.ending != Ending::NoMoves {
                *self.failures.entry(outcome.ending).or_insert(0) += 1;
            }
        }
        if spent.moves > 0 {
            // One number a game: the moves of a game are not independent of each other.
            self.seconds.add(spent.time.as_secs_f64() / f64::from(spent.moves));
        }
        self.speed.add(spent.nodes, spent.time);
        if let Some(round) = spent.match_point {
            self.match_points.add(f64::from(round));
        }
    }

    /// All its games.
    #[must_use]
    pub fn total(&self) -> GameTally {
        let ByColor { white, black } = self.games;
        GameTally { wins: white.wins + black.wins, losses: white.losses + black.losses }
    }
}

fn winner(slot: Slot, outcome: &Outcome) -> usize {
    if outcome.winner == Color::White { slot.white } else { slot.black }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::Format;

    fn outcome(slot: u64, winner: Color) -> Outcome {
        Outcome { slot, winner, ending: Ending::NoMoves, plies: 70, sides: ByColor::default() }
    }

    /// Games of a match of two by who won: `w` White, `b` Black, `.` not finished.
    fn standings(winners: &str) -> Standings {
        let mut standings = Standings::new(Schedule::new(Format::RoundRobin, 2, 1, 10, 1), 2);
        for (number, mark) in winners.char_indices().filter(|&(_, mark)| mark != '.') {
            let winner = if mark == 'w' { Color::White } else { Color::Black };
            standings.add(outcome(number as u64, winner));
        }
        standings
    }

    #[test]
    fn colours_swap_within_a_pair() {
        // The first player is White in even games: it wins both of the first pair, one of the second, none of the third.
        let tally = standings("wb ww bw".replace(' ', "").as_str()).tally(0, 1);
        assert_eq!(tally.pairs, PairTally { won_both: 1, split: 1, lost_both: 1 });
        assert_eq!(tally.unpaired, GameTally::default());
        let one = standings("w.").tally(1, 0);
        assert_eq!(one.unpaired, GameTally { wins: 0, losses: 1 });
    }

    #[test]
    fn only_what_has_no_gap_before_it_is_settled() {
        assert_eq!(standings("wbwb").settled().won_both, 2);
        assert_eq!(standings("w.wbwb").settled().pairs(), 0);
        assert_eq!(standings("wbw.wb").settled().pairs(), 1);
    }

    #[test]
    fn the_tables_count_every_game_once() {
        let standings = standings("wbwwbww");
        assert_eq!(standings.white(), GameTally { wins: 5, losses: 2 });
        let figures = standings.figures();
        assert_eq!(figures[0].games.white, GameTally { wins: 3, losses: 1 });
        assert_eq!(figures[0].games.black, GameTally { wins: 1, losses: 2 });
        assert_eq!(figures[0].total(), figures[1].total().swapped());
        assert_eq!(standings.crosstable().wins(0, 1), 4);
        assert_eq!(standings.endings()[&Ending::NoMoves], 7);
        assert_eq!(standings.lengths().mean(), Some(70.0));
    }
}
