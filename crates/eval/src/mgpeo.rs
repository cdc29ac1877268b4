//! The evaluation of MG-PEO (Zhang, Zou, Zhu 2024): five terms whose weights change with the stage of the game.

use amazons::{Bitboard, Board, Color, Position};

use crate::breakdown::{Breakdown, Term};
use crate::evaluator::Evaluation;
use crate::map_cache::MapCache;
use crate::maps::{Mover, Neighbors, for_each_run};
use crate::sums::RaceSums;

/// Weights of t1, t2, p1, p2 and mobility.
pub(crate) type Weights = [f64; 5];

const OPENING: Weights = [0.14, 0.37, 0.13, 0.13, 0.20];
const MIDDLE: Weights = [0.30, 0.25, 0.20, 0.20, 0.05];
const ENDING: Weights = [0.80, 0.10, 0.05, 0.05, 0.0];

/// The five-term evaluation.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MgPeo {
    /// The value of a square that both sides reach equally fast, to the side to move.
    pub tie: f64,
    /// How many plies the opening has and how many it has together with the middle game, of the 92 that a game on 10x10
    /// may have; on other boards the same shares.
    pub stages: [u16; 2],
}

impl MgPeo {
    /// The weights of the paper with our tie and stages: it does not give the ends of its stages.
    pub const DEFAULT: Self = Self { tie: 0.2, stages: [20, 50] };
}

impl Default for MgPeo {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// The reciprocals of the numbers of steps; the longest line has fifteen.
const SHARE: [f64; 16] = {
    let mut share = [0.0; 16];
    let mut steps = 1;
    while steps < 16 {
        share[steps] = 1.0 / steps as f64;
        steps += 1;
    }
    share
};

/// The sum of F over the amazons of a set: every square one move away counts its empty neighbours divided by its
/// distance.
#[inline]
pub(crate) fn freedom<B: Board>(from: Bitboard<B>, empty: Bitboard<B>, neighbors: &Neighbors<B>) -> f64 {
    // Integers first, so that the order of the directions does not change the last bit.
    let mut by_steps = [0_u32; 16];
    for_each_run(from, empty, |steps, squares| by_steps[steps as usize & 15] += neighbors.sum(squares));
    by_steps.iter().zip(SHARE).map(|(&sum, share)| f64::from(sum) * share).sum()
}

impl MgPeo {
    /// The weights for a position.
    #[inline]
    pub(crate) fn weights<B: Board>(&self, position: &Position<B>) -> &'static Weights {
        let amazons = position.amazons(Color::White).count() + position.amazons(Color::Black).count();
        let longest = u64::from(position.board().size().area() - amazons);
        let [opening, middle] = self.stages.map(|plies| u64::from(plies) * longest);
        match u64::from(position.ply()) * 92 {
            played if played < opening => &OPENING,
            played if played < middle => &MIDDLE,
            _ => &ENDING,
        }
    }

    /// The five terms, before they are weighted.
    #[inline(always)]
    fn terms(&self, queen: &RaceSums, king: &RaceSums, mobility: f64) -> [f64; 5] {
        let territory = |sums: &RaceSums| sums.nearer.balance(self.tie);
        [territory(queen), territory(king), queen.closeness, king.lead, mobility]
    }

    /// t1, t2, p1 and p2 alone: what the paper times as its distance modules.
    #[must_use]
    pub fn distance_terms<B: Board>(&self, position: &Position<B>) -> [f64; 4] {
        let [queen, king] = [Mover::Queen, Mover::King].map(|mover| RaceSums::new(position, mover));
        let [t1, t2, p1, p2, _] = self.terms(&queen, &king, 0.0);
        [t1, t2, p1, p2]
    }

    /// Mobility alone.
    #[must_use]
    pub fn mobility_term<B: Board>(&self, position: &Position<B>) -> f64 {
        mobility(position, &Neighbors::new(position))
    }

    fn terms_with<B: Board>(&self, maps: &MapCache<'_, B>) -> [f64; 5] {
        let mobility = mobility(maps.position(), maps.neighbors());
        self.terms(maps.sums(Mover::Queen), maps.sums(Mover::King), mobility)
    }
}

/// The freedom of the side to move's amazons minus that of the other's.
fn mobility<B: Board>(position: &Position<B>, neighbors: &Neighbors<B>) -> f64 {
    let of = |color| freedom(position.amazons(color), position.empty(), neighbors);
    of(position.turn()) - of(!position.turn())
}

#[inline(always)]
fn weighted(weights: &Weights, terms: [f64; 5]) -> f64 {
    weights.iter().zip(terms).map(|(weight, term)| weight * term).sum()
}

impl Evaluation for MgPeo {
    #[inline]
    fn value<B: Board>(&self, position: &Position<B>) -> f64 {
        let weights = self.weights(position);
        let (queen, king) = (RaceSums::new(position, Mover::Queen), RaceSums::new(position, Mover::King));
        // In the ending the weight of mobility is zero.
        let mobility = if weights[4] > 0.0 { mobility(position, &Neighbors::new(position)) } else { 0.0 };
        weighted(weights, self.terms(&queen, &king, mobility))
    }

    fn breakdown<B: Board>(&self, position: &Position<B>) -> Breakdown {
        self.breakdown_with(&MapCache::new(position))
    }

    fn value_with<B: Board>(&self, maps: &MapCache<'_, B>) -> f64 {
        weighted(self.weights(maps.position()), self.terms_with(maps))
    }

    fn breakdown_with<B: Board>(&self, maps: &MapCache<'_, B>) -> Breakdown {
        let names =
            ["t1 queen territory", "t2 king territory", "p1 queen closeness", "p2 king lead", "mobility"];
        let rows = names.into_iter().zip(self.terms_with(maps)).zip(self.weights(maps.position()));
        Breakdown::sum(rows.map(|((name, value), &weight)| Term { name, value, weight }).collect())
    }
}

/// The freedom F of one amazon, for the board and for tests.
#[must_use]
pub fn amazon_freedom<B: Board>(position: &Position<B>, square: amazons::Square) -> f64 {
    let from = Bitboard::single(position.board(), square);
    freedom(from, position.empty(), &Neighbors::new(position))
}
