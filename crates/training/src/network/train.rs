//! A whole training of a network. It depends on its configuration and its games alone, so one that is interrupted and continued
//! from its checkpoint ends in the same bytes.

use std::path::Path;

use arena::{StopSignal, mix};
use eval::{Network, Perceptron, Representation, TrainingRecord};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use store::{AtomicFile, IfExists};

use super::data::{GameInputs, NetworkData, error_on};
use super::learner::Learner;
use crate::error::TrainingError;

/// How a network is trained.
#[derive(Clone, PartialEq, Debug)]
pub struct NetworkTraining {
    /// What it reads.
    pub representation: Representation,
    /// The sizes of its hidden layers.
    pub hidden: Vec<usize>,
    /// The sensitivity of the hidden units.
    pub sensitivity: f32,
    /// The learning rate.
    pub rate: f32,
    /// The lambda of TD(lambda).
    pub lambda: f32,
    /// The number of examples.
    pub examples: u64,
    /// The seed of its first weights and of the order of the games.
    pub seed: u64,
}

/// How far a training is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TrainingProgress {
    /// The examples shown so far.
    pub examples: u64,
    /// The share of test boards with the wrong winner.
    pub test_error: f64,
}

/// A trained network with its errors.
#[derive(Clone, PartialEq, Debug)]
pub struct TrainedNetwork {
    /// The network.
    pub network: Network,
    /// The share of test boards with the wrong winner.
    pub test_error: f64,
    /// The share of training boards with the wrong winner.
    pub training_error: f64,
}

/// Examples between two checkpoints and reports.
const CHECKPOINT_EVERY: u64 = 10_000;

/// The largest of the first weights, in both directions (THESIS, Tables 1 and 3).
const FIRST_WEIGHTS: f32 = 0.2;

impl NetworkTraining {
    /// The thesis's training of a network of one hidden layer (its Table 3).
    #[must_use]
    pub fn thesis(representation: Representation, hidden: usize, seed: u64) -> Self {
        Self {
            representation,
            hidden: vec![hidden],
            sensitivity: 3.0,
            rate: 0.0005,
            lambda: 0.9,
            examples: 200_000,
            seed,
        }
    }

    /// A network with random first weights.
    #[must_use]
    pub fn first_network(&self) -> Perceptron {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        let sizes: Vec<usize> =
            [self.representation.inputs()].into_iter().chain(self.hidden.iter().copied()).collect();
        Perceptron::from_fn(&sizes, self.sensitivity, || rng.random_range(-FIRST_WEIGHTS..FIRST_WEIGHTS))
    }

