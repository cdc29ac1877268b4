//! The traits of evaluations.

use amazons::{Board, Position};
use thought::Score;

use crate::breakdown::Breakdown;
use crate::map_cache::MapCache;
use crate::siblings::Siblings;

/// A function of the position alone.
pub trait Evaluation: Clone + Send + Sync + 'static {
    /// The value to the side to move, in the evaluation's own unit. The value of a finished game has no meaning, and
    /// searches do not use it.
    fn value<B: Board>(&self, position: &Position<B>) -> f64;

    /// Replaces the contents of `values` by the values of several positions, which may be evaluated together.
    fn values<B: Board>(&self, siblings: Siblings<'_, B>, values: &mut Vec<f64>) {
        values.clear();
        values.extend(siblings.positions().map(|position| self.value(&position)));
    }

    /// The terms of the value.
    fn breakdown<B: Board>(&self, position: &Position<B>) -> Breakdown;

    /// The same value from cached maps, if the evaluation uses maps.
    fn value_with<B: Board>(&self, maps: &MapCache<'_, B>) -> f64 {
        self.value(maps.position())
    }

    /// The same terms from cached maps.
    fn breakdown_with<B: Board>(&self, maps: &MapCache<'_, B>) -> Breakdown {
        self.breakdown(maps.position())
    }
}

/// An evaluation as a search calls it. Every [`Evaluation`] is one.
pub trait Evaluator<B: Board>: Send {
    /// The value of a position that is not over, to the side to move.
    fn evaluate(&mut self, position: &Position<B>) -> Score;
}

impl<B: Board, E: Evaluation> Evaluator<B> for E {
    #[inline]
    fn evaluate(&mut self, position: &Position<B>) -> Score {
        Score::from_moves(self.value(position))
    }
}
