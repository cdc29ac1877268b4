//! Who wins, by the search for small boards, and its certificate.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use amazons::{Board, Move, Position, Size};
use anyhow::Context;
use solver::{
    ProofLimits, ProofReport, SmallSolver, SmallSolverError, StoredProof, Verdict as ProofVerdict,
    is_separated,
};
use store::AtomicFile;
use thought::Control;

use super::Solve;
use super::words;
use crate::files;
use crate::output::{self, grouped};
use crate::ticker::Ticker;

/// A move, and whether it wins; `None` where that is not proven.
pub(super) type ProvenMove = (Move, Option<bool>);

/// Who wins, and each move if that was asked for.
pub(super) struct Answer {
    pub(super) verdict: Verdict,
    certificate: Option<Certificate>,
    pub(super) moves: Option<Vec<ProvenMove>>,
}

/// A certificate that was written.
pub(super) struct Certificate {
    pub(super) path: PathBuf,
    pub(super) positions: usize,
}

/// Who wins, and by what that is known.
pub(super) enum Verdict {
    /// A stored proof tells: whether the side to move wins, and a move if it does.
    Stored { proof: &'static StoredProof, is_win: bool, mv: Option<Move> },
    /// A search was made.
    Searched(ProofReport),
    /// It was not, for a reason that the user can mend.
    Skipped(SmallSolverError),
    /// The board is too large for it.
    Large(Size),
    /// The sides are separated, which needs none.
    None,
}

impl Verdict {
    pub(super) fn report(&self) -> Option<&ProofReport> {
        match self {
            Self::Searched(report) => Some(report),
            _ => None,
        }
    }

    /// Whether the side to move wins.
    pub(super) fn is_win(&self) -> Option<bool> {
        match self {
            Self::Stored { is_win, .. } => Some(*is_win),
            _ => self.report()?.is_win,
        }
    }

    /// A move that wins.
    pub(super) fn mv(&self) -> Option<Move> {
        match self {
            Self::Stored { mv, .. } => *mv,
            _ => self.report()?.mv,
        }
    }

