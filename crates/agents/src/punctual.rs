//! A search with a limit of time, on a thread of its own, so that the answer does not depend on when that thread is scheduled.
//!
//! The caller's thread sleeps. At the limit it stops the search; if the decision does not follow at once, because a busy
//! machine runs other threads, it answers with the best move that was reported. The search ends later and is taken back then.

use std::ops::ControlFlow;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use amazons::{AnyPosition, Color, Move};
use search::{RootMoves, Task};
use thought::{Control, Deadline, Decision, Limits, Observer, Report};

use crate::players::AnySearch;

/// How long after the limit the decision of the search is still waited for.
const GRACE: Duration = Duration::from_millis(3);
/// How often the end of pondering is looked for.
const POLL_INTERVAL: Duration = Duration::from_millis(5);
/// A search reports its best move this many times within its limit, whether anybody wants to hear it or not.
const REPORTS: u32 = 16;
/// The shortest interval between two reports.
const MIN_INTERVAL: Duration = Duration::from_millis(1);

/// The time at which an answer is due; `None` where no time is limited.
pub(crate) fn due_after(limits: &Limits, turn: Color) -> Option<Duration> {
    let by_clock = limits.clock.map(|clock| {
        let left = clock.left[turn];
        // More than any plan takes, and less than there is.
        if clock.moves_to_go == Some(1) { left.saturating_mul(19) / 20 } else { left / 2 }
    });
    limits.time.into_iter().chain(by_clock).min()
}

/// A search that runs on its thread, which gives it back.
pub(crate) type Running = JoinHandle<Box<dyn AnySearch>>;

/// What the thread of a search sends.
enum Message {
    Report(Report),
    Decided(Option<Decision>),
}

/// Searches a position; the answer is due after a time. Gives the decision, `None` where there is no legal move, and the search,
/// which may still run.
///
/// # Errors
/// When the system gives no thread.
pub(crate) fn search(
    mut search: Box<dyn AnySearch>,
    position: &AnyPosition,
    task: Task<'_>,
    due: Duration,
) -> std::io::Result<(Option<Decision>, Running)> {
    let Task { limits, control, observer, asked, root_moves } = task;
    // Stopping the search at its limit must not stop what else listens to the caller's control.
    let child = control.child();
    let (sender, receiver) = mpsc::channel();
    let interval = observer.interval().min(due / REPORTS).max(MIN_INTERVAL);
    let (own_position, own_limits, own_control) = (*position, *limits, child.clone());
    let own_moves: Option<Vec<Move>> = match root_moves {
        RootMoves::All => None,
        RootMoves::Only(moves) => Some(moves.to_vec()),
    };
    let running = thread::Builder::new().spawn(move || {
        let mut messenger = Messenger { sender, interval, has_reported: false };
        let root_moves = own_moves.as_deref().map_or(RootMoves::All, RootMoves::Only);
        let task =
            Task { limits: &own_limits, control: &own_control, observer: &mut messenger, asked, root_moves };
        let decision = search.search(&own_position, task);
        // The caller may have answered already.
        let _ = messenger.sender.send(Message::Decided(decision));
        search
    })?;
    let wait = Wait {
        receiver,
        deadline: Deadline::new(Some(due), control, asked),
        control: child,
        listener: Listener { observer, last: None, forwarded_at: Instant::now(), forwarded: None },
        is_playable: |mv| position.is_legal(mv) && root_moves.contains(mv),
    };
    match wait.run() {
        Some(decision) => Ok((decision, running)),
        // It ended without a word.
        None => match running.join() {
            Ok(_) => unreachable!("a search that returns has decided"),
            Err(panic) => std::panic::resume_unwind(panic),
        },
    }
}

/// Sends the reports of a search to the thread that waits for it.
struct Messenger {
    sender: Sender<Message>,
    interval: Duration,
    has_reported: bool,
}

impl Observer for Messenger {
    fn report(&mut self, report: &Report) -> ControlFlow<()> {
        self.has_reported = true;
        match self.sender.send(Message::Report(report.clone())) {
            Ok(()) => ControlFlow::Continue(()),
            // The answer was given.
            Err(_) => ControlFlow::Break(()),
        }
    }

    fn interval(&self) -> Duration {
        // The first one soon: without any there is no answer.
        if self.has_reported { self.interval } else { MIN_INTERVAL }
    }
}

/// The caller's observer, which gets the reports that it wants.
struct Listener<'a> {
    observer: &'a mut dyn Observer,
    last: Option<Report>,
    forwarded_at: Instant,
    /// The depth of the last report that it got, if it got the last one that came.
    forwarded: Option<Option<u32>>,
}

impl Listener<'_> {
    /// Forwards a report if one is due or it is of another depth than the last one.
    fn hear(&mut self, report: Report) -> ControlFlow<()> {
        let is_due = self.forwarded_at.elapsed() >= self.observer.interval();
        let is_deeper = report.depth.is_some() && self.forwarded != Some(report.depth);
        let flow = if is_due || is_deeper {
            self.forwarded_at = Instant::now();
            self.forwarded = Some(report.depth);
            self.observer.report(&report)
        } else {
            self.forwarded = None;
            ControlFlow::Continue(())
        };
        self.last = Some(report);
        flow
    }

    /// Forwards the last report if the observer does not have it.
    fn finish(&mut self) {
        if let (None, Some(report)) = (self.forwarded, &self.last) {
            // The search is over: what the observer answers changes nothing.
            let _ = self.observer.report(report);
        }
    }
}

