//! A real process at the other end of two pipes.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;

use crate::otrera;

/// The program while it runs, and what passes between it and the test.
pub(crate) struct Dialogue {
    child: Child,
    to: Option<ChildStdin>,
    from: Receiver<String>,
}

impl Dialogue {
    /// Starts the program with arguments.
    pub(crate) fn of<S: AsRef<OsStr>>(arguments: impl IntoIterator<Item = S>) -> Self {
        let mut command = otrera();
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        let to = child.stdin.take();
        let stdout = BufReader::new(child.stdout.take().expect("a pipe"));
        let (sender, from) = mpsc::channel();
        std::thread::spawn(move || stdout.lines().try_for_each(|line| sender.send(line.expect("text"))));
        Self { child, to, from }
    }

    /// Sends a line.
    pub(crate) fn send(&mut self, line: &str) {
        let to = self.to.as_mut().expect("a pipe that is open");
        to.write_all(format!("{line}\n").as_bytes()).expect("it listens");
    }

    /// The next line; `None` once it has closed its end.
    pub(crate) fn receive(&mut self) -> Option<String> {
        // A test that waits for what never comes should not wait for ever.
        match self.from.recv_timeout(Duration::from_secs(120)) {
            Ok(line) => Some(line),
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => panic!("no line within 120 s"),
        }
    }

    /// Closes the input: the remaining lines, and whether it succeeded.
    pub(crate) fn end(mut self) -> (Vec<String>, bool) {
        self.to = None;
        let lines = std::iter::from_fn(|| self.receive()).collect();
        (lines, self.child.wait().expect("it ends").success())
    }
}
