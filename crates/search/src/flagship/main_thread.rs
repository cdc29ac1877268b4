//! What the first thread of a search does beside its simulations: it reads the deadline and reports.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use amazons::Move;
use thought::{Control, Deadline, Decision, Line, Observer, Report};

use super::root_solver::{Retry, Solved};
use super::shared_counter::SharedCounter;
use super::time_plan::{RootStability, TimePlan};
use super::tree::ROOT;
use super::tree_view::TreeView;

/// Simulations after which the only legal move is played if time counts.
const FORCED: u64 = 200;

/// The first thread of a running search.
pub(super) struct MainThread<'a> {
    pub(super) view: TreeView<'a>,
    pub(super) counter: &'a SharedCounter,
    pub(super) control: &'a Control,
    pub(super) observer: &'a mut dyn Observer,
    pub(super) progress: &'a mut SearchProgress,
    pub(super) multi_pv: usize,
    pub(super) fallback: Move,
    pub(super) is_forced: bool,
}

/// The progress of a search, kept from round to round.
pub(super) struct SearchProgress {
    pub(super) deadline: Deadline,
    plan: TimePlan,
    next_report: Duration,
    /// The leading step at the last check, and the simulations when it took the lead.
    leader: Option<(u32, u64)>,
    /// The next attempt to solve the root.
    pub(super) retry: Option<Retry>,
}

impl SearchProgress {
    /// The progress of a new search, with the time of its first report.
    pub(super) fn new(deadline: Deadline, plan: TimePlan, first_report: Duration) -> Self {
        Self { deadline, plan, next_report: first_report, leader: None, retry: None }
    }

    /// The next attempt to solve the root, if it is due.
    pub(super) fn due_retry(&self) -> Option<Retry> {
        self.retry.filter(|retry| self.deadline.elapsed() >= retry.at)
    }
}

impl MainThread<'_> {
    /// Reads the deadline and the tree, ends the search where it is over, and reports where that is due.
    pub(super) fn check(&mut self) {
        let proven = self.view.tree.node(ROOT).proof().is_some();
        let forced =
            self.is_forced && self.progress.deadline.is_counting() && self.counter.playouts() >= FORCED;
        self.follow_leader();
        let (view, counter, leader) = (self.view, self.counter, self.progress.leader);
        let SearchProgress { deadline, plan, .. } = &*self.progress;
        let is_enough = |counted| plan.is_enough(counted, || stability(&view, counter, leader));
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
            self.progress.next_report =
                self.progress.deadline.elapsed().saturating_add(self.observer.interval());
        }
    }

    fn follow_leader(&mut self) {
        let name = self.view.leading_step().map(|step| (step.from().index() << 8 | step.to().index()) as u32);
        if name != self.progress.leader.map(|(name, _)| name) {
            self.progress.leader = name.map(|name| (name, self.counter.playouts()));
        }
    }

    fn lines(&self) -> Vec<Line> {
        let lines = self.view.lines(self.multi_pv);
        if lines.is_empty() { vec![Line { moves: vec![self.fallback], ..Line::default() }] } else { lines }
    }

    fn report(&self) -> Report {
        Report {
            depth: None,
            nodes: self.counter.nodes(),
            playouts: self.counter.playouts(),
            elapsed: self.progress.deadline.elapsed(),
            lines: self.lines(),
            hash_full: Some(self.view.tree.fullness()),
        }
    }

    /// Waits for the ponderhit once the root is proven.
    pub(super) fn await_hit(&mut self) {
        if self.control.is_pondering() && self.observer.report(&self.report()) == ControlFlow::Continue(()) {
            self.control.wait_until(|| !self.control.is_pondering());
        }
    }

    pub(super) fn decide(self) -> Decision {
        let report = self.report();
        // The search is over: what the observer answers changes nothing.
        let _ = self.observer.report(&report);
        Decision { mv: report.lines[0].moves[0], report }
    }
}

/// Reports a solved root, and decides once it is our turn.
pub(super) fn decide_solved(
    solved: Solved,
    asked: Instant,
    control: &Control,
    observer: &mut dyn Observer,
) -> Decision {
    let Solved { lines, nodes } = solved;
    let report = Report { nodes, elapsed: asked.elapsed(), lines, ..Report::default() };
    if observer.report(&report) == ControlFlow::Continue(()) {
        control.wait_until(|| !control.is_pondering());
    }
    Decision { mv: report.lines[0].moves[0], report }
}

fn stability(view: &TreeView<'_>, counter: &SharedCounter, leader: Option<(u32, u64)>) -> RootStability {
    let (Some(step), Some((_, since))) = (view.leading_step(), leader) else {
        return RootStability { lead: 0.0, stable: 0.0, agrees: false };
    };
    let all = f64::from(view.tree.node(ROOT).visits().max(1));
    let playouts = counter.playouts().max(1);
    RootStability {
        lead: f64::from(step.visits()) / all,
        stable: (playouts - since.min(playouts)) as f64 / playouts as f64,
        agrees: view.best_step().is_some_and(|best| std::ptr::eq(best, step)),
    }
}
