//! The schedule of a contest: players, opening and seed of every game.
//!
//! A slot is the place of one game. Two neighbouring slots are a pair: the same players and opening, colours swapped. A slot's
//! number determines its game, so that an interrupted contest can be resumed.

use std::fmt;

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::rand_core::Rng;
use rand_xoshiro::{SplitMix64, Xoshiro256PlusPlus};

/// The pairings of a contest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ContestFormat {
    /// Every player meets every other.
    RoundRobin,
    /// The first meets all the others.
    Gauntlet,
    /// Listed pairings, by the players' numbers; a pairing that is listed twice plays twice as many games.
    Listed(Vec<(usize, usize)>),
}

impl ContestFormat {
    fn pairings(&self, players: usize) -> Vec<(usize, usize)> {
        let firsts = match self {
            Self::RoundRobin => 0..players,
            Self::Gauntlet => 0..players.min(1),
            Self::Listed(pairings) => return pairings.clone(),
        };
        firsts.flat_map(|first| (first + 1..players).map(move |second| (first, second))).collect()
    }
}

impl fmt::Display for ContestFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::RoundRobin => f.write_str("round robin"),
            Self::Gauntlet => f.write_str("gauntlet"),
            Self::Listed(pairings) => {
                let pairings: Vec<String> = pairings.iter().map(|(a, b)| format!("{a}-{b}")).collect();
                f.write_str(&pairings.join(" "))
            }
        }
    }
}

/// All games of a contest in the order in which they start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    pairings: Vec<(usize, usize)>,
    /// The number of game pairs of every pairing.
    rounds: u64,
    /// The numbers of the openings, shuffled by the seed.
    openings: Vec<usize>,
    seed: u64,
}

/// A game of a schedule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScheduledGame {
    /// Its slot, from 0.
    pub number: u64,
    /// Its pair, from 0.
    pub pair: u64,
    /// White's number in the list of players.
    pub white: usize,
    /// Black's number in the list of players.
    pub black: usize,
    /// The number of its opening in the list of openings.
    pub opening: usize,
    /// The seed of both players' random numbers.
    pub seed: u64,
}

impl Schedule {
    /// The schedule of a contest.
    ///
    /// # Panics
    /// When there are no openings.
    #[must_use]
    pub fn new(format: &ContestFormat, players: usize, openings: usize, rounds: u64, seed: u64) -> Self {
        assert!(openings > 0, "a schedule needs an opening");
        let mut order: Vec<usize> = (0..openings).collect();
        order.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(seed));
        Self { pairings: format.pairings(players), rounds, openings: order, seed }
    }

    /// The pairings of a round, by the players' numbers, in order.
    #[must_use]
    pub fn pairings(&self) -> &[(usize, usize)] {
        &self.pairings
    }

    /// The number of games.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.rounds * self.pairings.len() as u64 * 2
    }

    /// Whether there are no games.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The game of a slot. In a round every pairing plays a pair from the same opening, so that an interrupted contest has
    /// treated all alike.
    #[must_use]
    pub fn slot(&self, number: u64) -> ScheduledGame {
        let pair = number / 2;
        let pairings = self.pairings.len() as u64;
        let (first, second) = self.pairings[(pair % pairings) as usize];
        let (white, black) = if number.is_multiple_of(2) { (first, second) } else { (second, first) };
        let round = pair / pairings;
        let opening = self.openings[(round % self.openings.len() as u64) as usize];
        // SQLite's numbers have a sign.
        ScheduledGame { number, pair, white, black, opening, seed: mix(self.seed, number) >> 1 }
    }
}

/// The seed of one of many numbered things: neighbours, of the same seed or of the next, look unlike each other.
#[must_use]
pub fn mix(seed: u64, number: u64) -> u64 {
    let mut mixer = SplitMix64::seed_from_u64(seed);
    SplitMix64::seed_from_u64(mixer.next_u64().wrapping_add(number)).next_u64()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_pairing_plays_both_colours_of_the_same_openings() {
        let schedule = Schedule::new(&ContestFormat::RoundRobin, 4, 10, 3, 7);
        assert_eq!(schedule.len(), 6 * 3 * 2);
        let slots: Vec<ScheduledGame> = (0..schedule.len()).map(|number| schedule.slot(number)).collect();
        for pair in slots.chunks(2) {
            assert_eq!((pair[0].white, pair[0].black), (pair[1].black, pair[1].white));
            assert_eq!((pair[0].opening, pair[0].pair), (pair[1].opening, pair[1].pair));
        }
        for round in slots.chunks(12) {
            assert!(round.iter().all(|slot| slot.opening == round[0].opening));
            let met: HashSet<(usize, usize)> = round.iter().map(|slot| (slot.white, slot.black)).collect();
            assert_eq!(met.len(), 12, "all pairings, both ways");
        }
        let openings: HashSet<usize> = slots.iter().map(|slot| slot.opening).collect();
        assert_eq!(openings.len(), 3, "a new opening a round");
        let seeds: HashSet<u64> = slots.iter().map(|slot| slot.seed).collect();
        assert_eq!(seeds.len(), slots.len());
    }

    #[test]
    fn in_a_gauntlet_the_first_meets_all_others() {
        let schedule = Schedule::new(&ContestFormat::Gauntlet, 5, 1, 1, 7);
        assert_eq!(schedule.len(), 8);
        let has_first = |slot: ScheduledGame| slot.white == 0 || slot.black == 0;
        assert!((0..8).all(|number| has_first(schedule.slot(number))));
    }

    #[test]
    fn listed_pairings_are_played_and_no_others() {
        let schedule = Schedule::new(&ContestFormat::Listed(vec![(2, 0), (1, 3), (2, 0)]), 4, 5, 2, 7);
        assert_eq!(schedule.len(), 3 * 2 * 2);
        let met: Vec<(usize, usize)> =
            (0..6).map(|number| schedule.slot(number)).map(|slot| (slot.white, slot.black)).collect();
        assert_eq!(met, [(2, 0), (0, 2), (1, 3), (3, 1), (2, 0), (0, 2)]);
        // A pairing that is listed twice has different seeds.
        assert_ne!(schedule.slot(0).seed, schedule.slot(4).seed);
    }

    #[test]
    fn a_schedule_is_determined_by_its_seed() {
        let schedule = |seed| Schedule::new(&ContestFormat::RoundRobin, 2, 500, 50, seed);
        let slots = |seed| (0..100).map(|number| schedule(seed).slot(number)).collect::<Vec<_>>();
        assert_eq!(slots(1), slots(1));
        assert_ne!(slots(1), slots(2));
        assert_ne!(
            slots(1).iter().map(|slot| slot.opening).collect::<Vec<_>>(),
            slots(2).iter().map(|slot| slot.opening).collect::<Vec<_>>()
        );
    }
}
