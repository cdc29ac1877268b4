//! MG-PEO, the iterations a second of Table 8: every program with every build of the evaluation, timed one after another.

use std::time::{Duration, Instant};

use agents::{AgentSpec, Task};
use amazons::Game;
use arena::statistics::Summary;
use eval::PlainMgPeo;
use thought::{Control, Limits, Silent};

use super::mgpeo_field::{MCTS, MG, MG_PEO, PEO, PROGRAMS};
use crate::conditions::Scale;
use crate::confidence::Confidence;
use crate::findings::{Cause, Cell, Findings, Measured, ResultTable, Statement, TableRow, Unit};
use crate::judge::{self, Region};
use crate::workbench::{LabError, Workbench};

/// The builds of the evaluation.
const BUILDS: [(&str, &str); 3] = [
    ("mgpeo-plain", "plain loops, serial"),
    ("mgpeo-parallel", "plain loops, parallel"),
    ("mgpeo", "ours, bit-parallel, serial"),
];
const SERIAL: usize = 0;
const PARALLEL: usize = 1;

/// The programs of the paper without the build of their evaluation.
const TREES: [(&str, &str); 2] = [("mcts", "whole moves"), ("mcts-mg", "move groups")];

/// Iterations a second by tree and build.
#[derive(Clone, Debug)]
pub(super) struct Speeds {
    by_tree: [[Measured; 3]; 2],
    /// How they were timed.
    remark: String,
}

/// The searches: how many, and how long each.
fn trials(scale: Scale) -> (u32, Limits) {
    scale.choose(
        (2, Limits::playouts(20)),
        (5, Limits::time(Duration::from_millis(400))),
        (10, Limits::time(Duration::from_secs(1))),
        (10, Limits::time(Duration::from_secs(5))),
    )
}

/// Core seconds of these.
pub(super) fn effort(scale: Scale) -> f64 {
    let (count, limits) = trials(scale);
    let each = limits.time.map_or(0.01, |time| time.as_secs_f64());
    f64::from(count) * each * (TREES.len() * BUILDS.len()) as f64
}

/// Iterations a second of every program in timed searches of the first move, one after another.
pub(super) fn speeds(bench: &mut Workbench<'_>) -> Result<Speeds, LabError> {
    let (count, limits) = trials(bench.conditions().scale);
    bench.begin("timed searches", u64::from(count) * (TREES.len() * BUILDS.len()) as u64);
    let mut done = 0;
    let mut speeds = [[Summary::default(); 3]; 2];
    // Round by round: a slow spell of the machine is to hit all programs alike.
    for seed in 0..u64::from(count) {
        for ((tree, _), speeds) in TREES.iter().zip(&mut speeds) {
            for ((build, _), speed) in BUILDS.iter().zip(speeds) {
                speed.add(iterations_a_second(&format!("{tree}:eval={build}"), &limits, seed));
                done += 1;
                bench.done(done)?;
            }
        }
    }
    let mean = |speed: Summary| Measured::mean(&speed, Unit::Count, Confidence::USUAL).not_below_zero();
    let remark = format!(
        "{TIMED} before the games, one search at a time; the parallel evaluation had four tasks, then ten chunks of squares, on {} \
         threads, one for each core. No game was played with it.",
        PlainMgPeo::threads()
    );
    Ok(Speeds { by_tree: speeds.map(|builds| builds.map(mean)), remark })
}

/// How the remark on these timings begins.
const TIMED: &str = "Iterations a second were timed";

fn iterations_a_second(spec: &str, limits: &Limits, seed: u64) -> f64 {
    let mut agent = spec.parse::<AgentSpec>().expect("a program of ours").agent();
    agent.new_game(seed);
    let begun = Instant::now();
    let decision = agent.decide(&Game::default(), Task::new(limits, &Control::new(), &mut Silent));
    let playouts = decision.map_or(0, |decision| decision.report.playouts);
    playouts as f64 / begun.elapsed().as_secs_f64().max(1e-9)
}

