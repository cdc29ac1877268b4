//! The process of another program: its pipes and its exit.

use std::io::{BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::lines::{printable, read_line};
use super::parent_death::end_with_parent;
use super::program::Program;
use super::transcript::{Channel, Transcript};
use crate::agent::AgentError;

/// The most lines in the queue; a program that writes more blocks until they are read.
const QUEUED_LINES: usize = 4_096;
/// How often a silent process is checked for its exit.
const POLL_INTERVAL: Duration = Duration::from_millis(20);
/// How long to read from the pipes of a process that has exited.
const EXIT_TIMEOUT: Duration = Duration::from_millis(300);

/// A running process. Dropping it kills its process group; where this process is killed, the system kills that one (Linux).
///
/// Three threads serve its standard input, output and error, so that neither side blocks the other. They end with their
/// pipes, but the one that started the process ends after it: the system kills the process with that thread.
pub(super) struct Engine {
    child: Child,
    /// `None` once the input is closed.
    to: Option<Sender<String>>,
    from: Receiver<String>,
    /// Disconnected once its standard error has been read to the end.
    errors: Receiver<()>,
    /// Keeps the thread that started it.
    _keeper: Sender<()>,
    transcript: Transcript,
    last_sent: String,
    quit: Duration,
    ended_at: Option<Instant>,
}

impl Engine {
    /// Starts a process.
    pub(super) fn start(
        program: &Program,
        transcript: &Transcript,
        quit: Duration,
    ) -> Result<Self, AgentError> {
        transcript.record(Channel::Event, &format!("starting {}", program.command_line()));
        let (to, said) = mpsc::channel();
        let (sender, from) = mpsc::sync_channel(QUEUED_LINES);
        let Started { mut child, errors, keeper } = start(program, transcript)?;
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            unreachable!("both pipes were asked for");
        };
        let words = transcript.clone();
        let threads = spawn(move || write_lines(stdin, &said))
            .and_then(|_| spawn(move || read_lines(stdout, &words, &sender)));
        threads.map_err(|error| {
            // Both fail only where it has exited already.
            let _ = child.kill();
            let _ = child.wait();
            failure(program, transcript, &error)
        })?;
        Ok(Self {
            child,
            to: Some(to),
            from,
            errors,
            _keeper: keeper,
            transcript: transcript.clone(),
            last_sent: String::new(),
            quit,
            ended_at: None,
        })
    }

    /// Sends a line. A closed pipe is noticed by `receive`.
    pub(super) fn send(&mut self, command: &wire::ugi::Command) {
        let line = command.to_string();
        self.transcript.record(Channel::Input, &line);
        if let Some(to) = &self.to {
            let _ = to.send(line.clone());
        }
        self.last_sent = line;
    }

    /// Receives a line; `None` where none comes until a moment.
    ///
    /// # Errors
    /// When the program has ended or closed its pipe.
    pub(super) fn receive(&mut self, until: Instant) -> Result<Option<String>, AgentError> {
        loop {
            let left = until.saturating_duration_since(Instant::now());
            match self.from.recv_timeout(left.min(POLL_INTERVAL)) {
                Ok(line) => return Ok(Some(line)),
                Err(RecvTimeoutError::Disconnected) => return Err(self.crash()),
                Err(RecvTimeoutError::Timeout) => self.check_exit()?,
            }
            if Instant::now() >= until {
                return Ok(None);
            }
        }
    }

    /// Drops the lines in the queue.
    ///
    /// # Errors
    /// When the program has ended or closed its pipe.
    pub(super) fn clear(&mut self) -> Result<(), AgentError> {
        // No more than the queue holds: the program may write faster than this reads.
        for _ in 0..QUEUED_LINES {
            match self.from.try_recv() {
                Ok(_) => {}
                Err(mpsc::TryRecvError::Empty) => break,
                Err(mpsc::TryRecvError::Disconnected) => return Err(self.crash()),
            }
        }
        Ok(())
    }

    /// Notices the exit of a process whose children still hold its pipe.
    fn check_exit(&mut self) -> Result<(), AgentError> {
        if self.ended_at.is_none() && matches!(self.child.try_wait(), Ok(Some(_))) {
            self.ended_at = Some(Instant::now());
        }
        match self.ended_at {
            Some(at) if at.elapsed() >= EXIT_TIMEOUT => Err(self.crash()),
            _ => Ok(()),
        }
    }

    /// The error of a process that has exited or closed its output.
    fn crash(&mut self) -> AgentError {
        let status = self.wait(EXIT_TIMEOUT);
        self.kill();
        // Nothing is sent: this waits for the end.
        let _ = self.errors.recv_timeout(EXIT_TIMEOUT);
        let how = status.map_or_else(|| "closed its output".to_owned(), |status| format!("ended ({status})"));
        let after = match self.last_sent.as_str() {
            "" => String::new(),
            said => format!(" after {:?}", shortened(said)),
        };
        let errors = self.transcript.last_error().map_or_else(String::new, |line| format!(": {line}"));
        let why = format!("{how}{after}{errors}");
        self.transcript.record(Channel::Event, &why);
        AgentError::Crashed(why)
    }

    /// Kills a process that did not answer.
    pub(super) fn stall(&mut self, why: String) -> AgentError {
        self.kill();
        self.transcript.record(Channel::Event, &why);
        AgentError::Stalled(why)
    }

    /// Waits for its exit, at most for a time.
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

    /// Kills its process group.
    fn kill(&mut self) {
        self.to = None;
        #[cfg(unix)]
        if let Some(group) = i32::try_from(self.child.id()).ok().and_then(rustix::process::Pid::from_raw) {
            // Fails where no process of the group is left.
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        // Both fail only where it has exited already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        if let Some(to) = self.to.take() {
            // A program that ignores `quit` still reads the end of its input.
            let _ = to.send(wire::ugi::Command::Quit.to_string());
            drop(to);
            self.wait(self.quit);
        }
        self.kill();
    }
}

