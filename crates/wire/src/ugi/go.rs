//! `go`: the limits of a search, in every form of UCI and UGI.

use std::fmt;
use std::time::Duration;

use amazons::notation::MoveError;
use amazons::{ByColor, Move};
use thiserror::Error;
use thought::{GameClock, Limits};

use super::{read_moves, shortened, write_moves};

/// A request for a move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Go {
    /// `movetime`: the time for this move.
    pub time: Option<Duration>,
    /// `wtime` and `btime`, or `p1time` and `p2time`: the time on the clocks.
    pub left: ByColor<Option<Duration>>,
    /// `winc` and `binc`, or `p1inc` and `p2inc`: the increments.
    pub increment: ByColor<Option<Duration>>,
    /// `movestogo`: the moves until time is added.
    pub moves_to_go: Option<u32>,
    /// `depth`: the plies to look ahead.
    pub depth: Option<u32>,
    /// `nodes`: the positions to visit.
    pub nodes: Option<u64>,
    /// `infinite`: until `stop`.
    pub infinite: bool,
    /// `ponder`: on the opponent's time.
    pub ponder: bool,
    /// `searchmoves`: the root moves; empty where the command has no such part.
    pub search_moves: Vec<Move>,
}

/// A `go` that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum GoError {
    /// A word that is no limit.
    #[error("unknown limit {0:?} after go")]
    Unknown(String),
    /// A limit without a number.
    #[error("{limit} needs a number, not {found:?}")]
    Number {
        /// The limit.
        limit: String,
        /// What stands there; empty where nothing does.
        found: String,
    },
    /// One of `searchmoves` is no move.
    #[error("searchmoves: {0}")]
    Move(#[from] MoveError),
}

impl Go {
    /// A request within limits. UCI has no playouts: they are sent as nodes.
    #[must_use]
    pub fn within(limits: &Limits) -> Self {
        let nodes = match (limits.nodes, limits.playouts) {
            (Some(nodes), Some(playouts)) => Some(nodes.min(playouts)),
            (nodes, playouts) => nodes.or(playouts),
        };
        let clock = |value: fn(&GameClock) -> ByColor<Duration>| match &limits.clock {
            Some(clock) => value(clock).map(Some),
            None => ByColor::default(),
        };
        Self {
            time: limits.time,
            left: clock(|clock| clock.left),
            increment: clock(|clock| clock.increment),
            moves_to_go: limits.clock.and_then(|clock| clock.moves_to_go),
            depth: limits.depth,
            nodes,
            infinite: limits.is_none(),
            ponder: false,
            search_moves: Vec::new(),
        }
    }

    /// Its limits: none for an infinite search, whose other limits are ignored.
    #[must_use]
    pub fn limits(&self) -> Limits {
        if self.infinite {
            return Limits::NONE;
        }
        let has_clock = self.left != ByColor::default();
        let clock = GameClock {
            // A side without a clock is not to move, or has the same time.
            left: ByColor {
                white: self.left.white.or(self.left.black).unwrap_or_default(),
                black: self.left.black.or(self.left.white).unwrap_or_default(),
            },
            increment: self.increment.map(Option::unwrap_or_default),
            moves_to_go: self.moves_to_go,
        };
        Limits {
            time: self.time,
            playouts: None,
            nodes: self.nodes,
            depth: self.depth,
            clock: has_clock.then_some(clock),
        }
    }

    /// Reads all parts that can be read, and tells the first that cannot.
    pub(super) fn from_words(words: &[&str]) -> (Self, Option<GoError>) {
        let (mut go, mut error) = (Self::default(), None);
        let mut words = words.iter();
        while let Some(&word) = words.next() {
            // Up to the next part: no number and no move looks like one.
            let count = words.clone().take_while(|word| !is_part(word)).count();
            let values: Vec<&str> = words.by_ref().take(count).copied().collect();
            if let Err(found) = go.read_part(word, &values) {
                error.get_or_insert(found);
            }
        }
        (go, error)
    }

