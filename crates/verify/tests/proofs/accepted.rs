//! Certificates of true claims.

use verify::Certificate;

use crate::check;
use crate::naive::Naive;

/// Starts with their sizes: one and two amazons a side, equal and unequal numbers, arrows, all kinds of boards.
pub(crate) const STARTS: [(usize, usize, &str); 20] = [
    (3, 1, "Q1q w"),
    (1, 5, "Q/1/1/1/q w - - 0 1"),
    (8, 2, "Q3***q/4*2* b"),
    (3, 3, "2q/3/Q2 w - - 0 1"),
    (3, 3, "1q1/3/1Q1 b - - 0 1"),
    (3, 3, "q1q/3/Q1Q w - - 0 1"),
    (3, 3, "qq1/3/1QQ w - - 0 1"),
    (3, 4, "1q1/3/3/1Q1 w - - 0 1"),
    (4, 3, "3q/4/Q3 w - - 7 4"),
    (4, 3, "q2q/4/Q2Q w - - 0 1"),
    (4, 3, "1qq1/4/1QQ1 b - - 0 1"),
    (3, 4, "q1q/3/3/Q1Q w - - 0 1"),
    (3, 4, "3/q1q/Q2/3 w - - 0 1"),
    (4, 4, "3q/1*2/2*1/Q3 w - - 0 1"),
    (4, 4, "*3/1q2/2Q1/2*1 w - - 0 1"),
    (4, 4, "*3/1qq1/1*2/2Q* w - - 0 1"),
    (4, 4, "q2*/3q/Q**1/3Q w - - 0 1"),
    (5, 3, "q*1*q/5/Q2*Q w - - 0 1"),
    (5, 4, "q3q/2***/1***1/Q3Q w - - 0 1"),
    (4, 4, "1qq1/q2q/Q2Q/1QQ1 w - - 0 1"),
];

#[test]
fn proofs_of_a_naive_solver_are_accepted() {
    let (mut wins, mut losses, mut positions) = (0, 0, 0);
    for (columns, rows, fen) in STARTS {
        let mut naive = Naive::new(columns, rows);
        let file = naive.file(fen);
        let certificate = Certificate::read(&*file).unwrap();
        assert_eq!(certificate.fen, fen);
        let counter = if certificate.winning_move.is_some() { &mut wins } else { &mut losses };
        *counter += 1;
        positions += certificate.keys.len();
        check(&file).unwrap_or_else(|fault| panic!("{fen}: {fault}"));
    }
    // Else the test says little.
    assert!(
        wins >= 5 && losses >= 5 && positions > 10_000,
        "{wins} wins, {losses} losses, {positions} positions"
    );
}

#[test]
fn a_file_is_the_same_after_reading_and_writing() {
    let file = Naive::new(4, 3).file("q2q/4/Q2Q w - - 0 1");
    let Certificate { fen, winning_move, keys, .. } = Certificate::read(&*file).unwrap();
    let mut written = Vec::new();
    verify::write(&mut written, &fen, winning_move.as_deref(), &keys).unwrap();
    assert_eq!(written, file);
}

#[test]
fn the_progress_ends_with_all_positions() {
    let file = Naive::new(4, 4).file("1qq1/q2q/Q2Q/1QQ1 w - - 0 1");
    let certificate = Certificate::read(&*file).unwrap();
    let most = std::sync::atomic::AtomicUsize::new(0);
    let progress = |done| {
        most.fetch_max(done, std::sync::atomic::Ordering::Relaxed);
    };
    certificate.check(3.try_into().unwrap(), progress).unwrap();
    assert_eq!(most.into_inner(), certificate.keys.len());
}
