//! How a thinker is told to stop, and that it need not hurry.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Instant;

/// Tells a thinker on another thread what to do. Copies tell the same one.
#[derive(Clone, Debug, Default)]
pub struct Control {
    flags: Arc<Flags>,
}

#[derive(Debug, Default)]
struct Flags {
    stop: AtomicBool,
    ponder: AtomicBool,
    hit: OnceLock<Instant>,
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
        if self.is_pondering() {
            self.flags.hit.get_or_init(Instant::now);
        }
        self.flags.ponder.store(false, Ordering::Release);
    }

    /// When the opponent played the move that was expected; `None` where nobody has told so.
    #[must_use]
    pub fn hit_at(&self) -> Option<Instant> {
        self.flags.hit.get().copied()
    }

    /// Whether it is still the opponent's time.
    #[inline]
    #[must_use]
    pub fn is_pondering(&self) -> bool {
        self.flags.ponder.load(Ordering::Acquire)
    }
}
