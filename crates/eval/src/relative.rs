//! RTE, the relative territory of UCT-AB: by how many moves a square is nearer.

use amazons::{Board, Position};

use crate::breakdown::{Breakdown, Term};
use crate::evaluator::Evaluation;
use crate::maps::{Mover, Race};

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

fn sums<B: Board>(position: &Position<B>) -> Sums {
    let race = Race::new(position, Mover::Queen);
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
        let Sums { leads, only_own, only_other } = sums(position);
        leads + ALONE * (only_own - only_other)
    }

    fn breakdown<B: Board>(&self, position: &Position<B>) -> Breakdown {
        let Sums { leads, only_own, only_other } = sums(position);
        Breakdown::sum(vec![
            Term { name: "leads in moves", value: leads, weight: 1.0 },
            Term { name: "squares only own", value: only_own, weight: ALONE },
            Term { name: "squares only other's", value: only_other, weight: -ALONE },
        ])
    }
}
