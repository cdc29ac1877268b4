//! A file of JSON lines that grows game by game and can be gone on with after anything, a power cut included.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use store::json::{RunOrigin, from_line};
use store::{GameId, NewGame, Run, RunId, Slot, StoredGame};
use time::OffsetDateTime;

use crate::workbench::LabError;

/// What to do about a file that is there already.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Existing {
    /// Leaves it alone and fails.
    Refuse,
    /// Throws it away.
    Replace,
    /// Goes on with it where it has the same conditions.
    GoOn,
}

/// How every line begins.
const BEGINNING: &[u8] = b"{\"id\":";

/// A file that games are appended to, each as a line, in one piece.
#[derive(Debug)]
pub struct Lines {
    path: PathBuf,
    file: File,
    kind: &'static str,
    /// All that the games depend on but their number: stands in every line.
    conditions: String,
}

impl Lines {
    /// Opens a file; each game that is in it already is told, with its number. A line that was cut off is cut away.
    ///
    /// # Errors
    /// When the file cannot be written, is not to be touched, or was made under other conditions.
    pub fn open(
        path: &Path,
        existing: Existing,
        kind: &'static str,
        conditions: String,
        mut told: impl FnMut(u64, NewGame),
    ) -> Result<Self, LabError> {
        let fault = |what: String| LabError::File { path: path.to_owned(), what };
        if existing == Existing::Refuse && path.exists() {
            let what = "is there already: --resume goes on with it, --force throws it away";
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
        let mut lines = Self { path: path.to_owned(), file, kind, conditions };
        lines.read(&mut told)?;
        Ok(lines)
    }

    fn read(&mut self, told: &mut dyn FnMut(u64, NewGame)) -> Result<(), LabError> {
        let fault = |what: String| LabError::File { path: self.path.clone(), what };
        let io = |error: std::io::Error| fault(error.to_string());
        let mut reader = BufReader::new(&self.file);
        let (mut line, mut whole) = (Vec::new(), 0);
        for number in 1_usize.. {
            line.clear();
            reader.read_until(b'\n', &mut line).map_err(io)?;
            if line.pop_if(|end| *end == b'\n').is_none() {
                // What has no end was cut off while it was written, if we wrote it.
                if whole == 0 && !line.iter().zip(BEGINNING).all(|(one, other)| one == other) {
                    return Err(fault("holds something else than games of ours".to_owned()));
                }
                break;
            }
            let text = std::str::from_utf8(&line).map_err(|error| error.to_string());
            let read = text.and_then(|text| from_line(text).map_err(|error| error.to_string()));
            let (game, run) = read.map_err(|what| fault(format!("line {number}: {what}")))?;
            let ours = run.filter(|run| run.kind == self.kind && run.conditions == self.conditions);
            let run = ours.ok_or_else(|| {
                fault(format!(
                    "line {number} was made under other conditions: the same command goes on, no other"
                ))
            })?;
            told(run.slot, game);
            whole += line.len() as u64 + 1;
        }
        self.file.set_len(whole).map_err(io)?;
        self.file.seek(SeekFrom::Start(whole)).map_err(io)?;
        Ok(())
    }

    /// Appends a game under its number, with the seed that it was played with.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn write(&mut self, number: u64, seed: u64, game: NewGame) -> Result<(), LabError> {
        let mut line = self.line(number, seed, game);
        line.push('\n');
        let io = |error: std::io::Error| LabError::File { path: self.path.clone(), what: error.to_string() };
        self.file.write_all(line.as_bytes()).map_err(io)
    }

    /// Waits until everything is on the disk.
    ///
    /// # Errors
    /// When the disk does not take it.
    pub fn finish(self) -> Result<(), LabError> {
        self.file.sync_all().map_err(|error| LabError::File { path: self.path, what: error.to_string() })
    }

    /// A line without its end. Its run begins in 1970: a moment would make two files of the same games differ.
    fn line(&self, number: u64, seed: u64, mut game: NewGame) -> String {
        let id = RunId(1);
        game.run = Some(Slot { run: id, slot: number, seed });
        let run = Run {
            id,
            kind: self.kind.to_owned(),
            conditions: self.conditions.clone(),
            begun: OffsetDateTime::UNIX_EPOCH,
            finished: None,
            games: 0,
        };
        store::json::to_line(&StoredGame {
            id: GameId(i64::try_from(number).unwrap_or(i64::MAX)),
            added_at: OffsetDateTime::UNIX_EPOCH,
            deleted_at: None,
            run: Some(run),
            revision: 0,
            record: game,
        })
    }
}