    fn read_part(&mut self, word: &str, values: &[&str]) -> Result<(), GoError> {
        let value = values.first();
        let values = match word {
            "infinite" | "ponder" => values,
            "searchmoves" => {
                self.search_moves = read_moves(values.iter().copied())?;
                return Ok(());
            }
            _ => values.get(1..).unwrap_or_default(),
        };
        match word {
            "infinite" => self.infinite = true,
            "ponder" => self.ponder = true,
            "movetime" => self.time = Some(millis(word, value)?),
            "wtime" | "p1time" => self.left.white = Some(millis(word, value)?),
            "btime" | "p2time" => self.left.black = Some(millis(word, value)?),
            "winc" | "p1inc" => self.increment.white = Some(millis(word, value)?),
            "binc" | "p2inc" => self.increment.black = Some(millis(word, value)?),
            "movestogo" => self.moves_to_go = Some(small_count(word, value)?),
            "depth" => self.depth = Some(small_count(word, value)?),
            "nodes" => self.nodes = Some(count(word, value)?),
            _ => return Err(GoError::Unknown(shortened(word))),
        }
        // A part has one value.
        values.first().map_or(Ok(()), |word| Err(GoError::Unknown(shortened(word))))
    }
}

/// Whether a word begins a part of `go`.
fn is_part(word: &str) -> bool {
    const PARTS: &str = "infinite ponder searchmoves movetime wtime btime winc binc p1time p2time p1inc p2inc movestogo \
                         depth nodes";
    PARTS.split(' ').any(|part| part == word)
}

fn fault(limit: &str, found: Option<&&str>) -> GoError {
    GoError::Number { limit: limit.to_owned(), found: shortened(found.copied().unwrap_or_default()) }
}

/// A time in milliseconds. A negative one, from a clock that has run out, is zero.
fn millis(limit: &str, found: Option<&&str>) -> Result<Duration, GoError> {
    let text = found.copied().unwrap_or_default();
    let is_negative = text.strip_prefix('-').is_some_and(is_digits);
    let number = if is_negative { Some(0) } else { whole(text) };
    number.map(Duration::from_millis).ok_or_else(|| fault(limit, found))
}

fn count(limit: &str, found: Option<&&str>) -> Result<u64, GoError> {
    whole(found.copied().unwrap_or_default()).ok_or_else(|| fault(limit, found))
}

fn small_count(limit: &str, found: Option<&&str>) -> Result<u32, GoError> {
    count(limit, found).map(|number| u32::try_from(number).unwrap_or(u32::MAX))
}

/// A whole number of 0 or more. One that is too large to be counted to is as good as the largest that is not.
fn whole(text: &str) -> Option<u64> {
    let digits = text.strip_prefix('+').unwrap_or(text);
    is_digits(digits).then(|| digits.parse().unwrap_or(u64::MAX))
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("go")?;
        if self.ponder {
            f.write_str(" ponder")?;
        }
        let times = [
            ("wtime", self.left.white),
            ("btime", self.left.black),
            ("winc", self.increment.white),
            ("binc", self.increment.black),
        ];
        for (name, time) in times {
            if let Some(time) = time {
                write!(f, " {name} {}", time.as_millis())?;
            }
        }
        if let Some(moves) = self.moves_to_go {
            write!(f, " movestogo {moves}")?;
        }
        if let Some(time) = self.time {
            write!(f, " movetime {}", time.as_millis())?;
        }
        if let Some(depth) = self.depth {
            write!(f, " depth {depth}")?;
        }
        if let Some(nodes) = self.nodes {
            write!(f, " nodes {nodes}")?;
        }
        if self.infinite {
            f.write_str(" infinite")?;
        }
        if !self.search_moves.is_empty() {
            f.write_str(" searchmoves")?;
            write_moves(f, &self.search_moves)?;
        }
        Ok(())
    }
}
