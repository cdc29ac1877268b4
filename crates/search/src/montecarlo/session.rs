//! One search from its first simulation to its decision: limits, reports and the end, the same for every tree.

use std::ops::ControlFlow;
use std::time::Duration;

use amazons::{Board, Draw, Move, Position};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use thought::{Counter, Decision, Line, Observer, Report};

use super::Task;
use super::tree::arena::Arena;
use super::tree::{Iteration, Plan, Simulate, Tree};

/// Where all random numbers come from.
pub(super) type Generator = Xoshiro256PlusPlus;

/// Random numbers as a game starts with them.
pub(super) fn generator(seed: u64) -> Generator {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

/// Questions to the counter between two reads of the deadline: a simulation asks two and takes up to 0.3 ms.
const STRIDE: u32 = 8;
/// Simulations between two thoughts of the observer.
const PAUSE: u64 = 4;
/// With a limit of depth the tree is as large as it gets after so many simulations in a row without a node.
const IDLE: u64 = 10_000;

/// A search under way.
pub(super) struct Session<'a> {
    pub(super) counter: Counter,
    observer: &'a mut dyn Observer,
    playouts: u64,
    /// Simulations in a row without a node.
    idle: u64,
    ends_idle: bool,
    next_report: Duration,
}

impl<'a> Session<'a> {
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

    /// Takes note of a simulation that is done.
    pub(super) fn end_playout(&mut self, nodes_added: usize) {
        self.playouts += 1;
        self.idle = if nodes_added == 0 { self.idle + 1 } else { 0 };
    }

    /// Tells the observer how things stand, if it is time.
    pub(super) fn report_if_due(&mut self, lines: impl FnOnce() -> Vec<Line>) {
        if self.playouts.is_multiple_of(PAUSE) && self.counter.elapsed() >= self.next_report {
            let report = self.report(lines());
            if self.observer.report(&report) == ControlFlow::Break(()) {
                self.counter.end();
            }
            self.next_report = self.counter.elapsed() + self.observer.interval();
        }
    }

    fn report(&self, lines: Vec<Line>) -> Report {
        let Self { ref counter, playouts, .. } = *self;
        let (nodes, elapsed) = (counter.nodes(), counter.elapsed());
        Report { nodes, playouts, elapsed, lines, ..Report::default() }
    }

    /// Tells the observer the end of it.
    pub(super) fn decide(self, mv: Move, lines: Vec<Line>) -> Decision {
        let report = self.report(lines);
        // It is over anyway, whatever the observer wishes.
        let _ = self.observer.report(&report);
        Decision { mv, report }
    }
}

/// What a search knows of its last tree.
#[derive(Clone, Debug, Default)]
pub(super) struct Grown {
    pub(super) arena: Arena,
    pub(super) first_ply: u64,
    pub(super) settled_after: Option<u64>,
}

/// Grows a tree until the limits say stop, and decides.
pub(super) fn grow<B: Board, S: Simulate<B>>(
    position: &Position<B>,
    task: Task<'_>,
    plan: &Plan,
    simulation: &mut S,
    rng: &mut Generator,
    grown: &mut Grown,
) -> Option<Decision> {
    let fallback = position.random_move(Draw::Uniform, rng)?;
    let mut session = Session::new(task);
    let depth = session.counter.depth();
    let mut tree = Tree::new(position, &mut grown.arena, plan, depth, rng.next_u64());
    while session.may_go_on() {
        match tree.iterate(simulation, rng, &mut session.counter) {
            Iteration::Done(added) => session.end_playout(added),
            Iteration::Cut => break,
        }
        session.report_if_due(|| tree.lines(fallback));
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
    Some(session.decide(mv, lines))
}
