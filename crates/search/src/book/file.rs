//! The file of a book.
//!
//! Three lines of text, then the positions in the order in which they were searched, least byte first:
//! ```text
//! otrera-book 1
//! {"program":"otrera 0.1.0 (...)","player":"otrera:...","nodes":1000000,"moves":8,"ply_cost":100,"batch":32,"positions":1000}
//! the SHA-256 of the second line and the positions, in hexadecimal
//! ```
//! A position is the number of the one before it (16 bits) and of the move from there (8 bits), both 0 for the start, which comes
//! first; then the number of its moves (8 bits), and of each from, to and arrow (8 bits each, sixteen times the rank plus the
//! file) and the win rate in ten-thousandths (16 bits). Squares are those of the canonical form. So the positions themselves need no
//! bytes: they are played from the start when a file is read, and every move is checked.

use std::fmt::Write;

use amazons::{Move, Square};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use thiserror::Error;

use super::graph::{MOST_POSITIONS, OpeningBook, WHOLE};

/// How a file begins, whatever its version.
const KIND: &str = "otrera-book ";
/// The first line.
const MAGIC: &str = "otrera-book 1";

/// How a book was made: the same settings make the same book.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ledger {
    /// The program with its version.
    pub program: String,
    /// The player that searched.
    pub player: String,
    /// The nodes of a search.
    pub nodes: u64,
    /// The most moves of a position.
    pub moves: usize,
    /// What a ply costs in the order of growth, in ten-thousandths of a win.
    pub ply_cost: u16,
    /// How many positions are chosen at once.
    pub batch: usize,
}

/// The second line.
#[derive(Serialize, Deserialize)]
struct Header {
    #[serde(flatten)]
    ledger: Ledger,
    positions: usize,
}

/// Why a file is no book.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BookError {
    /// It is something else.
    #[error("it does not begin with {MAGIC:?}: `otrera book make` writes opening books")]
    Foreign,
    /// It is of another version.
    #[error("it is of version {0}, and this program reads version 1: use a newer Otrera")]
    Newer(String),
    /// Its second line cannot be read.
    #[error("its second line does not tell how a book was made: {0}")]
    Header(String),
    /// Its settings are impossible.
    #[error(
        "a book of {positions} positions of {moves} moves: at most {MOST_POSITIONS} positions of 255 moves can be read"
    )]
    Bounds {
        /// The positions that it has.
        positions: usize,
        /// The moves of a position.
        moves: usize,
    },
    /// It ends too early.
    #[error("it ends after {found} of {expected} positions: the file is cut off")]
    CutOff {
        /// The positions that it should have.
        expected: usize,
        /// The whole ones that it has.
        found: usize,
    },
    /// It goes on after its last position.
    #[error("{0} bytes follow its last position: the file is longer than its book")]
    TooLong(usize),
    /// It is not what was written.
    #[error("its checksum is wrong: the file was changed or damaged")]
    Checksum,
    /// A position cannot be as it says.
    #[error("position {position}: {what}")]
    Position {
        /// The number of the position, from 0.
        position: usize,
        /// What is wrong.
        what: String,
    },
}

/// A position as the file has it.
struct Row {
    origin: (usize, usize),
    moves: Vec<(Move, u16)>,
}

impl OpeningBook {
    /// The bytes of its file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let header = Header { ledger: self.ledger.clone(), positions: self.entries.len() };
        let header = serde_json::to_string(&header).expect("a ledger is JSON");
        let mut rows = Vec::new();
        for entry in &self.entries {
            let (before, number) = entry.origin.unwrap_or((0, 0));
            rows.extend((before as u16).to_le_bytes());
            rows.extend([number as u8, entry.edges.len() as u8]);
            for edge in &entry.edges {
                rows.extend([edge.mv.from, edge.mv.to, edge.mv.arrow].map(|square| square.index() as u8));
                rows.extend(edge.rate.to_le_bytes());
            }
        }
        let mut bytes = format!("{MAGIC}\n{header}\n{}\n", checksum(header.as_bytes(), &rows)).into_bytes();
        bytes.append(&mut rows);
        bytes
    }

    /// Reads the bytes of a file, and checks that all its moves are legal.
    ///
    /// # Errors
    /// When it is no book: foreign, cut off, damaged, or of a newer version.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BookError> {
        let (magic, rest) = line(bytes).ok_or(BookError::Foreign)?;
        if magic != MAGIC.as_bytes() {
            let version = magic.strip_prefix(KIND.as_bytes()).and_then(|text| str::from_utf8(text).ok());
            let newer = |version: &str| BookError::Newer(version.chars().take(20).collect());
            return Err(version.map_or(BookError::Foreign, newer));
        }
        let (text, rest) = line(rest).ok_or_else(|| BookError::Header("it is missing".to_owned()))?;
        let header: Header =
            serde_json::from_slice(text).map_err(|error| BookError::Header(error.to_string()))?;
        let Header { ledger, positions } = header;
        if positions > MOST_POSITIONS || ledger.moves > usize::from(u8::MAX) {
            return Err(BookError::Bounds { positions, moves: ledger.moves });
        }
        let (sum, mut rest) = line(rest).ok_or(BookError::CutOff { expected: positions, found: 0 })?;
        let body = rest;
        let mut rows = Vec::new();
        while rows.len() < positions {
            rows.push(row(&mut rest).ok_or(BookError::CutOff { expected: positions, found: rows.len() })?);
        }
        if !rest.is_empty() {
            return Err(BookError::TooLong(rest.len()));
        }
        if sum != checksum(text, body).as_bytes() {
            return Err(BookError::Checksum);
        }
        let mut book = Self::new(ledger);
        for row in rows {
            book.take(row)?;
        }
        book.back_up();
        Ok(book)
    }

    /// Adds a position of a file.
    fn take(&mut self, Row { origin: (before, number), moves }: Row) -> Result<(), BookError> {
        let entry = self.entries.len();
        let fault = |what: String| BookError::Position { position: entry, what };
        let origin = (entry > 0).then_some((before, number));
        let position = match origin {
            None => Some(self.next(1)[0].position),
            Some(_) => self.position_after(before, number),
        };
        let position =
            position.ok_or_else(|| fault(format!("there is no move {number} of position {before}")))?;
        for (mv, rate) in &moves {
            position.check(*mv).map_err(|error| fault(error.to_string()))?;
            if *rate > WHOLE {
                return Err(fault(format!("a win rate of {rate} ten-thousandths")));
            }
        }
        match self.push(position, origin, moves) {
            true => Ok(()),
            false => Err(fault("it stands there already".to_owned())),
        }
    }
}

/// Takes a position from bytes; `None` where they end before.
fn row(bytes: &mut &[u8]) -> Option<Row> {
    let [low, high, number, count] = take(bytes)?;
    let mut moves = Vec::new();
    for _ in 0..count {
        let [from, to, arrow, rate @ ..]: [u8; 5] = take(bytes)?;
        let [from, to, arrow] = [from, to, arrow].map(Square::from_index);
        moves.push((Move { from, to, arrow }, u16::from_le_bytes(rate)));
    }
    Some(Row { origin: (usize::from(u16::from_le_bytes([low, high])), usize::from(number)), moves })
}

fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (first, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(*first)
}

/// The first line, and what follows it.
fn line(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let end = bytes.iter().position(|&byte| byte == b'\n')?;
    Some((&bytes[..end], &bytes[end + 1..]))
}

fn checksum(header: &[u8], rows: &[u8]) -> String {
    let digest = Sha256::new().chain_update(header).chain_update(rows).finalize();
    digest.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
