//! Generates balanced openings: random plies to positions that a judge calls balanced.
//!
//! The side to move has the better position, at the start about 75 to 25 by MG-PEO. A position is balanced when having the
//! move is worth the same to both sides: the judge evaluates it with White and with Black to move, and the mean of White's two
//! win rates is one half. Positions in which the move decides almost everything are rejected: there the second game of a pair
//! adds no information to the first.

use std::collections::HashSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use agents::{AgentSpec, Task};
use amazons::{AnyPosition, Color, Game};
use thiserror::Error;
use thought::{Control, Limits, Silent};

use crate::opening::random_game;

/// How balanced openings are generated.
#[derive(Clone, Debug)]
pub struct BalanceConfig {
    /// The judge.
    pub judge: AgentSpec,
    /// The judge's limits per position.
    pub limits: Limits,
    /// The largest distance from 0.5 of the mean of White's win rates with White and with Black to move.
    pub tolerance: f64,
    /// The largest distance from 0.5 of each of the two.
    pub sharpness: f64,
    /// The number of random plies.
    pub plies: u32,
    /// The seed of the plies and of the judge. Neighbouring seeds share most of their draws.
    pub seed: u64,
}

/// Too few balanced openings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error(
    "found {found} of {wanted} openings, then {MOST_DRAWS} draws in a row gave no new balanced one: ask for fewer, increase the \
     tolerance, or use another judge or other plies"
)]
pub struct TooFewOpenings {
    /// How many were found.
    pub found: usize,
    /// How many were asked for.
    pub wanted: usize,
}

/// The most draws without a new balanced opening; with the default settings about one in twelve is balanced.
const MOST_DRAWS: u64 = 1_000;

/// A balanced opening.
#[derive(Clone, PartialEq, Debug)]
pub struct BalancedOpening {
    /// The number of its draw.
    pub number: u64,
    /// The opening.
    pub game: Game,
    /// White's win rate with White and with Black to move.
    pub rates: [f64; 2],
}

/// Puts openings in the order of their draws, and leaves of equal positions the first.
fn keep_first(kept: &mut Vec<BalancedOpening>) {
    kept.sort_by_key(|opening| opening.number);
    let mut seen = HashSet::new();
    kept.retain(|opening| seen.insert(opening.game.position().key()));
}

impl BalanceConfig {
    /// Draws openings from a start until `count` are balanced, on several threads. The result does not depend on the number of
    /// threads. `report` is called with the numbers of openings drawn and kept.
    ///
    /// # Errors
    /// When a thousand draws in a row give no new one.
    pub fn generate(
        &self,
        start: &AnyPosition,
        count: usize,
        threads: usize,
        report: &(dyn Fn(u64, usize) + Sync),
    ) -> Result<Vec<BalancedOpening>, TooFewOpenings> {
        let next = AtomicU64::new(0);
        let kept: Mutex<Vec<BalancedOpening>> = Mutex::new(Vec::new());
        let work = || {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let drawn = self.draw(start, number);
                let mut kept = kept.lock().expect("no thread panics");
                if let Some(drawn) = drawn {
                    kept.push(drawn);
                    keep_first(&mut kept);
                }
                report(number + 1, kept.len().min(count));
                let last = kept.last().map_or(0, |opening| opening.number + 1);
                if kept.len() >= count || number >= last + MOST_DRAWS {
                    return;
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..threads {
                // Where the system gives no more threads, those that there are do the work.
                if std::thread::Builder::new().spawn_scoped(scope, work).is_err() {
                    break;
                }
            }
            work();
        });
        // Threads finish out of order, and each may have kept one too many: the first draws count. All draws below the last
        // one were judged, because every thread finishes the number that it takes.
        let mut kept = kept.into_inner().expect("no thread panics");
        kept.truncate(count);
        let found = kept.len();
        if found < count { Err(TooFewOpenings { found, wanted: count }) } else { Ok(kept) }
    }

    fn draw(&self, start: &AnyPosition, number: u64) -> Option<BalancedOpening> {
        let seed = self.seed.wrapping_add(number);
        let game = random_game(start, self.plies, seed)?;
        let rates = [Color::White, Color::Black].map(|turn| self.white_rate(game.position(), turn, seed));
        let [first, second] = rates;
        let rates = [first?, second?];
        let distance = |rate: f64| (rate - 0.5).abs();
        let is_balanced = distance((rates[0] + rates[1]) / 2.0) <= self.tolerance;
        let is_open = rates.iter().all(|&rate| distance(rate) <= self.sharpness);
        (is_balanced && is_open).then_some(BalancedOpening { number, game, rates })
    }

    /// White's win rate by the judge with one side to move; `None` if that side has no move.
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

    fn config() -> BalanceConfig {
        BalanceConfig {
            judge: "mgpeo".parse().unwrap(),
            limits: Limits::playouts(3_000),
            tolerance: 0.1,
            sharpness: 0.45,
            plies: 4,
            seed: 1,
        }
    }

    #[test]
    fn the_openings_do_not_depend_on_the_threads() {
        let start = *Game::default().start();
        let generate = |threads| config().generate(&start, 6, threads, &|_, _| ()).unwrap();
        let alone = generate(1);
        assert_eq!(alone.len(), 6);
        assert_eq!(alone, generate(3));
    }

    #[test]
    fn generation_ends_without_a_balanced_opening() {
        let judge = BalanceConfig { judge: "random".parse().unwrap(), ..config() };
        assert_eq!(
            judge.generate(Game::default().start(), 1, 2, &|_, _| ()),
            Err(TooFewOpenings { found: 0, wanted: 1 })
        );
    }

    #[test]
    fn generation_ends_when_there_are_no_more_different_openings() {
        // Without plies there is one opening, and by such shares it is balanced whenever it is drawn.
        let (tolerance, sharpness, limits) = (0.5, 0.5, Limits::playouts(200));
        let judge = BalanceConfig { plies: 0, tolerance, sharpness, limits, ..config() };
        let all = judge.generate(Game::default().start(), 2, 2, &|_, _| ());
        assert_eq!(all, Err(TooFewOpenings { found: 1, wanted: 2 }));
        assert_eq!(judge.generate(Game::default().start(), 1, 2, &|_, _| ()).unwrap().len(), 1);
    }

    #[test]
    fn every_opening_is_balanced_for_the_judge() {
        let start = *Game::default().start();
        for opening in config().generate(&start, 5, 2, &|_, _| ()).unwrap() {
            assert!((opening.rates[0] + opening.rates[1] - 1.0).abs() <= 0.2);
            for (turn, rate) in [Color::White, Color::Black].into_iter().zip(opening.rates) {
                assert!((rate - 0.5).abs() <= 0.45);
                let again = config().white_rate(opening.game.position(), turn, 1 + opening.number);
                assert_eq!(again, Some(rate));
            }
        }
    }
}
