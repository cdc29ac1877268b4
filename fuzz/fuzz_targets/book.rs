//! An opening book that is read from a file is written and read back as itself, and all its moves can be played.

#![no_main]

use amazons::{Board10x10, Position, Start};
use libfuzzer_sys::fuzz_target;
use search::book::OpeningBook;
use sha2::{Digest, Sha256};

fuzz_target!(|bytes: &[u8]| {
    check(bytes);
    // No input guesses a checksum: the first line as a ledger, the rest as positions, with theirs.
    let end = bytes.iter().position(|&byte| byte == b'\n').unwrap_or(bytes.len());
    let (ledger, positions) = (&bytes[..end], bytes.get(end + 1..).unwrap_or_default());
    let digest = Sha256::new().chain_update(ledger).chain_update(positions).finalize();
    let sum: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    check(&[b"otrera-book 1\n", ledger, b"\n", sum.as_bytes(), b"\n", positions].concat());
});

fn check(bytes: &[u8]) {
    match OpeningBook::from_bytes(bytes) {
        Ok(book) => {
            let start = Position::<Board10x10>::from_setup(&Start::STANDARD.setup()).unwrap();
            assert!(book.moves(&start).iter().all(|found| start.is_legal(found.mv)));
            assert_eq!(OpeningBook::from_bytes(&book.to_bytes()), Ok(book));
        }
        Err(error) => drop(error.to_string()),
    }
}
