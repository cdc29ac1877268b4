//! Programs that misbehave, each in a real process: every failure has a name, and every wait ends.
#![cfg(unix)]

use std::path::Path;
use std::time::Duration;

use agents::process::{ProcessAgent, Program, Timeouts};
use agents::{Agent, AgentError, Contender, RootMoves, Task};
use testkit::game_at;
use thought::{Control, Decision, Limits, Observer, Report, Silent};

/// Short where a test waits for it, long where it must not matter.
fn timeouts() -> Timeouts {
    Timeouts { grace: Duration::from_millis(1_500), ..Timeouts::default() }
}

fn scripted(mode: &str) -> Program {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/engines/scripted.sh");
    Program::new(["sh", script.to_str().expect("a path of text"), mode])
}

fn start(mode: &str) -> ProcessAgent {
    ProcessAgent::start(scripted(mode), timeouts()).unwrap_or_else(|error| panic!("{mode}: {error}"))
}

/// The decision on the board that has one move.
fn decide(agent: &mut ProcessAgent) -> Result<Decision, AgentError> {
    agent.decide(
        &game_at("Q1q w"),
        Task::new(&Limits::time(Duration::from_millis(20)), &Control::new(), &mut Silent),
    )
}

fn crash(error: &AgentError) -> &str {
    match error {
        AgentError::Crashed(why) => why,
        other => panic!("{other:?} is no crash"),
    }
}

#[test]
fn a_correct_program_plays() {
    let mut agent = start("good");
    assert!(agent.transcript().unwrap().contains("id name scripted good\n"));
    for _ in 0..3 {
        agent.new_game(7);
        let decision = decide(&mut agent).unwrap();
        assert_eq!(decision.mv, "a1b1a1".parse().unwrap());
        assert_eq!(decision.report.lines[0].moves, [decision.mv]);
    }
    let text = agent.transcript().unwrap();
    assert!(
        text.contains("> position fen Q1q w - - 0 1\n> go movetime 20\n< bestmove a1b1,b1a1\n"),
        "{text}"
    );
    assert_eq!(text.matches("# starting").count(), 1, "one process for all games");
}

#[test]
fn unusual_but_valid_programs_play() {
    for mode in ["uci-only", "touchy", "chatter", "giant", "bytes", "late", "unasked"] {
        let mut agent = start(mode);
        for _ in 0..2 {
            agent.new_game(7);
            let decided = decide(&mut agent);
            assert!(decided.is_ok(), "{mode}: {decided:?}\n{}", agent.transcript().unwrap());
        }
        let transcript = agent.transcript().unwrap();
        assert!(transcript.lines().count() <= 200 && transcript.len() < 200 * 2_000);
    }
}

#[test]
fn a_crash_at_the_start_is_an_error_of_the_start() {
    let error = ProcessAgent::start(scripted("crash-at-start"), timeouts()).err().unwrap();
    assert!(crash(&error).starts_with("ended (exit status: 3)"), "{error}");
    assert!(crash(&error).ends_with(": cannot find my book"), "{error}");
    let error = "cmd:./no-such-engine --at all".parse::<Contender>().unwrap().agent().err().unwrap();
    assert!(crash(&error).starts_with("cannot start ./no-such-engine --at all: "), "{error}");
    // A program that speaks another language, and one that speaks none.
    let error = ProcessAgent::start(Program::new(["true"]), timeouts()).err().unwrap();
    assert!(crash(&error).starts_with("ended (exit status: 0)"), "{error}");
    let hasty = Timeouts { start: Duration::from_millis(50), ..timeouts() };
    let error = ProcessAgent::start(scripted("silent"), hasty).err().unwrap();
    assert!(matches!(&error, AgentError::Stalled(why) if why.starts_with("neither \"ugiok\"")), "{error}");
}

