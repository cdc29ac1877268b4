//! `otrera lab run`: estimates, plays, measures, and writes a file of results for each experiment.

use std::cell::RefCell;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::AtomicU32;
use std::sync::{Arc, Mutex};

use anyhow::{Context, ensure};
use arena::StopSignal;
use clap::{Args, ValueEnum};
use lab::{
    Conditions, Estimate, Estimator, Experiment, LabError, Resume, Scale, Workbench, conduct, file_of,
    find_experiments, is_made, keep_results, load, save,
};
use store::Store;

use super::progress::ProgressDisplay;
use crate::contest::{handle_interrupts, note};
use crate::output::{self, span};

/// Run experiments: play their games, measure, and write what was found.
#[derive(Args)]
#[command(after_help = "\
Every experiment writes DIR/NAME.json as soon as it is finished; games are kept in DIR/games.sqlite one by one. A first \
interrupt lets the running games finish, a second stops at once; the same command with --resume goes on, also after \
the machine went down. `otrera lab report` makes a page of the results.

Examples:
  otrera lab run mgpeo-convergence
  otrera lab run all --estimate
  otrera lab run all --scale quick --games little_golem.sgf --out results
  otrera lab run all --scale faithful --resume --out experiments/faithful
  otrera lab run uctab-table --scale paper --concurrency 8 --resume")]
pub(crate) struct Run {
    /// The experiments by name, or all
    #[arg(required = true, value_name = "NAME")]
    names: Vec<String>,

    /// How large they are
    #[arg(long, value_enum, default_value_t = Size::Quick)]
    scale: Size,

    /// At most so many games a cell of a table, instead of the scale's own number
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(2..=100_000))]
    games_per_cell: Option<u64>,

    /// The time of a move, such as 500ms, where seconds limit players: at the quick and the paper scale
    #[arg(long, value_name = "TIME")]
    time: Option<String>,

    /// Goes on where the same experiments were broken off, and leaves alone what is finished
    #[arg(long)]
    resume: bool,

    /// The folder of games and results
    #[arg(long, value_name = "DIR", default_value = "otrera-lab")]
    out: PathBuf,

    /// A file of games between people, for the experiments that judge positions of such games
    #[arg(long, value_name = "FILE")]
    games: Option<PathBuf>,

    /// How many games are played at once; as many as there are cores if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: Option<u16>,

    /// The seed of everything
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Only says what it would cost
    #[arg(long)]
    estimate: bool,
}

/// The sizes of an experiment.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Size {
    /// For tests: nothing is learnt from it
    #[value(hide = true)]
    Toy,
    /// At most 1,200 seconds of a core for each
    Quick,
    /// As many iterations a move as the paper's programs had, by counts, the same on every machine; games until every
    /// statement is decided, 12 hours of a core at most
    Faithful,
    /// As many games and as much time as in the paper
    Paper,
}

