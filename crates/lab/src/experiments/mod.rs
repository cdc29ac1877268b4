//! All experiments, one file each, in the order of a report.

mod course_tables;
mod egreedy_table;
mod mgpeo_ablation;
mod mgpeo_convergence;
mod mgpeo_depth;
mod mgpeo_evaluation;
mod mgpeo_field;
mod mgpeo_profile;
mod mgpeo_rounds;
mod mgpeo_significance;
mod mgpeo_speed;
mod otrera_field;
mod otrera_networks;
mod parts;
mod thesis_equities;
mod thesis_errors;
mod thesis_games;
mod thesis_networks;
mod thesis_tictactoe;
mod uctab_table;

use crate::experiment::Experiment;

/// All experiments in the order of a report.
pub const EXPERIMENTS: &[&dyn Experiment] = &[
    &mgpeo_convergence::ConvergenceDistance,
    &mgpeo_evaluation::EvaluationTime,
    &mgpeo_ablation::Ablation,
    &mgpeo_rounds::Rounds,
    &mgpeo_significance::Significance,
    &mgpeo_depth::Depth,
    &mgpeo_profile::Profile,
    &uctab_table::UctAbTable,
    &egreedy_table::EGreedyTable,
    &thesis_tictactoe::ThesisTicTacToe,
    &thesis_networks::ThesisNetworks,
    &thesis_errors::ThesisErrors,
    &thesis_equities::ThesisEquities,
    &course_tables::CourseTables,
    &otrera_field::OtreraField,
    &otrera_networks::OtreraNetworks,
];

/// The experiment of a name.
pub(crate) fn find(name: &str) -> Option<&'static dyn Experiment> {
    EXPERIMENTS.iter().copied().find(|experiment| experiment.about().name == name)
}
