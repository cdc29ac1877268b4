//! What the commands that write a file of games have in common: its arguments, its two forms, and the work on several threads.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicU32;

use anyhow::{bail, ensure};
use arena::StopSignal;
use clap::Args;
use training::{Existing, Progress, ThreadPool};

use super::progress::ProgressDisplay;
use crate::contest::handle_interrupts;
use crate::output;

/// The arguments of a command that writes a file of games.
#[derive(Args)]
pub(super) struct GameFileArgs {
    /// A Parquet file beside
    #[arg(long, value_name = "FILE", requires = "out")]
    parquet: Option<PathBuf>,

    /// The seed of everything
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,

    /// How many games are played at once; as many as there are cores if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: Option<u16>,

    /// Goes on with the file where it was broken off
    #[arg(long, conflicts_with = "force", requires = "out")]
    resume: bool,

    /// Replaces an existing file
    #[arg(long)]
    force: bool,

    /// Prints one JSON object instead
    #[arg(long)]
    pub(super) json: bool,
}

impl GameFileArgs {
    /// What is done with an existing file.
    pub(super) fn existing(&self) -> Existing {
        match (self.resume, self.force) {
            (true, _) => Existing::Resume,
            (_, true) => Existing::Replace,
            _ => Existing::Refuse,
        }
    }

    /// The files of `--out`, by its ending. They and `input` must differ, and an existing Parquet file is replaced only with
    /// --resume or --force.
    pub(super) fn targets(&self, out: &Path, input: Option<&Path>) -> anyhow::Result<Targets> {
        let targets = Targets::named(out, self.parquet.clone())?;
        if let Some(input) = input {
            ensure!(!is_same(&targets.lines, input), "--out would write over {}", input.display());
        }
        if let Some(parquet) = &targets.parquet {
            ensure!(!is_same(parquet, &targets.lines), "--out and --parquet are the same file");
            let is_input = input.is_some_and(|input| is_same(parquet, input));
            ensure!(!is_input, "--parquet would write over {}", parquet.display());
            ensure!(
                self.existing() != Existing::Refuse || !parquet.exists(),
                "{} exists: --resume or --force replaces it",
                parquet.display()
            );
        }
        Ok(targets)
    }

    /// Works on games on several threads until it is done or interrupted. The work calls its second argument with the number
    /// of games and of those that are done.
    pub(super) fn run<T>(
        &self,
        name: &str,
        work: impl FnOnce(&ThreadPool<'_>, &mut dyn FnMut(u64, u64)) -> T,
    ) -> anyhow::Result<T> {
        let stop = StopSignal::new();
        handle_interrupts(&stop, &Arc::new(AtomicU32::new(0)))?;
        let threads = self.concurrency.map_or_else(output::cores, usize::from);
        let mut progress = ProgressDisplay::new();
        progress.begin(name, 0.0);
        let mut has_begun = false;
        let made = work(&ThreadPool { threads, stop: &stop }, &mut |steps, done| {
            let begun = Progress::Started { what: "games", steps, done };
            progress.report(&if has_begun { Progress::Done(done) } else { begun });
            has_begun = true;
        });
        progress.end();
        Ok(made)
    }
}

/// The files to write.
pub(super) struct Targets {
    /// The JSON lines.
    pub(super) lines: PathBuf,
    /// The Parquet file.
    pub(super) parquet: Option<PathBuf>,
}

impl Targets {
    fn named(out: &Path, parquet: Option<PathBuf>) -> anyhow::Result<Self> {
        match out.extension().and_then(|ending| ending.to_str()) {
            Some("jsonl") => Ok(Self { lines: out.to_owned(), parquet }),
            Some("parquet") => {
                ensure!(parquet.is_none(), "--out names a Parquet file already: omit --parquet");
                Ok(Self { lines: out.with_extension("jsonl"), parquet: Some(out.to_owned()) })
            }
            _ => bail!("--out {} ends neither in .jsonl nor in .parquet", out.display()),
        }
    }
}

/// Whether two paths mean one file, there or not.
pub(super) fn is_same(one: &Path, other: &Path) -> bool {
    let whole = |path: &Path| {
        path.canonicalize().or_else(|_| {
            let folder =
                path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
            folder.canonicalize().map(|folder| folder.join(path.file_name().unwrap_or_default()))
        })
    };
    matches!((whole(one), whole(other)), (Ok(one), Ok(other)) if one == other)
}

/// Writes the Parquet file of finished lines, if one is wanted.
pub(super) fn write_parquet(lines: &Path, parquet: Option<&Path>) -> anyhow::Result<()> {
    if let Some(parquet) = parquet {
        training::write_parquet(lines, parquet)?;
    }
    Ok(())
}
