//! The cells of a table: which games belong to each, at which numbers of games a cell is looked at, and the games as a judge
//! sees them.
//!
//! A cell is looked at after a number of pairs of games that is fixed beforehand. It ends when every statement that reads it is
//! decided, or with its last look. Every look has its own share of the error, so repeated looks do not make a wrong verdict
//! likelier than 5%.

use std::collections::BTreeMap;

use arena::{Contest, Schedule, Standings};

use crate::conditions::{Conditions, Scale};
use crate::confidence::Confidence;

/// The number of looks at the faithful scale.
pub(crate) const LOOKS: usize = 5;

/// Which share of a cell's pairs is played before each look.
const SHARES: [f64; LOOKS] = [0.1, 0.2, 0.4, 0.7, 1.0];

/// Some cells of a table, by their numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct CellSet(u128);

impl CellSet {
    /// One cell.
    pub(crate) fn one(cell: usize) -> Self {
        assert!(cell < 128, "a table has fewer than 128 cells");
        Self(1 << cell)
    }

    /// The cells of both.
    pub(crate) fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether a cell is among them.
    pub(crate) fn has(self, cell: usize) -> bool {
        cell < 128 && self.0 >> cell & 1 == 1
    }
}

/// The cells of a contest.
#[derive(Clone, Debug)]
pub struct Cells {
    /// The cell of two players, the smaller number first.
    of_players: BTreeMap<(usize, usize), usize>,
    /// The pairs of games of each cell before each look; the last number is the most.
    looks: Vec<Vec<u64>>,
    confidence: Confidence,
}

impl Cells {
    /// The cells of a contest: `cell_of` gives the number of the cell of two players as they are listed, `most_pairs` the most
    /// pairs of games of a cell at the faithful scale. At other scales all games, or as many as are asked for, are played and
    /// looked at once.
    pub(crate) fn new(
        contest: &Contest,
        conditions: &Conditions,
        cell_of: impl Fn(usize, usize) -> usize,
        most_pairs: impl Fn(usize) -> u64,
    ) -> Self {
        let mut of_players = BTreeMap::new();
        let mut scheduled: Vec<u64> = Vec::new();
        for &(first, second) in contest.schedule().pairings() {
            let cell = cell_of(first, second);
            of_players.insert((first.min(second), first.max(second)), cell);
            if scheduled.len() <= cell {
                scheduled.resize(cell + 1, 0);
            }
            scheduled[cell] += contest.rounds;
        }
        let is_sequential = conditions.scale == Scale::Faithful;
        let looks = scheduled.into_iter().enumerate().map(|(cell, all)| {
            if !is_sequential {
                return vec![conditions.pairs(all)];
            }
            let most = most_pairs(cell).min(all);
            let cut = |share: f64| ((share * most as f64).ceil() as u64).min(conditions.pairs(most));
            SHARES.map(cut).to_vec()
        });
        let looks = looks.collect();
        let confidence = if is_sequential { Confidence::of_looks(LOOKS) } else { Confidence::USUAL };
        Self { of_players, looks, confidence }
    }

    /// The cells of a contest, one for every two players that meet, in the order in which they are listed first.
    pub(crate) fn by_pairing(
        contest: &Contest,
        conditions: &Conditions,
        most_pairs: impl Fn((usize, usize)) -> u64,
    ) -> Self {
        let schedule = contest.schedule();
        let mut different: Vec<(usize, usize)> = Vec::new();
        for pairing in schedule.pairings() {
            if !different.contains(pairing) {
                different.push(*pairing);
            }
        }
        let place = |pairing| different.iter().position(|other| *other == pairing).unwrap_or(0);
        Self::new(
            contest,
            conditions,
            |first, second| place((first, second)),
            |cell| most_pairs(different[cell]),
        )
    }

    /// The number of looks.
    pub(crate) fn looks(&self) -> usize {
        self.looks.first().map_or(0, Vec::len)
    }

    /// How sure the intervals of every look are.
    pub(crate) fn confidence(&self) -> Confidence {
        self.confidence
    }

    /// The slots of the cells up to a look, in the order of the schedule.
    pub(crate) fn slots(
        &self,
        schedule: &Schedule,
        look: usize,
        is_wanted: impl Fn(usize) -> bool,
    ) -> Vec<u64> {
        let mut pairs_of_cell = vec![0; self.looks.len()];
        let mut slots = Vec::new();
        for number in (0..schedule.len()).step_by(2) {
            let slot = schedule.slot(number);
            let cell = self.cell(slot.white, slot.black);
            if pairs_of_cell[cell] < self.looks[cell][look] && is_wanted(cell) {
                slots.extend([number, number + 1]);
            }
            pairs_of_cell[cell] += 1;
        }
        slots
    }

    /// The games of all cells up to a look.
    pub(crate) fn up_to(&self, contest: &Contest, standings: &Standings, look: usize) -> Standings {
        let schedule = contest.schedule();
        let slots = self.slots(&schedule, look, |_| true);
        let mut view = Standings::new(schedule, contest.entrants.len(), None);
        let is_seen = |slot: u64| slots.binary_search(&slot).is_ok();
        view.extend(standings.results().filter(|(slot, _)| is_seen(slot.number)).map(|(_, result)| *result));
        view
    }

