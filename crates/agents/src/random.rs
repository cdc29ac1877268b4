//! The player that does not think.

use amazons::{Board, Draw, Position};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use search::{Search, Task};
use thought::{Decision, Line, Report};

/// Moves at random.
pub(crate) struct RandomMover {
    draw: Draw,
    rng: Xoshiro256PlusPlus,
}

impl RandomMover {
    pub(crate) fn new(draw: Draw) -> Self {
        Self { draw, rng: Xoshiro256PlusPlus::seed_from_u64(0) }
    }
}

impl<B: Board> Search<B> for RandomMover {
    fn new_game(&mut self, seed: u64) {
        self.rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    }

    fn search(&mut self, position: &Position<B>, task: Task<'_>) -> Option<Decision> {
        let mv = position.random_move(self.draw, &mut self.rng)?;
        let line = Line { moves: vec![mv], ..Line::default() };
        let report = Report { elapsed: task.asked.elapsed(), lines: vec![line], ..Report::default() };
        // Nothing is left to break off.
        let _ = task.observer.report(&report);
        Some(Decision { mv, report })
    }
}
