//! A drawn board that can be read back.
//!
//! ```text
//! 4  . B B .
//! 3  B . . B
//! 2  W . * W
//! 1  . W W .
//!    a b c d
//! White to move, move 1
//! ```
//!
//! Reading is lenient: numbers and letters at the edge, spaces between squares and the line below may be missing,
//! and both kinds of glyphs are understood. It ends at the first empty line after the board. With the variant a
//! last line holds the rest in the notation of the FEN: `Variant k5:c3=4`.

use std::fmt;

use thiserror::Error;

use super::fen::{Variant, read_number, read_variant};
use super::{Misread, Place};
use crate::board::Size;
use crate::color::Color;
use crate::setup::{Piece, Setup};
use crate::square::Square;

/// A text that is no drawn board.
pub type DiagramError = Misread<DiagramFault>;

/// What is wrong with the text of a drawn board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum DiagramFault {
    /// A character that stands for nothing.
    #[error("a square is drawn as . W B or * (or · ♕ ♛ ×)")]
    Glyph,
    /// A row that differs in length from the first.
    #[error("all rows have the same number of squares")]
    Ragged,
    /// No row, or too many or too long ones.
    #[error("a board has 1 to 16 rows of 1 to 16 squares")]
    Size,
    /// A row's number is not the one that its place gives it.
    #[error("rows are numbered from the bottom")]
    RankLabel,
    /// The line below the board is not understood.
    #[error("below the board stands who is to move, like: White to move, move 1")]
    Turn,
    /// The variant's line is not understood.
    #[error("the variant is written like: Variant k5:c3=4,d7=1")]
    Variant,
}

/// The characters that a board is drawn with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Glyphs {
    /// `W` `B` `*` `.`
    #[default]
    Ascii,
    /// `♕` `♛` `×` `·`
    Unicode,
}

impl Glyphs {
    const fn draw(self, piece: Option<Piece>) -> char {
        match (self, piece) {
            (Self::Ascii, None) => '.',
            (Self::Ascii, Some(Piece::Arrow)) => '*',
            (Self::Ascii, Some(Piece::Amazon(Color::White))) => 'W',
            (Self::Ascii, Some(Piece::Amazon(Color::Black))) => 'B',
            (Self::Unicode, None) => '·',
            (Self::Unicode, Some(Piece::Arrow)) => '×',
            (Self::Unicode, Some(Piece::Amazon(Color::White))) => '♕',
            (Self::Unicode, Some(Piece::Amazon(Color::Black))) => '♛',
        }
    }

    /// What a character stands for, in either set.
    fn read(glyph: char) -> Option<Option<Piece>> {
        Some(match glyph {
            '.' | '·' => None,
            '*' | '×' => Some(Piece::Arrow),
            'W' | '♕' => Some(Piece::Amazon(Color::White)),
            'B' | '♛' => Some(Piece::Amazon(Color::Black)),
            _ => return None,
        })
    }
}

/// A setup drawn as a board, with marks on some squares if wanted.
#[derive(Clone, Debug)]
pub struct Diagram<'a> {
    setup: &'a Setup,
    glyphs: Glyphs,
    marks: Vec<Square>,
}

impl<'a> Diagram<'a> {
    /// Draws a setup.
    #[must_use]
    pub fn new(setup: &'a Setup, glyphs: Glyphs) -> Self {
        Self { setup, glyphs, marks: Vec::new() }
    }

    /// Draws `o` on some squares instead of what stands there. Such a board cannot be read back.
    #[must_use]
    pub fn with_marks(self, marks: Vec<Square>) -> Self {
        Self { marks, ..self }
    }
}

impl fmt::Display for Diagram<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { setup, glyphs, marks } = self;
        for rank in setup.size.ranks().rev() {
            write!(f, "{:>2} ", rank.to_string())?;
            for file in setup.size.files() {
                let square = Square::new(file, rank);
                let glyph = if marks.contains(&square) { 'o' } else { glyphs.draw(setup.get(square)) };
                write!(f, " {glyph}")?;
            }
            writeln!(f)?;
        }
        write!(f, "   ")?;
        for file in setup.size.files() {
            write!(f, " {file}")?;
        }
        writeln!(f, "\n{} to move, move {}", setup.turn, setup.move_number)?;
        if setup.delay > 0 || !setup.reopening.is_empty() {
            writeln!(f, "Variant {}", Variant(setup))?;
        }
        Ok(())
    }
}

