//! Botzone: moves as six numbers, in lines or in JSON.
//!
//! The board is 8x8, x counts to the right and y downwards from 0. Their Black stands at the top and moves first: turned
//! upside down he is our White, so that (x, y) is file x and rank y + 1 here.
//!
//! A bot is told all moves so far at every turn: the *requests* are the opponent's, the *responses* its own. Black's first
//! request is no move, written as six times -1. Lines begin with the number of the turn:
//!
//! ```text
//! 2                      the second turn: three lines follow
//! -1 -1 -1 -1 -1 -1      we are Black, nothing came before
//! 2 0 2 5 5 5            our first move
//! 0 5 1 4 1 6            the opponent's
//! ```
//!
//! In JSON the same is `{"requests":[{"x0":-1,...},...],"responses":[...]}`. A bot that keeps running is told only the
//! opponent's next move from then on.

use std::fmt;
use std::str::FromStr;

use amazons::{Move, Square};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::shortened;

/// The line by which a bot asks to be kept running.
pub const KEEP_RUNNING: &str = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<";

/// Columns and rows of their board.
const SIDE: i64 = 8;

/// A move, or none before the first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(into = "Numbers", try_from = "Numbers")]
pub struct Ply(pub Option<Move>);

/// A move as JSON names its numbers.
#[derive(Clone, Copy, Serialize, Deserialize)]
struct Numbers {
    x0: i64,
    y0: i64,
    x1: i64,
    y1: i64,
    x2: i64,
    y2: i64,
}

/// All that a bot is told at a turn.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Turn {
    /// The opponent's moves, the first perhaps none.
    pub requests: Vec<Ply>,
    /// Our moves, one less.
    pub responses: Vec<Ply>,
}

/// What a bot answers in JSON.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Answer {
    /// The move.
    pub response: Ply,
}

/// Something that Botzone would not say.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BotzoneError {
    /// The first line is no number of a turn.
    #[error("a turn begins with its number, from 1, not with {0:?}")]
    Turn(String),
    /// A line is no move.
    #[error("a move is six numbers from 0 to 7, or six times -1, not {0:?}")]
    Ply(String),
    /// The JSON cannot be read; the text says why.
    #[error("a turn in JSON has requests and responses: {0}")]
    Json(String),
    /// There are not as many moves as the turn needs.
    #[error("{requests} requests need one response less, not {responses}")]
    Count {
        /// How many requests there are.
        requests: usize,
        /// How many responses there are.
        responses: usize,
    },
    /// Nothing stands where only the first request may be nothing.
    #[error("move {0} is missing: only Black's first request is -1")]
    Missing(usize),
}

impl Ply {
    fn from_numbers(numbers: [i64; 6]) -> Option<Self> {
        if numbers == [-1; 6] {
            return Some(Self(None));
        }
        let square = |x: i64, y: i64| {
            let is_there = (0..SIDE).contains(&x) && (0..SIDE).contains(&y);
            is_there.then(|| Square::from_coordinates(x as u8, y as u8)).flatten()
        };
        let [x0, y0, x1, y1, x2, y2] = numbers;
        Some(Self(Some(Move { from: square(x0, y0)?, to: square(x1, y1)?, arrow: square(x2, y2)? })))
    }

    fn to_numbers(self) -> [i64; 6] {
        self.0.map_or([-1; 6], |Move { from, to, arrow }| {
            let [a, b, c] = [from, to, arrow].map(|square| [square.file().index(), square.rank().index()]);
            [a[0], a[1], b[0], b[1], c[0], c[1]].map(i64::from)
        })
    }
}

impl From<Ply> for Numbers {
    fn from(ply: Ply) -> Self {
        let [x0, y0, x1, y1, x2, y2] = ply.to_numbers();
        Self { x0, y0, x1, y1, x2, y2 }
    }
}

impl TryFrom<Numbers> for Ply {
    type Error = BotzoneError;

    fn try_from(Numbers { x0, y0, x1, y1, x2, y2 }: Numbers) -> Result<Self, BotzoneError> {
        let numbers = [x0, y0, x1, y1, x2, y2];
        Self::from_numbers(numbers)
            .ok_or_else(|| BotzoneError::Ply(numbers.map(|number| number.to_string()).join(" ")))
    }
}

impl FromStr for Ply {
    type Err = BotzoneError;

    fn from_str(line: &str) -> Result<Self, BotzoneError> {
        let numbers: Option<Vec<i64>> = line.split_whitespace().map(|word| word.parse().ok()).collect();
        numbers
            .and_then(|numbers| Self::from_numbers(numbers.try_into().ok()?))
            .ok_or_else(|| BotzoneError::Ply(shortened(line.trim())))
    }
}

impl fmt::Display for Ply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_numbers().map(|number| number.to_string()).join(" "))
    }
}

impl Turn {
    /// How many lines follow a first one.
    ///
    /// # Errors
    /// When it is no number of a turn.
    pub fn count_lines(first: &str) -> Result<usize, BotzoneError> {
        let turn: Option<usize> = first.trim().parse().ok();
        // No game on 64 squares has more turns than that.
        let turn = turn.filter(|turn| (1..=64).contains(turn));
        Ok(2 * turn.ok_or_else(|| BotzoneError::Turn(shortened(first.trim())))? - 1)
    }

    /// Reads the lines after the first.
    ///
    /// # Errors
    /// When one is no move, or their number is even.
    pub fn from_lines<'a>(lines: impl IntoIterator<Item = &'a str>) -> Result<Self, BotzoneError> {
        let mut turn = Self::default();
        for (index, line) in lines.into_iter().enumerate() {
            let side = if index % 2 == 0 { &mut turn.requests } else { &mut turn.responses };
            side.push(line.parse()?);
        }
        turn.checked()
    }

    /// Reads a turn in JSON; what else Botzone puts there (data, limits) is passed over.
    ///
    /// # Errors
    /// When it is none.
    pub fn from_json(line: &str) -> Result<Self, BotzoneError> {
        let turn: Self = serde_json::from_str(line).map_err(|error| BotzoneError::Json(error.to_string()))?;
        turn.checked()
    }

    fn checked(self) -> Result<Self, BotzoneError> {
        let (requests, responses) = (self.requests.len(), self.responses.len());
        if requests == responses + 1 { Ok(self) } else { Err(BotzoneError::Count { requests, responses }) }
    }

    /// All moves in the order in which they were played.
    ///
    /// # Errors
    /// When one other than Black's first request is none.
    pub fn moves(&self) -> Result<Vec<Move>, BotzoneError> {
        let mut plies = Vec::new();
        for (index, request) in self.requests.iter().enumerate() {
            plies.push(*request);
            plies.extend(self.responses.get(index));
        }
        let begins_with_nothing = plies.first() == Some(&Ply(None));
        let moves = plies.into_iter().enumerate().skip(usize::from(begins_with_nothing));
        moves.map(|(index, ply)| ply.0.ok_or(BotzoneError::Missing(index + 1))).collect()
    }
}
