//! The move where the limit of nodes is too small to expand the root: the best of a sample of moves.

use amazons::{Board, Move, Position};
use eval::{Evaluation, Siblings};
use rand::Rng;
use rand::seq::SliceRandom;

use super::shared_counter::SharedCounter;
use crate::RootMoves;

/// The moves to sample and their evaluation.
pub(super) struct Sample<'a, B: Board, E> {
    pub(super) position: &'a Position<B>,
    pub(super) root_moves: RootMoves<'a>,
    pub(super) evaluation: &'a E,
}

impl<B: Board, E: Evaluation> Sample<'_, B, E> {
    /// The best of a random sample of as many moves as nodes are left; `None` where none is left or nodes are not limited.
    pub(super) fn best(&self, counter: &SharedCounter, rng: &mut impl Rng) -> Option<Move> {
        let most = counter.nodes_left()? as usize;
        let mut all: Vec<Move> = match self.root_moves {
            RootMoves::All => self.position.legal_moves().collect(),
            RootMoves::Only(moves) => moves.to_vec(),
        };
        let (moves, _) = all.partial_shuffle(rng, most);
        if !counter.take_nodes(moves.len() as u32) {
            return None;
        }
        let positions: Vec<Position<B>> = moves.iter().map(|&mv| self.after(mv)).collect();
        let mut values = Vec::new();
        self.evaluation.values(Siblings::List(&positions), &mut values);
        let margins = positions.iter().zip(values).map(|(after, value)| match after.has_move() {
            true => -value,
            // The opponent is stuck.
            false => f64::INFINITY,
        });
        let best = moves.iter().zip(margins).max_by(|a, b| a.1.total_cmp(&b.1));
        best.map(|(&mv, _)| mv)
    }

    fn after(&self, mv: Move) -> Position<B> {
        let mut after = *self.position;
        after.play_unchecked(mv);
        after
    }
}
