//! Numbered work on several threads whose results are taken in the order of their numbers.
//!
//! Whoever takes them sees the same whatever the number of threads, as long as a piece of work depends on its number alone.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, mpsc};

use arena::Brake;

/// Threads that work until somebody pulls the brake.
#[derive(Clone, Copy, Debug)]
pub struct Crew<'a> {
    /// How many work at once.
    pub threads: usize,
    /// Ends the work early: what has begun is finished, or broken off if it hears the brake's control.
    pub brake: &'a Brake,
}

/// What becomes of a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Taken {
    /// It was wanted.
    Wanted,
    /// It was of no use: one number more is to be worked on instead.
    OneMore,
    /// Nothing more is wanted.
    Enough,
}

/// How far the work is.
struct Progress {
    next: u64,
    end: u64,
    is_done: bool,
}

struct Shared {
    progress: Mutex<Progress>,
    changed: Condvar,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Progress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next number to work on; waits where only a result of no use could give one.
    fn next(&self, brake: &Brake) -> Option<u64> {
        let mut progress = self.lock();
        loop {
            if progress.is_done || brake.is_pulled() {
                return None;
            }
            if progress.next < progress.end {
                progress.next += 1;
                return Some(progress.next - 1);
            }
            progress = self.changed.wait(progress).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Wakes the others when a thread leaves, and ends everything when it leaves in a panic.
struct Leaving<'a>(&'a Shared);

impl Drop for Leaving<'_> {
    fn drop(&mut self) {
        self.0.lock().is_done |= std::thread::panicking();
        self.0.changed.notify_all();
    }
}

impl Crew<'_> {
    /// Works on numbers. Every thread hires a worker of its own; work that was broken off gives nothing, and neither it
    /// nor what comes after it is taken.
    pub fn in_order<W, T: Send>(
        &self,
        numbers: Range<u64>,
        hire: impl Fn() -> W + Sync,
        work: impl Fn(&mut W, u64) -> Option<T> + Sync,
        mut take: impl FnMut(u64, T) -> Taken,
    ) {
        if numbers.is_empty() {
            return;
        }
        let mut expected = numbers.start;
        let progress = Progress { next: numbers.start, end: numbers.end, is_done: false };
        let shared = Shared { progress: Mutex::new(progress), changed: Condvar::new() };
        let (sender, receiver) = mpsc::channel();
        std::thread::scope(|scope| {
            for _ in 0..self.threads.max(1) {
                let (sender, shared, hire, work) = (sender.clone(), &shared, &hire, &work);
                scope.spawn(move || {
                    let _leaving = Leaving(shared);
                    let mut worker = hire();
                    while let Some(number) = shared.next(self.brake) {
                        let Some(result) = work(&mut worker, number) else { return };
                        // Somebody listens as long as this thread has its end of the channel.
                        let _ = sender.send((number, result));
                    }
                });
            }
            drop(sender);
            let mut early = BTreeMap::new();
            for (number, result) in receiver {
                early.insert(number, result);
                while let Some(result) = early.remove(&expected) {
                    let mut progress = shared.lock();
                    if progress.is_done {
                        break;
                    }
                    drop(progress);
                    let taken = take(expected, result);
                    expected += 1;
                    progress = shared.lock();
                    progress.end += u64::from(taken == Taken::OneMore);
                    progress.is_done |= taken == Taken::Enough || expected == progress.end;
                    shared.changed.notify_all();
                }
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Works unevenly, so that results come out of order, and takes those that are wanted.
    fn squares(threads: usize, numbers: Range<u64>, is_wanted: impl Fn(u64) -> Taken) -> Vec<(u64, u64)> {
        let brake = Brake::new();
        let mut all = Vec::new();
        let work = |_: &mut (), number: u64| {
            let rounds = if number.is_multiple_of(3) { 20_000 } else { 10 };
            let spent = (0..rounds).fold(0_u64, |sum, round| std::hint::black_box(sum ^ round));
            Some(number * number + spent / u64::MAX)
        };
        Crew { threads, brake: &brake }.in_order(
            numbers,
            || (),
            work,
            |number, square| {
                let taken = is_wanted(number);
                if taken != Taken::OneMore {
                    all.push((number, square));
                }
                taken
            },
        );
        all
    }

    #[test]
    fn results_come_in_order_whatever_the_threads() {
        let one = squares(1, 5..300, |_| Taken::Wanted);
        assert_eq!(one.len(), 295);
        assert_eq!(one[0], (5, 25));
        assert_eq!(squares(7, 5..300, |_| Taken::Wanted), one);
        assert!(squares(3, 5..5, |_| Taken::Wanted).is_empty());
    }

    #[test]
    fn what_is_of_no_use_is_made_good() {
        let odd = |number: u64| if number.is_multiple_of(2) { Taken::OneMore } else { Taken::Wanted };
        let wanted = squares(4, 0..10, odd);
        assert_eq!(
            wanted.iter().map(|(number, _)| *number).collect::<Vec<_>>(),
            [1, 3, 5, 7, 9, 11, 13, 15, 17, 19]
        );
    }

    #[test]
    fn enough_is_enough() {
        let five = |number: u64| if number == 4 { Taken::Enough } else { Taken::Wanted };
        assert_eq!(squares(4, 0..1_000_000_000, five).len(), 5);
    }

    #[test]
    fn a_pulled_brake_lets_what_has_begun_finish() {
        let brake = Brake::new();
        let mut all = Vec::new();
        let work = |_: &mut (), number: u64| {
            if number == 20 {
                brake.finish();
            }
            Some(number)
        };
        Crew { threads: 3, brake: &brake }.in_order(
            0..1_000_000,
            || (),
            work,
            |number, _| {
                all.push(number);
                Taken::Wanted
            },
        );
        assert!((21..=1_000).contains(&all.len()), "{}", all.len());
        assert_eq!(all, (0..all.len() as u64).collect::<Vec<_>>(), "no gap");
    }
}
