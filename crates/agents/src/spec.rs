//! The text that names a player: `alphabeta:depth=2,eval=territory`.

use std::fmt;
use std::str::FromStr;

use eval::{did_you_mean, nearest};
use thiserror::Error;
use thought::Limits;

use crate::agent::Agent;
use crate::catalogue::{PLAYERS, PlayerInfo};
use crate::options::{Kind, Options, Parameter};
use crate::plan::Plan;
use crate::player::Player;

/// A player with some of its parameters set, all of them checked.
#[derive(Clone, Debug)]
pub struct AgentSpec {
    info: &'static PlayerInfo,
    /// In the order given.
    set: Vec<(String, String)>,
}

/// A text that names no player.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SpecError {
    /// No player has this name.
    #[error("no player is called {name:?}{}; `otrera agents` lists them all", did_you_mean(*.nearest))]
    Name {
        /// The name.
        name: String,
        /// The nearest one that exists.
        nearest: Option<&'static str>,
    },
    /// Something that is not `name=value`.
    #[error("{text:?} sets nothing: write parameters as name=value with commas between them")]
    Setting {
        /// The text.
        text: String,
    },
    /// The player has no such parameter.
    #[error("{player} has no parameter {name:?}{}; it has {}", did_you_mean(*.nearest), or_none(.known))]
    Parameter {
        /// The player.
        player: &'static str,
        /// The name.
        name: String,
        /// The nearest one that exists.
        nearest: Option<&'static str>,
        /// All that exist.
        known: String,
    },
    /// The parameter cannot have this value.
    #[error("{name} of {player} cannot be {value:?}{}: it takes {allowed}", did_you_mean(*.nearest))]
    Value {
        /// The player.
        player: &'static str,
        /// The parameter.
        name: &'static str,
        /// The value.
        value: String,
        /// The nearest one that is allowed.
        nearest: Option<&'static str>,
        /// What is allowed.
        allowed: String,
    },
}

fn or_none(known: &str) -> &str {
    if known.is_empty() { "none" } else { known }
}

impl AgentSpec {
    /// What the catalogue says of the player.
    #[must_use]
    pub fn info(&self) -> &'static PlayerInfo {
        self.info
    }

    /// Sets one more parameter.
    ///
    /// # Errors
    /// When the player has no such parameter, or it cannot have this value.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), SpecError> {
        check(self.info, name, value)?;
        self.set.retain(|(other, _)| other != name);
        self.set.push((name.to_owned(), value.to_owned()));
        Ok(())
    }

    /// What a parameter is set to, or its default; `None` where the player has no such parameter.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<&str> {
        let set = self.set.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str());
        let parameter = self.info.parameters.iter().find(|parameter| parameter.name == name);
        set.or_else(|| parameter.map(|parameter| parameter.default))
    }

    /// The player, ready for a game.
    #[must_use]
    pub fn agent(&self) -> Box<dyn Agent> {
        Box::new(Player::new(self.to_string(), self.plan()))
    }

    fn plan(&self) -> Plan {
        (self.info.plan)(&Options::new(self.info.parameters, &self.set))
    }

    /// Whether what it thinks on the opponent's time serves its next move: it keeps its tree, and is not held back to a
    /// level.
    #[must_use]
    pub fn keeps_thoughts(&self) -> bool {
        matches!(self.plan(), Plan::Flagship(..))
    }

    /// Whether it can think about some moves only: see [`Agent::decide_among`].
    #[must_use]
    pub fn chooses_among(&self) -> bool {
        matches!(self.plan(), Plan::Flagship(..) | Plan::Leveled(..))
    }

    /// Whether a parameter was set, if only to its default.
    #[must_use]
    pub fn sets(&self, name: &str) -> bool {
        self.set.iter().any(|(other, _)| other == name)
    }

    /// How long it thinks about a move where nobody says: as in its paper.
    #[must_use]
    pub fn default_limits(&self) -> Limits {
        self.info.thinking.limits()
    }
}

fn check(info: &'static PlayerInfo, name: &str, value: &str) -> Result<&'static Parameter, SpecError> {
    let names = || info.parameters.iter().map(|parameter| parameter.name);
    let Some(parameter) = info.parameters.iter().find(|parameter| parameter.name == name) else {
        return Err(SpecError::Parameter {
            player: info.name,
            name: name.to_owned(),
            nearest: nearest(name, names()),
            known: names().collect::<Vec<_>>().join(", "),
        });
    };
    if parameter.kind.takes(value) {
        return Ok(parameter);
    }
    Err(SpecError::Value {
        player: info.name,
        name: parameter.name,
        value: value.to_owned(),
        nearest: nearest(value, parameter.kind.words()),
        allowed: parameter.kind.allowed(),
    })
}

/// A value alone, where it is a word of one parameter only: `course-iterative:as-printed`.
fn only_word<'a>(info: &PlayerInfo, word: &'a str) -> Option<(&'static str, &'a str)> {
    let takes = |parameter: &&Parameter| matches!(parameter.kind, Kind::Word(words) if words.contains(&word));
    let mut takers = info.parameters.iter().filter(takes);
    let taker = takers.next()?;
    takers.next().is_none().then_some((taker.name, word))
}

impl FromStr for AgentSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let (name, settings) = text.split_once(':').unwrap_or((text, ""));
        let Some(info) = PLAYERS.iter().find(|info| info.name == name) else {
            let nearest = nearest(name, PLAYERS.iter().map(|info| info.name));
            return Err(SpecError::Name { name: name.to_owned(), nearest });
        };
        let mut spec = Self { info, set: Vec::new() };
        for setting in settings.split(',').filter(|_| !settings.is_empty()) {
            let fault = || SpecError::Setting { text: setting.to_owned() };
            let (name, value) =
                setting.split_once('=').or_else(|| only_word(info, setting)).ok_or_else(fault)?;
            spec.set(name, value)?;
        }
        Ok(spec)
    }
}

impl fmt::Display for AgentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.info.name)?;
        for (index, (name, value)) in self.set.iter().enumerate() {
            let mark = if index == 0 { ':' } else { ',' };
            write!(f, "{mark}{name}={value}")?;
        }
        Ok(())
    }
}

impl PartialEq for AgentSpec {
    fn eq(&self, other: &Self) -> bool {
        self.info.name == other.info.name && self.set == other.set
    }
}

impl Eq for AgentSpec {}
