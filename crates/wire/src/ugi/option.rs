//! `option`: an option of an engine.

use std::fmt;

use thiserror::Error;

use super::{shortened, tidy};

/// An option of an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UgiOption {
    /// Its name, which may have spaces.
    pub name: String,
    /// Its type and bounds.
    pub kind: OptionKind,
}

/// The type of an option, with its default and bounds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionKind {
    /// `true` or `false`.
    Check {
        /// The default.
        default: bool,
    },
    /// A whole number within bounds.
    Spin {
        /// The default.
        default: i64,
        /// The least.
        min: i64,
        /// The most.
        max: i64,
    },
    /// One of some values.
    Combo {
        /// The default.
        default: String,
        /// All values.
        values: Vec<String>,
    },
    /// A button without a value.
    Button,
    /// Any text.
    Text {
        /// The default.
        default: String,
    },
}

/// An `option` that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("expected `option name NAME type check|spin|combo|button|string ...`, found `{0}`")]
pub struct OptionError(String);

/// The words that begin a part of an option.
const PARTS: [&str; 6] = ["name", "type", "default", "min", "max", "var"];

impl UgiOption {
    /// Whether a name is its name: engines disagree about capitals.
    #[must_use]
    pub fn is_called(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// Reads the words after `option`.
    pub(super) fn from_words(words: &[&str]) -> Result<Self, OptionError> {
        read(words).ok_or_else(|| OptionError(shortened(&format!("option {}", words.join(" ")))))
    }
}

fn read(words: &[&str]) -> Option<UgiOption> {
    // A name may have several words: it ends at `type`.
    let end = words.iter().position(|&word| word == "type")?;
    let name = words[..end].strip_prefix(&["name"])?.join(" ");
    let (&kind, rest) = words[end + 1..].split_first()?;
    let mut parts: Vec<(&str, Vec<&str>)> = Vec::new();
    for &word in rest {
        match parts.last_mut() {
            _ if PARTS.contains(&word) => parts.push((word, Vec::new())),
            Some((_, text)) => text.push(word),
            None => return None,
        }
    }
    let text = |part: &str| parts.iter().find(|(name, _)| *name == part).map(|(_, text)| text.join(" "));
    let number = |part: &str| text(part)?.parse::<i64>().ok();
    let default = || text("default").map(|text| if text == "<empty>" { String::new() } else { text });
    let kind = match kind {
        "check" => OptionKind::Check { default: text("default")? == "true" },
        "spin" => OptionKind::Spin { default: number("default")?, min: number("min")?, max: number("max")? },
        "combo" => {
            let values = parts.iter().filter(|(part, _)| *part == "var").map(|(_, text)| text.join(" "));
            OptionKind::Combo { default: default()?, values: values.collect() }
        }
        "button" => OptionKind::Button,
        "string" => OptionKind::Text { default: default().unwrap_or_default() },
        _ => return None,
    };
    (!name.is_empty()).then_some(UgiOption { name, kind })
}

impl fmt::Display for UgiOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type ", tidy(&self.name))?;
        match &self.kind {
            OptionKind::Check { default } => write!(f, "check default {default}"),
            OptionKind::Spin { default, min, max } => {
                write!(f, "spin default {default} min {min} max {max}")
            }
            OptionKind::Combo { default, values } => {
                write!(f, "combo default {}", tidy(default))?;
                values.iter().try_for_each(|value| write!(f, " var {}", tidy(value)))
            }
            OptionKind::Button => f.write_str("button"),
            OptionKind::Text { default } if tidy(default).is_empty() => f.write_str("string default <empty>"),
            OptionKind::Text { default } => write!(f, "string default {}", tidy(default)),
        }
    }
}
