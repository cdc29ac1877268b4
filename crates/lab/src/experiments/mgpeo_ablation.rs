//! MG-PEO, Tables 5 and 8: what move groups and the faster evaluation are worth, each alone and both together.

use std::time::{Duration, Instant};

use agents::{AgentSpec, Task};
use amazons::Game;
use arena::statistics::{GameTally, Summary};
use arena::{Contest, Standings};
use thought::{Control, Limits, Silent};

use super::mgpeo_field::{
    MCTS, MG, MG_PEO, OUR_MCTS, OUR_MG, PEO, PROGRAMS, Program, ablation, matches, remarks,
};
use crate::conditions::{Conditions, Scale};
use crate::experiment::{Experiment, ExperimentInfo, Paper};
use crate::findings::{
    Axis, Cell, Drawing, Figure, Findings, Measured, ResultTable, Span, Statement, TableRow, Unit,
};
use crate::judge::{self, Region};
use crate::workbench::{LabError, Workbench};

/// MG-PEO, Tables 5 and 8.
pub(super) struct Ablation;

const ABOUT: ExperimentInfo = ExperimentInfo {
    name: "mgpeo-ablation",
    paper: Paper::MgPeo,
    place: "Tables 5 and 8",
    title: "Move groups and a parallel evaluation, each alone and together",
    question: "What is it worth to give a step and its shot a node each (move groups, MG), and to evaluate faster \
               (parallel evaluation, PEO)? Four programs, with one, both or neither, meet a field of 50 opponents.",
    original: "50 opponents (33 competition programs, 17 of Botzone), two matches of three sets each, 5 s a move, \
               on an i7-11800H",
    differences: &[
        "The paper's opponents cannot be had. Ours are the players of the other papers in varied parameters \
         (crates/lab/data/field.txt), so shares of sets won can be compared with each other and hardly with the \
         paper's.",
        "The paper prints 74% for MCTS, but its own rows add up to 230 of 300 sets (77%), 76 of 100 matches.",
        "The paper does not say in which position iterations a second are counted. Here it is the first move, one \
         search at a time on an otherwise idle program; the last column has those of the games, many of which run at \
         once.",
        "It claims a factor of 20 to 30 for move groups and 2 to 3 for the parallel evaluation without saying of what. \
         Its own iterations a second have factors of 2.6 and 4.6, and 20.9 for both together.",
        "Many games at once leave no idle cores for the parallel evaluation: in the games it is at a disadvantage \
         that the paper's did not have.",
    ],
};

/// The searches that iterations a second are taken from: how many, and how long.
fn trials(scale: Scale) -> (u32, Limits) {
    scale.choose(
        (2, Limits::playouts(20)),
        (5, Limits::time(Duration::from_millis(400))),
        (10, Limits::time(Duration::from_secs(5))),
    )
}

impl Experiment for Ablation {
    fn about(&self) -> &'static ExperimentInfo {
        &ABOUT
    }

    fn contests(&self, conditions: &Conditions) -> Result<Vec<Contest>, LabError> {
        Ok(vec![ablation(conditions)?])
    }

    fn other_work(&self, conditions: &Conditions) -> f64 {
        let (count, limits) = trials(conditions.scale);
        let each = limits.time.map_or(0.01, |time| time.as_secs_f64());
        f64::from(count) * each * PROGRAMS.len() as f64
    }

    fn run(&self, bench: &mut Workbench<'_>) -> Result<Findings, LabError> {
        let conditions = bench.conditions().clone();
        let speeds = speeds(bench)?;
        let standings = bench.play(&ablation(&conditions)?)?;
        let sets: Vec<Measured> = (0..PROGRAMS.len()).map(|program| won_sets(&standings, program)).collect();
        let mut remarks = remarks(&conditions, &standings);
        remarks.extend(lost_to(&conditions, &standings)?);
        Ok(Findings {
            tables: vec![table(&standings, &sets, &speeds)],
            figures: vec![figure("Share of sets won against the field", &sets, share_axis())],
            statements: statements(&sets, &speeds),
            remarks,
        })
    }
}

fn won_sets(standings: &Standings, program: usize) -> Measured {
    let sets = matches(standings, program).iter().fold(GameTally::default(), |sum, one| sum + one.sets);
    let won = Measured::won(sets);
    PROGRAMS[program].paper.map_or(won, |(share, _)| won.beside(share))
}

/// Iterations a second of every program in timed searches of the first move, one after another.
fn speeds(bench: &mut Workbench<'_>) -> Result<Vec<Measured>, LabError> {
    let (count, limits) = trials(bench.conditions().scale);
    bench.begin("timed searches", u64::from(count) * PROGRAMS.len() as u64);
    let mut done = 0;
    let mut speeds = PROGRAMS.map(|_| Summary::default());
    // Round by round: a slow spell of the machine is to hit all programs alike.
    for seed in 0..u64::from(count) {
        for (Program { spec, .. }, speed) in PROGRAMS.iter().zip(&mut speeds) {
            speed.add(iterations_a_second(spec, &limits, seed));
            done += 1;
            bench.done(done)?;
        }
    }
    let told = PROGRAMS.iter().zip(&speeds).map(|(Program { paper, .. }, speed)| {
        let speed = Measured::mean(speed, Unit::Count).not_below_zero();
        paper.map_or(speed, |(_, iterations)| speed.beside(iterations))
    });
    Ok(told.collect())
}

