//! Random moves from the leaves of a tree on.

use amazons::{Board, Color, Draw, Move, Position, Walker};
use eval::Evaluator;
use thought::win_rate;

use super::run::SearchRng;

/// Makes runners for the positions of one tree.
pub(super) struct Rollouts<B: Board> {
    root: Position<B>,
    /// The root kept for fast random moves, where the board allows that.
    walker: Option<Walker>,
}

/// A position that random moves are played in.
#[derive(Clone)]
pub(super) enum Runner<B: Board> {
    /// The fast way, and the position that the walker started from.
    Walker(Walker, Position<B>),
    /// The way for every board and rule.
    Position(Position<B>),
}

impl<B: Board> Rollouts<B> {
    pub(super) fn new(root: &Position<B>) -> Self {
        Self { root: *root, walker: Walker::new(root) }
    }

    /// A runner in `position`, to which `moves` lead from the root.
    pub(super) fn runner(&self, position: &Position<B>, moves: &[Move]) -> Runner<B> {
        let Some(walker) = &self.walker else { return Runner::Position(*position) };
        let mut walker = walker.clone();
        moves.iter().for_each(|&mv| walker.play(mv));
        Runner::Walker(walker, self.root)
    }
}

impl<B: Board> Runner<B> {
    /// Who is to move.
    pub(super) fn turn(&self) -> Color {
        match self {
            Self::Walker(walker, _) => walker.turn(),
            Self::Position(position) => position.turn(),
        }
    }

    /// Plays a legal move.
    pub(super) fn play(&mut self, mv: Move) {
        match self {
            Self::Walker(walker, _) => walker.play(mv),
            Self::Position(position) => position.play_unchecked(mv),
        }
    }

    /// Plays a random move; `None` where there is none.
    #[inline]
    pub(super) fn step(&mut self, draw: Draw, rng: &mut SearchRng) -> Option<Move> {
        match self {
            Self::Walker(walker, _) => walker.step(draw, rng),
            Self::Position(position) => {
                let mv = position.random_move(draw, rng)?;
                position.play_unchecked(mv);
                Some(mv)
            }
        }
    }

    /// Plays to the end: White's win rate, 1 or 0.
    #[inline]
    pub(super) fn play_out(mut self, draw: Draw, rng: &mut SearchRng) -> f64 {
        match &mut self {
            Self::Walker(walker, _) => lost_by(!walker.play_out(draw, rng).winner),
            Self::Position(position) => lost_by(!position.play_out(draw, rng).winner),
        }
    }

    /// The position that the moves have led to.
    pub(super) fn position(&self) -> Position<B> {
        match self {
            Self::Walker(walker, root) => walker.to_position(root),
            Self::Position(position) => *position,
        }
    }
}

/// White's win rate where a side has lost.
pub(super) fn lost_by(color: Color) -> f64 {
    if color == Color::White { 0.0 } else { 1.0 }
}

/// How a value becomes a win rate.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum WinRate {
    /// 1 / (1 + exp(-slope value)).
    Logistic {
        /// How fast the win rate rises with the value.
        slope: f64,
    },
    /// 1 above zero, 0 below, a half at zero.
    Sign,
}

impl WinRate {
    /// The win rate that a value stands for.
    #[must_use]
    pub fn of(self, value: f64) -> f64 {
        match self {
            Self::Logistic { slope } => win_rate(value, slope),
            Self::Sign if value > 0.0 => 1.0,
            Self::Sign if value < 0.0 => 0.0,
            Self::Sign => 0.5,
        }
    }

    /// White's win rate in a position by an evaluation, or as the rules say where the game is over.
    pub(super) fn for_white<B: Board, E: Evaluator<B>>(
        self,
        position: &Position<B>,
        evaluator: &mut E,
    ) -> f64 {
        if !position.has_move() {
            return lost_by(position.turn());
        }
        let rate = self.of(evaluator.evaluate(position).to_moves());
        if position.turn() == Color::White { rate } else { 1.0 - rate }
    }
}
