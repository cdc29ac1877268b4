//! The program as its users meet it: run as a process, judged by what it prints and its exit status.

mod answers;
mod book;
mod contest;
mod conversions;
mod databases;
mod dialogue;
mod engine;
mod games;
mod hardship;
mod help;
mod lab;
mod library;
mod networks;
mod page;
mod protocols;
mod rubbish;
mod serve;
mod solve;
mod unit;
mod verify;

use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Output, Stdio};

/// The program, with its own home.
fn otrera() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_otrera"));
    // Help is wrapped to the width of the terminal, snapshots are not.
    command.env("COLUMNS", "100").env_remove("XDG_DATA_HOME");
    command
}

/// Runs it with arguments and something to read.
fn run<S: AsRef<OsStr>>(arguments: impl IntoIterator<Item = S>, input: &[u8]) -> Output {
    let mut command = otrera();
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    // It may end without having read all.
    let _ = child.stdin.take().expect("a pipe").write_all(input);
    child.wait_with_output().expect("the program ends")
}

/// What the engine prints, and its complaints, about commands of which the last is a search. The input stays open until the move
/// is there: `quit` and the end of the input would stop the search wherever it is.
fn run_search(arguments: &str, commands: &str) -> (String, String) {
    let mut command = otrera();
    command.args(words(arguments)).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut to = child.stdin.take().expect("a pipe");
    to.write_all(commands.as_bytes()).expect("it listens");
    let mut from = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut said = String::new();
    while !said.lines().any(|line| line.starts_with("bestmove ")) {
        let read = from.read_line(&mut said).expect("text");
        assert!(read > 0 && !said.contains("info string error"), "otrera {arguments}: no move: {said}");
    }
    drop(to);
    from.read_to_string(&mut said).expect("text");
    let output = child.wait_with_output().expect("the program ends");
    let warned = String::from_utf8(output.stderr).expect("text");
    assert!(output.status.success(), "otrera {arguments}: {warned}");
    (said, warned)
}

/// What it prints when all is well.
fn answer(arguments: &str) -> String {
    let output = run(words(arguments), b"");
    assert!(output.status.success(), "otrera {arguments}: {}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stderr.is_empty());
    String::from_utf8(output.stdout).expect("text")
}

/// The one line with which it refuses.
fn complaint(arguments: &str) -> String {
    let output = run(words(arguments), b"");
    assert_eq!(output.status.code(), Some(2), "otrera {arguments}");
    assert!(output.stdout.is_empty(), "otrera {arguments} printed something");
    let line = String::from_utf8(output.stderr).expect("text");
    assert_eq!(line.matches('\n').count(), 1, "{line}");
    line.trim_end().to_owned()
}

/// Splits at spaces, except within single quotes.
fn words(arguments: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (index, part) in arguments.split('\'').enumerate() {
        if index % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words
}
