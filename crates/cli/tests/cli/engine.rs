//! `otrera engine` as user interfaces and arenas meet it: a real process at the other end of two pipes.

use std::time::Duration;

use agents::process::{ProcessAgent, Program, Timeouts};
use agents::{Agent, AgentError, Task};
use amazons::{AnyPosition, Game, Setup};
use thought::{Control, GameClock, Limits, Silent};

use crate::dialogue::Dialogue;
use crate::run;

/// A user of an engine, who writes down all that is said.
struct User {
    dialogue: Dialogue,
    transcript: String,
}

impl User {
    fn of(arguments: &[&str]) -> Self {
        let dialogue = Dialogue::of(["engine"].iter().chain(arguments));
        Self { dialogue, transcript: String::new() }
    }

    fn send(&mut self, line: &str) {
        self.transcript += &format!("> {line}\n");
        self.dialogue.send(line);
    }

    /// Listens until a line that begins so, and gives it.
    fn receive(&mut self, beginning: &str) -> String {
        loop {
            let Some(line) = self.dialogue.receive() else {
                panic!("no {beginning:?}:\n{}", self.transcript)
            };
            note(&mut self.transcript, &line);
            if line.starts_with(beginning) {
                return line;
            }
        }
    }

    fn ask(&mut self, line: &str, beginning: &str) -> String {
        self.send(line);
        self.receive(beginning)
    }

    /// All that was said, if it ended well.
    fn end(self) -> String {
        let Self { dialogue, mut transcript } = self;
        let (words, is_well) = dialogue.end();
        words.iter().for_each(|line| note(&mut transcript, line));
        assert!(is_well);
        transcript
    }
}

/// Writes a line down. How often thoughts are told depends on the clock: only the last ones are kept.
fn note(transcript: &mut String, line: &str) {
    if line.contains(" multipv 1 ") {
        let thoughts = transcript.rfind("\ninfo depth").map(|_| transcript.rfind("\n> "));
        let asked = thoughts.flatten().and_then(|at| Some(at + 1 + transcript[at + 1..].find('\n')? + 1));
        if let Some(asked) = asked {
            let kept: Vec<&str> =
                transcript[asked..].lines().filter(|line| !line.starts_with("info depth")).collect();
            let kept: String = kept.iter().map(|line| format!("{line}\n")).collect();
            transcript.replace_range(asked.., &kept);
        }
    }
    *transcript += &timeless(line);
}

/// A line without what depends on the clock.
fn timeless(line: &str) -> String {
    let mut words: Vec<&str> = line.split(' ').collect();
    for at in 1..words.len() {
        if ["nps", "time"].contains(&words[at - 1]) {
            words[at] = "?";
        }
    }
    // Before the clock has moved there is no speed.
    words.join(" ").replace(" nps ?", "") + "\n"
}

#[test]
fn a_dialogue_in_every_word() {
    let mut user = User::of(&["--agent", "alphabeta:depth=1"]);
    user.ask("uci", "uciok");
    user.ask("ugi", "ugiok");
    user.send("setoption name UCI_Variant value amazons");
    user.send("setoption name BoardSize value 6x6");
    user.send("setoption name MultiPV value 2");
    user.ask("setoption name Threads value 2", "info string");
    user.ask("setoption name Hash", "info string");
    user.ask("setoption name dept value 2", "info string");
    user.ask("setoption name depth value 65", "info string");
    user.send("ucinewgame");
    user.ask("isready", "readyok");
    user.ask("position startpos moves b1b6,b6b1", "info string error");
    user.send("position startpos moves b1b5,b5b2");
    user.ask("d", "FEN");
    user.ask("go depth 2", "bestmove");
    user.ask("go nodes 30 searchmoves a5a4,a4a3", "bestmove");
    user.ask("perft 2", "");
    user.ask("perft 3", "");
    user.ask("query gameover", "response");
    user.ask("query p1turn", "response");
    user.ask("query result", "response");
    user.send("position fen Q*/*q b");
    for query in ["query gameover", "query p1turn", "query result"] {
        user.ask(query, "response");
    }
    user.ask("go movetime 100", "bestmove (none)");
    user.ask("position fen Q1q b - - 0 1 moves c1b1,b1c1 a1b1,b1a1", "info string error");
    user.send("position fen Q1*/1q1 w");
    user.ask("eval", "random");
    user.receive("    ");
    user.send("position fen Q1q w");
    user.ask("go depth 3", "bestmove");
    user.ask("go fast", "bestmove");
    for rubbish in ["xyzzy", "position", "query", "setoption", "perft", "\u{1}\u{fffd} 💥"] {
        user.ask(rubbish, "info string error");
    }
    user.send("stop");
    user.send("ponderhit");
    user.send("quit");
    insta::assert_snapshot!(user.end());
}

