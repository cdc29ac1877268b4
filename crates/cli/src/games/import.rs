//! `otrera games import`: SGF, Little Golem's records and JSON lines. Bad records are reported and skipped.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use serde_json::json;
use store::json::{RunOrigin, from_line};
use store::{GameRecord, Imported, Store, StoreError, sgf};

use super::export::GameFormat;
use super::games;
use crate::files;
use crate::output;

/// Store the games of a file: SGF, Little Golem's records or JSON lines.
#[derive(Args)]
#[command(after_help = "\
The format is told by the file's name (.sgf, .lg, .jsonl), by --format, or else by how the file begins. A record that \
cannot be read is told with its line and passed over, the others are stored; the exit status is 2 then. A game that is \
in the store already (same start, moves, players, event and date) is not stored twice. Comments and variations of SGF \
are kept and exported again.

Examples:
  otrera games import little_golem.sgf
  otrera games import --event 'club evening' evening.sgf
  otrera games import --format jsonl - < games.jsonl")]
pub(crate) struct Import {
    /// The files to read, - for standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// The format of the files
    #[arg(long, value_enum)]
    format: Option<ReadFormat>,

    /// The event of games that name none
    #[arg(long, value_name = "NAME")]
    event: Option<String>,

    /// Prints one JSON object instead
    #[arg(long)]
    json: bool,
}

/// A format of games that is read.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ReadFormat {
    /// The Smart Game Format.
    #[value(help = "SGF, GM[18] (.sgf), and Little Golem's records (.lg)")]
    Sgf,
    /// One JSON object a line, with all that is known (.jsonl)
    Jsonl,
}

impl ReadFormat {
    /// The format of a file name's extension.
    fn of_file(path: &Path) -> anyhow::Result<Option<Self>> {
        match GameFormat::of_file(path) {
            Some(GameFormat::Sgf) => Ok(Some(Self::Sgf)),
            Some(GameFormat::Jsonl) => Ok(Some(Self::Jsonl)),
            Some(GameFormat::Csv) => bail!("CSV is written only: import JSON lines or SGF"),
            None => Ok(None),
        }
    }
}

/// What came of it.
#[derive(Default)]
struct Tally {
    stored: u64,
    same: u64,
    bad: Vec<String>,
}

/// The games of one transaction: one sync each, and other processes may write in between.
const BATCH: usize = 500;

/// The longest line of JSON: 64 MiB, more than any game can need.
const LONGEST: u64 = 1 << 26;

/// A game to be stored with the place that it was read from.
struct Waiting {
    place: String,
    game: GameRecord,
    origin: Option<RunOrigin>,
}

impl Import {
    pub(crate) fn run(self, store: Store) -> anyhow::Result<()> {
        let mut importer =
            Importer { store, tally: Tally::default(), waiting: Vec::new(), event: self.event };
        for path in &self.files {
            importer.file(path, self.format)?;
            importer.flush()?;
        }
        let Tally { stored, same, bad } = importer.tally;
        if self.json {
            output::json(&json!({"stored": stored, "already_there": same, "bad": bad}))?;
        } else {
            let mut out = output::stdout();
            for line in &bad {
                writeln!(out, "bad: {}", output::plain(line))?;
            }
            write!(out, "stored {}", games(stored))?;
            if same > 0 {
                write!(out, ", {same} already there")?;
            }
            if !bad.is_empty() {
                write!(out, ", {} bad and passed over", bad.len())?;
            }
            writeln!(out)?;
            out.flush()?;
        }
        if !bad.is_empty() {
            bail!("{} could not be read; the others are stored", records(bad.len()));
        }
        if stored + same == 0 {
            bail!("there is no game in it");
        }
        Ok(())
    }
}

fn records(count: usize) -> String {
    if count == 1 { "1 record".to_owned() } else { format!("{count} records") }
}

struct Importer {
    store: Store,
    tally: Tally,
    waiting: Vec<Waiting>,
    event: Option<String>,
}

