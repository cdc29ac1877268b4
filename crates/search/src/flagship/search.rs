//! One search from the position to the decision, in rounds, on one thread or several.

use std::time::Instant;

use amazons::{Board, Draw, Move, Position};
use eval::Evaluation;
use rand::SeedableRng;
use rand::seq::IteratorRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use solver::Solver;
use thought::{Control, Deadline, Decision, Limits, Observer};

use super::book_move::{self, BookUse};
use super::expand::Expander;
use super::leaf_solver::LeafSolver;
use super::main_thread::{MainThread, SearchProgress, decide_solved};
use super::root_solver::{self, Attempt, Retry, RootProof, Solved};
use super::sample::Sample;
use super::shared_counter::SharedCounter;
use super::simulate::{Simulated, Simulator};
use super::stored_proof::{self, StoredProofs, ToldLost};
use super::time_plan::TimePlan;
use super::tree::{FlagshipTree, ROOT};
use super::tree_view::TreeView;
use super::{Flagship, FlagshipConfig};
use crate::memory::is_available;
use crate::{RootMoves, Search, Task};

/// With a limit of depth the tree counts as complete after this many simulations in a row without a new node.
const IDLE: u64 = 10_000;
/// Simulations of the first thread between two reads of the deadline: some tenths of a millisecond.
const STRIDE: u64 = 4;
/// What a thread takes of the memory for its stack and its small allocations.
const THREAD_BYTES: usize = 4 << 20;
/// Copying the kept subtree may take one part in this many of the time.
const COPYING: u32 = 8;

/// When a search ends because its tree does not grow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum StopRule {
    /// Never.
    Never,
    /// With a limit of depth: once no node is added any more.
    Idle,
    /// With a depth as the only limit: also once the memory is full.
    IdleOrFull,
}

/// Simulates until the search is over or pauses. `check` is called once in [`STRIDE`] simulations.
fn grow<B: Board, E: Evaluation>(
    simulator: &mut Simulator<'_, B, E>,
    counter: &SharedCounter,
    stop_rule: StopRule,
    mut check: impl FnMut(),
) {
    // Not before the first simulations: they take a tenth of a millisecond, and without them the move is a random one.
    let (mut idle, mut until_check) = (0, STRIDE);
    loop {
        if until_check == 0 {
            check();
            until_check = STRIDE;
        }
        until_check -= 1;
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
            Simulated::RootBusy => {
                counter.give_back_playout();
                std::thread::yield_now();
            }
            Simulated::Full if stop_rule != StopRule::IdleOrFull => {
                counter.give_back_playout();
                counter.pause();
                return;
            }
            Simulated::LimitReached | Simulated::Full => {
                counter.give_back_playout();
                break;
            }
        }
        let is_proven = simulator.tree.node(ROOT).proof().is_some();
        if stop_rule != StopRule::Never && idle >= IDLE || is_proven {
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
        tree: &'a FlagshipTree,
        counter: &'a SharedCounter,
        position: &Position<B>,
        limits: &Limits,
    ) -> Simulator<'a, B, E> {
        let expander = Expander::new(evaluation.clone(), config.scale(), LeafSolver::new(solver));
        let depth = limits.depth.map_or(usize::MAX, |depth| depth as usize);
        Simulator::new(tree, counter, position, config.selection(), expander, depth)
    }
}

impl<B: Board, E: Evaluation> Search<B> for Flagship<B, E> {
    fn new_game(&mut self, seed: u64) {
        self.seed = seed;
        self.forget();
    }

    fn prepare(&mut self, position: &Position<B>) {
        if self.uses_stored_proofs() {
            stored_proof::read(position.board().size());
        }
        if self.config.book == BookUse::On {
            book_move::read();
        }
        // The first value reads the network.
        let _ = self.evaluation.value(position);
    }

