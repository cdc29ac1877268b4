//! Limits, a clock and a control as one question: is it over?

use std::time::{Duration, Instant};

use crate::control::Control;
use crate::limits::Limits;

/// What is left to think with, asked before every node or simulation.
#[derive(Clone, Debug)]
pub struct Budget {
    limits: Limits,
    control: Control,
    start: Instant,
    /// Since when the limit of time counts; not yet while the opponent's clock runs.
    counted_from: Option<Instant>,
    nodes: u64,
    playouts: u64,
    is_spent: bool,
    /// Questions until the clock and the control are looked at again.
    until_look: u32,
    stride: u32,
    /// How often [`is_due`](Self::is_due) says so, and when it will next.
    interval: Duration,
    next_due: Duration,
    is_due: bool,
}

impl Budget {
    /// Starts the clock. `stride` questions are asked between two looks at it: so many as take about a millisecond.
    #[must_use]
    pub fn new(limits: &Limits, control: &Control, stride: u32) -> Self {
        let start = Instant::now();
        Self {
            limits: *limits,
            control: control.clone(),
            start,
            counted_from: (!control.is_pondering()).then_some(start),
            nodes: 0,
            playouts: 0,
            is_spent: false,
            until_look: 0,
            stride: stride.max(1),
            interval: Duration::MAX,
            next_due: Duration::MAX,
            is_due: false,
        }
    }

    /// Takes one position; `false` where none is left.
    #[inline]
    pub fn take_node(&mut self) -> bool {
        if self.is_spent() || self.limits.nodes.is_some_and(|most| self.nodes >= most) {
            self.is_spent = true;
            return false;
        }
        self.nodes += 1;
        true
    }

    /// Takes one simulation; `false` where none is left.
    #[inline]
    pub fn take_playout(&mut self) -> bool {
        if self.is_spent() || self.limits.playouts.is_some_and(|most| self.playouts >= most) {
            self.is_spent = true;
            return false;
        }
        self.playouts += 1;
        true
    }

    /// Whether thinking is over. Once it is, it stays so.
    #[inline]
    pub fn is_spent(&mut self) -> bool {
        if self.until_look == 0 {
            self.look();
        }
        self.until_look -= 1;
        self.is_spent
    }

    /// Whether thinking is over, by a look at the clock and the control now: before what takes milliseconds.
    pub fn look(&mut self) -> bool {
        self.until_look = self.stride;
        let elapsed = self.elapsed();
        if self.counted_from.is_none() && !self.control.is_pondering() {
            // However long nobody looked.
            self.counted_from = Some(self.control.hit_at().unwrap_or_else(Instant::now));
        }
        let is_late = |most| self.counted_from.is_some_and(|start| start.elapsed() >= most);
        self.is_spent |= self.control.is_stopped() || self.limits.time.is_some_and(is_late);
        self.is_due |= elapsed >= self.next_due;
        self.is_spent
    }

    /// Rings a bell each time so much time has passed: see [`is_due`](Self::is_due).
    pub fn ring_every(&mut self, interval: Duration) {
        self.interval = interval;
        self.next_due = self.elapsed().saturating_add(interval);
        self.is_due = false;
    }

    /// Whether the bell has rung since the last time this was asked, as far as the last look at the clock says.
    #[inline]
    pub fn is_due(&mut self) -> bool {
        if self.is_due {
            self.ring_every(self.interval);
            return true;
        }
        false
    }

    /// Ends the thinking, as an observer may wish.
    pub fn spend(&mut self) {
        self.is_spent = true;
    }

    /// The deepest that may be looked; `u32::MAX` without a limit.
    #[must_use]
    pub fn depth(&self) -> u32 {
        self.limits.depth.unwrap_or(u32::MAX)
    }

    /// The positions taken.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The simulations taken.
    #[must_use]
    pub fn playouts(&self) -> u64 {
        self.playouts
    }

    /// The time since the start.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_run_out_and_stay_so() {
        let mut budget = Budget::new(&Limits::nodes(2), &Control::new(), 10);
        assert!(budget.take_node() && budget.take_node() && !budget.take_node());
        assert!(budget.is_spent() && !budget.take_playout());
        assert_eq!((budget.nodes(), budget.playouts()), (2, 0));
        assert!(!Budget::new(&Limits::playouts(0), &Control::new(), 10).take_playout());
        assert!(!Budget::new(&Limits::time(Duration::ZERO), &Control::new(), 10).take_node());
    }

    #[test]
    fn a_stop_is_seen_within_a_stride() {
        let control = Control::new();
        let mut budget = Budget::new(&Limits::NONE, &control, 10);
        assert!(budget.take_node());
        control.clone().stop();
        assert!((0..10).any(|_| !budget.take_node()));
    }

    #[test]
    fn a_look_sees_a_stop_at_once() {
        let control = Control::new();
        let mut budget = Budget::new(&Limits::NONE, &control, 1_000);
        assert!(budget.take_node() && !budget.look());
        control.stop();
        assert!(!budget.is_spent() && budget.look() && budget.is_spent());
    }

    #[test]
    fn the_opponents_time_is_not_counted() {
        let control = Control::pondering();
        let mut budget = Budget::new(&Limits::time(Duration::ZERO), &control, 10);
        assert!(!budget.look());
        control.ponder_hit();
        assert!(budget.look());
    }

    #[test]
    fn a_bell_rings_at_a_look_and_only_where_asked_for() {
        let mut budget = Budget::new(&Limits::NONE, &Control::new(), 10);
        assert!(!budget.look() && !budget.is_due());
        budget.ring_every(Duration::ZERO);
        assert!(!budget.is_due() && !budget.look() && budget.is_due());
        assert!(!budget.is_due(), "it has been heard");
        budget.ring_every(Duration::MAX);
        assert!(!budget.look() && !budget.is_due());
    }
}
