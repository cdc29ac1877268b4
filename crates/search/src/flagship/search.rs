//! One search from the position to the decision, on one thread or several.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use amazons::{Board, Draw, Move, Position};
use eval::Evaluation;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use solver::Solver;
use thought::{Control, Decision, Limits, Line, Observer, Report};

use super::expand::Expander;
use super::judge::Judge;
use super::lines::Reader;
use super::meter::Meter;
use super::simulate::{Simulated, Simulator};
use super::solved::{self, Effort, Found, Retry, Solved};
use super::time::{Allowance, Standing, Timer};
use super::tree::{ROOT, Tree};
use super::{Flagship, FlagshipConfig};
use crate::{Search, Task};

/// How often the observer hears something.
const INTERVAL: Duration = Duration::from_millis(100);
/// With a depth as the only limit the tree is as large as it gets after so many simulations in a row without a node.
const IDLE: u64 = 10_000;
/// How long a thread sleeps that has nothing to do but wait.
const NAP: Duration = Duration::from_millis(1);
/// Simulations of the first thread between two looks at the clock: some tenths of a millisecond.
const STRIDE: u64 = 4;
/// Moving the kept tree may take one part in so many of the time.
const MOVING: u32 = 8;
/// Simulations after which a move without an alternative is played if somebody waits for it.
const FORCED: u64 = 200;

/// A search under way, as its first thread sees it.
struct Session<'a> {
    reader: Reader<'a>,
    meter: &'a Meter,
    control: &'a Control,
    observer: &'a mut dyn Observer,
    progress: &'a mut Progress,
    multi_pv: usize,
    fallback: Move,
    is_forced: bool,
}

/// How far a search has come, whichever tree it grows.
struct Progress {
    timer: Timer,
    next_report: Duration,
    /// The step that led at the last look, and at how many simulations it began to.
    leader: Option<(u32, u64)>,
    /// When to ask the solver about the root again.
    retry: Option<Retry>,
}

impl Progress {
    /// The solver's next try, if it is time for it.
    fn due_retry(&self) -> Option<Retry> {
        self.retry.filter(|retry| self.timer.elapsed() >= retry.at)
    }
}

