//! RTE, the relative territory of UCT-AB: by how many moves a square is nearer.

use amazons::{Board, Position};

use crate::breakdown::{Breakdown, Term};
use crate::evaluator::Evaluation;
use crate::map_cache::MapCache;
use crate::maps::{Mover, Race};

/// The other's queen distance minus the own one, summed over the squares; 5 for a square that only one side reaches.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RelativeTerritory;

/// The value of a square that only one side reaches.
const ONE_SIDED_SQUARE: f64 = 5.0;

struct RelativeSums {
    leads: f64,
    only_own: f64,
    only_other: f64,
}

impl RelativeSums {
    fn value(&self) -> f64 {
        self.leads + ONE_SIDED_SQUARE * (self.only_own - self.only_other)
    }
}

fn sums<B: Board>(race: &Race<B>) -> RelativeSums {
    let mut leads = 0;
    race.for_each_pair(|own, other, squares| leads += (other as i64 - own as i64) * i64::from(squares));
    let (own, other) = (race.own.reached(), race.other.reached());
    RelativeSums {
        leads: leads as f64,
        only_own: f64::from((own & !other).count()),
        only_other: f64::from((other & !own).count()),
    }
}

impl Evaluation for RelativeTerritory {
    #[inline]
    fn value<B: Board>(&self, position: &Position<B>) -> f64 {
        sums(&Race::new(position, Mover::Queen)).value()
    }

    fn breakdown<B: Board>(&self, position: &Position<B>) -> Breakdown {
        self.breakdown_with(&MapCache::new(position))
    }

    fn value_with<B: Board>(&self, maps: &MapCache<'_, B>) -> f64 {
        sums(maps.race(Mover::Queen)).value()
    }

    fn breakdown_with<B: Board>(&self, maps: &MapCache<'_, B>) -> Breakdown {
        let RelativeSums { leads, only_own, only_other } = sums(maps.race(Mover::Queen));
        Breakdown::sum(vec![
            Term { name: "leads in moves", value: leads, weight: 1.0 },
            Term { name: "squares only own", value: only_own, weight: ONE_SIDED_SQUARE },
            Term { name: "squares only other's", value: only_other, weight: -ONE_SIDED_SQUARE },
        ])
    }
}
