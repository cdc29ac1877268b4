//! Who wins on small boards: certificates, verdicts that are gone on from, threads, what is refused.

use std::num::NonZero;
use std::path::Path;

use amazons::{Color, Narrow, Position, Size, Start};
use rand::RngExt;
use solver::{ProofLimits, ProofReport, SmallSolver, SmallSolverError, verdicts_header};
use testkit::{playable, rng};
use thought::Control;

use crate::naive::{Cells, Oracle};
use crate::sample::cluttered;

/// Proves a position and writes the certificate.
fn certified(position: &Position<Narrow>, limits: &ProofLimits<'_>) -> (ProofReport, Vec<u8>) {
    let mut solver = SmallSolver::new(position.to_setup().size, 1 << 20).unwrap();
    let report = solver.prove(position, limits, |_| {}).unwrap();
    let mut bytes = Vec::new();
    solver.certify(position, &report, limits, &mut bytes, |_| {}).unwrap().expect("nothing limits it");
    (report, bytes)
}

#[test]
fn certificates_of_random_positions_are_accepted() {
    let mut rng = rng(30);
    for round in 0..300 {
        let (columns, rows) = [(4, 4), (5, 4), (3, 5), (7, 3)][round % 4];
        let amazons = [rng.random_range(1..=3), rng.random_range(1..=3)];
        let empty = rng.random_range(3..=7);
        let mut setup = cluttered(&mut rng, columns, rows, amazons, empty);
        setup.turn = Color::BOTH[round / 4 % 2];
        let position = playable(&setup);
        let limits = ProofLimits { threads: 1 + round % 2, ..ProofLimits::default() };
        let (report, bytes) = certified(&position, &limits);
        let is_win = report.is_win.unwrap();
        assert_eq!(is_win, Oracle::default().wins(&Cells::of(&setup), setup.turn, 0), "{position:?}");
        assert_eq!(report.mv.is_some(), is_win, "{position:?}");
        let certificate = verify::Certificate::read(&*bytes).unwrap();
        assert_eq!(certificate.winning_move.is_some(), is_win);
        certificate
            .check(NonZero::<usize>::MIN, |_| {})
            .unwrap_or_else(|fault| panic!("{position:?}: {fault}"));
    }
}

fn start(columns: u8, rows: u8) -> Position<Narrow> {
    playable(&Start::of(Size::new(columns, rows).unwrap()).unwrap().setup())
}

#[test]
fn the_smallest_starts_are_proven_and_the_proof_checked() {
    for (columns, rows, is_win) in [(4, 4, false), (5, 4, true)] {
        let position = start(columns, rows);
        let (report, bytes) = certified(&position, &ProofLimits::default());
        assert_eq!(report.is_win, Some(is_win));
        verify::Certificate::read(&*bytes).unwrap().check(NonZero::<usize>::MIN, |_| {}).unwrap();
        // One thread makes the same bytes again.
        assert_eq!(certified(&position, &ProofLimits::default()).1, bytes);
    }
}

#[test]
fn every_first_move_is_proven() {
    // By others: 85 first moves up to symmetry, and one of them wins.
    let mut solver = SmallSolver::new(Size::new(5, 4).unwrap(), 16 << 20).unwrap();
    let limits = ProofLimits { threads: 2, ..ProofLimits::default() };
    let moves = solver.prove_moves(&start(5, 4), &limits, None, |_, _| {}).unwrap();
    let count = |wins| moves.iter().filter(|(_, other)| *other == wins).count();
    assert_eq!((count(Some(true)), count(Some(false)), count(None)), (1, 84, 0), "{moves:?}");
    // What is known needs no search.
    let stopped = ProofLimits::default();
    stopped.control.stop();
    assert_eq!(solver.prove_moves(&start(5, 4), &stopped, None, |_, _| {}).unwrap(), moves);
    let limits = ProofLimits { positions: Some(1_000), ..ProofLimits::default() };
    let mut fresh = SmallSolver::new(Size::new(5, 5).unwrap(), 16 << 20).unwrap();
    let moves = fresh.prove_moves(&start(5, 5), &limits, None, |_, _| {}).unwrap();
    assert!(moves.len() == 130 && moves.iter().any(|(_, wins)| wins.is_none()), "{moves:?}");
}

