//! How the networks of both experiments learn and are tested.

use amazons::{ByColor, Color};
use arrayvec::ArrayVec;
use eval::Perceptron;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use training::Learner;

use super::grid::{FIELDS, Grid};
use super::players::{Played, Player, Tally, contest, play, seats};
use crate::conditions::Conditions;

/// The sizes of the hidden layer.
pub(super) const HIDDEN: [usize; 3] = [40, 60, 80];

/// The thesis's settings of both experiments (its Table 1).
pub(super) const SENSITIVITY: f32 = 5.0;
pub(super) const RATE: f32 = 0.00105;
pub(super) const LAMBDA: f32 = 0.8;
pub(super) const FIRST_WEIGHTS: f32 = 0.2;

/// The experiments of the thesis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Lessons {
    /// Experiment I: games against RANDOM, learnt as they are played.
    Play,
    /// Experiment II: a database of games that another network has played against EXPERT.
    Database,
}

impl Lessons {
    /// Both, in the order of the thesis.
    pub(super) const BOTH: [Self; 2] = [Self::Play, Self::Database];

    /// Its number in the thesis.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Play => "I",
            Self::Database => "II",
        }
    }
}

/// How much is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Plan {
    /// Runs of every experiment and size.
    pub(super) runs: u64,
    /// Games learnt in each experiment.
    pub(super) examples: [u64; 2],
    /// After so many of them the network is tested.
    pub(super) every: [u64; 2],
    /// Games of the database.
    pub(super) database: u64,
    /// Games of a test.
    pub(super) test_games: u64,
}

impl Plan {
    /// The thesis's own but for the games of a test, which it does not tell.
    pub(super) const THESIS: Self = Self {
        runs: 10,
        examples: [40_000, 160_000],
        every: [2_000, 10_000],
        database: 40_000,
        test_games: 1_000,
    };

    pub(super) fn of(conditions: &Conditions) -> Self {
        let thesis = Self::THESIS;
        let toy = Self { runs: 2, examples: [80, 160], every: [10, 10], database: 40, test_games: 20 };
        let quick = Self {
            examples: thesis.examples.map(|games| games / 10),
            every: thesis.every.map(|games| games / 10),
            database: thesis.database / 10,
            ..thesis
        };
        // Ten runs leave the differences between the sizes open.
        conditions.scale.choose(toy, quick, Self { runs: 40, ..thesis }, thesis)
    }

    /// After how many examples an experiment tests: before the first one, and then regularly.
    pub(super) fn tests(&self, lessons: Lessons) -> impl Iterator<Item = u64> + use<> {
        let (examples, every) = (self.examples[lessons as usize], self.every[lessons as usize]);
        (0..=examples / every).map(move |test| test * every)
    }

    /// All runs, each with a generator of its own: experiment by experiment, size by size.
    pub(super) fn jobs(&self, seed: u64) -> Vec<Job> {
        let of_lessons = Lessons::BOTH.into_iter().flat_map(|lessons| HIDDEN.map(|hidden| (lessons, hidden)));
        let all = of_lessons.flat_map(|kind| (0..self.runs).map(move |_| kind)).enumerate();
        all.map(|(number, (lessons, hidden))| Job { lessons, hidden, seed: arena::mix(seed, number as u64) })
            .collect()
    }
}

/// A run that is to be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Job {
    pub(super) lessons: Lessons,
    pub(super) hidden: usize,
    seed: u64,
}

/// What a run gave.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Run {
    /// The equity against EXPERT in every test.
    pub(super) equities: Vec<f64>,
    /// The games of the last test, by the network's colour.
    pub(super) last: ByColor<Tally>,
    /// The equity of the network that made the database, in the end.
    pub(super) teacher: Option<f64>,
}

impl Job {
    /// Makes the run.
    pub(super) fn run(&self, plan: &Plan) -> Run {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        match self.lessons {
            Lessons::Play => {
                let mut learner = self.new_learner(&mut rng);
                self.learn(plan, &mut learner, rng, |number, learner, rng| {
                    play_and_learn(learner, Player::Random, number, rng);
                })
            }
            Lessons::Database => {
                let mut teacher = self.new_learner(&mut rng);
                let mut database: Vec<Played> = (0..plan.database)
                    .map(|number| play_and_learn(&mut teacher, Player::Expert, number, &mut rng))
                    .collect();
                let tested = test(&teacher, plan, &mut rng);
                let mut learner = self.new_learner(&mut rng);
                let run = self.learn(plan, &mut learner, rng, |number, learner, rng| {
                    let place = number % plan.database;
                    if place == 0 {
                        database.shuffle(rng);
                    }
                    learn(learner, &database[place as usize]);
                });
                Run { teacher: Some(equity(tested)), ..run }
            }
        }
    }

    /// A network with random first weights.
    fn new_learner(&self, rng: &mut Xoshiro256PlusPlus) -> Learner {
        let weight = || rng.random_range(-FIRST_WEIGHTS..FIRST_WEIGHTS);
        Learner::new(Perceptron::from_fn(&[FIELDS, self.hidden], SENSITIVITY, weight), RATE, LAMBDA)
    }

    /// Gives a network all its examples, one by one by their numbers, and tests it.
    fn learn(
        &self,
        plan: &Plan,
        learner: &mut Learner,
        mut rng: Xoshiro256PlusPlus,
        mut example: impl FnMut(u64, &mut Learner, &mut Xoshiro256PlusPlus),
    ) -> Run {
        let (mut equities, mut last) = (Vec::new(), ByColor::default());
        let mut learnt = 0;
        for until in plan.tests(self.lessons) {
            for number in learnt..until {
                example(number, learner, &mut rng);
            }
            learnt = until;
            last = test(learner, plan, &mut rng);
            equities.push(equity(last));
        }
        Run { equities, last, teacher: None }
    }
}

/// The network's games against EXPERT.
fn test(learner: &Learner, plan: &Plan, rng: &mut Xoshiro256PlusPlus) -> ByColor<Tally> {
    contest(Player::Network(learner.network()), Player::Expert, plan.test_games, rng)
}

fn equity(tested: ByColor<Tally>) -> f64 {
    tested.white.plus(tested.black).equity()
}

/// A network plays the game of a number against an opponent and learns from it.
fn play_and_learn(
    learner: &mut Learner,
    opponent: Player<'_>,
    number: u64,
    rng: &mut Xoshiro256PlusPlus,
) -> Played {
    let (_, players) = seats(Player::Network(learner.network()), opponent, number);
    let played = play(players, rng);
    learn(learner, &played);
    played
}

/// A network learns a game: all its states, the empty grid and the last one among them.
fn learn(learner: &mut Learner, played: &Played) {
    let states: ArrayVec<_, { FIELDS + 1 }> = played.states().map(Grid::inputs).collect();
    learner.learn_game(&states, f32::from(played.outcome.result_for(Color::White)));
}
