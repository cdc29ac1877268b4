//! Files of games in all supported notations, and opening the store.

use std::io::{ErrorKind, Read};
use std::path::Path;

use amazons::notation::{Glyphs, MoveLine, MoveNotation, sgf};
use amazons::{AnyPosition, Game, Record, Setup};
use anyhow::{Context, anyhow};
use clap::ValueEnum;
use store::{AtomicFile, IfExists, Store, WriteError};

/// A notation of games or positions.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// The Smart Game Format.
    #[value(help = "SGF, GM[18] (.sgf)")]
    Sgf,
    /// Little Golem's records (.lg)
    LittleGolem,
    /// Lines of moves (.txt)
    Moves,
    /// Positions, one FEN a line (.fen)
    Fen,
    /// Drawn boards, an empty line between two (.board)
    Board,
}

impl Format {
    /// The format of a file name's extension.
    pub(crate) fn of_file(path: &Path) -> Option<Self> {
        Some(match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "sgf" => Self::Sgf,
            "lg" => Self::LittleGolem,
            "txt" | "moves" => Self::Moves,
            "fen" => Self::Fen,
            "board" => Self::Board,
            _ => return None,
        })
    }

    /// Whether the format has moves, not only positions.
    pub(crate) fn has_moves(self) -> bool {
        !matches!(self, Self::Fen | Self::Board)
    }

    /// Reads every game of a file.
    pub(crate) fn read(self, bytes: &[u8]) -> anyhow::Result<Vec<Record>> {
        if matches!(self, Self::Sgf | Self::LittleGolem) {
            return Ok(sgf::from_bytes(bytes)?);
        }
        let text = std::str::from_utf8(bytes).context("the file is not text in UTF-8")?;
        // Some editors write a byte order mark.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        match self {
            Self::Moves => Ok(Game::from_lines(text)?.iter().map(Record::from_game).collect()),
            Self::Fen => {
                let lines = text.lines().zip(1_usize..).filter(|(line, _)| !line.trim().is_empty());
                let read = |(line, number): (&str, usize)| {
                    start(Setup::from_fen(line)).with_context(|| format!("line {number}"))
                };
                lines.map(read).collect()
            }
            _ => {
                let boards = boards(text);
                let read = |(line, board): (usize, String)| {
                    start(Setup::from_diagram(&board)).with_context(|| format!("the board at line {line}"))
                };
                boards.into_iter().map(read).collect()
            }
        }
    }

    /// Writes games. A format without moves gets the last position of each.
    pub(crate) fn write(self, records: &[Record], notation: MoveNotation) -> anyhow::Result<String> {
        let mut text = String::new();
        for (record, number) in records.iter().zip(1_usize..) {
            let last = || record.to_game().position().to_setup();
            match self {
                Self::Sgf => text += &sgf::to_text(record),
                Self::LittleGolem => {
                    text += &sgf::to_little_golem(record).with_context(|| format!("game {number}"))?;
                }
                Self::Moves => {
                    text += &MoveLine { game: &record.to_game(), notation }.to_string();
                    text.push('\n');
                }
                Self::Fen => {
                    text += &last().to_fen();
                    text.push('\n');
                }
                Self::Board => {
                    let gap = if number > 1 { "\n" } else { "" };
                    text += gap;
                    text += &last().to_diagram(Glyphs::Ascii);
                }
            }
        }
        Ok(text)
    }
}

/// A record without moves.
fn start<E: std::error::Error + Send + Sync + 'static>(setup: Result<Setup, E>) -> anyhow::Result<Record> {
    let position = AnyPosition::from_setup(&setup?).context("this position cannot be played")?;
    Ok(Record::new(position))
}

/// The drawn boards of a text, each with the line where it begins.
fn boards(text: &str) -> Vec<(usize, String)> {
    let mut boards: Vec<(usize, String)> = Vec::new();
    let mut is_inside = false;
    for (line, number) in text.lines().zip(1..) {
        if line.trim().is_empty() {
            is_inside = false;
            continue;
        }
        if !is_inside {
            boards.push((number, String::new()));
        }
        is_inside = true;
        if let Some((_, board)) = boards.last_mut() {
            *board += line;
            board.push('\n');
        }
    }
    boards
}

/// The most bytes that are read, about a million games: an endless input must not exhaust the memory.
const MAX_BYTES: u64 = 1 << 30;

/// Reads a file, or standard input where its name is `-`.
pub(crate) fn read_bytes(path: &Path) -> anyhow::Result<Vec<u8>> {
    read_at_most(path, MAX_BYTES)
}

/// The same for text.
pub(crate) fn read_text(path: &Path) -> anyhow::Result<String> {
    String::from_utf8(read_bytes(path)?).with_context(|| format!("{} is not text in UTF-8", path.display()))
}

/// The same with a limit of its own.
pub(crate) fn read_at_most(path: &Path, most: u64) -> anyhow::Result<Vec<u8>> {
    let what = || format!("cannot read {}", path.display());
    let mut source: Box<dyn Read> = match path.as_os_str() == "-" {
        true => Box::new(std::io::stdin().lock()),
        false => Box::new(std::fs::File::open(path).with_context(what)?),
    };
    read_source(source.as_mut(), path, most)
}

/// Reads all that a source has, which is the file of that name.
pub(crate) fn read_limited(source: &mut dyn Read, path: &Path) -> anyhow::Result<Vec<u8>> {
    read_source(source, path, MAX_BYTES)
}

fn read_source(source: &mut dyn Read, path: &Path, most: u64) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source
        .take(most + 1)
        .read_to_end(&mut bytes)
        .with_context(|| format!("cannot read {}", path.display()))?;
    anyhow::ensure!(bytes.len() as u64 <= most, "{} is larger than {} MiB", path.display(), most >> 20);
    Ok(bytes)
}

/// Writes a file completely or not at all. An existing one is replaced only with `--force`.
pub(crate) fn write(path: &Path, text: &str, force: bool) -> anyhow::Result<()> {
    let written = AtomicFile::write(path, text.as_bytes(), if_exists(force));
    written.map_err(|error| write_error(path, error))
}

/// Refuses, before any work, a name under which no file can be written: of a file that exists, unless `--force` is given, or in
/// a folder that does not.
pub(crate) fn check_free(path: &Path, force: bool) -> anyhow::Result<()> {
    anyhow::ensure!(force || !path.exists(), "{} exists; --force replaces it", path.display());
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    anyhow::ensure!(
        folder.is_dir(),
        "cannot write {}: there is no folder {}",
        path.display(),
        folder.display()
    );
    Ok(())
}

/// What `--force` says about an existing file.
pub(crate) fn if_exists(force: bool) -> IfExists {
    if force { IfExists::Replace } else { IfExists::Fail }
}

/// The error with the advice to use `--force` where that helps.
pub(crate) fn write_error(path: &Path, error: WriteError) -> anyhow::Error {
    match error.kind {
        ErrorKind::AlreadyExists => anyhow!("{} exists; --force replaces it", path.display()),
        _ => error.into(),
    }
}

/// Opens the store in a file, or else the user's own.
pub(crate) fn open_store(path: Option<&Path>) -> anyhow::Result<Store> {
    let path = path.map_or_else(Store::default_path, |path| Ok(path.to_owned()))?;
    Ok(Store::open(&path)?)
}