#[test]
fn a_proof_goes_on_from_its_verdicts() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("verdicts");
    let prove = |path: &Path, positions: Option<u64>| {
        let limits = ProofLimits { positions, verdicts: Some(path), ..ProofLimits::default() };
        SmallSolver::new(Size::new(4, 5).unwrap(), 64 << 20).unwrap().prove(&start(4, 5), &limits, |_| {})
    };
    let cut = prove(&path, Some(3_000_000)).unwrap();
    assert_eq!((cut.is_win, cut.resumed), (None, 0));
    // As if it had been killed while it wrote.
    let mut text = std::fs::read_to_string(&path).unwrap();
    let verdicts = text.lines().count() - 1;
    assert!(verdicts > 0, "some took long");
    text.push_str("3f 1");
    std::fs::write(&path, &text).unwrap();
    let rest = prove(&path, None).unwrap();
    assert_eq!((rest.is_win, rest.resumed), (Some(false), verdicts as u64));
    let whole = prove(&folder.path().join("other"), None).unwrap();
    assert!(rest.positions < whole.positions, "{} of {}", rest.positions, whole.positions);
    // Once more there is next to nothing to do.
    let again = prove(&path, None).unwrap();
    assert!(again.is_win == Some(false) && again.positions < whole.positions / 2, "{}", again.positions);
    // The moves one by one: written down and gone on from in the same way.
    let prove_moves = |path: &Path, positions: u64| {
        let limits =
            ProofLimits { positions: Some(positions), verdicts: Some(path), ..ProofLimits::default() };
        let mut solver = SmallSolver::new(Size::new(4, 5).unwrap(), 64 << 20).unwrap();
        let moves = solver.prove_moves(&start(4, 5), &limits, None, |_, _| {}).unwrap();
        let count = |wins| moves.iter().filter(|(_, other)| *other == wins).count();
        [Some(true), Some(false), None].map(count)
    };
    let [won, lost, open] = prove_moves(&path, whole.positions / 2);
    assert!(won == 0 && lost > 0 && open == 0, "no move of a lost position wins, and most was known");
    let begun = folder.path().join("moves");
    let [won, lost, open] = prove_moves(&begun, whole.positions / 2);
    assert!(won == 0 && lost > 0 && open > 0, "{lost} are lost and {open} open");
    let all = lost + open;
    assert_eq!(prove_moves(&begun, u64::MAX), [0, all, 0]);
    assert_eq!(prove_moves(&begun, whole.positions / 2), [0, all, 0], "what took long is in the file");
    std::fs::write(&path, "otrera-verdicts 2 4x5\nrubbish\n").unwrap();
    let error = prove(&path, None).unwrap_err();
    assert!(error.to_string().contains("line 2") && error.to_string().contains("rubbish"), "{error}");
}

#[test]
fn a_verdict_that_was_damaged_is_refused_and_files_without_checksums_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("verdicts");
    let prove = |positions: Option<u64>| {
        let limits = ProofLimits { positions, verdicts: Some(&path), ..ProofLimits::default() };
        SmallSolver::new(Size::new(4, 5).unwrap(), 64 << 20).unwrap().prove(&start(4, 5), &limits, |_| {})
    };
    prove(Some(3_000_000)).unwrap();
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.starts_with("otrera-verdicts 2 4x5\n"), "{text}");
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines.len() > 3, "{text}");
    // Each character of a line in turn is another one.
    for place in 0..lines[2].len() {
        let mut bytes = lines[2].as_bytes().to_vec();
        bytes[place] = if bytes[place] == b'1' { b'2' } else { b'1' };
        let damaged = String::from_utf8(bytes).unwrap();
        std::fs::write(&path, text.replace(lines[2], &damaged)).unwrap();
        let error = prove(Some(1)).unwrap_err().to_string();
        assert!(error.contains("line 3 is damaged"), "{damaged}: {error}");
    }
    // In a file of version 2 every line has one.
    let cut = text.replace(lines[2], lines[2].rsplit_once(' ').unwrap().0);
    std::fs::write(&path, cut).unwrap();
    assert!(prove(Some(1)).unwrap_err().to_string().contains("line 3 is damaged"));
    let without: Vec<&str> = lines[1..].iter().map(|line| line.rsplit_once(' ').unwrap().0).collect();
    std::fs::write(&path, format!("otrera-verdicts 1 4x5\n{}\n", without.join("\n"))).unwrap();
    assert_eq!(prove(None).unwrap().resumed, without.len() as u64);
    // What is appended to it has checksums, and is read again.
    let longer = std::fs::read_to_string(&path).unwrap().lines().count() - 1;
    assert!(longer > without.len());
    assert_eq!(prove(Some(1)).unwrap().resumed, longer as u64);
}

