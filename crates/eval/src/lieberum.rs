//! Lieberum's evaluation (2005): territory that counts more as the sides part, and amazons that are shut in.
//!
//! The functions f that mix its terms were never published; [`Mix`] holds two sets found in open programs.

use amazons::{Bitboard, Board, Position, Square};

use crate::breakdown::{Breakdown, Term};
use crate::evaluator::Evaluation;
use crate::map_cache::MapCache;
use crate::maps::{Mover, Neighbors, Race, for_each_run};
use crate::sums::RaceSums;

/// How the terms are mixed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Mix {
    /// f1 = 1 - 1 / (1 + 30 e^(-w/5)), the others a third of the rest each; f = w / (alpha + 2).
    Logistic,
    /// f1 = (100 - w) / 100, f2 = f3 = w / 400, f4 = w / 200; f = w / (50 * 1.15^alpha); w at most 100.
    #[default]
    Linear,
}

/// Lieberum's evaluation.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Lieberum {
    /// How the terms are mixed.
    pub mix: Mix,
    /// The value of a square that both sides reach equally fast, to the side to move.
    pub tie: f64,
}

impl Lieberum {
    /// With a mix of terms and a tie of a fifth.
    #[must_use]
    pub const fn new(mix: Mix) -> Self {
        Self { mix, tie: 0.2 }
    }
}

impl Default for Lieberum {
    fn default() -> Self {
        Self::new(Mix::Linear)
    }
}

/// The terms of a position before they are mixed.
struct Figures {
    /// How much the sides are still entangled.
    w: f64,
    /// t1, c1, c2, t2.
    terms: [f64; 4],
    /// f of the other's amazons minus f of the own ones.
    shut_in: f64,
}

impl Mix {
    /// f1 to f4, for t1, c1, c2 and t2.
    fn weights(self, w: f64) -> [f64; 4] {
        match self {
            Self::Logistic => {
                let first = 1.0 - 1.0 / (1.0 + 30.0 * libm::exp(-0.2 * w));
                let rest = (1.0 - first) / 3.0;
                [first, rest, rest, rest]
            }
            Self::Linear => {
                let w = w.min(100.0);
                [(100.0 - w) / 100.0, w / 400.0, w / 400.0, w / 200.0]
            }
        }
    }

    /// f: the penalty for an amazon of mobility alpha.
    fn penalty(self, w: f64, alpha: f64) -> f64 {
        match self {
            Self::Logistic => w / (alpha + 2.0),
            Self::Linear => w.min(100.0) / (50.0 * libm::pow(1.15, alpha)),
        }
    }
}

/// 2^-n, exact. No board has a longer way than 128.
#[inline]
fn halved(times: usize) -> f64 {
    f64::from_bits((1023 - times as u64) << 52)
}

/// The sum of 2^-|D1own - D1other| over the squares that both reach.
fn entanglement<B: Board>(race: &Race<B>) -> f64 {
    let mut w = 0.0;
    race.for_each_pair(|own, other, squares| {
        w += f64::from(squares) * halved(own.abs_diff(other));
    });
    w
}

/// An amazon's alpha: every square one move away that the opponent reaches too counts its empty neighbours times
/// 2^-distance.
fn alpha<B: Board>(
    from: Square,
    empty: Bitboard<B>,
    opponents: Bitboard<B>,
    neighbors: &Neighbors<B>,
) -> f64 {
    let mut alpha = 0.0;
    for_each_run(Bitboard::single(empty.board(), from), empty, |steps, squares| {
        alpha += f64::from(neighbors.sum(squares & opponents)) * halved(steps as usize);
    });
    alpha
}

impl Lieberum {
    /// The terms from the queen maps of both sides, the sums over them and over the king maps, and the neighbours.
    #[inline(always)]
    fn figures<B: Board>(
        &self,
        position: &Position<B>,
        race: &Race<B>,
        [queen, king]: [&RaceSums; 2],
        neighbors: &Neighbors<B>,
    ) -> Figures {
        let w = entanglement(race);
        let empty = position.empty();
        let penalties = |color, opponents| -> f64 {
            let amazons = position.amazons(color).into_iter();
            amazons.map(|from| self.mix.penalty(w, alpha(from, empty, opponents, neighbors))).sum()
        };
        let turn = position.turn();
        let own = penalties(turn, race.other.reached());
        let other = penalties(!turn, race.own.reached());
        Figures {
            w,
            terms: [
                queen.nearer.balance(self.tie),
                queen.closeness,
                king.lead,
                king.nearer.balance(self.tie),
            ],
            shut_in: other - own,
        }
    }

    fn figures_with<B: Board>(&self, maps: &MapCache<'_, B>) -> Figures {
        let sums = [maps.sums(Mover::Queen), maps.sums(Mover::King)];
        self.figures(maps.position(), maps.race(Mover::Queen), sums, maps.neighbors())
    }

    /// The weighted sum of the terms.
    fn mixed(&self, Figures { w, terms, shut_in }: &Figures) -> f64 {
        let mixed: f64 = self.mix.weights(*w).iter().zip(terms).map(|(weight, term)| weight * term).sum();
        mixed + shut_in
    }

    /// The alpha of the amazon on a square, for the board and for tests.
    #[must_use]
    pub fn amazon_alpha<B: Board>(position: &Position<B>, square: Square) -> f64 {
        let is_own = position.amazons(position.turn()).contains(square);
        let opponent = if is_own { !position.turn() } else { position.turn() };
        let opponents = crate::maps::Levels::new(position, opponent, Mover::Queen).reached();
        alpha(square, position.empty(), opponents, &Neighbors::new(position))
    }
}

impl Evaluation for Lieberum {
    fn value<B: Board>(&self, position: &Position<B>) -> f64 {
        // The queen maps are needed; of the king maps only the sums, which are faster without a map.
        let race = Race::new(position, Mover::Queen);
        let sums = [&RaceSums::of(&race), &RaceSums::new(position, Mover::King)];
        self.mixed(&self.figures(position, &race, sums, &Neighbors::new(position)))
    }

    fn breakdown<B: Board>(&self, position: &Position<B>) -> Breakdown {
        self.breakdown_with(&MapCache::new(position))
    }

    fn value_with<B: Board>(&self, maps: &MapCache<'_, B>) -> f64 {
        self.mixed(&self.figures_with(maps))
    }

    fn breakdown_with<B: Board>(&self, maps: &MapCache<'_, B>) -> Breakdown {
        let Figures { w, terms: [t1, c1, c2, t2], shut_in } = self.figures_with(maps);
        let [f1, f2, f3, f4] = self.mix.weights(w);
        Breakdown::sum(vec![
            Term { name: "w entanglement", value: w, weight: 0.0 },
            Term { name: "t1 queen territory", value: t1, weight: f1 },
            Term { name: "c1 queen closeness", value: c1, weight: f2 },
            Term { name: "c2 king lead", value: c2, weight: f3 },
            Term { name: "t2 king territory", value: t2, weight: f4 },
            Term { name: "m shut-in amazons", value: shut_in, weight: 1.0 },
        ])
    }
}
