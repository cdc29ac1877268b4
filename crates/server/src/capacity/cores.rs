//! The scheduler of the cores that all searches share.
//!
//! A search runs while it holds a [`Permit`]. Engines of games come before analysis; within a priority the order is first
//! come, first served, also for a search that waits for several cores. A running analysis yields its cores when an engine
//! waits, or when another analysis waits and its time slice is over; slices get shorter with the number of waiters. It
//! calls [`Permit::yield_if_due`] with every report, which blocks until it has its cores again, and keeps its tree.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use thought::Control;

/// The time in which every waiting analysis gets a slice.
const ROUND: Duration = Duration::from_secs(4);
/// The most slices of a round: more waiters make the round longer, not the slices shorter.
const MAX_SLICES: u32 = 16;

/// The priority of a search, the highest first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Priority {
    /// The move of an engine in a game.
    Game,
    /// Analysis or review.
    Analysis,
}

/// Shares a number of cores among searches. Clones share the same cores.
#[derive(Clone, Debug)]
pub struct CoreScheduler(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    total: usize,
    round: Duration,
    queues: Mutex<Queues>,
}

#[derive(Debug)]
struct Queues {
    free: usize,
    /// The waiting searches of each priority.
    games: VecDeque<Arc<Waiter>>,
    analyses: VecDeque<Arc<Waiter>>,
}

/// A search that waits for its cores.
#[derive(Debug)]
struct Waiter {
    count: usize,
    control: Control,
    is_granted: AtomicBool,
}

impl Queues {
    fn of(&mut self, priority: Priority) -> &mut VecDeque<Arc<Waiter>> {
        match priority {
            Priority::Game => &mut self.games,
            Priority::Analysis => &mut self.analyses,
        }
    }

    /// Gives the free cores to the first waiters and wakes them.
    fn grant(&mut self) {
        loop {
            let queue = if self.games.is_empty() { &mut self.analyses } else { &mut self.games };
            let Some(first) = queue.pop_front_if(|first| first.count <= self.free) else { return };
            self.free -= first.count;
            first.is_granted.store(true, Ordering::Release);
            first.control.wake();
        }
    }
}

/// Cores for one search, released on drop.
#[derive(Debug)]
pub struct Permit {
    scheduler: CoreScheduler,
    priority: Priority,
    count: usize,
    /// The cores that it holds: `count`, or 0 after a wait that was stopped.
    held: usize,
    since: Instant,
}

impl CoreScheduler {
    /// A scheduler of some cores, at least one.
    #[must_use]
    pub fn new(total: usize) -> Self {
        Self::with_round(total, ROUND)
    }

    fn with_round(total: usize, round: Duration) -> Self {
        let total = total.max(1);
        let queues = Queues { free: total, games: VecDeque::new(), analyses: VecDeque::new() };
        Self(Arc::new(Shared { total, round, queues: Mutex::new(queues) }))
    }

    /// The number of cores.
    #[must_use]
    pub fn total(&self) -> usize {
        self.0.total
    }

    /// The number of waiting searches.
    #[must_use]
    pub fn waiting(&self) -> usize {
        let queues = self.queues();
        queues.games.len() + queues.analyses.len()
    }

    /// Blocks until some cores are free, at most all there are; `None` if the control is stopped first.
    #[must_use]
    pub fn acquire(&self, priority: Priority, count: usize, control: &Control) -> Option<Permit> {
        let count = count.clamp(1, self.0.total);
        let is_granted = self.wait(self.queues(), priority, count, control);
        is_granted.then(|| Permit {
            scheduler: self.clone(),
            priority,
            count,
            held: count,
            since: Instant::now(),
        })
    }

    fn queues(&self) -> MutexGuard<'_, Queues> {
        // No change of the queues can panic half way.
        self.0.queues.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Enqueues a search and blocks until its cores are granted; `false` if the control is stopped first.
    fn wait(
        &self,
        mut queues: MutexGuard<'_, Queues>,
        priority: Priority,
        count: usize,
        control: &Control,
    ) -> bool {
        let waiter = Arc::new(Waiter { count, control: control.clone(), is_granted: AtomicBool::new(false) });
        queues.of(priority).push_back(Arc::clone(&waiter));
        queues.grant();
        drop(queues);
        control.wait_until(|| waiter.is_granted.load(Ordering::Acquire));
        if !control.is_stopped() {
            return true;
        }
        let mut queues = self.queues();
        if waiter.is_granted.load(Ordering::Acquire) {
            queues.free += count;
        } else {
            queues.of(priority).retain(|other| !Arc::ptr_eq(other, &waiter));
        }
        queues.grant();
        false
    }
}

