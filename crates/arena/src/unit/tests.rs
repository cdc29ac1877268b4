//! Tests of units as texts, and of what is refused.

use std::time::Duration;

use serde_json::{Value, json};

use super::*;
use crate::contest::Contest;
use crate::game::Adjudication;
use crate::opening::OpeningSource;
use crate::schedule::ContestFormat;

fn contest(players: &[&str], limits: &str) -> Contest {
    let start = amazons::Start::of("6x6".parse().unwrap()).unwrap();
    let start = amazons::AnyPosition::from_setup(&start.setup()).unwrap();
    Contest {
        kind: "match",
        entrants: players.iter().map(|player| player.parse().unwrap()).collect(),
        time_control: limits.parse().unwrap(),
        format: ContestFormat::RoundRobin,
        rounds: 2,
        openings: OpeningSource::Random(2).openings(&start, "", 2, 3).unwrap(),
        rules: GameRules { time_margin: Duration::from_millis(100), adjudication: Adjudication::Never },
        seed: 3,
        sprt: None,
    }
}

/// The first games of a contest as a unit.
fn unit(contest: &Contest, games: u64) -> Unit {
    let schedule = contest.schedule();
    let game = |number| contest.planned(schedule.slot(number));
    Unit { plan: Arc::new(contest.plan()), games: (0..games).map(game).collect() }
}

fn counted() -> Unit {
    unit(&contest(&["uct@playouts=30", "greedy"], "depth=1"), 3)
}

/// What is said about a unit in which some field is another.
fn refused(change: impl FnOnce(&mut Value)) -> String {
    let mut value: Value = serde_json::from_str(&counted().to_json()).unwrap();
    change(&mut value);
    Unit::from_json(&value.to_string()).unwrap_err().to_string()
}

#[test]
fn a_unit_is_read_as_it_is_written() {
    let mut unit = counted();
    unit.games[1].strays = vec![4, 9];
    let read = Unit::from_json(&unit.to_json()).unwrap();
    assert_eq!((&read.plan, &read.games), (&unit.plan, &unit.games));
    assert_eq!(read.to_json(), unit.to_json());
    let value: Value = serde_json::from_str(&unit.to_json()).unwrap();
    assert_eq!(value["openings"].as_array().unwrap().len(), 2, "a pair has one opening");
    assert_eq!(
        value["players"][0],
        json!({"name": "uct@playouts=30", "player": "uct", "pace": "playouts=30"})
    );
}

#[test]
fn two_runs_give_the_same_bytes() {
    let text = counted().to_json();
    let lines = run_unit(&text, &Control::new()).unwrap();
    assert_eq!(lines.iter().filter(|&&byte| byte == b'\n').count(), 3);
    assert!(run_unit(&text, &Control::new()).unwrap() == lines);
    // What is read is written again byte by byte, shares of wins included.
    let unit = counted();
    let games = unit.read_result(&lines).unwrap();
    assert!(
        games.iter().any(|game| game.record.thoughts.iter().any(|one| one.assessment.win_rate.is_some()))
    );
    assert!(unit.plan.to_lines(&games) == lines);
    assert!(games.iter().all(|game| game.record.played_at.is_none()));
}

#[test]
fn games_by_the_clock_keep_their_times() {
    let unit = unit(&contest(&["greedy", "random"], "5s"), 1);
    let lines = run_unit(&unit.to_json(), &Control::new()).unwrap();
    let games = unit.read_result(&lines).unwrap();
    assert!(games[0].record.played_at.is_some());
    assert!(games[0].record.thoughts.iter().any(|thought| thought.time > Duration::ZERO));
}

