//! What the commands answer.

use serde_json::Value;

use crate::{answer, otrera};

fn json(arguments: &str) -> Value {
    let text = answer(arguments);
    assert_eq!(text.matches('\n').count(), 1, "one line");
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn perft_ends_with_the_count_alone() {
    assert_eq!(answer("perft 2"), "4307152\n");
    assert_eq!(answer("perft --board 4x4 3 --threads 2"), "139500\n");
    assert_eq!(answer("perft --board 4x4 2 --plain"), "4336\n");
    assert_eq!(answer("perft 0"), "1\n");
    assert_eq!(answer("perft 3 --fen 'Q*/*q w'"), "0\n");
}

#[test]
fn perft_divides() {
    let text = answer("perft --board 4x4 2 --divide --threads 2");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 88 + 1);
    let sum: u64 =
        lines[..88].iter().map(|line| line.split_once(' ').unwrap().1.parse::<u64>().unwrap()).sum();
    assert_eq!(lines[88], sum.to_string());
    let value = json("perft --board 4x4 2 --divide --json");
    assert_eq!((value["nodes"].as_u64(), value["depth"].as_u64()), (Some(4336), Some(2)));
    assert_eq!(value["divide"].as_array().unwrap().len(), 88);
}

#[test]
fn show_draws_and_counts() {
    insta::assert_snapshot!(answer("show"));
    insta::assert_snapshot!(answer("show --unicode --fen 'q*1/*1Q b - - 0 7 k5:b2=4'"));
    assert!(answer("show --fen 'Q*/*q w'").contains("White cannot move: Black has won"));
    assert!(answer("show --fen 'Q1*/**q w'").contains("\n1 legal move\n"));
}

#[test]
fn show_describes_in_json() {
    let value = json("show --json --fen '3*1/Q1*q* w'");
    insta::assert_snapshot!(serde_json::to_string_pretty(&value).unwrap());
}

#[test]
fn moves_are_listed_in_each_notation() {
    assert_eq!(answer("moves --fen 'Q1q w'"), "a1b1,b1a1\n");
    assert_eq!(answer("moves --fen 'Q1q w' --notation print"), "a1-b1/a1\n");
    assert_eq!(answer("moves --fen 'Q1q w' --notation bracket"), "a1-b1(a1)\n");
    assert_eq!(answer("moves --fen 'Q1q w' --notation compact"), "a1b1a1\n");
    assert_eq!(answer("moves --fen 'Q*q w'"), "");
    assert_eq!(json("moves --json --fen 'Q1q w'"), serde_json::json!(["a1b1,b1a1"]));
    assert_eq!(answer("moves").lines().count(), 2176);
    assert_eq!(answer("moves --delay 1").lines().count(), 2176 - 128);
}

#[test]
fn the_bench_number_is_the_committed_one() {
    let committed = include_str!("../../../../testdata/bench.txt").trim();
    let text = answer("bench --check");
    assert_eq!(text.lines().last(), Some(format!("Bench: {committed}").as_str()));
    assert_eq!(json("bench --json")["nodes"].to_string(), committed);
}

