//! Stored proofs against a search of every game, and files that must be refused.

use std::num::NonZero;

use amazons::{Board, Draw, Move, Narrow, Position, Setup, Size, Start, Symmetry, Transform};
use rand::RngExt;
use testkit::{is_won, playable, position, rng};
use verify::Certificate;

use super::embedded::{EmbeddedProof, PROOFS};
use super::{StoredProof, Verdict};
use crate::{ProofLimits, SmallSolver};

/// So few empty squares are searched to the end in no time.
const FEW: u32 = 7;

fn board(columns: u8, rows: u8) -> Size {
    Size::new(columns, rows).unwrap()
}

fn start(size: Size) -> Position<Narrow> {
    playable(&Start::of(size).unwrap().setup())
}

fn after(position: &Position<Narrow>, mv: Move) -> Position<Narrow> {
    position.play(mv).unwrap()
}

/// Checks all that a proof claims of a position with few empty squares; how many moves are won, lost, not proven.
fn check(proof: &StoredProof, position: &Position<Narrow>) -> [usize; 3] {
    let looked = proof.look(position);
    let mut counts = [0; 3];
    for found in &looked.moves {
        let wins = !is_won(&after(position, found.mv));
        match found.verdict {
            Verdict::Win => assert!(wins, "{} {}", position.to_setup().to_fen(), found.mv),
            Verdict::Loss => assert!(!wins, "{} {}", position.to_setup().to_fen(), found.mv),
            Verdict::NotProven => {}
        }
        counts[found.verdict as usize] += 1;
    }
    assert!(!proof.is_lost(position) || looked.verdict == Verdict::Loss);
    match looked.verdict {
        Verdict::NotProven => {}
        verdict => assert_eq!(verdict == Verdict::Win, is_won(position), "{}", position.to_setup().to_fen()),
    }
    assert_eq!(looked.moves.len() as u64, position.count_moves());
    let won = looked.moves.iter().filter(|found| found.verdict == Verdict::Win).map(|found| found.mv);
    assert_eq!(proof.winning_moves(position), won.collect::<Vec<_>>());
    counts
}

#[test]
fn claims_of_the_embedded_proofs_are_true() {
    let mut rng = rng(30);
    let mut counts = [0; 3];
    for embedded in &PROOFS {
        let size = embedded.size();
        let proof = StoredProof::of(size).unwrap_or_else(|| panic!("{size} is refused"));
        for _ in 0..25 {
            let mut position = start(size);
            while position.empty().count() > FEW
                && let Some(mv) = position.random_move(Draw::Uniform, &mut rng)
            {
                position.play_unchecked(mv);
            }
            for (sum, count) in counts.iter_mut().zip(check(proof, &position)) {
                *sum += count;
            }
        }
    }
    assert!(counts.iter().all(|&count| count > 50), "{counts:?}");
}

#[test]
fn claims_of_other_certificates_are_true() {
    let mut rng = rng(31);
    for fen in ["1qq/3/3/QQ1 w", "q3/1q2/Q2Q b", "qq1/1*1/1QQ w", "1q/2/2/Q1 b"] {
        let first = position(fen);
        let mut solver = SmallSolver::new(first.board().size(), 1 << 20).unwrap();
        let limits = ProofLimits::default();
        let report = solver.prove(&first, &limits, |_| ()).unwrap();
        let mut file = Vec::new();
        solver.certify(&first, &report, &limits, &mut file, |_| ()).unwrap().unwrap();
        let proof = StoredProof::read_and_check(fen, file.as_slice(), NonZero::<usize>::MIN).unwrap();
        assert_eq!(proof.look(&first).verdict == Verdict::Win, report.is_win.unwrap());
        for _ in 0..40 {
            let mut position = first;
            for _ in 0..rng.random_range(0..4) {
                let Some(mv) = position.random_move(Draw::Uniform, &mut rng) else { break };
                position.play_unchecked(mv);
            }
            check(&proof, &position);
        }
    }
}

