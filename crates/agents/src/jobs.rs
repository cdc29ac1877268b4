//! A queue of jobs for threads that search while another thread reads commands.
//!
//! The listener pushes jobs and controls them: it stops them, reports a ponder hit, cancels those that wait. The workers pop
//! them, by priority and then in the order of submission. A job has a number, by which the listener recognizes its result.

use std::collections::VecDeque;
use std::ops::Deref;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use thought::Control;

/// A task with its control.
#[derive(Debug)]
pub struct Job<T> {
    /// Its place in the order of submission, from 0.
    pub number: u64,
    /// Jobs of higher priority run first.
    pub priority: i64,
    /// Stops the job, also before it runs.
    pub control: Control,
    /// What is to be done.
    pub task: T,
}

/// Jobs that wait or run, shared by the threads that push and pop them.
#[derive(Debug)]
pub struct JobQueue<T> {
    state: Mutex<State<T>>,
    changed: Condvar,
}

#[derive(Debug)]
struct State<T> {
    /// In the order in which they will run.
    waiting: VecDeque<Arc<Job<T>>>,
    running: Vec<Arc<Job<T>>>,
    next_number: u64,
    is_closed: bool,
}

impl<T> Default for JobQueue<T> {
    fn default() -> Self {
        let state = State { waiting: VecDeque::new(), running: Vec::new(), next_number: 0, is_closed: false };
        Self { state: Mutex::new(state), changed: Condvar::new() }
    }
}

impl<T> JobQueue<T> {
    fn state(&self) -> MutexGuard<'_, State<T>> {
        // No change of the state can panic half way.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a job of priority 0; returns its number.
    pub fn push(&self, task: T) -> u64 {
        self.push_with(task, 0, Control::new())
    }

    /// Adds a job with a priority and a control; returns its number.
    pub fn push_with(&self, task: T, priority: i64, control: Control) -> u64 {
        let mut state = self.state();
        let number = state.next_number;
        state.next_number += 1;
        let place = state.waiting.partition_point(|job| job.priority >= priority);
        state.waiting.insert(place, Arc::new(Job { number, priority, control, task }));
        self.changed.notify_all();
        number
    }

    /// Waits for the next job; `None` once the queue is closed and empty.
    pub fn pop(&self) -> Option<RunningJob<'_, T>> {
        let is_blocked = |state: &mut State<T>| state.waiting.is_empty() && !state.is_closed;
        let guard = self.changed.wait_while(self.state(), is_blocked);
        let mut state = guard.unwrap_or_else(PoisonError::into_inner);
        let job = state.waiting.pop_front()?;
        state.running.push(Arc::clone(&job));
        Some(RunningJob { queue: self, job })
    }

    /// Stops all jobs. Those that wait still run, with a control that is stopped.
    pub fn stop(&self) {
        self.state().jobs().for_each(|job| job.control.stop());
    }

    /// Reports a ponder hit to all jobs.
    pub fn ponder_hit(&self) {
        self.state().jobs().for_each(|job| job.control.ponder_hit());
    }

    /// Stops the running jobs that a predicate selects, and removes and returns the waiting ones by their numbers.
    pub fn cancel(&self, mut is_selected: impl FnMut(&T) -> bool) -> Vec<Arc<Job<T>>> {
        let mut state = self.state();
        state.running.iter().filter(|job| is_selected(&job.task)).for_each(|job| job.control.stop());
        let (mut removed, kept): (Vec<_>, Vec<_>) =
            std::mem::take(&mut state.waiting).into_iter().partition(|job| is_selected(&job.task));
        state.waiting = kept.into();
        self.changed.notify_all();
        removed.sort_by_key(|job| job.number);
        removed
    }

    /// Whether a waiting or running job satisfies a predicate.
    pub fn any(&self, is_meant: impl Fn(&T) -> bool) -> bool {
        self.state().jobs().any(|job| is_meant(&job.task))
    }

    /// Lets workers end when all jobs are done.
    pub fn close(&self) {
        self.state().is_closed = true;
        self.changed.notify_all();
    }

    /// Waits until no job waits or runs; `false` after a timeout.
    pub fn wait_idle(&self, timeout: Duration) -> bool {
        let is_busy = |state: &mut State<T>| state.jobs().next().is_some();
        let waited = self.changed.wait_timeout_while(self.state(), timeout, is_busy);
        !waited.unwrap_or_else(PoisonError::into_inner).1.timed_out()
    }
}

impl<T> State<T> {
    fn jobs(&self) -> impl Iterator<Item = &Arc<Job<T>>> {
        self.running.iter().chain(&self.waiting)
    }
}

/// A job that runs until this is dropped.
#[derive(Debug)]
pub struct RunningJob<'a, T> {
    queue: &'a JobQueue<T>,
    job: Arc<Job<T>>,
}

impl<T> Deref for RunningJob<'_, T> {
    type Target = Job<T>;

    fn deref(&self) -> &Job<T> {
        &self.job
    }
}

impl<T> Drop for RunningJob<'_, T> {
    fn drop(&mut self) {
        self.queue.state().running.retain(|job| job.number != self.job.number);
        self.queue.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    const SHORT: Duration = Duration::from_millis(1);
    const LONG: Duration = Duration::from_secs(60);

    #[test]
    fn jobs_run_by_priority_and_then_in_the_order_of_submission() {
        let queue = JobQueue::default();
        for (task, priority) in [("a", 0), ("b", 5), ("c", 5), ("d", -1), ("e", 0)] {
            queue.push_with(task, priority, Control::new());
        }
        queue.close();
        let order: Vec<&str> = std::iter::from_fn(|| queue.pop().map(|job| job.task)).collect();
        assert_eq!(order, ["b", "c", "a", "e", "d"]);
    }

    #[test]
    fn cancelling_removes_waiting_jobs_and_stops_running_ones() {
        let queue = JobQueue::default();
        for task in ["a", "b", "a", "c"] {
            queue.push(task);
        }
        let running = queue.pop().unwrap();
        let removed: Vec<u64> = queue.cancel(|task| *task == "a").iter().map(|job| job.number).collect();
        assert_eq!((removed, running.control.is_stopped()), (vec![2], true));
        let other = queue.pop().unwrap();
        let control = other.control.clone();
        drop(other);
        assert_eq!(queue.cancel(|_| true).len(), 1);
        assert!(!control.is_stopped(), "it was done before");
        queue.close();
        assert!(queue.pop().is_none());
    }

    #[test]
    fn stop_and_ponder_hit_reach_running_and_waiting_jobs() {
        let queue = JobQueue::default();
        for task in 0..2 {
            queue.push_with(task, 0, Control::pondering());
        }
        let first = queue.pop().unwrap();
        assert!(queue.any(|&task| task == 0) && queue.any(|&task| task == 1));
        queue.ponder_hit();
        queue.stop();
        queue.push(2);
        for job in [first, queue.pop().unwrap()] {
            assert!(job.control.is_stopped() && !job.control.is_pondering());
        }
        assert!(!queue.pop().unwrap().control.is_stopped(), "it came later");
        assert!(!queue.any(|_| true));
    }

    #[test]
    fn a_worker_sleeps_until_there_is_a_job_and_the_listener_until_it_is_done() {
        let queue = JobQueue::default();
        thread::scope(|scope| {
            scope.spawn(|| {
                while let Some(job) = queue.pop() {
                    job.control.wait_until(|| false);
                }
            });
            queue.push(());
            assert!(!queue.wait_idle(SHORT), "it runs until it is stopped");
            queue.stop();
            assert!(queue.wait_idle(LONG));
            queue.close();
        });
    }
}
