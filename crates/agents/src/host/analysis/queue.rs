//! Queries that wait and queries that are thought about.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use thought::Control;
use wire::analysis::Query;

use crate::contender::Contender;

/// A query with who is to think about it.
pub(super) struct Task {
    /// Which query it is, from 0: the earlier goes first among equally urgent ones.
    pub(super) number: u64,
    pub(super) query: Query,
    pub(super) contender: Contender,
    /// How often everything had been forgotten when it was asked.
    pub(super) age: u64,
    pub(super) control: Control,
}

/// The queue, shared by the listener and all who think.
#[derive(Default)]
pub(super) struct Queue {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    waiting: Vec<Task>,
    /// The number, id and control of each that is thought about.
    running: Vec<(u64, String, Control)>,
    next: u64,
    age: u64,
    is_closed: bool,
}

impl Queue {
    fn state(&self) -> MutexGuard<'_, State> {
        // Every change is made in one go: nothing can be left half done.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn push(&self, query: Query, contender: Contender) {
        let mut state = self.state();
        let (number, age) = (state.next, state.age);
        state.next += 1;
        state.waiting.push(Task { number, query, contender, age, control: Control::new() });
        drop(state);
        self.changed.notify_one();
    }

    /// The most urgent query, waited for if there is none; `None` once no more will come.
    pub(super) fn pop(&self) -> Option<Task> {
        let mut state = self.state();
        loop {
            let most = |task: &&Task| (task.query.priority, std::cmp::Reverse(task.number));
            if let Some(number) = state.waiting.iter().max_by_key(most).map(|task| task.number) {
                let index = state.waiting.iter().position(|task| task.number == number)?;
                let task = state.waiting.swap_remove(index);
                state.running.push((task.number, task.query.id.clone(), task.control.clone()));
                return Some(task);
            }
            if state.is_closed {
                return None;
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Takes note that a query is answered.
    pub(super) fn done(&self, number: u64) {
        self.state().running.retain(|(other, ..)| *other != number);
    }

    /// Stops the queries of an id, or all, and gives the ids of those that had not begun.
    pub(super) fn terminate(&self, id: Option<&str>) -> Vec<String> {
        let is_meant = |other: &str| id.is_none_or(|id| id == other);
        let mut state = self.state();
        for (_, _, control) in state.running.iter().filter(|(_, id, _)| is_meant(id)) {
            control.stop();
        }
        let (mut gone, kept): (Vec<Task>, Vec<Task>) =
            std::mem::take(&mut state.waiting).into_iter().partition(|task| is_meant(&task.query.id));
        state.waiting = kept;
        gone.sort_by_key(|task| task.number);
        gone.into_iter().map(|task| task.query.id).collect()
    }

    /// Lets all who come later think with nothing in mind.
    pub(super) fn clear(&self) {
        self.state().age += 1;
    }

    /// Says that no more will come.
    pub(super) fn close(&self) {
        self.state().is_closed = true;
        self.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use wire::analysis::{Request, read};

    use super::*;

    fn push(queue: &Queue, id: &str, priority: i64) {
        let line = format!(r#"{{"id": "{id}", "priority": {priority}}}"#);
        match read(&line) {
            Ok((Request::Query(query), _)) => queue.push(*query, "random".parse().unwrap()),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_most_urgent_goes_first_and_the_earlier_among_equals() {
        let queue = Queue::default();
        for (id, priority) in [("a", 0), ("b", 5), ("c", 5), ("d", -1), ("e", 0)] {
            push(&queue, id, priority);
        }
        queue.close();
        let order: Vec<String> = std::iter::from_fn(|| queue.pop().map(|task| task.query.id)).collect();
        assert_eq!(order, ["b", "c", "a", "e", "d"]);
    }

    #[test]
    fn what_waits_is_taken_out_and_what_runs_is_stopped() {
        let queue = Queue::default();
        for id in ["a", "b", "a", "c"] {
            push(&queue, id, 0);
        }
        let running = queue.pop().unwrap();
        assert_eq!(queue.terminate(Some("a")), ["a"]);
        assert!(running.control.is_stopped());
        let other = queue.pop().unwrap();
        queue.done(other.number);
        assert_eq!(queue.terminate(None), ["c"]);
        assert!(!other.control.is_stopped(), "it was answered before");
        queue.close();
        assert!(queue.pop().is_none());
    }
}
