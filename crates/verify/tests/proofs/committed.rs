//! The proofs of the repository.

use std::fs::File;
use std::io::BufReader;
use std::num::NonZero;
use std::path::Path;

use verify::Certificate;

#[test]
fn every_proof_in_the_repository_holds() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../proofs");
    let mut claims = Vec::new();
    for entry in folder.read_dir().unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "proof") {
            continue;
        }
        let certificate = Certificate::read(BufReader::new(File::open(&path).unwrap())).unwrap();
        certificate
            .check(NonZero::<usize>::MIN, |_| {})
            .unwrap_or_else(|fault| panic!("{}: {fault}", path.display()));
        claims.push((certificate.fen, certificate.winning_move.is_some()));
    }
    claims.sort();
    let claims: Vec<_> = claims.iter().map(|(fen, is_win)| (fen.as_str(), *is_win)).collect();
    assert_eq!(
        claims,
        [
            ("1q1q1/q3q/5/Q3Q/1Q1Q1 w - - 0 1", true),
            ("1q1q1/q3q/Q3Q/1Q1Q1 w - - 0 1", true),
            ("1qq1/q2q/4/4/Q2Q/1QQ1 w - - 0 1", true),
            ("1qq1/q2q/4/Q2Q/1QQ1 w - - 0 1", false),
            ("1qq1/q2q/Q2Q/1QQ1 w - - 0 1", false),
        ]
    );
}