/// The wait for the decision of a running search.
struct Wait<'a, F> {
    receiver: Receiver<Message>,
    deadline: Deadline,
    control: Control,
    listener: Listener<'a>,
    is_playable: F,
}

impl<F: Fn(Move) -> bool> Wait<'_, F> {
    /// Waits for the decision, or for the limit. `None` where the thread of the search ended without one.
    fn run(mut self) -> Option<Option<Decision>> {
        let mut late_at: Option<Instant> = None;
        loop {
            let wait = match late_at {
                Some(at) => at.saturating_duration_since(Instant::now()),
                None if self.deadline.is_pondering() => POLL_INTERVAL,
                None => self.deadline.remaining().unwrap_or(POLL_INTERVAL),
            };
            match self.receiver.recv_timeout(wait) {
                Ok(Message::Decided(decision)) => {
                    self.listener.finish();
                    return Some(decision);
                }
                Ok(Message::Report(report)) => {
                    if self.listener.hear(report).is_break() {
                        self.control.stop();
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return None,
                Err(RecvTimeoutError::Timeout) => {}
            }
            match late_at {
                None if self.deadline.has_passed() => {
                    self.control.stop();
                    late_at = Some(Instant::now() + GRACE);
                }
                Some(at) if Instant::now() >= at => {
                    if let Some(decision) = self.best_so_far() {
                        self.listener.finish();
                        return Some(Some(decision));
                    }
                    // Nothing is known yet, and any move is better thought about than not.
                    late_at = Some(Instant::now() + GRACE);
                }
                _ => {}
            }
        }
    }

    /// The best move that was reported.
    fn best_so_far(&self) -> Option<Decision> {
        let report = self.listener.last.as_ref()?;
        let mv = *report.lines.first()?.moves.first()?;
        (self.is_playable)(mv).then(|| Decision { mv, report: report.clone() })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Barrier};

    use amazons::Game;
    use thought::{Line, Silent};

    use super::*;

    /// A search that reports a move and then hears nothing until the test lets it.
    struct Deaf {
        first: Move,
        released: Arc<Barrier>,
    }

    impl AnySearch for Deaf {
        fn new_game(&mut self, _seed: u64) {}

        fn search(&mut self, position: &AnyPosition, task: Task<'_>) -> Option<Decision> {
            let lines = vec![Line { moves: vec![self.first], ..Line::default() }];
            let report = Report { nodes: 7, lines, ..Report::default() };
            let _ = task.observer.report(&report);
            self.released.wait();
            let mv = *position.legal_moves().first()?;
            Some(Decision { mv, report })
        }
    }

    #[test]
    fn an_answer_does_not_wait_for_a_thread_that_does_not_run() {
        let game = Game::default();
        let position = game.position();
        let first: Move = "d1-d7/g7".parse().unwrap();
        let released = Arc::new(Barrier::new(2));
        let deaf = Box::new(Deaf { first, released: Arc::clone(&released) });
        let (limits, control) = (Limits::time(Duration::from_millis(1)), Control::new());
        let mut observer = Silent;
        let task = Task::new(&limits, &control, &mut observer);
        let (decision, running) = search(deaf, position, task, Duration::from_millis(1)).unwrap();
        let decision = decision.unwrap();
        assert_eq!((decision.mv, decision.report.nodes), (first, 7));
        assert!(!control.is_stopped(), "the caller's control is its own");
        released.wait();
        assert!(running.join().is_ok(), "the search comes back");
    }

    #[test]
    fn a_move_that_was_not_allowed_is_not_answered() {
        let game = Game::default();
        let position = game.position();
        let released = Arc::new(Barrier::new(2));
        let illegal = "a1-a1/a1".parse().unwrap();
        let deaf = Box::new(Deaf { first: illegal, released: Arc::clone(&released) });
        let (limits, control) = (Limits::time(Duration::ZERO), Control::new());
        let waiter = thread::spawn(move || released.wait());
        let mut observer = Silent;
        let task = Task::new(&limits, &control, &mut observer);
        let (decision, _) = search(deaf, position, task, Duration::ZERO).unwrap();
        assert!(position.is_legal(decision.unwrap().mv));
        waiter.join().unwrap();
    }

    #[test]
    fn a_clock_is_due_before_it_is_empty() {
        let left = amazons::ByColor { white: Duration::from_secs(10), black: Duration::MAX };
        let clock = thought::GameClock { left, ..thought::GameClock::default() };
        assert_eq!(due_after(&Limits::nodes(1), Color::White), None);
        assert_eq!(due_after(&Limits::clock(clock), Color::White), Some(Duration::from_secs(5)));
        let last = thought::GameClock { moves_to_go: Some(1), ..clock };
        assert_eq!(due_after(&Limits::clock(last), Color::White), Some(Duration::from_millis(9_500)));
        assert!(due_after(&Limits::clock(last), Color::Black).is_some());
        let both = Limits { time: Some(Duration::from_secs(1)), ..Limits::clock(clock) };
        assert_eq!(due_after(&both, Color::White), Some(Duration::from_secs(1)));
    }
}
