//! The laboratory: the experiments of the papers, reproduced.
//!
//! - `experiment`: what every experiment declares as data, and how it is run;
//! - `experiments`: one file each, and the list of all;
//! - `conditions`: toy, quick, as many iterations as the paper had, or the paper's own size;
//! - `contests`: contests as data;
//! - `cells`: the cells of a table, and at which numbers of games they are looked at;
//! - `confidence`: how sure an interval is;
//! - `game_file`: the results of games as a small text file;
//! - `workbench`, `planned_run`: plays an experiment's games in the arena, resumable, and reports progress;
//! - `estimate`: the cost of an experiment before it starts;
//! - `conduct`: an experiment from its start to its file of results;
//! - `findings`: tables, figures and statements, as JSON: everything that a report is made of;
//! - `judge`: the verdicts on the papers' statements, by intervals;
//! - `paper_errors`, `not_made`: errors of the papers, and what of them was not made again;
//! - `report`: all results as one HTML file, with plots;
//! - `words`: how figures are written;
//! - `agreement`, `convergence`: measurements that are commands of their own;
//! - `provenance`: which program made a result, when, on which machine.

#![forbid(unsafe_code)]

mod agreement;
mod cells;
mod conditions;
mod conduct;
mod confidence;
mod contests;
mod convergence;
mod estimate;
mod experiment;
mod experiments;
mod findings;
mod game_file;
mod judge;
mod not_made;
mod paper_errors;
mod planned_run;
mod provenance;
mod report;
mod words;
mod workbench;

pub use agreement::{Agreement, RecordedMoves};
pub use cells::Cells;
pub use conditions::{Conditions, Scale};
pub use conduct::{conduct, file_of, is_made, keep_results, load, load_all, rejudge, save};
pub use convergence::{MeasuredConvergence, measure_convergence};
pub use estimate::{Estimate, Estimator};
pub use experiment::{Experiment, ExperimentInfo, ExperimentResult, Paper};
pub use experiments::{EXPERIMENTS, find_experiments};
pub use findings::{
    Axis, Bars, BoardSquare, Cause, Cell, Drawing, Figure, Findings, Measured, Point, ResultTable, Series,
    Span, Statement, StatementSource, StatementVerdict, TableRow, TreeNode, Unit, Why,
};
pub use provenance::Provenance;
pub use report::html as report_html;
pub use workbench::{LabError, PAPER_STATEMENTS, Resume, Workbench};
