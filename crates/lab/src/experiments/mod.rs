//! All experiments, one file each, in the order of a report.

mod thesis_equities;
mod thesis_errors;
mod uctab_table;

use crate::experiment::Experiment;

/// All experiments in the order of a report.
pub const EXPERIMENTS: &[&dyn Experiment] =
    &[&uctab_table::UctAbTable, &thesis_errors::ThesisErrors, &thesis_equities::ThesisEquities];

/// The experiment of a name.
#[must_use]
pub fn find(name: &str) -> Option<&'static dyn Experiment> {
    EXPERIMENTS.iter().copied().find(|experiment| experiment.about().name == name)
}
