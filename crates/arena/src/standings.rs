//! The standings of a contest: wins by pairing and colour, times and nodes.

use std::collections::{BTreeMap, BTreeSet};

use amazons::{ByColor, Color};
use store::Ending;

use crate::game_result::GameResult;
use crate::schedule::{Schedule, ScheduledGame};
use crate::statistics::{
    Anchor, BradleyTerry, Crosstable, GameTally, MatchTally, PairScore, PairTally, Rating, RatingError,
    Speed, Sprt, SprtVerdict, Summary,
};

/// The finished games of a contest.
#[derive(Clone, Debug)]
pub struct Standings {
    schedule: Schedule,
    players: usize,
    results: BTreeMap<u64, GameResult>,
    /// The results of the first of two players against the second, by their numbers.
    tallies: BTreeMap<(usize, usize), MatchTally>,
    /// The fingerprints of different games.
    different: BTreeSet<u64>,
    sprt: Option<SprtState>,
}

/// The state of a sequential test.
///
/// A pair counts when all pairs before it are finished: short games finish first, and a player that wins short games would lead
/// otherwise. The first verdict is final: pairs that finish after it do not count. So neither the number of threads nor
/// interruptions change the result of a test.
#[derive(Clone, Copy, Debug)]
pub struct SprtState {
    /// The test.
    pub sprt: Sprt,
    /// The pairs of the first player that count.
    pub pairs: PairTally,
    /// The verdict on these.
    pub verdict: SprtVerdict,
}

impl SprtState {
    /// The log-likelihood ratio of the pairs that count.
    #[must_use]
    pub fn llr(&self) -> f64 {
        self.sprt.llr(&self.pairs)
    }
}

/// The statistics of a player in a contest.
#[derive(Clone, Debug, Default)]
pub struct EntrantStats {
    /// Its games as White and as Black.
    pub games: ByColor<GameTally>,
    /// Seconds per move.
    pub seconds: Summary,
    /// Nodes per second.
    pub speed: Speed,
    /// The match-point rounds of its games.
    pub match_points: Summary,
    /// The endings of its lost games, except those without a move.
    pub failures: BTreeMap<Ending, u64>,
}

impl Standings {
    /// Standings without games.
    #[must_use]
    pub fn new(schedule: Schedule, players: usize, sprt: Option<Sprt>) -> Self {
        let sprt =
            sprt.map(|sprt| SprtState { sprt, pairs: PairTally::default(), verdict: SprtVerdict::Undecided });
        Self {
            schedule,
            players,
            results: BTreeMap::new(),
            tallies: BTreeMap::new(),
            different: BTreeSet::new(),
            sprt,
        }
    }

    /// Adds a finished game, unless its slot has one already.
    pub fn add(&mut self, result: GameResult) {
        if self.results.contains_key(&result.slot) {
            return;
        }
        self.results.insert(result.slot, result);
        self.different.insert(result.fingerprint);
        self.count(&result);
        self.advance_sprt();
    }

    /// Counts a game in its pairing: alone, or with the other game of its pair.
    fn count(&mut self, result: &GameResult) {
        let slot = self.schedule.slot(result.slot);
        let first = slot.white.min(slot.black);
        let has_won = winner(slot, result) == first;
        let twin = self.results.get(&(result.slot ^ 1));
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

    /// Adds the pairs that count now to the sequential test, one by one, until there is a verdict.
    fn advance_sprt(&mut self) {
        let Some(state) = &mut self.sprt else { return };
        while state.verdict == SprtVerdict::Undecided {
            let first = 2 * state.pairs.pairs();
            let (Some(one), Some(other)) = (self.results.get(&first), self.results.get(&(first + 1))) else {
                return;
            };
            let wins =
                [one, other].map(|result| u8::from(winner(self.schedule.slot(result.slot), result) == 0));
            state.pairs.add(PairScore::from_wins(wins[0] + wins[1]));
            state.verdict = state.sprt.verdict(&state.pairs);
        }
    }

    /// The state of the sequential test, if there is one.
    #[must_use]
    pub fn sprt(&self) -> Option<&SprtState> {
        self.sprt.as_ref()
    }

    /// The number of different games: duplicates are no evidence.
    #[must_use]
    pub fn different_games(&self) -> u64 {
        self.different.len() as u64
    }

    /// The number of finished games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.results.len() as u64
    }

    /// The number of scheduled games.
    #[must_use]
    pub fn scheduled(&self) -> u64 {
        self.schedule.len()
    }

    /// The finished games in the order of the schedule.
    pub fn results(&self) -> impl Iterator<Item = (ScheduledGame, &GameResult)> {
        self.results.values().map(|result| (self.schedule.slot(result.slot), result))
    }

    /// Whether a game is finished.
    #[must_use]
    pub fn has(&self, slot: u64) -> bool {
        self.results.contains_key(&slot)
    }

    /// The results of one player against another: pairs, and single games whose pair is not finished.
    #[must_use]
    pub fn tally(&self, player: usize, opponent: usize) -> MatchTally {
        let key = (player.min(opponent), player.max(opponent));
        let tally = self.tallies.get(&key).copied().unwrap_or_default();
        if player <= opponent { tally } else { tally.swapped() }
    }

