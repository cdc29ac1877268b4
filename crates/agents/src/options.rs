//! The parameters of players: what may be set, to what, and what was set.

use amazons::Draw;
use eval::Eval;

/// A parameter of a player.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// The name by which it is set.
    pub name: &'static str,
    /// What it is set to unless somebody says otherwise.
    pub default: &'static str,
    /// What it may be set to.
    pub kind: Kind,
    /// What it means.
    pub help: &'static str,
}

/// What a parameter may be set to.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Kind {
    /// A whole number within bounds.
    Integer(u64, u64),
    /// Any number within bounds.
    Real(f64, f64),
    /// Some numbers of plies, each below 100, with + between them.
    Plies,
    /// One of some words.
    Word(&'static [&'static str]),
    /// An evaluation.
    Eval,
}

impl Kind {
    /// Whether a text is such a value.
    pub(crate) fn takes(self, text: &str) -> bool {
        match self {
            Self::Integer(least, most) => number(text).is_some_and(|number| (least..=most).contains(&number)),
            Self::Real(least, most) => text.parse().is_ok_and(|number: f64| (least..=most).contains(&number)),
            Self::Plies => plies(text).is_some(),
            Self::Word(words) => words.contains(&text),
            Self::Eval => text.parse::<Eval>().is_ok(),
        }
    }

    /// The allowed values, in words.
    #[must_use]
    pub fn allowed(self) -> String {
        match self {
            Self::Integer(least, most) => format!("a whole number from {least} to {most}"),
            Self::Real(least, most) => format!("a number from {least} to {most}"),
            Self::Plies => "numbers of plies below 100 with + between them".to_owned(),
            Self::Word(words) => words.join(" or "),
            Self::Eval => Eval::ALL.map(|named| named.name).join(", "),
        }
    }

    /// The words among which the nearest to a wrong one may be looked for.
    pub(crate) fn words(self) -> Vec<&'static str> {
        match self {
            Self::Word(words) => words.to_vec(),
            Self::Eval => Eval::ALL.map(|named| named.name).to_vec(),
            _ => Vec::new(),
        }
    }
}

/// Digits only: `parse` alone would take a sign.
fn number(text: &str) -> Option<u64> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

fn plies(text: &str) -> Option<Vec<u32>> {
    let one = |text| number(text).filter(|&plies| plies < 100).map(|plies| plies as u32);
    text.split('+').map(one).collect()
}

/// The values of a player's parameters, all of them checked.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Options {
    values: Vec<(&'static str, String)>,
}

impl Options {
    /// The defaults with some values set.
    pub(crate) fn new(parameters: &[Parameter], set: &[(String, String)]) -> Self {
        let value = |parameter: &Parameter| {
            let given = set.iter().rev().find(|(name, _)| name == parameter.name);
            given.map_or_else(|| parameter.default.to_owned(), |(_, value)| value.clone())
        };
        Self { values: parameters.iter().map(|parameter| (parameter.name, value(parameter))).collect() }
    }

    /// The text of a value.
    ///
    /// # Panics
    /// When the player has no such parameter: a mistake in the catalogue, which a test builds whole.
    pub(crate) fn text(&self, name: &str) -> &str {
        let found = self.values.iter().find(|(other, _)| *other == name);
        &found.unwrap_or_else(|| panic!("the catalogue declares no parameter {name}")).1
    }

    pub(crate) fn integer(&self, name: &str) -> u64 {
        number(self.text(name)).expect("a checked value")
    }

    pub(crate) fn real(&self, name: &str) -> f64 {
        self.text(name).parse().expect("a checked value")
    }

    pub(crate) fn plies(&self, name: &str) -> Vec<u32> {
        plies(self.text(name)).expect("a checked value")
    }

    pub(crate) fn eval(&self) -> Eval {
        self.text("eval").parse().expect("a checked value")
    }

    pub(crate) fn draw(&self) -> Draw {
        match self.text("draw") {
            "uniform" => Draw::Uniform,
            "amazons" => Draw::Amazons,
            _ => Draw::Steps,
        }
    }
}
