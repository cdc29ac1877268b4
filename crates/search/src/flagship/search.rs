//! One search from the position to the decision, in rounds, on one thread or several.

use std::time::Instant;

use amazons::{Board, Draw, Move, Position};
use eval::Evaluation;
use rand::SeedableRng;
use rand::seq::IteratorRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use solver::Solver;
use thought::{Control, Deadline, Decision, Limits, Observer};

use super::expand::Expander;
use super::judge::Judge;
use super::lines::Reader;
use super::sample::Sample;
use super::session::{Progress, Session, decide_solved};
use super::shared_counter::SharedCounter;
use super::simulate::{Simulated, Simulator};
use super::solved::{self, Attempt, Found, Retry};
use super::time_plan::TimePlan;
use super::tree::{ROOT, Tree};
use super::{Flagship, FlagshipConfig};
use crate::{RootMoves, Search, Task};

/// With a limit of depth the tree is as large as it gets after so many simulations in a row without a node.
const IDLE: u64 = 10_000;
/// Simulations of the first thread between two looks at the clock: some tenths of a millisecond.
const STRIDE: u64 = 4;
/// Moving the kept tree may take one part in so many of the time.
const MOVING: u32 = 8;

/// What a tree that cannot grow means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum WhenGrown {
    /// Nothing but that there is no room.
    GoOn,
    /// With a limit of depth, that all is looked at if nothing is added any more.
    EndIdle,
    /// With a depth as the only limit, that it is as large as it gets even if only the room ends.
    EndIdleOrFull,
}

/// Simulates until the search is over or has to pause because the tree is full. `between` is called now and then.
fn grow<B: Board, E: Evaluation>(
    simulator: &mut Simulator<'_, B, E>,
    counter: &SharedCounter,
    when_grown: WhenGrown,
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
        if counter.is_paused() {
            return;
        }
        // Where no simulation is left, a thread that gives one back still has to run it: the search is not over yet.
        if counter.is_over() || !counter.take_playout() {
            return;
        }
        match simulator.simulate() {
            Simulated::Grown => idle = 0,
            Simulated::Idle => idle += 1,
            Simulated::Early => {
                counter.give_back_playout();
                std::thread::yield_now();
            }
            Simulated::Full if when_grown != WhenGrown::EndIdleOrFull => {
                counter.give_back_playout();
                counter.pause();
                return;
            }
            Simulated::Cut | Simulated::Full => {
                counter.give_back_playout();
                break;
            }
        }
        let is_proven = simulator.tree.node(ROOT).proof().is_some();
        if when_grown != WhenGrown::GoOn && idle >= IDLE || is_proven {
            break;
        }
    }
    counter.end();
}

impl<B: Board, E: Evaluation> Flagship<B, E> {
    fn simulator<'a>(
        config: &FlagshipConfig,
        evaluation: &E,
        solver: &'a mut Solver<B>,
        tree: &'a Tree,
        counter: &'a SharedCounter,
        position: &Position<B>,
        limits: &Limits,
    ) -> Simulator<'a, B, E> {
        let expander = Expander::new(evaluation.clone(), config.scale(), Judge::new(solver));
        let depth = limits.depth.map_or(usize::MAX, |depth| depth as usize);
        Simulator::new(tree, counter, position, config.selection(), expander, depth)
    }
}

impl<B: Board, E: Evaluation> Search<B> for Flagship<B, E> {
    fn new_game(&mut self, seed: u64) {
        self.seed = seed;
        self.forget();
    }

