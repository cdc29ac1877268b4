//! Who wins, by the search for small boards, and its certificate.

use std::sync::{Mutex, PoisonError};

use amazons::{Board, Move, Position};
use anyhow::Context;
use solver::{
    ProofLimits, ProofReport, SmallSolver, SmallSolverError, StoredProof, Verdict as ProofVerdict,
    is_separated,
};
use store::{AtomicFile, IfExists};
use thought::{Control, format_duration};

use super::Solve;
use super::words;
use crate::output::{self, grouped};
use crate::ticker::Ticker;

/// Who wins, and by what that is known.
pub(super) enum Verdict {
    /// A stored proof tells: whether the side to move wins, and a move if it does.
    Stored(&'static StoredProof, bool, Option<Move>),
    /// A search was made, and one for every move if asked for and within the limits.
    Searched(ProofReport, Option<Vec<(Move, bool)>>),
    /// It was not, for a reason that the user can mend.
    Skipped(String),
    /// The position is not for it.
    None,
}

impl Verdict {
    pub(super) fn report(&self) -> Option<&ProofReport> {
        match self {
            Self::Searched(report, _) => Some(report),
            _ => None,
        }
    }

    /// The moves, and whether each wins.
    pub(super) fn moves(&self) -> Option<&[(Move, bool)]> {
        match self {
            Self::Searched(_, moves) => moves.as_deref(),
            _ => None,
        }
    }

    /// Whether the side to move wins.
    pub(super) fn is_win(&self) -> Option<bool> {
        match self {
            Self::Stored(_, is_win, _) => Some(*is_win),
            _ => self.report()?.is_win,
        }
    }

    /// A move that wins.
    pub(super) fn mv(&self) -> Option<Move> {
        match self {
            Self::Stored(_, _, mv) => *mv,
            _ => self.report()?.mv,
        }
    }

    /// The stored proof that tells.
    pub(super) fn stored(&self) -> Option<&StoredProof> {
        match self {
            Self::Stored(proof, ..) => Some(proof),
            _ => None,
        }
    }

    /// What it rests on and what it took, as a line; another for the moves.
    pub(super) fn line<B: Board>(&self, position: &Position<B>) -> String {
        match self {
            Self::Stored(proof, ..) => words::stored(proof),
            Self::Searched(report, moves) => {
                words::searched(report, position) + &moves.as_deref().map(moves_line).unwrap_or_default()
            }
            Self::Skipped(reason) => format!("no search for the winner alone: {reason} (--hash)\n"),
            Self::None => String::new(),
        }
    }
}

/// What a stored proof tells of a position, if the search is not asked for.
fn stored<B: Board>(options: &Solve, position: &Position<B>) -> Option<Verdict> {
    let must_search = options.search || options.moves || options.must_prove();
    let proof = StoredProof::of(position.board().size()).filter(|_| !must_search)?;
    let looked = proof.look(position);
    let mv = looked.moves.iter().find(|found| found.verdict == ProofVerdict::Win).map(|found| found.mv);
    match looked.verdict {
        ProofVerdict::Win => Some(Verdict::Stored(proof, true, mv)),
        ProofVerdict::Loss => Some(Verdict::Stored(proof, false, None)),
        ProofVerdict::NotProven => None,
    }
}

/// Who wins, by a stored proof or the search for small boards.
pub(super) fn prove<B: Board>(options: &Solve, position: &Position<B>) -> anyhow::Result<Verdict> {
    if let Some(stored) = stored(options, position).filter(|_| !is_separated(position)) {
        return Ok(stored);
    }
    let must_prove = options.must_prove();
    if is_separated(position) && !must_prove {
        return Ok(Verdict::None);
    }
    let mut solver = match SmallSolver::new(position.board().size(), options.hash_bytes()) {
        Ok(solver) => solver,
        Err(error) if must_prove => return Err(error.into()),
        Err(error @ SmallSolverError::LittleMemory { .. }) => return Ok(Verdict::Skipped(error.to_string())),
        Err(_) => return Ok(Verdict::None),
    };
    let control = Control::new();
    let stop = control.clone();
    // Fails only where a handler is set already.
    let _ = ctrlc::set_handler(move || stop.stop());
    let limits = ProofLimits {
        threads: options.threads.map_or_else(output::cores, usize::from),
        positions: options.nodes,
        time: Some(options.time),
        control,
        verdicts: options.verdicts.as_deref(),
    };
    let mut ticker = Ticker::new();
    let report = solver.prove(position, &limits, |progress| ticker.tell(|| words::progress(progress)))?;
    if let Some(path) = &options.proof {
        anyhow::ensure!(
            report.is_win.is_some(),
            "{}: no proof was found in {} and {} positions, so nothing was written; --time gives it longer",
            path.display(),
            format_duration(report.elapsed),
            grouped(report.positions),
        );
        let mut file = AtomicFile::create(path, IfExists::Replace)?;
        let limits = ProofLimits { time: None, ..limits.clone() };
        let count = solver.certify(position, &report, &limits, &mut file, |count| {
            ticker.tell(|| format!("certificate of {} positions", grouped(count as u64)));
        })?;
        count.context("stopped before the certificate was complete; nothing was written")?;
        file.commit()?;
    }
    let moves = match options.moves {
        true => {
            let ticker = Mutex::new(&mut ticker);
            let tell = |done, all| {
                let mut ticker = ticker.lock().unwrap_or_else(PoisonError::into_inner);
                ticker.tell(|| format!("{done} of {all} moves"));
            };
            solver.prove_moves(position, &limits, tell)?
        }
        false => None,
    };
    ticker.end();
    Ok(Verdict::Searched(report, moves))
}

/// The moves that win.
fn moves_line(moves: &[(Move, bool)]) -> String {
    let winning: Vec<String> = moves.iter().filter(|(_, wins)| *wins).map(|(mv, _)| mv.to_string()).collect();
    match winning.as_slice() {
        [] => format!("none of {} moves wins, of symmetric ones one\n", moves.len()),
        winning => format!(
            "{} of {} moves win, of symmetric ones one: {}\n",
            winning.len(),
            moves.len(),
            winning.join(" ")
        ),
    }
}
