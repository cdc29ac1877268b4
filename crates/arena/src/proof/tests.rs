//! Proofs in units: the same winners as without, the same bytes twice, and after a kill on from the log.

use std::path::Path;

use amazons::{Setup, Start};
use thought::Control;

use super::{EndedProofUnit, ProofHead, ProofOutcome, ProofThreads, ProofUnit, ProofWorker, ProofWorkers};
use crate::stop_signal::StopSignal;
use crate::unit::run_unit;
use crate::workers::WorkersError;

fn start(board: &str) -> Setup {
    Start::of(board.parse().unwrap()).unwrap().setup()
}

/// Proves a board on threads.
fn prove(board: &str, plies: u32, threads: usize, log: &Path) -> ProofOutcome {
    let stop = StopSignal::new();
    let head = ProofHead::new(&start(board), plies, 1 << 12, 8, log).unwrap();
    head.run(&mut ProofThreads::new(threads, &stop), &stop, |_| ()).unwrap()
}

#[test]
fn units_prove_what_is_known() {
    let folder = tempfile::tempdir().unwrap();
    for (board, is_win, plies) in [("4x4", false, 1), ("4x4", false, 2), ("5x4", true, 2), ("4x5", false, 2)]
    {
        for threads in if board == "4x5" { 2..=2 } else { 1..=2 } {
            let log = folder.path().join(format!("{board}-{plies}-{threads}"));
            let outcome = prove(board, plies, threads, &log);
            assert_eq!(outcome.is_win, Some(is_win), "{board}");
            assert_eq!(outcome.mv.is_some(), is_win, "{board}");
            assert!(outcome.status.units > 0 && outcome.status.positions > 0);
            // All of it is in the log.
            assert_eq!(prove(board, plies, 1, &log).status.units, 0, "{board}");
            if board == "5x4" {
                assert_eq!(outcome.mv.unwrap().to_string(), "b1-b2/d2");
            }
        }
    }
}

#[test]
fn a_unit_gives_the_same_bytes_twice() {
    let fen = start("4x5").to_fen();
    for positions in [1 << 12, 1 << 19] {
        let unit = ProofUnit::new(fen.clone(), positions, 8).to_json();
        let control = Control::new();
        let result = run_unit(&unit, &control).unwrap();
        assert_eq!(result, run_unit(&unit, &control).unwrap());
        let read =
            ProofUnit::from_json(&unit).unwrap().read_result(str::from_utf8(&result).unwrap()).unwrap();
        assert!(read.is_win.is_none() && read.positions >= positions);
    }
    let lost = ProofUnit::new(start("4x4").to_fen(), 1 << 20, 8);
    let text = ProofWorker::default().run(&lost, &Control::new()).unwrap();
    let read = lost.read_result(&text).unwrap();
    assert_eq!((read.is_win, read.verdicts.len()), (Some(false), 1));
    // A worker that has that verdict looks at nothing.
    let text = ProofWorker::new(read.verdicts.concat()).run(&lost, &Control::new()).unwrap();
    let again = lost.read_result(&text).unwrap();
    assert_eq!((again.is_win, again.positions), (Some(false), 0));
}

#[test]
fn what_is_no_unit_or_no_result_is_refused() {
    let unit = ProofUnit::new(start("4x4").to_fen(), 10, 8);
    let control = Control::new();
    for (from, to) in
        [("\"version\":1", "\"version\":9"), ("0.1.0", "0.0.9"), ("\"hash_mib\":8", "\"hash_mib\":0")]
    {
        let text = unit.to_json().replace(from, to);
        assert_ne!(text, unit.to_json());
        assert!(run_unit(&text, &control).is_err(), "{text}");
    }
    let large = ProofUnit::new(start("6x6").to_fen(), 10, 8).to_json();
    assert!(run_unit(&large, &control).unwrap_err().to_string().contains("36 squares"));
    let text = String::from_utf8(run_unit(&unit.to_json(), &control).unwrap()).unwrap();
    assert!(unit.read_result(text.trim_end()).is_err(), "it is cut");
    let other = ProofUnit::new(start("5x4").to_fen(), 10, 8);
    assert!(other.read_result(&text).is_err(), "it is of another position");
}

/// Workers that are lost after a number of units, as a process that is killed.
struct Mortal {
    threads: ProofThreads,
    left: u32,
}

impl ProofWorkers for Mortal {
    fn width(&mut self) -> usize {
        self.threads.width()
    }

    fn begin(&mut self, known: &str) -> Result<(), WorkersError> {
        self.threads.begin(known)
    }

    fn submit(&mut self, number: u64, unit: &ProofUnit) -> Result<(), WorkersError> {
        self.threads.submit(number, unit)
    }

    fn next(&mut self) -> Result<Option<EndedProofUnit>, WorkersError> {
        let Some(left) = self.left.checked_sub(1) else {
            return Err(WorkersError::Cluster("killed".to_owned()));
        };
        self.left = left;
        self.threads.next()
    }

    fn end(&mut self) {
        self.threads.end();
    }
}

#[test]
fn a_proof_that_was_killed_goes_on_from_its_log() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("4x5.verdicts");
    let whole = prove("4x5", 2, 1, &folder.path().join("whole"));
    let stop = StopSignal::new();
    let head = ProofHead::new(&start("4x5"), 2, 1 << 12, 8, &log).unwrap();
    let mut mortal = Mortal { threads: ProofThreads::new(1, &stop), left: whole.status.units as u32 / 2 };
    assert!(head.run(&mut mortal, &stop, |_| ()).is_err());
    // The last line was cut.
    let text = std::fs::read_to_string(&log).unwrap();
    assert!(text.starts_with("otrera-verdicts 2 4x5\n") && text.lines().count() > 10, "{text}");
    std::fs::write(&log, &text[..text.len() - 3]).unwrap();
    let resumed = prove("4x5", 2, 1, &log);
    assert_eq!(resumed.is_win, Some(false));
    assert!(resumed.status.known > whole.status.known, "{resumed:?} {whole:?}");
    assert!(resumed.status.units < whole.status.units, "{resumed:?} {whole:?}");
    // And once it is proven nothing is left to do.
    assert_eq!(prove("4x5", 2, 1, &log).status.units, 0);
    let fault = ProofHead::new(&start("4x4"), 2, 1, 8, &log).err().unwrap().to_string();
    assert!(fault.contains("otrera-verdicts 2 4x5"), "{fault}");
}

#[test]
fn a_stopped_proof_says_that_it_is_not_decided() {
    let folder = tempfile::tempdir().unwrap();
    let stop = StopSignal::new();
    let head = ProofHead::new(&start("5x5"), 2, 1 << 12, 8, &folder.path().join("5x5")).unwrap();
    let signal = stop.clone();
    let tell = |status: &super::ProofStatus| {
        if status.units >= 3 {
            signal.stop();
        }
    };
    let outcome = head.run(&mut ProofThreads::new(2, &stop), &stop, tell).unwrap();
    assert_eq!(outcome.is_win, None);
}
