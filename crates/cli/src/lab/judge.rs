//! `otrera lab judge`: the findings of finished experiments, made again from what is kept.

use std::path::PathBuf;
use std::sync::Mutex;

use anyhow::{Context, ensure};
use arena::StopSignal;
use clap::Args;
use lab::{Experiment, Resume, Workbench, file_of, find_experiments, load, rejudge, save};
use store::Store;

use crate::output;

/// Judge finished experiments again by their games and measurements: nothing is played.
#[derive(Args)]
#[command(after_help = "\
For results of an earlier version: the numbers stay, statements and their verdicts become those of this program. The games \
are those of DIR/NAME.games.csv and DIR/games.sqlite, timings those of DIR/NAME.json, which is written again with the commit \
that judged it.

Examples:
  otrera lab judge uctab-table
  otrera lab judge mgpeo-ablation mgpeo-depth --out experiments/faithful")]
pub(crate) struct Judge {
    /// The experiments by name
    #[arg(required = true, value_name = "NAME")]
    names: Vec<String>,

    /// The folder of games and results
    #[arg(long, value_name = "DIR", default_value = "otrera-lab")]
    out: PathBuf,
}

impl Judge {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let chosen = find_experiments(&self.names)?;
        let folder = self.out.display();
        for name in chosen.iter().map(|experiment| experiment.about().name) {
            ensure!(
                file_of(&self.out, name).is_file(),
                "{folder} has no results of {name}: `otrera lab run {name} --out {folder}` makes some"
            );
        }
        let earlier = chosen.iter().map(|experiment| Ok(load(&file_of(&self.out, experiment.about().name))?));
        let earlier: Vec<_> = earlier.collect::<anyhow::Result<_>>()?;
        let store = Mutex::new(Store::open(&self.out.join("games.sqlite"))?);
        for (experiment, earlier) in chosen.into_iter().zip(earlier) {
            self.judge(experiment, earlier, &store).with_context(|| experiment.about().name)?;
        }
        Ok(())
    }

    fn judge(
        &self,
        experiment: &dyn Experiment,
        earlier: lab::ExperimentResult,
        store: &Mutex<Store>,
    ) -> anyhow::Result<()> {
        let (conditions, stop) = (earlier.conditions.clone(), StopSignal::new());
        let mut report = |_: training::Progress<'_>| {};
        let mut bench = Workbench::new(&conditions, store, 1, &stop, Resume::Continue, &mut report)
            .with_folder(&self.out)
            .with_commit(env!("OTRERA_COMMIT"));
        save(&rejudge(experiment, &mut bench, earlier)?, &self.out)?;
        output::line(&file_of(&self.out, experiment.about().name).display().to_string())
    }
}
