//! Fits weights with every ridge and chooses the best of them by the validation games.

use amazons::Size;
use arena::StopSignal;
use eval::Otrera;

use super::dataset::{Dataset, DatasetSize, LearnError};
use super::loss::Loss;
use super::regression::{Regression, Ridge};
use super::weights::{WeightTable, Weights};
use crate::progress::Progress;
use crate::thread_pool::ThreadPool;

/// How weights are learnt.
#[derive(Clone, PartialEq, Debug)]
pub struct LearnConfig {
    /// The ridges to try: the one with the lowest validation loss is chosen.
    pub ridges: Vec<Ridge>,
    /// The share of the game's result in the target, from 0 to 1; the rest is the search's win rate.
    pub result: f64,
    /// The number of threads.
    pub threads: usize,
}

/// The losses with one ridge.
#[derive(Clone, PartialEq, Debug)]
pub struct RidgeResult {
    /// The ridge.
    pub ridge: Ridge,
    /// The loss of the result on the training positions.
    pub training: Loss,
    /// The same on the validation positions.
    pub validation: Loss,
}

/// The result of learning.
#[derive(Clone, PartialEq, Debug)]
pub struct Learned {
    /// The size of the dataset.
    pub size: DatasetSize,
    /// The board of the games.
    pub board: Size,
    /// The share of the result in the target.
    pub result: f64,
    /// The losses of every ridge, in the order of the configuration.
    pub results: Vec<RidgeResult>,
    /// Which of these has the lowest validation loss.
    pub best: usize,
    /// The validation loss of the weights that this program is compiled with.
    pub before: Loss,
    /// The weights.
    pub table: WeightTable,
}

impl LearnConfig {
    /// Learns weights; reports the number of ridges done.
    ///
    /// # Errors
    /// When a regression does not converge, or the weights are too large.
    ///
    /// # Panics
    /// If there is no ridge, or no game in the dataset, which [`Dataset::read`] refuses.
    pub fn learn(
        &self,
        dataset: &Dataset,
        report: &mut dyn FnMut(&Progress<'_>),
    ) -> Result<Learned, LearnError> {
        let stop = StopSignal::new();
        let pool = ThreadPool { threads: self.threads, stop: &stop };
        let Dataset { training, validation, .. } = dataset;
        let regression = Regression::new(training, &[training, validation], self.result, &pool);
        report(&Progress::Started { what: "ridges", steps: self.ridges.len() as u64, done: 0 });
        let (mut results, mut fits) = (Vec::new(), Vec::new());
        for &ridge in &self.ridges {
            let weights = regression.fit(ridge)?;
            let [training, validation] =
                [training, validation].map(|samples| Loss::of(&weights, samples, &pool));
            results.push(RidgeResult { ridge, training, validation });
            fits.push(weights);
            report(&Progress::Done(results.len() as u64));
        }
        let loss = |number: &usize| results[*number].validation.all;
        let best = (0..results.len()).min_by(|one, other| loss(one).total_cmp(&loss(other)));
        let best = best.expect("there is a ridge");
        Ok(Learned {
            size: dataset.size(),
            board: dataset.board().expect("there is a game"),
            result: self.result,
            results,
            best,
            before: Loss::of(&Weights::from_table(Otrera::learnt()), validation, &pool),
            table: fits[best].to_table()?,
        })
    }
}

impl Learned {
    /// The losses of the best ridge.
    #[must_use]
    pub fn best(&self) -> &RidgeResult {
        &self.results[self.best]
    }
}