impl Speeds {
    /// A program of the paper with its own build: serial without PEO, parallel with it. Other programs have none.
    pub(super) fn of_paper(&self, program: usize) -> Measured {
        let (tree, build) = match program {
            MCTS => (0, SERIAL),
            PEO => (0, PARALLEL),
            MG => (1, SERIAL),
            MG_PEO => (1, PARALLEL),
            _ => return Measured::default(),
        };
        let speed = self.by_tree[tree][build];
        PROGRAMS[program].paper.map_or(speed, |(_, iterations)| speed.beside(iterations))
    }

    /// The timings of earlier findings: those of a table as [`table`](Self::table) writes it.
    pub(super) fn of(earlier: &Findings) -> Option<Self> {
        let remark = earlier.remarks.iter().find(|remark| remark.starts_with(TIMED))?.clone();
        let is_timed = |table: &&ResultTable| table.head.iter().skip(1).eq(BUILDS.map(|(_, name)| name));
        let table = earlier.tables.iter().find(is_timed)?;
        Some(Self { by_tree: table.numbers()?, remark })
    }

    /// All of them.
    pub(super) fn table(&self) -> ResultTable {
        let row = |((_, name), speeds): (&(&str, &str), &[Measured; 3])| TableRow {
            name: (*name).to_owned(),
            cells: speeds.map(Cell::from).to_vec(),
        };
        ResultTable {
            title: "Iterations a second of the first move by the build of the evaluation (ours)".to_owned(),
            head: std::iter::once("tree").chain(BUILDS.map(|(_, name)| name)).map(str::to_owned).collect(),
            rows: TREES.iter().zip(&self.by_tree).map(row).collect(),
        }
    }

    /// How the parallel build ran.
    pub(super) fn remark(&self) -> String {
        self.remark.clone()
    }

    /// The statements on iterations a second.
    pub(super) fn statements(&self) -> Vec<Statement> {
        let speed = |program: usize| (PROGRAMS[program].name, self.of_paper(program));
        let threads = "A task of our plain evaluation takes some microseconds, and handing it to another thread costs as \
                       much: the paper's serial evaluation took 114 us, ours about half of that (mgpeo-evaluation).";
        vec![
            judge::ratio(
                "Move groups alone raise the iterations a second (2,176 to 5,663; here: by a half at least).",
                speed(MG),
                speed(MCTS),
                Region::Above(1.5),
            )
            .if_not_seen(
                Cause::Conditions,
                "In our reading a new step is simulated like a new move, as Section 3.1 and Algorithm 3 have it; Section 3.3 has rollouts \
                 after complete moves only, with which an iteration that adds a step would cost next to nothing (our remark).",
            ),
            judge::ratio(
                "The parallel evaluation alone raises them (2,176 to 10,026; here: by a half at least).",
                speed(PEO),
                speed(MCTS),
                Region::Above(1.5),
            )
            .if_not_seen(Cause::Conditions, threads),
            judge::ratio(
                "Both together make far more iterations a second than neither (2,176 to 45,536; here: more than 20 times as many, as by \
                 our division).",
                speed(MG_PEO),
                speed(MCTS),
                Region::Above(20.0),
            )
            .if_not_seen(
                Cause::Paper,
                "By its Table 3 a parallel evaluation takes 54 us: at most 9,259 iterations can evaluate twice in a second, and 18,519 \
                 once, so that most of 45,536 would have to be without an evaluation (our divisions).",
            ),
        ]
    }
}

#[cfg(test)]
impl Speeds {
    /// The paper's own figures, each with an interval of a hundredth.
    pub(super) fn of_the_paper() -> Self {
        let of = |program: usize| {
            let iterations = PROGRAMS[program].paper.unwrap().1;
            let interval = Some((0.99 * iterations, 1.01 * iterations));
            Measured { interval, ..Measured::number(iterations, Unit::Count) }
        };
        let by_tree = [[of(MCTS), of(PEO), of(PEO)], [of(MG), of(MG_PEO), of(MG_PEO)]];
        Self { by_tree, remark: format!("{TIMED} by the paper.") }
    }
}