#[test]
fn it_answers_while_it_thinks() {
    let mut user = User::of(&["--agent", "mgpeo"]);
    user.send("go infinite");
    user.receive("info depth");
    user.ask("isready", "readyok");
    user.ask("query p1turn", "response true");
    user.ask("nonsense", "info string error");
    user.send("stop");
    user.send("position startpos moves d1d7,d7g7");
    // The next question may come before the answer to the last.
    user.send("go infinite");
    assert_ne!(user.receive("bestmove"), "bestmove (none)");
    user.send("stop");
    user.receive("bestmove");
    // Pondering goes on until the hit; from then on the limit counts.
    user.send("go ponder movetime 1");
    user.receive("info depth");
    user.ask("isready", "readyok");
    user.ask("ponderhit", "bestmove");
    // A search that is done may not say so before it is told to stop.
    user.send("position fen Q1q w");
    user.send("go infinite");
    user.ask("isready", "readyok");
    user.ask("stop", "bestmove a1b1,b1a1");
    user.send("go infinite");
    user.send("quit");
    assert!(user.end().ends_with("bestmove a1b1,b1a1\n"), "the last answer comes before the end");
}

#[test]
fn the_flagship_keeps_to_the_moves_that_are_named() {
    let mut user = User::of(&["--agent", "otrera:hash=8"]);
    user.send("go nodes 2000 searchmoves a4a5,a5a6 d1d1,d1d1");
    assert!(user.receive("info string").contains("searchmoves: d1d1,d1d1 is not legal and is left out"));
    assert!(user.receive("info depth").contains(" hashfull "));
    assert!(user.receive("bestmove").starts_with("bestmove a4a5,a5a6"));
    // Of what is left nothing has to be named.
    user.send("go nodes 2000 searchmoves d1d1,d1d1");
    assert!(user.receive("bestmove").starts_with("bestmove "));
    let before = user.ask("uci", "option name Hash");
    user.receive("uciok");
    user.send("setoption name Hash value 16");
    assert_eq!(user.ask("uci", "option name Hash"), before, "a default stays one");
    user.receive("uciok");
    // A decided game: the reply to ponder on is told too.
    user.send("position fen Q1*q2 w");
    assert_eq!(user.ask("go nodes 1000", "bestmove"), "bestmove a1b1,b1a1 ponder d1e1,e1d1");
    user.end();
}

#[test]
fn a_search_that_is_done_keeps_its_move_until_it_is_told_to_stop() {
    let mut user = User::of(&["--agent", "alphabeta:depth=1"]);
    for go in ["go infinite", "go ponder movetime 1"] {
        user.send(go);
        user.receive("info depth");
        for _ in 0..50 {
            user.ask("isready", "readyok");
        }
        user.ask("stop", "bestmove");
    }
    let transcript = user.end();
    let answers: Vec<usize> =
        transcript.split("> stop\n").map(|part| part.matches("bestmove").count()).collect();
    assert_eq!(answers, [0, 1, 1], "{transcript}");
}

#[test]
fn the_end_of_the_input_ends_it() {
    let output = run(["engine"], b"position startpos\ngo infinite\nperft 9");
    assert!(output.status.success() && output.stderr.is_empty());
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(
        said.contains("\nbestmove ") && said.ends_with("info string error: perft was stopped\n"),
        "{said}"
    );
    // Bytes that are no text, and a line of four megabytes.
    let mut input = b"\xff\xfe\x00go\n".to_vec();
    input.extend(vec![b'x'; 4_000_000]);
    input.extend(b"\nisready\n");
    let output = run(["engine"], &input);
    assert!(output.status.success() && output.stderr.is_empty());
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!(
        (said.matches("info string error").count(), said.lines().last()),
        (2, Some("readyok")),
        "{said}"
    );
}

