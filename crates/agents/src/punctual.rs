//! A search with a limit of time, on a thread of its own, so that the answer does not depend on when that thread is scheduled.
//!
//! The caller's thread sleeps. At the limit it stops the search; if the decision does not follow at once, because a busy
//! machine runs other threads, it answers with the best move that was reported, or with one chosen by a cheap rule where there was
//! no report yet. The search ends later and is taken back then.

use std::ops::ControlFlow;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use amazons::{AnyPosition, Color, Move};
use search::{RootMoves, Task};
use thought::{Control, Deadline, Decision, Limits, Line, Observer, Report};

use crate::players::AnySearch;

/// How long after the limit the decision of the search is still waited for.
const GRACE: Duration = Duration::from_millis(3);
/// How long a search that has reported nothing is still waited for: a move that was thought about is better than one that was not.
const GRACE_WITHOUT_REPORT: Duration = Duration::from_millis(30);
/// How many moves the cheap rule compares, so that it takes well below a millisecond on every board.
const COMPARED_MOVES: usize = 64;
/// How often the end of pondering and a stop by the caller are looked for.
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
/// which may still run. The search is made or taken back on its own thread: it may have to wait for the end of the one before.
///
/// # Errors
/// When the system gives no thread.
pub(crate) fn search(
    make_search: impl FnOnce() -> Box<dyn AnySearch> + Send + 'static,
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
        let mut search = make_search();
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
        grace_without_report: grace_without_report(limits, position.turn(), due),
        position,
        root_moves,
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

/// How long after the due time a search without a report is waited for: less than what is left on a clock.
fn grace_without_report(limits: &Limits, turn: Color, due: Duration) -> Duration {
    let left = limits.clock.map_or(Duration::MAX, |clock| clock.left[turn].saturating_sub(due) / 2);
    GRACE_WITHOUT_REPORT.min(left).max(GRACE)
}

/// A legal move without a search: of some moves the one that leaves the opponent the fewest. `None` where there is none.
fn quick_move(position: &AnyPosition, root_moves: RootMoves<'_>) -> Option<Move> {
    let mut moves = position.legal_moves();
    moves.retain(|&mv| root_moves.contains(mv));
    // Evenly spaced, so that every amazon is among them.
    let compared = moves.iter().copied().step_by(moves.len().div_ceil(COMPARED_MOVES).max(1));
    compared.min_by_key(|&mv| position.play(mv).map_or(u64::MAX, |after| after.count_moves()))
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
struct Wait<'a> {
    receiver: Receiver<Message>,
    deadline: Deadline,
    control: Control,
    listener: Listener<'a>,
    grace_without_report: Duration,
    position: &'a AnyPosition,
    root_moves: RootMoves<'a>,
}

impl Wait<'_> {
    /// Waits for the decision, or for the limit. `None` where the thread of the search ended without one.
    fn run(mut self) -> Option<Option<Decision>> {
        let mut stopped_at: Option<Instant> = None;
        loop {
            let wait = match stopped_at {
                Some(at) => self.grace().saturating_sub(at.elapsed()),
                None if self.deadline.is_pondering() => POLL_INTERVAL,
                None => self.deadline.remaining().map_or(POLL_INTERVAL, |left| left.min(POLL_INTERVAL)),
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
            match stopped_at {
                None if self.deadline.has_passed() => {
                    self.control.stop();
                    stopped_at = Some(Instant::now());
                }
                Some(at) if at.elapsed() >= self.grace() => {
                    let decision = self.best_so_far().or_else(|| self.without_report());
                    self.listener.finish();
                    return Some(decision);
                }
                _ => {}
            }
        }
    }

    /// How long after the stop the decision of the search is waited for.
    fn grace(&self) -> Duration {
        if self.listener.last.is_some() { GRACE } else { self.grace_without_report }
    }

    /// The best move that was reported.
    fn best_so_far(&self) -> Option<Decision> {
        let report = self.listener.last.as_ref()?;
        let mv = *report.lines.first()?.moves.first()?;
        let is_playable = self.position.is_legal(mv) && self.root_moves.contains(mv);
        is_playable.then(|| Decision { mv, report: report.clone() })
    }

    /// A move by the cheap rule, with a report that knows nothing else.
    fn without_report(&self) -> Option<Decision> {
        let mv = quick_move(self.position, self.root_moves)?;
        let lines = vec![Line { moves: vec![mv], ..Line::default() }];
        Some(Decision { mv, report: Report { elapsed: self.deadline.elapsed(), lines, ..Report::default() } })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Barrier};

    use amazons::Game;
    use testkit::game_at;
    use thought::{GameClock, Silent};

    use super::*;

    /// A search that reports a move, or nothing, stops the caller's control and then hears nothing until the test lets it.
    struct Deaf {
        first: Option<Move>,
        caller: Control,
        released: Arc<Barrier>,
    }

    impl AnySearch for Deaf {
        fn new_game(&mut self, _seed: u64) {}

        fn search(&mut self, position: &AnyPosition, task: Task<'_>) -> Option<Decision> {
            let lines = self.first.map(|mv| Line { moves: vec![mv], ..Line::default() });
            let report = Report { nodes: 7, lines: lines.into_iter().collect(), ..Report::default() };
            if self.first.is_some() {
                let _ = task.observer.report(&report);
            }
            self.caller.stop();
            self.released.wait();
            let mv = *position.legal_moves().first()?;
            Some(Decision { mv, report })
        }
    }

    /// The answer that does not wait for a deaf search, which is released afterwards.
    fn ask(position: &AnyPosition, first: Option<Move>, root_moves: RootMoves<'_>) -> Option<Decision> {
        let (limits, control) = (Limits::time(Duration::from_secs(3_600)), Control::new());
        let released = Arc::new(Barrier::new(2));
        let deaf = Deaf { first, caller: control.clone(), released: Arc::clone(&released) };
        let mut observer = Silent;
        let task = Task { root_moves, ..Task::new(&limits, &control, &mut observer) };
        let (decision, running) = search(|| Box::new(deaf), position, task, limits.time.unwrap()).unwrap();
        released.wait();
        assert!(running.join().is_ok(), "the search comes back");
        decision
    }

    #[test]
    fn an_answer_does_not_wait_for_a_thread_that_does_not_run() {
        let first: Move = "d1-d7/g7".parse().unwrap();
        let decision = ask(Game::default().position(), Some(first), RootMoves::All).unwrap();
        assert_eq!((decision.mv, decision.report.nodes), (first, 7));
    }

    #[test]
    fn an_answer_does_not_wait_for_a_search_that_was_not_made_yet() {
        let game = Game::default();
        let released = Arc::new(Barrier::new(2));
        let last = Arc::clone(&released);
        // As one that waits for the end of the search of the move before.
        let make = move || -> Box<dyn AnySearch> {
            last.wait();
            Box::new(Deaf { first: None, caller: Control::new(), released: last })
        };
        let (limits, control) = (Limits::time(Duration::ZERO), Control::new());
        let mut observer = Silent;
        let task = Task::new(&limits, &control, &mut observer);
        let (decision, running) = search(make, game.position(), task, Duration::ZERO).unwrap();
        assert!(game.position().is_legal(decision.unwrap().mv));
        assert!(!control.is_stopped(), "the caller's control is its own");
        released.wait();
        released.wait();
        assert!(running.join().is_ok(), "the search comes back");
    }

    #[test]
    fn a_move_that_was_not_allowed_is_not_answered() {
        let game = Game::default();
        let illegal = "a1-a1/a1".parse().unwrap();
        let decision = ask(game.position(), Some(illegal), RootMoves::All).unwrap();
        assert!(game.position().is_legal(decision.mv));
        let [allowed, other] = ["d1-d2/d1", "g1-g2/g1"].map(|mv| mv.parse().unwrap());
        let decision = ask(game.position(), Some(other), RootMoves::Only(&[allowed])).unwrap();
        assert_eq!(decision.mv, allowed);
    }

    #[test]
    fn a_search_that_reports_nothing_is_answered_for() {
        let game = Game::default();
        let decision = ask(game.position(), None, RootMoves::All).unwrap();
        assert!(game.position().is_legal(decision.mv));
        assert_eq!((decision.report.nodes, &decision.report.lines[0].moves), (0, &vec![decision.mv]));
    }

    #[test]
    fn the_quick_move_leaves_few_replies() {
        // An arrow or an amazon on e1 shuts Black in.
        let game = game_at("Q4q w");
        let replies = |mv| game.position().play(mv).unwrap().count_moves();
        assert_ne!(replies(game.position().legal_moves()[0]), 0);
        assert_eq!(replies(quick_move(game.position(), RootMoves::All).unwrap()), 0);
    }

    #[test]
    fn where_no_move_is_legal_none_is_answered() {
        let game = game_at("Q*q w");
        assert_eq!(ask(game.position(), None, RootMoves::All), None);
    }

    #[test]
    fn a_search_without_a_report_gets_less_than_the_clock_has() {
        let left = |millis| {
            Limits::clock(GameClock {
                left: amazons::ByColor::from_fn(|_| Duration::from_millis(millis)),
                ..GameClock::default()
            })
        };
        let grace = |limits: &Limits| {
            grace_without_report(limits, Color::White, due_after(limits, Color::White).unwrap())
        };
        assert_eq!(grace(&Limits::time(Duration::ZERO)), GRACE_WITHOUT_REPORT);
        assert_eq!(grace(&left(10_000)), GRACE_WITHOUT_REPORT);
        assert_eq!(grace(&left(40)), Duration::from_millis(10));
        assert_eq!(grace(&left(1)), GRACE);
    }

    #[test]
    fn a_clock_is_due_before_it_is_empty() {
        let left = amazons::ByColor { white: Duration::from_secs(10), black: Duration::MAX };
        let clock = GameClock { left, ..GameClock::default() };
        assert_eq!(due_after(&Limits::nodes(1), Color::White), None);
        assert_eq!(due_after(&Limits::clock(clock), Color::White), Some(Duration::from_secs(5)));
        let last = GameClock { moves_to_go: Some(1), ..clock };
        assert_eq!(due_after(&Limits::clock(last), Color::White), Some(Duration::from_millis(9_500)));
        assert!(due_after(&Limits::clock(last), Color::Black).is_some());
        let both = Limits { time: Some(Duration::from_secs(1)), ..Limits::clock(clock) };
        assert_eq!(due_after(&both, Color::White), Some(Duration::from_secs(1)));
    }
}
