//! The counts that the threads of a search share.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use thought::Limits;

/// The counts of a search with their limits, and whether it is over or paused.
#[derive(Debug)]
pub(super) struct SharedCounter {
    most_nodes: u64,
    most_playouts: u64,
    nodes: OwnLine<AtomicU64>,
    playouts: OwnLine<AtomicU64>,
    is_over: AtomicBool,
    is_paused: AtomicBool,
}

/// A count on cache lines of its own: every thread writes it in every simulation, and reads the flags beside it.
#[derive(Debug, Default)]
#[repr(align(128))]
struct OwnLine<T>(T);

impl SharedCounter {
    pub(super) fn new(limits: &Limits) -> Self {
        Self {
            most_nodes: limits.nodes.unwrap_or(u64::MAX),
            most_playouts: limits.playouts.unwrap_or(u64::MAX),
            nodes: OwnLine::default(),
            playouts: OwnLine::default(),
            is_over: AtomicBool::new(false),
            is_paused: AtomicBool::new(false),
        }
    }

    /// Takes some positions, all or none; `false` where fewer are left.
    pub(super) fn take_nodes(&self, count: u32) -> bool {
        take(&self.nodes.0, u64::from(count), self.most_nodes)
    }

    /// The positions left; `None` without a limit that fits the number.
    pub(super) fn nodes_left(&self) -> Option<u32> {
        u32::try_from(self.most_nodes.saturating_sub(self.nodes())).ok()
    }

    /// Takes one simulation; `false` where none is left. Another thread may still give one back.
    pub(super) fn take_playout(&self) -> bool {
        take(&self.playouts.0, 1, self.most_playouts)
    }

    /// Gives back a simulation that was not completed. The caller tries again or pauses: the threads that found none left
    /// have returned.
    pub(super) fn give_back_playout(&self) {
        self.playouts.0.fetch_sub(1, Ordering::Relaxed);
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes.0.load(Ordering::Relaxed)
    }

    pub(super) fn playouts(&self) -> u64 {
        self.playouts.0.load(Ordering::Relaxed)
    }

    /// Ends the search on every thread.
    pub(super) fn end(&self) {
        self.is_over.store(true, Ordering::Relaxed);
    }

    pub(super) fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    /// Ends the round: every thread returns.
    pub(super) fn pause(&self) {
        self.is_paused.store(true, Ordering::Relaxed);
    }

    /// Ends the pause.
    pub(super) fn resume(&self) {
        self.is_paused.store(false, Ordering::Relaxed);
    }

    pub(super) fn is_paused(&self) -> bool {
        self.is_paused.load(Ordering::Relaxed)
    }
}

/// Adds to a count if the sum stays within a limit. The count never exceeds it, not even for a moment: another thread would
/// take it for reached.
fn take(count: &AtomicU64, added: u64, most: u64) -> bool {
    if most == u64::MAX {
        // No search counts so far: one instruction, where threads that compare and exchange would try again and again.
        count.fetch_add(added, Ordering::Relaxed);
        return true;
    }
    let sum = |taken: u64| taken.checked_add(added).filter(|&sum| sum <= most);
    count.fetch_update(Ordering::Relaxed, Ordering::Relaxed, sum).is_ok()
}
