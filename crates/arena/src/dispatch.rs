//! Hands the games of a run out in units, and takes their results: the same for threads and for a cluster.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::runner::RunError;
use crate::stop_signal::StopSignal;
use crate::unit::{FinishedGame, PlannedGame, RunPlan, Unit, UnitError};
use crate::workers::{EndedUnit, UnitOutcome, UnitSize, Workers};

/// A run whose games are handed out and taken back.
pub trait Head {
    /// Why a game could not be planned or kept.
    type Error: From<RunError>;

    /// What the games have in common.
    fn plan(&self) -> &Arc<RunPlan>;

    /// The next game to hand out. `None` while there is none; a result may bring more.
    ///
    /// # Errors
    /// When it cannot be planned.
    fn next_game(&mut self) -> Result<Option<PlannedGame>, Self::Error>;

    /// About how many games are still to be handed out.
    fn games_left(&self) -> u64;

    /// A game was handed out.
    fn started(&mut self, _game: &PlannedGame) {}

    /// Keeps the finished games of a unit; units come in any order, each once.
    ///
    /// # Errors
    /// When they cannot be kept: then no others are taken.
    fn take(&mut self, games: Vec<FinishedGame>) -> Result<(), Self::Error>;

    /// Whether the games that are out are not wanted any more.
    fn is_over(&self) -> bool {
        false
    }
}

/// Plays the games of a run. It returns when all that were handed out are taken, and either no others are left or the signal
/// is set.
///
/// # Errors
/// When a unit fails, the workers are lost, or a game cannot be kept. The units that are out are broken off then; games that
/// were finished before are kept as long as they can be.
pub fn dispatch<H: Head>(head: &mut H, workers: &mut dyn Workers, stop: &StopSignal) -> Result<(), H::Error> {
    let mut dispatcher = Dispatcher { out: BTreeMap::new(), next: 0, pace: Pace::default() };
    let result = dispatcher.run(head, workers, stop);
    if result.is_err() {
        workers.cancel();
    }
    if let Err(Failure::Unit(_)) = &result {
        dispatcher.rescue(head, workers);
    }
    workers.end();
    result.map_err(Failure::into_error)
}

/// Why a run ends early.
enum Failure<E> {
    /// A unit failed; what others have finished can be kept.
    Unit(E),
    /// A game cannot be kept, or the workers are lost.
    Run(E),
}

impl<E> Failure<E> {
    fn into_error(self) -> E {
        let (Self::Unit(error) | Self::Run(error)) = self;
        error
    }
}

struct Dispatcher {
    /// The units that are out.
    out: BTreeMap<u64, Unit>,
    /// The number of the next unit.
    next: u64,
    pace: Pace,
}

impl Dispatcher {
    fn run<H: Head>(
        &mut self,
        head: &mut H,
        workers: &mut dyn Workers,
        stop: &StopSignal,
    ) -> Result<(), Failure<H::Error>> {
        loop {
            if head.is_over() {
                workers.cancel();
                return Ok(());
            }
            while !stop.is_set() && self.out.len() < workers.width().max(1) {
                let Some(unit) = self.unit(head, workers).map_err(Failure::Run)? else { break };
                let submitted = workers.submit(self.next, &unit);
                submitted.map_err(|error| Failure::Run(RunError::Workers(error).into()))?;
                self.out.insert(self.next, unit);
                self.next += 1;
            }
            if self.out.is_empty() {
                return Ok(());
            }
            let ended = workers.next().map_err(|error| Failure::Run(RunError::Workers(error).into()))?;
            let Some(ended) = ended else { return Ok(()) };
            let games = self.games(ended).map_err(|error| Failure::Unit(RunError::Unit(error).into()))?;
            head.take(games).map_err(Failure::Run)?;
        }
    }

    /// The next unit, if there is a game for it.
    fn unit<H: Head>(&self, head: &mut H, workers: &mut dyn Workers) -> Result<Option<Unit>, H::Error> {
        let size = match workers.unit_size() {
            UnitSize::Games(games) => games.max(1),
            UnitSize::Seconds(seconds) => self.pace.size(seconds, head.games_left(), workers.width()),
        };
        let mut games = Vec::new();
        while games.len() < size {
            let Some(game) = head.next_game()? else { break };
            head.started(&game);
            games.push(game);
        }
        Ok((!games.is_empty()).then(|| Unit { plan: Arc::clone(head.plan()), games }))
    }

    /// The games of a unit that has ended. None of one that is not out: it was told before.
    fn games(&mut self, ended: EndedUnit) -> Result<Vec<FinishedGame>, UnitError> {
        let Some(unit) = self.out.remove(&ended.number) else { return Ok(Vec::new()) };
        let games = match ended.outcome {
            UnitOutcome::Games(games) => games,
            UnitOutcome::Result(bytes) => unit.read_result(&bytes)?,
            UnitOutcome::Stopped => return Ok(Vec::new()),
            UnitOutcome::Failed(error) => return Err(error),
        };
        self.pace.add(games.len(), ended.seconds);
        Ok(games)
    }

    /// Takes what was finished before a unit failed. Further failures say nothing new.
    fn rescue<H: Head>(&mut self, head: &mut H, workers: &mut dyn Workers) {
        while !self.out.is_empty() {
            let Ok(Some(ended)) = workers.next() else { return };
            let Ok(games) = self.games(ended) else { continue };
            if head.take(games).is_err() {
                return;
            }
        }
    }
}

/// How many games a unit is to have, by the time of those that have ended.
#[derive(Default)]
struct Pace {
    games: usize,
    seconds: f64,
    /// The most games of a unit that has ended.
    largest: usize,
}

impl Pace {
    /// A pair of games: the first units show how long games take.
    const FIRST: usize = 2;

    fn add(&mut self, games: usize, seconds: f64) {
        self.games += games;
        self.seconds += seconds.max(0.0);
        self.largest = self.largest.max(games);
    }

    /// As many games as take some seconds; at most four times as many as a unit had before, because games differ, and at most an
    /// eighth of the rest for each worker, because the last units are waited for.
    fn size(&self, seconds: f64, left: u64, width: usize) -> usize {
        if self.games == 0 {
            return Self::FIRST;
        }
        let mean = self.seconds / self.games as f64;
        let wanted = if mean > 0.0 { (seconds / mean) as usize } else { usize::MAX };
        let share = usize::try_from(left / (8 * width.max(1) as u64)).unwrap_or(usize::MAX);
        wanted.min(4 * self.largest.max(1)).min(share).max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_grow_to_the_wanted_time_and_shrink_at_the_end() {
        let mut pace = Pace::default();
        assert_eq!(pace.size(60.0, 1_000_000, 2), 2, "nothing is known yet");
        pace.add(2, 1.0);
        assert_eq!(pace.size(60.0, 1_000_000, 2), 8, "not at once");
        for _ in 0..4 {
            let games = pace.size(60.0, 1_000_000, 2);
            pace.add(games, 0.5 * games as f64);
        }
        assert_eq!(pace.size(60.0, 1_000_000, 2), 120, "half a second a game");
        assert_eq!(pace.size(60.0, 160, 2), 10, "an eighth of the rest for each");
        assert_eq!(pace.size(60.0, 3, 2), 1);
        assert_eq!(pace.size(60.0, 1_000_000, 10_000), 12);
        // Games without a measurable time.
        let mut pace = Pace::default();
        pace.add(2, 0.0);
        assert_eq!(pace.size(60.0, 1_000_000, 2), 8);
    }
}