fn iterations_a_second(spec: &str, limits: &Limits, seed: u64) -> f64 {
    let mut agent = spec.parse::<AgentSpec>().expect("a program of ours").agent();
    agent.new_game(seed);
    let begun = Instant::now();
    let decision = agent.decide(&Game::default(), Task::new(limits, &Control::new(), &mut Silent));
    let playouts = decision.map_or(0, |decision| decision.report.playouts);
    playouts as f64 / begun.elapsed().as_secs_f64().max(1e-9)
}

fn table(standings: &Standings, sets: &[Measured], speeds: &[Measured]) -> ResultTable {
    let figures = standings.stats();
    let row = |(program, Program { name, .. }): (usize, &Program)| {
        let matches = matches(standings, program);
        let won =
            Measured::share(matches.iter().filter(|one| one.is_won()).count() as u64, matches.len() as u64);
        let won = match program {
            MCTS => won.beside(0.76),
            MG_PEO => won.beside(0.98),
            _ => won,
        };
        let in_games = figures[program].speed.nodes_a_second();
        let in_games = Measured { ours: in_games, unit: Unit::Count, ..Measured::default() };
        TableRow {
            name: (*name).to_owned(),
            cells: [sets[program], won, speeds[program], in_games].map(Cell::from).to_vec(),
        }
    };
    ResultTable {
        title: "Four programs, and two of them with our evaluation, against the field of 50".to_owned(),
        head: [
            "program",
            "sets won",
            "matches won",
            "iterations a second, first move",
            "iterations a second, in games",
        ]
        .map(str::to_owned)
        .to_vec(),
        rows: PROGRAMS.iter().enumerate().map(row).collect(),
    }
}

fn share_axis() -> Axis {
    Axis { label: "sets won".to_owned(), unit: Unit::Share, is_logarithmic: false, range: Some((0.0, 1.0)) }
}

/// A row a program.
pub(super) fn figure(title: &str, values: &[Measured], axis: Axis) -> Figure {
    let rows = PROGRAMS.iter().zip(values);
    let rows = rows.map(|(program, &measured)| Span { name: program.name.to_owned(), measured }).collect();
    Figure { title: title.to_owned(), drawing: Drawing::Intervals { axis, rows } }
}

fn statements(sets: &[Measured], speeds: &[Measured]) -> Vec<Statement> {
    let won = |program: usize| (PROGRAMS[program].name, sets[program]);
    let speed = |program: usize| (PROGRAMS[program].name, speeds[program]);
    vec![
        judge::greater("Move groups alone make MCTS stronger (74% to 83%).", won(MG), won(MCTS)),
        judge::greater(
            "The parallel evaluation alone makes MCTS stronger (74% to 89%).",
            won(PEO),
            won(MCTS),
        ),
        judge::all(
            "Both together are the best of the four (97%).",
            &[MCTS, PEO, MG].map(|other| judge::greater("", won(MG_PEO), won(other))),
        ),
        judge::ratio(
            "Move groups make the search 20 to 30 times as efficient (taken as iterations a second).",
            speed(MG),
            speed(MCTS),
            Region::Between(20.0, 30.0),
        ),
        judge::ratio(
            "The parallel evaluation makes the search 2 to 3 times as fast (taken as iterations a second).",
            speed(PEO),
            speed(MCTS),
            Region::Between(2.0, 3.0),
        ),
        judge::ratio(
            "Both together make more than 20 times as many iterations a second as neither (2,176 to 45,536).",
            speed(MG_PEO),
            speed(MCTS),
            Region::Above(20.0),
        ),
        judge::all(
            "With our serial evaluation in place of the parallel one the order is the same: it makes MCTS stronger, and \
             move groups make it stronger still (the specification's own question).",
            &[judge::greater("", won(OUR_MCTS), won(MCTS)), judge::greater("", won(OUR_MG), won(OUR_MCTS))],
        ),
    ]
}

/// Who beat MG-PEO: the paper says trained networks alone.
fn lost_to(conditions: &Conditions, standings: &Standings) -> Result<Vec<String>, LabError> {
    let contest = ablation(conditions)?;
    let said = [MG_PEO, OUR_MG].map(|program| {
        let matches = matches(standings, program);
        let mut lost: Vec<String> = matches
            .chunk_by(|one, other| one.opponent == other.opponent)
            .filter(|both| both.iter().all(|one| !one.is_won()))
            .map(|both| contest.entrants[both[0].opponent].contender.to_string())
            .collect();
        if lost.is_empty() {
            lost.push("nobody".to_owned());
        }
        format!("{} lost both its matches against: {}.", PROGRAMS[program].name, lost.join(", "))
    });
    let mut said = said.to_vec();
    said.push(
        "The paper found its program weaker only against trained networks. The field has no network; our flagship, \
         whose evaluation was learnt from its own games, is the nearest to one."
            .to_owned(),
    );
    Ok(said)
}