#[test]
fn a_failure_is_reported_and_a_new_game_restarts_the_program() {
    for (mode, begin, end) in [
        ("crash", "ended (exit status: 4) after \"go movetime 20\"", ": out of luck"),
        ("closed", "closed its output after \"go movetime 20\"", "20\""),
        ("orphan", "ended (exit status: 6) after", "20\""),
    ] {
        let mut agent = start(mode);
        for _ in 0..2 {
            agent.new_game(7);
            let error = decide(&mut agent).unwrap_err();
            assert!(crash(&error).starts_with(begin) && crash(&error).ends_with(end), "{mode}: {error}");
            assert_eq!(decide(&mut agent).unwrap_err(), error, "it stays so until the next game");
        }
        let transcript = agent.transcript().unwrap();
        assert_eq!(transcript.matches("# starting").count(), 2, "{transcript}");
    }
}

#[test]
fn an_illegal_move_is_reported_as_it_was_written() {
    for (mode, said) in [("illegal", "a1a1,a1a1"), ("rubbish", "e2e4")] {
        let mut agent = start(mode);
        agent.new_game(7);
        assert_eq!(decide(&mut agent), Err(AgentError::Illegal(said.to_owned())), "{mode}");
    }
    let mut agent = start("resign");
    agent.new_game(7);
    assert_eq!(decide(&mut agent), Err(AgentError::Resigned));
    assert_eq!(decide(&mut agent), Err(AgentError::Resigned), "it is no failure");
    let over = agent.decide(&game_at("Q*q w"), Task::new(&Limits::NONE, &Control::new(), &mut Silent));
    assert_eq!(over, Err(AgentError::GameOver));
}

#[test]
fn failures_in_the_middle_of_a_game_are_reported() {
    for mode in ["crash-midgame", "illegal-midgame"] {
        let mut agent = start(mode);
        agent.new_game(7);
        assert!(decide(&mut agent).is_ok() && decide(&mut agent).is_ok(), "{mode}");
        match (mode, decide(&mut agent).unwrap_err()) {
            ("crash-midgame", error) => assert!(crash(&error).ends_with(": lost my way"), "{error}"),
            (_, error) => assert_eq!(error, AgentError::Illegal("a1a1,a1a1".to_owned())),
        }
    }
}

#[test]
fn a_stalled_program_is_killed() {
    let mut agent = start("stall");
    agent.new_game(7);
    let Err(AgentError::Stalled(why)) = decide(&mut agent) else { panic!("it stalls") };
    assert_eq!(why, "no move within 1.5 s after the time limit of \"go movetime 20\"");
    // With a limit that names no time, and when told to stop.
    let hasty =
        Timeouts { untimed: Duration::from_millis(40), grace: Duration::from_millis(30), ..timeouts() };
    let mut agent = ProcessAgent::start(scripted("stall"), hasty).unwrap();
    agent.new_game(7);
    let stalled =
        agent.decide(&game_at("Q1q w"), Task::new(&Limits::playouts(9), &Control::new(), &mut Silent));
    assert_eq!(stalled, Err(AgentError::Stalled("no move within 0.04 s of \"go nodes 9\"".to_owned())));
    agent.new_game(7);
    let stopped = Control::new();
    stopped.stop();
    let stalled = agent.decide(&game_at("Q1q w"), Task::new(&Limits::NONE, &stopped, &mut Silent));
    let why = "no move within 0.03 s of \"stop\" after \"go infinite\"";
    assert_eq!(stalled, Err(AgentError::Stalled(why.to_owned())));
}

#[test]
fn children_of_a_program_are_killed_with_it() {
    use std::process::Command;
    // Its child would sleep for hours; the marker finds it among all processes.
    let marker = format!("43{:05}", std::process::id() % 100_000);
    let lives = || {
        let list = Command::new("ps").args(["-eo", "args"]).output().expect("ps runs");
        String::from_utf8_lossy(&list.stdout).lines().any(|line| line == format!("sleep {marker}"))
    };
    let script = format!(
        "sleep {marker} & while read -r line; do case $line in ugi) echo ugiok;; isready) echo readyok;; esac; done"
    );
    let agent = ProcessAgent::start(Program::new(["sh", "-c", &script]), timeouts()).unwrap();
    // The shell may still be about to start it.
    let until = std::time::Instant::now() + Duration::from_secs(10);
    while !lives() {
        assert!(std::time::Instant::now() < until, "the child was never started");
    }
    drop(agent);
    assert!(!lives());
}

