//! Runs an experiment, and reads and writes its file of results.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use arena::Contest;
use store::{AtomicFile, IfExists};

use crate::conditions::Conditions;
use crate::experiment::{Experiment, ExperimentResult};
use crate::provenance::Provenance;
use crate::workbench::{LabError, Resume, Workbench};

/// Runs an experiment. One that is stopped after its first look at all its contests has the findings so far.
///
/// # Errors
/// When it cannot be run, or is stopped before that.
pub fn conduct(experiment: &dyn Experiment, bench: &mut Workbench<'_>) -> Result<ExperimentResult, LabError> {
    let (begun, before) = (Instant::now(), bench.seconds_before());
    let conditions = bench.conditions().clone();
    let contests = experiment.contests(&conditions)?;
    let findings = experiment.run(bench, &contests)?;
    let concurrency = bench.concurrency();
    let earlier = (bench.seconds_before() - before) / concurrency as f64;
    Ok(ExperimentResult {
        experiment: experiment.about().name.to_owned(),
        conditions: without_folder(experiment, &conditions),
        collection_digest: digest_of(experiment, &conditions),
        contests: contests.iter().map(Contest::conditions).collect(),
        provenance: Provenance::of_this_machine(bench.commit(), concurrency),
        seconds: begun.elapsed().as_secs_f64() + earlier,
        is_unfinished: bench.take_unfinished(),
        findings,
    })
}

/// Judges an experiment again by the games and measurements of an earlier result: its words and verdicts are those of this program.
/// Nothing is played or measured, so the result keeps its machine, day and seconds.
///
/// # Errors
/// When the contests are others now, games are missing, or nothing is kept to judge by.
pub fn rejudge(
    experiment: &dyn Experiment,
    bench: &mut Workbench<'_>,
    earlier: ExperimentResult,
) -> Result<ExperimentResult, LabError> {
    let name = experiment.about().name;
    let contests = experiment.contests(bench.conditions())?;
    if earlier.is_unfinished || !contests.iter().map(Contest::conditions).eq(earlier.contests.iter().cloned())
    {
        return Err(LabError::OtherContests { experiment: name });
    }
    bench.keep_to_finished_games();
    let findings = experiment.rejudge(bench, &contests, &earlier.findings)?;
    let judged_by = Some(bench.commit().to_owned());
    let provenance = Provenance { judged_by, ..earlier.provenance };
    Ok(ExperimentResult { findings, provenance, ..earlier })
}

/// Conditions as they are written to a file of results: of a used collection the file name only, not its folder.
fn without_folder(experiment: &dyn Experiment, conditions: &Conditions) -> Conditions {
    let collection = conditions.collection.as_ref().filter(|_| experiment.uses_collection());
    let name = collection.and_then(|path| path.file_name());
    Conditions { collection: name.map(PathBuf::from), ..conditions.clone() }
}

/// A digest of the collection that an experiment uses; `None` without a readable collection.
fn digest_of(experiment: &dyn Experiment, conditions: &Conditions) -> Option<String> {
    let path = conditions.collection.as_ref().filter(|_| experiment.uses_collection())?;
    Some(format!("{:016x}", store::digest(&fs::read(path).ok()?)))
}

/// The path of an experiment's file of results.
#[must_use]
pub fn file_of(folder: &Path, experiment: &str) -> PathBuf {
    folder.join(format!("{experiment}.json"))
}

/// Whether a folder has all results of an experiment under the same conditions.
#[must_use]
pub fn is_made(experiment: &dyn Experiment, conditions: &Conditions, folder: &Path) -> bool {
    // Results that cannot be read are made again.
    let Ok(made) = load(&file_of(folder, experiment.about().name)) else { return false };
    let is_same = || {
        let contests = experiment.contests(conditions);
        contests
            .is_ok_and(|contests| contests.iter().map(Contest::conditions).eq(made.contests.iter().cloned()))
    };
    let is_same_file = || made.collection_digest == digest_of(experiment, conditions);
    !made.is_unfinished
        && made.conditions == without_folder(experiment, conditions)
        && is_same_file()
        && is_same()
}

/// Refuses to run an experiment where results would be lost: those of another scale, and all that are there unless the run goes on
/// with them.
///
/// # Errors
/// When there are such results.
pub fn keep_results(
    experiment: &dyn Experiment,
    conditions: &Conditions,
    folder: &Path,
    resume: Resume,
) -> Result<(), LabError> {
    let name = experiment.about().name;
    let file = file_of(folder, name);
    if load(&file).is_ok_and(|made| made.conditions.scale != conditions.scale) {
        return Err(LabError::OtherScale(file));
    }
    if resume == Resume::Continue {
        return Ok(());
    }
    let paths = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let is_kept = |path: &PathBuf| {
        let file_name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        *path == file
            || file_name
                .strip_prefix(name)
                .is_some_and(|rest| rest.starts_with('.') && rest.ends_with(".csv"))
    };
    paths.into_iter().find(is_kept).map_or(Ok(()), |path| Err(LabError::ResultsKept(path)))
}

/// Writes results into a folder, completely or not at all.
///
/// # Errors
/// When the file cannot be written.
pub fn save(result: &ExperimentResult, folder: &Path) -> Result<(), LabError> {
    let path = file_of(folder, &result.experiment);
    let mut text = serde_json::to_string_pretty(result).map_err(|error| fault(&path, &error))?;
    text.push('\n');
    Ok(AtomicFile::write(&path, text.as_bytes(), IfExists::Replace)?)
}

/// Reads results.
///
/// # Errors
/// When the file cannot be read or has no results.
pub fn load(path: &Path) -> Result<ExperimentResult, LabError> {
    let text = fs::read_to_string(path).map_err(|error| fault(path, &error))?;
    serde_json::from_str(&text).map_err(|error| fault(path, &error))
}

/// Reads all results of a folder in the order of a report.
///
/// # Errors
/// When the folder or one of its results cannot be read.
pub fn load_all(folder: &Path) -> Result<Vec<ExperimentResult>, LabError> {
    let mut results = Vec::new();
    for experiment in crate::EXPERIMENTS {
        let path = file_of(folder, experiment.about().name);
        if path.is_file() {
            results.push(load(&path)?);
        }
    }
    Ok(results)
}

fn fault(path: &Path, error: &dyn std::error::Error) -> LabError {
    LabError::File { path: path.to_owned(), what: error.to_string() }
}
