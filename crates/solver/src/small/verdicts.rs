//! Verdicts that took long, written down as they are found: what a proof goes on from after it was killed.
//!
//! A file of lines, the first with the version and the board, then key, value and work of an entry of the table and a checksum of these
//! three, in hexadecimal. Lines are only appended, each in one write; a last line that is cut is not read. Files of version 1 have no
//! checksums; what is appended to one has. A checksum finds damage, not a forgery: a proof for others is a certificate.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::Mutex;

use super::board::SmallBoard;
use super::margins::Margins;
use super::table::{Entry, Table, VALUE_BITS};

/// A file of verdicts, or lines in memory.
pub(crate) struct Verdicts {
    sink: Mutex<Sink>,
}

enum Sink {
    File(File),
    Lines(Vec<String>),
}

/// The first line of a new file.
pub(super) fn header(board: &SmallBoard) -> String {
    header_of(2, board)
}

fn header_of(version: u32, board: &SmallBoard) -> String {
    format!("otrera-verdicts {version} {}x{}\n", board.columns, board.rows)
}

/// What the lines of a file must have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Lines {
    /// Version 1: a checksum where there is one.
    MayHaveChecksums,
    /// Version 2.
    HaveChecksums,
}

/// The lines that follow a first line, given without its end; `None` where it begins no file of this board that can be read.
pub(super) fn lines_after(header: &str, board: &SmallBoard) -> Option<Lines> {
    let versions = [(1, Lines::MayHaveChecksums), (2, Lines::HaveChecksums)];
    versions
        .into_iter()
        .find(|&(version, _)| header_of(version, board).trim_end() == header)
        .map(|(_, lines)| lines)
}

impl Verdicts {
    /// Opens a file, or begins one, and puts what it has into a table; how many verdicts that are.
    pub(crate) fn open(path: &Path, board: &SmallBoard, table: &Table<'_>) -> io::Result<(Self, u64)> {
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
        let mut count = 0;
        let mut whole = 0;
        let mut lines = Lines::HaveChecksums;
        let mut reader = BufReader::new(&mut file);
        let mut line = String::new();
        let header = header(board);
        while {
            line.clear();
            reader.read_line(&mut line)?
        } > 0
            && line.ends_with('\n')
        {
            if whole == 0 {
                lines = lines_after(line.trim_end(), board).ok_or_else(|| {
                    invalid(format!(
                        "it begins with {:?} and not with {:?}",
                        line.trim_end(),
                        header.trim_end()
                    ))
                })?;
            } else {
                let (key, entry) = parse(&line, board, lines).ok_or_else(|| {
                    invalid(format!("line {} is damaged or no verdict: {:?}", count + 2, line.trim_end()))
                })?;
                learn(table, key, entry);
                count += 1;
            }
            whole += line.len() as u64;
        }
        // What was cut when the process died is written again.
        if file.seek(SeekFrom::End(0))? > whole {
            file.set_len(whole)?;
        }
        if whole == 0 {
            file.write_all(header.as_bytes())?;
        }
        Ok((Self { sink: Mutex::new(Sink::File(file)) }, count))
    }

    /// Appends a verdict. A disk that is full costs only what a resumed proof would have had.
    pub(crate) fn write(&self, key: u64, entry: Entry) {
        let line = line(key, entry);
        match &mut *self.sink.lock().unwrap_or_else(std::sync::PoisonError::into_inner) {
            Sink::File(file) => {
                let _ = file.write_all((line + "\n").as_bytes());
            }
            Sink::Lines(lines) => lines.push(line),
        }
    }

    /// Verdicts that are kept in memory.
    pub(super) fn in_memory() -> Self {
        Self { sink: Mutex::new(Sink::Lines(Vec::new())) }
    }

    /// The lines, if they are in memory.
    pub(super) fn into_lines(self) -> Vec<String> {
        match self.sink.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner) {
            Sink::File(_) => Vec::new(),
            Sink::Lines(lines) => lines,
        }
    }
}

fn invalid(message: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message)
}

/// Puts a verdict into a table, beside what it has of the key: lines of several workers each know something of it.
pub(super) fn learn(table: &Table<'_>, key: u64, entry: Entry) {
    let known = table.get(key).map_or(Margins::UNKNOWN, |known| Margins::from_bits(known.value));
    let value = Margins::from_bits(entry.value).meet(known).to_bits();
    table.insert(key, Entry { value, ..entry });
}

/// An entry as a line without its end.
pub(super) fn line(key: u64, entry: Entry) -> String {
    let fields = format!("{key:x} {:x} {:x}", entry.value, entry.work);
    format!("{fields} {:08x}", checksum(&fields))
}

/// FNV-1a with 32 bits.
fn checksum(fields: &str) -> u32 {
    fields.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// The key and the entry of a line; `None` where it is damaged or none.
pub(super) fn parse(line: &str, board: &SmallBoard, lines: Lines) -> Option<(u64, Entry)> {
    let text = line.trim_end();
    let mut fields = text.split(' ').map(|field| u64::from_str_radix(field, 16).ok());
    let (key, value, work) = (fields.next()??, fields.next()??, fields.next()??);
    let is_whole = match fields.next() {
        None => lines == Lines::MayHaveChecksums,
        Some(sum) => sum == text.rsplit_once(' ').map(|(fields, _)| u64::from(checksum(fields))),
    };
    let fits = 2 * board.squares == 64 || key >> (2 * board.squares) == 0;
    (is_whole && fields.next().is_none() && fits && value >> VALUE_BITS == 0 && work < 64)
        .then_some((key, Entry { value: value as u32, work: work as u8 }))
}
