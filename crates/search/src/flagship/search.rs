//! One search from the position to the decision, on one thread or several.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use amazons::{Board, Draw, Move, Position};
use eval::Evaluation;
use rand::SeedableRng;
use rand::seq::IteratorRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use solver::Solver;
use thought::{Control, Decision, Limits, Line, Observer, Report};

use super::expand::Expander;
use super::judge::Judge;
use super::lines::Reader;
use super::meter::Meter;
use super::sample::Sample;
use super::simulate::{Simulated, Simulator};
use super::solved::{self, Solved};
use super::time::{Allowance, Standing, Timer};
use super::tree::{ROOT, Tree};
use super::{Flagship, FlagshipConfig};
use crate::{Search, Task};

/// With a limit of depth the tree is as large as it gets after so many simulations in a row without a node.
const IDLE: u64 = 10_000;
/// How long a thread sleeps that has nothing to do but wait.
const NAP: Duration = Duration::from_millis(1);
/// Simulations of the first thread between two looks at the clock: some tenths of a millisecond.
const STRIDE: u64 = 4;
/// Simulations after which a move without an alternative is played if somebody waits for it.
const FORCED: u64 = 200;

/// A search under way, as its first thread sees it.
struct Session<'a> {
    reader: Reader<'a>,
    meter: &'a Meter,
    control: &'a Control,
    observer: &'a mut dyn Observer,
    timer: Timer,
    next_report: Duration,
    multi_pv: usize,
    fallback: Move,
    is_forced: bool,
    /// The step that led at the last look, and at how many simulations it began to.
    leader: Option<(u32, u64)>,
}

impl Session<'_> {
    /// Looks at the clock, the control and the tree, and ends the search where it is over.
    fn look(&mut self) {
        let proven = self.reader.tree.node(ROOT).proof().is_some();
        let forced = self.is_forced && self.timer.is_awaited() && self.meter.playouts() >= FORCED;
        self.follow_leader();
        let (reader, meter, leader) = (self.reader, self.meter, self.leader);
        let is_late = self.timer.is_over(self.control, || standing(&reader, meter, leader));
        if self.control.is_stopped() || proven && !self.control.is_pondering() || forced || is_late {
            self.meter.end();
            return;
        }
        if self.timer.elapsed() >= self.next_report {
            if self.observer.report(&self.report()) == ControlFlow::Break(()) {
                self.meter.end();
            }
            self.next_report = self.timer.elapsed() + self.observer.interval();
        }
    }

    fn follow_leader(&mut self) {
        let name =
            self.reader.leading_step().map(|step| (step.from().index() << 8 | step.to().index()) as u32);
        if name != self.leader.map(|(name, _)| name) {
            self.leader = name.map(|name| (name, self.meter.playouts()));
        }
    }

    fn lines(&self) -> Vec<Line> {
        let lines = self.reader.lines(self.multi_pv);
        if lines.is_empty() { vec![Line { moves: vec![self.fallback], ..Line::default() }] } else { lines }
    }

    fn report(&self) -> Report {
        Report {
            depth: None,
            nodes: self.meter.nodes(),
            playouts: self.meter.playouts(),
            elapsed: self.timer.elapsed(),
            lines: self.lines(),
            hash_full: Some(self.reader.tree.fullness()),
        }
    }

    /// Waits while it is the opponent's time, with nothing left to think about.
    fn await_hit(&mut self) {
        if self.control.is_pondering() && self.observer.report(&self.report()) == ControlFlow::Continue(()) {
            await_hit(self.control);
        }
    }

    fn decide(self) -> Decision {
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
fn decide_solved(solved: Solved, asked: Instant, control: &Control, observer: &mut dyn Observer) -> Decision {
    let Solved { lines, nodes } = solved;
    let report = Report { nodes, elapsed: asked.elapsed(), lines, ..Report::default() };
    if observer.report(&report) == ControlFlow::Continue(()) {
        await_hit(control);
    }
    Decision { mv: report.lines[0].moves[0], report }
}

fn standing(reader: &Reader<'_>, meter: &Meter, leader: Option<(u32, u64)>) -> Standing {
    let (Some(step), Some((_, since))) = (reader.leading_step(), leader) else {
        return Standing { lead: 0.0, stable: 0.0, agrees: false };
    };
    let all = f64::from(reader.tree.node(ROOT).visits().max(1));
    let playouts = meter.playouts().max(1);
    Standing {
        lead: f64::from(step.visits()) / all,
        stable: (playouts - since.min(playouts)) as f64 / playouts as f64,
        agrees: reader.best_step().is_some_and(|best| std::ptr::eq(best, step)),
    }
}

/// Simulates until the search is over. `between` is called now and then.
fn grow<B: Board, E: Evaluation>(
    simulator: &mut Simulator<'_, B, E>,
    meter: &Meter,
    ends_idle: bool,
    mut between: impl FnMut(),
) {
    // Not before the first simulations: they take a tenth of a millisecond, and without them the move is a random one.
    let (mut idle, mut until_look) = (0, STRIDE);
    loop {
        if until_look == 0 {
            between();
            until_look = STRIDE;
        }
        until_look -= 1;
        if meter.is_over() || !meter.take_playout() {
            break;
        }
        match simulator.simulate() {
            Simulated::Grown => idle = 0,
            Simulated::Idle => idle += 1,
            Simulated::Early => {
                meter.give_back_playout();
                std::thread::yield_now();
            }
            Simulated::Cut => {
                meter.give_back_playout();
                break;
            }
        }
        let is_proven = simulator.tree.node(ROOT).proof().is_some();
        if ends_idle && idle >= IDLE || is_proven {
            break;
        }
    }
    meter.end();
}

impl<B: Board, E: Evaluation> Flagship<B, E> {
    fn simulator<'a>(
        config: &FlagshipConfig,
        evaluation: &E,
        solver: &'a mut Solver<B>,
        tree: &'a Tree,
        meter: &'a Meter,
        position: &Position<B>,
        limits: &Limits,
    ) -> Simulator<'a, B, E> {
        let expander = Expander::new(evaluation.clone(), config.scale(), Judge::new(solver));
        let depth = limits.depth.map_or(usize::MAX, |depth| depth as usize);
        Simulator::new(tree, meter, position, config.selection(), expander, depth)
    }
}

