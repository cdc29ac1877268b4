//! Lines from a program that may write anything.

use std::io::{self, BufRead};

use thiserror::Error;

/// The longest line in bytes: far longer than any line of moves.
pub(crate) const LONGEST: usize = 1 << 16;

/// A line that is too long. It was skipped to its end: a part of a line may mean something else than the whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("a line has {LONGEST} bytes at most; a longer one was skipped")]
pub(crate) struct LongLine;

/// Reads a line without its end; `None` at the end of the input.
///
/// Bytes that are no UTF-8 are replaced.
///
/// # Errors
/// When the input cannot be read.
pub(crate) fn read_line(reader: &mut impl BufRead) -> io::Result<Option<Result<String, LongLine>>> {
    let mut line = Vec::new();
    let (mut is_any, mut is_long) = (false, false);
    loop {
        let chunk = match reader.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        let end = chunk.iter().position(|&byte| byte == b'\n');
        if chunk.is_empty() && !is_any {
            return Ok(None);
        }
        is_any = true;
        let part = &chunk[..end.unwrap_or(chunk.len())];
        is_long |= part.len() > LONGEST - line.len();
        if !is_long {
            line.extend_from_slice(part);
        }
        let (is_last, used) = (chunk.is_empty() || end.is_some(), end.map_or(chunk.len(), |end| end + 1));
        reader.consume(used);
        if is_last {
            return Ok(Some(if is_long { Err(LongLine) } else { Ok(text(&line)) }));
        }
    }
}

fn text(line: &[u8]) -> String {
    String::from_utf8_lossy(line.strip_suffix(b"\r").unwrap_or(line)).into_owned()
}

/// A text with every control character written as an escape sequence of Rust, so that it cannot command a terminal. Tabs stay.
pub(super) fn printable(text: &str) -> String {
    let is_harmful = |letter: char| letter.is_control() && letter != '\t' || is_direction(letter);
    if !text.contains(is_harmful) {
        return text.to_owned();
    }
    let mut printable = String::with_capacity(text.len() + 16);
    for letter in text.chars() {
        if is_harmful(letter) {
            printable.extend(letter.escape_default());
        } else {
            printable.push(letter);
        }
    }
    printable
}

/// Whether a character changes the direction in which others are shown.
fn is_direction(letter: char) -> bool {
    matches!(letter, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_lines_are_read_and_long_ones_are_skipped_whole() {
        let mut input = b"one\r\n\n\xff\xfetwo\n".to_vec();
        input.extend([b'x'].repeat(LONGEST));
        input.push(b'\n');
        input.extend(b"bestmove ".repeat(LONGEST));
        input.extend(b"\nlast");
        // A small buffer, so that lines come in parts.
        let mut reader = io::BufReader::with_capacity(7, input.as_slice());
        let mut next = || read_line(&mut reader).unwrap();
        assert_eq!(next(), Some(Ok("one".to_owned())));
        assert_eq!(next(), Some(Ok(String::new())));
        assert_eq!(next(), Some(Ok("\u{fffd}\u{fffd}two".to_owned())));
        assert_eq!(next(), Some(Ok("x".repeat(LONGEST))));
        assert_eq!(next(), Some(Err(LongLine)));
        assert_eq!(next(), Some(Ok("last".to_owned())));
        assert_eq!(next(), None);
    }

    #[test]
    fn what_commands_a_terminal_is_written_out() {
        assert_eq!(printable("info\tdepth 1 é"), "info\tdepth 1 é");
        assert_eq!(printable("a\u{1b}[2Jb\u{7}\u{9b}c\u{202e}"), "a\\u{1b}[2Jb\\u{7}\\u{9b}c\\u{202e}");
    }
}