/// `otrera engine` as a player.
fn copy(agent: &str, wrapper: &[&str]) -> ProcessAgent {
    let own = [env!("CARGO_BIN_EXE_otrera"), "engine", "--agent", agent];
    let program = Program::new(wrapper.iter().copied().chain(own));
    ProcessAgent::start(program, Timeouts::default()).expect("it starts")
}

fn small() -> Game {
    let setup = "5x5".parse::<amazons::StartSpec>().unwrap().setup().unwrap();
    Game::new(AnyPosition::from_setup(&setup).unwrap())
}

/// Plays a game to its end.
fn play(players: &mut [&mut dyn Agent; 2], limits: &Limits) -> Game {
    let mut game = small();
    players.iter_mut().for_each(|player| player.new_game(11));
    while game.outcome().is_none() {
        let mover = &mut players[game.moves().len() % 2];
        let decision = mover.decide(&game, Task::new(limits, &Control::new(), &mut Silent));
        let decision =
            decision.unwrap_or_else(|error| panic!("{error}\n{}", mover.transcript().unwrap_or_default()));
        assert_eq!(decision.report.lines[0].moves[0], decision.mv);
        game.play(decision.mv).expect("a legal move");
    }
    game
}

#[test]
fn two_copies_play_through_pipes_as_they_do_without() {
    let limits = Limits::nodes(200);
    let (mut first, mut second) = (copy("mgpeo", &[]), copy("deepening:hash=1", &[]));
    assert!(first.transcript().unwrap().contains("(mgpeo)\n"));
    let game = play(&mut [&mut first, &mut second], &limits);
    let ours = |spec: &str| spec.parse::<agents::AgentSpec>().unwrap().agent();
    let (mut first, mut second) = (ours("mgpeo"), ours("deepening:hash=1"));
    assert_eq!(play(&mut [first.as_mut(), second.as_mut()], &limits), game, "the seed travels too");
}

#[test]
fn a_copy_plays_by_the_clock_and_says_when_it_has_lost() {
    let left = amazons::ByColor { white: Duration::from_secs(5), black: Duration::from_millis(300) };
    let clock = Limits::clock(GameClock { left, ..GameClock::default() });
    let mut player = copy("mgpeo", &[]);
    player.new_game(1);
    assert!(player.decide(&small(), Task::new(&clock, &Control::new(), &mut Silent)).is_ok());
    assert!(player.transcript().unwrap().contains("> go wtime 5000 btime 300 winc 0 binc 0\n"));
    let lost = Game::new(AnyPosition::from_setup(&Setup::from_fen("Q*/*q w").unwrap()).unwrap());
    assert_eq!(
        player.decide(&lost, Task::new(&clock, &Control::new(), &mut Silent)),
        Err(AgentError::GameOver)
    );
    // Stopped from another thread.
    let control = Control::new();
    let stopper = control.clone();
    let stop = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(30));
        stopper.stop();
    });
    assert!(player.decide(&small(), Task::new(&Limits::NONE, &control, &mut Silent)).is_ok());
    stop.join().unwrap();
}

#[cfg(unix)]
#[test]
fn a_copy_behind_a_strange_wrapper_plays_on() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/engines/scripted.sh");
    for mode in ["uci-only", "touchy", "chatter", "giant", "bytes"] {
        let (mut first, mut second) = (copy("random", &["sh", script, mode]), copy("random", &[]));
        play(&mut [&mut first, &mut second], &Limits::nodes(1));
    }
    let mut crasher = copy("random", &["sh", script, "crash-midgame"]);
    crasher.new_game(1);
    let mut decide = || crasher.decide(&small(), Task::new(&Limits::nodes(1), &Control::new(), &mut Silent));
    assert!(decide().is_ok() && decide().is_ok());
    assert!(
        matches!(decide(), Err(AgentError::Crashed(why)) if why.contains("exit status: 5") && why.ends_with("lost my way"))
    );
}
