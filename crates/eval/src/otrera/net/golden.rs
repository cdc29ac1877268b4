//! What `train/` computes by itself, against what the program computes: `testdata/network`.
//!
//! The rows there are by `otrera lab features`. `expected.json` has the digest of their counts and the values of the network by this
//! crate; `train/test_network.py` computes both from the rows. After a change of the network or of the counts:
//! `UPDATE_NETWORK=1 cargo test -p eval expected` writes it anew.

use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

use amazons::{Board10x10, Position, Setup};
use sha2::{Digest, Sha256};

use super::OtreraNet;
use super::counts::{COUNTS, count};

/// The bytes of a row, and where its king distances begin: they tell amazons and arrows too (docs/data.md).
const ROW: usize = 324;
const KINGS: usize = 100;

fn testdata(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata/network").join(name)
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").expect("writing to a string does not fail");
        text
    })
}

/// The position of a row; White is the side to move.
fn position(row: &[u8]) -> Position<Board10x10> {
    let rank = |squares: &[u8]| -> String {
        let run = |run: &[u8]| match run[0] {
            49 => "Q".repeat(run.len()),
            50 => "q".repeat(run.len()),
            51 => "*".repeat(run.len()),
            _ => run.len().to_string(),
        };
        let is_same = |a: &u8, b: &u8| a == b || *a.max(b) < 49;
        squares.chunk_by(is_same).map(run).collect()
    };
    let ranks: Vec<String> = row[KINGS..KINGS + 100].chunks(10).rev().map(rank).collect();
    let setup = Setup::from_fen(&format!("{} w", ranks.join("/"))).unwrap();
    Position::from_setup(&setup).unwrap()
}

#[test]
fn the_expected_counts_and_values_are_those_of_the_program() {
    let bytes = fs::read(testdata("game.features")).unwrap();
    let end = bytes.iter().position(|&byte| byte == b'\n').unwrap();
    let positions: Vec<_> = bytes[end + 1..].chunks_exact(ROW).map(position).collect();
    assert!(positions.len() > 200);
    let empty = |position: &Position<Board10x10>| position.empty().count();
    let (fewest, most) = (positions.iter().map(empty).min(), positions.iter().map(empty).max());
    assert!(fewest < Some(15) && most > Some(90), "every stage, and beyond the first and the last");
    let net = OtreraNet::IN_USE.net().unwrap();
    let mut digest = Sha256::new();
    let mut values = Vec::new();
    for position in &positions {
        let counts = count(position);
        digest
            .update(counts[..COUNTS].iter().map(|&count| u8::try_from(count).unwrap()).collect::<Vec<u8>>());
        values.push(net.value(net.at(position.empty().count() as usize), &counts).to_string());
    }
    let computed = format!(
        "{{\n  \"network\": \"{}\",\n  \"counts\": \"{}\",\n  \"thousandths\": [{}]\n}}\n",
        net.digest(),
        hexadecimal(&digest.finalize()),
        values.join(", ")
    );
    if std::env::var_os("UPDATE_NETWORK").is_some() {
        fs::write(testdata("expected.json"), &computed).unwrap();
    }
    let committed = fs::read_to_string(testdata("expected.json")).unwrap();
    assert_eq!(committed, computed, "UPDATE_NETWORK=1 cargo test -p eval expected");
}

#[test]
fn the_ledger_has_the_digest_of_the_network_in_use() {
    let ledger = include_str!("../../../nets/README.md");
    let digest = hexadecimal(&Sha256::digest(include_bytes!("../../../nets/otrera.net")));
    assert!(ledger.contains(&format!("SHA-256 of the file `{digest}`")), "{digest}");
}
