//! What a search asks of an evaluation.

use amazons::{Board, Position};
use thought::Score;

use crate::breakdown::Breakdown;
use crate::terrain::Terrain;

/// A function of the position alone.
pub trait Evaluation: Clone + Send + Sync + 'static {
    /// The value to the side to move, in the evaluation's own unit. The position may be over: then the value says
    /// nothing, and searches do not ask.
    fn value<B: Board>(&self, position: &Position<B>) -> f64;

    /// The values of several positions in place of what the list held. Those of siblings, with as many amazons and empty
    /// squares, may be found together.
    fn values<B: Board>(&self, positions: &[Position<B>], values: &mut Vec<f64>) {
        values.clear();
        values.extend(positions.iter().map(|position| self.value(position)));
    }

    /// The terms of which the value is made.
    fn breakdown<B: Board>(&self, position: &Position<B>) -> Breakdown;

    /// The same value from maps that others use too. An evaluation that needs no map does not care.
    fn value_on<B: Board>(&self, terrain: &Terrain<'_, B>) -> f64 {
        self.value(terrain.position())
    }

    /// The same terms from maps that others use too.
    fn breakdown_on<B: Board>(&self, terrain: &Terrain<'_, B>) -> Breakdown {
        self.breakdown(terrain.position())
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
