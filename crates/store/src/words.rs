//! The words for how a game ended and where it came from. They stand in files: a word never changes its meaning.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A word that the store does not use.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{word:?} is none of: {known}")]
pub struct UnknownWord {
    /// The word.
    pub word: String,
    /// The words that are known, with commas.
    pub known: String,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Ending {
    /// The loser had no move.
    NoMoves,
    /// The loser gave up.
    Resignation,
    /// Somebody else decided it, a referee or a proof.
    Adjudication,
    /// The loser thought for too long.
    TimeForfeit,
    /// The loser tried what the rules forbid.
    IllegalMove,
    /// The loser's program ended or said rubbish.
    Crash,
    /// The loser's program never answered.
    Stall,
    /// It did not end.
    Unfinished,
}

/// Where a game came from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Source {
    /// A match or tournament of the arena.
    Match,
    /// Somebody played it here.
    Play,
    /// A file.
    Import,
    /// A player against itself, to learn from.
    SelfPlay,
    /// An experiment of the laboratory.
    Experiment,
}

/// A list of variants with their words: both ways, and all of them.
macro_rules! words {
    ($type:ident, $($variant:ident = $word:literal),+ $(,)?) => {
        impl $type {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// The word that stands in files.
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)+
                }
            }
        }

        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.word())
            }
        }

        impl FromStr for $type {
            type Err = UnknownWord;

            fn from_str(word: &str) -> Result<Self, UnknownWord> {
                match word {
                    $($word => Ok(Self::$variant),)+
                    _ => Err(UnknownWord { word: word.to_owned(), known: [$($word),+].join(", ") }),
                }
            }
        }
    };
}

words!(
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

words!(
    Source,
    Match = "match",
    Play = "play",
    Import = "import",
    SelfPlay = "self-play",
    Experiment = "experiment",
);
