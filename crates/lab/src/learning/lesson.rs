//! A lesson: weights with every ridge, and the best of them by games held back.

use amazons::Size;
use arena::Brake;
use eval::Otrera;

use super::loss::Loss;
use super::material::{LearnError, Material, Tally};
use super::regression::{Regression, Ridge};
use super::weights::{Table, Weights};
use crate::ordered::Crew;
use crate::workbench::Tidings;

/// How weights are to be learnt.
#[derive(Clone, PartialEq, Debug)]
pub struct Lesson {
    /// How strongly they are held: the best of these is taken.
    pub ridges: Vec<Ridge>,
    /// How much of the target is the game's result, from 0 to 1; the rest is the search's win rate.
    pub result: f64,
    /// How many threads compute.
    pub threads: usize,
}

/// What came of one ridge.
#[derive(Clone, PartialEq, Debug)]
pub struct Trial {
    /// How strongly the weights were held.
    pub ridge: Ridge,
    /// The loss of the result on the positions that they were learnt from.
    pub learnt_from: Loss,
    /// The same on games held back.
    pub held_back: Loss,
}

/// What was learnt.
#[derive(Clone, PartialEq, Debug)]
pub struct Learnt {
    /// What it was learnt from.
    pub tally: Tally,
    /// The board of the games.
    pub board: Size,
    /// How much of the target was the result.
    pub result: f64,
    /// What came of every ridge, in the order in which they were given.
    pub trials: Vec<Trial>,
    /// Which of these is the best on games held back.
    pub best: usize,
    /// The loss on games held back of the weights that this program plays with.
    pub before: Loss,
    /// The weights.
    pub table: Table,
}

impl Lesson {
    /// Learns, and tells how many ridges are done.
    ///
    /// # Errors
    /// When a regression comes to no end, or the weights are too large.
    ///
    /// # Panics
    /// If there is no ridge, or nothing to learn from, which [`Material::read`] would have said.
    pub fn learn(
        &self,
        material: &Material,
        tell: &mut dyn FnMut(&Tidings<'_>),
    ) -> Result<Learnt, LearnError> {
        let brake = Brake::new();
        let crew = Crew { threads: self.threads, brake: &brake };
        let Material { learnt_from, held_back, .. } = material;
        let regression = Regression::new(learnt_from, &[learnt_from, held_back], self.result, &crew);
        tell(&Tidings::Begun { what: "ridges", steps: self.ridges.len() as u64, done: 0 });
        let (mut trials, mut fits) = (Vec::new(), Vec::new());
        for &ridge in &self.ridges {
            let weights = regression.fit(ridge)?;
            let [learnt_from, held_back] =
                [learnt_from, held_back].map(|samples| Loss::of(&weights, samples, &crew));
            trials.push(Trial { ridge, learnt_from, held_back });
            fits.push(weights);
            tell(&Tidings::Done(trials.len() as u64));
        }
        let loss = |number: &usize| trials[*number].held_back.all;
        let best = (0..trials.len()).min_by(|one, other| loss(one).total_cmp(&loss(other)));
        let best = best.expect("there is a ridge");
        Ok(Learnt {
            tally: material.tally(),
            board: material.board().expect("there is a game"),
            result: self.result,
            trials,
            best,
            before: Loss::of(&Weights::from_table(Otrera::learnt()), held_back, &crew),
            table: fits[best].to_table()?,
        })
    }
}

impl Learnt {
    /// What came of the best ridge.
    #[must_use]
    pub fn best(&self) -> &Trial {
        &self.trials[self.best]
    }
}
