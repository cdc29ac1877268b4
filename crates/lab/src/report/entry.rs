//! An experiment with its result, and its statements by whose they are.

use crate::experiment::{ExperimentInfo, ExperimentResult, Paper};
use crate::experiments::EXPERIMENTS;
use crate::findings::{Statement, StatementSource, StatementVerdict};

/// An experiment with its result, if it was run.
#[derive(Clone, Copy)]
pub(super) struct Entry<'a> {
    pub(super) about: &'static ExperimentInfo,
    pub(super) result: Option<&'a ExperimentResult>,
}

/// A statement with its address in the page.
#[derive(Clone)]
pub(super) struct Placed<'a> {
    pub(super) id: String,
    pub(super) statement: &'a Statement,
}

impl Placed<'_> {
    pub(super) fn is(&self, verdict: StatementVerdict) -> bool {
        self.statement.verdict == verdict
    }
}

impl<'a> Entry<'a> {
    /// The experiments of a paper in the order of the report, each with its last result.
    pub(super) fn of(paper: Paper, results: &'a [ExperimentResult]) -> Vec<Self> {
        let abouts =
            EXPERIMENTS.iter().map(|experiment| experiment.about()).filter(|about| about.paper == paper);
        let last = |name: &str| results.iter().rev().find(|result| result.experiment == name);
        abouts.map(|about| Self { about, result: last(about.name) }).collect()
    }

    /// All experiments.
    pub(super) fn all(results: &'a [ExperimentResult]) -> Vec<Self> {
        Paper::ALL.into_iter().flat_map(|paper| Self::of(paper, results)).collect()
    }

    /// Its statements that are the paper's, or those that are our own questions. All of an experiment of ours are ours.
    pub(super) fn statements(&self, source: StatementSource) -> Vec<Placed<'a>> {
        let all = self.result.map_or(&[][..], |result| &result.findings.statements);
        let source_of = |statement: &Statement| match self.about.paper {
            Paper::Otrera => StatementSource::Ours,
            _ if is_called_ours(&statement.claim) => StatementSource::Ours,
            _ => statement.source,
        };
        let placed = all.iter().enumerate().map(|(number, statement)| Placed {
            id: format!("{}-{}", self.about.name, number + 1),
            statement,
        });
        placed.filter(|placed| source_of(placed.statement) == source).collect()
    }
}

/// Whether a claim itself says that it is ours. Files of earlier versions have no source besides these words.
fn is_called_ours(claim: &str) -> bool {
    claim.starts_with("Of ours:") || claim.trim_end_matches('.').ends_with("own question)")
}
