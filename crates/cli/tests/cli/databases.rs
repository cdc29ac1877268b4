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
    for command in ["lab selfplay", "lab learn", "lab accept"] {
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
    assert!(refusal(&command).contains("--resume continues it"));
    // The format is the store's.
    let store = folder.path().join("games.sqlite");
    let import = format!("games --store {} import {}", store.display(), path.display());
    assert_eq!(said(&import), "stored 8 games\n");
}

#[test]
fn the_committed_features_are_made_again_byte_by_byte() {
    let (folder, network) = (tempfile::tempdir().unwrap(), Path::new(TESTDATA).join("../network"));
    let path = folder.path().join("game.features");
    said(&format!("lab features {} --out {}", network.join("game.jsonl").display(), path.display()));
    assert!(
        std::fs::read(&path).unwrap() == std::fs::read(network.join("game.features")).unwrap(),
        "the features or their format have changed"
    );
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
    assert!(refusal(&other).contains("line 1 has other conditions"));
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

/// What a command complained about, without what it told before.
fn last_line(arguments: &str) -> String {
    refusal(arguments).lines().last().unwrap_or_default().to_owned()
}

#[test]
fn weights_are_learnt_from_games_of_self_play() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (games, weights) = (path("games.jsonl"), path("learnt.rs"));
    let make = "lab selfplay --games 10 --agent otrera@nodes=200 --board 6x6 --openings random:0-4 --strays 0-2:8 --adjudicate";
    said(&format!("{make} --out {games}"));
    let learn = format!("lab learn {games} --ridge 3:30,30:300 --out {weights}");
    let told = said(&learn);
    assert!(told.contains("games on 6x6") && told.contains("the best"), "{told}");
    let source = std::fs::read_to_string(&weights).unwrap();
    assert!(source.starts_with("//! Made by `otrera lab learn`"), "{source}");
    let rows = source.lines().filter(|line| line.starts_with("    [") && line.ends_with("],"));
    let rows: Vec<Vec<i32>> = rows
        .map(|row| {
            row.trim_matches([' ', '[', ']', ',']).split(", ").map(|cell| cell.parse().unwrap()).collect()
        })
        .collect();
    assert!(rows.len() == 95 && rows.iter().all(|row| row.len() == 6), "{source}");
    assert!(rows.iter().flatten().any(|&weight| weight != 0));
    // The same again, over its own file, on one thread.
    let figures: serde_json::Value =
        serde_json::from_str(&said(&format!("{learn} --concurrency 1 --json"))).unwrap();
    assert_eq!(std::fs::read_to_string(&weights).unwrap(), source);
    assert_eq!(figures["games"], 10);
    assert_eq!(figures["trials"].as_array().unwrap().len(), 2);
    assert!(figures["today"]["all"].as_f64().unwrap() > 0.0);

    // What is not ours is left alone.
    for precious in [&games, &path("precious.rs")] {
        if !Path::new(precious).exists() {
            std::fs::write(precious, "//! Mine.\n").unwrap();
        }
        let before = std::fs::read(precious).unwrap();
        let words = last_line(&format!("lab learn {games} --out {precious}"));
        assert!(words.contains("would write over") || words.contains("--force replaces it"), "{words}");
        assert_eq!(std::fs::read(precious).unwrap(), before);
    }
    said(&format!("lab learn {games} --ridge 3:30,30:300 --force --out {}", path("precious.rs")));
    assert_eq!(std::fs::read_to_string(path("precious.rs")).unwrap(), source);
}

#[test]
fn what_cannot_be_learnt_from_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.jsonl");
    let game = "{\"moves\": \"d1-d7/g7\", \"winner\": \"white\", \"ending\": \"resignation\"}";
    let small = "{\"start\": \"qQ2 w\", \"moves\": \"\", \"winner\": \"black\", \"ending\": \"resignation\"}";
    let unfinished = "{\"moves\": \"d1-d7/g7\"}";
    for (text, words) in [
        (String::new(), "the files contain no games"),
        (format!("{unfinished}\n"), "none of the 1 games has a result"),
        (format!("{game}\n{game}\n"), "none of the 2 games has win rates of a search"),
        (format!("{game}\n(;GM[18])\n"), "line 2: not a game in JSON"),
        (format!("{game}\n{small}\n"), "a game on 4x1 after games on 10x10"),
    ] {
        std::fs::write(&path, text).unwrap();
        let said = last_line(&format!("lab learn {}", path.display()));
        assert!(said.contains(words), "{said}");
    }
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
        "lab selfplay --games 1 --agent random --strays 3-1:50 --out a.jsonl",
        "lab selfplay --games 1 --agent random --board 6x6 --openings balanced --out a.jsonl",
        "lab selfplay --games 1 --agent random --out a.jsonl --resume --force",
        "lab accept /nowhere/at/all.sgf",
        "lab accept games.csv",
        "lab accept games.sgf --resume",
        "lab learn",
        "lab learn /nowhere/at/all.jsonl",
        "lab learn games.jsonl --ridge 30",
        "lab learn games.jsonl --ridge 0:300",
        "lab learn games.jsonl --result 1.5",
        "lab learn games.jsonl --force",
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
        (format!("{make} --out {} --parquet {parquet}", path("other.jsonl")), "exists: --resume or --force"),
        (format!("{make} --force --out {lines} --parquet {around}"), "are the same file"),
        (format!("lab accept {lines} --out {} --parquet {around}", path("kept.jsonl")), "would write over"),
        (format!("lab accept {lines} --force --out {around}"), "would write over"),
    ] {
        let said = refusal(&command);
        assert!(said.contains(words), "{command}: {said}");
    }
    assert_eq!([&lines, &parquet].map(|path| std::fs::read(path).unwrap()), made);
}