impl Importer {
    fn file(&mut self, path: &Path, format: Option<ReadFormat>) -> anyhow::Result<()> {
        let what = || format!("cannot read {}", path.display());
        let source: Box<dyn Read> = match path.as_os_str() == "-" {
            true => Box::new(std::io::stdin().lock()),
            false => Box::new(File::open(path).with_context(what)?),
        };
        let mut source = BufReader::new(source);
        let named = if format.is_some() { format } else { ReadFormat::of_file(path)? };
        let format = match named {
            Some(format) => format,
            None => guess(source.fill_buf().with_context(what)?),
        };
        match format {
            ReadFormat::Jsonl => self.json_lines(path, &mut source),
            ReadFormat::Sgf => {
                let bytes = files::read_limited(&mut source, path)?;
                self.sgf(path, &bytes)
            }
        }
    }

    fn sgf(&mut self, path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
        for record in sgf::records(bytes) {
            match record {
                Ok((line, record, text)) => {
                    let mut game = sgf::from_record(&record, &text);
                    game.event = game.event.or_else(|| self.event.clone());
                    self.add(Waiting { place: place(path, line), game, origin: None })?;
                }
                Err(bad) => self.tally.bad.push(format!("{}: {}", place(path, bad.line), bad.reason)),
            }
        }
        Ok(())
    }

    fn json_lines(&mut self, path: &Path, source: &mut dyn BufRead) -> anyhow::Result<()> {
        let mut line = Vec::new();
        for number in 1_usize.. {
            line.clear();
            let what = || format!("cannot read {}", path.display());
            let length = source.take(LONGEST).read_until(b'\n', &mut line).with_context(what)?;
            if length == 0 {
                break;
            }
            if length as u64 == LONGEST {
                bail!("{}: the line is longer than any game; nothing after it was read", place(path, number));
            }
            let text = line.strip_prefix("\u{feff}".as_bytes()).filter(|_| number == 1).unwrap_or(&line);
            let text = std::str::from_utf8(text);
            if text.is_ok_and(|text| text.trim().is_empty()) {
                continue;
            }
            let read = match text {
                Ok(text) => from_line(text).map_err(|error| error.to_string()),
                Err(_) => Err("the line is not text in UTF-8".to_owned()),
            };
            match read {
                Ok((mut game, origin)) => {
                    game.event = game.event.or_else(|| self.event.clone());
                    self.add(Waiting { place: place(path, number), game, origin })?;
                }
                Err(reason) => self.tally.bad.push(format!("{}: {reason}", place(path, number))),
            }
        }
        Ok(())
    }

    fn add(&mut self, waiting: Waiting) -> anyhow::Result<()> {
        self.waiting.push(waiting);
        if self.waiting.len() >= BATCH { self.flush() } else { Ok(()) }
    }

    /// Stores what waits, all of it or, when the store fails, none.
    fn flush(&mut self) -> anyhow::Result<()> {
        if self.waiting.is_empty() {
            return Ok(());
        }
        let (mut stored, mut same, mut bad) = (0, 0, Vec::new());
        let mut batch = self.store.batch()?;
        for Waiting { place, game, origin } in self.waiting.drain(..) {
            match batch.import(&game, origin.as_ref()) {
                Ok(Imported::New(_)) => stored += 1,
                Ok(Imported::Same(_)) => same += 1,
                Err(error @ (StoreError::Contradiction(_) | StoreError::SlotTaken { .. })) => {
                    bad.push(format!("{place}: {error}"));
                }
                Err(error) => return Err(error.into()),
            }
        }
        batch.commit()?;
        self.tally.stored += stored;
        self.tally.same += same;
        self.tally.bad.append(&mut bad);
        Ok(())
    }
}

fn place(path: &Path, line: usize) -> String {
    format!("{}:{line}", path.display())
}

/// JSON begins with a brace, SGF with a bracket.
fn guess(beginning: &[u8]) -> ReadFormat {
    let text = beginning.strip_prefix("\u{feff}".as_bytes()).unwrap_or(beginning);
    match text.trim_ascii_start().first() {
        Some(b'{') => ReadFormat::Jsonl,
        _ => ReadFormat::Sgf,
    }
}
