//! The children that a node can have, counted and named without listing them.

use std::ops::ControlFlow;

use amazons::{Board, Move, Position, Square};

/// What a child stands for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Layers {
    /// A whole move.
    Moves,
    /// In turn a step and a shot: the player changes only after the shot (move groups).
    StepsAndShots,
}

/// A step whose shot is still to come.
pub(crate) type Step = (Square, Square);

impl Layers {
    /// How many children the node of a position, or of a step in it, has.
    pub(crate) fn count<B: Board>(self, position: &Position<B>, step: Option<Step>) -> u32 {
        match (step, self) {
            (Some((from, to)), _) => position.shots(from, to).count(),
            (None, Self::Moves) => u32::try_from(position.count_moves()).unwrap_or(u32::MAX),
            (None, Self::StepsAndShots) => count_steps(position),
        }
    }

    /// The child with `rank` children before it. A step is a move that shoots at its own square.
    pub(crate) fn child<B: Board>(
        self,
        position: &Position<B>,
        step: Option<Step>,
        rank: u32,
    ) -> Option<Move> {
        match (step, self) {
            (Some((from, to)), _) => {
                position.shots(from, to).select(rank).map(|arrow| Move { from, to, arrow })
            }
            (None, Self::Moves) => Some(position.nth_move(u64::from(rank))),
            (None, Self::StepsAndShots) => {
                nth_step(position, rank).map(|(from, to)| Move { from, to, arrow: to })
            }
        }
    }
}

/// Whether every step leaves a shot: in the standard game that at the square just left.
fn always_shoots<B: Board>(position: &Position<B>) -> bool {
    position.vacancies().delay() == 0
}

fn count_steps<B: Board>(position: &Position<B>) -> u32 {
    if always_shoots(position) {
        position.amazons(position.turn()).into_iter().map(|from| position.steps(from).count()).sum()
    } else {
        position.count_steps()
    }
}

fn nth_step<B: Board>(position: &Position<B>, mut rank: u32) -> Option<Step> {
    if always_shoots(position) {
        for from in position.amazons(position.turn()) {
            let steps = position.steps(from);
            if let Some(to) = steps.select(rank) {
                return Some((from, to));
            }
            rank -= steps.count();
        }
        return None;
    }
    let mut found = None;
    let _ = position.for_each_shots(|shots| match rank.checked_sub(1) {
        Some(rest) => {
            rank = rest;
            ControlFlow::Continue(())
        }
        None => {
            found = Some((shots.from, shots.to));
            ControlFlow::Break(())
        }
    });
    found
}
