//! The games of a batch, compiled for their board.

use std::thread;

use amazons::{AnyPosition, Board, Color, Position, Size, Square};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::slot::{Slot, number_of, square_of};
use super::starts::Starts;
use crate::planes::{self, Element, Side};

/// Games side by side on one board.
#[derive(Clone)]
pub(super) struct Core<B: Board> {
    slots: Vec<Slot<B>>,
    starts: Starts<B>,
    size: Size,
    auto_reset: bool,
    threads: usize,
}

/// An action that cannot be taken.
pub(super) struct BadAction {
    pub(super) game: usize,
    pub(super) action: i64,
    /// What the action was to choose.
    pub(super) stage: &'static str,
}

/// A batch whatever its board.
pub(super) trait AnyCore: Send + Sync {
    fn size(&self) -> Size;
    fn len(&self) -> usize;
    fn delay(&self) -> u8;
    fn reset(&mut self, which: Option<&[bool]>);
    fn reseed(&mut self, seed: u64);
    fn check(&self, actions: &[i64]) -> Result<(), BadAction>;
    /// Takes legal actions; what a finished game is told is ignored.
    fn step(&mut self, actions: &[i64], rewards: &mut [f32], dones: &mut [bool]);
    fn write_masks(&self, out: &mut [bool]);
    fn write_f32(&self, side: Side, out: &mut [f32]);
    fn write_u8(&self, side: Side, out: &mut [u8]);
    /// A legal action for each game, 0 where it is over.
    fn random_actions(&mut self, out: &mut [i64]);
    fn stages(&self, out: &mut [u8]);
    fn turns(&self, out: &mut [u8]);
    fn is_over(&self, out: &mut [bool]);
    fn position(&self, game: usize) -> AnyPosition;
    fn chosen(&self, game: usize) -> (Option<Square>, Option<Square>);
    fn count_moves(&self, out: &mut [i64]);
    fn boxed(&self) -> Box<dyn AnyCore>;
}

impl<B: Board> Core<B>
where
    AnyPosition: From<Position<B>>,
{
    pub(super) fn new(
        starts: Starts<B>,
        size: Size,
        games: usize,
        seed: u64,
        auto_reset: bool,
        threads: usize,
    ) -> Self {
        let slots = (0..games).map(|game| Slot::new(game, &starts, rng_of(seed, game))).collect();
        Self { slots, starts, size, auto_reset, threads }
    }

    /// How many games a thread takes.
    fn chunk(&self) -> usize {
        self.slots.len().div_ceil(self.threads).max(1)
    }

    fn write<T: Element>(&self, side: Side, out: &mut [T]) {
        let width = planes::count_staged(self.delay()) * self.size.area() as usize;
        let chunk = self.chunk();
        let jobs = self.slots.chunks(chunk).zip(out.chunks_mut(chunk * width));
        in_parallel(jobs, |(slots, out)| {
            for (slot, out) in slots.iter().zip(out.chunks_exact_mut(width)) {
                let (from, to) = slot.chosen();
                planes::write_staged(&slot.position, self.size, side, from, to, out);
            }
        });
    }
}

/// Each game has numbers of its own, so that nothing depends on the number of threads.
fn rng_of(seed: u64, game: usize) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed.wrapping_add((game as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)))
}

/// Does each job on a thread of its own, the only one on the caller's.
fn in_parallel<T: Send>(jobs: impl ExactSizeIterator<Item = T>, work: impl Fn(T) + Sync) {
    if jobs.len() <= 1 {
        jobs.for_each(work);
        return;
    }
    thread::scope(|scope| {
        for job in jobs {
            let work = &work;
            scope.spawn(move || work(job));
        }
    });
}

