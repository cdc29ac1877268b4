//! What is played where the limit of positions is too small for the root's steps: the best of as many moves as it allows.

use amazons::{Board, Move, Position};
use eval::Evaluation;
use rand::Rng;
use rand::seq::SliceRandom;

use super::shared_counter::SharedCounter;
use crate::RootMoves;

/// Where to look for a move, and how to judge it.
pub(super) struct Sample<'a, B: Board, E> {
    pub(super) position: &'a Position<B>,
    pub(super) root_moves: RootMoves<'a>,
    pub(super) evaluation: &'a E,
}

impl<B: Board, E: Evaluation> Sample<'_, B, E> {
    /// The best of some moves drawn at random, as many as may still be looked at; `None` where that is none, or no end is
    /// set to it.
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
        self.evaluation.values(&positions, &mut values);
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
