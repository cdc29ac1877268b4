//! The trainings of the networks, kept one by one: a list of all errors, and of each kind of network the one with the lowest.
//!
//! `thesis-networks.runs.csv` has a line a training; with it a clone of the repository goes on where another machine stopped. A
//! training depends on its line alone, so a network whose file is missing is trained again to the same weights.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use eval::{Network, Representation};
use store::{AtomicFile, IfExists};
use training::{NetworkData, NetworkTraining, TrainedNetwork, TrainingError};

use crate::workbench::{LabError, Workbench};

const HEAD: &str = "data,digest,network,seed,examples,training error,test error";

/// A kind of network: what it reads, and its hidden units.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Kind {
    pub(super) representation: Representation,
    pub(super) hidden: usize,
}

impl Kind {
    /// The nine networks of the thesis.
    pub(super) fn all() -> Vec<Self> {
        let of = |representation| [40, 80, 160].map(|hidden| Self { representation, hidden });
        Representation::THESIS.into_iter().flat_map(of).collect()
    }

    /// Its name: `bits-160`.
    pub(super) fn name(self) -> String {
        format!("{}-{}", self.representation, self.hidden)
    }
}

/// A finished training.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Run {
    data: String,
    digest: String,
    network: String,
    pub(super) seed: u64,
    examples: u64,
    pub(super) training_error: f64,
    pub(super) test_error: f64,
}

/// All trainings on one collection of games.
pub(super) struct Runs<'a> {
    /// The name of the collection in file names: `little-golem`.
    name: &'static str,
    data: &'a NetworkData,
    folder: Option<PathBuf>,
    examples: u64,
    /// Those of every collection: they share a file.
    all: Vec<Run>,
}

impl<'a> Runs<'a> {
    /// The trainings that are known already.
    pub(super) fn load(
        name: &'static str,
        data: &'a NetworkData,
        examples: u64,
        folder: Option<&Path>,
    ) -> Result<Self, LabError> {
        let folder = folder.map(Path::to_owned);
        let all = match folder.as_deref().map(list_of).filter(|list| list.is_file()) {
            Some(list) => read(&list)?,
            None => Vec::new(),
        };
        Ok(Self { name, data, folder, examples, all })
    }

    fn training(&self, kind: Kind, seed: u64) -> NetworkTraining {
        NetworkTraining {
            examples: self.examples,
            ..NetworkTraining::thesis(kind.representation, kind.hidden, seed)
        }
    }

    fn digest(&self) -> String {
        format!("{:016x}", self.data.digest())
    }

    /// The finished trainings of a kind of network.
    pub(super) fn of(&self, kind: Kind) -> Vec<&Run> {
        let (digest, name) = (self.digest(), kind.name());
        let is_ours = |run: &&Run| {
            run.data == self.name
                && run.digest == digest
                && run.network == name
                && run.examples == self.examples
        };
        self.all.iter().filter(is_ours).collect()
    }

    /// The one with the lowest test error.
    pub(super) fn best(&self, kind: Kind) -> Option<&Run> {
        self.of(kind).into_iter().min_by(|one, other| one.test_error.total_cmp(&other.test_error))
    }

    /// Trains every kind of network with the seeds up to a number, but those that are known.
    pub(super) fn complete(
        &mut self,
        bench: &mut Workbench<'_>,
        commit: &str,
        seeds: u64,
    ) -> Result<(), LabError> {
        let mut open = Vec::new();
        for seed in 1..=seeds {
            for kind in Kind::all() {
                if !self.of(kind).iter().any(|run| run.seed == seed) {
                    open.push((kind, seed));
                }
            }
        }
        let what = format!("networks trained on {}", self.name);
        self.train(bench, &what, commit, &open)
    }

    /// The best networks of all kinds; one without its file is trained again.
    pub(super) fn best_networks(
        &mut self,
        bench: &mut Workbench<'_>,
        commit: &str,
    ) -> Result<Vec<Network>, LabError> {
        let is_missing =
            |(kind, seed): &(Kind, u64)| self.kept(*kind).is_none_or(|kept| kept.training.seed != *seed);
        let best = Kind::all().into_iter().filter_map(|kind| Some((kind, self.best(kind)?.seed)));
        let open: Vec<(Kind, u64)> = best.filter(is_missing).collect();
        let mut networks: Vec<Option<Network>> =
            Kind::all().into_iter().map(|kind| self.kept(kind)).collect();
        if !open.is_empty() {
            let training: Vec<NetworkTraining> =
                open.iter().map(|&(kind, seed)| self.training(kind, seed)).collect();
            let (data, stop) = (self.data, bench.pool().stop);
            let trained = bench.map("best networks trained again", &training, |training| {
                training.train(data, commit, None, stop, |_| ())
            })?;
            for ((kind, _), trained) in open.iter().zip(trained) {
                let network = trained?.network;
                self.keep(*kind, &network)?;
                let place = Kind::all().iter().position(|other| other == kind).expect("one of all kinds");
                networks[place] = Some(network);
            }
        }
        Ok(networks.into_iter().flatten().collect())
    }

