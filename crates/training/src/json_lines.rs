//! A file of JSON lines that games are appended to, and that can be resumed after any interruption, a power cut included.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use store::GameRecord;
use store::json::{RunOrigin, from_line};

use crate::error::TrainingError;

/// What to do with a file that exists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Existing {
    /// Fail and leave it unchanged.
    Refuse,
    /// Overwrite it.
    Replace,
    /// Append to it if it has the same conditions.
    Resume,
}

/// The first bytes of every line.
const BEGINNING: &[u8] = b"{\"id\":";

/// A file that games are appended to, one line each.
#[derive(Debug)]
pub(crate) struct GameFile {
    path: PathBuf,
    file: File,
    /// The bytes of its complete lines.
    length: u64,
    kind: &'static str,
    /// Everything that the games depend on besides their numbers; part of every line.
    conditions: String,
}

impl GameFile {
    /// Opens a file and reports each of its games with its number and place. An incomplete last line is removed.
    ///
    /// # Errors
    /// When the file cannot be written, exists and may not be changed, or has other conditions.
    pub(crate) fn open(
        path: &Path,
        existing: Existing,
        kind: &'static str,
        conditions: String,
        mut report: impl FnMut(u64, GameRecord, LinePlace),
    ) -> Result<Self, TrainingError> {
        let fault = |what: String| TrainingError::File { path: path.to_owned(), what };
        if existing == Existing::Refuse && path.exists() {
            let what = "file exists: --resume continues it, --force overwrites it";
            return Err(fault(what.to_owned()));
        }
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let file = options.open(path).map_err(|error| fault(error.to_string()))?;
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => fault("another process is writing it".to_owned()),
            TryLockError::Error(error) => fault(error.to_string()),
        })?;
        if existing == Existing::Replace {
            file.set_len(0).map_err(|error| fault(error.to_string()))?;
        }
        let mut game_file = Self { path: path.to_owned(), file, length: 0, kind, conditions };
        game_file.read(&mut report)?;
        Ok(game_file)
    }

    fn read(&mut self, report: &mut dyn FnMut(u64, GameRecord, LinePlace)) -> Result<(), TrainingError> {
        let fault = |what: String| TrainingError::File { path: self.path.clone(), what };
        let io = |error: std::io::Error| fault(error.to_string());
        let mut reader = BufReader::new(&self.file);
        let (mut line, mut whole) = (Vec::new(), 0);
        for number in 1_usize.. {
            line.clear();
            reader.read_until(b'\n', &mut line).map_err(io)?;
            if line.pop_if(|end| *end == b'\n').is_none() {
                // A line without an end was interrupted, if it begins as ours do.
                if whole == 0 && !line.iter().zip(BEGINNING).all(|(one, other)| one == other) {
                    return Err(fault("not a file of games by otrera".to_owned()));
                }
                break;
            }
            let text = std::str::from_utf8(&line).map_err(|error| error.to_string());
            let read = text.and_then(|text| from_line(text).map_err(|error| error.to_string()));
            let (game, run) = read.map_err(|what| fault(format!("line {number}: {what}")))?;
            let ours = run.filter(|run| run.kind == self.kind && run.conditions == self.conditions);
            let run = ours.ok_or_else(|| {
                fault(format!(
                    "line {number} has other conditions: resume with the command that started the file"
                ))
            })?;
            report(run.slot, game, LinePlace { offset: whole, length: line.len() });
            whole += line.len() as u64 + 1;
        }
        self.file.set_len(whole).map_err(io)?;
        self.file.seek(SeekFrom::Start(whole)).map_err(io)?;
        self.length = whole;
        Ok(())
    }

    /// Appends a game with its number and seed.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub(crate) fn write(&mut self, number: u64, seed: u64, game: &GameRecord) -> Result<(), TrainingError> {
        self.write_line(store::json::to_run_line(self.kind, &self.conditions, number, seed, game)).map(|_| ())
    }

    /// Appends a line of a game and says where it is.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub(crate) fn write_line(&mut self, mut line: String) -> Result<LinePlace, TrainingError> {
        let place = LinePlace { offset: self.length, length: line.len() };
        line.push('\n');
        let io =
            |error: std::io::Error| TrainingError::File { path: self.path.clone(), what: error.to_string() };
        self.file.write_all(line.as_bytes()).map_err(io)?;
        self.length += line.len() as u64;
        Ok(place)
    }

    /// Syncs the file to the disk.
    ///
    /// # Errors
    /// When that fails.
    pub(crate) fn finish(self) -> Result<(), TrainingError> {
        let synced = self.file.sync_all();
        synced.map_err(|error| TrainingError::File { path: self.path.clone(), what: error.to_string() })
    }

    /// Reads a line again by its place.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub(crate) fn line_at(&mut self, place: LinePlace) -> Result<String, TrainingError> {
        let fault = |what: String| TrainingError::File { path: self.path.clone(), what };
        let mut bytes = vec![0; place.length];
        let read =
            self.file.seek(SeekFrom::Start(place.offset)).and_then(|_| self.file.read_exact(&mut bytes));
        read.map_err(|error| fault(error.to_string()))?;
        self.file.seek(SeekFrom::Start(self.length)).map_err(|error| fault(error.to_string()))?;
        String::from_utf8(bytes).map_err(|error| fault(error.to_string()))
    }

    /// Removes all lines.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub(crate) fn clear(&mut self) -> Result<(), TrainingError> {
        let cut = self.file.set_len(0).and_then(|()| self.file.seek(SeekFrom::Start(0)));
        cut.map_err(|error| TrainingError::File { path: self.path.clone(), what: error.to_string() })?;
        self.length = 0;
        Ok(())
    }
}

