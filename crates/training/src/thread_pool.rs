//! A pool of threads that runs numbered jobs and hands their results over in the order of the numbers.
//!
//! The consumer sees the same results for any number of threads, as long as a job depends on its number alone.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, mpsc};

use arena::StopSignal;

/// A pool of threads for numbered jobs.
#[derive(Clone, Copy, Debug)]
pub struct ThreadPool<'a> {
    /// The number of threads.
    pub threads: usize,
    /// Ends the work early: running jobs finish, or break off if they obey the stop's control.
    pub stop: &'a StopSignal,
}

/// How the pool continues after a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    /// With the next result.
    Continue,
    /// With the next result, and one more job: this result was discarded.
    Replace,
    /// Not at all.
    Stop,
}

/// The jobs that are not started yet.
struct Queue {
    next: u64,
    end: u64,
    is_closed: bool,
}

struct SharedQueue {
    queue: Mutex<Queue>,
    changed: Condvar,
}

impl SharedQueue {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of the next job. Waits while the queue is empty but not closed: a discarded result adds a job.
    fn next(&self, stop: &StopSignal) -> Option<u64> {
        let mut queue = self.lock();
        loop {
            if queue.is_closed || stop.is_set() {
                return None;
            }
            if queue.next < queue.end {
                queue.next += 1;
                return Some(queue.next - 1);
            }
            queue = self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Wakes the waiting threads when a worker ends, and closes the queue when it ends in a panic.
struct WorkerGuard<'a>(&'a SharedQueue);

impl Drop for WorkerGuard<'_> {
    fn drop(&mut self) {
        self.0.lock().is_closed |= std::thread::panicking();
        self.0.changed.notify_all();
    }
}

impl ThreadPool<'_> {
    /// Runs the jobs of some numbers. Every thread builds a worker of its own. A job that broke off returns `None`;
    /// neither it nor any later result is consumed.
    pub fn run_in_order<W, T: Send>(
        &self,
        jobs: Range<u64>,
        new_worker: impl Fn() -> W + Sync,
        run: impl Fn(&mut W, u64) -> Option<T> + Sync,
        mut consume: impl FnMut(u64, T) -> Flow,
    ) {
        if jobs.is_empty() {
            return;
        }
        let mut expected = jobs.start;
        let queue = Queue { next: jobs.start, end: jobs.end, is_closed: false };
        let shared = SharedQueue { queue: Mutex::new(queue), changed: Condvar::new() };
        let (sender, receiver) = mpsc::channel();
        std::thread::scope(|scope| {
            for number in 0..self.threads.max(1) {
                let (sender, shared, new_worker, run) = (sender.clone(), &shared, &new_worker, &run);
                let work = move || {
                    let _guard = WorkerGuard(shared);
                    let mut worker = new_worker();
                    while let Some(number) = shared.next(self.stop) {
                        let Some(result) = run(&mut worker, number) else { return };
                        // The receiver outlives this thread's sender.
                        let _ = sender.send((number, result));
                    }
                };
                match std::thread::Builder::new().spawn_scoped(scope, work) {
                    Ok(_) => {}
                    Err(error) if number == 0 => panic!("the system gives no thread: {error}"),
                    // Where the system gives no more threads, those that there are do the work.
                    Err(_) => break,
                }
            }
            drop(sender);
            let mut early = BTreeMap::new();
            for (number, result) in receiver {
                early.insert(number, result);
                while let Some(result) = early.remove(&expected) {
                    if shared.lock().is_closed {
                        break;
                    }
                    let flow = consume(expected, result);
                    expected += 1;
                    let mut queue = shared.lock();
                    queue.end += u64::from(flow == Flow::Replace);
                    queue.is_closed |= flow == Flow::Stop || expected == queue.end;
                    shared.changed.notify_all();
                }
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs jobs of unequal length, so that results arrive out of order, and keeps those that are not discarded.
    fn squares(threads: usize, jobs: Range<u64>, flow: impl Fn(u64) -> Flow) -> Vec<(u64, u64)> {
        let stop = StopSignal::new();
        let mut all = Vec::new();
        let run = |_: &mut (), number: u64| {
            let rounds = if number.is_multiple_of(3) { 20_000 } else { 10 };
            let spent = (0..rounds).fold(0_u64, |sum, round| std::hint::black_box(sum ^ round));
            Some(number * number + spent / u64::MAX)
        };
        ThreadPool { threads, stop: &stop }.run_in_order(
            jobs,
            || (),
            run,
            |number, square| {
                let flow = flow(number);
                if flow != Flow::Replace {
                    all.push((number, square));
                }
                flow
            },
        );
        all
    }

    #[test]
    fn results_arrive_in_order_for_any_number_of_threads() {
        let one = squares(1, 5..300, |_| Flow::Continue);
        assert_eq!(one.len(), 295);
        assert_eq!(one[0], (5, 25));
        assert_eq!(squares(7, 5..300, |_| Flow::Continue), one);
        assert!(squares(3, 5..5, |_| Flow::Continue).is_empty());
    }

    #[test]
    fn a_discarded_result_is_replaced_by_another_job() {
        let odd = |number: u64| if number.is_multiple_of(2) { Flow::Replace } else { Flow::Continue };
        let kept = squares(4, 0..10, odd);
        assert_eq!(
            kept.iter().map(|(number, _)| *number).collect::<Vec<_>>(),
            [1, 3, 5, 7, 9, 11, 13, 15, 17, 19]
        );
    }

    #[test]
    fn stop_ends_the_jobs() {
        let five = |number: u64| if number == 4 { Flow::Stop } else { Flow::Continue };
        assert_eq!(squares(4, 0..1_000_000_000, five).len(), 5);
    }

    #[test]
    fn running_jobs_finish_after_the_brake() {
        let stop = StopSignal::new();
        let mut all = Vec::new();
        let run = |_: &mut (), number: u64| {
            if number == 20 {
                stop.finish();
            }
            Some(number)
        };
        ThreadPool { threads: 3, stop: &stop }.run_in_order(
            0..1_000_000,
            || (),
            run,
            |number, _| {
                all.push(number);
                Flow::Continue
            },
        );
        assert!((21..=1_000).contains(&all.len()), "{}", all.len());
        assert_eq!(all, (0..all.len() as u64).collect::<Vec<_>>(), "no gap");
    }
}
