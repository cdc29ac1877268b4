//! Counts positions and simulations against the limits of a move.

use std::time::{Duration, Instant};

use crate::control::Control;
use crate::deadline::Deadline;
use crate::limits::Limits;

/// The counts of a search on one thread. It is asked before every position or simulation, and reads its deadline once in a
/// number of them.
#[derive(Clone, Debug)]
pub struct Counter {
    limits: Limits,
    deadline: Deadline,
    nodes: u64,
    playouts: u64,
    is_over: bool,
    /// Questions until the deadline is read again.
    until_check: u32,
    stride: u32,
    /// How often a report is due, and when the next one is.
    interval: Duration,
    next_report: Duration,
    is_report_due: bool,
}

impl Counter {
    /// Counts for a move that was asked for at a given time. The deadline is read after every `stride` questions: as many as
    /// take about a millisecond.
    #[must_use]
    pub fn new(limits: &Limits, control: &Control, asked: Instant, stride: u32) -> Self {
        Self {
            limits: *limits,
            deadline: Deadline::new(limits.time, control, asked),
            nodes: 0,
            playouts: 0,
            is_over: false,
            until_check: 0,
            stride: stride.max(1),
            interval: Duration::MAX,
            next_report: Duration::MAX,
            is_report_due: false,
        }
    }

    /// Counts one position; `false` where the search is over.
    #[inline]
    pub fn take_node(&mut self) -> bool {
        if self.is_over() || self.limits.nodes.is_some_and(|most| self.nodes >= most) {
            self.is_over = true;
            return false;
        }
        self.nodes += 1;
        true
    }

    /// Counts one simulation; `false` where the search is over.
    #[inline]
    pub fn take_playout(&mut self) -> bool {
        if self.is_over() || self.limits.playouts.is_some_and(|most| self.playouts >= most) {
            self.is_over = true;
            return false;
        }
        self.playouts += 1;
        true
    }

    /// Whether the search is over. Once it is, it stays so.
    #[inline]
    pub fn is_over(&mut self) -> bool {
        if self.until_check == 0 {
            self.check();
        }
        self.until_check -= 1;
        self.is_over
    }

    /// Whether the search is over, with the deadline read now: before work that takes milliseconds.
    pub fn check(&mut self) -> bool {
        self.until_check = self.stride;
        self.is_over |= self.deadline.has_passed();
        self.is_report_due |= self.elapsed() >= self.next_report;
        self.is_over
    }

    /// Makes a report due each time that an interval has passed: see [`is_report_due`](Self::is_report_due).
    pub fn report_every(&mut self, interval: Duration) {
        self.interval = interval;
        self.next_report = self.elapsed().saturating_add(interval);
        self.is_report_due = false;
    }

    /// Whether a report was due when the deadline was last read. The next one is due an interval later.
    #[inline]
    pub fn is_report_due(&mut self) -> bool {
        if self.is_report_due {
            self.report_every(self.interval);
            return true;
        }
        false
    }

    /// Ends the search.
    pub fn end(&mut self) {
        self.is_over = true;
    }

    /// The limit of depth in plies; `u32::MAX` without one.
    #[must_use]
    pub fn depth(&self) -> u32 {
        self.limits.depth.unwrap_or(u32::MAX)
    }

    /// The positions counted.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The simulations counted.
    #[must_use]
    pub fn playouts(&self) -> u64 {
        self.playouts
    }

    /// The time since the move was asked for.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.deadline.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counter(limits: &Limits, control: &Control, stride: u32) -> Counter {
        Counter::new(limits, control, Instant::now(), stride)
    }

    #[test]
    fn a_search_that_reached_a_limit_stays_over() {
        let mut nodes = counter(&Limits::nodes(2), &Control::new(), 10);
        assert!(nodes.take_node() && nodes.take_node() && !nodes.take_node());
        assert!(nodes.is_over() && !nodes.take_playout());
        assert_eq!((nodes.nodes(), nodes.playouts()), (2, 0));
        assert!(!counter(&Limits::playouts(0), &Control::new(), 10).take_playout());
        assert!(!counter(&Limits::time(Duration::ZERO), &Control::new(), 10).take_node());
    }

    #[test]
    fn a_stop_is_seen_within_a_stride() {
        let control = Control::new();
        let mut counter = counter(&Limits::NONE, &control, 10);
        assert!(counter.take_node());
        control.clone().stop();
        assert!((0..10).any(|_| !counter.take_node()));
    }

    #[test]
    fn a_check_sees_a_stop_at_once() {
        let control = Control::new();
        let mut counter = counter(&Limits::NONE, &control, 1_000);
        assert!(counter.take_node() && !counter.check());
        control.stop();
        assert!(!counter.is_over() && counter.check() && counter.is_over());
    }

    #[test]
    fn a_report_is_due_after_a_check_and_only_where_an_interval_is_set() {
        let mut counter = counter(&Limits::NONE, &Control::new(), 10);
        assert!(!counter.check() && !counter.is_report_due());
        counter.report_every(Duration::ZERO);
        assert!(!counter.is_report_due() && !counter.check() && counter.is_report_due());
        assert!(!counter.is_report_due(), "one report for each interval");
        counter.report_every(Duration::MAX);
        assert!(!counter.check() && !counter.is_report_due());
    }
}
