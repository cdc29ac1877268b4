//! How a thinker is told to stop, and that it need not hurry.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Tells a thinker on another thread what to do. Copies tell the same one.
#[derive(Clone, Debug, Default)]
pub struct Control {
    flags: Arc<Flags>,
}

#[derive(Debug, Default)]
struct Flags {
    stop: AtomicBool,
    ponder: AtomicBool,
}

impl Control {
    /// A control that has not been touched.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A control for thinking on the opponent's time: no clock runs until [`ponder_hit`](Self::ponder_hit).
    #[must_use]
    pub fn pondering() -> Self {
        let control = Self::default();
        control.flags.ponder.store(true, Ordering::Relaxed);
        control
    }

    /// Tells to stop.
    pub fn stop(&self) {
        self.flags.stop.store(true, Ordering::Relaxed);
    }

    /// Whether to stop.
    #[inline]
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.flags.stop.load(Ordering::Relaxed)
    }

    /// Tells that the opponent played the move that was expected: limits of time count from now on.
    pub fn ponder_hit(&self) {
        self.flags.ponder.store(false, Ordering::Relaxed);
    }

    /// Whether it is still the opponent's time.
    #[inline]
    #[must_use]
    pub fn is_pondering(&self) -> bool {
        self.flags.ponder.load(Ordering::Relaxed)
    }
}
