//! `otrera lab list`.

use std::io::Write;

use clap::Args;
use lab::{EXPERIMENTS, ExperimentInfo};
use serde_json::{Value, json};

use crate::output;

/// List every experiment with its paper and its place there.
#[derive(Args)]
pub(crate) struct List {
    /// Prints one JSON array instead, with questions and what the paper had
    #[arg(long)]
    json: bool,
}

impl List {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let all: Vec<&ExperimentInfo> = EXPERIMENTS.iter().map(|experiment| experiment.about()).collect();
        if self.json {
            return output::json(&all.into_iter().map(describe).collect::<Vec<_>>());
        }
        let width =
            |text: fn(&ExperimentInfo) -> &str| all.iter().map(|about| text(about).len()).max().unwrap_or(0);
        let (name, paper, place) =
            (width(|about| about.name), width(|about| about.paper.name()), width(|about| about.place));
        let mut out = output::stdout();
        for about in &all {
            let ExperimentInfo { name: own, title, .. } = about;
            writeln!(out, "{own:name$}  {:paper$}  {:place$}  {title}", about.paper.name(), about.place)?;
        }
        out.flush()?;
        Ok(())
    }
}

fn describe(about: &ExperimentInfo) -> Value {
    json!({
        "name": about.name,
        "paper": about.paper.name(),
        "citation": about.paper.citation(),
        "place": about.place,
        "title": about.title,
        "question": about.question,
        "original": about.original,
        "differences": about.differences,
    })
}
