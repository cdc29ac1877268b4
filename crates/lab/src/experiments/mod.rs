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
use crate::workbench::LabError;

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

/// The experiments of some names, each once, in the order of a report; `all` names all of them.
///
/// # Errors
/// When there is no experiment of a name.
pub fn find_experiments(names: &[String]) -> Result<Vec<&'static dyn Experiment>, LabError> {
    let known = || EXPERIMENTS.iter().map(|experiment| experiment.about().name);
    for name in names.iter().filter(|name| *name != "all") {
        if !known().any(|known| known == name) {
            let hint = thought::did_you_mean(thought::nearest(name, known()));
            return Err(LabError::NoExperiment { name: name.clone(), hint });
        }
    }
    let is_chosen = |name: &str| names.iter().any(|chosen| chosen == "all" || chosen == name);
    Ok(EXPERIMENTS.iter().copied().filter(|experiment| is_chosen(experiment.about().name)).collect())
}