/// Reads the games of a file one by one, each with the number and seed that it has there.
///
/// # Errors
/// When the file or one of its lines cannot be read.
pub fn for_each(
    path: &Path,
    mut told: impl FnMut(NewGame, Option<RunOrigin>) -> Result<(), LabError>,
) -> Result<(), LabError> {
    let fault = |what: String| LabError::File { path: path.to_owned(), what };
    let file = File::open(path).map_err(|error| fault(error.to_string()))?;
    for (line, number) in BufReader::new(file).lines().zip(1_usize..) {
        let line = line.map_err(|error| fault(error.to_string()))?;
        if line.trim().is_empty() {
            continue;
        }
        let (game, run) = from_line(&line).map_err(|error| fault(format!("line {number}: {error}")))?;
        told(game, run)?;
    }
    Ok(())
}

/// How many lines a file has that are not empty: a game each.
///
/// # Errors
/// When the file cannot be read.
pub fn count(path: &Path) -> Result<u64, LabError> {
    let fault = |error: std::io::Error| LabError::File { path: path.to_owned(), what: error.to_string() };
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

    fn game(moves: &str) -> NewGame {
        let mut game = Game::default();
        for mv in moves.split_whitespace() {
            game.play(mv.parse().unwrap()).unwrap();
        }
        NewGame { played_at: None, ..NewGame::new(ByColor::default(), game, Source::SelfPlay) }
    }

    #[test]
    fn a_file_that_was_cut_off_goes_on_after_its_last_whole_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.jsonl");
        let open = |existing, seen: &mut Vec<u64>| {
            Lines::open(&path, existing, "test", "{}".to_owned(), |number, _| seen.push(number))
        };
        let mut lines = open(Existing::Refuse, &mut Vec::new()).unwrap();
        lines.write(0, 7, game("d1-d7/g7")).unwrap();
        lines.write(2, 8, game("d1-d6/g6")).unwrap();
        lines.finish().unwrap();
        let whole = std::fs::read(&path).unwrap();

        // Killed while the second line was written, at every byte of it.
        let first = whole.iter().position(|&byte| byte == b'\n').unwrap() + 1;
        for cut in [first, first + 1, first + 40, whole.len() - 1] {
            std::fs::write(&path, &whole[..cut]).unwrap();
            let mut seen = Vec::new();
            let mut lines = open(Existing::GoOn, &mut seen).unwrap();
            assert_eq!(seen, [0]);
            lines.write(2, 8, game("d1-d6/g6")).unwrap();
            lines.finish().unwrap();
            assert!(std::fs::read(&path).unwrap() == whole);
        }
        assert!(whole.starts_with(BEGINNING));
        assert!(open(Existing::Refuse, &mut Vec::new()).unwrap_err().to_string().contains("--resume"));
        let holder = open(Existing::GoOn, &mut Vec::new()).unwrap();
        for existing in [Existing::GoOn, Existing::Replace] {
            let second = open(existing, &mut Vec::new()).unwrap_err();
            assert!(second.to_string().contains("another process is writing it"));
        }
        drop(holder);
        let other = Lines::open(&path, Existing::GoOn, "test", "{\"seed\":2}".to_owned(), |_, _| {});
        assert!(other.unwrap_err().to_string().contains("line 1 was made under other conditions"));
        assert!(std::fs::read(&path).unwrap() == whole, "a refusal changes nothing");

        let foreign = folder.path().join("precious.jsonl");
        std::fs::write(&foreign, "{\"precious\":1}").unwrap();
        let refused = Lines::open(&foreign, Existing::GoOn, "test", "{}".to_owned(), |_, _| {});
        assert!(refused.unwrap_err().to_string().contains("something else"));
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
        assert_eq!(count(&path).unwrap(), 3, "empty lines are none, and the last needs no end");
    }
}
