//! A search as its first thread sees it: when to look where, and what to tell.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use amazons::Move;
use thought::{Control, Deadline, Decision, Line, Observer, Report};

use super::lines::Reader;
use super::shared_counter::SharedCounter;
use super::solved::{Retry, Solved};
use super::time_plan::{RootStability, TimePlan};
use super::tree::ROOT;

/// How long a thread sleeps that has nothing to do but wait.
const NAP: Duration = Duration::from_millis(1);
/// Simulations after which a move without an alternative is played if somebody waits for it.
const FORCED: u64 = 200;

/// A search under way, as its first thread sees it.
pub(super) struct Session<'a> {
    pub(super) reader: Reader<'a>,
    pub(super) counter: &'a SharedCounter,
    pub(super) control: &'a Control,
    pub(super) observer: &'a mut dyn Observer,
    pub(super) progress: &'a mut Progress,
    pub(super) multi_pv: usize,
    pub(super) fallback: Move,
    pub(super) is_forced: bool,
}

/// How far a search has come, whichever tree it grows.
pub(super) struct Progress {
    pub(super) deadline: Deadline,
    plan: TimePlan,
    next_report: Duration,
    /// The step that led at the last look, and at how many simulations it began to.
    leader: Option<(u32, u64)>,
    /// When to ask the solver about the root again.
    pub(super) retry: Option<Retry>,
}

impl Progress {
    /// Of a search that just begins, with a first report after so much time.
    pub(super) fn new(deadline: Deadline, plan: TimePlan, first_report: Duration) -> Self {
        Self { deadline, plan, next_report: first_report, leader: None, retry: None }
    }

    /// The solver's next try, if it is time for it.
    pub(super) fn due_retry(&self) -> Option<Retry> {
        self.retry.filter(|retry| self.deadline.elapsed() >= retry.at)
    }
}

impl Session<'_> {
    /// Looks at the clock, the control and the tree, and ends the search where it is over.
    pub(super) fn look(&mut self) {
        let proven = self.reader.tree.node(ROOT).proof().is_some();
        let forced =
            self.is_forced && self.progress.deadline.is_counting() && self.counter.playouts() >= FORCED;
        self.follow_leader();
        let (reader, counter, leader) = (self.reader, self.counter, self.progress.leader);
        let Progress { deadline, plan, .. } = &*self.progress;
        let is_enough = |counted| plan.is_enough(counted, || stability(&reader, counter, leader));
        let is_late = deadline.has_passed() || deadline.counted().is_some_and(is_enough);
        if is_late || forced || proven && !deadline.is_pondering() {
            self.counter.end();
            return;
        }
        if self.progress.due_retry().is_some() {
            self.counter.pause();
        }
        if self.progress.deadline.elapsed() >= self.progress.next_report {
            if self.observer.report(&self.report()) == ControlFlow::Break(()) {
                self.counter.end();
            }
            self.progress.next_report = self.progress.deadline.elapsed() + self.observer.interval();
        }
    }

    fn follow_leader(&mut self) {
        let name =
            self.reader.leading_step().map(|step| (step.from().index() << 8 | step.to().index()) as u32);
        if name != self.progress.leader.map(|(name, _)| name) {
            self.progress.leader = name.map(|name| (name, self.counter.playouts()));
        }
    }

    fn lines(&self) -> Vec<Line> {
        let lines = self.reader.lines(self.multi_pv);
        if lines.is_empty() { vec![Line { moves: vec![self.fallback], ..Line::default() }] } else { lines }
    }

    fn report(&self) -> Report {
        Report {
            depth: None,
            nodes: self.counter.nodes(),
            playouts: self.counter.playouts(),
            elapsed: self.progress.deadline.elapsed(),
            lines: self.lines(),
            hash_full: Some(self.reader.tree.fullness()),
        }
    }

    /// Waits while it is the opponent's time, with nothing left to think about.
    pub(super) fn await_hit(&mut self) {
        if self.control.is_pondering() && self.observer.report(&self.report()) == ControlFlow::Continue(()) {
            await_hit(self.control);
        }
    }

    pub(super) fn decide(self) -> Decision {
        let report = self.report();
        // It is over anyway, whatever the observer wishes.
        let _ = self.observer.report(&report);
        Decision { mv: report.lines[0].moves[0], report }
    }
}

/// Waits until the opponent has moved or nobody wants to know any more.
fn await_hit(control: &Control) {
    while control.is_pondering() && !control.is_stopped() {
        std::thread::sleep(NAP);
    }
}

/// Tells what is solved, when it is time.
pub(super) fn decide_solved(
    solved: Solved,
    asked: Instant,
    control: &Control,
    observer: &mut dyn Observer,
) -> Decision {
    let Solved { lines, nodes } = solved;
    let report = Report { nodes, elapsed: asked.elapsed(), lines, ..Report::default() };
    if observer.report(&report) == ControlFlow::Continue(()) {
        await_hit(control);
    }
    Decision { mv: report.lines[0].moves[0], report }
}

fn stability(reader: &Reader<'_>, counter: &SharedCounter, leader: Option<(u32, u64)>) -> RootStability {
    let (Some(step), Some((_, since))) = (reader.leading_step(), leader) else {
        return RootStability { lead: 0.0, stable: 0.0, agrees: false };
    };
    let all = f64::from(reader.tree.node(ROOT).visits().max(1));
    let playouts = counter.playouts().max(1);
    RootStability {
        lead: f64::from(step.visits()) / all,
        stable: (playouts - since.min(playouts)) as f64 / playouts as f64,
        agrees: reader.best_step().is_some_and(|best| std::ptr::eq(best, step)),
    }
}