impl<B: Board> AnyCore for Core<B>
where
    AnyPosition: From<Position<B>>,
{
    fn size(&self) -> Size {
        self.size
    }

    fn len(&self) -> usize {
        self.slots.len()
    }

    fn delay(&self) -> u8 {
        self.slots.first().map_or(0, |slot| slot.position.vacancies().delay())
    }

    fn reset(&mut self, which: Option<&[bool]>) {
        for (game, slot) in self.slots.iter_mut().enumerate() {
            if which.is_none_or(|which| which[game]) {
                slot.reset(&self.starts);
            }
        }
    }

    fn reseed(&mut self, seed: u64) {
        for (game, slot) in self.slots.iter_mut().enumerate() {
            slot.rng = rng_of(seed, game);
        }
    }

    fn check(&self, actions: &[i64]) -> Result<(), BadAction> {
        for (game, (slot, &action)) in self.slots.iter().zip(actions).enumerate() {
            let is_legal = square_of(action, self.size).is_some_and(|square| slot.legal.contains(square));
            if !is_legal && !slot.is_over() {
                let stage = ["an amazon", "a square", "an arrow"][slot.stage as usize];
                return Err(BadAction { game, action, stage });
            }
        }
        Ok(())
    }

    fn step(&mut self, actions: &[i64], rewards: &mut [f32], dones: &mut [bool]) {
        let (chunk, size, auto_reset, starts) = (self.chunk(), self.size, self.auto_reset, &self.starts);
        let outputs = rewards.chunks_mut(chunk).zip(dones.chunks_mut(chunk));
        let jobs = self.slots.chunks_mut(chunk).zip(actions.chunks(chunk)).zip(outputs);
        in_parallel(jobs, |((slots, actions), (rewards, dones))| {
            let outputs = rewards.iter_mut().zip(dones);
            for ((slot, &action), (reward, done)) in slots.iter_mut().zip(actions).zip(outputs) {
                slot.winner = None;
                if !slot.is_over()
                    && let Some(square) = square_of(action, size)
                {
                    slot.step(square);
                }
                *reward = match slot.winner {
                    None => 0.0,
                    Some(Color::White) => 1.0,
                    Some(Color::Black) => -1.0,
                };
                *done = slot.is_over();
                if *done && auto_reset {
                    slot.reset(starts);
                }
            }
        });
    }

    fn write_masks(&self, out: &mut [bool]) {
        let (chunk, width) = (self.chunk(), self.size.area() as usize);
        let jobs = self.slots.chunks(chunk).zip(out.chunks_mut(chunk * width));
        in_parallel(jobs, |(slots, out)| {
            for (slot, out) in slots.iter().zip(out.chunks_exact_mut(width)) {
                planes::write_set(slot.legal, self.size, out);
            }
        });
    }

    fn write_f32(&self, side: Side, out: &mut [f32]) {
        self.write(side, out);
    }

    fn write_u8(&self, side: Side, out: &mut [u8]) {
        self.write(side, out);
    }

    fn random_actions(&mut self, out: &mut [i64]) {
        let (chunk, size) = (self.chunk(), self.size);
        let jobs = self.slots.chunks_mut(chunk).zip(out.chunks_mut(chunk));
        in_parallel(jobs, |(slots, out)| {
            for (slot, out) in slots.iter_mut().zip(out) {
                *out = slot.random_action().map_or(0, |square| number_of(square, size) as i64);
            }
        });
    }

    fn stages(&self, out: &mut [u8]) {
        self.slots.iter().zip(out).for_each(|(slot, out)| *out = slot.stage as u8);
    }

    fn turns(&self, out: &mut [u8]) {
        self.slots.iter().zip(out).for_each(|(slot, out)| *out = slot.position.turn() as u8);
    }

    fn is_over(&self, out: &mut [bool]) {
        self.slots.iter().zip(out).for_each(|(slot, out)| *out = slot.is_over());
    }

    fn position(&self, game: usize) -> AnyPosition {
        self.slots[game].position.into()
    }

    fn chosen(&self, game: usize) -> (Option<Square>, Option<Square>) {
        self.slots[game].chosen()
    }

    fn count_moves(&self, out: &mut [i64]) {
        let chunk = self.chunk();
        let jobs = self.slots.chunks(chunk).zip(out.chunks_mut(chunk));
        in_parallel(jobs, |(slots, out)| {
            for (slot, out) in slots.iter().zip(out) {
                *out = slot.position.count_moves() as i64;
            }
        });
    }

    fn boxed(&self) -> Box<dyn AnyCore> {
        Box::new(self.clone())
    }
}