#[test]
fn root_moves_are_passed_on_and_the_answer_is_checked() {
    let game = game_at("Q2q w");
    let moves = game.position().legal_moves();
    let (limits, control) = (Limits::nodes(1), Control::new());
    let decide = |answer: &str| {
        let script = format!(
            "while read -r line; do case $line in ugi) echo ugiok;; isready) echo readyok;; go*) echo bestmove {answer};; esac; done"
        );
        let mut agent = ProcessAgent::start(Program::new(["sh", "-c", &script]), timeouts()).unwrap();
        let mut silent = Silent;
        let task =
            Task { root_moves: RootMoves::Only(&moves[1..2]), ..Task::new(&limits, &control, &mut silent) };
        agent.decide(&game, task)
    };
    // The last word of its `go` is the last of `searchmoves`.
    assert_eq!(decide("${line##* }").unwrap().mv, moves[1]);
    let ignored = moves[0].to_string();
    assert_eq!(decide(&ignored), Err(AgentError::Illegal(ignored)));
}

#[test]
fn options_have_to_exist() {
    let program = scripted("good").to_string().replacen("cmd:", "cmd[Hash=64]:", 1).parse().unwrap();
    let error = ProcessAgent::start(program, timeouts()).err().unwrap();
    assert_eq!(crash(&error), "has no option \"Hash\"; it has none");
}

#[test]
fn reports_reach_the_observer_which_can_stop_the_search() {
    struct Breaker(Vec<Report>);
    impl Observer for Breaker {
        fn report(&mut self, report: &Report) -> std::ops::ControlFlow<()> {
            self.0.push(report.clone());
            std::ops::ControlFlow::Break(())
        }
    }
    // Answers only when told to stop, and tells what it was told.
    let script = "while read -r line; do case $line in uci) echo option name UCI_Variant type combo default chess; \
                  echo option name Seed type string default 1; echo uciok;; isready) echo readyok;; \
                  setoption*) said=\"$said $line\";; \
                  go*) echo info depth 3 score cp -250 nodes 77 pv a1b1,b1a1; echo info string $said;; \
                  stop) echo bestmove a1b1,b1a1 ponder c1b1,b1c1;; esac; done";
    let mut agent = ProcessAgent::start(Program::new(["sh", "-c", script]), timeouts()).unwrap();
    agent.new_game(42);
    let mut breaker = Breaker(Vec::new());
    let decision =
        agent.decide(&game_at("Q1q w"), Task::new(&Limits::NONE, &Control::new(), &mut breaker)).unwrap();
    assert_eq!(breaker.0.len(), 1);
    assert_eq!((decision.report.depth, decision.report.nodes), (Some(3), 77));
    assert_eq!(decision.report.lines[0].score, Some(thought::Score::from_moves(-2.5)));
    let transcript = agent.transcript().unwrap();
    let said = "< info string setoption name UCI_Variant value amazons setoption name Seed value 42";
    assert!(transcript.contains(said), "{transcript}");
}

#[test]
fn names_are_read_back_as_themselves() {
    for text in [
        "mgpeo",
        "alphabeta:depth=2",
        "cmd:./engine --flag",
        "cmd[Hash=64,Clear Hash]:'a b' c",
        r"cmd[A\,B=1\]=2]:x",
    ] {
        let contender: Contender = text.parse().unwrap();
        assert_eq!(contender.to_string(), text);
    }
    assert_eq!("cmd[ Hash = 64 ]:x".parse::<Contender>().unwrap().to_string(), "cmd[Hash=64]:x");
    assert_eq!("cmd[]:x y".parse::<Contender>().unwrap().to_string(), "cmd:x y");
    for wrong in
        ["cmd", "cmd:", "cmd: ''", "cmd[Hash=64", "cmd[=64]:x", "cmd[Hash=1,]:x", "cmd[Hash=1]x", "cmd:'x"]
    {
        assert!(wrong.parse::<Contender>().is_err(), "{wrong}");
    }
}
