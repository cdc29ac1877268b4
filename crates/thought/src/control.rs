//! Stop and ponderhit: how another thread controls a running search.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// Controls a search on another thread. Clones control the same search.
#[derive(Clone, Debug, Default)]
pub struct Control {
    flags: Arc<Flags>,
    /// Stops this control, but not the one that it is a child of.
    own_stop: Option<Arc<AtomicBool>>,
}

#[derive(Debug, Default)]
struct Flags {
    stop: AtomicBool,
    ponder: AtomicBool,
    hit: OnceLock<Instant>,
    /// Guards nothing: it orders the changes above against the waiters of `changed`.
    lock: Mutex<()>,
    changed: Condvar,
}

impl Control {
    /// A control that is not stopped and not pondering.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A control for pondering: limits of time do not count until [`ponder_hit`](Self::ponder_hit).
    #[must_use]
    pub fn pondering() -> Self {
        let control = Self::default();
        control.flags.ponder.store(true, Ordering::Relaxed);
        control
    }

    /// A control that is stopped with this one, and can be stopped without it. A ponderhit reaches both.
    #[must_use]
    pub fn child(&self) -> Self {
        let is_stopped = AtomicBool::new(self.is_stopped());
        Self { flags: Arc::clone(&self.flags), own_stop: Some(Arc::new(is_stopped)) }
    }

    /// Stops the search.
    pub fn stop(&self) {
        self.own_stop.as_deref().unwrap_or(&self.flags.stop).store(true, Ordering::Relaxed);
        self.wake();
    }

    /// Whether the search is stopped.
    #[inline]
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.flags.stop.load(Ordering::Relaxed)
            || self.own_stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// Ends pondering: the opponent played the expected move, and limits of time count from now on.
    pub fn ponder_hit(&self) {
        if self.is_pondering() {
            self.flags.hit.get_or_init(Instant::now);
        }
        self.flags.ponder.store(false, Ordering::Release);
        self.wake();
    }

    /// When pondering ended by [`ponder_hit`](Self::ponder_hit).
    #[must_use]
    pub fn hit_at(&self) -> Option<Instant> {
        self.flags.hit.get().copied()
    }

    /// Whether the search ponders: it is still the opponent's time.
    #[inline]
    #[must_use]
    pub fn is_pondering(&self) -> bool {
        self.flags.ponder.load(Ordering::Acquire)
    }

    /// Waits until the control is stopped or a condition holds. The condition is checked at the start and after every
    /// [`stop`](Self::stop), [`ponder_hit`](Self::ponder_hit) and [`wake`](Self::wake).
    pub fn wait_until(&self, condition: impl Fn() -> bool) {
        let mut guard = self.flags.lock.lock().unwrap_or_else(PoisonError::into_inner);
        while !self.is_stopped() && !condition() {
            guard = self.flags.changed.wait(guard).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Waits as [`wait_until`](Self::wait_until) does, for some time at most; `false` if neither has come by then.
    pub fn wait_for(&self, time: Duration, condition: impl Fn() -> bool) -> bool {
        let is_waiting = |(): &mut ()| !self.is_stopped() && !condition();
        let guard = self.flags.lock.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.flags.changed.wait_timeout_while(guard, time, is_waiting);
        !waited.unwrap_or_else(PoisonError::into_inner).1.timed_out()
    }

    /// Lets all threads in [`wait_until`](Self::wait_until) and [`wait_for`](Self::wait_for) check their condition again.
    pub fn wake(&self) {
        let _guard = self.flags.lock.lock().unwrap_or_else(PoisonError::into_inner);
        self.flags.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    #[test]
    fn a_child_is_stopped_alone_or_with_its_parent() {
        let parent = Control::pondering();
        let (first, second) = (parent.child(), parent.child());
        first.stop();
        assert!(first.is_stopped() && !parent.is_stopped() && !second.is_stopped());
        first.wait_until(|| false);
        parent.ponder_hit();
        assert!(!second.is_pondering());
        parent.stop();
        assert!(second.is_stopped());
        second.wait_until(|| false);
    }

    #[test]
    fn waiters_are_woken_by_stop_ponder_hit_and_wake() {
        let ready = AtomicBool::new(false);
        let (stopped, pondering, woken) = (Control::new(), Control::pondering(), Control::new());
        thread::scope(|scope| {
            scope.spawn(|| stopped.wait_until(|| false));
            scope.spawn(|| pondering.wait_until(|| !pondering.is_pondering()));
            scope.spawn(|| woken.wait_until(|| ready.load(Ordering::Relaxed)));
            scope.spawn(|| assert!(stopped.wait_for(Duration::MAX, || false)));
            scope.spawn(|| assert!(woken.wait_for(Duration::MAX, || ready.load(Ordering::Relaxed))));
            stopped.stop();
            pondering.ponder_hit();
            ready.store(true, Ordering::Relaxed);
            woken.wake();
        });
        assert!(stopped.is_stopped() && !pondering.is_stopped() && !woken.is_stopped());
        assert!(!pondering.wait_for(Duration::ZERO, || false), "nothing came in time");
    }
}
