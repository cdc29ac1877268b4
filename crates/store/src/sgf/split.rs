//! Splits an SGF file into records, so that a bad one does not spoil the others.
//!
//! A record goes from `(;` to the bracket that closes it. If what lies between cannot be read, a bracket may be missing
//! and the next games may lie within: the search goes on at the next line that begins like a record, as it would if
//! every record began on a line of its own. A variation on a line of its own begins alike, but has no header (`EV`,
//! `PB`, ...); so where the bad record has one, the next must have one too.

use std::borrow::Cow;

use amazons::notation::{Misread, Place, sgf};
use amazons::{Record, notation::sgf::SgfError};
use thiserror::Error;

/// A part of a file that is not a valid record.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: {reason}")]
pub struct BadRecord {
    /// The line where it begins, from 1.
    pub line: usize,
    /// What is wrong, with its place if known.
    pub reason: String,
}

/// The records of a file, good and bad, in order.
#[derive(Debug)]
pub struct Records<'a> {
    text: Cow<'a, str>,
    at: usize,
    line: usize,
    /// How many bytes may still be read again.
    left: usize,
}

/// How many times its length is read of a file at most. A game without its closing bracket is looked for to the end of the
/// file, so that many of them would take for ever.
const MOST_READING: usize = 10;

/// The records of a file in UTF-8 or else Latin-1. A good one comes with its text.
#[must_use]
pub fn records(bytes: &[u8]) -> Records<'_> {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text.strip_prefix('\u{feff}').unwrap_or(text)),
        Err(_) => Cow::Owned(bytes.iter().map(|&byte| char::from(byte)).collect()),
    };
    let left = text.len().saturating_mul(MOST_READING);
    Records { text, at: 0, line: 1, left }
}

impl Iterator for Records<'_> {
    type Item = Result<(usize, Record, String), BadRecord>;

    fn next(&mut self) -> Option<Self::Item> {
        let start = self.at + find_start(&self.text[self.at..]);
        let outside = &self.text[self.at..start];
        if let Some(word) = outside.split_whitespace().next() {
            let offset = outside.find(word).unwrap_or(0);
            let line = self.line + count_lines(&outside[..offset]);
            let reason = format!("{} is outside a game; a game begins with (;", shorten(word));
            self.go_to(start);
            return Some(Err(BadRecord { line, reason }));
        }
        self.go_to(start);
        if start == self.text.len() {
            return None;
        }
        let (line, rest) = (self.line, &self.text[start..]);
        let end = find_end(rest);
        let Some(left) = self.left.checked_sub(end.unwrap_or(rest.len())) else {
            let reason = "too many games before it have no closing bracket: the rest was not read".to_owned();
            self.go_to(self.text.len());
            return Some(Err(BadRecord { line, reason }));
        };
        self.left = left;
        let inside = &rest[..end.unwrap_or(rest.len())];
        let mut read = end.map(|_| sgf::from_text(inside).unwrap_or_default()).unwrap_or_default();
        if let (Some(end), Some(record)) = (end, read.pop()) {
            let good = (line, record, inside.to_owned());
            self.go_to(start + end);
            return Some(Ok(good));
        }
        let next = resume(inside).unwrap_or(inside.len());
        // Of a record without an end only what is before the next is its own.
        let own = if end.is_some() { inside } else { &inside[..next] };
        let reason = match sgf::from_text(own) {
            Err(error) => moved(error, line).to_string(),
            Ok(_) => "a bracket is not closed".to_owned(),
        };
        self.go_to(start + next);
        Some(Err(BadRecord { line, reason }))
    }
}

impl Records<'_> {
    /// Advances, counting lines.
    fn go_to(&mut self, at: usize) {
        self.line += count_lines(&self.text[self.at..at]);
        self.at = at;
    }
}

fn count_lines(text: &str) -> usize {
    text.bytes().filter(|&byte| byte == b'\n').count()
}

fn shorten(word: &str) -> String {
    let short: String = word.chars().take(20).collect();
    if short.len() < word.len() { format!("{:?}", short + "...") } else { format!("{short:?}") }
}

/// Moves the place of an error from a part to the whole file.
fn moved(error: SgfError, first_line: usize) -> SgfError {
    let place = match error.place {
        Place::Line(line, column) => Place::Line(line + first_line - 1, column),
        other => other,
    };
    Misread { place, ..error }
}

/// Where the next `(;` stands, or the end.
fn find_start(text: &str) -> usize {
    let mut brackets = text.match_indices('(').map(|(at, _)| at);
    brackets.find(|&at| is_start(&text[at..])).unwrap_or(text.len())
}

fn is_start(text: &str) -> bool {
    text.strip_prefix('(').is_some_and(|rest| rest.trim_start().starts_with(';'))
}

/// The end of the record that a text begins with, if its brackets are closed.
fn find_end(text: &str) -> Option<usize> {
    let (mut depth, mut is_value, mut is_escaped) = (0_usize, false, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if is_value => is_escaped = true,
            b']' => is_value = false,
            _ if is_value => {}
            b'[' => is_value = true,
            b'(' => depth += 1,
            b')' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            _ => {}
        }
    }
    None
}

/// Where a bad record may be over: at the next line that begins like a record.
fn resume(bad: &str) -> Option<usize> {
    let needs_header = has_header(bad);
    let mut line_starts = bad.match_indices('\n').map(|(at, _)| at + 1);
    line_starts.find(|&at| is_start(&bad[at..]) && (!needs_header || has_header(&bad[at..])))
}

/// Whether the first node names players, event, game or the like.
fn has_header(record: &str) -> bool {
    const HEADER: [&str; 10] = ["GM[", "FF[", "SZ[", "EV[", "PB[", "PW[", "DT[", "RE[", "CA[", "AP["];
    let node = record.trim_start_matches(['(', ';', ' ', '\t', '\r', '\n']);
    HEADER.iter().any(|name| node.starts_with(name))
}
