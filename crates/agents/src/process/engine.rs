//! A running program: its pipes, its end.

use std::io::{BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::dialogue::{Dialogue, Speaker};
use super::lines::read_line;
use super::program::Program;
use crate::agent::AgentError;

/// Lines that may wait to be heard; a program that says more waits until somebody listens.
const UNHEARD: usize = 4_096;
/// How often a silent program is looked at.
const LOOK: Duration = Duration::from_millis(20);
/// How long the last words of a program may take after it has ended.
const LAST_WORDS: Duration = Duration::from_millis(300);

/// A program that runs. Dropping it ends it and all that it started.
///
/// Three threads serve its pipes, so that neither side ever waits for the other: one writes, one reads what it says, one
/// reads its errors. They end with their pipes.
pub(super) struct Engine {
    child: Child,
    /// Nothing can be said any more once it is gone.
    to: Option<Sender<String>>,
    from: Receiver<String>,
    errors: JoinHandle<()>,
    dialogue: Dialogue,
    last_said: String,
    farewell: Duration,
    ended_at: Option<Instant>,
}

impl Engine {
    /// Starts a program.
    pub(super) fn start(
        program: &Program,
        dialogue: &Dialogue,
        farewell: Duration,
    ) -> Result<Self, AgentError> {
        dialogue.note(Speaker::Event, &format!("starting {}", program.command_line()));
        let mut command = Command::new(program.path());
        command.args(program.arguments());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // A group of its own: what it starts ends with it, and Ctrl-C in a terminal is for us alone.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(|error| {
            let why = format!("{} cannot be started: {error}", program.command_line());
            dialogue.note(Speaker::Event, &why);
            AgentError::Crashed(why)
        })?;
        let (Some(stdin), Some(stdout), Some(stderr)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            unreachable!("all three pipes were asked for");
        };
        let (to, said) = mpsc::channel();
        let (hears, from) = mpsc::sync_channel(UNHEARD);
        let words = dialogue.clone();
        thread::spawn(move || write_lines(stdin, &said));
        thread::spawn(move || read_lines(stdout, &words, &hears));
        let words = dialogue.clone();
        let errors = thread::spawn(move || read_errors(stderr, &words));
        Ok(Self {
            child,
            to: Some(to),
            from,
            errors,
            dialogue: dialogue.clone(),
            last_said: String::new(),
            farewell,
            ended_at: None,
        })
    }

    /// Says a line. A program that does not listen is noticed when it is heard.
    pub(super) fn say(&mut self, command: &wire::ugi::Command) {
        let line = command.to_string();
        self.dialogue.note(Speaker::User, &line);
        if let Some(to) = &self.to {
            let _ = to.send(line.clone());
        }
        self.last_said = line;
    }

    /// Hears a line, or nothing until a moment.
    ///
    /// # Errors
    /// When the program has ended or closed its pipe.
    pub(super) fn hear(&mut self, until: Instant) -> Result<Option<String>, AgentError> {
        loop {
            let left = until.saturating_duration_since(Instant::now());
            match self.from.recv_timeout(left.min(LOOK)) {
                Ok(line) => return Ok(Some(line)),
                Err(RecvTimeoutError::Disconnected) => return Err(self.crash()),
                Err(RecvTimeoutError::Timeout) => self.look()?,
            }
            if Instant::now() >= until {
                return Ok(None);
            }
        }
    }

    /// Forgets what was said unasked.
    ///
    /// # Errors
    /// When the program has ended or closed its pipe.
    pub(super) fn clear(&mut self) -> Result<(), AgentError> {
        // No more than can wait: it may talk faster than this listens.
        for _ in 0..UNHEARD {
            match self.from.try_recv() {
                Ok(_) => {}
                Err(mpsc::TryRecvError::Empty) => break,
                Err(mpsc::TryRecvError::Disconnected) => return Err(self.crash()),
            }
        }
        Ok(())
    }

    /// Notices the end of a program whose children still hold its pipe.
    fn look(&mut self) -> Result<(), AgentError> {
        if self.ended_at.is_none() && matches!(self.child.try_wait(), Ok(Some(_))) {
            self.ended_at = Some(Instant::now());
        }
        match self.ended_at {
            Some(at) if at.elapsed() >= LAST_WORDS => Err(self.crash()),
            _ => Ok(()),
        }
    }

    /// Says how it ended.
    fn crash(&mut self) -> AgentError {
        let status = self.wait(LAST_WORDS);
        self.kill();
        let until = Instant::now() + LAST_WORDS;
        while !self.errors.is_finished() && Instant::now() < until {
            thread::sleep(Duration::from_millis(1));
        }
        let how = status.map_or_else(|| "closed its output".to_owned(), |status| format!("ended ({status})"));
        let after = match self.last_said.as_str() {
            "" => String::new(),
            said => format!(" after {:?}", shortened(said)),
        };
        let errors = self.dialogue.last_error().map_or_else(String::new, |line| format!(": {line}"));
        let why = format!("{how}{after}{errors}");
        self.dialogue.note(Speaker::Event, &why);
        AgentError::Crashed(why)
    }

    /// Ends it for not answering.
    pub(super) fn stall(&mut self, why: String) -> AgentError {
        self.kill();
        self.dialogue.note(Speaker::Event, &why);
        AgentError::Stalled(why)
    }

    /// Waits a while for its end.
    fn wait(&mut self, most: Duration) -> Option<std::process::ExitStatus> {
        let until = Instant::now() + most;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < until => thread::sleep(Duration::from_millis(1)),
                _ => return None,
            }
        }
    }

    /// Ends it and all that it started, now.
    fn kill(&mut self) {
        self.to = None;
        #[cfg(unix)]
        if let Some(group) = i32::try_from(self.child.id()).ok().and_then(rustix::process::Pid::from_raw) {
            // Nobody may be left in the group.
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        // Both fail only where it has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        if let Some(to) = self.to.take() {
            // Whether it listens or not, the closed pipe tells it too.
            let _ = to.send(wire::ugi::Command::Quit.to_string());
            drop(to);
            self.wait(self.farewell);
        }
        self.kill();
    }
}

/// The beginning of a line that may hold all moves of a game.
pub(super) fn shortened(line: &str) -> String {
    const LENGTH: usize = 80;
    line.char_indices().nth(LENGTH).map_or_else(|| line.to_owned(), |(end, _)| format!("{}...", &line[..end]))
}

fn write_lines(mut pipe: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        // Whoever closes the pipe is noticed by those who listen.
        if pipe.write_all(format!("{line}\n").as_bytes()).and_then(|()| pipe.flush()).is_err() {
            break;
        }
    }
}

fn read_lines(pipe: impl Read, dialogue: &Dialogue, lines: &SyncSender<String>) {
    let mut pipe = BufReader::new(pipe);
    while let Ok(Some(line)) = read_line(&mut pipe) {
        dialogue.note(Speaker::Engine, &line);
        if lines.send(line).is_err() {
            break;
        }
    }
}

fn read_errors(pipe: impl Read, dialogue: &Dialogue) {
    let mut pipe = BufReader::new(pipe);
    while let Ok(Some(line)) = read_line(&mut pipe) {
        dialogue.note(Speaker::Errors, &line);
    }
}
