//! THESIS, Table 1 and Figure 10: networks that learn tic-tac-toe.
//!
//! - `grid`: the rules;
//! - `players`: NETWORK, EXPERT and RANDOM, and their games;
//! - `training`: how networks learn and are tested;
//! - `runs`: all runs, and the quantities that are read from them;
//! - `statements`, `figures`: what is said of them and shown.

mod figures;
mod grid;
mod players;
mod runs;
mod statements;
mod training;

use arena::Contest;

use self::runs::Runs;
use self::training::{HIDDEN, Lessons, Plan};
use crate::conditions::Conditions;
use crate::experiment::{Experiment, ExperimentInfo, Paper};
use crate::findings::Findings;
use crate::workbench::{LabError, Workbench};

/// THESIS, Table 1 and Figure 10.
pub(super) struct ThesisTicTacToe;

const ABOUT: ExperimentInfo = ExperimentInfo {
    name: "thesis-tictactoe",
    paper: Paper::Thesis,
    place: "Table 1 and Figure 10",
    title: "Networks learn tic-tac-toe, from play and from a database",
    question: "Before it turns to Amazons, the thesis teaches small networks tic-tac-toe by TD(0.8). In Experiment I a network learns \
               from 40,000 games that it plays against RANDOM; in Experiment II from 40,000 games that another network has \
               played against EXPERT, four times over. Without looking ahead, how well does it play against EXPERT, who wins \
               if he can, else blocks if he must, else plays at random? The equity is (won - lost) / games.",
    original: "40, 60 or 80 hidden nodes, ten runs each, tested every 2,000 examples (I) or every 10,000 (II)",
    differences: &[
        "The thesis gives 0.15 and 0.30 as the highest equity of each experiment, without the size of the network; here they stand \
         in the rows of 80 nodes.",
        "The thesis has ten runs of each network; at the faithful scale ours are forty, because ten leave differences between the \
         sizes undecided.",
        "The games of a test are not given: ours are 1,000, with colours alternating from game to game. Our first test comes \
         before the training.",
        "Who begins while a network learns is not said: it alternates too, in the games against RANDOM and in those of the database.",
        "An example is a whole game with all its states. The empty board is one of them, as it is with Amazons, where the \
         thesis has an error at ply 0; so is the last state, which is given the result.",
        "The thesis does not say whether a step is made after each state or after the game; ours is made after each, the \
         last one first, towards targets of the network as it was before the game.",
        "Every run of Experiment II has a database of its own, made by a network of the same size with the same settings; the \
         thesis does not say how many databases it had. 160,000 examples of 40,000 games are four passes (our division), each in a random \
         order of its own.",
        "A network plays the ply with the best value always, also while it learns; the thesis tells of no other plies to explore.",
        "Of the curves our copy of the thesis has what its text says: the highest equities, and which curves are higher.",
    ],
};

impl Experiment for ThesisTicTacToe {
    fn about(&self) -> &'static ExperimentInfo {
        &ABOUT
    }

    fn contests(&self, _conditions: &Conditions) -> Result<Vec<Contest>, LabError> {
        Ok(Vec::new())
    }

    fn other_work(&self, conditions: &Conditions) -> f64 {
        let plan = Plan::of(conditions);
        let tests = Lessons::BOTH.map(|lessons| plan.tests(lessons).count() as u64 * plan.test_games);
        let games = plan.examples.iter().chain(&tests).sum::<u64>() + plan.database;
        // Some 80,000 games a second.
        (games * plan.runs * HIDDEN.len() as u64) as f64 / 80_000.0
    }

    fn run(&self, bench: &mut Workbench<'_>, _contests: &[Contest]) -> Result<Findings, LabError> {
        let plan = Plan::of(bench.conditions());
        let jobs = plan.jobs(bench.conditions().seed);
        let made = bench.map("networks", &jobs, |job| job.run(&plan))?;
        let runs = Runs::new(plan, &jobs, made);
        Ok(Findings {
            tables: vec![
                figures::settings(&plan),
                figures::equities(&runs),
                figures::by_colour(&runs),
                figures::references(&runs),
            ],
            figures: Lessons::BOTH.map(|lessons| figures::curves(&runs, lessons)).to_vec(),
            statements: statements::statements(&runs),
            remarks: vec![
                "Intervals are Student's, of runs: each has its own first weights and games. That of a highest point is the \
                 point's own; a highest of many means is a little too high."
                    .to_owned(),
                "A network plays the same in the same state, EXPERT and RANDOM do not.".to_owned(),
            ],
        })
    }
}
