//! One search from its first simulation to its decision: limits, reports and the end, shared by all trees.

use std::ops::ControlFlow;
use std::time::Duration;

use amazons::{Board, Draw, Move, Position};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use thought::{Counter, Decision, Line, Observer, Report};

use super::Task;
use super::tree::arena::Arena;
use super::tree::{Iteration, Simulate, TreePlan, UctTree};

/// The generator of all random numbers.
pub(super) type SearchRng = Xoshiro256PlusPlus;

/// The generator of a seed.
pub(super) fn search_rng(seed: u64) -> SearchRng {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

/// Questions to the counter between two reads of the deadline: a simulation asks two and takes up to 0.3 ms.
const STRIDE: u32 = 8;
/// Simulations between two checks whether a report is due.
const PAUSE: u64 = 4;
/// With a limit of depth the tree counts as complete after this many simulations in a row without a new node.
const IDLE: u64 = 10_000;

/// A running search.
pub(super) struct SearchRun<'a> {
    pub(super) counter: Counter,
    observer: &'a mut dyn Observer,
    playouts: u64,
    /// Simulations in a row without a node.
    idle: u64,
    ends_idle: bool,
    next_report: Duration,
}

impl<'a> SearchRun<'a> {
    pub(super) fn new(task: Task<'a>) -> Self {
        let Task { limits, control, observer, asked, .. } = task;
        let mut counter = Counter::new(limits, control, asked, STRIDE);
        if limits.depth == Some(0) {
            counter.end();
        }
        let (ends_idle, next_report) = (limits.depth.is_some(), observer.interval());
        Self { counter, observer, playouts: 0, idle: 0, ends_idle, next_report }
    }

    /// Whether another simulation may begin.
    pub(super) fn may_go_on(&mut self) -> bool {
        !(self.ends_idle && self.idle >= IDLE) && self.counter.take_playout()
    }

    /// Counts a finished simulation.
    pub(super) fn end_playout(&mut self, nodes_added: usize) {
        self.playouts += 1;
        self.idle = if nodes_added == 0 { self.idle + 1 } else { 0 };
    }

    /// Reports if that is due.
    pub(super) fn report_if_due(&mut self, lines: impl FnOnce() -> Vec<Line>) {
        if self.playouts.is_multiple_of(PAUSE) && self.counter.elapsed() >= self.next_report {
            let report = self.report(lines());
            if self.observer.report(&report) == ControlFlow::Break(()) {
                self.counter.end();
            }
            self.next_report = self.counter.elapsed().saturating_add(self.observer.interval());
        }
    }

    fn report(&self, lines: Vec<Line>) -> Report {
        let Self { ref counter, playouts, .. } = *self;
        let (nodes, elapsed) = (counter.nodes(), counter.elapsed());
        Report { nodes, playouts, elapsed, lines, ..Report::default() }
    }

    /// Sends the last report.
    pub(super) fn decide(self, mv: Move, lines: Vec<Line>) -> Decision {
        let report = self.report(lines);
        // The search is over: what the observer answers changes nothing.
        let _ = self.observer.report(&report);
        Decision { mv, report }
    }
}

/// The last tree of a search.
#[derive(Clone, Debug, Default)]
pub(super) struct LastTree {
    pub(super) arena: Arena,
    pub(super) first_ply: u64,
    pub(super) settled_after: Option<u64>,
}

/// Grows a tree until a limit is reached, and decides.
pub(super) fn grow<B: Board, S: Simulate<B>>(
    position: &Position<B>,
    task: Task<'_>,
    plan: &TreePlan,
    simulation: &mut S,
    rng: &mut SearchRng,
    grown: &mut LastTree,
) -> Option<Decision> {
    let fallback = position.random_move(Draw::Uniform, rng)?;
    let mut run = SearchRun::new(task);
    let depth = run.counter.depth();
    let mut tree = UctTree::new(position, &mut grown.arena, plan, depth, rng.next_u64());
    while run.may_go_on() {
        match tree.iterate(simulation, rng, &mut run.counter) {
            Iteration::Done(added) => run.end_playout(added),
            Iteration::Cut => break,
        }
        run.report_if_due(|| tree.lines(fallback));
    }
    let mv = tree.decision(fallback);
    let lines = tree.lines(fallback);
    grown.first_ply = tree.first_ply;
    // Where a child is a whole move the root alone has to be complete.
    let is_settled = |known: &&(Move, u64)| match plan.layers {
        super::Layers::Moves => true,
        super::Layers::StepsAndShots => (known.0.from, known.0.to) == (mv.from, mv.to),
    };
    grown.settled_after = tree.complete.iter().find(is_settled).map(|&(_, count)| count);
    Some(run.decide(mv, lines))
}
