//! What a proof rests on, and what one would take that was not found, in words.

use std::time::Duration;

use amazons::{Board, Color, Position, Size, Start};
use solver::{ProofPly, ProofProgress, ProofReport, SmallSolverError, StoredProof};

use super::winner::Certificate;
use crate::output::{grouped, span};

/// Plies of the line that are told.
const LINE: usize = 6;

/// Positions after which the rate of a search tells about the rest.
const SETTLED: u64 = 1_000_000;

/// What is known of the start of a board.
struct Known {
    board: &'static str,
    /// The positions that its proof took (docs/solved.md); `None` where there is none yet.
    positions: Option<u64>,
    /// Who wins, where a search has told but the program has no certificate: the verdicts of a file that prove it again in
    /// seconds.
    searched: Option<(Color, &'static str)>,
    /// A sentence about it.
    note: &'static str,
}

const fn proven(board: &'static str, positions: u64) -> Known {
    Known { board, positions: Some(positions), searched: None, note: "" }
}

const fn searched_before(board: &'static str, positions: u64, winner: Color, file: &'static str) -> Known {
    Known { board, positions: Some(positions), searched: Some((winner, file)), note: "" }
}

/// The named starts that can be proven. Results of others are hypotheses.
const KNOWN: [Known; 10] = [
    proven("4x4", 10_486),
    proven("5x4", 13_967),
    proven("4x5", 4_534_988),
    proven("4x6", 4_765_424),
    proven("5x5", 104_978_510),
    searched_before("6x4", 829_850_063, Color::Black, "proofs/6x4.verdicts"),
    searched_before("4x7", 1_211_263_501, Color::White, "proofs/4x7.verdicts"),
    Known {
        board: "7x4",
        positions: None,
        searched: None,
        note: "3,300,000,000 positions have not decided 7x4 (proofs/7x4.verdicts of the repository has what they found); nobody is \
               known to have",
    },
    Known {
        board: "5x6",
        positions: None,
        searched: None,
        note: "a paper of 2014 claims 5x6 for White by b1-b4/d4, without a proof that can be checked; 45,800,000,000 positions have \
               refuted 83 of 157 replies to it (proofs/5x6.verdicts of the repository has what they found)",
    },
    Known { board: "6x5", positions: None, searched: None, note: "nobody is known to have decided 6x5" },
];

/// The line of a position that a stored proof decides.
pub(super) fn stored(proof: &StoredProof) -> String {
    let (name, positions, size) = (proof.name(), grouped(proof.positions() as u64), proof.size());
    format!(
        "proven by a stored certificate, proofs/{name}, {positions} positions, checked without code of the solver; \
         whoever doubts it: otrera solve --board {size} --proof {name}; otrera verify {name}\n"
    )
}

/// The line of a search.
pub(super) fn searched<B: Board>(
    report: &ProofReport,
    position: &Position<B>,
    has_certificate: bool,
) -> String {
    let ProofReport { positions, elapsed, table_used, resumed, .. } = report;
    let took = format!(
        "{} positions in {}, table {:.0}% full",
        grouped(*positions),
        span_of(*elapsed),
        100.0 * table_used
    );
    let from = match resumed {
        0 => String::new(),
        count => format!(" and {} verdicts of the file, which it takes for true", grouped(*count)),
    };
    match report.is_win {
        Some(_) if has_certificate => format!("proven: by search, {took}{from}\n"),
        Some(_) => format!(
            "proven: by search, {took}{from}; it is the solver's word until --proof writes a certificate for otrera verify\n"
        ),
        None => format!("not proven: {took}; {}{}\n", what_it_takes(report, position), left_at(&report.line)),
    }
}

/// The line where a search was not made.
pub(super) fn skipped<B: Board>(reason: &SmallSolverError, position: &Position<B>) -> String {
    let note = known(position.board().size(), position).map_or("", |known| known.note);
    let note = if note.is_empty() { String::new() } else { format!("; {note}") };
    format!("no search for the winner alone: {reason} (--hash){note}\n")
}

/// The line where the board is too large for a search for the winner alone.
pub(super) fn large(size: Size) -> String {
    let squares = u32::from(size.columns()) * u32::from(size.rows());
    format!(
        "not proven: who wins is searched for on boards of up to 32 squares, and {size} has {squares}; \
         `otrera analyze` estimates it\n"
    )
}

/// The line of a certificate that was written.
pub(super) fn certified(certificate: &Certificate) -> String {
    let Certificate { path, positions } = certificate;
    let path = path.display();
    format!(
        "certificate of {} positions: {path}; otrera verify {path} checks it\n",
        grouped(*positions as u64)
    )
}

/// A time as a person says it, with tenths of a second where it is short.
pub(super) fn span_of(elapsed: Duration) -> String {
    let seconds = elapsed.as_secs_f64();
    if seconds < 10.0 { format!("{seconds:.1} s") } else { span(seconds) }
}

/// How far a search is: it goes depth first, so what can be said is where it stands.
pub(super) fn progress(progress: &ProofProgress) -> String {
    let ProofProgress { positions, elapsed, table_used, written, line } = progress;
    let rate = *positions as f64 / elapsed.as_secs_f64().max(1e-3);
    let written =
        if *written > 0 { format!(", {} verdicts written", grouped(*written)) } else { String::new() };
    format!(
        "{} positions, {} a second, {}, table {:.0}% full{written}; {}",
        grouped(*positions),
        grouped(rate as u64),
        span(elapsed.as_secs_f64()),
        100.0 * table_used,
        at(line)
    )
}

/// The line that a search is at: each move with those that are refuted and all that may have to be.
fn at(line: &[ProofPly]) -> String {
    let ply = |ply: &ProofPly| {
        let mv = ply.mv.map_or_else(|| "pass".to_owned(), |mv| mv.to_string());
        format!("{mv} ({} of {} refuted)", ply.refuted, ply.moves)
    };
    line.iter().take(LINE).map(ply).collect::<Vec<_>>().join(" ")
}

/// Where a search was stopped.
fn left_at(line: &[ProofPly]) -> String {
    if line.is_empty() { String::new() } else { format!("\nsearching {}", at(line)) }
}

/// What a proof would take, as far as that is known.
fn what_it_takes<B: Board>(report: &ProofReport, position: &Position<B>) -> String {
    let rate = report.positions as f64 / report.elapsed.as_secs_f64().max(1e-3);
    let goes_on = "--time and --hash give it more, --verdicts keeps what it finds";
    let size = position.board().size();
    let Some(known) = known(size, position) else {
        return format!("how much it takes is not known; {goes_on}");
    };
    let before = known.searched.map_or(String::new(), |(winner, file)| {
        format!("an earlier search found that {winner} wins, --verdicts with the repository's {file} goes on from it; ")
    });
    match known.positions {
        // A search that has just begun is slower than it will be.
        Some(positions) if report.positions < SETTLED => {
            format!("{before}{size} took {} positions before; {goes_on}", grouped(positions))
        }
        Some(positions) => format!(
            "{before}{size} took {} positions before, {} at the {} a second of this search; {goes_on}",
            grouped(positions),
            span(positions as f64 / rate),
            grouped(rate as u64)
        ),
        None => format!("{}; {goes_on}", known.note),
    }
}

fn known<B: Board>(size: Size, position: &Position<B>) -> Option<&'static Known> {
    let is_start = Start::of(size).is_some_and(|start| start.setup() == position.to_setup());
    let name = size.to_string();
    KNOWN.iter().find(|known| is_start && known.board == name)
}