    fn cell(&self, one: usize, other: usize) -> usize {
        self.of_players[&(one.min(other), one.max(other))]
    }
}

/// The games of a contest as a judge sees them: those of a look, with intervals of its confidence.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Games<'a> {
    /// The games.
    pub(crate) standings: &'a Standings,
    /// How sure intervals are.
    pub(crate) confidence: Confidence,
    cells: &'a Cells,
}

impl<'a> Games<'a> {
    /// The games of some cells.
    pub(crate) fn new(standings: &'a Standings, cells: &'a Cells, confidence: Confidence) -> Self {
        Self { standings, confidence, cells }
    }

    /// The cell of two players.
    pub(crate) fn cell(&self, one: usize, other: usize) -> CellSet {
        CellSet::one(self.cells.cell(one, other))
    }
}

#[cfg(test)]
mod tests {
    use arena::statistics::{GameTally, MatchTally, PairScore};
    use arena::{ContestFormat, GameResult, SideStats};
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::contests::{contest, from_the_start};
    use crate::findings::Measured;
    use crate::judge;

    fn cells(most: u64) -> (Contest, Cells) {
        let conditions = Conditions::of(Scale::Faithful, 1);
        let players = ["random", "uct", "greedy"].map(str::to_owned);
        let format = ContestFormat::Listed(vec![(1, 0), (2, 0)]);
        let contest = contest(&conditions, &players, format, 50, from_the_start().unwrap()).unwrap();
        let cells =
            Cells::by_pairing(&contest, &conditions, |pairing| if pairing == (1, 0) { 50 } else { most });
        (contest, cells)
    }

    #[test]
    fn a_look_adds_games_to_the_wanted_cells_only() {
        let (contest, cells) = cells(20);
        let schedule = contest.schedule();
        let count = |look, wanted: fn(usize) -> bool| cells.slots(&schedule, look, wanted).len();
        assert_eq!([0, 1, 2, 3, 4].map(|look| count(look, |cell| cell == 0)), [10, 20, 40, 70, 100]);
        assert_eq!([0, 1, 2, 3, 4].map(|look| count(look, |cell| cell == 1)), [4, 8, 16, 28, 40]);
        assert_eq!(count(4, |_| true), 140);
        let fewer = Conditions { games_per_cell: Some(10), ..Conditions::of(Scale::Faithful, 1) };
        let fewer = Cells::by_pairing(&contest, &fewer, |_| 50);
        assert_eq!(
            fewer.slots(&schedule, 4, |_| true),
            fewer.slots(&schedule, 0, |_| true),
            "the same first games"
        );
        assert_eq!(fewer.confidence(), cells.confidence());
    }

    #[test]
    fn the_games_of_a_look_are_the_first_of_each_cell() {
        let (contest, cells) = cells(20);
        let mut standings = Standings::new(contest.schedule(), 3, None);
        for slot in 0..contest.schedule().len() {
            let sides = amazons::ByColor::from_fn(|_| SideStats::default());
            let (winner, ending) = (amazons::Color::White, store::Ending::NoMoves);
            standings.add(GameResult { slot, winner, ending, plies: 1, sides, fingerprint: slot });
        }
        let view = cells.up_to(&contest, &standings, 1);
        assert_eq!((view.tally(1, 0).pairs.pairs(), view.tally(2, 0).pairs.pairs()), (10, 4));
        assert!(view.has(0) && !view.has(contest.schedule().len() - 1));
    }

    /// How often a statement that is not true is called seen, or a true one not seen, in any of five looks: the share won is
    /// exactly on the bound, and the two games of a pair are the same with a probability.
    fn errors(share: f64, same: f64, trials: u32) -> f64 {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(11);
        let (_, cells) = cells(50);
        let mut wrong = 0_u32;
        for _ in 0..trials {
            let mut tally = MatchTally::default();
            let mut is_wrong = false;
            for pair in 1..=50 {
                let first = rng.random::<f64>() < share;
                let second = if rng.random::<f64>() < same { first } else { rng.random::<f64>() < share };
                tally.pairs.add(PairScore::from_wins(u8::from(first) + u8::from(second)));
                if cells.looks[0].contains(&pair) {
                    let won = Measured::won(&tally, cells.confidence());
                    is_wrong |= judge::above("", ("", won), share).is_decided();
                }
            }
            wrong += u32::from(is_wrong);
        }
        f64::from(wrong) / f64::from(trials)
    }

    /// The error of all looks together stays below one in twenty, also where the games of a pair hang together.
    #[test]
    fn repeated_looks_do_not_err_more_often_than_one() {
        for (share, same) in [(0.5, 0.0), (0.5, 0.3), (0.5, 0.8), (0.8, 0.0), (0.9, 0.3)] {
            let error = errors(share, same, 4_000);
            assert!(error < 0.05, "{error} at a share of {share}, pairs alike with {same}");
        }
        // One look at each of the five numbers with intervals of 95% would err far more often.
        assert!(Confidence::of_looks(5).z() > Confidence::USUAL.z() + 0.5);
    }

    #[test]
    fn unpaired_games_count() {
        let unpaired = GameTally { wins: 3, losses: 1 };
        let won = Measured::won(&MatchTally { unpaired, ..MatchTally::default() }, Confidence::USUAL);
        assert_eq!((won.ours, won.of), (Some(0.75), Some(4)));
    }
}
