//! The log of a proof: a file of verdicts, as `otrera solve --verdicts` has them. Lines are only appended.

use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;

use amazons::Size;
use solver::{is_verdicts_header, verdicts_header};

use super::ProofError;

/// A file that verdicts are appended to.
#[derive(Debug)]
pub(super) struct VerdictLog {
    path: String,
    file: File,
}

impl VerdictLog {
    /// Opens a file, or begins one; its verdicts. A last line that is cut is taken off.
    pub(super) fn open(path: &Path, size: Size) -> Result<(Self, String), ProofError> {
        let name = path.display().to_string();
        let fault = |what: String| ProofError::Log { path: name.clone(), what };
        let header = verdicts_header(size)?;
        let open = OpenOptions::new().read(true).append(true).create(true).open(path);
        let mut file = open.map_err(|error| fault(error.to_string()))?;
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(|error| fault(error.to_string()))?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        if whole < text.len() {
            text.truncate(whole);
            file.set_len(whole as u64).map_err(|error| fault(error.to_string()))?;
            file.seek(SeekFrom::End(0)).map_err(|error| fault(error.to_string()))?;
        }
        let mut log = Self { path: name.clone(), file };
        match text.split_once('\n') {
            None => log.write(&format!("{header}\n"))?,
            Some((first, _)) if is_verdicts_header(first, size)? => {}
            Some((first, _)) => {
                return Err(fault(format!("it begins with {first:?} and not with {header:?}")));
            }
        }
        let verdicts = text.split_once('\n').map_or("", |(_, verdicts)| verdicts).to_owned();
        Ok((log, verdicts))
    }

    /// Appends lines, in one write.
    pub(super) fn append(&mut self, lines: &[String]) -> Result<(), ProofError> {
        let text: String = lines.iter().flat_map(|line| [line.as_str(), "\n"]).collect();
        if text.is_empty() { Ok(()) } else { self.write(&text) }
    }

    fn write(&mut self, text: &str) -> Result<(), ProofError> {
        let written = self.file.write_all(text.as_bytes());
        written.map_err(|error| ProofError::Log { path: self.path.clone(), what: error.to_string() })
    }
}
