//! `otrera book`, and the book in play.

use serde_json::Value;
use tempfile::TempDir;

use crate::{answer, complaint, run_search};

/// A tiny book, made in a moment.
const TINY: &str = "--nodes 500 --moves 3 --batch 2";

fn path(folder: &TempDir, name: &str) -> String {
    folder.path().join(name).display().to_string()
}

#[test]
fn a_book_that_was_broken_off_ends_as_one_that_was_not() {
    let folder = TempDir::new().unwrap();
    let [whole, resumed] = ["whole.book", "resumed.book"].map(|name| path(&folder, name));
    let made = answer(&format!("book make --out {whole} --positions 5 --threads 2 {TINY}"));
    assert!(made.contains("5 positions, 5 of them searched now"), "{made}");
    answer(&format!("book make --out {resumed} --positions 3 --threads 1 {TINY}"));
    let made = answer(&format!("book make --out {resumed} --positions 5 --threads 1 {TINY}"));
    assert!(made.contains("5 positions, 2 of them searched now"), "{made}");
    assert_eq!(std::fs::read(&resumed).unwrap(), std::fs::read(&whole).unwrap());
    // One that is whole is left as it is.
    assert!(
        answer(&format!("book make --out {whole} --positions 5 {TINY}")).contains(" 0 of them searched now")
    );
    let shown = answer(&format!("book show --book {whole}"));
    assert!(
        shown.contains('%') && shown.contains("book of 5 positions, 500 nodes each, by otrera "),
        "{shown}"
    );
}

#[test]
fn what_is_no_book_or_another_book_is_refused() {
    let folder = TempDir::new().unwrap();
    let [book, other] = ["a.book", "b.book"].map(|name| path(&folder, name));
    answer(&format!("book make --out {book} --positions 1 {TINY}"));
    let refused = complaint(&format!("book make --out {book} --positions 3 --nodes 501 --moves 3 --batch 2"));
    assert!(refused.contains("--nodes 500 ") && refused.contains("--nodes 501 "), "{refused}");
    assert!(refused.ends_with("use the same program and settings, or another file"), "{refused}");
    let mut bytes = std::fs::read(&book).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    std::fs::write(&other, &bytes).unwrap();
    for command in ["book make --positions 3 --out", "book show --book"] {
        let refused = complaint(&format!("{command} {other}"));
        assert!(refused.contains("b.book: its checksum is wrong"), "{refused}");
    }
    assert!(complaint("book show --book /nowhere/at/all.book").contains("cannot read /nowhere/at/all.book"));
}

#[test]
fn the_book_of_the_program_is_shown() {
    let shown: Value = serde_json::from_str(&answer("book show --json")).unwrap();
    let moves = shown["moves"].as_array().unwrap();
    assert!(moves.len() >= 6);
    // White, who begins, is at least as well off as Black by the book, and not by much.
    let best = moves[0]["winRate"].as_f64().unwrap();
    assert!((0.48..0.65).contains(&best), "{best}");
    assert!(shown["positions"].as_u64().unwrap() >= 500);
    assert!(shown["ledger"]["program"].as_str().unwrap().starts_with("otrera "));
    assert!(answer("book show --board 6x6").starts_with("this position is not in the book\n"));
}

#[test]
fn lines_are_openings_for_matches() {
    let lines = answer("book lines --plies 2 --within 0.01");
    let all = answer("book lines --plies 2 --within 0.5");
    assert!(!lines.is_empty() && all.lines().count() > lines.lines().count());
    assert!(lines.lines().all(|line| line.starts_with("startpos moves ") && all.contains(line)), "{lines}");
    let folder = TempDir::new().unwrap();
    let [file, store] = ["lines.txt", "games.sqlite"].map(|name| path(&folder, name));
    std::fs::write(&file, &lines).unwrap();
    let played =
        answer(&format!("match random random --openings {file} --games 2 --nodes 1 --store {store}"));
    assert!(played.contains("2 games"), "{played}");
}

#[test]
fn the_engine_plays_from_the_book_where_it_is_told_to() {
    let ask = |switch: &str| {
        let input = format!("ugi\nsetoption name OwnBook value {switch}\nposition startpos\ngo nodes 2000\n");
        run_search("engine", &input).0
    };
    let (on, off) = (ask("true"), ask("false"));
    assert!(on.contains("option name OwnBook type check default false\n"), "{on}");
    assert!(on.contains(" is a move of the opening book, which has "), "{on}");
    assert!(!off.contains("opening book"), "{off}");
    assert!(on.contains("bestmove d1") || on.contains("bestmove g1"), "{on}");
}
