//! The page about protocols tells the truth: its examples are run, and whatever else is said does no harm.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use serde_json::Value;

use crate::{complaint, otrera, run, words};

const PAGE: &str = include_str!("../../../../docs/protocols.md");

/// A conversation on the page.
struct Example<'a> {
    arguments: Vec<String>,
    said: Vec<&'a str>,
    answered: Vec<&'a str>,
}

fn examples() -> Vec<Example<'static>> {
    let blocks = PAGE.split("```text\n$ otrera ").skip(1);
    let example = |block: &'static str| {
        let block = block.split("```").next().expect("a block that ends");
        let (arguments, lines) = block.split_once('\n').expect("a command and a conversation");
        let of = |mark| lines.lines().filter_map(move |line| line.strip_prefix(mark)).collect();
        Example { arguments: words(arguments), said: of("> "), answered: of("< ") }
    };
    blocks.map(example).collect()
}

/// A line without what depends on the clock.
fn timeless(line: &str) -> String {
    match serde_json::from_str::<Value>(line) {
        Ok(mut value) => {
            if let Some(seconds) = value.pointer_mut("/rootInfo/seconds") {
                assert!(seconds.is_number());
                *seconds = 0.into();
            }
            value.to_string()
        }
        Err(_) => line.to_owned(),
    }
}

#[test]
fn the_examples_of_the_page_are_true() {
    let examples = examples();
    assert!(examples.len() >= 9, "the examples are found");
    for Example { arguments, said, answered } in examples {
        let output = run(&arguments, format!("{}\n", said.join("\n")).as_bytes());
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        let text = String::from_utf8(output.stdout).expect("text");
        let mut is: Vec<String> = text.lines().filter(|line| !line.is_empty()).map(timeless).collect();
        let mut told: Vec<String> = answered.iter().map(|line| timeless(line)).collect();
        // Refusals do not wait for the answers to what was asked before.
        if arguments.contains(&"analysis".to_owned()) {
            is.sort();
            told.sort();
        }
        assert_eq!(is, told, "{arguments:?}");
    }
}

