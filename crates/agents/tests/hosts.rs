//! Whole conversations with the hosts, in this process: what a client sends, and what it gets.

use std::io::{self, Cursor, Write};
use std::sync::{Arc, Mutex};

use agents::host::{HostedPlayer, gtp, ugi};
use thought::Limits;

/// A writer whose text can be read after the host has ended.
#[derive(Clone, Default)]
struct Heard(Arc<Mutex<Vec<u8>>>);

impl Write for Heard {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Heard {
    fn lines(&self) -> Vec<String> {
        let bytes = self.0.lock().unwrap();
        String::from_utf8(bytes.clone()).unwrap().lines().map(str::to_owned).collect()
    }
}

fn player(agent: &str, limits: Limits) -> HostedPlayer {
    let contender = agent.parse().unwrap();
    HostedPlayer { contender, seed: 0, given: limits, first: limits, other: limits }
}

/// The answers of a UGI engine. The end of the input stops what still runs.
fn ugi(agent: &str, input: &str) -> Vec<String> {
    let heard = Heard::default();
    let host = ugi::UgiHost::new(agent.parse().unwrap(), "Otrera", "nobody");
    host.serve(Cursor::new(input.to_owned()), heard.clone()).unwrap();
    heard.lines()
}

/// The responses of a GTP engine, without its empty lines.
fn gtp(player: &HostedPlayer, input: &str) -> Vec<String> {
    let heard = Heard::default();
    gtp::serve(player, "0", Cursor::new(input.to_owned()), heard.clone()).unwrap();
    heard.lines().into_iter().filter(|line| !line.is_empty()).collect()
}

#[test]
fn the_longest_times_of_gtp_are_times() {
    for clock in
        ["time_left white 9223372036854775807 0", "time_settings 1e19 0 0", "time_settings 0 1e300 1"]
    {
        // No player of this test thinks by the clock, but all divide it.
        for agent in ["random", "alphabeta:depth=1"] {
            let said = gtp(&player(agent, Limits::NONE), &format!("boardsize 6\n{clock}\ngenmove white\n"));
            assert_eq!(said.len(), 3, "{clock}: {said:?}");
            assert!(said.iter().all(|line| line.starts_with('=')), "{clock}: {said:?}");
        }
    }
    let said = gtp(&player("random", Limits::NONE), "time_left white nan 0\n");
    assert_eq!(said, ["? syntax error: a time is a number of seconds"]);
}

#[test]
fn the_longest_times_of_ugi_are_times() {
    let most = u64::MAX;
    for limits in [
        format!("wtime {most} btime {most} winc {most} binc {most}"),
        format!("wtime {most} btime {most} movestogo 1"),
        format!("movetime {most}"),
        "movetime 99999999999999999999999999 depth 99999999999".to_owned(),
    ] {
        for agent in ["random", "otrera:hash=1", "uct"] {
            let said = ugi(agent, &format!("go nodes 1 {limits}\nisready\n"));
            assert!(said.iter().any(|line| line.starts_with("bestmove ")), "{agent}, {limits}: {said:?}");
            assert!(!said.iter().any(|line| line.contains("error")), "{agent}, {limits}: {said:?}");
        }
    }
}

#[test]
fn a_given_limit_holds_beside_the_clock_of_gtp() {
    // Without the limit of nodes this would think for a day.
    let said = gtp(&player("otrera:hash=1", Limits::nodes(1)), "time_left white 1000000 0\ngenmove white\n");
    assert!(said[1].starts_with("= "), "{said:?}");
}

#[test]
fn an_unreadable_go_still_gets_a_move() {
    for (go, complaint) in [
        ("go nodes 5 movetime soon", "movetime needs a number, not \"soon\"; the rest of go counts"),
        ("go fast nodes 5", "unknown limit \"fast\" after go; the rest of go counts"),
        ("go nodes 5 depth", "depth needs a number, not \"\"; the rest of go counts"),
        ("go searchmoves d1 nodes 5", "searchmoves: "),
        ("go nodes 5 6", "unknown limit \"6\" after go; the rest of go counts"),
    ] {
        let said = ugi("random", &format!("{go}\n"));
        assert!(said[0].starts_with(&format!("info string error: {complaint}")), "{go}: {said:?}");
        let moves = said.iter().filter(|line| line.starts_with("bestmove ")).count();
        assert_eq!(moves, 1, "{go}: {said:?}");
    }
}

#[test]
fn a_line_that_is_too_long_is_refused_whole() {
    // Cut after 65536 bytes, each of them would be a command.
    let long = |start: &str| format!("{start}{}\n", " ".repeat(70_000));
    let said = ugi("random", &format!("{}isready\n", long("position startpos moves d1d7,d7g7")));
    assert_eq!(said[0], "info string error: a line has 65536 bytes at most; a longer one was skipped");
    let said = ugi("random", &format!("{}query p1turn\n", long("position startpos moves d1d7,d7g7")));
    assert_eq!(said[1], "response true", "{said:?}");
    let said = gtp(&player("random", Limits::NONE), &format!("{}name\n", long("1 quit")));
    assert_eq!(said, ["? a line has 65536 bytes at most; a longer one was skipped", "= Otrera"]);
}

#[test]
fn threads_beyond_the_cores_are_told() {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let said = ugi("otrera:hash=1", &format!("setoption name Threads value {}\ngo nodes 1\n", cores + 1));
    let word = format!("info string {} threads are more than the {cores} cores: {cores} search", cores + 1);
    assert_eq!(said[0], word, "{said:?}");
    let said = ugi("otrera:hash=1", &format!("setoption name Threads value {cores}\ngo nodes 1\n"));
    assert!(!said.iter().any(|line| line.contains("threads")), "{said:?}");
}

#[test]
fn a_warning_about_the_start_is_told_once_before_the_engine_is_ready() {
    let heard = Heard::default();
    let host = ugi::UgiHost::new("random".parse().unwrap(), "Otrera", "nobody");
    let host = host.with_warning(Some("network a.net: the file is cut off".to_owned()));
    host.serve(Cursor::new("isready\nisready\n".to_owned()), heard.clone()).unwrap();
    let warning = "info string warning: network a.net: the file is cut off";
    assert_eq!(heard.lines(), [warning, "readyok", "readyok"]);
}
