//! The numbers of a contest so far: who beat whom, as which colour, at what cost.

use std::collections::{BTreeMap, BTreeSet};

use amazons::{ByColor, Color};
use store::Ending;

use crate::outcome::Outcome;
use crate::schedule::{Schedule, Slot};
use crate::statistics::{
    Anchor, BradleyTerry, Crosstable, GameTally, PairScore, PairTally, Rating, RatingError, Speed, Sprt,
    Summary, Tally, Verdict,
};

/// The finished games of a contest.
#[derive(Clone, Debug)]
pub struct Standings {
    schedule: Schedule,
    players: usize,
    outcomes: BTreeMap<u64, Outcome>,
    /// What the first of two players did against the second, by their places.
    tallies: BTreeMap<(usize, usize), Tally>,
    /// The different games, by their moves.
    different: BTreeSet<u64>,
    trial: Option<Trial>,
}

/// How a sequential test stands.
///
/// A pair counts once all pairs before it are finished. Games finish out of order, the short ones first, and who wins
/// short games would otherwise lead too often. The first verdict stands: pairs that were still running when it was given
/// do not count. So neither threads nor interruptions change how a test ends.
#[derive(Clone, Copy, Debug)]
pub struct Trial {
    /// The test.
    pub sprt: Sprt,
    /// The first player's pairs as far as they count.
    pub pairs: PairTally,
    /// What they say.
    pub verdict: Verdict,
}

impl Trial {
    /// The log-likelihood ratio of what counts.
    #[must_use]
    pub fn llr(&self) -> f64 {
        self.sprt.llr(&self.pairs)
    }
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
    pub fn new(schedule: Schedule, players: usize, sprt: Option<Sprt>) -> Self {
        let trial = sprt.map(|sprt| Trial { sprt, pairs: PairTally::default(), verdict: Verdict::Undecided });
        Self {
            schedule,
            players,
            outcomes: BTreeMap::new(),
            tallies: BTreeMap::new(),
            different: BTreeSet::new(),
            trial,
        }
    }

    /// Adds a finished game. One that is there already stays as it is.
    pub fn add(&mut self, outcome: Outcome) {
        if self.outcomes.contains_key(&outcome.slot) {
            return;
        }
        self.outcomes.insert(outcome.slot, outcome);
        self.different.insert(outcome.fingerprint);
        self.count(&outcome);
        self.advance_trial();
    }

    /// Counts a game in its pairing: alone, or with its twin as a pair.
    fn count(&mut self, outcome: &Outcome) {
        let slot = self.schedule.slot(outcome.slot);
        let first = slot.white.min(slot.black);
        let has_won = winner(slot, outcome) == first;
        let twin = self.outcomes.get(&(outcome.slot ^ 1));
        let has_won_twin = twin.map(|twin| winner(self.schedule.slot(twin.slot), twin) == first);
        let tally = self.tallies.entry((first, slot.white.max(slot.black))).or_default();
        match has_won_twin {
            Some(has_won_twin) => {
                *unpaired(tally, has_won_twin) -= 1;
                tally.pairs.add(PairScore::from_wins(u8::from(has_won) + u8::from(has_won_twin)));
            }
            None => *unpaired(tally, has_won) += 1,
        }
    }

    /// Takes the pairs that have become settled, one by one, until there is a verdict.
    fn advance_trial(&mut self) {
        let Some(trial) = &mut self.trial else { return };
        while trial.verdict == Verdict::Undecided {
            let first = 2 * trial.pairs.pairs();
            let (Some(one), Some(other)) = (self.outcomes.get(&first), self.outcomes.get(&(first + 1)))
            else {
                return;
            };
            let wins =
                [one, other].map(|outcome| u8::from(winner(self.schedule.slot(outcome.slot), outcome) == 0));
            trial.pairs.add(PairScore::from_wins(wins[0] + wins[1]));
            trial.verdict = trial.sprt.verdict(&trial.pairs);
        }
    }

    /// How the sequential test stands, if there is one.
    #[must_use]
    pub fn trial(&self) -> Option<&Trial> {
        self.trial.as_ref()
    }

    /// How many different games there are: copies of a game prove nothing.
    #[must_use]
    pub fn different_games(&self) -> u64 {
        self.different.len() as u64
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
        let key = (player.min(opponent), player.max(opponent));
        let tally = self.tallies.get(&key).copied().unwrap_or_default();
        if player <= opponent { tally } else { tally.swapped() }
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

fn unpaired(tally: &mut Tally, has_won: bool) -> &mut u64 {
    if has_won { &mut tally.unpaired.wins } else { &mut tally.unpaired.losses }
}

fn winner(slot: Slot, outcome: &Outcome) -> usize {
    if outcome.winner == Color::White { slot.white } else { slot.black }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::Format;
    use crate::statistics::SprtParameters;

    fn outcome(slot: u64, winner: Color) -> Outcome {
        Outcome {
            slot,
            winner,
            ending: Ending::NoMoves,
            plies: 70,
            sides: ByColor::default(),
            fingerprint: slot,
        }
    }

    /// Games of a match of two by who won: `w` White, `b` Black, `.` not finished.
    fn standings(winners: &str) -> Standings {
        let sprt =
            Sprt::new(SprtParameters { elo0: -300.0, elo1: 300.0, ..SprtParameters::default() }).unwrap();
        let mut standings = Standings::new(Schedule::new(&Format::RoundRobin, 2, 1, 100, 1), 2, Some(sprt));
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
    fn only_what_has_no_gap_before_it_counts_in_a_test() {
        let counted = |winners: &str| standings(winners).trial().unwrap().pairs;
        assert_eq!(counted("wbww"), PairTally { won_both: 1, split: 1, lost_both: 0 });
        assert_eq!(counted("w.wbwb").pairs(), 0);
        assert_eq!(counted("wbw.wb").pairs(), 1);
    }

    #[test]
    fn the_first_verdict_of_a_test_stands_whatever_finishes_after_it() {
        let won = "wb".repeat(10);
        let decided = *standings(&won).trial().unwrap();
        assert_eq!(decided.verdict, Verdict::AcceptH1);
        assert!(decided.pairs.pairs() < 10, "it was decided before the end");
        // Games that were running meanwhile would pull it back.
        let trial = *standings(&(won.clone() + &"bw".repeat(30))).trial().unwrap();
        assert_eq!((trial.verdict, trial.pairs), (decided.verdict, decided.pairs));
        assert_eq!(
            trial.sprt.verdict(&standings(&(won.clone() + &"bw".repeat(10))).tally(0, 1).pairs),
            Verdict::Undecided
        );
        // The first game finishes last, and a gap closes with many pairs behind it.
        let mut late = standings(&(".".to_owned() + &won[1..] + &"bw".repeat(30)));
        assert_eq!(late.trial().unwrap().pairs.pairs(), 0);
        late.add(outcome(0, Color::White));
        assert_eq!(late.trial().unwrap().pairs, decided.pairs);
    }

    #[test]
    fn copies_are_seen() {
        let mut standings = standings("wbwb");
        assert_eq!(standings.different_games(), 4);
        standings.add(Outcome { fingerprint: 2, ..outcome(4, Color::White) });
        assert_eq!((standings.games(), standings.different_games()), (5, 4));
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
