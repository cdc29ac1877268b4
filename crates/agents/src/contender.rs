//! A player of ours or another program, by one text.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use amazons::Size;
use eval::UnreadableBoard;
use thiserror::Error;
use thought::Limits;

use crate::agent::{Agent, AgentError};
use crate::players::Ability;
use crate::process::{ProcessAgent, Program, ProgramError, Timeouts};
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

/// A text that names neither a player nor a program.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ContenderError {
    /// It is not the spec of a player.
    #[error(transparent)]
    Player(#[from] SpecError),
    /// It is not the command line of a program.
    #[error(transparent)]
    Program(#[from] ProgramError),
}

impl Contender {
    /// Whether a text is the command line of another program, valid or not.
    #[must_use]
    pub fn names_program(text: &str) -> bool {
        text.starts_with("cmd:") || text.starts_with("cmd[")
    }

    /// Checks that a player of ours can read a board of this size. Another program says so itself.
    ///
    /// # Errors
    /// When it cannot.
    pub fn check_board(&self, size: Size) -> Result<(), UnreadableBoard> {
        match self {
            Self::Player(spec) => spec.check_board(size),
            Self::Program(_) => Ok(()),
        }
    }

    /// The digests of the networks of a player of ours.
    #[must_use]
    pub fn network_digests(&self) -> Vec<String> {
        match self {
            Self::Player(spec) => spec.network_digests(),
            Self::Program(_) => Vec::new(),
        }
    }

    /// The player, ready for a game; another program is started.
    ///
    /// # Errors
    /// When another program does not start, speaks neither UGI nor UCI, or has not the options that are to be set.
    pub fn agent(&self) -> Result<Box<dyn Agent>, AgentError> {
        self.agent_with(Timeouts::default())
    }

    /// The same, with timeouts for another program.
    ///
    /// # Errors
    /// As for [`agent`](Self::agent).
    pub fn agent_with(&self, timeouts: Timeouts) -> Result<Box<dyn Agent>, AgentError> {
        match self {
            Self::Player(spec) => Ok(spec.agent()),
            Self::Program(program) => Ok(Box::new(ProcessAgent::start(program.clone(), timeouts)?)),
        }
    }

    /// Whether it can do something. Another program is given root moves, and trusted with no other ability.
    #[must_use]
    pub fn can(&self, ability: Ability) -> bool {
        match self {
            Self::Player(spec) => spec.can(ability),
            Self::Program(_) => ability == Ability::RootMoves,
        }
    }

    /// How many threads it searches with.
    #[must_use]
    pub fn threads(&self) -> usize {
        match self {
            Self::Player(spec) => spec.threads(),
            Self::Program(program) => program.threads(),
        }
    }

    /// The limits of a move where the caller gives none: a player's own, or one second for another program.
    #[must_use]
    pub fn default_limits(&self) -> Limits {
        match self {
            Self::Player(spec) => spec.default_limits(),
            Self::Program(_) => Limits::time(Duration::from_secs(1)),
        }
    }

    /// The given limits, or `default` where there are none: see [`AgentSpec::limits_or`].
    #[must_use]
    pub fn limits_or(&self, given: Limits, default: Limits) -> Limits {
        match self {
            Self::Player(spec) => spec.limits_or(given, default),
            Self::Program(_) if given.is_none() => default,
            Self::Program(_) => given,
        }
    }
}

impl FromStr for Contender {
    type Err = ContenderError;

    /// Such a text is trusted: it may start a program, and it may name files, as [`AgentSpec::with_files`] reads them.
    fn from_str(text: &str) -> Result<Self, ContenderError> {
        if Self::names_program(text) {
            Ok(Self::Program(text.parse()?))
        } else {
            Ok(Self::Player(AgentSpec::with_files(text)?))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_told_from_a_player_by_its_first_word() {
        for text in ["cmd:./engine", "cmd[Hash=8]:./engine", "cmd:", "cmd[Hash=8"] {
            assert!(Contender::names_program(text), "{text}");
        }
        assert!(!Contender::names_program("cmds:x") && !Contender::names_program("mgpeo"));
    }

    #[test]
    fn threads_are_a_parameter_or_an_option() {
        let threads = |text: &str| text.parse::<Contender>().unwrap().threads();
        assert_eq!(threads("cmd[Hash=8,threads=4]:./engine"), 4);
        assert_eq!(threads("cmd:./engine"), 1);
        assert_eq!(threads("otrera:threads=3"), 3);
        assert_eq!(threads("mgpeo"), 1);
    }
}