    /// The wins of every player against every other.
    #[must_use]
    pub fn crosstable(&self) -> Crosstable {
        let mut table = Crosstable::new(self.players);
        for (slot, result) in self.results() {
            let winner = winner(slot, result);
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

    /// The statistics of every player.
    #[must_use]
    pub fn stats(&self) -> Vec<EntrantStats> {
        let mut stats = vec![EntrantStats::default(); self.players];
        for (slot, result) in self.results() {
            for (side, player) in [(Color::White, slot.white), (Color::Black, slot.black)] {
                stats[player].add(side, result);
            }
        }
        stats
    }

    /// The games of White, by any player.
    #[must_use]
    pub fn white(&self) -> GameTally {
        let wins = self.results.values().filter(|result| result.winner == Color::White).count() as u64;
        GameTally { wins, losses: self.games() - wins }
    }

    /// The lengths of games in plies.
    #[must_use]
    pub fn lengths(&self) -> Summary {
        let mut lengths = Summary::default();
        for result in self.results.values() {
            lengths.add(f64::from(result.plies));
        }
        lengths
    }

    /// The number of games by ending.
    #[must_use]
    pub fn endings(&self) -> BTreeMap<Ending, u64> {
        let mut endings = BTreeMap::new();
        for result in self.results.values() {
            *endings.entry(result.ending).or_insert(0) += 1;
        }
        endings
    }
}

impl Extend<GameResult> for Standings {
    fn extend<I: IntoIterator<Item = GameResult>>(&mut self, results: I) {
        results.into_iter().for_each(|result| self.add(result));
    }
}

impl EntrantStats {
    fn add(&mut self, side: Color, result: &GameResult) {
        let own = result.sides[side];
        if result.winner == side {
            self.games[side].wins += 1;
        } else {
            self.games[side].losses += 1;
            if result.ending != Ending::NoMoves {
                *self.failures.entry(result.ending).or_insert(0) += 1;
            }
        }
        if own.moves > 0 {
            // One number per game: the moves of a game are not independent of each other.
            self.seconds.add(own.time.as_secs_f64() / f64::from(own.moves));
        }
        self.speed.add(own.nodes, own.time);
        if let Some(round) = own.match_point {
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

fn unpaired(tally: &mut MatchTally, has_won: bool) -> &mut u64 {
    if has_won { &mut tally.unpaired.wins } else { &mut tally.unpaired.losses }
}

fn winner(slot: ScheduledGame, result: &GameResult) -> usize {
    if result.winner == Color::White { slot.white } else { slot.black }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::ContestFormat;
    use crate::statistics::SprtParameters;

    fn result(slot: u64, winner: Color) -> GameResult {
        GameResult {
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
        let mut standings =
            Standings::new(Schedule::new(&ContestFormat::RoundRobin, 2, 1, 100, 1), 2, Some(sprt));
        for (number, mark) in winners.char_indices().filter(|&(_, mark)| mark != '.') {
            let winner = if mark == 'w' { Color::White } else { Color::Black };
            standings.add(result(number as u64, winner));
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
    fn a_pair_counts_when_all_pairs_before_it_are_finished() {
        let counted = |winners: &str| standings(winners).sprt().unwrap().pairs;
        assert_eq!(counted("wbww"), PairTally { won_both: 1, split: 1, lost_both: 0 });
        assert_eq!(counted("w.wbwb").pairs(), 0);
        assert_eq!(counted("wbw.wb").pairs(), 1);
    }

    #[test]
    fn the_first_verdict_of_a_test_is_final() {
        let won = "wb".repeat(10);
        let decided = *standings(&won).sprt().unwrap();
        assert_eq!(decided.verdict, SprtVerdict::AcceptH1);
        assert!(decided.pairs.pairs() < 10, "it was decided before the end");
        // Games that finish later would undo it.
        let state = *standings(&(won.clone() + &"bw".repeat(30))).sprt().unwrap();
        assert_eq!((state.verdict, state.pairs), (decided.verdict, decided.pairs));
        assert_eq!(
            state.sprt.verdict(&standings(&(won.clone() + &"bw".repeat(10))).tally(0, 1).pairs),
            SprtVerdict::Undecided
        );
        // The first game finishes last, and a gap closes with many pairs behind it.
        let mut late = standings(&(".".to_owned() + &won[1..] + &"bw".repeat(30)));
        assert_eq!(late.sprt().unwrap().pairs.pairs(), 0);
        late.add(result(0, Color::White));
        assert_eq!(late.sprt().unwrap().pairs, decided.pairs);
    }

    #[test]
    fn duplicates_are_counted() {
        let mut standings = standings("wbwb");
        assert_eq!(standings.different_games(), 4);
        standings.add(GameResult { fingerprint: 2, ..result(4, Color::White) });
        assert_eq!((standings.games(), standings.different_games()), (5, 4));
    }

    #[test]
    fn the_tables_count_every_game_once() {
        let standings = standings("wbwwbww");
        assert_eq!(standings.white(), GameTally { wins: 5, losses: 2 });
        let stats = standings.stats();
        assert_eq!(stats[0].games.white, GameTally { wins: 3, losses: 1 });
        assert_eq!(stats[0].games.black, GameTally { wins: 1, losses: 2 });
        assert_eq!(stats[0].total(), stats[1].total().swapped());
        assert_eq!(standings.crosstable().wins(0, 1), 4);
        assert_eq!(standings.endings()[&Ending::NoMoves], 7);
        assert_eq!(standings.lengths().mean(), Some(70.0));
    }
}