    fn search(&mut self, position: &Position<B>, task: Task<'_>) -> Option<Decision> {
        let Task { limits, control, observer, asked, root_moves } = task;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.seed ^ position.key());
        let fallback = match root_moves {
            RootMoves::All => position.random_move(Draw::Uniform, &mut rng),
            RootMoves::Only(moves) => moves.iter().copied().choose(&mut rng),
        }?;
        let (counter, overhead) = (SharedCounter::new(limits), self.config.overhead);
        let plan = TimePlan::new(limits, position.turn(), position.empty().count(), overhead);
        let deadline = Deadline::new(plan.maximum, control, asked);
        let mut progress = Progress::new(deadline, plan, observer.interval());
        let mut quest = Quest { position, limits, control, root_moves, counter: &counter, fallback };
        if limits.depth == Some(0) {
            counter.end();
        } else if root_moves == RootMoves::All {
            // Otherwise the solver's move may not be one of the root moves.
            let attempt = Attempt::first(limits, plan.part(solved::SHARE), asked);
            match self.solve(&quest, &attempt) {
                Found::End(solved) => return Some(decide_solved(solved, asked, control, observer)),
                Found::Nothing if !quest.is_counted() => progress.retry = Some(Retry::first(asked.elapsed())),
                Found::Nothing | Found::TooFar => {}
            }
        }
        match root_moves {
            RootMoves::All => {
                self.take_root(position, plan.part(MOVING).map(|time| Instant::now() + time));
            }
            // A tree of all moves is of no use for some of them, nor the other way round.
            RootMoves::Only(_) => self.forget_tree(),
        }
        loop {
            if self.round(&quest, &mut progress, observer) == Round::Over {
                break;
            }
            if let Some(retry) = progress.due_retry() {
                match self.solve(&quest, &retry.attempt(asked.elapsed(), progress.deadline.remaining())) {
                    Found::End(solved) => return Some(decide_solved(solved, asked, control, observer)),
                    Found::Nothing => progress.retry = Some(retry.next(asked.elapsed())),
                    Found::TooFar => progress.retry = None,
                }
            } else if progress.deadline.remaining().is_some_and(|left| left < self.time_to_thin())
                || !self.thin_out()
            {
                // No time to make room, or all that is left to think about does not fit.
                counter.end();
            }
            counter.resume();
        }
        if self.tree.node(ROOT).children().is_none() {
            let sample = Sample { position, root_moves, evaluation: &self.evaluation };
            quest.fallback = sample.best(&counter, &mut rng).unwrap_or(fallback);
        }
        let mut session = session(&self.tree, &self.config, &quest, &mut progress, observer);
        if self.tree.node(ROOT).proof().is_some() {
            session.await_hit();
        }
        Some(session.decide())
    }
}

/// What is asked of a search, and what its threads count.
struct Quest<'a, B: Board> {
    position: &'a Position<B>,
    limits: &'a Limits,
    control: &'a Control,
    root_moves: RootMoves<'a>,
    counter: &'a SharedCounter,
    /// What is played where nothing was looked at.
    fallback: Move,
}

impl<B: Board> Quest<'_, B> {
    /// Whether counts are the limit, so that the clock may decide nothing.
    fn is_counted(&self) -> bool {
        self.limits.nodes.is_some() || self.limits.playouts.is_some() || self.limits.depth.is_some()
    }

    /// What happens once the tree does not grow any more.
    fn when_grown(&self) -> WhenGrown {
        match self.limits {
            Limits { depth: None, .. } => WhenGrown::GoOn,
            limits if (Limits { depth: None, ..*limits }).is_none() => WhenGrown::EndIdleOrFull,
            _ => WhenGrown::EndIdle,
        }
    }
}

fn session<'a, B: Board>(
    tree: &'a Tree,
    config: &FlagshipConfig,
    quest: &Quest<'a, B>,
    progress: &'a mut Progress,
    observer: &'a mut dyn Observer,
) -> Session<'a> {
    let &Quest { position, control, root_moves, counter, fallback, .. } = quest;
    Session {
        reader: Reader { tree, selection: config.selection(), slope: config.slope },
        counter,
        control,
        observer,
        progress,
        multi_pv: config.multi_pv,
        fallback,
        is_forced: matches!(root_moves, RootMoves::Only([_])) || position.count_moves() == 1,
    }
}

/// How a round ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Round {
    Over,
    Paused,
}

impl<B: Board, E: Evaluation> Flagship<B, E> {
    fn solve(&mut self, quest: &Quest<'_, B>, attempt: &Attempt) -> Found {
        let &Quest { position, control, .. } = quest;
        solved::solve(&mut self.solvers[0], position, attempt, control, self.config.multi_pv)
    }

    /// Grows the tree until the search is over or has to pause.
    fn round(&mut self, quest: &Quest<'_, B>, progress: &mut Progress, observer: &mut dyn Observer) -> Round {
        let &Quest { position, limits, root_moves, counter, .. } = quest;
        let (tree, config, evaluation) = (&self.tree, &self.config, &self.evaluation);
        let mut session = session(tree, config, quest, progress, observer);
        let when_grown = quest.when_grown();
        let mut simulators = self
            .solvers
            .iter_mut()
            .map(|solver| Self::simulator(config, evaluation, solver, tree, counter, position, limits))
            .map(|simulator| simulator.with_root_moves(root_moves));
        let mut first = simulators.next().expect("one thread at least");
        std::thread::scope(|scope| {
            for mut simulator in simulators {
                scope.spawn(move || grow(&mut simulator, counter, when_grown, || {}));
            }
            grow(&mut first, counter, when_grown, || session.look());
        });
        // Without a pause the threads have returned because the search is over or no simulation is left.
        if counter.is_over() || !counter.is_paused() { Round::Over } else { Round::Paused }
    }
}