#[test]
fn a_timed_unit_has_the_same_games_with_their_times() {
    let unit = counted();
    let result = |lines: Vec<u8>| unit.read_result(&lines).unwrap();
    let plain = result(run_unit(&unit.to_json(), &Control::new()).unwrap());
    let mut timed = result(run_timed_unit(&unit.to_json(), &Control::new()).unwrap());
    for game in &mut timed {
        assert!(game.record.played_at.take().is_some());
        assert!(game.record.thoughts.iter().any(|thought| thought.time > Duration::ZERO));
        game.record.thoughts.iter_mut().for_each(|thought| thought.time = Duration::ZERO);
    }
    assert_eq!(timed, plain);
}

#[test]
fn the_order_of_games_changes_none_of_them() {
    let unit = counted();
    let mut player = GamePlayer::new(Arc::clone(&unit.plan));
    let forth = unit.play(&mut player, &Control::new()).unwrap();
    let mut reversed = unit.clone();
    reversed.games.reverse();
    // The same agents again, which have played other games before.
    let mut back = reversed.play(&mut player, &Control::new()).unwrap();
    back.reverse();
    assert!(unit.plan.to_lines(&forth) == unit.plan.to_lines(&back));
}

#[test]
fn foreign_cut_and_newer_texts_are_refused() {
    let text = counted().to_json();
    for cut in [0, 1, text.len() / 2, text.len() - 1] {
        let error = Unit::from_json(&text[..cut]).unwrap_err();
        assert!(matches!(&error, UnitError::Text(what) if what.contains("EOF")), "{cut}: {error}");
    }
    let foreign = "not a unit of work: expected an object with \"format\": \"otrera unit\"";
    for other in ["{}", "[]", "7", "{\"moves\": \"d1-d7/g7\"}", "{\"format\": 1}"] {
        assert_eq!(Unit::from_json(other).unwrap_err().to_string(), foreign);
    }
    let newer = refused(|unit| {
        unit["version"] = json!(2);
        unit["something"] = json!("new");
    });
    assert_eq!(newer, "the unit has format 2, and this program reads format 1: use a newer otrera");
    assert_eq!(refused(|unit| unit["kind"] = json!("proof")), "kind: expected \"games\", found proof");
    let program = refused(|unit| unit["program"] = json!("99.0.0"));
    assert!(program.starts_with("the unit is for otrera 99.0.0, and this is otrera "), "{program}");
    let huge = " ".repeat(MAX_UNIT_BYTES as usize + 1);
    assert_eq!(Unit::from_json(&huge).unwrap_err(), UnitError::Size(MAX_UNIT_BYTES + 1));
}

/// Every byte of a text may be another one: it is read or refused, and never a panic.
#[test]
fn a_damaged_text_is_read_or_refused() {
    let mut unit = counted();
    unit.games[0].strays = vec![3];
    let text = unit.to_json();
    let (mut read, mut refused) = (0, 0);
    for (at, _) in text.char_indices() {
        for other in ['"', '0', '9', '-', '/', ',', '{', ']', 'q', ' '] {
            let mut damaged = text.clone();
            damaged.replace_range(at..=at, &other.to_string());
            match Unit::from_json(&damaged) {
                Ok(_) => read += 1,
                Err(_) => refused += 1,
            }
        }
    }
    assert!(read > 0 && refused > read, "{read} read, {refused} refused");
}

