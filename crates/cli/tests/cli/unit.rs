//! Units of work by hand: made, run, refused.

use std::path::Path;

use serde_json::{Value, json};

use crate::{answer, complaint, run, words};

const SELFPLAY: &str = "--agent uct@playouts=20 --board 6x6 --openings random:0-4 --strays 0-2:9 --seed 7";

fn path(folder: &Path, name: &str) -> String {
    folder.join(name).display().to_string()
}

/// What is said about a unit on standard input.
fn refused(unit: &str) -> String {
    let output = run(words("unit run - --out -"), unit.as_bytes());
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn the_lines_of_units_are_those_of_the_whole_file() {
    let folder = tempfile::tempdir().unwrap();
    let whole = path(folder.path(), "whole.jsonl");
    let made = run(words(&format!("lab selfplay --games 6 {SELFPLAY} --concurrency 2 --out {whole}")), b"");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let mut lines = Vec::new();
    for (first, count) in [(0, 4), (4, 2)] {
        let (unit, out) = (path(folder.path(), "unit.json"), path(folder.path(), "games.jsonl"));
        answer(&format!("unit selfplay {SELFPLAY} --first {first} --count {count} --out {unit} --force"));
        answer(&format!("unit run {unit} --out {out} --force"));
        let once = std::fs::read(&out).unwrap();
        assert!(answer(&format!("unit run {unit} --out -")).as_bytes() == once, "the same bytes again");
        lines.extend(once);
    }
    assert!(std::fs::read(whole).unwrap() == lines);
}

#[test]
fn a_unit_of_a_tournament_has_the_games_of_the_store() {
    let folder = tempfile::tempdir().unwrap();
    let contest = "uct@playouts=20 greedy random --depth 1 --board 6x6 --games 4 --seed 3";
    let unit = answer(&format!("unit contest {contest} --first 3 --count 5 --out -"));
    let result = run(words("unit run - --out -"), unit.as_bytes());
    assert!(result.status.success(), "{}", String::from_utf8_lossy(&result.stderr));
    let lines = String::from_utf8(result.stdout).unwrap();
    let store = path(folder.path(), "games.sqlite");
    let played = run(words(&format!("tournament {contest} --store {store} --json")), b"");
    assert!(played.status.success());
    let store = store::Store::open(&folder.path().join("games.sqlite")).unwrap();
    let run = &store.runs().unwrap()[0];
    let mut slots = Vec::new();
    for line in lines.lines() {
        let (game, origin) = store::json::from_line(line).unwrap();
        let origin = origin.unwrap();
        assert_eq!((&origin.kind, &origin.conditions), (&run.kind, &run.conditions));
        let stored = store.game(store.game_in_slot(run.id, origin.slot).unwrap().unwrap()).unwrap();
        assert_eq!(game.game, stored.game);
        assert_eq!(game.players, stored.to_record().players);
        slots.push(origin.slot);
    }
    assert_eq!(slots, [3, 4, 5, 6, 7]);
}

#[test]
fn what_is_no_unit_is_refused_with_a_reason() {
    let unit = answer("unit contest greedy random --depth 1 --board 6x6 --games 2 --out -");
    let changed = |field: &str, value: Value| {
        let mut unit: Value = serde_json::from_str(&unit).unwrap();
        unit[field] = value;
        refused(&unit.to_string())
    };
    assert!(refused("").contains("-: not a unit of work: EOF while parsing"));
    assert!(refused(&unit[..unit.len() / 2]).contains("not a unit of work: EOF while parsing"));
    assert!(refused("{\"moves\": \"\"}").contains("expected an object with \"format\": \"otrera unit\""));
    assert!(changed("version", json!(2)).contains("the unit has format 2, and this program reads format 1"));
    assert!(changed("program", json!("0.0.1")).contains("the unit is for otrera 0.0.1, and this is otrera "));
    let error = changed("players", json!([{"player": "greedy"}, {"player": "rndom"}]));
    assert!(
        error.contains("player \"rndom\": no player is called \"rndom\" (did you mean random?)"),
        "{error}"
    );
    let error =
        changed("players", json!([{"player": "greedy"}, {"player": "cmd:./no-such", "pace": "depth=1"}]));
    assert!(error.contains("cannot start cmd:./no-such: "), "{error}");
    let output = run(words("unit run - --out -"), b"\xff\xfe");
    assert!(String::from_utf8(output.stderr).unwrap().contains("- is not text in UTF-8"));

    // A file of any size on the disk: it has no blocks.
    let folder = tempfile::tempdir().unwrap();
    let huge = folder.path().join("huge.json");
    std::fs::File::create(&huge).unwrap().set_len(65 << 20).unwrap();
    let error = complaint(&format!("unit run {} --out -", huge.display()));
    assert!(error.ends_with("huge.json is larger than 64 MiB"), "{error}");
}

#[test]
fn complaints_are_one_clear_line() {
    let folder = tempfile::tempdir().unwrap();
    let out = path(folder.path(), "unit.json");
    std::fs::write(&out, "precious").unwrap();
    for (command, words) in [
        (format!("unit selfplay --agent random --out {out}"), "unit.json exists; --force replaces it"),
        (
            "unit contest greedy random --games 4 --first 3 --out -".to_owned(),
            "the contest has 4 games: --first and",
        ),
        ("unit contest greedy --out -".to_owned(), "2 values required"),
        ("unit selfplay --agent rndom --out -".to_owned(), "did you mean random?"),
        ("unit run /no/such/unit.json --out -".to_owned(), "cannot read /no/such/unit.json: No such file"),
        ("unit run unit.json".to_owned(), "required arguments were not provided: --out <FILE>"),
    ] {
        let error = complaint(&command);
        assert!(error.contains(words), "{error}");
    }
    assert_eq!(std::fs::read(&out).unwrap(), b"precious");
}

#[test]
fn a_unit_of_a_proof_gives_the_same_bytes_twice() {
    let folder = tempfile::tempdir().unwrap();
    let unit = folder.path().join("unit.json");
    for (board, said) in [("10x10", "10x10 has 100 squares"), ("5x6", "5x6 needs tables of 512 MiB")] {
        let error = complaint(&format!("unit proof --board {board} --out {}", unit.display()));
        assert!(error.contains(said) && !unit.exists(), "{error}");
    }
    answer(&format!("unit proof --board 5x4 --positions 200000 --hash 8 --out {}", unit.display()));
    let run = || answer(&format!("unit run {} --out -", unit.display()));
    let result = run();
    assert!(result.starts_with(r#"{"fen":"1q1q1/q3q/Q3Q/1Q1Q1 w - - 0 1","result":"win","#), "{result}");
    assert_eq!(result, run());
}

#[test]
fn a_proof_in_units_is_the_one_without_and_is_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("4x5.verdicts");
    let prove = format!("unit prove --board 4x5 --threads 2 --hash 8 --verdicts {} --json", log.display());
    let value = |text: &str| serde_json::from_str::<Value>(text).unwrap();
    let some = value(&answer(&format!("{prove} --units 20")));
    assert_eq!((&some["winner"], &some["move"]), (&Value::Null, &Value::Null));
    let all = value(&answer(&prove));
    assert_eq!(all["winner"], "black");
    assert!(all["known"].as_u64() > some["known"].as_u64(), "{some} {all}");
    let text = answer(&prove.replace(" --json", ""));
    assert!(text.starts_with("Black wins: "), "{text}");
    // The same file serves the search without units.
    let solved = answer(&format!("solve --board 4x5 --nodes 100000 --verdicts {}", log.display()));
    assert!(solved.contains("Black wins"), "{solved}");
    let error =
        complaint(&format!("unit prove --board 6x6 --verdicts {}", folder.path().join("6x6").display()));
    assert!(error.contains("36 squares"), "{error}");
}
