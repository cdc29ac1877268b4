//! `otrera lab report`: one page of all results.

use std::io::Write;
use std::path::PathBuf;

use anyhow::ensure;
use clap::Args;
use lab::load_all;
use store::{AtomicFile, IfExists};

use crate::output;

/// Write one page of all results, to be read in a browser or printed.
#[derive(Args)]
#[command(after_help = "\
The page needs no network and no other file. Experiments without results are named in it.

Examples:
  otrera lab report
  otrera lab report --out results papers.html")]
pub(crate) struct Report {
    /// The folder of the results
    #[arg(long, value_name = "DIR", default_value = "otrera-lab")]
    out: PathBuf,

    /// The page; report.html in that folder if not given
    file: Option<PathBuf>,
}

impl Report {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let results = load_all(&self.out)?;
        let folder = self.out.display();
        ensure!(
            !results.is_empty(),
            "{folder} has no results: `otrera lab run NAME --out {folder}` makes some"
        );
        let file = self.file.unwrap_or_else(|| self.out.join("report.html"));
        AtomicFile::write(&file, lab::report_html(&results).as_bytes(), IfExists::Replace)?;
        let mut out = output::stdout();
        writeln!(out, "{}", file.display())?;
        out.flush()?;
        Ok(())
    }
}
