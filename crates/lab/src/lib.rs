//! The laboratory: every table of the papers, made again with one command.
//!
//! - [`experiment`]: what every experiment declares as data, and how it is run;
//! - [`experiments`]: one file each, and the list of all;
//! - [`conditions`]: toy, quick or the paper's own size; seconds or counts;
//! - [`contests`]: contests written down as data;
//! - [`workbench`]: plays an experiment's games in the arena, resumable, and watches the time;
//! - [`estimate`]: what an experiment will cost, before it begins;
//! - [`conduct`]: an experiment from its beginning to its file of results;
//! - [`findings`]: tables, figures and statements, as JSON: all that a report is made of;
//! - [`judge`]: the verdicts on the papers' statements, by intervals;
//! - [`report`]: all of it as one HTML file, with plots;
//! - [`words`]: how figures are written;
//! - [`selfplay`]: game databases made by a player against itself;
//! - [`collection`], [`lines`], [`columns`]: games read from any file, written as JSON lines and as Parquet;
//! - [`learning`]: the weights of the flagship's evaluation, learnt from such games;
//! - [`acceptance`]: the thesis's test that decides games without a result;
//! - [`ordered`]: numbered work on several threads, taken in order;
//! - [`provenance`]: which program made a result, when, on which machine.

pub mod acceptance;
pub mod collection;
pub mod columns;
pub mod conditions;
pub mod conduct;
pub mod contests;
pub mod estimate;
pub mod experiment;
pub mod experiments;
pub mod findings;
pub mod judge;
pub mod learning;
pub mod lines;
pub mod ordered;
pub mod provenance;
pub mod report;
pub mod selfplay;
pub mod words;
pub mod workbench;

pub use conditions::{By, Conditions, Scale};
pub use experiment::{About, Experiment, Paper, Protocol};
pub use experiments::EXPERIMENTS;
pub use findings::{Cell, Drawing, Figure, Findings, Statement, Table, Verdict};
pub use provenance::Provenance;
pub use workbench::{LabError, Workbench};
