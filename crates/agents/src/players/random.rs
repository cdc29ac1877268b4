//! `random`, `course-random`: moves at random.

use amazons::{Board, Draw, Position};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use search::{Search, Task};
use thought::{Decision, Limits, Line, Report};

use super::parameter::{DRAW, Field, fields};
use super::{Ability, PlayerConfig, PlayerInfo};

pub(super) const RANDOM: PlayerInfo = PlayerInfo {
    name: "random",
    paper: "a baseline",
    summary: "moves at random",
    limits: Limits::NONE,
    config: || Box::new(RandomConfig { draw: Draw::Steps }),
};

pub(super) const COURSE_RANDOM: PlayerInfo = PlayerInfo {
    name: "course-random",
    paper: "COURSE",
    summary: "moves at random: amazon, square, arrow",
    config: || Box::new(RandomConfig { draw: Draw::Amazons }),
    ..RANDOM
};

#[derive(Clone, Debug)]
struct RandomConfig {
    draw: Draw,
}

impl PlayerConfig for RandomConfig {
    const FIELDS: &'static [Field<Self>] = fields! { DRAW => |c| c.draw; };
    const ABILITIES: &'static [Ability] = &[Ability::EndAtDepth];

    fn search<B: Board>(&self) -> Box<dyn Search<B>> {
        Box::new(RandomMover { draw: self.draw, rng: Xoshiro256PlusPlus::seed_from_u64(0) })
    }
}

struct RandomMover {
    draw: Draw,
    rng: Xoshiro256PlusPlus,
}

impl<B: Board> Search<B> for RandomMover {
    fn new_game(&mut self, seed: u64) {
        self.rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    }

    fn search(&mut self, position: &Position<B>, task: Task<'_>) -> Option<Decision> {
        let mv = position.random_move(self.draw, &mut self.rng)?;
        let line = Line { moves: vec![mv], ..Line::default() };
        let report = Report { elapsed: task.asked.elapsed(), lines: vec![line], ..Report::default() };
        // The search is over whether the observer breaks it off or not.
        let _ = task.observer.report(&report);
        Some(Decision { mv, report })
    }
}
