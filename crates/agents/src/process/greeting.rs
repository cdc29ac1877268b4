//! The first words between us and another program.

use std::time::{Duration, Instant};

use wire::ugi::{Command, Dialect, Message, UgiOption};

use super::engine::Engine;
use crate::agent::AgentError;

/// How long a program may think about `ugi` before it is spoken to in `uci` as well.
const HESITATION: Duration = Duration::from_secs(2);

/// What a program said about itself.
#[derive(Debug)]
pub(super) struct Greeting {
    pub(super) dialect: Dialect,
    pub(super) name: Option<String>,
    options: Vec<UgiOption>,
    /// How many `readyok` are still to come.
    unready: usize,
}

impl Greeting {
    /// Greets a program, in `ugi` unless another word is to be the first.
    ///
    /// With `ugi` goes `isready`, which every engine answers: if it is ready but did not say `ugiok`, it knows only `uci`.
    pub(super) fn exchange(engine: &mut Engine, first: Dialect, most: Duration) -> Result<Self, AgentError> {
        let until = Instant::now() + most;
        let mut greeting = Self { dialect: first, name: None, options: Vec::new(), unready: 0 };
        engine.say(&Command::Hello(first));
        if first == Dialect::Ugi {
            engine.say(&Command::IsReady);
            if greeting.listen(engine, until.min(Instant::now() + HESITATION))? {
                greeting.unready = 1;
                return Ok(greeting);
            }
            engine.say(&Command::Hello(Dialect::Uci));
        }
        if greeting.listen_on(engine, until)? {
            return Ok(greeting);
        }
        let seconds = most.as_secs_f64();
        Err(engine.stall(format!("neither \"ugiok\" nor \"uciok\" within {seconds} s of the start")))
    }

    /// Listens until it has said all about itself, is ready without that, or the time is over.
    fn listen(&mut self, engine: &mut Engine, until: Instant) -> Result<bool, AgentError> {
        // It may talk without end: the clock is asked at every line.
        while Instant::now() < until {
            let Some(line) = engine.hear(until)? else { break };
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

    /// The same, but being ready is not enough.
    fn listen_on(&mut self, engine: &mut Engine, until: Instant) -> Result<bool, AgentError> {
        while Instant::now() < until {
            if self.listen(engine, until)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Takes a message in; true when it was the last one.
    fn take(&mut self, message: Message) -> bool {
        match message {
            Message::Name(name) => self.name = Some(name),
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

    /// Sets what has to be set for this game, and what the user wishes.
    pub(super) fn set_options(
        &self,
        engine: &mut Engine,
        wishes: &[(String, Option<String>)],
    ) -> Result<(), AgentError> {
        if self.offers("UCI_Variant") {
            let value = Some("amazons".to_owned());
            engine.say(&Command::SetOption { name: "UCI_Variant".to_owned(), value });
        }
        for (name, value) in wishes {
            let Some(option) = self.options.iter().find(|option| option.is_called(name)) else {
                let known: Vec<&str> = self.options.iter().map(|option| option.name.as_str()).collect();
                let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
                return Err(AgentError::Crashed(format!("has no option {name:?}; it has {known}")));
            };
            engine.say(&Command::SetOption { name: option.name.clone(), value: value.clone() });
        }
        Ok(())
    }

    /// Waits until it has done all that it was told.
    pub(super) fn sync(&mut self, engine: &mut Engine, most: Duration) -> Result<(), AgentError> {
        let until = Instant::now() + most;
        engine.say(&Command::IsReady);
        self.unready += 1;
        while self.unready > 0 {
            let heard = if Instant::now() < until { engine.hear(until)? } else { None };
            match heard.map(|line| line.parse()) {
                Some(Ok(Message::ReadyOk)) => self.unready -= 1,
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