#[test]
fn who_wins_by_proof_wins_the_game() {
    let mut rng = rng(32);
    for size in PROOFS.iter().map(EmbeddedProof::size) {
        let proof = StoredProof::of(size).unwrap();
        let winner = match proof.look(&start(size)).verdict {
            Verdict::Win => start(size).turn(),
            Verdict::Loss => !start(size).turn(),
            Verdict::NotProven => panic!("{size} is proven"),
        };
        for _ in 0..5 {
            let mut position = start(size);
            while position.has_move() {
                let mv = if position.turn() == winner {
                    proof.winning_moves(&position)[0]
                } else {
                    assert!(proof.is_lost(&position));
                    assert_eq!(proof.look(&position).verdict, Verdict::Loss);
                    position.random_move(Draw::Uniform, &mut rng).unwrap()
                };
                position.play_unchecked(mv);
            }
            assert_ne!(position.turn(), winner);
        }
    }
}

#[test]
fn symmetric_positions_have_symmetric_answers() {
    let mut rng = rng(33);
    for size in [board(4, 4), board(4, 5)] {
        let proof = StoredProof::of(size).unwrap();
        let mut first = start(size);
        for _ in 0..2 {
            first.play_unchecked(first.random_move(Draw::Uniform, &mut rng).unwrap());
        }
        let looked = proof.look(&first);
        for symmetry in Symmetry::of(size) {
            for swaps_colors in [false, true] {
                let image = proof.look(&first.transformed(Transform { symmetry, swaps_colors }));
                assert_eq!(image.verdict, looked.verdict);
                for found in &looked.moves {
                    let mv = symmetry.apply_to_move(found.mv, size);
                    let same = image.moves.iter().find(|other| other.mv == mv).unwrap();
                    assert_eq!(same.verdict, found.verdict);
                }
            }
        }
    }
}

#[test]
fn other_boards_and_the_variant_are_not_proven() {
    assert!(StoredProof::of(Size::STANDARD).is_none());
    let proof = StoredProof::of(board(4, 4)).unwrap();
    let other = proof.look(&start(board(5, 4)));
    assert_eq!(
        (other.verdict, other.moves.len() as u64),
        (Verdict::NotProven, start(board(5, 4)).count_moves())
    );
    let mut setup = Start::of(board(4, 4)).unwrap().setup();
    setup.delay = 2;
    assert!(proof.winning_moves(&playable(&setup)).is_empty());
    assert_eq!(proof.look(&playable(&setup)).verdict, Verdict::NotProven);
}

/// A proof of the repository with other bytes.
fn altered(alter: impl FnOnce(&EmbeddedProof) -> Vec<u8>) -> EmbeddedProof {
    let EmbeddedProof { board, name, .. } = PROOFS[0];
    EmbeddedProof { board, name, file: alter(&PROOFS[0]).leak() }
}

#[test]
fn an_altered_file_is_refused() {
    assert!(altered(|proof| proof.file.to_vec()).read().is_some());
    let flipped = altered(|proof| {
        let mut file = proof.file.to_vec();
        *file.last_mut().unwrap() ^= 1;
        file
    });
    assert!(flipped.read().is_none());
    // A file that reads well, with a checksum of its own, but lacks a position.
    let lacking = altered(|proof| {
        let Certificate { fen, mut keys, .. } = Certificate::read(proof.file).unwrap();
        keys.remove(keys.len() / 2);
        let mut file = Vec::new();
        verify::write(&mut file, &fen, None, &keys).unwrap();
        file
    });
    assert!(Certificate::read(lacking.file).is_ok());
    assert!(lacking.read().is_none());
    let fault = StoredProof::read_and_check("4x4", lacking.file, NonZero::<usize>::MIN).unwrap_err();
    assert!(fault.to_string().starts_with("not proven: "), "{fault}");
}

#[test]
fn every_proof_of_the_repository_is_embedded() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../proofs");
    let files = folder.read_dir().unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut files: Vec<_> = files.filter(|name| name.ends_with(".proof")).collect();
    let mut names: Vec<_> = PROOFS.iter().map(|proof| proof.name).collect();
    files.sort();
    names.sort_unstable();
    assert_eq!(files, names);
    for proof in &PROOFS {
        let stored = proof.read().unwrap();
        assert_eq!((stored.name(), stored.positions() > 0), (proof.name, true));
        assert_eq!(Setup::from_fen(stored.fen()).unwrap(), Start::of(proof.size()).unwrap().setup());
    }
}
