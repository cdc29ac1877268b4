//! When a running search must end.

use std::time::{Duration, Instant};

use crate::control::Control;

/// The end of a search: a limit of time that counts from when the move was asked for, or from the ponderhit, and a stop.
#[derive(Clone, Debug)]
pub struct Deadline {
    limit: Option<Duration>,
    control: Control,
    asked: Instant,
}

impl Deadline {
    /// A deadline for a move that was asked for at a given time. Without a limit only a stop ends the search.
    #[must_use]
    pub fn new(limit: Option<Duration>, control: &Control, asked: Instant) -> Self {
        Self { limit, control: control.clone(), asked }
    }

    /// Whether the search must end: the time is up or the control says stop. Reads the clock.
    #[must_use]
    pub fn has_passed(&self) -> bool {
        self.control.is_stopped()
            || self.limit.is_some_and(|limit| self.counted().is_some_and(|time| time >= limit))
    }

    /// The time that counts against the limit; `None` during the opponent's time.
    #[must_use]
    pub fn counted(&self) -> Option<Duration> {
        // The ponderhit may have come long before the clock is read.
        let start = self.control.hit_at().map_or(self.asked, |hit| hit.max(self.asked));
        (!self.control.is_pondering()).then(|| start.elapsed())
    }

    /// The time until the limit; `None` without a limit.
    #[must_use]
    pub fn remaining(&self) -> Option<Duration> {
        self.limit.map(|limit| limit.saturating_sub(self.counted().unwrap_or_default()))
    }

    /// The time since the move was asked for.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.asked.elapsed()
    }

    /// Whether it is still the opponent's time.
    #[must_use]
    pub fn is_pondering(&self) -> bool {
        self.control.is_pondering()
    }

    /// Whether a limit of time counts now: the opponent waits for the move.
    #[must_use]
    pub fn is_counting(&self) -> bool {
        self.limit.is_some() && !self.is_pondering()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOMENT: Duration = Duration::from_millis(2);

    /// Waits until some time after an instant.
    fn wait(since: Instant) {
        while since.elapsed() < MOMENT {
            std::hint::spin_loop();
        }
    }

    #[test]
    fn the_time_counts_from_when_the_move_was_asked_for() {
        let asked = Instant::now();
        wait(asked);
        assert!(Deadline::new(Some(MOMENT), &Control::new(), asked).has_passed());
        let later = Deadline::new(Some(Duration::from_secs(3_600)), &Control::new(), asked);
        assert!(!later.has_passed() && later.is_counting() && later.elapsed() >= MOMENT);
        assert!(later.remaining().unwrap() <= Duration::from_secs(3_600) - MOMENT);
    }

    #[test]
    fn a_stop_ends_a_search_without_a_limit() {
        let control = Control::new();
        let deadline = Deadline::new(None, &control, Instant::now());
        assert!(!deadline.has_passed() && !deadline.is_counting() && deadline.remaining().is_none());
        control.stop();
        assert!(deadline.has_passed());
    }

    #[test]
    fn the_opponents_time_does_not_count() {
        let control = Control::pondering();
        let deadline = Deadline::new(Some(Duration::ZERO), &control, Instant::now());
        assert!(!deadline.has_passed() && !deadline.is_counting() && deadline.counted().is_none());
        control.ponder_hit();
        assert!(deadline.has_passed() && deadline.is_counting());
    }

    #[test]
    fn the_time_counts_from_the_ponderhit() {
        let control = Control::pondering();
        let deadline = Deadline::new(Some(MOMENT), &control, Instant::now());
        control.ponder_hit();
        let hit = control.hit_at().unwrap();
        wait(hit);
        assert!(deadline.has_passed(), "the limit was reached before the clock was read");
        control.ponder_hit();
        assert_eq!((control.hit_at(), Control::new().hit_at()), (Some(hit), None));
    }
}
