//! The cores that all searches share.

use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

use thought::Control;

/// What a core is wanted for. Games that are played come first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Errand {
    /// A move in a game.
    Play,
    /// Analysis or review.
    Study,
}

/// A budget of cores. Copies share it.
#[derive(Clone, Debug)]
pub struct Cores(Arc<Desk>);

#[derive(Debug)]
struct Desk {
    total: usize,
    counts: Mutex<Counts>,
    freed: Condvar,
}

#[derive(Debug, Default)]
struct Counts {
    taken: usize,
    players_waiting: usize,
}

/// A core, given back when dropped.
#[derive(Debug)]
pub struct Permit(Cores);

impl Cores {
    /// So many cores, one at least.
    #[must_use]
    pub fn new(total: usize) -> Self {
        let desk = Desk { total: total.max(1), counts: Mutex::default(), freed: Condvar::new() };
        Self(Arc::new(desk))
    }

    /// How many there are.
    #[must_use]
    pub fn total(&self) -> usize {
        self.0.total
    }

    /// Waits for a core, on a thread that may wait; nothing if the control says stop first.
    #[must_use]
    pub fn take(&self, errand: Errand, control: &Control) -> Option<Permit> {
        let mut counts = self.0.counts.lock().unwrap_or_else(PoisonError::into_inner);
        if errand == Errand::Play {
            counts.players_waiting += 1;
        }
        let has_core = loop {
            if control.is_stopped() {
                break false;
            }
            let is_its_turn = errand == Errand::Play || counts.players_waiting == 0;
            if counts.taken < self.0.total && is_its_turn {
                counts.taken += 1;
                break true;
            }
            // The control has no bell, so it is looked at now and then.
            let waited = self.0.freed.wait_timeout(counts, Duration::from_millis(20));
            counts = waited.unwrap_or_else(PoisonError::into_inner).0;
        };
        if errand == Errand::Play {
            counts.players_waiting -= 1;
        }
        has_core.then(|| Permit(self.clone()))
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.0.0.counts.lock().unwrap_or_else(PoisonError::into_inner).taken -= 1;
        self.0.0.freed.notify_all();
    }
}
