//! Too little memory, a full disk, closed pipes, a killed parent, a damaged store.
#![cfg(unix)]

use std::io::Write;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::{answer, complaint, otrera, run};

/// Runs an engine that may have so many mebibytes of address space; what it says.
fn engine_within(mebibytes: u32, agent: &str, input: &str) -> Vec<String> {
    let mut command = Command::new("sh");
    let script = "ulimit -v $(($1 * 1024)); shift; exec \"$@\"";
    command.args(["-c", script, "sh", &mebibytes.to_string(), env!("CARGO_BIN_EXE_otrera")]);
    command.args(["engine", "--agent", agent]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut to = child.stdin.take().unwrap();
    to.write_all(input.as_bytes()).unwrap();
    let output = std::thread::spawn(move || child.wait_with_output().unwrap());
    // The end of the input would stop the search.
    while !output.is_finished() && to.write_all(b"\n").is_ok() {
        std::thread::sleep(Duration::from_millis(20));
    }
    let output = output.join().unwrap();
    assert!(output.status.success(), "{agent} in {mebibytes} MiB: {}", output.status);
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn an_engine_goes_on_with_the_memory_that_there_is() {
    // More nodes than fit, then the next move with what is left; `quit` follows the answers because each is waited for.
    let input = "isready\nposition startpos\ngo nodes 700000\nposition startpos moves d1d7,d7g7\ngo nodes 1000\nperft 1\n";
    for agent in ["otrera:hash=512", "otrera:hash=65536", "otrera:hash=512,threads=2", "deepening:hash=65536"]
    {
        let said = engine_within(96, agent, &format!("{input}quit\n"));
        let moves =
            said.iter().filter(|line| line.starts_with("bestmove ") && !line.contains("none")).count();
        assert_eq!(moves, 2, "{agent}: {said:?}");
        assert!(said.iter().any(|line| line.starts_with("info string the system ")), "{agent}: {said:?}");
    }
}

#[test]
fn threads_have_a_bound_that_is_told() {
    for arguments in ["engine --protocol analysis --workers 65535", "openings --threads 100000"] {
        let said = complaint(arguments);
        assert!(said.contains("1..=1024") || said.contains("is not in"), "{said}");
    }
    assert!(complaint("engine --protocol analysis --workers 0").contains("1..=1024"));
}

#[test]
fn a_full_disk_is_an_error_and_a_closed_pipe_is_none() {
    let commands: [(&[&str], &str); 5] = [
        (&["engine", "--agent", "random"], "go nodes 1\nperft 1\n"),
        (&["engine", "--agent", "random"], "uci\n"),
        (&["engine", "--agent", "random", "--protocol", "gtp"], "name\n"),
        (&["engine", "--agent", "random", "--protocol", "analysis"], "{\"id\": \"a\"}\n"),
        (
            &[
                "openings",
                "--board",
                "6x6",
                "--count",
                "1",
                "--playouts",
                "500",
                "--tolerance",
                "0.5",
                "--sharpness",
                "0.5",
            ],
            "",
        ),
    ];
    for (arguments, input) in commands {
        for is_full in [true, false] {
            let mut command = otrera();
            command.args(arguments).stdin(Stdio::piped()).stderr(Stdio::piped());
            if is_full {
                command.stdout(std::fs::File::create("/dev/full").unwrap());
            } else {
                let (reader, writer) = std::io::pipe().unwrap();
                drop(reader);
                command.stdout(writer);
            }
            let mut child = command.spawn().unwrap();
            // It may have ended already.
            let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
            let output = child.wait_with_output().unwrap();
            let said = String::from_utf8(output.stderr).unwrap();
            if is_full {
                assert_eq!(output.status.code(), Some(2), "{arguments:?} {input:?}: {said}");
                assert!(said.contains("No space left on device"), "{said}");
            } else {
                assert_eq!((output.status.code(), said.as_str()), (Some(0), ""), "{arguments:?} {input:?}");
            }
        }
    }
}

#[test]
fn an_analysis_that_nobody_waits_for_ends() {
    let mut command = otrera();
    command.args(["engine", "--protocol", "analysis", "--agent", "otrera:hash=1"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut to = child.stdin.take().unwrap();
    to.write_all(b"{\"id\": \"long\", \"maxTime\": 86400}\n{\"id\": \"next\", \"maxTime\": 86400}\n")
        .unwrap();
    drop(to);
    drop(child.stdout.take());
    // It would think for days.
    assert!(child.wait().unwrap().success());
}

#[cfg(target_os = "linux")]
#[test]
fn an_engine_dies_with_the_arena() {
    let folder = tempfile::tempdir().unwrap();
    let pid_file = folder.path().join("pid");
    let script =
        format!("trap '' HUP PIPE TERM; echo $$ > {}; while :; do sleep 0.1; done", pid_file.display());
    let engine = format!("cmd:sh -c {}", shell_quoted(&script));
    let store = folder.path().join("games.sqlite");
    let mut command = otrera();
    command.args(["match", &engine, "random", "--games", "2", "--store"]).arg(&store);
    let mut arena = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let started = Instant::now();
    let pid: u32 = loop {
        let text = std::fs::read_to_string(&pid_file).unwrap_or_default();
        match text.trim().parse() {
            Ok(pid) if text.ends_with('\n') => break pid,
            _ => assert!(started.elapsed() < Duration::from_secs(60), "the engine does not start"),
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    assert!(lives(pid));
    // Nothing of the arena can run any more.
    arena.kill().unwrap();
    arena.wait().unwrap();
    let killed = Instant::now();
    while lives(pid) {
        assert!(killed.elapsed() < Duration::from_secs(60), "the engine goes on without the arena");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[cfg(target_os = "linux")]
fn shell_quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}

/// Whether a process runs: one that has ended may wait for somebody to ask how.
#[cfg(target_os = "linux")]
fn lives(pid: u32) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let state = status.rsplit(") ").next().and_then(|rest| rest.chars().next());
    state.is_some_and(|state| state != 'Z' && state != 'X')
}

#[test]
fn a_terminal_gets_no_codes_of_an_engine() {
    let folder = tempfile::tempdir().unwrap();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/engines/scripted.sh");
    let (engine, store) = (format!("cmd:sh {script} garish"), folder.path().join("games.sqlite"));
    let arguments = ["match", &engine, "random", "--games", "2", "--store", store.to_str().unwrap()];
    let output = run(arguments, b"");
    let said = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap()).concat();
    assert!(said.contains("my \\u{1b}[2J\\u{1b}]0;title\\u{7}last word"), "{said}");
    assert!(!said.contains(|letter: char| letter.is_control() && letter != '\n'), "{said:?}");
}

#[test]
fn a_damaged_game_is_left_out_of_an_export() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (store, file) = (path("games.sqlite"), path("games.jsonl"));
    answer(&format!("match random random:draw=uniform --games 4 --board 6x6 --store {store}"));
    let connection = rusqlite::Connection::open(&store).unwrap();
    let damages =
        ["UPDATE record SET moves = x'ffffffff' WHERE game = 2", "UPDATE game SET ending = '?' WHERE id = 4"];
    for damage in damages {
        assert_eq!(connection.execute(damage, []).unwrap(), 1);
    }
    drop(connection);
    let output = run(["games", "--store", &store, "export", &file], b"");
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("2 games cannot be read and had to be left out: games 2, 4;"), "{said}");
    let written = std::fs::read_to_string(&file).unwrap();
    assert_eq!(written.lines().count(), 2, "{written}");
}
