//! The text that names a player: `alphabeta:depth=2,eval=territory`.
//!
//! An evaluation may be a network in a file: `deepening:eval=net:runs/a.net`. A path with a comma, an @ or a space stands in
//! double quotes: `deepening:eval=net:"a,b.net",hash=64`. Files are read by [`AgentSpec::with_files`] only.

use std::fmt;
use std::str::FromStr;

use amazons::Size;
use eval::{Eval, EvalError, UnreadableBoard};
use thiserror::Error;
use thought::Limits;
use thought::{did_you_mean, nearest};

use crate::agent::Agent;
use crate::contender::Contender;
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
    /// Another program.
    #[error(
        "{text:?} is another program, which `match`, `tournament`, `sprt`, `engine` and `lab selfplay` run: here a player \
         of `otrera agents` is expected"
    )]
    Program {
        /// Its command line.
        text: String,
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
    /// The parameter's evaluation is a file, which may not be read here or holds no network.
    #[error("{name} of {player}: {error}")]
    Eval {
        /// The player.
        player: &'static str,
        /// The parameter.
        name: &'static str,
        /// What is wrong with it.
        error: EvalError,
    },
    /// A quote without an end.
    #[error("`{text}` has an opening quote and no closing one")]
    Quote {
        /// The text from the setting with the quote on.
        text: String,
    },
}

/// Whether a text may name files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Files {
    Read,
    Refuse,
}

impl AgentSpec {
    /// The player of a text that may name files: `deepening:eval=net:runs/a.net`. Only for texts of the user at the keyboard;
    /// [`FromStr`] refuses such a text without a look at the file.
    ///
    /// # Errors
    /// When it names no player, or a file holds no network.
    pub fn with_files(text: &str) -> Result<Self, SpecError> {
        Self::parse(text, Files::Read)
    }

    fn parse(text: &str, files: Files) -> Result<Self, SpecError> {
        if Contender::names_program(text) {
            return Err(SpecError::Program { text: text.to_owned() });
        }
        let (name, settings) = text.split_once(':').unwrap_or((text, ""));
        let Some(info) = PLAYERS.iter().find(|info| info.name == name) else {
            let nearest = nearest(name, PLAYERS.iter().map(|info| info.name));
            return Err(SpecError::Name { name: name.to_owned(), nearest });
        };
        let mut spec = Self { info, config: info.config(), set: Vec::new() };
        for setting in settings_of(settings)? {
            let alone = || Some((parameter_of_word(&spec.parameters(), setting)?, setting));
            let fault = || SpecError::Setting { text: setting.to_owned() };
            let (name, value) = setting.split_once('=').or_else(alone).ok_or_else(fault)?;
            spec.set_by(name, value, files)?;
        }
        Ok(spec)
    }

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

    /// Sets a parameter. No file is read: the text may be an option of a protocol, and the program at the other end may pass on
    /// what it got from anyone.
    ///
    /// # Errors
    /// When the player has no such parameter, or the parameter no such value.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), SpecError> {
        self.set_by(name, value, Files::Refuse)
    }

    fn set_by(&mut self, name: &str, value: &str, files: Files) -> Result<(), SpecError> {
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
        let parsed = match kind {
            Kind::Eval => match read_eval(value, files) {
                Ok(eval) => Some(Value::Eval(eval)),
                Err(EvalError::Name { .. }) => None,
                Err(error) => return Err(SpecError::Eval { player, name, error }),
            },
            _ => kind.parse(value),
        };
        let Some(parsed) = parsed else {
            let (nearest, mut allowed) = (nearest(value, kind.words()), kind.allowed());
            if kind == Kind::Eval && files == Files::Read {
                allowed += ", net:FILE";
            }
            return Err(SpecError::Value { player, name, value: value.to_owned(), nearest, allowed });
        };
        self.set_value(name, parsed);
        Ok(())
    }

    /// Sets a parameter that exists to a value of its kind.
    pub(crate) fn set_value(&mut self, name: &'static str, value: Value) {
        self.config.set(name, value);
        self.set.retain(|other| *other != name);
        self.set.push(name);
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

    /// Switches the opening book on where the player has one and plays at full strength, unless that was set already.
    pub fn use_book(&mut self) {
        let has_book = self.parameters().iter().any(|parameter| parameter.name == "book");
        if has_book && !self.is_set("book") && self.integer("level") == Some(0) {
            self.set("book", "on").expect("a book is on or off");
        }
    }

    fn integer(&self, name: &str) -> Option<usize> {
        let parameter = self.parameters().into_iter().find(|parameter| parameter.name == name)?;
        match parameter.value {
            Value::Integer(number) => Some(number as usize),
            _ => None,
        }
    }

    /// Checks that its evaluations can read a board of this size.
    ///
    /// # Errors
    /// When one cannot.
    pub fn check_board(&self, size: Size) -> Result<(), UnreadableBoard> {
        self.config.evaluations().try_for_each(|eval| eval.check_board(size))
    }

    /// The digests of its networks: files that have changed are not the same player, and the text does not tell.
    #[must_use]
    pub fn network_digests(&self) -> Vec<String> {
        let digest = |eval| match eval {
            Eval::Network(network) => Some(network.network().digest()),
            Eval::OtreraNet(network) => network.file_digest().map(str::to_owned),
            _ => None,
        };
        self.config.evaluations().filter_map(digest).collect()
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

fn read_eval(text: &str, files: Files) -> Result<Eval, EvalError> {
    match files {
        Files::Read => Eval::with_files(text),
        Files::Refuse => text.parse(),
    }
}

/// The settings of a text: the parts between its commas, of which those in double quotes do not count.
fn settings_of(text: &str) -> Result<Vec<&str>, SpecError> {
    let mut settings = Vec::new();
    let (mut start, mut is_quoted) = (0, false);
    for (place, letter) in text.char_indices() {
        match letter {
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => {
                settings.push(&text[start..place]);
                start = place + 1;
            }
            _ => {}
        }
    }
    if is_quoted {
        return Err(SpecError::Quote { text: text[start..].to_owned() });
    }
    if !text.is_empty() {
        settings.push(&text[start..]);
    }
    Ok(settings)
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

    /// Reads a text without files: one that names a file is refused.
    fn from_str(text: &str) -> Result<Self, SpecError> {
        Self::parse(text, Files::Refuse)
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