impl Setup {
    /// Reads a drawn board.
    ///
    /// ```
    /// use amazons::Setup;
    /// let setup = Setup::from_diagram("
    ///     . B .
    ///     . . *
    ///     W . .
    ///     Black to move, move 2
    /// ").unwrap();
    /// assert_eq!(setup.to_fen(), "1q1/2*/Q2 b - - 3 2");
    /// ```
    ///
    /// # Errors
    /// When the text is no drawn board. Whether the position is playable is another question.
    pub fn from_diagram(text: &str) -> Result<Self, DiagramError> {
        let mut rows: Vec<Row<'_>> = Vec::new();
        let mut notes = Vec::new();
        let lines = text.lines().enumerate().skip_while(|(_, line)| line.trim().is_empty());
        for (index, line) in lines.take_while(|(_, line)| !line.trim().is_empty()) {
            let line = Line { number: index + 1, text: line };
            let is_note = line.text.trim_start().starts_with("White ")
                || line.text.trim_start().starts_with("Black ")
                || line.text.trim_start().starts_with("Variant ");
            if is_note {
                notes.push(line);
            } else if !line.is_file_labels() || rows.is_empty() {
                rows.push(line.read_row()?);
            }
        }
        let mut setup = assemble(&rows)?;
        for note in notes {
            note.read_note(&mut setup)?;
        }
        Ok(setup)
    }

    /// Draws the board.
    #[must_use]
    pub fn to_diagram(&self, glyphs: Glyphs) -> String {
        Diagram::new(self, glyphs).to_string()
    }
}

struct Line<'a> {
    number: usize,
    text: &'a str,
}

struct Row<'a> {
    line: Line<'a>,
    label: Option<&'a str>,
    pieces: Vec<Option<Piece>>,
}

impl<'a> Line<'a> {
    fn misread(&self, fault: DiagramFault, found: &str) -> DiagramError {
        Misread::new(fault, found, Place::Line(self.number, super::column_of(self.text, found)))
    }

    fn is_file_labels(&self) -> bool {
        let mut letters = self.text.split_whitespace().zip('a'..='p');
        letters.all(|(label, letter)| label.chars().eq([letter]))
    }

    fn read_row(self) -> Result<Row<'a>, DiagramError> {
        let text = self.text.trim();
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let label = (digits > 0).then(|| &text[..digits]);
        let mut pieces = Vec::new();
        for (offset, glyph) in text[digits..].char_indices().filter(|(_, glyph)| !glyph.is_whitespace()) {
            let piece = Glyphs::read(glyph);
            pieces.push(piece.ok_or_else(|| self.misread(DiagramFault::Glyph, &text[digits + offset..]))?);
        }
        Ok(Row { line: self, label, pieces })
    }

    fn read_note(&self, setup: &mut Setup) -> Result<(), DiagramError> {
        let text = self.text.trim();
        if let Some(variant) = text.strip_prefix("Variant ") {
            let read = read_variant(variant).ok_or_else(|| self.misread(DiagramFault::Variant, variant))?;
            (setup.delay, setup.reopening) = read;
            return Ok(());
        }
        let fault = || self.misread(DiagramFault::Turn, text);
        let (color, rest) = text.split_once(" to move").ok_or_else(fault)?;
        setup.turn = match color {
            "White" => Color::White,
            "Black" => Color::Black,
            _ => return Err(fault()),
        };
        if !rest.is_empty() {
            let number = rest.strip_prefix(", move ").ok_or_else(fault)?;
            setup.move_number = read_number(number).ok_or_else(fault)?;
        }
        Ok(())
    }
}

/// Puts the rows, the top one first, on a board.
fn assemble(rows: &[Row<'_>]) -> Result<Setup, DiagramError> {
    let Some(top) = rows.first() else {
        return Err(Misread::new(DiagramFault::Size, "", Place::Line(1, 1)));
    };
    let fault = |row: &Row<'_>, fault| row.line.misread(fault, row.line.text.trim());
    let columns = u8::try_from(top.pieces.len()).map_err(|_| fault(top, DiagramFault::Size))?;
    let height = u8::try_from(rows.len()).map_err(|_| fault(top, DiagramFault::Size))?;
    let size = Size::new(columns, height).map_err(|_| fault(top, DiagramFault::Size))?;
    let mut setup = Setup::empty(size);
    for (rank, row) in size.ranks().rev().zip(rows) {
        if row.pieces.len() != usize::from(columns) {
            return Err(fault(row, DiagramFault::Ragged));
        }
        if row.label.is_some_and(|label| label != rank.to_string()) {
            return Err(fault(row, DiagramFault::RankLabel));
        }
        for (file, &piece) in size.files().zip(&row.pieces) {
            setup.set(Square::new(file, rank), piece);
        }
    }
    Ok(setup)
}
