//! Who takes part in a match: a player of ours, or another program.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::agent::{Agent, AgentError};
use crate::process::{Patience, ProcessAgent, Program, ProgramError};
use crate::spec::{AgentSpec, SpecError};

/// A player of ours by its spec, or another program by its command line.
///
/// ```
/// use agents::Contender;
/// let ours: Contender = "alphabeta:depth=2".parse().unwrap();
/// let other: Contender = "cmd[Hash=64]:./engine --flag".parse().unwrap();
/// assert!(matches!((ours, other), (Contender::Player(_), Contender::Program(_))));
/// let error = "mgpo".parse::<Contender>().unwrap_err();
/// assert!(error.to_string().contains("did you mean mgpeo?"), "{error}");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Contender {
    /// A player of ours.
    Player(AgentSpec),
    /// Another program that speaks UGI or UCI.
    Program(Program),
}

/// A text that names nobody.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ContenderError {
    /// No player of ours.
    #[error(transparent)]
    Player(#[from] SpecError),
    /// No program.
    #[error(transparent)]
    Program(#[from] ProgramError),
}

impl Contender {
    /// The player, ready for a game; another program is started.
    ///
    /// # Errors
    /// When another program does not start, speaks neither UGI nor UCI, or has not the options that are to be set.
    pub fn agent(&self) -> Result<Box<dyn Agent>, AgentError> {
        self.agent_within(Patience::default())
    }

    /// The same, where another program is not waited for as long as usual, or longer.
    ///
    /// # Errors
    /// As for [`agent`](Self::agent).
    pub fn agent_within(&self, patience: Patience) -> Result<Box<dyn Agent>, AgentError> {
        match self {
            Self::Player(spec) => Ok(spec.agent()),
            Self::Program(program) => Ok(Box::new(ProcessAgent::start(program.clone(), patience)?)),
        }
    }

    /// Whether it can think about some moves only.
    #[must_use]
    pub fn chooses_among(&self) -> bool {
        match self {
            Self::Player(spec) => spec.chooses_among(),
            Self::Program(_) => true,
        }
    }

    /// Whether what it thinks on the opponent's time serves its next move.
    #[must_use]
    pub fn keeps_thoughts(&self) -> bool {
        matches!(self, Self::Player(spec) if spec.keeps_thoughts())
    }
}

impl FromStr for Contender {
    type Err = ContenderError;

    fn from_str(text: &str) -> Result<Self, ContenderError> {
        if text.starts_with("cmd:") || text.starts_with("cmd[") {
            Ok(Self::Program(text.parse()?))
        } else {
            Ok(Self::Player(text.parse()?))
        }
    }
}

impl fmt::Display for Contender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Player(spec) => spec.fmt(f),
            Self::Program(program) => program.fmt(f),
        }
    }
}

impl From<AgentSpec> for Contender {
    fn from(spec: AgentSpec) -> Self {
        Self::Player(spec)
    }
}
