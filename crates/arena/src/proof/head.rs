//! The head of a proof: hands units out, backs their verdicts up, and ends once the start is decided.

use std::collections::BTreeMap;
use std::path::Path;

use amazons::{Move, Narrow, Position, Setup};
use solver::{SmallSolver, SmallSolverError};

use super::log::VerdictLog;
use super::tree::{ProofTree, ROOT};
use super::unit::ProofUnit;
use super::{EndedProofUnit, ProofError, ProofWorkers};
use crate::stop_signal::StopSignal;
use crate::unit::UnitError;

/// The tables of the head, which only looks verdicts up, if the board does not need larger ones.
const HEAD_BYTES: usize = 16 << 20;

/// A proof that is shared out.
pub struct ProofHead {
    start: Position<Narrow>,
    tree: ProofTree,
    log: VerdictLog,
    known: String,
    hash_mib: u32,
    status: ProofStatus,
}

/// How far a proof is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ProofStatus {
    /// Moves of the start, of symmetric ones one.
    pub first_moves: usize,
    /// Those of them that are decided.
    pub first_moves_decided: usize,
    /// Units that have ended.
    pub units: u64,
    /// Units that ended with a verdict.
    pub verdicts: u64,
    /// Positions of the tree that were decided before the first unit: by counting, or by the log.
    pub known: u64,
    /// Positions that the units looked at.
    pub positions: u64,
    /// The budget of the last unit that was handed out.
    pub budget: u64,
}

/// What a proof came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProofOutcome {
    /// Whether the side to move wins; `None` if the proof was stopped.
    pub is_win: Option<bool>,
    /// A move that wins, where there is one; missing where the log decides the start and none of its moves.
    pub mv: Option<Move>,
    /// How far it went.
    pub status: ProofStatus,
}

impl ProofHead {
    /// A proof of a start: its first plies are laid out, units begin with a budget of positions, verdicts are appended to a
    /// file, and those that it has are known.
    ///
    /// # Errors
    /// When the board is too large, the position cannot be played, or the file cannot be used.
    pub fn new(
        start: &Setup,
        plies: u32,
        budget: u64,
        hash_mib: u32,
        log: &Path,
    ) -> Result<Self, ProofError> {
        let refused = |what: String| ProofError::Unit(UnitError::Field { field: "start".to_owned(), what });
        let board = Narrow::new(start.size).ok_or(SmallSolverError::Large(start.size))?;
        let position = Position::on_board(board, start).map_err(|error| refused(error.to_string()))?;
        // Before the first plies are laid out, which are many on a large board.
        let mut solver = solver(start)?;
        let needed = SmallSolver::new(start.size, (hash_mib as usize) << 20);
        needed.map(drop)?;
        let path = log.display().to_string();
        let (log, known) = VerdictLog::open(log, start.size)?;
        let learnt = solver.learn(&known);
        learnt.map_err(|line| ProofError::Log { path, what: format!("{line:?} is no verdict") })?;
        let mut tree = ProofTree::new(position, plies.max(1), budget.max(1));
        let mut status = ProofStatus::default();
        for place in (0..tree.len()).rev() {
            if tree.value(place).is_none()
                && let Some(is_win) = solver.knows(tree.position(place))?
            {
                tree.put(place, Some(is_win));
                status.known += 1;
            }
        }
        Ok(Self { start: position, tree, log, known, hash_mib, status })
    }

    /// Proves it with some workers; tells how far it is after each unit.
    ///
    /// # Errors
    /// When a unit fails, the workers are lost, or the log cannot be written.
    pub fn run(
        mut self,
        workers: &mut dyn ProofWorkers,
        stop: &StopSignal,
        mut tell: impl FnMut(&ProofStatus),
    ) -> Result<ProofOutcome, ProofError> {
        let result = self.work(workers, stop, &mut tell);
        workers.end();
        result?;
        let is_win = self.tree.value(ROOT);
        let mv = self.tree.winning_child().filter(|_| is_win == Some(true)).and_then(|after| {
            let reaches = |mv: &Move| self.start.play(*mv).is_ok_and(|next| next.canonical().0 == *after);
            self.start.legal_moves().find(reaches)
        });
        Ok(ProofOutcome { is_win, mv, status: self.status })
    }

    fn work(
        &mut self,
        workers: &mut dyn ProofWorkers,
        stop: &StopSignal,
        tell: &mut dyn FnMut(&ProofStatus),
    ) -> Result<(), ProofError> {
        workers.begin(&self.known)?;
        let mut out: BTreeMap<u64, (usize, ProofUnit)> = BTreeMap::new();
        let mut number = 0;
        self.tell(tell);
        while self.tree.value(ROOT).is_none() {
            while !stop.is_set() && out.len() < workers.width().max(1) {
                let Some(place) = self.tree.take() else { break };
                self.status.budget = self.tree.budget(place);
                let fen = self.tree.position(place).to_setup().to_fen();
                let unit = ProofUnit::new(fen, self.tree.budget(place), self.hash_mib);
                workers.submit(number, &unit)?;
                out.insert(number, (place, unit));
                number += 1;
            }
            if out.is_empty() {
                break;
            }
            let Some(EndedProofUnit { number: ended, result }) = workers.next()? else { break };
            // A unit that was run again by a cluster may come twice.
            let Some((place, unit)) = out.remove(&ended) else { continue };
            let text = match result {
                Err(UnitError::Stopped) => continue,
                result => result?,
            };
            let result = unit.read_result(&text)?;
            self.log.append(&result.verdicts)?;
            self.tree.put(place, result.is_win);
            self.status.units += 1;
            self.status.verdicts += u64::from(result.is_win.is_some());
            self.status.positions += result.positions;
            self.tell(tell);
        }
        Ok(())
    }

    fn tell(&mut self, tell: &mut dyn FnMut(&ProofStatus)) {
        (self.status.first_moves, self.status.first_moves_decided) = self.tree.first_moves();
        tell(&self.status);
    }
}

/// A solver with small tables.
fn solver(start: &Setup) -> Result<SmallSolver, SmallSolverError> {
    match SmallSolver::new(start.size, HEAD_BYTES) {
        Err(SmallSolverError::LittleMemory { megabytes, .. }) => {
            SmallSolver::new(start.size, megabytes << 20)
        }
        solver => solver,
    }
}