    fn train(
        &mut self,
        bench: &mut Workbench<'_>,
        what: &str,
        commit: &str,
        open: &[(Kind, u64)],
    ) -> Result<(), LabError> {
        let (data, stop) = (self.data, bench.pool().stop);
        let jobs: Vec<(NetworkTraining, Option<PathBuf>)> = open
            .iter()
            .map(|&(kind, seed)| (self.training(kind, seed), self.checkpoint(kind, seed)))
            .collect();
        if let Some(folder) = &self.folder {
            let networks = folder.join("networks");
            fs::create_dir_all(&networks).map_err(|error| fault(&networks, &error))?;
        }
        let work = |(training, checkpoint): &(NetworkTraining, Option<PathBuf>)| match training.train(
            data,
            commit,
            checkpoint.as_deref(),
            stop,
            |_| (),
        ) {
            Err(TrainingError::Stopped) => None,
            trained => Some(trained),
        };
        bench.map_each(what, &jobs, work, |index, trained| {
            let (kind, seed) = open[index];
            self.add(kind, seed, &trained?)?;
            match &jobs[index].1 {
                Some(checkpoint) if checkpoint.exists() => {
                    fs::remove_file(checkpoint).map_err(|error| fault(checkpoint, &error))
                }
                _ => Ok(()),
            }
        })
    }

    /// Adds a finished training to the list, and keeps its network if it is the best so far.
    fn add(&mut self, kind: Kind, seed: u64, trained: &TrainedNetwork) -> Result<(), LabError> {
        if self.best(kind).is_none_or(|best| trained.test_error < best.test_error) {
            self.keep(kind, &trained.network)?;
        }
        self.all.push(Run {
            data: self.name.to_owned(),
            digest: self.digest(),
            network: kind.name(),
            seed,
            examples: self.examples,
            training_error: trained.training_error,
            test_error: trained.test_error,
        });
        let Some(folder) = &self.folder else { return Ok(()) };
        let mut text = format!("{HEAD}\n");
        for run in &self.all {
            let Run { data, digest, network, seed, examples, training_error, test_error } = run;
            // Writing to a string does not fail.
            let _ =
                writeln!(text, "{data},{digest},{network},{seed},{examples},{training_error},{test_error}");
        }
        Ok(AtomicFile::write(&list_of(folder), text.as_bytes(), IfExists::Replace)?)
    }

    fn file(&self, kind: Kind) -> Option<PathBuf> {
        Some(self.folder.as_ref()?.join("networks").join(format!("{}-{}.net", self.name, kind.name())))
    }

    fn checkpoint(&self, kind: Kind, seed: u64) -> Option<PathBuf> {
        Some(self.folder.as_ref()?.join("networks").join(format!(
            "{}-{}-{seed}.checkpoint",
            self.name,
            kind.name()
        )))
    }

    fn keep(&self, kind: Kind, network: &Network) -> Result<(), LabError> {
        let Some(path) = self.file(kind) else { return Ok(()) };
        Ok(AtomicFile::write(&path, &network.to_bytes(), IfExists::Replace)?)
    }

    /// The network that is kept of a kind, if it is of these games.
    fn kept(&self, kind: Kind) -> Option<Network> {
        Network::read(&self.file(kind)?).ok().filter(|network| network.training.digest == self.digest())
    }
}

fn list_of(folder: &Path) -> PathBuf {
    folder.join("thesis-networks.runs.csv")
}

fn fault(path: &Path, error: &std::io::Error) -> LabError {
    LabError::File { path: path.to_owned(), what: error.to_string() }
}

fn read(list: &Path) -> Result<Vec<Run>, LabError> {
    let text = fs::read_to_string(list).map_err(|error| fault(list, &error))?;
    let run = |(number, line): (usize, &str)| {
        parse(line).ok_or_else(|| LabError::File {
            path: list.to_owned(),
            what: format!("line {}: expected {HEAD}, found {line:?}", number + 1),
        })
    };
    text.lines().enumerate().skip(1).map(run).collect()
}

fn parse(line: &str) -> Option<Run> {
    let fields: Vec<&str> = line.split(',').collect();
    let [data, digest, network, seed, examples, training_error, test_error] = fields[..] else { return None };
    Some(Run {
        data: data.to_owned(),
        digest: digest.to_owned(),
        network: network.to_owned(),
        seed: seed.parse().ok()?,
        examples: examples.parse().ok()?,
        training_error: training_error.parse().ok()?,
        test_error: test_error.parse().ok()?,
    })
}
