//! Parameters: what a user may set in a player's configuration, to which values, and where it is kept.

use std::fmt;
use std::time::Duration;

use amazons::Draw;
use eval::Eval;
use search::minimax::Ordering;

/// A parameter of a player with its value in one configuration.
#[derive(Clone, PartialEq, Debug)]
pub struct Parameter {
    /// The name by which it is set.
    pub name: &'static str,
    /// The values that it may have.
    pub kind: Kind,
    /// What it means.
    pub help: &'static str,
    /// The value, which in a configuration that was not changed is the default.
    pub value: Value,
}

/// The values that a parameter may have.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Kind {
    /// A whole number within bounds.
    Integer(u64, u64),
    /// Any number within bounds.
    Real(f64, f64),
    /// Numbers of plies, each below 100, with + between them.
    Plies,
    /// One of some words, and their former names, each with the word of today.
    Word(&'static [&'static str], &'static [(&'static str, &'static str)]),
    /// An evaluation.
    Eval,
}

/// The value of a parameter.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// A whole number.
    Integer(u64),
    /// Any number.
    Real(f64),
    /// Numbers of plies.
    Plies(Vec<u32>),
    /// One of the words of its kind.
    Word(&'static str),
    /// An evaluation.
    Eval(Eval),
}

impl Kind {
    /// The words of a type.
    pub(super) const fn of<T: Words>() -> Self {
        Self::Word(T::WORDS, T::FORMER)
    }

    /// Reads a value; `None` where the text is none of this kind or out of bounds. Of evaluations it reads names only.
    pub(crate) fn parse(self, text: &str) -> Option<Value> {
        match self {
            Self::Integer(min, max) => {
                integer(text).filter(|it| (min..=max).contains(it)).map(Value::Integer)
            }
            Self::Real(min, max) => text.parse().ok().filter(|it| (min..=max).contains(it)).map(Value::Real),
            Self::Plies => {
                let plies = |text| integer(text).filter(|&plies| plies < 100).map(|plies| plies as u32);
                text.split('+').map(plies).collect::<Option<_>>().map(Value::Plies)
            }
            Self::Word(words, former) => {
                let text = former.iter().find(|(name, _)| *name == text).map_or(text, |(_, word)| word);
                words.iter().find(|word| **word == text).map(|word| Value::Word(word))
            }
            Self::Eval => text.parse().ok().map(Value::Eval),
        }
    }

    /// The allowed values, in words.
    #[must_use]
    pub fn allowed(self) -> String {
        match self {
            Self::Integer(min, max) => format!("a whole number from {min} to {max}"),
            Self::Real(min, max) => format!("a number from {min} to {max}"),
            Self::Plies => "numbers of plies below 100 with + between them".to_owned(),
            Self::Word(words, _) => words.join(" or "),
            Self::Eval => self.words().join(", "),
        }
    }

    /// The words that it may be; empty where it is no word.
    pub(crate) fn words(self) -> Vec<&'static str> {
        match self {
            Self::Word(words, _) => words.to_vec(),
            Self::Eval => Eval::ALL.map(|named| named.name).to_vec(),
            _ => Vec::new(),
        }
    }
}

/// Digits only: `parse` alone would take a sign.
fn integer(text: &str) -> Option<u64> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integer(number) => number.fmt(f),
            Self::Real(number) => number.fmt(f),
            Self::Plies(plies) => {
                let plies: Vec<String> = plies.iter().map(ToString::to_string).collect();
                plies.join("+").fmt(f)
            }
            Self::Word(word) => word.fmt(f),
            Self::Eval(eval) => eval.fmt(f),
        }
    }
}

/// Where a configuration keeps a parameter.
pub(crate) struct Field<C> {
    pub(super) name: &'static str,
    pub(super) kind: Kind,
    pub(super) help: &'static str,
    pub(super) get: fn(&C) -> Value,
    pub(super) set: fn(&mut C, Value),
}

