//! Networks in files, wherever the user names a player or an evaluation.

use serde_json::Value;
use tempfile::TempDir;

use crate::{complaint, run, run_search, words};

/// A folder with two networks, one of which has a name that needs quotes.
struct Place {
    folder: TempDir,
}

impl Place {
    fn new() -> Self {
        Self { folder: testkit::network_files(&["a.net", "b,c@d e.net"]) }
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).display().to_string()
    }

    /// The name of a network.
    fn network(&self) -> String {
        format!("net:{}", self.path("a.net"))
    }

    fn quoted(&self) -> String {
        format!("net:\"{}\"", self.path("b,c@d e.net"))
    }
}

/// What is printed when all is well; notes go to standard error.
fn answer_to(arguments: &str, input: &str) -> String {
    let output = run(words(arguments), input.as_bytes());
    assert!(output.status.success(), "otrera {arguments}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// A position of 15x15, which no network reads.
const LARGE: &str = "Q14/15/15/15/15/15/15/15/15/15/15/15/15/15/14q w";

#[test]
fn a_network_is_explained_as_an_evaluation() {
    let place = Place::new();
    let said = answer_to(&format!("eval --board 6x6 --eval {}", place.network()), "");
    assert!(said.starts_with(&format!("{} = ", place.network())), "{said}");
    assert!(said.contains("a network of units with 3 hidden units, trained on 0 games"), "{said}");
    let said = answer_to(&format!("eval --board 6x6 --eval '{}' --json", place.quoted()), "");
    let told: Value = serde_json::from_str(&said).unwrap();
    assert_eq!(told["evaluations"][0]["name"], place.quoted().as_str());
    assert_eq!(told["evaluations"][0]["terms"][0]["name"], "network");
}

#[test]
fn a_network_plays_and_analyses() {
    let place = Place::new();
    for eval in [place.network(), place.quoted()] {
        let player = format!("'greedy:eval={eval}'");
        let said = answer_to(&format!("analyze --board 6x6 --agent {player}"), "");
        assert!(said.contains("\nbestmove "), "{said}");
        let said = answer_to(&format!("play --no-save --board 6x6 --color black --agent {player}"), "quit\n");
        assert!(said.contains(&format!("greedy:eval={eval} plays ")), "{said}");
        let said = answer_to(&format!("agents {player}"), "");
        assert!(said.starts_with("greedy ("), "{said}");
    }
    let games = place.path("games.txt");
    std::fs::write(&games, "d1-d7/g7 d10-d8/j8\n").unwrap();
    let agent = format!("greedy:eval={}", place.network());
    let said = answer_to(&format!("agreement --games {games} --agent {agent} --positions 2"), "");
    assert!(said.starts_with(&format!("{agent} at 2 positions")), "{said}");
    let judge = format!("--judge uct-eval:eval={} --playouts 20", place.network());
    let loose = "--count 1 --plies 1 --tolerance 0.5 --sharpness 0.5 --board 6x6 --threads 1";
    let said = answer_to(&format!("openings {judge} {loose}"), "");
    assert!(said.contains(&format!("for uct-eval:eval={}", place.network())), "{said}");
}

/// An interface sets options for itself or for others: they read no file.
#[test]
fn an_engine_has_the_network_that_it_was_started_with() {
    let place = Place::new();
    let input = format!(
        "uci\nsetoption name eval value territory\nsetoption name eval value net:{}\n\
         setoption name eval value {}\nposition fen 1q1/3/1Q1 w\ngo depth 1\nisready\nquit\n",
        place.path("b,c@d e.net"),
        place.network()
    );
    let said = answer_to(&format!("engine --agent greedy:eval={}", place.network()), &input);
    assert!(said.contains(&format!("option name eval type combo default {} var", place.network())), "{said}");
    assert_eq!(said.matches("info string error").count(), 1, "{said}");
    assert!(said.contains("names a file, and files are read only for the command line"), "{said}");
    let said = answer_to(
        &format!("engine --agent greedy:eval={}", place.network()),
        &format!("position fen {LARGE}\ngo depth 1\nisready\nquit\n"),
    );
    assert!(said.contains("reads boards of at most 10x10, and this is 15x15"), "{said}");
    let query = "{\"id\":\"a\",\"board\":\"6x6\"}\n";
    let said =
        answer_to(&format!("engine --protocol analysis --agent 'greedy:eval={}'", place.quoted()), query);
    assert!(said.contains("\"moveInfos\":[{"), "{said}");
}

#[test]
fn networks_have_contests_that_can_be_resumed() {
    let place = Place::new();
    let store = place.path("games.sqlite");
    let play = |command: &str| -> Value {
        let said =
            answer_to(&format!("{command} --board 4x4 --openings random:1 --json --store {store}"), "");
        serde_json::from_str(said.lines().last().unwrap()).unwrap()
    };
    let quoted = format!("'greedy:eval={}@depth=1'", place.quoted());
    let plain = format!("greedy:eval={}", place.network());
    let command = format!("match {quoted} random --depth 1 --games 4");
    let result = play(&command);
    assert_eq!(result["games"], 4, "{result}");
    assert_eq!(play(&format!("{command} --resume"))["run"], result["run"]);
    // The same text with another network is another contest.
    let mut other = testkit::network();
    other.training.seed = 9;
    std::fs::write(place.path("b,c@d e.net"), other.to_bytes()).unwrap();
    assert_ne!(play(&format!("{command} --resume"))["run"], result["run"]);
    let result = play(&format!("tournament {plain} {quoted} random --depth 1 --games 2"));
    assert_eq!(result["games"], 6, "{result}");
    let result = play(&format!("sprt {plain} random --depth 1 --games 2"));
    assert_eq!(result["games"], 2, "{result}");
}

#[test]
fn networks_make_databases() {
    let place = Place::new();
    let out = place.path("games.jsonl");
    let command = |games: u32| {
        let agent = format!("'greedy:eval={}@depth=1'", place.quoted());
        format!("lab selfplay --games {games} --agent {agent} --board 6x6 --concurrency 1 --out {out}")
    };
    assert!(answer_to(&command(2), "").starts_with("2 games: "));
    assert!(answer_to(&format!("{} --resume", command(3)), "").starts_with("3 games: "));
    let games = std::fs::read_to_string(&out).unwrap();
    let first: Value = serde_json::from_str(games.lines().nth(1).unwrap()).unwrap();
    assert_eq!(first["white"], format!("greedy:eval={}", place.quoted()));
    std::fs::write(place.path("b,c@d e.net"), "rubbish").unwrap();
    assert!(complaint(&command(4)).contains("it does not begin with \"otrera-network 1\""));
}

#[test]
fn a_board_that_a_network_cannot_read_is_refused() {
    let place = Place::new();
    let (network, out) = (place.network(), place.path("games.jsonl"));
    let store = place.path("games.sqlite");
    let player = format!("greedy:eval={network}");
    let reason = format!("{network} reads boards of at most 10x10, and this is 15x15");
    for command in [
        format!("eval --eval {network}"),
        format!("analyze --agent {player}"),
        format!("play --no-save --agent {player}"),
        format!("match {player} random --store {store}"),
        format!("tournament random {player} --store {store}"),
        format!("sprt {player} random --store {store}"),
        format!("openings --judge {player}"),
        format!("lab selfplay --games 1 --agent {player} --out {out}"),
    ] {
        let said = complaint(&format!("{command} --fen '{LARGE}'"));
        assert!(said.ends_with(&reason), "otrera {command}: {said}");
    }
    assert!(!std::fs::exists(out).unwrap() && !std::fs::exists(store).unwrap());
}

#[test]
fn a_damaged_network_of_the_flagship_is_told_and_the_game_goes_on() {
    let place = Place::new();
    let good = include_bytes!("../../../eval/nets/otrera.net");
    let (whole, cut) = (place.path("whole.net"), place.path("cut.net"));
    std::fs::write(&whole, good).unwrap();
    std::fs::write(&cut, &good[..good.len() - 100]).unwrap();
    let input = "position startpos\ngo nodes 2000\n";
    let engine = |network: &str| run_search(&format!("engine --network {network}"), input);
    let (said, warned) = engine(&whole);
    assert!(!warned.contains("warning") && !said.contains("warning"), "{warned}{said}");
    let (own, _) = run_search("engine", input);
    let scores = |said: &str| {
        let line = said.lines().rfind(|line| line.contains(" score ")).expect("a score").to_owned();
        line.split(" score ")
            .nth(1)
            .unwrap()
            .split(" wdl")
            .next()
            .unwrap()
            .split_whitespace()
            .take(2)
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(scores(&said), scores(&own), "the same network");
    for network in [cut.as_str(), "no-such.net"] {
        let (without, warned) = engine(network);
        let told = warned.contains("warning: network ") && warned.contains("evaluates without a network");
        assert!(told, "{warned}");
        let warnings: Vec<&str> =
            without.lines().filter(|line| line.starts_with("info string warning: network ")).collect();
        assert!(
            warnings.len() == 1 && warnings[0].ends_with("; the flagship evaluates without a network"),
            "{without}"
        );
        assert!(without.starts_with(warnings[0]), "before the search: {without}");
        assert_ne!(scores(&without), scores(&said), "the counts alone are something else");
    }
    let eval = answer_to(&format!("eval --eval net:{whole}"), "");
    assert!(eval.contains("hidden units"), "{eval}");
    assert!(complaint(&format!("eval --eval net:{cut}")).contains("the file is cut off"));
}