#[test]
fn what_cannot_be_played_here_is_said() {
    let said = |change: fn(&mut Value), words: &str| {
        let error = refused(change);
        assert!(error.contains(words), "{error}");
    };
    said(|unit| unit["strength"] = json!(1), "unknown field `strength`");
    said(|unit| unit["games"][0]["seed"] = json!(-1), "invalid value: integer `-1`");
    said(
        |unit| unit["games"][0]["seed"] = json!(u64::MAX),
        "games[0].seed: 18446744073709551615 is more than 63 bits",
    );
    said(|unit| unit["games"][2]["white"] = json!(2), "games[2].white: there is no number 2 in the list");
    said(|unit| unit["games"][1]["opening"] = json!(9), "games[1].opening: there is no number 9 in the list");
    said(|unit| unit["games"][0]["strays"] = json!([1_000]), "games[0].strays: expected at most 256 plies");
    said(|unit| unit["source"] = json!("dream"), "source: unknown name \"dream\"");
    said(|unit| unit["players"][0]["player"] = json!("mgpo"), "did you mean mgpeo?");
    said(|unit| unit["players"][0]["pace"] = json!("soon"), "player \"uct\": expected a limit");
    said(|unit| unit["players"][1] = json!({"player": "cmd:./engine"}), "cmd:./engine has no limit");
    said(
        |unit| unit["openings"][0]["moves"] = json!("startpos moves a1-a1/a1"),
        "opening \"random 1\": this move is not legal",
    );
    said(|unit| unit["openings"][0]["moves"] = json!("startpos\nstartpos"), "expected one line, found 2");
    said(|unit| unit["openings"][0]["moves"] = json!("fen q**/***/**Q w"), "a finished game");
}

#[test]
fn another_network_under_the_same_name_is_refused() {
    let folder = testkit::network_files(&["a.net"]);
    let path = folder.path().join("a.net");
    let player = format!("greedy:eval=net:{}", path.display());
    let text = unit(&contest(&[&player, "random"], "depth=1"), 1).to_json();
    assert!(text.contains(&testkit::network().digest()));
    assert!(run_unit(&text, &Control::new()).is_ok());
    let mut network = testkit::network();
    network.training.examples += 1;
    std::fs::write(&path, network.to_bytes()).unwrap();
    let error = run_unit(&text, &Control::new()).unwrap_err();
    assert!(matches!(&error, UnitError::Network { found, .. } if *found == network.digest()), "{error}");
    std::fs::remove_file(&path).unwrap();
    let error = run_unit(&text, &Control::new()).unwrap_err().to_string();
    assert!(error.contains("No such file"), "{error}");
    // A board that the network cannot read.
    std::fs::write(&path, testkit::network().to_bytes()).unwrap();
    let mut value: Value = serde_json::from_str(&text).unwrap();
    value["openings"][0]["moves"] = json!(format!("fen Q14/{}14q w", "15/".repeat(13)));
    let error = run_unit(&value.to_string(), &Control::new()).unwrap_err().to_string();
    assert!(error.ends_with("reads boards of at most 10x10, and this is 15x15"), "{error}");
}

#[test]
fn a_program_that_does_not_start_fails_its_unit() {
    let contest = contest(&["cmd:./no-such-engine", "random"], "depth=1");
    let error = run_unit(&unit(&contest, 1).to_json(), &Control::new()).unwrap_err();
    assert!(matches!(&error, UnitError::Start { player, .. } if player == "cmd:./no-such-engine"), "{error}");
}

#[test]
fn a_stopped_unit_says_so() {
    let control = Control::new();
    control.stop();
    assert_eq!(run_unit(&counted().to_json(), &control), Err(UnitError::Stopped));
}

#[test]
fn a_result_that_is_not_of_the_unit_is_refused() {
    let whole = counted();
    let lines = run_unit(&whole.to_json(), &Control::new()).unwrap();
    let said = |bytes: &[u8]| whole.read_result(bytes).unwrap_err().to_string();
    let end = lines.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    assert!(said(&lines[..end]).ends_with("2 of 3 games are missing"));
    assert!(said(&lines[..end - 20]).contains("line 1: not a game in JSON"));
    assert!(said(&lines[end..]).ends_with("line 1: game 1 is not expected here"));
    assert!(said(&[&lines[..], &lines[..end]].concat()).ends_with("line 4: game 0 is not expected here"));
    assert!(said(b"\xff").ends_with("line 1: not UTF-8"));
    let other = unit(&contest(&["uct@playouts=31", "greedy"], "depth=1"), 3);
    let other = run_unit(&other.to_json(), &Control::new()).unwrap();
    assert!(said(&other).ends_with("line 1: a game of another run"));
}