    /// The stored proof that tells.
    pub(super) fn stored(&self) -> Option<&StoredProof> {
        match self {
            Self::Stored { proof, .. } => Some(proof),
            _ => None,
        }
    }
}

impl Answer {
    /// What it rests on and what it took, as a line; others for the moves and the certificate. Who wins may be decided by the
    /// margin without it.
    pub(super) fn lines<B: Board>(&self, position: &Position<B>, is_decided: bool) -> String {
        let line = match &self.verdict {
            Verdict::Stored { proof, .. } => words::stored(proof),
            Verdict::Searched(report) => words::searched(report, position, self.certificate.is_some()),
            Verdict::Skipped(reason) => words::skipped(reason, position),
            Verdict::Large(size) if !is_decided => words::large(*size),
            Verdict::Large(_) | Verdict::None => String::new(),
        };
        let certificate = self.certificate.as_ref().map(words::certified).unwrap_or_default();
        line + &certificate + &self.moves.as_deref().map(moves_line).unwrap_or_default()
    }
}

/// What a stored proof tells, unless a file is asked for that it cannot give.
fn told<B: Board>(options: &Solve, proof: &'static StoredProof, position: &Position<B>) -> Option<Verdict> {
    let is_its_own = position.to_setup().to_fen() == proof.fen();
    if options.verdicts.is_some() || options.proof.is_some() && !is_its_own {
        return None;
    }
    let looked = proof.look(position);
    let mv = looked.moves.iter().find(|found| found.verdict == ProofVerdict::Win).map(|found| found.mv);
    Some(Verdict::Stored { proof, is_win: looked.verdict.is_win()?, mv })
}

/// Who wins, by a stored proof or the search for small boards, which the control stops.
pub(super) fn prove<B: Board>(
    options: &Solve,
    position: &Position<B>,
    control: &Control,
) -> anyhow::Result<Answer> {
    let begin = Instant::now();
    let only = |verdict| Ok(Answer { verdict, certificate: None, moves: None });
    let must_answer = options.must_prove() || options.moves;
    if is_separated(position) && !must_answer {
        return only(Verdict::None);
    }
    let size = position.board().size();
    let stored = StoredProof::of(size).filter(|_| !options.search);
    let told = stored.and_then(|proof| told(options, proof, position));
    let mut certificate = None;
    if let (Some(path), Some(proof)) = (&options.proof, told.as_ref().and_then(Verdict::stored)) {
        certificate =
            Some(write(options, path, |file| Ok(proof.write(file).map(|()| proof.positions())?))?);
    }
    let told = match told {
        Some(verdict) if !options.moves => return Ok(Answer { verdict, certificate, moves: None }),
        told => told,
    };
    let mut solver = match SmallSolver::new(size, options.hash_bytes()) {
        Ok(solver) => solver,
        Err(error) if must_answer => return Err(error.into()),
        Err(error @ SmallSolverError::LittleMemory { .. }) => return only(Verdict::Skipped(error)),
        Err(_) => return only(Verdict::Large(size)),
    };
    let limits = ProofLimits {
        threads: options.threads.map_or_else(output::cores, usize::from),
        positions: options.nodes,
        time: Some(options.time),
        control: control.clone(),
        verdicts: options.verdicts.as_deref(),
    };
    let mut ticker = Ticker::new();
    let verdict = match told {
        Some(told) => told,
        None => {
            let report =
                solver.prove(position, &limits, |progress| ticker.tell(|| words::progress(progress)))?;
            if let Some(path) = &options.proof {
                let written = write(options, path, |file| {
                    certify(position, &report, &mut solver, &limits, &mut ticker, file)
                });
                certificate = Some(written?);
            }
            Verdict::Searched(report)
        }
    };
    let moves = match options.moves {
        true => {
            let limits = ProofLimits { time: Some(options.time.saturating_sub(begin.elapsed())), ..limits };
            let ticker = Mutex::new(&mut ticker);
            let tell = |done, all| {
                let mut ticker = ticker.lock().unwrap_or_else(PoisonError::into_inner);
                ticker.tell(|| format!("{done} of {all} moves"));
            };
            Some(solver.prove_moves(position, &limits, stored, tell)?)
        }
        false => None,
    };
    ticker.end();
    Ok(Answer { verdict, certificate, moves })
}

/// Writes the file of a certificate; what writes into it tells how many positions it has.
fn write(
    options: &Solve,
    path: &Path,
    certificate: impl FnOnce(&mut AtomicFile) -> anyhow::Result<usize>,
) -> anyhow::Result<Certificate> {
    let failed = |error| files::write_error(path, error);
    let mut file = AtomicFile::create(path, files::if_exists(options.force)).map_err(failed)?;
    let positions = certificate(&mut file)?;
    file.commit().map_err(failed)?;
    Ok(Certificate { path: path.to_owned(), positions })
}

/// Writes the certificate of a search, without a limit of time; how many positions it has.
fn certify<B: Board>(
    position: &Position<B>,
    report: &ProofReport,
    solver: &mut SmallSolver,
    limits: &ProofLimits<'_>,
    ticker: &mut Ticker,
    file: &mut AtomicFile,
) -> anyhow::Result<usize> {
    anyhow::ensure!(
        report.is_win.is_some(),
        "no proof was found in {} and {} positions, so nothing was written; --time gives it longer",
        words::span_of(report.elapsed),
        grouped(report.positions),
    );
    let limits = ProofLimits { time: None, ..limits.clone() };
    let count = solver.certify(position, report, &limits, file, |count| {
        ticker.tell(|| format!("certificate of {} positions", grouped(count as u64)));
    })?;
    count.context("a limit ended the search before the certificate was complete; nothing was written")
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
