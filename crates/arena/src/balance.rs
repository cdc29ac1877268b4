//! Makes balanced openings: random plies, kept where a judge calls the position even.
//!
//! Who is to move stands better, at the start about 75 to 25 for MG-PEO, so no position is a half whoever is to move.
//! Even means that having the move is worth the same to both: the judge looks at the position with White and with Black
//! to move, and the mean of White's two win rates is a half. Positions where the move is worth almost everything are
//! left out: there the first of a pair's two games tells nothing that the second does not.

use std::collections::HashSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use agents::{AgentSpec, Task};
use amazons::{AnyPosition, Color, Game};
use thiserror::Error;
use thought::{Control, Limits, Silent};

use crate::opening::random_game;

/// How balanced openings are made.
#[derive(Clone, Debug)]
pub struct Balance {
    /// Who judges.
    pub judge: AgentSpec,
    /// How long it thinks about each position.
    pub limits: Limits,
    /// How far from a half the mean of White's win rates with White and with Black to move may be.
    pub tolerance: f64,
    /// How far from a half either of the two may be.
    pub sharpness: f64,
    /// Random plies before the judgement.
    pub plies: u32,
    /// The seed of the plies and of the judge. Neighbouring seeds share most of their draws: use distant ones.
    pub seed: u64,
}

/// So many draws in a row without an even one that there may be none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("none of {0} openings in a row was even: allow more, or choose another judge or fewer plies")]
pub struct Fruitless(pub u64);

/// With the usual settings one in about twelve is even.
const PATIENCE: u64 = 1_000;

/// An opening that the judge called even.
#[derive(Clone, PartialEq, Debug)]
pub struct Even {
    /// The number of the draw that gave it.
    pub number: u64,
    /// Its moves.
    pub game: Game,
    /// White's win rate with White and with Black to move.
    pub rates: [f64; 2],
}

/// How many of them are different positions.
fn different(kept: &[Even]) -> usize {
    kept.iter().map(|even| even.game.position().hash()).collect::<HashSet<_>>().len()
}

impl Balance {
    /// Draws openings from a start until so many are even, on several threads. The result depends on the settings
    /// only, not on the threads. `told` hears how many were drawn and kept.
    ///
    /// # Errors
    /// When a thousand draws in a row give none.
    pub fn make(
        &self,
        start: &AnyPosition,
        count: usize,
        threads: usize,
        told: &(dyn Fn(u64, usize) + Sync),
    ) -> Result<Vec<Even>, Fruitless> {
        let next = AtomicU64::new(0);
        let kept: Mutex<Vec<Even>> = Mutex::new(Vec::new());
        let work = || {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let even = self.draw(start, number);
                let mut kept = kept.lock().expect("no thread panics");
                kept.extend(even);
                let different = different(&kept);
                told(number + 1, different.min(count));
                let last = kept.iter().map(|even| even.number + 1).max().unwrap_or(0);
                if different >= count || number >= last + PATIENCE {
                    return;
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..threads.max(1) {
                scope.spawn(work);
            }
        });
        // Threads finish out of order, and each may have kept one too many: the draws that came first count. All of
        // those below the last were judged, because whoever took a number finished it.
        let mut kept = kept.into_inner().expect("no thread panics");
        kept.sort_by_key(|even| even.number);
        let mut seen = HashSet::new();
        kept.retain(|even| seen.insert(even.game.position().hash()));
        kept.truncate(count);
        if kept.len() < count { Err(Fruitless(PATIENCE)) } else { Ok(kept) }
    }

    fn draw(&self, start: &AnyPosition, number: u64) -> Option<Even> {
        let seed = self.seed.wrapping_add(number);
        let game = random_game(start, self.plies, seed)?;
        let rates = [Color::White, Color::Black].map(|turn| self.white_rate(game.position(), turn, seed));
        let [first, second] = rates;
        let rates = [first?, second?];
        let distance = |rate: f64| (rate - 0.5).abs();
        let is_even = distance((rates[0] + rates[1]) / 2.0) <= self.tolerance;
        let is_open = rates.iter().all(|&rate| distance(rate) <= self.sharpness);
        (is_even && is_open).then_some(Even { number, game, rates })
    }

    /// White's win rate as the judge sees it with one side to move; `None` where that side cannot.
    fn white_rate(&self, position: &AnyPosition, turn: Color, seed: u64) -> Option<f64> {
        let mut setup = position.to_setup();
        setup.turn = turn;
        let game = Game::new(AnyPosition::from_setup(&setup).ok()?);
        let mut judge = self.judge.agent();
        judge.new_game(seed);
        let decision = judge.decide(&game, Task::new(&self.limits, &Control::new(), &mut Silent)).ok()?;
        let rate = decision.report.lines.first()?.win_rate?;
        Some(if turn == Color::White { rate } else { 1.0 - rate })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn balance() -> Balance {
        Balance {
            judge: "mgpeo".parse().unwrap(),
            limits: Limits::playouts(3_000),
            tolerance: 0.1,
            sharpness: 0.45,
            plies: 4,
            seed: 1,
        }
    }

    #[test]
    fn the_set_does_not_depend_on_the_threads() {
        let start = *Game::default().start();
        let make = |threads| balance().make(&start, 6, threads, &|_, _| ()).unwrap();
        let alone = make(1);
        assert_eq!(alone.len(), 6);
        assert_eq!(alone, make(3));
    }

    #[test]
    fn a_judge_who_knows_nothing_is_given_up() {
        let judge = Balance { judge: "random".parse().unwrap(), ..balance() };
        assert_eq!(judge.make(Game::default().start(), 1, 2, &|_, _| ()), Err(Fruitless(PATIENCE)));
    }

    #[test]
    fn what_is_kept_is_even_for_the_judge() {
        let start = *Game::default().start();
        for even in balance().make(&start, 5, 2, &|_, _| ()).unwrap() {
            assert!((even.rates[0] + even.rates[1] - 1.0).abs() <= 0.2);
            for (turn, rate) in [Color::White, Color::Black].into_iter().zip(even.rates) {
                assert!((rate - 0.5).abs() <= 0.45);
                let again = balance().white_rate(even.game.position(), turn, 1 + even.number);
                assert_eq!(again, Some(rate));
            }
        }
    }
}