    fn search(&mut self, position: &Position<B>, task: Task<'_>) -> Option<Decision> {
        if let Some(found) = self.book_move(position, task.root_moves) {
            return Some(decide_solved(found, task.asked, task.control, task.observer));
        }
        if !(self.uses_stored_proofs() && stored_proof::is_lost(position)) {
            return self.search_root(position, task);
        }
        // The best chances are searched for; what is proven is told.
        let Task { limits, control, observer, asked, root_moves } = task;
        let mut told = ToldLost { observer, plies: position.empty().count() };
        let task = Task { limits, control, observer: &mut told, asked, root_moves };
        let decision = self.search_root(position, task)?;
        Some(Decision { report: told.as_lost(&decision.report), ..decision })
    }

    fn take_notes(&mut self) -> Vec<String> {
        std::mem::take(&mut self.notes)
    }
}

/// The task of a search at its root, with the counts of its threads.
struct RootTask<'a, B: Board> {
    position: &'a Position<B>,
    limits: &'a Limits,
    control: &'a Control,
    root_moves: RootMoves<'a>,
    counter: &'a SharedCounter,
    /// The move where no move was searched.
    fallback: Move,
}

impl<B: Board> RootTask<'_, B> {
    /// Whether counts limit the search, so that its result must not depend on the clock.
    fn is_counted(&self) -> bool {
        self.limits.nodes.is_some() || self.limits.playouts.is_some() || self.limits.depth.is_some()
    }

    /// When the search ends because the tree does not grow.
    fn stop_rule(&self) -> StopRule {
        match self.limits {
            Limits { depth: None, .. } => StopRule::Never,
            limits if (Limits { depth: None, ..*limits }).is_none() => StopRule::IdleOrFull,
            _ => StopRule::Idle,
        }
    }
}

