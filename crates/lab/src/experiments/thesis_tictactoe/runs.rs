//! All runs of both experiments, and the quantities that tables, figures and statements read from them.

use arena::statistics::Summary;

use super::training::{HIDDEN, Job, Lessons, Plan, Run};
use crate::confidence::Confidence;
use crate::findings::{Measured, Unit};

/// All runs.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Runs {
    /// How much was played.
    pub(super) plan: Plan,
    /// By experiment and size.
    runs: [[Vec<Run>; 3]; 2],
}

impl Runs {
    /// The runs of all jobs of a plan.
    pub(super) fn new(plan: Plan, jobs: &[Job], made: Vec<Run>) -> Self {
        let mut runs: [[Vec<Run>; 3]; 2] = Default::default();
        for (job, run) in jobs.iter().zip(made) {
            let size = HIDDEN.iter().position(|&hidden| hidden == job.hidden).expect("a size of the thesis");
            runs[job.lessons as usize][size].push(run);
        }
        Self { plan, runs }
    }

    /// The runs of some sizes.
    pub(super) fn of<'a>(&'a self, lessons: Lessons, sizes: &'a [usize]) -> impl Iterator<Item = &'a Run> {
        sizes.iter().flat_map(move |&size| &self.runs[lessons as usize][size])
    }

    /// The mean of a quantity of the runs of some sizes, with Student's interval.
    pub(super) fn mean(
        &self,
        lessons: Lessons,
        sizes: &[usize],
        confidence: Confidence,
        quantity: impl Fn(&Run) -> f64,
    ) -> Measured {
        let seen: Summary = self.of(lessons, sizes).map(quantity).collect();
        Measured::mean(&seen, Unit::Equity, confidence)
    }

    /// The curve of a size: the mean equity of every test, with the number of examples before it.
    pub(super) fn curve(
        &self,
        lessons: Lessons,
        size: usize,
        confidence: Confidence,
    ) -> Vec<(u64, Measured)> {
        let at = |(test, examples): (usize, u64)| {
            (examples, self.mean(lessons, &[size], confidence, |run| run.equities[test]))
        };
        self.plan.tests(lessons).enumerate().map(at).collect()
    }

    /// The highest point of a size's curve. Its interval is that of the point, as if it had not been chosen.
    pub(super) fn highest(&self, lessons: Lessons, size: usize, confidence: Confidence) -> (u64, Measured) {
        let height = |(_, measured): &(u64, Measured)| measured.ours.unwrap_or(f64::NEG_INFINITY);
        let curve = self.curve(lessons, size, confidence);
        curve.into_iter().max_by(|one, other| height(one).total_cmp(&height(other))).expect("there are tests")
    }

    /// The size with the highest point of all curves.
    pub(super) fn best_size(&self, lessons: Lessons) -> usize {
        let height =
            |size: usize| self.highest(lessons, size, Confidence::USUAL).1.ours.unwrap_or(f64::NEG_INFINITY);
        (0..HIDDEN.len())
            .max_by(|&one, &other| height(one).total_cmp(&height(other)))
            .expect("there are sizes")
    }
}

impl Run {
    /// The mean equity of the tests of a quarter of the training, from 0 to 3.
    pub(super) fn quarter(&self, quarter: usize) -> f64 {
        // The first test comes before the training.
        let tests = &self.equities[1..];
        let (from, to) = (tests.len() * quarter / 4, tests.len() * (quarter + 1) / 4);
        mean(&tests[from..to])
    }

    /// The mean equity of the tests of the second half.
    pub(super) fn level(&self) -> f64 {
        let tests = &self.equities[1..];
        mean(&tests[tests.len() / 2..])
    }

    /// The equity of the first test, before the training.
    pub(super) fn first(&self) -> f64 {
        self.equities[0]
    }

    /// The equity of the last test.
    pub(super) fn last(&self) -> f64 {
        *self.equities.last().expect("there are tests")
    }
}

fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / numbers.len() as f64
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::conditions::{Conditions, Scale};

    /// Runs whose curves are given by experiment, size, the number of the run and the share of the training.
    pub(in super::super) fn runs(equity: impl Fn(Lessons, usize, usize, f64) -> f64) -> Runs {
        let plan = Plan::THESIS;
        let jobs = plan.jobs(1);
        let of = |(number, job): (usize, &Job)| {
            let examples = plan.examples[job.lessons as usize] as f64;
            let at = |examples_before: u64| {
                equity(
                    job.lessons,
                    job.hidden,
                    number % plan.runs as usize,
                    examples_before as f64 / examples,
                )
            };
            let equities: Vec<f64> = plan.tests(job.lessons).map(at).collect();
            let teacher = (job.lessons == Lessons::Database).then(|| equities.last().unwrap() + 0.1);
            Run { equities, last: Default::default(), teacher }
        };
        Runs::new(plan, &jobs, jobs.iter().enumerate().map(of).collect())
    }

    #[test]
    fn a_curve_is_the_mean_of_its_runs() {
        let runs = runs(|_, hidden, number, share| hidden as f64 / 1_000.0 + number as f64 / 100.0 + share);
        let curve = runs.curve(Lessons::Play, 2, Confidence::USUAL);
        assert_eq!((curve.len(), curve[0].0, curve[20].0), (21, 0, 40_000));
        assert!((curve[10].1.ours.unwrap() - (0.08 + 0.045 + 0.5)).abs() < 1e-9);
        assert_eq!(curve[10].1.of, Some(10));
        assert_eq!(runs.curve(Lessons::Database, 0, Confidence::USUAL).len(), 17);
        assert_eq!(runs.best_size(Lessons::Play), 2);
        assert_eq!(runs.highest(Lessons::Play, 1, Confidence::USUAL).0, 40_000);
        let one = runs.of(Lessons::Play, &[0]).next().unwrap();
        // Tests after 5, 10, 15, 20 and 25% make the first quarter.
        assert!((one.quarter(0) - (0.04 + 0.15)).abs() < 1e-9);
        assert!((one.level() - (one.quarter(2) + one.quarter(3)) / 2.0).abs() < 1e-9);
    }

    #[test]
    fn a_toy_run_depends_on_its_seed_alone() {
        let plan = Plan::of(&Conditions::of(Scale::Toy, 1));
        let make = |seed| plan.jobs(seed).iter().map(|job| job.run(&plan)).collect::<Vec<_>>();
        let made = make(7);
        assert_eq!(made.len(), 12);
        assert_eq!(made, make(7));
        assert_ne!(made, make(8));
        for (job, run) in plan.jobs(7).iter().zip(&made) {
            assert_eq!(run.equities.len(), plan.tests(job.lessons).count());
            assert_eq!(run.last.white.games() + run.last.black.games(), plan.test_games);
            assert_eq!(run.teacher.is_some(), job.lessons == Lessons::Database);
        }
        assert_ne!(made[0], made[1], "no two runs are alike");
    }

    /// Against EXPERT itself a small network learns soon: its equity rises from that of chance.
    #[test]
    fn a_network_learns() {
        let plan = Plan {
            runs: 1,
            examples: [4_000, 4_000],
            every: [4_000, 4_000],
            database: 4_000,
            test_games: 400,
        };
        let jobs = plan.jobs(3);
        for job in [jobs[1], jobs[4]] {
            let run = job.run(&plan);
            assert!(run.last() > run.first() + 0.15, "{:?}: {:?}", job.lessons, run.equities);
        }
    }
}
