//! The handshake with another program: `ugi` or `uci`, options, `isready`.

use std::time::{Duration, Instant};

use wire::ugi::{Command, Dialect, Message, UgiOption};

use super::engine::Engine;
use crate::agent::AgentError;

/// How long to wait for `ugiok` before `uci` is sent as well.
const UCI_DELAY: Duration = Duration::from_secs(2);

/// The dialect and the options of a program.
#[derive(Debug)]
pub(super) struct Handshake {
    pub(super) dialect: Dialect,
    options: Vec<UgiOption>,
    /// How many `readyok` are still expected.
    pending_readyok: usize,
}

impl Handshake {
    /// Sends `ugi` or `uci` and reads the answer.
    ///
    /// With `ugi` goes `isready`, which every engine answers: `readyok` without `ugiok` means that it knows only `uci`.
    pub(super) fn start(engine: &mut Engine, first: Dialect, most: Duration) -> Result<Self, AgentError> {
        let until = Instant::now() + most;
        let mut handshake = Self { dialect: first, options: Vec::new(), pending_readyok: 0 };
        engine.send(&Command::Hello(first));
        if first == Dialect::Ugi {
            engine.send(&Command::IsReady);
            if handshake.listen(engine, until.min(Instant::now() + UCI_DELAY))? {
                handshake.pending_readyok = 1;
                return Ok(handshake);
            }
            engine.send(&Command::Hello(Dialect::Uci));
        }
        if handshake.listen_on(engine, until)? {
            return Ok(handshake);
        }
        let seconds = most.as_secs_f64();
        Err(engine.stall(format!("neither \"ugiok\" nor \"uciok\" within {seconds} s of the start")))
    }

    /// Reads lines until `ugiok` or `uciok` (true), `readyok` or the end of time (false).
    fn listen(&mut self, engine: &mut Engine, until: Instant) -> Result<bool, AgentError> {
        // The program may write without end: the clock is read at every line.
        while Instant::now() < until {
            let Some(line) = engine.receive(until)? else { break };
            match line.parse() {
                Ok(Message::ReadyOk) => break,
                Ok(message) => {
                    if self.take(message) {
                        return Ok(true);
                    }
                }
                Err(_) => {}
            }
        }
        Ok(false)
    }

    /// The same, but `readyok` does not end it.
    fn listen_on(&mut self, engine: &mut Engine, until: Instant) -> Result<bool, AgentError> {
        while Instant::now() < until {
            if self.listen(engine, until)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Stores a message; true at `ugiok` or `uciok`.
    fn take(&mut self, message: Message) -> bool {
        match message {
            Message::Option(option) => self.options.push(option),
            Message::Ok(dialect) => {
                self.dialect = dialect;
                return true;
            }
            _ => {}
        }
        false
    }

    pub(super) fn offers(&self, name: &str) -> bool {
        self.options.iter().any(|option| option.is_called(name))
    }

    /// Sets `UCI_Variant` and the given options.
    pub(super) fn set_options(
        &self,
        engine: &mut Engine,
        options: &[(String, Option<String>)],
    ) -> Result<(), AgentError> {
        if self.offers("UCI_Variant") {
            let value = Some("amazons".to_owned());
            engine.send(&Command::SetOption { name: "UCI_Variant".to_owned(), value });
        }
        for (name, value) in options {
            let Some(option) = self.options.iter().find(|option| option.is_called(name)) else {
                let known: Vec<&str> = self.options.iter().map(|option| option.name.as_str()).collect();
                let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
                return Err(AgentError::Crashed(format!("has no option {name:?}; it has {known}")));
            };
            engine.send(&Command::SetOption { name: option.name.clone(), value: value.clone() });
        }
        Ok(())
    }

    /// Sends `isready` and waits until every `readyok` has come.
    pub(super) fn sync(&mut self, engine: &mut Engine, most: Duration) -> Result<(), AgentError> {
        let until = Instant::now() + most;
        engine.send(&Command::IsReady);
        self.pending_readyok += 1;
        while self.pending_readyok > 0 {
            let received = if Instant::now() < until { engine.receive(until)? } else { None };
            match received.map(|line| line.parse()) {
                Some(Ok(Message::ReadyOk)) => self.pending_readyok -= 1,
                Some(_) => {}
                None => {
                    let seconds = most.as_secs_f64();
                    return Err(engine.stall(format!("no \"readyok\" within {seconds} s of \"isready\"")));
                }
            }
        }
        Ok(())
    }
}