fn main_thread<'a, B: Board>(
    tree: &'a FlagshipTree,
    config: &FlagshipConfig,
    root_task: &RootTask<'a, B>,
    progress: &'a mut SearchProgress,
    observer: &'a mut dyn Observer,
) -> MainThread<'a> {
    let &RootTask { position, control, root_moves, counter, fallback, .. } = root_task;
    MainThread {
        view: TreeView { tree, selection: config.selection(), slope: config.slope },
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
enum RoundEnd {
    Over,
    Paused,
}

impl<B: Board, E: Evaluation> Flagship<B, E> {
    /// A search from the position to the decision.
    fn search_root(&mut self, position: &Position<B>, task: Task<'_>) -> Option<Decision> {
        let Task { limits, control, observer, asked, root_moves } = task;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.seed ^ position.key());
        let fallback = match root_moves {
            RootMoves::All => position.random_move(Draw::Uniform, &mut rng),
            RootMoves::Only(moves) => moves.iter().copied().choose(&mut rng),
        }?;
        let (counter, overhead) = (SharedCounter::new(limits), self.config.overhead);
        let plan = TimePlan::new(limits, position.turn(), position.empty().count(), overhead);
        let deadline = Deadline::new(plan.maximum, control, asked);
        let mut progress = SearchProgress::new(deadline, plan, observer.interval());
        let mut root_task = RootTask { position, limits, control, root_moves, counter: &counter, fallback };
        let stored = self.stored_proof(&root_task);
        if limits.depth == Some(0) {
            counter.end();
        } else if root_moves == RootMoves::All {
            // Otherwise the solver's move may not be one of the root moves.
            let mut attempt = Attempt::first(limits, plan.part(root_solver::SHARE), asked);
            if stored.is_some() {
                // The winner is known: it is only asked by how much.
                attempt = attempt.quick();
            }
            match self.solve(&root_task, &attempt) {
                RootProof::Solved(solved) => return Some(decide_solved(solved, asked, control, observer)),
                RootProof::Unsolved if !root_task.is_counted() => {
                    progress.retry = Some(Retry::first(asked.elapsed()));
                }
                RootProof::Unsolved | RootProof::TooFar => {}
            }
        }
        if let Some(proven) = stored {
            return Some(decide_solved(proven, asked, control, observer));
        }
        match root_moves {
            RootMoves::All => {
                self.take_root(
                    position,
                    plan.part(COPYING).and_then(|time| Instant::now().checked_add(time)),
                );
            }
            // A tree of all moves is of no use for some of them, nor the other way round.
            RootMoves::Only(_) => self.forget_tree(),
        }
        loop {
            if self.round(&root_task, &mut progress, observer) == RoundEnd::Over {
                break;
            }
            if let Some(retry) = progress.due_retry() {
                match self.solve(&root_task, &retry.attempt(asked.elapsed(), progress.deadline.remaining())) {
                    RootProof::Solved(solved) => {
                        return Some(decide_solved(solved, asked, control, observer));
                    }
                    RootProof::Unsolved => progress.retry = Some(retry.next(asked.elapsed())),
                    RootProof::TooFar => progress.retry = None,
                }
            } else if progress.deadline.remaining().is_some_and(|left| left < self.time_to_prune())
                || !self.prune()
            {
                // No time to prune, or pruning frees too little memory.
                counter.end();
            }
            counter.resume();
        }
        if self.tree.node(ROOT).children().is_none() {
            let sample = Sample { position, root_moves, evaluation: &self.evaluation };
            root_task.fallback = sample.best(&counter, &mut rng).unwrap_or(fallback);
        }
        let mut main_thread = main_thread(&self.tree, &self.config, &root_task, &mut progress, observer);
        if self.tree.node(ROOT).proof().is_some() {
            main_thread.await_hit();
        }
        let decision = main_thread.decide();
        if self.tree.is_refused() {
            self.note_refusal();
        }
        Some(decision)
    }

    /// What the opening book says of the root, if it is used.
    fn book_move(&mut self, position: &Position<B>, root_moves: RootMoves<'_>) -> Option<Solved> {
        if self.config.book == BookUse::Off {
            return None;
        }
        let found = book_move::find(position, root_moves, self.seed, self.config.slope)?;
        self.notes.push(found.note());
        let mut lines = found.lines;
        lines.truncate(self.config.multi_pv.max(1));
        Some(Solved { lines, nodes: 0 })
    }

    fn uses_stored_proofs(&self) -> bool {
        self.config.stored_proofs == StoredProofs::Used
    }

    /// What a stored proof says of the root, if it is won.
    fn stored_proof(&self, root_task: &RootTask<'_, B>) -> Option<Solved> {
        let solve = || stored_proof::solve(root_task.position, root_task.root_moves, self.config.multi_pv);
        self.uses_stored_proofs().then(solve)?
    }

    fn solve(&mut self, root_task: &RootTask<'_, B>, attempt: &Attempt) -> RootProof {
        let &RootTask { position, control, .. } = root_task;
        root_solver::solve(&mut self.solvers[0], position, attempt, control, self.config.multi_pv)
    }

    /// Grows the tree until the search is over or pauses.
    fn round(
        &mut self,
        root_task: &RootTask<'_, B>,
        progress: &mut SearchProgress,
        observer: &mut dyn Observer,
    ) -> RoundEnd {
        let &RootTask { position, limits, control, root_moves, counter, .. } = root_task;
        let (tree, config, evaluation) = (&self.tree, &self.config, &self.evaluation);
        let mut main_thread = main_thread(tree, config, root_task, progress, observer);
        let stop_rule = root_task.stop_rule();
        let mut simulators = self
            .solvers
            .iter_mut()
            .map(|solver| Self::simulator(config, evaluation, solver, tree, counter, position, limits))
            .map(|simulator| simulator.with_root_moves(root_moves));
        let mut first = simulators.next().expect("one thread at least");
        std::thread::scope(|scope| {
            for mut simulator in simulators {
                // The first thread may not be scheduled when the search is stopped.
                let check = move || {
                    if control.is_stopped() {
                        counter.end();
                    }
                };
                let work = move || grow(&mut simulator, counter, stop_rule, check);
                // Where the system gives no more threads, or no memory for their stacks, those that there are grow the tree.
                let is_possible = is_available(THREAD_BYTES);
                if !is_possible || std::thread::Builder::new().spawn_scoped(scope, work).is_err() {
                    break;
                }
            }
            grow(&mut first, counter, stop_rule, || main_thread.check());
        });
        // Without a pause the threads have returned because the search is over or no simulation is left.
        if counter.is_over() || !counter.is_paused() { RoundEnd::Over } else { RoundEnd::Paused }
    }
}