/// A type that a parameter can have.
pub(super) trait Setting {
    fn get(&self) -> Value;
    fn set(&mut self, value: Value);
}

/// A type whose values have names.
pub(super) trait Words {
    const WORDS: &'static [&'static str];
    /// Former names, each with the word of today.
    const FORMER: &'static [(&'static str, &'static str)];
}

/// Implements `Setting` by a variant of `Value`: how it is read from the variant, and how it is written as it.
macro_rules! settings {
    ($($type:ty: $variant:ident($value:ident) => $set:expr, |$this:ident| $get:expr;)*) => {$(
        impl $crate::players::parameter::Setting for $type {
            fn get(&self) -> $crate::players::Value {
                let $this = self;
                $crate::players::Value::$variant($get)
            }

            fn set(&mut self, value: $crate::players::Value) {
                let $crate::players::Value::$variant($value) = value else {
                    unreachable!("the kind of a parameter is not that of its field")
                };
                *self = $set;
            }
        }
    )*};
}

settings! {
    u16: Integer(number) => number as u16, |this| u64::from(*this);
    u32: Integer(number) => number as u32, |this| u64::from(*this);
    usize: Integer(number) => number as usize, |this| *this as u64;
    Duration: Integer(millis) => Duration::from_millis(millis), |this| this.as_millis() as u64;
    f64: Real(number) => number, |this| *this;
    Vec<u32>: Plies(plies) => plies, |this| this.clone();
    Eval: Eval(eval) => eval, |this| this.clone();
}

/// Names the values of a type; after a semicolon former names, which are still read.
macro_rules! words {
    ($type:ty: $($word:literal => $value:ident),* $(; $($name:literal => $today:literal),*)?) => {
        impl $crate::players::parameter::Words for $type {
            const WORDS: &'static [&'static str] = &[$($word),*];
            const FORMER: &'static [(&'static str, &'static str)] = &[$($(($name, $today)),*)?];
        }
        $crate::players::parameter::settings! {
            $type: Word(word) => match word {
                $($word => Self::$value,)*
                _ => unreachable!("the word was checked"),
            }, |this| match this {
                $(Self::$value => $word,)*
            };
        }
    };
}

words!(Draw: "uniform" => Uniform, "steps" => Steps, "amazons" => Amazons);
words!(Ordering: "generation" => Generation, "refutations" => Refutations, "evaluated" => Evaluated);

/// The name of a parameter, its kind, and what it means.
pub(super) type Declared = (&'static str, Kind, &'static str);

/// Declares the parameters of a configuration, each with the field that keeps it.
macro_rules! fields {
    ($($declared:expr => |$config:ident| $field:expr;)*) => {
        &[$({
            let (name, kind, help): $crate::players::parameter::Declared = $declared;
            $crate::players::parameter::Field {
                name,
                kind,
                help,
                get: |$config| $crate::players::parameter::Setting::get(&$field),
                set: |$config, value| $crate::players::parameter::Setting::set(&mut $field, value),
            }
        }),*]
    };
}

pub(super) use {fields, settings, words};

// The parameters of several players.
pub(super) const DEPTH: Declared =
    ("depth", Kind::Integer(1, 64), "plies looked ahead, unless a limit says otherwise");
pub(super) const EVAL: Declared = ("eval", Kind::Eval, "the evaluation");
pub(super) const ORDER: Declared =
    ("order", Kind::of::<Ordering>(), "which moves are tried first; no order changes the value");
pub(super) const DRAW: Declared =
    ("draw", Kind::of::<Draw>(), "how random moves are drawn: all alike, in two stages, or in three");
pub(super) const EXPLORATION: Declared = ("c", Kind::Real(0.0, 100.0), "the exploration constant");
pub(super) const MULTI_PV: Declared = ("multipv", Kind::Integer(1, 500), "how many lines are reported");
