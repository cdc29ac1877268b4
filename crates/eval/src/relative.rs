//! RTE, the relative territory of UCT-AB: by how many moves a square is nearer.

use amazons::{Board, Position};

use crate::breakdown::{Breakdown, Term};
use crate::evaluator::Evaluation;
use crate::maps::{Mover, Race};
use crate::terrain::Terrain;

/// The other's queen distance minus the own one, summed over the squares; 5 for a square that only one side reaches.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RelativeTerritory;

/// What a square is worth that only one side reaches.
const ALONE: f64 = 5.0;

struct Sums {
    leads: f64,
    only_own: f64,
    only_other: f64,
}

impl Sums {
    fn value(&self) -> f64 {
        self.leads + ALONE * (self.only_own - self.only_other)
    }
}

fn sums<B: Board>(race: &Race<B>) -> Sums {
    let mut leads = 0;
    race.for_each_pair(|own, other, squares| leads += (other as i64 - own as i64) * i64::from(squares));
    let (own, other) = (race.own.reached(), race.other.reached());
    Sums {
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
        self.breakdown_on(&Terrain::new(position))
    }

    fn value_on<B: Board>(&self, terrain: &Terrain<'_, B>) -> f64 {
        sums(terrain.race(Mover::Queen)).value()
    }

    fn breakdown_on<B: Board>(&self, terrain: &Terrain<'_, B>) -> Breakdown {
        let Sums { leads, only_own, only_other } = sums(terrain.race(Mover::Queen));
        Breakdown::sum(vec![
            Term { name: "leads in moves", value: leads, weight: 1.0 },
            Term { name: "squares only own", value: only_own, weight: ALONE },
            Term { name: "squares only other's", value: only_other, weight: -ALONE },
        ])
    }
}
