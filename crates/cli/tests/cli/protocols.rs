//! The languages of platforms, with real processes: what is said at any moment is heard, and rubbish does no harm.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use serde_json::Value;

use crate::dialogue::Dialogue;
use crate::{complaint, otrera, run};

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
    assert_eq!(
        said,
        "otrera: invalid input: a1-a1/a1 is not legal: no amazon of White, who is to move, stands on a1\n"
    );
    assert_eq!(complaint("engine --keep-running"), "otrera: --keep-running is only for --protocol botzone");
}

#[test]
fn ccgc_is_heard_while_it_thinks() {
    // So long that only being stopped ends it: with a day for a game the first move takes an hour.
    let mut ccgc = Dialogue::of(["engine", "--protocol", "ccgc", "--game-time", "1440m"]);
    let mut ask = |line: &str, question: &str, answer: &str| {
        ccgc.send(line);
        ccgc.send(question);
        assert_eq!(ccgc.receive().as_deref(), Some(answer), "to {question} after {line}");
    };
    ask("new black", "name?", "name otrera");
    // It is not the platform's turn.
    ask("error", "move DADBEB", "error");
    ask("end", "move DADBEB", "error");
    ask("new white", "name?", "name otrera");
    ask("move DJDIDH", "xyzzy", "error");
    ask("new black", "name?", "name otrera");
    ccgc.send("quit");
    assert_eq!(ccgc.end(), (vec![], true), "no move of a game that is over");
    // At the end of the input the best move so far is still said.
    let said = run(["engine", "--protocol", "ccgc", "--game-time", "1440m"], b"new black").stdout;
    let said = String::from_utf8(said).unwrap();
    assert!(said.starts_with("move ") && said.lines().count() == 1, "{said}");
}

#[test]
fn a_whole_game_is_played_on_ccgc_with_both_clocks_used() {
    use amazons::{Draw, Game};
    use rand::SeedableRng;
    use wire::ccgc::Command;

    let mut ccgc =
        Dialogue::of(["engine", "--protocol", "ccgc", "--game-time", "1s", "--agent", "otrera:hash=4"]);
    let mut rng = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(5);
    let mut game = Game::default();
    ccgc.send("new white");
    while game.outcome().is_none() {
        let Some(mv) = game.position().random_move(Draw::Steps, &mut rng) else { break };
        game.play(mv).unwrap();
        ccgc.send(&Command::Move(mv).to_string());
        if game.outcome().is_some() {
            break;
        }
        match ccgc.receive().expect("a move").parse() {
            Ok(Command::Move(mv)) => game.play(mv).expect("a legal move"),
            other => panic!("{other:?}"),
        }
    }
    assert!(game.outcome().is_some_and(|outcome| outcome.winner == amazons::Color::Black));
    ccgc.send("end");
    ccgc.send("quit");
    assert_eq!(ccgc.end(), (vec![], true));
}

/// The flagship's own games on every platform, as they were recorded.
#[test]
fn the_flagship_answers_every_platform() {
    let start = "..b..b..\n........\nb......b\n........\n........\nw......w\n........\n..w..w..";
    let turns: [(&str, &[&str]); 5] = [
        ("botzone", &["2\n-1 -1 -1 -1 -1 -1\n2 0 2 5 5 5\n0 5 1 4 1 6"]),
        ("botzone", &[r#"{"requests":[{"x0":2,"y0":0,"x1":2,"y1":5,"x2":5,"y2":5}],"responses":[]}"#]),
        ("ccgc", &["name?", "new black", "end\nnew white\nmove DJDIDH"]),
        ("codingame", &[&format!("8\nw\n{start}\nnull\n1232"), &format!("b\n{start}\nnull\n1232")]),
        (
            "gtp",
            &["set_game Amazons", "boardsize 8", "genmove white", "genmove black", "play white A1-A1-A1"],
        ),
    ];
    let mut transcript = String::new();
    for (protocol, turns) in turns {
        let arguments = ["engine", "--protocol", protocol, "--agent", "otrera:hash=8", "--nodes", "2000"];
        transcript += &format!("$ otrera {}\n", arguments.join(" "));
        let mut dialogue = Dialogue::of(arguments);
        for turn in turns {
            dialogue.send(turn);
            turn.lines().for_each(|line| transcript += &format!("> {line}\n"));
            let answer = std::iter::from_fn(|| dialogue.receive()).find(|line| !line.is_empty());
            transcript += &format!("< {}\n", answer.expect("an answer"));
        }
        assert!(dialogue.end().1, "{transcript}");
    }
    insta::assert_snapshot!(transcript);
}

#[test]
fn platforms_without_a_limit_are_played_by_the_clock() {
    let mut ccgc = Dialogue::of(["engine", "--protocol", "ccgc", "--game-time", "200ms"]);
    for beginning in [["new black"].as_slice(), &["end", "new white", "move DJDIDH"]] {
        beginning.iter().for_each(|line| ccgc.send(line));
        assert!(ccgc.receive().unwrap().starts_with("move "));
    }
    ccgc.send("quit");
    assert_eq!(ccgc.end(), (vec![], true));
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
