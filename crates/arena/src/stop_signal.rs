//! A signal that ends a contest or other long work early.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use thought::Control;

/// Ends a contest or other long work early. Clones are the same signal.
#[derive(Clone, Debug, Default)]
pub struct StopSignal {
    is_set: Arc<AtomicBool>,
    control: Control,
}

impl StopSignal {
    /// A signal that is not set.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Lets running games finish and starts no other.
    pub fn finish(&self) {
        self.is_set.store(true, Ordering::Relaxed);
    }

    /// Breaks off running games: they are played again when the contest is resumed.
    pub fn stop(&self) {
        self.finish();
        self.control.stop();
    }

    /// The control that stops running games.
    #[must_use]
    pub fn control(&self) -> &Control {
        &self.control
    }

    /// Whether no more games are to start.
    #[must_use]
    pub fn is_set(&self) -> bool {
        self.is_set.load(Ordering::Relaxed)
    }
}
