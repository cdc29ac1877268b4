//! FEN in the dialect that Fairy-Stockfish uses for Amazons.
//!
//! ```text
//! 3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w - - 0 1
//! |                                     | | | | the number of the move to be made, counted up after Black's
//! |                                     | | | plies played: read, not kept, written as the move number gives it
//! |                                     | castling and en passant, always -
//! |                                     the side to move, w or b
//! ranks from the top: Q White, q Black, * arrow, a number (two digits are one number) of empty squares
//! ```
//!
//! One more field is ours, for the variant in which vacated squares stay blocked: `k5:c3=4,d7=1` says that they
//! do so for 5 plies, that c3 does for 4 more and d7 for 1 more. Both stand as `*` among the ranks. The fields
//! after the side to move may be missing.
//!
//! The field before the move number is the half-move clock of chess, which Fairy-Stockfish counts up with every ply
//! since nothing in Amazons resets it.

use std::fmt;

use thiserror::Error;

use super::{Misread, Place};
use crate::board::Size;
use crate::color::Color;
use crate::setup::{Piece, Setup};
use crate::square::{Rank, Square};

/// A text that is no FEN.
pub type FenError = Misread<FenFault>;

/// What is wrong with the text of a FEN.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum FenFault {
    /// A character that stands for nothing.
    #[error("ranks are made of Q, q, * and numbers, with / between them")]
    Piece,
    /// A number of empty squares that no rank has.
    #[error("a number of empty squares is 1 to 16")]
    Number,
    /// A rank of no or more than 16 squares.
    #[error("a rank has 1 to 16 squares")]
    RankLength,
    /// A rank that differs in length from the first.
    #[error("all ranks have the same number of squares")]
    Ragged,
    /// More than 16 ranks.
    #[error("a board has 1 to 16 ranks")]
    TooManyRanks,
    /// The side to move is neither `w` nor `b`.
    #[error("the side to move is w or b")]
    Turn,
    /// Castling or en passant.
    #[error("Amazons has no castling and no en passant: this field is -")]
    Dash,
    /// The clock or the move number is no number.
    #[error("this field is a number of 0 or more, and not a huge one")]
    Counter,
    /// The variant's field is not like `k5:c3=4,d7=1`.
    #[error("the variant is written like k5:c3=4,d7=1")]
    Variant,
    /// A field after the last.
    #[error("nothing may follow")]
    Rest,
}

/// A setup written as a FEN.
#[derive(Clone, Copy, Debug)]
pub struct Fen<'a>(pub &'a Setup);

impl Setup {
    /// Reads a FEN.
    ///
    /// # Errors
    /// When the text is no FEN. Whether the position is playable is another question.
    pub fn from_fen(fen: &str) -> Result<Self, FenError> {
        let misread =
            |fault, found: &str| Misread::new(fault, found, Place::Column(super::column_of(fen, found)));
        let mut fields = fen.split_ascii_whitespace();
        let end = &fen[fen.len()..];
        let mut setup = read_board(fields.next().unwrap_or(end), misread)?;
        let turn = fields.next().unwrap_or(end);
        setup.turn = match turn {
            "w" => Color::White,
            "b" => Color::Black,
            _ => return Err(misread(FenFault::Turn, turn)),
        };
        for _ in 0..2 {
            if let Some(field) = fields.next().filter(|&field| field != "-") {
                return Err(misread(FenFault::Dash, field));
            }
        }
        if let Some(clock) = fields.next() {
            read_number(clock).ok_or_else(|| misread(FenFault::Counter, clock))?;
        }
        if let Some(number) = fields.next() {
            setup.move_number = read_number(number).ok_or_else(|| misread(FenFault::Counter, number))?;
        }
        if let Some(variant) = fields.next() {
            (setup.delay, setup.reopening) =
                read_variant(variant).ok_or_else(|| misread(FenFault::Variant, variant))?;
        }
        match fields.next() {
            Some(rest) => Err(misread(FenFault::Rest, rest)),
            None => Ok(setup),
        }
    }

    /// Writes the FEN.
    #[must_use]
    pub fn to_fen(&self) -> String {
        Fen(self).to_string()
    }
}

