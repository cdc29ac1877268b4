//! Territory by queen distance: minimal distance (THESIS) and TE (UCT-AB) are the same sum with another tie.

use amazons::{Board, Position};

use crate::breakdown::{Breakdown, Term};
use crate::evaluator::Evaluation;
use crate::map_cache::MapCache;
use crate::maps::Mover;
use crate::sums::RaceSums;

/// Squares nearer to the side to move minus squares nearer to the other, by queen's moves.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Territory {
    /// The value of a square that both sides reach equally fast, to the side to move.
    pub tie: f64,
}

impl Territory {
    /// TE of UCT-AB: a tied square is worth a fifth.
    pub const TE: Self = Self { tie: 0.2 };
    /// Minimal distance of the thesis: a tied square is worth nothing.
    pub const MINIMAL_DISTANCE: Self = Self { tie: 0.0 };
}

impl Evaluation for Territory {
    #[inline]
    fn value<B: Board>(&self, position: &Position<B>) -> f64 {
        RaceSums::new(position, Mover::Queen).nearer.balance(self.tie)
    }

    fn breakdown<B: Board>(&self, position: &Position<B>) -> Breakdown {
        self.breakdown_with(&MapCache::new(position))
    }

    fn value_with<B: Board>(&self, maps: &MapCache<'_, B>) -> f64 {
        maps.sums(Mover::Queen).nearer.balance(self.tie)
    }

    fn breakdown_with<B: Board>(&self, maps: &MapCache<'_, B>) -> Breakdown {
        let nearer = maps.sums(Mover::Queen).nearer;
        Breakdown::sum(vec![
            Term { name: "own squares", value: f64::from(nearer.own), weight: 1.0 },
            Term { name: "other's squares", value: f64::from(nearer.other), weight: -1.0 },
            Term { name: "tied squares", value: f64::from(nearer.tied), weight: self.tie },
        ])
    }
}
