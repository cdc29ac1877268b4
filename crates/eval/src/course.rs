//! The evaluations of COURSE: mobility, territory and centrality, and the two terms that its MCTS uses.

use amazons::{Board, Color, Position};

use crate::breakdown::{Breakdown, Term};
use crate::evaluator::Evaluation;
use crate::map_cache::MapCache;
use crate::mobility::steps;
use crate::territory::Territory;

/// Weighted mobility (in steps), territory (by queen distance, ties nothing) and centrality.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Course {
    /// The weight of mobility.
    pub mobility: f64,
    /// The weight of territory.
    pub territory: f64,
    /// The weight of centrality.
    pub centrality: f64,
}

impl Course {
    /// The evaluation of its alpha-beta and minimax players.
    pub const HEURISTIC: Self = Self { mobility: 0.4, territory: 0.4, centrality: 0.2 };
    /// What its MCTS takes the sign of.
    pub const MCTS: Self = Self { mobility: 1.0, territory: 0.5, centrality: 0.0 };

    fn terms<B: Board>(&self, position: &Position<B>, territory: f64) -> [Term; 3] {
        let turn = position.turn();
        let mobility = f64::from(steps(position, turn)) - f64::from(steps(position, !turn));
        // Nearer is better: the distances count against their side.
        let centrality = distance_to_center(position, !turn) - distance_to_center(position, turn);
        [
            Term { name: "mobility", value: mobility, weight: self.mobility },
            Term { name: "territory", value: territory, weight: self.territory },
            Term { name: "centrality", value: centrality, weight: self.centrality },
        ]
    }
}

/// The sum of a side's king distances to the centre of the board, which lies between squares where a side is even.
fn distance_to_center<B: Board>(position: &Position<B>, color: Color) -> f64 {
    let size = position.board().size();
    let middle = |length: u8| (f64::from(length) - 1.0) / 2.0;
    let distance = |square: amazons::Square| {
        let columns = (f64::from(square.file().index()) - middle(size.columns())).abs();
        let rows = (f64::from(square.rank().index()) - middle(size.rows())).abs();
        columns.max(rows)
    };
    position.amazons(color).into_iter().map(distance).sum()
}

fn sum(terms: &[Term; 3]) -> f64 {
    terms.iter().map(|term| term.weight * term.value).sum()
}

impl Evaluation for Course {
    fn value<B: Board>(&self, position: &Position<B>) -> f64 {
        sum(&self.terms(position, Territory::MINIMAL_DISTANCE.value(position)))
    }

    fn breakdown<B: Board>(&self, position: &Position<B>) -> Breakdown {
        self.breakdown_with(&MapCache::new(position))
    }

    fn value_with<B: Board>(&self, maps: &MapCache<'_, B>) -> f64 {
        sum(&self.terms(maps.position(), Territory::MINIMAL_DISTANCE.value_with(maps)))
    }

    fn breakdown_with<B: Board>(&self, maps: &MapCache<'_, B>) -> Breakdown {
        let territory = Territory::MINIMAL_DISTANCE.value_with(maps);
        Breakdown::sum(self.terms(maps.position(), territory).into())
    }
}