/// An experiment with what it will cost.
type Planned = (&'static dyn Experiment, Estimate);

impl Run {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let chosen = find_experiments(&self.names)?;
        let conditions = self.conditions();
        conditions.check()?;
        let concurrency = self.concurrency.map_or_else(output::cores, usize::from);
        let mut failures = Failures { is_batch: chosen.len() > 1, count: 0 };
        if self.estimate && !self.out.is_dir() {
            // An estimate makes no folder.
            let planned = plan(&chosen, &conditions, None, &mut failures)?;
            write_estimate(&mut output::stdout(), &planned, concurrency)?;
            return failures.end();
        }
        std::fs::create_dir_all(&self.out).with_context(|| self.out.display().to_string())?;
        let store = Store::open(&self.out.join("games.sqlite"))?;
        let chosen = self.left_to_do(chosen, &conditions)?;
        let planned = plan(&chosen, &conditions, self.resume.then_some(&store), &mut failures)?;
        if self.estimate {
            write_estimate(&mut output::stdout(), &planned, concurrency)?;
            return failures.end();
        }
        if planned.is_empty() {
            return failures.end();
        }
        write_estimate(&mut std::io::stderr(), &planned, concurrency)?;
        self.conduct(&planned, &conditions, store, concurrency, &mut failures)?;
        failures.end()
    }

    fn conditions(&self) -> Conditions {
        let scale = match self.scale {
            Size::Toy => Scale::Toy,
            Size::Quick => Scale::Quick,
            Size::Faithful => Scale::Faithful,
            Size::Paper => Scale::Paper,
        };
        Conditions {
            games_per_cell: self.games_per_cell,
            time: self.time.clone(),
            collection: self.games.clone(),
            ..Conditions::of(scale, self.seed)
        }
    }

    fn mode(&self) -> Resume {
        if self.resume { Resume::Continue } else { Resume::Restart }
    }

    /// Without what is finished already, if that is to be kept.
    fn left_to_do(
        &self,
        chosen: Vec<&'static dyn Experiment>,
        conditions: &Conditions,
    ) -> anyhow::Result<Vec<&'static dyn Experiment>> {
        let mut left = Vec::new();
        for experiment in chosen {
            if !self.estimate {
                keep_results(experiment, conditions, &self.out, self.mode())?;
            }
            if self.resume && is_made(experiment, conditions, &self.out) {
                note(&format!("{} is finished already", experiment.about().name))?;
            } else {
                left.push(experiment);
            }
        }
        Ok(left)
    }

    fn conduct(
        &self,
        planned: &[Planned],
        conditions: &Conditions,
        store: Store,
        concurrency: usize,
        failures: &mut Failures,
    ) -> anyhow::Result<()> {
        let stop = StopSignal::new();
        handle_interrupts(&stop, &Arc::new(AtomicU32::new(0)))?;
        let store = Mutex::new(store);
        let progress = RefCell::new(ProgressDisplay::new());
        let mut report = |step: training::Progress<'_>| progress.borrow_mut().report(&step);
        let mut bench = Workbench::new(conditions, &store, concurrency, &stop, self.mode(), &mut report)
            .with_folder(&self.out)
            .with_commit(env!("OTRERA_COMMIT"));
        for (index, (experiment, _)) in planned.iter().enumerate() {
            let name = experiment.about().name;
            let to_come: f64 = planned[index + 1..]
                .iter()
                .map(|(_, cost)| cost.core_seconds)
                .fold(0.0, |sum, more| sum + more);
            progress.borrow_mut().begin(name, to_come / concurrency as f64);
            let made = conduct(*experiment, &mut bench);
            progress.borrow_mut().end();
            match made {
                Ok(result) => {
                    let file = file_of(&self.out, name);
                    if result.is_unfinished && load(&file).is_ok_and(|made| !made.is_unfinished) {
                        // What was finished under other conditions is worth more than a part of this.
                        note(&format!("{} is kept as it was", file.display()))?;
                        return Err(LabError::Stopped.into());
                    }
                    save(&result, &self.out)?;
                    output::line(&format!("{}  {}", file.display(), span(result.seconds)))?;
                    if result.is_unfinished {
                        return Err(LabError::Stopped.into());
                    }
                }
                // Where games cannot be kept no other experiment can be run either.
                Err(error @ (LabError::Stopped | LabError::Store(_) | LabError::Run(_))) => {
                    return Err(error.into());
                }
                Err(error) => failures.add(name, error)?,
            }
        }
        Ok(())
    }
}

/// What went wrong with some of several experiments; one alone fails at once.
struct Failures {
    is_batch: bool,
    count: usize,
}

impl Failures {
    fn add(&mut self, name: &str, error: LabError) -> anyhow::Result<()> {
        if !self.is_batch {
            return Err(error).with_context(|| name.to_owned());
        }
        self.count += 1;
        note(&format!("{name} is left out: {error}"))
    }

    fn end(self) -> anyhow::Result<()> {
        ensure!(self.count == 0, "{} of the experiments could not be run", self.count);
        Ok(())
    }
}

/// Estimates what the experiments will cost. What cannot be run at all is left out.
fn plan(
    chosen: &[&'static dyn Experiment],
    conditions: &Conditions,
    store: Option<&Store>,
    failures: &mut Failures,
) -> anyhow::Result<Vec<Planned>> {
    let mut estimator = Estimator::new(conditions, store);
    let mut planned = Vec::new();
    for &experiment in chosen {
        match estimator.estimate(experiment) {
            Ok(estimate) => planned.push((experiment, estimate)),
            Err(error) => failures.add(experiment.about().name, error)?,
        }
    }
    Ok(planned)
}

fn write_estimate(out: &mut dyn Write, planned: &[Planned], concurrency: usize) -> anyhow::Result<()> {
    let name_of = |planned: &Planned| planned.0.about().name;
    let width = planned.iter().map(|planned| name_of(planned).len()).max().unwrap_or(0).max("together".len());
    let mut line = |name: &str, games: u64, core_seconds: f64| {
        writeln!(
            out,
            "{name:width$}  {games:>7} games  {core_seconds:>9.0} core-seconds  about {} with {concurrency} at once",
            span(core_seconds / concurrency as f64)
        )
    };
    for planned in planned {
        line(name_of(planned), planned.1.games, planned.1.core_seconds)?;
    }
    let games = planned.iter().map(|(_, cost)| cost.games).sum();
    line(
        "together",
        games,
        planned.iter().map(|(_, cost)| cost.core_seconds).fold(0.0, |sum, more| sum + more),
    )?;
    out.flush()?;
    Ok(())
}