/// Reads the ranks.
fn read_board(board: &str, misread: impl Fn(FenFault, &str) -> FenError) -> Result<Setup, FenError> {
    let mut ranks = Vec::new();
    for text in board.split('/') {
        if ranks.len() == 16 {
            return Err(misread(FenFault::TooManyRanks, text));
        }
        let rank = read_rank(text, &misread)?;
        if ranks.first().is_some_and(|first: &Vec<_>| first.len() != rank.len()) {
            return Err(misread(FenFault::Ragged, text));
        }
        ranks.push(rank);
    }
    let columns = ranks.first().map_or(0, Vec::len) as u8;
    let size = Size::new(columns, ranks.len() as u8).map_err(|_| misread(FenFault::RankLength, board))?;
    let mut setup = Setup::empty(size);
    for (rank, pieces) in size.ranks().rev().zip(ranks) {
        for (file, piece) in size.files().zip(pieces) {
            setup.set(Square::new(file, rank), piece);
        }
    }
    Ok(setup)
}

fn read_rank(
    text: &str,
    misread: impl Fn(FenFault, &str) -> FenError,
) -> Result<Vec<Option<Piece>>, FenError> {
    let mut rank = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = rest.bytes().take_while(u8::is_ascii_digit).count().max(first.len_utf8());
        let (token, after) = rest.split_at(length);
        match token {
            "Q" => rank.push(Some(Piece::Amazon(Color::White))),
            "q" => rank.push(Some(Piece::Amazon(Color::Black))),
            "*" => rank.push(Some(Piece::Arrow)),
            _ if first.is_ascii_digit() => {
                let count = read_number(token).filter(|count| (1..=16).contains(count));
                let count = count.ok_or_else(|| misread(FenFault::Number, token))?;
                rank.extend((0..count).map(|_| None));
            }
            _ => return Err(misread(FenFault::Piece, rest)),
        }
        if rank.len() > 16 {
            return Err(misread(FenFault::RankLength, text));
        }
        rest = after;
    }
    if rank.is_empty() { Err(misread(FenFault::RankLength, text)) } else { Ok(rank) }
}

/// Reads digits only: `parse` alone would take a sign.
pub(super) fn read_number(text: &str) -> Option<u32> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

/// Reads `k5:c3=4,d7=1`, where the list may be empty and the colon missing with it.
pub(super) fn read_variant(text: &str) -> Option<(u8, Vec<(Square, u8)>)> {
    let (delay, list) = text.strip_prefix('k')?.split_once(':').unwrap_or((&text[1..], ""));
    let delay = u8::try_from(read_number(delay)?).ok()?;
    let mut waiting = Vec::new();
    for item in list.split(',').filter(|_| !list.is_empty()) {
        let (square, plies) = item.split_once('=')?;
        waiting.push((square.parse().ok()?, u8::try_from(read_number(plies)?).ok()?));
    }
    Some((delay, waiting))
}

impl fmt::Display for Fen<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let setup = self.0;
        for (row, rank) in setup.size.ranks().rev().enumerate() {
            if row > 0 {
                f.write_str("/")?;
            }
            write_rank(f, setup, rank)?;
        }
        let turn = if setup.turn == Color::White { 'w' } else { 'b' };
        write!(f, " {turn} - - {} {}", setup.ply(), setup.move_number)?;
        if setup.delay > 0 || !setup.reopening.is_empty() {
            write!(f, " {}", Variant(setup))?;
        }
        Ok(())
    }
}

/// The variant's field of a FEN.
pub(super) struct Variant<'a>(pub(super) &'a Setup);

impl fmt::Display for Variant<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "k{}:", self.0.delay)?;
        for (index, (square, plies)) in self.0.reopening.iter().enumerate() {
            let comma = if index > 0 { "," } else { "" };
            write!(f, "{comma}{square}={plies}")?;
        }
        Ok(())
    }
}

fn write_rank(f: &mut fmt::Formatter<'_>, setup: &Setup, rank: Rank) -> fmt::Result {
    let mut empty = 0;
    for file in setup.size.files() {
        let mark = match setup.get(Square::new(file, rank)) {
            None => {
                empty += 1;
                continue;
            }
            Some(Piece::Amazon(Color::White)) => 'Q',
            Some(Piece::Amazon(Color::Black)) => 'q',
            Some(Piece::Arrow) => '*',
        };
        if empty > 0 {
            write!(f, "{empty}")?;
        }
        write!(f, "{mark}")?;
        empty = 0;
    }
    if empty > 0 { write!(f, "{empty}") } else { Ok(()) }
}