#[test]
fn a_reader_who_leaves_is_no_error() {
    let mut child = otrera()
        .arg("moves")
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn evaluations_are_explained() {
    insta::assert_snapshot!(answer("eval --board 4x4 --maps"));
    let value = json("eval --fen '3*1/Q1*q* w' --eval lieberum --json");
    insta::assert_snapshot!(serde_json::to_string_pretty(&value).unwrap());
}

#[test]
fn players_are_listed() {
    insta::assert_snapshot!(answer("agents"));
    assert!(answer("agents uct").starts_with("uct (UCT-AB)"));
    let players = json("agents --json");
    assert!(players.as_array().unwrap().iter().any(|player| player["name"] == "mgpeo"));
}

#[test]
fn a_position_is_analysed() {
    let text = answer("analyze --fen 'Q1q w' --agent alphabeta:depth=3");
    assert!(text.contains("won in 1") && text.ends_with("bestmove a1-b1/a1\n"), "{text}");
    let text = answer("analyze --board 4x4 --playouts 500 --multipv 3 --agent uct");
    let last = text.lines().rev().nth(1).unwrap();
    assert!(last.trim_start().starts_with("3. ") && last.contains(" visits "), "{text}");
}

#[test]
fn alpha_beta_tells_several_lines_too() {
    let text = answer("analyze --board 6x6 --agent alphabeta --multipv 3");
    let lines: Vec<&str> = text.lines().filter(|line| line.starts_with("  ")).collect();
    assert_eq!(lines.len(), 3, "{text}");
    assert!(lines[2].starts_with("  3. +") || lines[2].starts_with("  3. -"), "{text}");
}

#[test]
fn a_game_that_is_over_has_no_best_move() {
    assert_eq!(answer("analyze --fen 'Q*/*q w'"), "bestmove (none)\n");
    assert_eq!(json("analyze --fen 'Q*/*q w' --json")["move"], Value::Null);
}

#[test]
fn an_evaluation_in_json_is_whites() {
    let value = |turn| {
        json(&format!("eval --fen 'Q2*q {turn}' --eval mindist --json"))["evaluations"][0]["value"].as_f64()
    };
    assert_eq!((value("w"), value("b")), (Some(2.0), Some(2.0)));
    assert!(answer("eval --fen 'Q2*q b' --eval mindist").starts_with("mindist = -2.0"));
}

#[test]
fn an_analysis_in_json_is_whites() {
    for (fen, agent) in [("q1Q b", "alphabeta"), ("q1Q b", "uct")] {
        let text = answer(&format!("analyze --fen '{fen}' --agent {agent} --playouts 50 --json"));
        let last: Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
        assert_eq!((&last["final"], &last["move"]), (&Value::Bool(true), &Value::from("a1b1,b1a1")));
        let line = &last["lines"][0];
        // Black wins at once, so White's share is none; who only counts games has not proven it.
        assert_eq!(line["winRate"].as_f64(), Some(0.0), "{line}");
        let is_proven = line["winner"] == "black" && line["margin"].is_null();
        assert!(is_proven || line["margin"].as_f64() < Some(-40.0), "{line}");
        assert_eq!(line["pv"][0], "a1b1,b1a1");
    }
}

#[test]
fn a_seed_and_a_count_give_the_same_analysis() {
    let moves = |seed| {
        let text = answer(&format!("analyze --board 6x6 --agent mgpeo --playouts 300 --json --seed {seed}"));
        let last: Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
        (last["nodes"].clone(), last["lines"].clone())
    };
    assert_eq!(moves(1), moves(1));
    assert!((2..6).any(|seed| moves(seed) != moves(1)));
}

#[test]
fn convergence_counts_as_table_2() {
    let value = json("convergence --json --playouts 3000");
    assert_eq!((value["steps"].as_u64(), value["moves"].as_u64()), (Some(80), Some(2176)));
    assert_eq!((value["worst"].as_u64(), value["plain"].as_u64()), (Some(2256), Some(2176)));
    // The paper's 187 is with the 28 shots after d1-d7.
    let best = &value["best"];
    assert!(best["fewestShots"].as_u64() < Some(187) && best["mostShots"].as_u64() >= Some(187));
    let searched = value["searched"]["groups"].as_u64().expect("it settles");
    assert!((best["fewestShots"].as_u64().unwrap()..=2256).contains(&searched), "{searched}");
    insta::assert_snapshot!(answer("convergence --board 4x4 --playouts 1000"));
    assert!(answer("convergence --fen 'Q*/*q w'").contains("not within"));
}

#[test]
fn agreement_counts_moves_and_steps() {
    let fen = "1q2/4/4/1Q2 w";
    let analysis = answer(&format!("analyze --fen '{fen}' --agent alphabeta:depth=1"));
    let best = analysis.lines().last().unwrap().strip_prefix("bestmove ").unwrap();
    let step = best.split_once('/').unwrap().0;
    let all = answer(&format!("moves --notation print --fen '{fen}'"));
    let is_other_shot = |mv: &&str| mv.split_once('/').is_some_and(|(other, _)| other == step) && *mv != best;
    let other_shot = all.split_whitespace().find(is_other_shot).expect("another shot");
    let other_step =
        all.split_whitespace().find(|mv| mv.contains('/') && !mv.starts_with(step)).expect("another step");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.txt");
    let lines = [best, other_shot, other_step].map(|mv| format!("fen {fen} - - 0 1 moves {mv}\n"));
    std::fs::write(&path, lines.concat()).unwrap();
    let arguments = format!("agreement --games {} --agent alphabeta:depth=1", path.display());
    let told = json(&format!("{arguments} --json"));
    assert_eq!((&told["positions"], &told["games"]), (&3.into(), &3.into()), "{told}");
    assert_eq!((&told["sameMove"]["count"], &told["sameStep"]["count"]), (&1.into(), &2.into()), "{told}");
    let one = json(&format!("{arguments} --positions 1 --json"));
    assert_eq!(one["positions"], 1);
    assert!(answer(&arguments).contains("same step      2   66.7%"));
}