#[test]
fn a_certificate_is_made_although_only_a_verdict_tells_who_wins() {
    // A unit tells who wins the start and nothing of its moves, since none took long.
    let position = start(5, 4);
    let size = position.to_setup().size;
    let unit =
        SmallSolver::new(size, 1 << 20).unwrap().prove_unit(&position, u64::MAX, &Control::new()).unwrap();
    assert_eq!((unit.is_win, unit.verdicts.len()), (Some(true), 1));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("verdicts");
    let write = |line: &str| {
        std::fs::write(&path, format!("{}\n{line}\n", verdicts_header(size).unwrap())).unwrap();
    };
    write(&unit.verdicts[0]);
    let limits = ProofLimits { verdicts: Some(&path), ..ProofLimits::default() };
    let (report, bytes) = certified(&position, &limits);
    assert!(report.is_win == Some(true) && report.mv.is_some() && report.resumed == 1, "{report:?}");
    verify::Certificate::read(&*bytes).unwrap().check(NonZero::<usize>::MIN, |_| {}).unwrap();
    // Without time to look for the move there is none, and no certificate.
    let mut solver = SmallSolver::new(size, 1 << 20).unwrap();
    let stopped = ProofLimits { verdicts: Some(&path), ..ProofLimits::default() };
    stopped.control.stop();
    let report = solver.prove(&position, &stopped, |_| {}).unwrap();
    assert_eq!((report.is_win, report.mv), (Some(true), None));
    assert_eq!(solver.certify(&position, &report, &limits, &mut Vec::new(), |_| {}).unwrap(), None);
}

#[test]
fn a_verdict_that_is_wrong_is_told_where_a_search_contradicts_it() {
    let position = start(4, 4);
    let size = position.to_setup().size;
    let unit =
        SmallSolver::new(size, 1 << 20).unwrap().prove_unit(&position, u64::MAX, &Control::new()).unwrap();
    assert_eq!(unit.is_win, Some(false));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("verdicts");
    // A forged line of version 1: the mover wins, with nothing to spare.
    let key = unit.verdicts.last().unwrap().split(' ').next().unwrap();
    std::fs::write(&path, format!("otrera-verdicts 1 4x4\n{key} 80000 1\n")).unwrap();
    let limits = ProofLimits { verdicts: Some(&path), ..ProofLimits::default() };
    let error = SmallSolver::new(size, 1 << 20).unwrap().prove(&position, &limits, |_| {}).unwrap_err();
    assert!(matches!(&error, SmallSolverError::Contradiction(fen) if fen.starts_with("1qq1/")), "{error}");
}

#[test]
fn tables_take_the_memory_that_they_are_given_and_no_more() {
    for bytes in [1 << 20, 3_000_000, 100 << 20] {
        let taken = SmallSolver::new(Size::new(4, 5).unwrap(), bytes).unwrap().bytes();
        assert!(taken <= bytes && taken > bytes - 4_096, "{taken} of {bytes}");
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    let error = |columns, rows, bytes| SmallSolver::new(Size::new(columns, rows).unwrap(), bytes).err();
    assert!(matches!(error(6, 6, 1 << 30), Some(SmallSolverError::Large(_))));
    assert!(matches!(error(5, 6, 1 << 20), Some(SmallSolverError::LittleMemory { megabytes: 512, .. })));
    let mut solver = SmallSolver::new(Size::new(5, 4).unwrap(), 1 << 20).unwrap();
    let foreign = solver.prove(&start(4, 5), &ProofLimits::default(), |_| {});
    assert!(matches!(foreign, Err(SmallSolverError::Foreign(_))));
}