impl Session<'_> {
    /// Looks at the clock, the control and the tree, and ends the search where it is over.
    fn look(&mut self) {
        let proven = self.reader.tree.node(ROOT).proof().is_some();
        let forced = self.is_forced && self.progress.timer.is_awaited() && self.meter.playouts() >= FORCED;
        self.follow_leader();
        let (reader, meter, leader) = (self.reader, self.meter, self.progress.leader);
        let is_late = self.progress.timer.is_over(self.control, || standing(&reader, meter, leader));
        if self.control.is_stopped() || proven && !self.control.is_pondering() || forced || is_late {
            self.meter.end();
            return;
        }
        if self.progress.due_retry().is_some() {
            self.meter.pause();
        }
        if self.progress.timer.elapsed() >= self.progress.next_report {
            if self.observer.report(&self.report()) == ControlFlow::Break(()) {
                self.meter.end();
            }
            self.progress.next_report = self.progress.timer.elapsed() + INTERVAL;
        }
    }

    fn follow_leader(&mut self) {
        let name =
            self.reader.leading_step().map(|step| (step.from().index() << 8 | step.to().index()) as u32);
        if name != self.progress.leader.map(|(name, _)| name) {
            self.progress.leader = name.map(|name| (name, self.meter.playouts()));
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
            elapsed: self.progress.timer.elapsed(),
            lines: self.lines(),
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
    let report = Report { depth: None, nodes, playouts: 0, elapsed: asked.elapsed(), lines };
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

/// Simulates until the search is over or has to pause because the tree is full. `between` is called now and then.
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
        if meter.is_paused() {
            return;
        }
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
            Simulated::Full if !ends_idle => {
                meter.give_back_playout();
                meter.pause();
                return;
            }
            Simulated::Cut | Simulated::Full => {
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
        let Task { limits, control, observer, asked } = task;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.seed ^ position.hash());
        let fallback = position.random_move(Draw::Uniform, &mut rng)?;
        let (config, meter) = (&self.config, Meter::new(limits));
        let allowance = Allowance::new(limits, position.turn(), position.empty().count(), config.overhead);
        let is_counted = limits.nodes.is_some() || limits.playouts.is_some() || limits.depth.is_some();
        let mut retry = None;
        if limits.depth == Some(0) {
            meter.end();
        } else {
            let effort = Effort::first(limits, allowance.part(solved::SHARE));
            match solved::solve(&mut self.solvers[0], position, &effort, control, config.multi_pv) {
                Found::End(solved) => return Some(decide_solved(solved, asked, control, observer)),
                // Where counts are the limit the clock decides nothing.
                Found::Nothing if !is_counted => retry = Some(Retry::first(asked.elapsed())),
                Found::Nothing | Found::TooFar => {}
            }
        }
        self.take_root(position, allowance.part(MOVING).map(|time| Instant::now() + time));
        let timer = Timer::new(allowance, control, asked);
        let mut progress = Progress { timer, next_report: INTERVAL, leader: None, retry };
        let quest = Quest { position, limits, control, meter: &meter, fallback };
        loop {
            if let Some(decision) = self.round(&quest, &mut progress, observer) {
                return Some(decision);
            }
            if let Some(retry) = progress.due_retry() {
                let effort = retry.effort(asked.elapsed(), progress.timer.left());
                let lines = self.config.multi_pv;
                match solved::solve(&mut self.solvers[0], position, &effort, control, lines) {
                    Found::End(solved) => return Some(decide_solved(solved, asked, control, observer)),
                    Found::Nothing => progress.retry = Some(retry.next(asked.elapsed())),
                    Found::TooFar => progress.retry = None,
                }
            } else if progress.timer.left().is_some_and(|left| left < self.time_to_thin()) || !self.thin_out()
            {
                // No time to make room, or all that is left to think about does not fit.
                meter.end();
            }
            meter.resume();
        }
    }
}

/// What is asked of a search, and what its threads count.
struct Quest<'a, B: Board> {
    position: &'a Position<B>,
    limits: &'a Limits,
    control: &'a Control,
    meter: &'a Meter,
    /// What is played where nothing was looked at.
    fallback: Move,
}

impl<B: Board, E: Evaluation> Flagship<B, E> {
    /// Grows the tree until the search is over or has to pause; the decision, if it is over.
    fn round(
        &mut self,
        quest: &Quest<'_, B>,
        progress: &mut Progress,
        observer: &mut dyn Observer,
    ) -> Option<Decision> {
        let &Quest { position, limits, control, meter, fallback } = quest;
        let (tree, config, evaluation) = (&self.tree, &self.config, &self.evaluation);
        let mut session = Session {
            reader: Reader { tree, selection: config.selection(), slope: config.slope },
            meter,
            control,
            observer,
            progress,
            multi_pv: config.multi_pv,
            fallback,
            is_forced: position.count_moves() == 1,
        };
        let ends_idle = limits.depth.is_some() && Limits { depth: None, ..*limits }.is_none();
        let mut simulators = self
            .solvers
            .iter_mut()
            .map(|solver| Self::simulator(config, evaluation, solver, tree, meter, position, limits));
        let mut first = simulators.next().expect("one thread at least");
        std::thread::scope(|scope| {
            for mut simulator in simulators {
                scope.spawn(move || grow(&mut simulator, meter, ends_idle, || {}));
            }
            grow(&mut first, meter, ends_idle, || session.look());
        });
        if !meter.is_over() {
            return None;
        }
        if tree.node(ROOT).proof().is_some() {
            session.await_hit();
        }
        Some(session.decide())
    }
}
