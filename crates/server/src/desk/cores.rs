//! The cores that all searches share, and whose turn it is.
//!
//! A search runs while it holds a [`Permit`]. Players of games come before study; within each kind it goes by the order of
//! arrival, and nobody overtakes one who waits for several cores. A study that is under way gives its cores back when
//! a player waits, or when another study waits and it has had them for a slice of time, which is the shorter the more
//! wait: it calls [`Permit::breathe`] whenever it reports, which waits there for the next turn. What it has
//! thought so far stays.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use thought::Control;

/// How long it takes about until everybody who studies has had a turn, and the shortest turn.
const ROUND: Duration = Duration::from_secs(4);
const SHORTEST: u32 = 16;
/// How often somebody who waits looks whether he is told to stop: a control has no bell.
const LOOK: Duration = Duration::from_millis(20);

/// What cores are wanted for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Errand {
    /// A move in a game.
    Play,
    /// Analysis or review.
    Study,
}

/// A budget of cores. Copies share it.
#[derive(Clone, Debug)]
pub struct Cores(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    total: usize,
    round: Duration,
    line: Mutex<Queues>,
    changed: Condvar,
}

#[derive(Debug)]
struct Queues {
    free: usize,
    /// Who waits for what, by tickets.
    players: VecDeque<u64>,
    studies: VecDeque<u64>,
    next: u64,
}

impl Queues {
    fn of(&mut self, errand: Errand) -> &mut VecDeque<u64> {
        match errand {
            Errand::Play => &mut self.players,
            Errand::Study => &mut self.studies,
        }
    }

    /// Queues up.
    fn ticket(&mut self, errand: Errand) -> u64 {
        let ticket = self.next;
        self.next += 1;
        self.of(errand).push_back(ticket);
        ticket
    }

    fn is_turn_of(&mut self, ticket: u64, errand: Errand, count: usize) -> bool {
        let is_first = self.of(errand).front() == Some(&ticket);
        is_first && self.free >= count && (errand == Errand::Play || self.players.is_empty())
    }

    fn leave(&mut self, ticket: u64, errand: Errand) {
        self.of(errand).retain(|&other| other != ticket);
    }
}

/// Some cores, given back when dropped.
#[derive(Debug)]
pub struct Permit {
    cores: Cores,
    errand: Errand,
    /// How many it is for, and how many it has: none after a turn that never came.
    count: usize,
    held: usize,
    since: Instant,
}

impl Cores {
    /// So many cores, one at least.
    #[must_use]
    pub fn new(total: usize) -> Self {
        Self::with_round(total, ROUND)
    }

    /// The same with another length of a round of turns.
    #[must_use]
    pub fn with_round(total: usize, round: Duration) -> Self {
        let total = total.max(1);
        let queues = Queues { free: total, players: VecDeque::new(), studies: VecDeque::new(), next: 0 };
        Self(Arc::new(Shared { total, round, line: Mutex::new(queues), changed: Condvar::new() }))
    }

    /// How many there are.
    #[must_use]
    pub fn total(&self) -> usize {
        self.0.total
    }

    /// How many searches wait for their turn.
    #[must_use]
    pub fn waiting(&self) -> usize {
        let queues = self.queues();
        queues.players.len() + queues.studies.len()
    }

    /// Waits for a core, on a thread that may wait; nothing if the control says stop first.
    #[must_use]
    pub fn take(&self, errand: Errand, control: &Control) -> Option<Permit> {
        self.take_some(errand, 1, control)
    }

    /// Waits for several cores, or for all if that is fewer.
    #[must_use]
    pub fn take_some(&self, errand: Errand, count: usize, control: &Control) -> Option<Permit> {
        let count = count.clamp(1, self.0.total);
        let mut queues = self.queues();
        let ticket = queues.ticket(errand);
        let has_turn = self.wait(queues, ticket, errand, count, control);
        has_turn.then(|| Permit { cores: self.clone(), errand, count, held: count, since: Instant::now() })
    }

    fn queues(&self) -> MutexGuard<'_, Queues> {
        // Every change is made in one go: nothing can be left half done.
        self.0.line.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits with a ticket, and takes the cores when it is its turn.
    fn wait(
        &self,
        mut queues: MutexGuard<'_, Queues>,
        ticket: u64,
        errand: Errand,
        count: usize,
        control: &Control,
    ) -> bool {
        let has_turn = loop {
            if control.is_stopped() {
                break false;
            }
            if queues.is_turn_of(ticket, errand, count) {
                queues.free -= count;
                break true;
            }
            let waited = self.0.changed.wait_timeout(queues, LOOK);
            queues = waited.unwrap_or_else(PoisonError::into_inner).0;
        };
        queues.leave(ticket, errand);
        drop(queues);
        // The next one may have waited for this ticket only.
        self.0.changed.notify_all();
        has_turn
    }
}

