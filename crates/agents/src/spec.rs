//! The text that names a player: `alphabeta:depth=2,eval=territory`.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;
use thought::Limits;
use thought::{did_you_mean, nearest};

use crate::agent::Agent;
use crate::players::{Ability, AnyConfig, Kind, PLAYERS, Parameter, PlayerInfo, Value};
use crate::searcher::Searcher;

/// A player with its configuration.
#[derive(Debug)]
pub struct AgentSpec {
    info: &'static PlayerInfo,
    config: Box<dyn AnyConfig>,
    /// The parameters that were set, in the order in which they were given.
    set: Vec<&'static str>,
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
    /// Something that is not `key=value`.
    #[error("expected `key=value`, found `{text}`: write the parameters with commas between them")]
    Setting {
        /// The text.
        text: String,
    },
    /// The player has no such parameter.
    #[error("{player} has no parameter {name:?}{}; it has {}", did_you_mean(*.nearest), known)]
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
        /// The nearest one that exists.
        nearest: Option<&'static str>,
        /// What is allowed.
        allowed: String,
    },
}

impl AgentSpec {
    /// The player.
    #[must_use]
    pub fn info(&self) -> &'static PlayerInfo {
        self.info
    }

    /// The parameters with their values.
    #[must_use]
    pub fn parameters(&self) -> Vec<Parameter> {
        self.config.parameters()
    }

    /// Sets a parameter.
    ///
    /// # Errors
    /// When the player has no such parameter, or the parameter no such value.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), SpecError> {
        let player = self.info.name;
        let parameters = self.parameters();
        let names = || parameters.iter().map(|parameter| parameter.name);
        let Some(&Parameter { name, kind, .. }) = parameters.iter().find(|parameter| parameter.name == name)
        else {
            let known = names().collect::<Vec<_>>().join(", ");
            return Err(SpecError::Parameter {
                player,
                name: name.to_owned(),
                nearest: nearest(name, names()),
                known,
            });
        };
        let Some(parsed) = kind.parse(value) else {
            let (nearest, allowed) = (nearest(value, kind.words()), kind.allowed());
            return Err(SpecError::Value { player, name, value: value.to_owned(), nearest, allowed });
        };
        self.config.set(name, parsed);
        self.set.retain(|other| *other != name);
        self.set.push(name);
        Ok(())
    }

    /// Whether a parameter was set, if only to its default.
    #[must_use]
    pub fn is_set(&self, name: &str) -> bool {
        self.set.contains(&name)
    }

    /// How many threads it searches with.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.integer("threads").unwrap_or(1)
    }

    /// The most mebibytes of its tree or table; `None` where no parameter bounds them.
    #[must_use]
    pub fn hash(&self) -> Option<usize> {
        self.integer("hash")
    }

    fn integer(&self, name: &str) -> Option<usize> {
        let parameter = self.parameters().into_iter().find(|parameter| parameter.name == name)?;
        match parameter.value {
            Value::Integer(number) => Some(number as usize),
            _ => None,
        }
    }

    /// Whether it can do something in this configuration.
    #[must_use]
    pub fn can(&self, ability: Ability) -> bool {
        self.config.abilities().contains(&ability)
    }

    /// The limits of a move where the caller gives none: its paper's.
    #[must_use]
    pub fn default_limits(&self) -> Limits {
        self.info.limits
    }

    /// The given limits, or `default` where there are none. A depth alone does not end the search of a tree: there it is
    /// added to `default`.
    #[must_use]
    pub fn limits_or(&self, given: Limits, default: Limits) -> Limits {
        if given.is_none() {
            default
        } else if given == (Limits { depth: given.depth, ..Limits::NONE }) && !self.can(Ability::EndAtDepth) {
            Limits { depth: given.depth, ..default }
        } else {
            given
        }
    }

    /// The player, ready for a game.
    #[must_use]
    pub fn agent(&self) -> Box<dyn Agent> {
        Box::new(Searcher::new(self.to_string(), self.config.boxed_clone()))
    }
}

/// The parameter of which a word alone is a value: `course-iterative:as-printed`.
fn parameter_of_word(parameters: &[Parameter], word: &str) -> Option<&'static str> {
    let takes =
        |parameter: &&Parameter| matches!(parameter.kind, Kind::Word(words, _) if words.contains(&word));
    let mut takers = parameters.iter().filter(takes);
    let taker = takers.next()?;
    takers.next().is_none().then_some(taker.name)
}

impl FromStr for AgentSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let (name, settings) = text.split_once(':').unwrap_or((text, ""));
        let Some(info) = PLAYERS.iter().find(|info| info.name == name) else {
            let nearest = nearest(name, PLAYERS.iter().map(|info| info.name));
            return Err(SpecError::Name { name: name.to_owned(), nearest });
        };
        let mut spec = Self { info, config: info.config(), set: Vec::new() };
        for setting in settings.split(',').filter(|_| !settings.is_empty()) {
            let alone = || Some((parameter_of_word(&spec.parameters(), setting)?, setting));
            let fault = || SpecError::Setting { text: setting.to_owned() };
            let (name, value) = setting.split_once('=').or_else(alone).ok_or_else(fault)?;
            spec.set(name, value)?;
        }
        Ok(spec)
    }
}

impl fmt::Display for AgentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.info.name)?;
        let parameters = self.parameters();
        for (index, name) in self.set.iter().enumerate() {
            let mark = if index == 0 { ':' } else { ',' };
            let value = parameters.iter().find(|parameter| parameter.name == *name).map(|it| &it.value);
            write!(f, "{mark}{name}={}", value.expect("a parameter that was set exists"))?;
        }
        Ok(())
    }
}

impl Clone for AgentSpec {
    fn clone(&self) -> Self {
        Self { info: self.info, config: self.config.boxed_clone(), set: self.set.clone() }
    }
}

impl PartialEq for AgentSpec {
    fn eq(&self, other: &Self) -> bool {
        self.to_string() == other.to_string()
    }
}

impl Eq for AgentSpec {}