impl Drop for GameFile {
    fn drop(&mut self) {
        // Closing alone may leave it locked: a program that another thread starts has a copy of the file for a moment.
        let _ = self.file.unlock();
    }
}

/// Where a line of a file is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LinePlace {
    offset: u64,
    /// Its bytes without its end.
    length: usize,
}

/// Reads the games of a file one by one, each with its origin.
///
/// # Errors
/// When the file or one of its lines cannot be read.
pub(crate) fn for_each(
    path: &Path,
    mut visit: impl FnMut(GameRecord, Option<RunOrigin>) -> Result<(), TrainingError>,
) -> Result<(), TrainingError> {
    let fault = |what: String| TrainingError::File { path: path.to_owned(), what };
    let file = File::open(path).map_err(|error| fault(error.to_string()))?;
    for (line, number) in BufReader::new(file).lines().zip(1_usize..) {
        let line = line.map_err(|error| fault(error.to_string()))?;
        if line.trim().is_empty() {
            continue;
        }
        let (game, run) = from_line(&line).map_err(|error| fault(format!("line {number}: {error}")))?;
        visit(game, run)?;
    }
    Ok(())
}

/// The number of lines that are not empty: one game each.
///
/// # Errors
/// When the file cannot be read.
pub(crate) fn count(path: &Path) -> Result<u64, TrainingError> {
    let fault =
        |error: std::io::Error| TrainingError::File { path: path.to_owned(), what: error.to_string() };
    let mut reader = BufReader::new(File::open(path).map_err(fault)?);
    let (mut games, mut is_empty) = (0, true);
    loop {
        let bytes = reader.fill_buf().map_err(fault)?;
        if bytes.is_empty() {
            return Ok(games + u64::from(!is_empty));
        }
        for byte in bytes {
            if *byte == b'\n' {
                games += u64::from(!is_empty);
                is_empty = true;
            } else {
                is_empty &= byte.is_ascii_whitespace();
            }
        }
        let read = bytes.len();
        reader.consume(read);
    }
}

#[cfg(test)]
mod tests {
    use amazons::{ByColor, Game};
    use store::Source;

    use super::*;

    fn game(moves: &str) -> GameRecord {
        let mut game = Game::default();
        for mv in moves.split_whitespace() {
            game.play(mv.parse().unwrap()).unwrap();
        }
        GameRecord { played_at: None, ..GameRecord::new(ByColor::default(), game, Source::SelfPlay) }
    }

    #[test]
    fn an_interrupted_file_is_resumed_after_its_last_complete_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.jsonl");
        let open = |existing, seen: &mut Vec<u64>| {
            GameFile::open(&path, existing, "test", "{}".to_owned(), |number, _, _| seen.push(number))
        };
        let mut file = open(Existing::Refuse, &mut Vec::new()).unwrap();
        file.write(0, 7, &game("d1-d7/g7")).unwrap();
        file.write(2, 8, &game("d1-d6/g6")).unwrap();
        file.finish().unwrap();
        let whole = std::fs::read(&path).unwrap();

        // Killed while the second line was written, at every byte of it.
        let first = whole.iter().position(|&byte| byte == b'\n').unwrap() + 1;
        for cut in [first, first + 1, first + 40, whole.len() - 1] {
            std::fs::write(&path, &whole[..cut]).unwrap();
            let mut seen = Vec::new();
            let mut file = open(Existing::Resume, &mut seen).unwrap();
            assert_eq!(seen, [0]);
            file.write(2, 8, &game("d1-d6/g6")).unwrap();
            file.finish().unwrap();
            assert!(std::fs::read(&path).unwrap() == whole);
        }
        assert!(whole.starts_with(BEGINNING));
        assert!(open(Existing::Refuse, &mut Vec::new()).unwrap_err().to_string().contains("--resume"));
        let holder = open(Existing::Resume, &mut Vec::new()).unwrap();
        for existing in [Existing::Resume, Existing::Replace] {
            let second = open(existing, &mut Vec::new()).unwrap_err();
            assert!(second.to_string().contains("another process is writing it"));
        }
        drop(holder);
        let other = GameFile::open(&path, Existing::Resume, "test", "{\"seed\":2}".to_owned(), |_, _, _| {});
        assert!(other.unwrap_err().to_string().contains("line 1 has other conditions"));
        assert!(std::fs::read(&path).unwrap() == whole, "the file is unchanged");

        let foreign = folder.path().join("precious.jsonl");
        std::fs::write(&foreign, "{\"precious\":1}").unwrap();
        let refused = GameFile::open(&foreign, Existing::Resume, "test", "{}".to_owned(), |_, _, _| {});
        assert!(refused.unwrap_err().to_string().contains("not a file of games"));
        assert_eq!(std::fs::read(&foreign).unwrap(), b"{\"precious\":1}");

        let mut slots = Vec::new();
        for_each(&path, |_, run| {
            slots.extend(run.map(|run| (run.slot, run.seed)));
            Ok(())
        })
        .unwrap();
        assert_eq!(slots, [(0, 7), (2, 8)]);
        assert_eq!(count(&path).unwrap(), 2);
        std::fs::write(&path, "{}\n\n \r\n{}\n{}").unwrap();
        assert_eq!(count(&path).unwrap(), 3, "empty lines do not count, and the last needs no end");
    }
}