#[test]
fn analysis_stops_what_runs_and_what_waits() {
    let mut command = otrera();
    command.args(["engine", "--protocol", "analysis", "--workers", "1"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program starts");
    let mut to = child.stdin.take().expect("a pipe");
    let mut from = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let mut hear =
        || -> Value { serde_json::from_str(&from.next().expect("an answer").expect("text")).expect("JSON") };
    // So long that only being stopped ends it.
    writeln!(to, r#"{{"id": "long", "maxTime": 3600, "reportEvery": 0.01, "multiPv": 3}}"#).unwrap();
    let first = hear();
    assert_eq!((&first["id"], &first["isDuringSearch"]), (&"long".into(), &true.into()));
    assert!(!first["moveInfos"].as_array().unwrap().is_empty() && first.get("territory").is_none());
    writeln!(to, r#"{{"id": "low", "maxPlayouts": 5}}"#).unwrap();
    writeln!(to, r#"{{"id": "late", "maxPlayouts": 5, "priority": -1}}"#).unwrap();
    writeln!(to, r#"{{"id": "high", "maxPlayouts": 5, "priority": 9}}"#).unwrap();
    writeln!(to, r#"{{"id": "stop low", "action": "terminate", "terminateId": "low"}}"#).unwrap();
    writeln!(to, r#"{{"id": "stop long", "action": "terminate", "terminateId": "long"}}"#).unwrap();
    drop(to);
    let mut order = Vec::new();
    let mut rest: Vec<Value> = Vec::new();
    while rest.len() < 6 {
        let answer = hear();
        if answer["isDuringSearch"] != true {
            order.push(answer["id"].as_str().expect("an id").to_owned());
            rest.push(answer);
        }
    }
    let place =
        |id: &str| order.iter().position(|other| other == id).unwrap_or_else(|| panic!("{id} in {order:?}"));
    assert!(
        place("low") < place("stop low") && place("long") < place("high") && place("high") < place("late")
    );
    assert_eq!(rest[place("low")]["noResults"], true);
    let long = &rest[place("long")];
    assert!(long["moveInfos"].as_array().unwrap().len() == 3 && long["territory"]["white"].is_array());
    assert!(child.wait().expect("it ends").success());
}

#[test]
fn rubbish_is_refused_in_one_line() {
    let protocols = ["botzone", "codingame", "ccgc", "gtp", "analysis", "ugi"];
    let inputs: [&[u8]; 7] = [
        b"",
        b"\xff\xfe\x00\n",
        b"1\n0 0 0 0 0 0\n",
        b"2\n-1 -1 -1 -1 -1 -1\n",
        b"8\nw\n........\n",
        b"{\"requests\":[],\"responses\":[]}\n",
        b"16\nw\n\n\n\nmove AAAAAA\nnew black white\ngenmove white green\nplay white\n{\"id\":\"a\",\"fen\":\"1/1 w\"}\n",
    ];
    for protocol in protocols {
        for input in inputs {
            let output = run(["engine", "--protocol", protocol, "--agent", "random"], input);
            let said = String::from_utf8_lossy(&output.stderr);
            match output.status.code() {
                Some(0) => assert!(said.is_empty(), "{protocol}: {said}"),
                Some(2) => assert_eq!(said.matches('\n').count(), 1, "{protocol}: {said}"),
                other => panic!("{protocol} ended with {other:?}: {said}"),
            }
        }
    }
    let said =
        String::from_utf8(run(["engine", "--protocol", "botzone"], b"1\n0 0 0 0 0 0\n").stderr).unwrap();
    assert_eq!(said, "otrera: a1-a1/a1 is not legal: no amazon of White, who is to move, stands on a1\n");
    assert_eq!(complaint("engine --keep-running"), "otrera: --keep-running is only for --protocol botzone");
}

#[test]
fn platforms_without_a_limit_are_played_by_the_clock() {
    let ccgc = ["engine", "--protocol", "ccgc", "--game-time", "200ms"];
    let said =
        String::from_utf8(run(ccgc, b"new black\nend\nnew white\nmove DJDIDH\nquit\n").stdout).unwrap();
    let lines: Vec<&str> = said.lines().collect();
    assert!(lines.len() == 2 && lines.iter().all(|line| line.starts_with("move ")), "{said}");
    let gtp = ["engine", "--protocol", "gtp"];
    let input = b"time_settings 1 0 0\ngenmove white\ntime_left black 0.5 10\ngenmove black\nquit\n";
    let said = String::from_utf8(run(gtp, input).stdout).unwrap();
    assert_eq!(said.lines().filter(|line| line.starts_with("= ")).count(), 2, "{said}");
    let codingame = ["engine", "--protocol", "codingame", "--time", "5ms", "--first-time", "10ms"];
    let said = String::from_utf8(run(codingame, b"2\nw\nb.\n.w\nnull\n6\n").stdout).unwrap();
    assert!(said.trim().parse::<amazons::Move>().is_ok(), "{said}");
}

#[test]
fn a_whole_game_is_played_on_botzone() {
    use amazons::{AnyPosition, Draw, Game, StartSpec};
    use rand::SeedableRng;
    use wire::botzone::{KEEP_RUNNING, Ply};

    let mut command = otrera();
    command.args([
        "engine",
        "--protocol",
        "botzone",
        "--keep-running",
        "--agent",
        "greedy",
        "--nodes",
        "200",
    ]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program starts");
    let mut to = child.stdin.take().expect("a pipe");
    let mut from = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let mut rng = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(3);
    let setup = "8x8".parse::<StartSpec>().unwrap().setup().unwrap();
    let mut game = Game::new(AnyPosition::from_setup(&setup).unwrap());
    writeln!(to, "1\n{}", Ply(None)).unwrap();
    while game.outcome().is_none() {
        let ply: Ply = from.next().expect("a move").expect("text").parse().expect("a move");
        assert_eq!(from.next().expect("a line").expect("text"), KEEP_RUNNING);
        game.play(ply.0.expect("a move where there is one")).expect("a legal move");
        let Some(mv) = game.position().random_move(Draw::Steps, &mut rng) else { break };
        game.play(mv).unwrap();
        writeln!(to, "{}", Ply(Some(mv))).unwrap();
    }
    drop(to);
    assert!(game.moves().len() > 20);
    assert!(child.wait().expect("it ends").success());
}