/// A process that was just started, on a thread that reads its standard error.
struct Started {
    child: Child,
    /// Disconnected once its standard error has been read to the end.
    errors: Receiver<()>,
    /// The thread ends once this is dropped and the standard error is closed.
    keeper: Sender<()>,
}

fn start(program: &Program, transcript: &Transcript) -> Result<Started, AgentError> {
    let mut command = Command::new(program.path());
    command.args(program.arguments());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    // A process group of its own: its children are killed with it, and Ctrl-C in a terminal does not reach it.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    end_with_parent(&mut command);
    let (sender, started) = mpsc::channel();
    let (errors_end, errors) = mpsc::channel();
    let (keeper, kept) = mpsc::channel();
    let words = transcript.clone();
    let thread = spawn(move || {
        let mut child = command.spawn();
        let stderr = child.as_mut().ok().and_then(|child| child.stderr.take());
        if sender.send(child).is_err() {
            return;
        }
        if let Some(stderr) = stderr {
            read_errors(stderr, &words);
        }
        drop::<Sender<()>>(errors_end);
        // Nothing is sent: this waits until the keeper is dropped.
        let _: Result<(), _> = kept.recv();
    });
    let child = thread.and_then(|_| started.recv().map_err(std::io::Error::other)?);
    let child = child.map_err(|error| failure(program, transcript, &error))?;
    Ok(Started { child, errors, keeper })
}

/// The error of a process that cannot be started.
fn failure(program: &Program, transcript: &Transcript, error: &std::io::Error) -> AgentError {
    let why = format!("cannot start {}: {error}", program.command_line());
    transcript.record(Channel::Event, &why);
    AgentError::Crashed(why)
}

fn spawn(work: impl FnOnce() + Send + 'static) -> std::io::Result<JoinHandle<()>> {
    thread::Builder::new().spawn(work)
}

/// The beginning of a line that may hold all moves of a game.
pub(super) fn shortened(line: &str) -> String {
    const LENGTH: usize = 80;
    line.char_indices().nth(LENGTH).map_or_else(|| line.to_owned(), |(end, _)| format!("{}...", &line[..end]))
}

fn write_lines(mut pipe: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        // `receive` notices a closed pipe.
        if pipe.write_all(format!("{line}\n").as_bytes()).and_then(|()| pipe.flush()).is_err() {
            break;
        }
    }
}

fn read_lines(pipe: impl Read, transcript: &Transcript, lines: &SyncSender<String>) {
    let mut pipe = BufReader::new(pipe);
    while let Ok(Some(line)) = read_line(&mut pipe) {
        match line {
            Ok(line) => {
                let line = printable(&line);
                transcript.record(Channel::Output, &line);
                if lines.send(line).is_err() {
                    break;
                }
            }
            Err(error) => transcript.record(Channel::Event, &format!("standard output: {error}")),
        }
    }
}

fn read_errors(pipe: impl Read, transcript: &Transcript) {
    let mut pipe = BufReader::new(pipe);
    while let Ok(Some(line)) = read_line(&mut pipe) {
        // Not as an event, which would end the search for the last error.
        let line = line.map_or_else(|error| error.to_string(), |line| printable(&line));
        transcript.record(Channel::Errors, &line);
    }
}
