//! The evaluation of MG-PEO (Zhang, Zou, Zhu 2024): five terms whose weights change with the stage of the game.

use amazons::{Bitboard, Board, Color, Position};

use crate::breakdown::{Breakdown, Term};
use crate::evaluator::Evaluation;
use crate::maps::{Mover, Neighbors, for_each_run};
use crate::sums::Sums;
use crate::terrain::Terrain;

/// Weights of t1, t2, p1, p2 and mobility.
pub(crate) type Weights = [f64; 5];

const OPENING: Weights = [0.14, 0.37, 0.13, 0.13, 0.20];
const MIDDLE: Weights = [0.30, 0.25, 0.20, 0.20, 0.05];
const ENDING: Weights = [0.80, 0.10, 0.05, 0.05, 0.0];

/// The five-term evaluation.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MgPeo {
    /// What a square that both sides reach equally fast is worth to the side to move.
    pub tie: f64,
    /// How many plies the opening has and how many it has together with the middle game, of the 92 that a game on 10x10
    /// may have; on other boards the same shares.
    pub stages: [u16; 2],
}

impl MgPeo {
    /// The paper's, with the tie and the stages that we chose: it does not say where its stages end.
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
    // Whole numbers first, so that the order of the directions does not matter for the last bit.
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
    fn terms(&self, queen: &Sums, king: &Sums, mobility: f64) -> [f64; 5] {
        let territory = |sums: &Sums| sums.nearer.balance(self.tie);
        [territory(queen), territory(king), queen.closeness, king.lead, mobility]
    }

    /// t1, t2, p1 and p2 alone: what the paper times as its distance modules.
    #[must_use]
    pub fn distance_terms<B: Board>(&self, position: &Position<B>) -> [f64; 4] {
        let [queen, king] = [Mover::Queen, Mover::King].map(|mover| Sums::new(position, mover));
        let [t1, t2, p1, p2, _] = self.terms(&queen, &king, 0.0);
        [t1, t2, p1, p2]
    }

    /// Mobility alone.
    #[must_use]
    pub fn mobility_term<B: Board>(&self, position: &Position<B>) -> f64 {
        mobility(position, &Neighbors::new(position))
    }

    fn terms_on<B: Board>(&self, terrain: &Terrain<'_, B>) -> [f64; 5] {
        let mobility = mobility(terrain.position(), terrain.neighbors());
        self.terms(terrain.sums(Mover::Queen), terrain.sums(Mover::King), mobility)
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
        let (queen, king) = (Sums::new(position, Mover::Queen), Sums::new(position, Mover::King));
        // At the end the weight of mobility is nothing.
        let mobility = if weights[4] > 0.0 { mobility(position, &Neighbors::new(position)) } else { 0.0 };
        weighted(weights, self.terms(&queen, &king, mobility))
    }

    fn breakdown<B: Board>(&self, position: &Position<B>) -> Breakdown {
        self.breakdown_on(&Terrain::new(position))
    }

    fn value_on<B: Board>(&self, terrain: &Terrain<'_, B>) -> f64 {
        weighted(self.weights(terrain.position()), self.terms_on(terrain))
    }

    fn breakdown_on<B: Board>(&self, terrain: &Terrain<'_, B>) -> Breakdown {
        let names =
            ["t1 queen territory", "t2 king territory", "p1 queen closeness", "p2 king lead", "mobility"];
        let rows = names.into_iter().zip(self.terms_on(terrain)).zip(self.weights(terrain.position()));
        Breakdown::sum(rows.map(|((name, value), &weight)| Term { name, value, weight }).collect())
    }
}

/// The freedom F of one amazon, for the board and for tests.
#[must_use]
pub fn amazon_freedom<B: Board>(position: &Position<B>, square: amazons::Square) -> f64 {
    let from = Bitboard::single(position.board(), square);
    freedom(from, position.empty(), &Neighbors::new(position))
}
