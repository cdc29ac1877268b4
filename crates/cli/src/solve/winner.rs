//! Who wins, by the search for small boards, and its certificate.

use std::sync::{Mutex, PoisonError};

use amazons::{Board, Move, Position};
use anyhow::Context;
use solver::{
    ProofLimits, ProofReport, SmallSolver, SmallSolverError, StoredProof, Verdict as ProofVerdict,
    is_separated,
};
use store::{AtomicFile, IfExists};
use thought::Control;

use super::Solve;
use super::words;
use crate::output::{self, grouped};
use crate::ticker::Ticker;

/// A move, and whether it wins; `None` where that is not proven.
pub(super) type ProvenMove = (Move, Option<bool>);

/// Who wins, and by what that is known.
pub(super) enum Verdict {
    /// A stored proof tells: whether the side to move wins, and a move if it does.
    Stored(&'static StoredProof, bool, Option<Move>),
    /// A search was made, and one for every move if asked for.
    Searched(ProofReport, Option<Vec<ProvenMove>>),
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
    pub(super) fn moves(&self) -> Option<&[ProvenMove]> {
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

/// Who wins, by a stored proof or the search for small boards, which the control stops.
pub(super) fn prove<B: Board>(
    options: &Solve,
    position: &Position<B>,
    control: &Control,
) -> anyhow::Result<Verdict> {
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
    let limits = ProofLimits {
        threads: options.threads.map_or_else(output::cores, usize::from),
        positions: options.nodes,
        time: Some(options.time),
        control: control.clone(),
        verdicts: options.verdicts.as_deref(),
    };
    let mut ticker = Ticker::new();
    let report = solver.prove(position, &limits, |progress| ticker.tell(|| words::progress(progress)))?;
    if let Some(path) = &options.proof {
        anyhow::ensure!(
            report.is_win.is_some(),
            "{}: no proof was found in {} and {} positions, so nothing was written; --time gives it longer",
            path.display(),
            words::span_of(report.elapsed),
            grouped(report.positions),
        );
        let mut file = AtomicFile::create(path, IfExists::Replace)?;
        let limits = ProofLimits { time: None, ..limits.clone() };
        let count = solver.certify(position, &report, &limits, &mut file, |count| {
            ticker.tell(|| format!("certificate of {} positions", grouped(count as u64)));
        })?;
        count.context("a limit ended the search before the certificate was complete; nothing was written")?;
        file.commit()?;
    }
    let moves = match options.moves {
        true => {
            let ticker = Mutex::new(&mut ticker);
            let tell = |done, all| {
                let mut ticker = ticker.lock().unwrap_or_else(PoisonError::into_inner);
                ticker.tell(|| format!("{done} of {all} moves"));
            };
            Some(solver.prove_moves(position, &limits, tell)?)
        }
        false => None,
    };
    ticker.end();
    Ok(Verdict::Searched(report, moves))
}

/// The moves that win, and how many are not proven.
fn moves_line(moves: &[ProvenMove]) -> String {
    let winning = moves.iter().filter(|(_, wins)| *wins == Some(true));
    let winning: Vec<String> = winning.map(|(mv, _)| mv.to_string()).collect();
    let (all, won) = (moves.len(), winning.len());
    let open = moves.iter().filter(|(_, wins)| wins.is_none()).count();
    let mut line = match (open, won) {
        (0, 0) => format!("none of {all} moves wins, of symmetric ones one"),
        (0, _) => format!("{won} of {all} moves win, of symmetric ones one"),
        _ => format!(
            "of {all} moves, of symmetric ones one, {won} are proven to win, {} to lose and {open} not yet",
            all - won - open
        ),
    };
    if won > 0 {
        line += &format!(": {}", winning.join(" "));
    }
    line + "\n"
}