impl Permit {
    /// How many cores it is for.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count
    }

    /// Whether it is somebody else's turn.
    #[must_use]
    pub fn is_over(&self) -> bool {
        let queues = self.cores.queues();
        let parts = (queues.studies.len() as u32 + 1).min(SHORTEST);
        let is_spent = || self.since.elapsed() >= self.cores.0.round / parts;
        let is_wanted = !queues.players.is_empty() || !queues.studies.is_empty() && is_spent();
        self.errand == Errand::Study && is_wanted
    }

    /// Lets others have their turn if it is theirs, and waits for the next of its own. `Break` if the control says stop.
    pub fn breathe(&mut self, control: &Control) -> ControlFlow<()> {
        if control.is_stopped() {
            return ControlFlow::Break(());
        }
        if self.is_over() { self.rest(control) } else { ControlFlow::Continue(()) }
    }

    /// Gives the cores back and waits for the next turn, behind all who wait already. `Break` if the control says stop.
    pub fn rest(&mut self, control: &Control) -> ControlFlow<()> {
        let mut queues = self.cores.queues();
        queues.free += self.held;
        self.held = 0;
        let ticket = queues.ticket(self.errand);
        self.cores.0.changed.notify_all();
        let has_turn = self.cores.wait(queues, ticket, self.errand, self.count, control);
        if !has_turn {
            return ControlFlow::Break(());
        }
        (self.held, self.since) = (self.count, Instant::now());
        ControlFlow::Continue(())
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.cores.queues().free += self.held;
        self.cores.0.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;

    /// Waits until so many wait for their turn.
    fn until_waiting(cores: &Cores, count: usize) {
        while cores.waiting() < count {
            thread::yield_now();
        }
    }

    #[test]
    fn there_are_never_more_than_the_cores_allow() {
        for total in [1, 3] {
            let cores = Cores::with_round(total, Duration::ZERO);
            let (busy, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
            thread::scope(|scope| {
                for number in 0..8 {
                    let (cores, busy, most) = (&cores, &busy, &most);
                    scope.spawn(move || {
                        let control = Control::new();
                        let errand = if number % 3 == 0 { Errand::Play } else { Errand::Study };
                        let mut permit = cores.take_some(errand, 1 + number % 2, &control).unwrap();
                        for _ in 0..50 {
                            let now = busy.fetch_add(permit.count(), Ordering::SeqCst) + permit.count();
                            most.fetch_max(now, Ordering::SeqCst);
                            thread::yield_now();
                            busy.fetch_sub(permit.count(), Ordering::SeqCst);
                            assert!(permit.breathe(&control).is_continue());
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
    fn studies_take_turns() {
        let cores = Cores::with_round(1, Duration::ZERO);
        let control = Control::new();
        let first = cores.take(Errand::Study, &control).unwrap();
        let turns = Mutex::new(Vec::new());
        thread::scope(|scope| {
            for number in 0..3 {
                until_waiting(&cores, number);
                let (cores, turns) = (&cores, &turns);
                scope.spawn(move || {
                    let control = Control::new();
                    let mut permit = cores.take(Errand::Study, &control).unwrap();
                    for _ in 0..4 {
                        turns.lock().unwrap().push(number);
                        assert!(permit.breathe(&control).is_continue());
                    }
                });
            }
            until_waiting(&cores, 3);
            drop(first);
        });
        assert_eq!(turns.into_inner().unwrap(), [0, 1, 2].repeat(4));
    }

    #[test]
    fn a_study_alone_goes_on_and_a_player_comes_first() {
        let cores = Cores::new(1);
        let control = Control::new();
        let mut study = cores.take(Errand::Study, &control).unwrap();
        assert!(!study.is_over());
        let order = Mutex::new(Vec::new());
        thread::scope(|scope| {
            for (number, errand) in [(0, Errand::Study), (1, Errand::Play)] {
                until_waiting(&cores, number);
                let (cores, order) = (&cores, &order);
                scope.spawn(move || {
                    let permit = cores.take(errand, &Control::new()).unwrap();
                    order.lock().unwrap().push(errand);
                    drop(permit);
                });
            }
            until_waiting(&cores, 2);
            // Its slice is not over, but a player waits.
            assert!(study.is_over());
            assert!(study.breathe(&control).is_continue());
            order.lock().unwrap().push(Errand::Study);
        });
        assert_eq!(order.into_inner().unwrap(), [Errand::Play, Errand::Study, Errand::Study]);
    }

    #[test]
    fn one_who_is_told_to_stop_leaves_the_queue() {
        let cores = Cores::new(2);
        let held = cores.take_some(Errand::Study, 2, &Control::new()).unwrap();
        let stopped = Control::new();
        thread::scope(|scope| {
            let waiter = scope.spawn(|| cores.take_some(Errand::Play, 2, &stopped).is_none());
            until_waiting(&cores, 1);
            stopped.stop();
            assert!(waiter.join().unwrap());
        });
        assert_eq!(cores.waiting(), 0);
        assert!(!held.is_over());
        drop(held);
        let mut permit = cores.take_some(Errand::Study, 9, &Control::new()).unwrap();
        assert_eq!(permit.count(), 2);
        assert!(permit.rest(&stopped).is_break());
        drop(permit);
        assert_eq!(cores.queues().free, 2);
    }
}
