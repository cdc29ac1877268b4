//! `otrera serve` as a process: the address, moves that survive a kill, a clean end, a port that is taken.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

/// A server that is ended with the test.
struct Serving {
    child: Child,
    address: String,
    /// What it says up to the line about its end.
    greeting: String,
}

impl Serving {
    fn start(store: &Path, more: &[&str]) -> Self {
        Self::start_with(store, more, Stdio::null())
    }

    fn start_with(store: &Path, more: &[&str], errors: Stdio) -> Self {
        let mut command = super::otrera();
        command.args(["serve", "--no-open", "--port", "0", "--store"]).arg(store).args(more);
        let mut child = command.stdout(Stdio::piped()).stderr(errors).spawn().expect("it starts");
        let mut line = String::new();
        let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
        out.read_line(&mut line).expect("an address");
        let address = line.trim().strip_prefix("The board is at http://").expect(&line).to_owned();
        let mut greeting = String::new();
        while !greeting.ends_with("ends it.\n") {
            assert_ne!(out.read_line(&mut greeting).expect("a greeting"), 0, "{greeting}");
        }
        // The rest must have somewhere to go.
        std::thread::spawn(move || out.read_to_end(&mut Vec::new()));
        Self { child, address, greeting }
    }

    fn host(&self) -> &str {
        self.address.split('/').next().unwrap_or_default()
    }

    fn ask(&self, method: &str, path: &str, body: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(self.host()).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_secs(30))).expect("a timeout");
        let kind = if body.is_empty() { "" } else { "Content-Type: application/json\r\n" };
        let (host, length) = (self.host(), body.len());
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: {host}\r\n{kind}Content-Length: {length}\r\nConnection: close\r\n\r\n{body}"
        )
        .expect("it reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers");
        let status = answer.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
        (status, answer.split_once("\r\n\r\n").map(|(_, body)| body.to_owned()).unwrap_or_default())
    }

    fn json(&self, method: &str, path: &str, body: &Value) -> Value {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let (status, answer) = self.ask(method, path, &body);
        assert!((200..300).contains(&status), "{method} {path}: {status} {answer}");
        serde_json::from_str(&answer).expect(&answer)
    }

    fn signal(&mut self, name: &str) -> std::process::ExitStatus {
        let sent = Command::new("kill").args([name, &self.child.id().to_string()]).status();
        assert!(sent.is_ok_and(|status| status.success()));
        self.child.wait().expect("it ends")
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn seats() -> Value {
    let human = |name: &str| json!({"kind": "human", "name": name});
    json!({"board": "6x6", "white": human("Ada"), "black": human("Grace"), "clock": {"seconds": 600}})
}

const MOVES: [&str; 4] = ["b1b4,b4d4", "b6b5,b5b6", "e1e3,e3e1", "e6e5,e5e6"];

#[test]
fn a_network_that_cannot_be_read_is_told_and_the_engine_plays_without_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let (network, errors) = (folder.path().join("cut.net"), folder.path().join("errors"));
    let whole = include_bytes!("../../../eval/nets/otrera.net");
    std::fs::write(&network, &whole[..whole.len() / 2]).expect("a file");
    let said = std::fs::File::create(&errors).expect("a file");
    let network = network.to_str().expect("a name");
    let store = folder.path().join("games.sqlite");
    let serving = Serving::start_with(&store, &["--network", network], said.into());
    let said = std::fs::read_to_string(&errors).expect("what it said");
    assert!(said.contains("warning: network ") && said.contains("the file is cut off"), "{said}");
    assert!(said.contains("the flagship evaluates without a network"), "{said}");
    let warning = serving.json("GET", "/api/version", &Value::Null)["warnings"][0].to_string();
    assert!(warning.contains("the file is cut off; the flagship evaluates without"), "{warning}");
    let engine = json!({"kind": "engine", "name": "Otrera", "agent": "otrera:level=3"});
    let human = json!({"kind": "human", "name": "Ada"});
    let id = serving.json("POST", "/api/games", &json!({"board": "10x10", "white": engine, "black": human}))
        ["id"]
        .clone();
    let has_moved = |_: &u32| {
        std::thread::sleep(Duration::from_millis(100));
        serving.json("GET", &format!("/api/games/{id}"), &Value::Null)["lastPly"] == 1
    };
    assert!((0..600).any(|turn| has_moved(&turn)), "the engine moves");
}