impl Permit {
    /// The number of cores.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count
    }

    /// Whether another search should have the cores now.
    pub(super) fn should_yield(&self) -> bool {
        let queues = self.scheduler.queues();
        let slices = (queues.analyses.len() as u32 + 1).min(MAX_SLICES);
        let is_spent = || self.since.elapsed() >= self.scheduler.0.round / slices;
        let is_wanted = !queues.games.is_empty() || !queues.analyses.is_empty() && is_spent();
        self.priority == Priority::Analysis && is_wanted
    }

    /// Releases the cores if another search should have them, and blocks until they are granted again. `Break` if the
    /// control is stopped.
    pub(super) fn yield_if_due(&mut self, control: &Control) -> ControlFlow<()> {
        if control.is_stopped() {
            return ControlFlow::Break(());
        }
        if self.should_yield() { self.yield_now(control) } else { ControlFlow::Continue(()) }
    }

    /// Releases the cores and blocks until they are granted again, behind all waiting searches. `Break` if the control is
    /// stopped.
    pub(super) fn yield_now(&mut self, control: &Control) -> ControlFlow<()> {
        let mut queues = self.scheduler.queues();
        queues.free += std::mem::take(&mut self.held);
        queues.grant();
        if !self.scheduler.wait(queues, self.priority, self.count, control) {
            return ControlFlow::Break(());
        }
        (self.held, self.since) = (self.count, Instant::now());
        ControlFlow::Continue(())
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut queues = self.scheduler.queues();
        queues.free += self.held;
        queues.grant();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicUsize;
    use std::thread;

    /// Waits until a number of searches wait.
    fn until_waiting(cores: &CoreScheduler, count: usize) {
        while cores.waiting() < count {
            thread::yield_now();
        }
    }

    #[test]
    fn permits_never_exceed_the_cores() {
        for total in [1, 3] {
            let cores = CoreScheduler::with_round(total, Duration::ZERO);
            let (busy, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
            thread::scope(|scope| {
                for number in 0..8 {
                    let (cores, busy, most) = (&cores, &busy, &most);
                    scope.spawn(move || {
                        let control = Control::new();
                        let priority = if number % 3 == 0 { Priority::Game } else { Priority::Analysis };
                        let mut permit = cores.acquire(priority, 1 + number % 2, &control).unwrap();
                        for _ in 0..50 {
                            let now = busy.fetch_add(permit.count(), Ordering::SeqCst) + permit.count();
                            most.fetch_max(now, Ordering::SeqCst);
                            thread::yield_now();
                            busy.fetch_sub(permit.count(), Ordering::SeqCst);
                            assert!(permit.yield_if_due(&control).is_continue());
                        }
                    });
                }
            });
            assert!((1..=total).contains(&most.load(Ordering::SeqCst)), "{most:?} of {total}");
            assert_eq!(cores.waiting(), 0);
            assert_eq!(cores.queues().free, total);
        }
    }

    #[test]
    fn analyses_share_the_cores_round_robin() {
        let cores = CoreScheduler::with_round(1, Duration::ZERO);
        let control = Control::new();
        let first = cores.acquire(Priority::Analysis, 1, &control).unwrap();
        let turns = Mutex::new(Vec::new());
        thread::scope(|scope| {
            for number in 0..3 {
                until_waiting(&cores, number);
                let (cores, turns) = (&cores, &turns);
                scope.spawn(move || {
                    let control = Control::new();
                    let mut permit = cores.acquire(Priority::Analysis, 1, &control).unwrap();
                    for _ in 0..4 {
                        turns.lock().unwrap().push(number);
                        assert!(permit.yield_if_due(&control).is_continue());
                    }
                });
            }
            until_waiting(&cores, 3);
            drop(first);
        });
        assert_eq!(turns.into_inner().unwrap(), [0, 1, 2].repeat(4));
    }

    #[test]
    fn an_analysis_yields_to_an_engine_before_its_slice_is_over() {
        let cores = CoreScheduler::new(1);
        let control = Control::new();
        let mut analysis = cores.acquire(Priority::Analysis, 1, &control).unwrap();
        assert!(!analysis.should_yield());
        let order = Mutex::new(Vec::new());
        thread::scope(|scope| {
            for (number, priority) in [(0, Priority::Analysis), (1, Priority::Game)] {
                until_waiting(&cores, number);
                let (cores, order) = (&cores, &order);
                scope.spawn(move || {
                    let permit = cores.acquire(priority, 1, &Control::new()).unwrap();
                    order.lock().unwrap().push(priority);
                    drop(permit);
                });
            }
            until_waiting(&cores, 2);
            // Its slice is not over, but an engine waits.
            assert!(analysis.should_yield());
            assert!(analysis.yield_if_due(&control).is_continue());
            order.lock().unwrap().push(Priority::Analysis);
        });
        assert_eq!(order.into_inner().unwrap(), [Priority::Game, Priority::Analysis, Priority::Analysis]);
    }

    #[test]
    fn a_stopped_waiter_leaves_the_queue() {
        let cores = CoreScheduler::new(2);
        let held = cores.acquire(Priority::Analysis, 2, &Control::new()).unwrap();
        let stopped = Control::new();
        thread::scope(|scope| {
            let waiter = scope.spawn(|| cores.acquire(Priority::Game, 2, &stopped).is_none());
            until_waiting(&cores, 1);
            stopped.stop();
            assert!(waiter.join().unwrap());
        });
        assert_eq!(cores.waiting(), 0);
        assert!(!held.should_yield());
        drop(held);
        let mut permit = cores.acquire(Priority::Analysis, 9, &Control::new()).unwrap();
        assert_eq!(permit.count(), 2);
        assert!(permit.yield_now(&stopped).is_break());
        drop(permit);
        assert_eq!(cores.queues().free, 2);
    }
}
