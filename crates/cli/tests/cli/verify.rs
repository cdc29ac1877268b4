//! `otrera verify`.

use std::collections::{BTreeSet, HashMap};
use std::path::Path;

use tempfile::TempDir;
use verify::{Board, Position, Rule};

use crate::{answer, run};

const FEN: &str = "1qq1/q2q/Q2Q/1QQ1 w - - 0 1";

/// Proves that positions are lost, and keeps which ones the proof needs.
struct Prover<'b> {
    board: &'b Board,
    rule: Rule<'b>,
    lost: HashMap<u64, bool>,
    keys: BTreeSet<u64>,
}

impl Prover<'_> {
    fn is_lost(&mut self, position: Position) -> bool {
        if self.rule.mover_loses(&position) || self.rule.mover_wins(&position) {
            return self.rule.mover_loses(&position);
        }
        let key = position.canonical(self.board);
        if let Some(&is_lost) = self.lost.get(&key) {
            return is_lost;
        }
        let is_lost = !position.children(self.board).any(|(_, child)| self.is_lost(child));
        self.lost.insert(key, is_lost);
        is_lost
    }

    fn add(&mut self, position: Position) {
        if self.rule.mover_loses(&position) || !self.keys.insert(position.canonical(self.board)) {
            return;
        }
        for (_, child) in position.children(self.board) {
            if !self.rule.mover_wins(&child) {
                let reply = child.children(self.board).find(|(_, reply)| self.is_lost(*reply));
                self.add(reply.expect("the position is lost").1);
            }
        }
    }
}

/// A proof about 4x4, with some keys.
fn keys() -> Vec<u64> {
    let (board, position) = Position::from_fen(FEN).unwrap();
    let rule = Rule::new(&board);
    let mut prover = Prover { board: &board, rule, lost: HashMap::new(), keys: BTreeSet::new() };
    assert!(prover.is_lost(position));
    prover.add(position);
    prover.keys.into_iter().collect()
}

fn save(folder: &TempDir, keys: &[u64]) -> String {
    let path = folder.path().join("4x4.proof");
    verify::write(std::fs::File::create(&path).unwrap(), FEN, None, keys).unwrap();
    path.display().to_string()
}

/// The line with which a bad file is refused.
fn refusal(path: &str) -> String {
    let output = run(["verify", path], b"");
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stdout.is_empty());
    let line = String::from_utf8(output.stderr).unwrap();
    assert_eq!(line.matches('\n').count(), 1, "{line}");
    line.replace(path, "FILE")
}

#[test]
fn a_proof_is_checked_and_described() {
    let folder = TempDir::new().unwrap();
    let path = save(&folder, &keys());
    let text = answer(&format!("verify {path} --threads 2"));
    // The time is the machine's.
    let (text, seconds) = text.trim_end().rsplit_once(", ").unwrap();
    assert!(seconds.ends_with(" s"));
    insta::assert_snapshot!(text);
    let mut value: serde_json::Value =
        serde_json::from_str(&answer(&format!("verify {path} --json"))).unwrap();
    assert!(value.as_object_mut().unwrap().remove("seconds").unwrap().is_f64());
    insta::assert_snapshot!(serde_json::to_string_pretty(&value).unwrap());
}

#[test]
fn a_win_names_its_move() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("row.proof");
    verify::write(std::fs::File::create(&path).unwrap(), "q*1Q w", Some("d1-c1/d1"), &[]).unwrap();
    let text = answer(&format!("verify {}", path.display()));
    assert!(
        text.starts_with("White, who moves first, wins 4x1 (q*1Q w) by d1-c1/d1: checked, 0 positions, "),
        "{text}"
    );
}

#[test]
fn a_bad_file_is_refused_in_words() {
    let folder = TempDir::new().unwrap();
    let mut keys = keys();
    let path = save(&folder, &keys);
    let good = std::fs::read(&path).unwrap();
    let mut said = Vec::new();
    let mut refuse = |bytes: &[u8]| {
        std::fs::write(&path, bytes).unwrap();
        said.push(refusal(&path));
    };
    refuse(b"");
    refuse(&good[..good.len() - 1]);
    refuse(&[&good[..], b"\n"].concat());
    refuse(&String::from_utf8_lossy(&good[..150]).replace("loss", "draw").into_bytes());
    keys.pop();
    save(&folder, &keys);
    said.push(refusal(&path));
    let output = run(["verify", &path, "--json"], b"");
    assert_eq!(output.status.code(), Some(1));
    said.push(String::from_utf8(output.stdout).unwrap());
    insta::assert_snapshot!(said.concat());
}

#[test]
fn a_file_that_cannot_be_read_is_another_fault() {
    let folder = TempDir::new().unwrap();
    for path in [folder.path(), Path::new("/nowhere/at/all.proof")] {
        let output = run(["verify".as_ref(), path.as_os_str()], b"");
        assert_eq!(output.status.code(), Some(2));
        assert!(output.stdout.is_empty());
    }
}
