//! `otrera lab selfplay` and `otrera lab accept`: files that are the same however they are made.

use std::path::Path;
use std::process::{Output, Stdio};

use crate::{answer, complaint, otrera, run, words};

const TESTDATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/lab");

/// What was said when all went well; progress goes to standard error.
fn said(arguments: &str) -> String {
    let output: Output = run(words(arguments), b"");
    assert!(output.status.success(), "otrera {arguments}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// The words of a complaint after some progress.
fn refusal(arguments: &str) -> String {
    let output = run(words(arguments), b"");
    assert_eq!(output.status.code(), Some(2), "otrera {arguments}");
    String::from_utf8(output.stderr).expect("text")
}

fn lines(path: &Path) -> usize {
    std::fs::read_to_string(path).map_or(0, |text| text.matches('\n').count())
}

#[test]
fn help_is_given() {
    for command in ["lab selfplay", "lab accept"] {
        insta::assert_snapshot!(format!("help of {command}"), answer(&format!("{command} --help")));
    }
}

#[test]
fn the_committed_games_are_made_again_byte_by_byte() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.jsonl");
    let command = format!(
        "lab selfplay --games 8 --agent greedy@depth=1 --openings random:2-6 --seed 7 --concurrency 3 --out {}",
        path.display()
    );
    assert!(said(&command).starts_with("8 games: "));
    let committed = std::fs::read(Path::new(TESTDATA).join("selfplay.jsonl")).unwrap();
    assert!(
        std::fs::read(&path).unwrap() == committed,
        "the players, the openings or the format have changed"
    );
    assert!(refusal(&command).contains("--resume goes on with it"));
    // The format is the store's.
    let store = folder.path().join("games.sqlite");
    let import = format!("games --store {} import {}", store.display(), path.display());
    assert_eq!(said(&import), "stored 8 games\n");
}

#[test]
fn a_killed_making_goes_on_where_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let [whole, killed] = ["whole", "killed"].map(|name| folder.path().join(format!("{name}.jsonl")));
    let command = |path: &Path| {
        format!(
            "lab selfplay --games 60 --agent greedy@depth=1 --board 6x6 --concurrency 2 --out {}",
            path.display()
        )
    };
    said(&command(&whole));
    let mut child = otrera();
    child.args(words(&command(&killed).replace("--games 60", "--games 100000")));
    let mut child = child.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the program starts");
    while lines(&killed) < 5 {
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    // As if it had been killed within a line too.
    let bytes = std::fs::read(&killed).unwrap();
    let ends: Vec<usize> = (0..bytes.len()).filter(|&at| bytes[at] == b'\n').collect();
    std::fs::write(&killed, &bytes[..ends[3] + 100]).unwrap();
    said(&format!("{} --resume", command(&killed)));
    assert!(std::fs::read(&killed).unwrap() == std::fs::read(&whole).unwrap());
    let other = format!("{} --resume --seed 2", command(&killed));
    assert!(refusal(&other).contains("line 1 was made under other conditions"));
}

#[test]
fn parquet_stands_beside_its_lines() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.parquet");
    let command =
        format!("lab selfplay --games 3 --agent random --board 6x6 --json --out {}", path.display());
    let told: serde_json::Value = serde_json::from_str(&said(&command)).unwrap();
    assert_eq!((told["games"].as_u64(), told["copies"].as_u64()), (Some(3), Some(0)));
    assert_eq!(lines(&folder.path().join("games.jsonl")), 3);
    let bytes = std::fs::read(&path).unwrap();
    assert!(bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"));
}

#[test]
fn a_collection_without_results_is_decided() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("decided.jsonl");
    let collection = format!("{TESTDATA}/collection.txt");
    let command = format!("lab accept {collection} --nodes 200 --out {}", path.display());
    let told = said(&command);
    assert_eq!(told.lines().next(), Some("      4 had a result"));
    assert_eq!(lines(&path), 7);
    let counted: serde_json::Value =
        serde_json::from_str(&said(&format!("lab accept {collection} --nodes 200 --json"))).unwrap();
    assert_eq!((counted["kept"].as_u64(), counted["rejected"].as_u64()), (Some(7), Some(1)));
    // What was decided is decided: nothing is left for the test.
    let again = format!("lab accept {} --nodes 200 --json", path.display());
    let again: serde_json::Value = serde_json::from_str(&said(&again)).unwrap();
    assert_eq!((again["finished"].as_u64(), again["accepted"].as_u64()), (Some(7), Some(0)));
}

#[test]
fn complaints_are_one_clear_line() {
    let arguments = [
        "lab selfplay --games 0 --agent random --out a.jsonl",
        "lab selfplay --games 1 --agent rndom --out a.jsonl",
        "lab selfplay --games 1 --agent random --out a.csv",
        "lab selfplay --games 1 --agent random --out a.parquet --parquet b.parquet",
        "lab selfplay --games 1 --agent random@depth=1 --nodes 5 --out a.jsonl",
        "lab selfplay --games 1 --agent random --openings random:8-2 --out a.jsonl",
        "lab selfplay --games 1 --agent random --board 6x6 --openings balanced --out a.jsonl",
        "lab selfplay --games 1 --agent random --out a.jsonl --resume --force",
        "lab accept /nowhere/at/all.sgf",
        "lab accept games.csv",
        "lab accept games.sgf --resume",
    ];
    let said: Vec<String> = arguments
        .iter()
        .map(|arguments| format!("otrera {arguments}\n    {}", complaint(arguments)))
        .collect();
    insta::assert_snapshot!(said.join("\n"));
}

#[test]
fn no_file_is_written_over_by_mistake() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (lines, parquet) = (path("games.jsonl"), path("games.parquet"));
    let make = "lab selfplay --games 2 --agent random --concurrency 1";
    said(&format!("{make} --out {parquet}"));
    let made = [&lines, &parquet].map(|path| std::fs::read(path).unwrap());
    let around = format!("{}/./games.jsonl", folder.path().display());
    for (command, words) in [
        (format!("{make} --out {} --parquet {parquet}", path("other.jsonl")), "is there already"),
        (format!("{make} --force --out {lines} --parquet {around}"), "are the same file"),
        (format!("lab accept {lines} --out {} --parquet {around}", path("kept.jsonl")), "would write over"),
        (format!("lab accept {lines} --force --out {around}"), "would write over"),
    ] {
        let said = refusal(&command);
        assert!(said.contains(words), "{command}: {said}");
    }
    assert_eq!([&lines, &parquet].map(|path| std::fs::read(path).unwrap()), made);
}