impl<B: Board, E: Evaluation> Search<B> for Flagship<B, E> {
    fn new_game(&mut self, seed: u64) {
        self.seed = seed;
        self.forget();
    }

    fn search(&mut self, position: &Position<B>, task: Task<'_>) -> Option<Decision> {
        let Task { limits, control, observer, asked, only } = task;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.seed ^ position.hash());
        let named = only.iter().copied().choose(&mut rng);
        let fallback = named.or_else(|| position.random_move(Draw::Uniform, &mut rng))?;
        let config = &self.config;
        let allowance = Allowance::new(limits, position.turn(), position.empty().count(), config.overhead);
        // The solver's move may not be among those that are named.
        if limits.depth != Some(0) && only.is_empty() {
            let share = Limits { time: allowance.part(solved::SHARE), ..*limits };
            let solved = solved::solve(&mut self.solvers[0], position, &share, control, config.multi_pv);
            if let Some(solved) = solved {
                return Some(decide_solved(solved, asked, control, observer));
            }
        }
        match only {
            [] => self.take_root(position),
            // What is known of all moves is of no use here, nor what is found here for all moves.
            _ => self.forget_tree(),
        }
        let config = &self.config;
        let meter = Meter::new(limits);
        if limits.depth == Some(0) {
            meter.end();
        }
        let (tree, next_report) = (&self.tree, observer.interval());
        let mut session = Session {
            reader: Reader { tree, selection: config.selection(), slope: config.slope },
            meter: &meter,
            control,
            observer,
            timer: Timer::new(allowance, control, asked),
            next_report,
            multi_pv: config.multi_pv,
            fallback,
            is_forced: only.len() == 1 || position.count_moves() == 1,
            leader: None,
        };
        let ends_idle = limits.depth.is_some();
        let evaluation = &self.evaluation;
        let mut simulators = self
            .solvers
            .iter_mut()
            .map(|solver| Self::simulator(config, evaluation, solver, tree, &meter, position, limits))
            .map(|simulator| simulator.among(only));
        let mut first = simulators.next().expect("one thread at least");
        std::thread::scope(|scope| {
            for mut simulator in simulators {
                let meter = &meter;
                scope.spawn(move || grow(&mut simulator, meter, ends_idle, || {}));
            }
            grow(&mut first, &meter, ends_idle, || session.look());
        });
        if tree.node(ROOT).proof().is_some() {
            session.await_hit();
        }
        if tree.node(ROOT).children().is_none() {
            let sample = Sample { position, only, evaluation };
            session.fallback = sample.best(&meter, &mut rng).unwrap_or(fallback);
        }
        Some(session.decide())
    }
}