#[test]
fn every_acknowledged_move_survives_a_kill_and_the_game_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = folder.path().join("games.sqlite");
    let mut id = Value::Null;
    // Killed after every move: what was acknowledged is there, and the next is taken.
    for (at, mv) in MOVES.iter().enumerate() {
        let mut serving = Serving::start(&store, &[]);
        if at == 0 {
            id = serving.json("POST", "/api/games", &seats())["id"].clone();
        }
        let game = serving.json("GET", &format!("/api/games/{id}"), &Value::Null);
        assert_eq!(game["lastPly"], at, "{game}");
        assert_eq!(game["live"]["turn"], if at % 2 == 0 { "white" } else { "black" });
        serving.json("POST", &format!("/api/games/{id}/moves"), &json!({"ply": at + 1, "move": mv}));
        assert!(!serving.signal("-KILL").success());
    }
    let serving = Serving::start(&store, &[]);
    let game = serving.json("GET", &format!("/api/games/{id}"), &Value::Null);
    let moves: Vec<&str> =
        game["nodes"].as_array().expect("nodes").iter().filter_map(|node| node["move"].as_str()).collect();
    assert_eq!(moves, MOVES);
    let clock = &game["live"]["clock"];
    assert!(clock["white"].as_u64() <= Some(600_000) && clock["white"].as_u64() > Some(500_000), "{clock}");
    let list = super::answer(&format!("games list --store {} --json", store.display()));
    assert!(list.contains("Ada"), "{list}");
}

#[test]
fn an_engines_game_goes_on_after_a_kill() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = folder.path().join("games.sqlite");
    let mut serving = Serving::start(&store, &[]);
    let engine = json!({"kind": "engine", "agent": "otrera:level=1"});
    let body = json!({"board": "6x6", "white": engine, "black": engine, "pace": 100});
    let id = serving.json("POST", "/api/games", &body)["id"].clone();
    serving.signal("-KILL");
    let serving = Serving::start(&store, &[]);
    serving.json("POST", &format!("/api/games/{id}/pace"), &json!({"pace": 0}));
    for _ in 0..6000 {
        let game = serving.json("GET", &format!("/api/games/{id}"), &Value::Null);
        if !game["result"].is_null() {
            assert_eq!(game["result"]["ending"], "no moves");
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("the game never ended");
}

#[test]
fn ctrl_c_ends_it_cleanly() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = folder.path().join("games.sqlite");
    for signal in ["-INT", "-TERM"] {
        let mut serving = Serving::start(&store, &[]);
        serving.json("POST", "/api/games", &seats());
        // A connection that says nothing does not keep it.
        let _idle = TcpStream::connect(serving.host()).expect("it listens");
        assert!(serving.signal(signal).success());
        assert!(!folder.path().join("games.sqlite-wal").exists(), "the log was put away");
    }
}

#[test]
fn beyond_this_machine_a_token_is_part_of_the_address() {
    let folder = tempfile::tempdir().expect("a folder");
    let serving = Serving::start(&folder.path().join("games.sqlite"), &["--host", "0.0.0.0"]);
    assert!(serving.greeting.contains("The connection is not encrypted"), "{}", serving.greeting);
    let (_, token) = serving.address.split_once("/?token=").expect("a token");
    assert_eq!(token.len(), 48);
    assert_eq!(serving.ask("GET", "/api/version", "").0, 401);
    assert_eq!(serving.ask("GET", &format!("/?token={token}"), "").0, 200);
}

#[test]
fn what_cannot_be_served_is_told_in_a_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let serving = Serving::start(&folder.path().join("games.sqlite"), &[]);
    let port = serving.host().rsplit(':').next().expect("a port");
    let other = folder.path().join("other.sqlite");
    let line = super::complaint(&format!("serve --no-open --port {port} --store {}", other.display()));
    assert!(line.contains(&format!("port {port} is in use by another program")), "{line}");
    let text = folder.path().join("text");
    std::fs::write(&text, "no store").expect("a file");
    let line = super::complaint(&format!("serve --no-open --port 0 --store {}", text.display()));
    assert!(line.contains("is not a store of games"), "{line}");
    let line = super::complaint("serve --no-open --host elsewhere");
    assert!(line.contains("elsewhere"), "{line}");
}
