//! Lines from a program that may write anything.

use std::io::{self, BufRead};

/// The most that is kept of a line: far more than the longest line of moves.
pub(super) const LONGEST: usize = 1 << 16;

/// Reads a line without its end, of which no more than [`LONGEST`] bytes are kept; `None` at the end of the input.
///
/// Bytes that are no UTF-8 are replaced.
///
/// # Errors
/// When the input cannot be read.
pub(crate) fn read_line(reader: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    let mut is_any = false;
    loop {
        let chunk = match reader.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if chunk.is_empty() {
            return Ok(is_any.then(|| text(&line)));
        }
        is_any = true;
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let part = &chunk[..end.unwrap_or(chunk.len())];
        line.extend_from_slice(&part[..part.len().min(LONGEST - line.len())]);
        let used = end.map_or(chunk.len(), |end| end + 1);
        reader.consume(used);
        if end.is_some() {
            return Ok(Some(text(&line)));
        }
    }
}

fn text(line: &[u8]) -> String {
    String::from_utf8_lossy(line.strip_suffix(b"\r").unwrap_or(line)).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_and_invalid_lines_are_read() {
        let giant = vec![b'x'; 3 * LONGEST];
        let mut input = b"one\r\n\n\xff\xfetwo\n".to_vec();
        input.extend(&giant);
        input.extend(b"\nlast");
        // A small buffer, so that lines come in parts.
        let mut reader = io::BufReader::with_capacity(7, input.as_slice());
        let mut next = || read_line(&mut reader).unwrap();
        assert_eq!(next().as_deref(), Some("one"));
        assert_eq!(next().as_deref(), Some(""));
        assert_eq!(next().as_deref(), Some("\u{fffd}\u{fffd}two"));
        assert_eq!(next().map(|line| line.len()), Some(LONGEST));
        assert_eq!(next().as_deref(), Some("last"));
        assert_eq!(next(), None);
    }
}