    /// Trains the network, and reports every 10,000 examples. With a path the state is kept there and an earlier one is
    /// continued; the file is removed in the end.
    ///
    /// # Errors
    /// When the checkpoint cannot be written or is of another training, or the training is stopped.
    pub fn train(
        &self,
        data: &NetworkData,
        commit: &str,
        checkpoint: Option<&Path>,
        stop: &StopSignal,
        mut report: impl FnMut(TrainingProgress),
    ) -> Result<TrainedNetwork, TrainingError> {
        let (first, mut done) = match checkpoint.filter(|path| path.exists()) {
            Some(path) => self.resume(path, data)?,
            None => (self.first_network(), 0),
        };
        let mut learner = Learner::new(first, self.rate, self.lambda);
        let games = data.training();
        let mut inputs = GameInputs::default();
        let mut order = Vec::new();
        let mut pass = None;
        while done < self.examples {
            if stop.is_set() {
                self.save(checkpoint, data, learner.network(), done, commit)?;
                return Err(TrainingError::Stopped);
            }
            let (now, place) = (done / games.len() as u64, (done % games.len() as u64) as usize);
            if pass != Some(now) {
                order = (0..games.len()).collect();
                order.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(mix(self.seed, now)));
                pass = Some(now);
            }
            let game = &games[order[place]];
            inputs.encode(game, self.representation);
            learner.learn_game(&inputs.positions(), game.result());
            done += 1;
            if done.is_multiple_of(CHECKPOINT_EVERY) && done < self.examples {
                self.save(checkpoint, data, learner.network(), done, commit)?;
                let network = self.network(data, learner.network().clone(), done, commit);
                report(TrainingProgress { examples: done, test_error: error_on(&network, data.test()) });
            }
        }
        let mut network = self.network(data, learner.into_network(), done, commit);
        let (test_error, training_error) = (error_on(&network, data.test()), error_on(&network, games));
        network.training.test_error = Some(test_error);
        report(TrainingProgress { examples: done, test_error });
        Ok(TrainedNetwork { network, test_error, training_error })
    }

    /// The network of some weights, with where it comes from.
    fn network(&self, data: &NetworkData, perceptron: Perceptron, examples: u64, commit: &str) -> Network {
        let training = TrainingRecord {
            data: data.name().to_owned(),
            digest: format!("{:016x}", data.digest()),
            training_games: data.training().len() as u64,
            test_games: data.test().len() as u64,
            examples,
            rate: self.rate,
            lambda: self.lambda,
            seed: self.seed,
            test_error: None,
            commit: commit.to_owned(),
        };
        Network { representation: self.representation, perceptron, training }
    }

    fn save(
        &self,
        checkpoint: Option<&Path>,
        data: &NetworkData,
        perceptron: &Perceptron,
        examples: u64,
        commit: &str,
    ) -> Result<(), TrainingError> {
        let Some(path) = checkpoint else { return Ok(()) };
        let network = self.network(data, perceptron.clone(), examples, commit);
        Ok(AtomicFile::write(path, &network.to_bytes(), IfExists::Replace)?)
    }

    /// The weights of a checkpoint and the number of examples that they have seen.
    fn resume(&self, path: &Path, data: &NetworkData) -> Result<(Perceptron, u64), TrainingError> {
        let fault = |what: String| TrainingError::File { path: path.to_owned(), what };
        let found = Network::read(path).map_err(|error| fault(error.to_string()))?;
        let ours =
            self.network(data, found.perceptron.clone(), found.training.examples, &found.training.commit);
        let is_ours = found == ours
            && found.perceptron.hidden() == self.hidden
            && found.perceptron.sensitivity() == self.sensitivity
            && found.training.examples <= self.examples;
        if !is_ours {
            return Err(fault(
                "a checkpoint of another training: remove it, or give another --out".to_owned(),
            ));
        }
        Ok((found.perceptron, found.training.examples))
    }
}

#[cfg(test)]
mod tests {
    use super::super::data::tests::random_games;
    use super::*;

    fn training() -> NetworkTraining {
        NetworkTraining { examples: 120, ..NetworkTraining::thesis(Representation::Units, 8, 3) }
    }

    fn data() -> NetworkData {
        NetworkData::new("random games", &random_games(60)).unwrap()
    }

    #[test]
    fn a_training_learns_and_repeats() {
        let (data, stop) = (data(), StopSignal::new());
        let train = |training: &NetworkTraining| training.train(&data, "abc", None, &stop, |_| ()).unwrap();
        let trained = train(&training());
        assert_eq!(trained, train(&training()), "the same seed, the same network");
        assert_ne!(trained.network, train(&NetworkTraining { seed: 4, ..training() }).network);
        let record = &trained.network.training;
        assert_eq!((record.examples, record.seed, record.commit.as_str()), (120, 3, "abc"));
        assert_eq!(record.test_error, Some(trained.test_error));
        let first = training().network(&data, training().first_network(), 0, "");
        let longer = train(&NetworkTraining { examples: 1_500, ..training() });
        assert!(longer.training_error < error_on(&first, data.training()), "{}", longer.training_error);
    }

    #[test]
    fn a_training_that_was_stopped_ends_in_the_same_bytes() {
        let (data, folder) = (data(), tempfile::tempdir().unwrap());
        let path = folder.path().join("a.checkpoint");
        let stop = StopSignal::new();
        let whole = training().train(&data, "abc", None, &stop, |_| ()).unwrap();
        // The state after half of the examples, as a process that was killed leaves it.
        let half =
            NetworkTraining { examples: 60, ..training() }.train(&data, "abc", None, &stop, |_| ()).unwrap();
        training().save(Some(&path), &data, &half.network.perceptron, 60, "abc").unwrap();
        let resumed = training().train(&data, "abc", Some(&path), &stop, |_| ()).unwrap();
        assert_eq!(resumed.network.to_bytes(), whole.network.to_bytes());
        let other = NetworkTraining { seed: 4, ..training() }.train(&data, "abc", Some(&path), &stop, |_| ());
        assert!(other.unwrap_err().to_string().contains("a checkpoint of another training"));
        stop.finish();
        let stopped = folder.path().join("b.checkpoint");
        let error = training().train(&data, "abc", Some(&stopped), &stop, |_| ()).unwrap_err();
        assert!(matches!(error, TrainingError::Stopped) && stopped.exists());
    }
}
