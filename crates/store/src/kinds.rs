//! How a game ended and where it came from, with the names that files use. A name never changes its meaning.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A name that is not known.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("unknown name {name:?}, expected one of: {known}")]
pub struct UnknownName {
    /// The name.
    pub name: String,
    /// The known names, separated by commas.
    pub known: String,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Ending {
    /// The loser had no move.
    NoMoves,
    /// The loser resigned.
    Resignation,
    /// A referee or a proof decided it.
    Adjudication,
    /// The loser ran out of time.
    TimeForfeit,
    /// The loser played an illegal move.
    IllegalMove,
    /// The loser's program crashed or broke the protocol.
    Crash,
    /// The loser's program did not answer.
    Stall,
    /// It has no result.
    Unfinished,
}

/// Where a game came from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Source {
    /// A match or tournament of the arena.
    Match,
    /// Played here.
    Play,
    /// A file.
    Import,
    /// Self-play, for learning.
    SelfPlay,
    /// An experiment of the laboratory.
    Experiment,
    /// A position or a game that somebody studies.
    Study,
}

/// Implements the conversions between the variants of an enum and their names.
macro_rules! names {
    ($type:ident, $($variant:ident = $name:literal),+ $(,)?) => {
        impl $type {
            /// All variants.
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// The name that files use.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }
        }

        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.name())
            }
        }

        impl FromStr for $type {
            type Err = UnknownName;

            fn from_str(name: &str) -> Result<Self, UnknownName> {
                match name {
                    $($name => Ok(Self::$variant),)+
                    _ => Err(UnknownName { name: name.to_owned(), known: [$($name),+].join(", ") }),
                }
            }
        }
    };
}

names!(
    Ending,
    NoMoves = "no moves",
    Resignation = "resignation",
    Adjudication = "adjudication",
    TimeForfeit = "time forfeit",
    IllegalMove = "illegal move",
    Crash = "crash",
    Stall = "stall",
    Unfinished = "unfinished",
);

names!(
    Source,
    Match = "match",
    Play = "play",
    Import = "import",
    SelfPlay = "self-play",
    Experiment = "experiment",
    Study = "study",
);
