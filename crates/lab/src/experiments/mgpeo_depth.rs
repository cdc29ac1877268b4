//! MG-PEO, Table A1: how deep its random games should be.

use arena::{Contest, Standings};

use super::mgpeo_field::{against, field, player, remarks, rounds, summary};
use crate::conditions::{Conditions, Scale};
use crate::experiment::{Experiment, ExperimentInfo, Paper};
use crate::findings::{
    Axis, Cell, Drawing, Figure, Findings, Measured, Point, ResultTable, Series, Statement, TableRow, Unit,
};
use crate::judge;
use crate::workbench::{LabError, Workbench};

/// MG-PEO, Table A1.
pub(super) struct Depth;

const ABOUT: ExperimentInfo = ExperimentInfo {
    name: "mgpeo-depth",
    paper: Paper::MgPeo,
    place: "Table A1",
    title: "How deep MG-PEO's random games should be",
    question: "A simulation of MG-PEO plays a few random moves before it evaluates. How many should it be, one random \
               game of 1 to 10 plies or two of 4 and 5? The mean match-point round decides: the lower the better.",
    original: "the matches of Table 6 with one random game of depth 1 to 10, and with two of 4 and 5",
    differences: &[
        "The paper gives one figure for the depths 7 to 10 together.",
        "Its differences are small: 40.25 at most and 39.68 at least. Neither we nor the paper played enough matches to \
         tell them apart: the rounds of Table 6 have a standard deviation of several.",
        "Our own evaluation is used here, so that all cores can play games at once; the field is another one (see \
         mgpeo-ablation).",
    ],
};

/// What is played before the evaluation, and the paper's mean round.
const PAPER: [(&str, f64); 11] = [
    ("1", 40.25),
    ("2", 40.14),
    ("3", 40.0),
    ("4", 39.9),
    ("5", 39.84),
    ("6", 40.04),
    ("7", 40.1),
    ("8", 40.1),
    ("9", 40.1),
    ("10", 40.1),
    ("4+5", 39.68),
];

/// The rows under some conditions: all of them but for a toy.
fn rows(conditions: &Conditions) -> Vec<(&'static str, f64)> {
    let is_wanted =
        |&(depth, _): &(&str, f64)| conditions.scale != Scale::Toy || ["1", "5", "4+5"].contains(&depth);
    PAPER.into_iter().filter(is_wanted).collect()
}

/// The opponents: of the field every third one, so that all kinds are among them; all of it at the paper's size.
fn opponents(scale: Scale) -> Vec<&'static str> {
    match scale {
        Scale::Toy => vec!["greedy"],
        Scale::Quick => field().step_by(3).collect(),
        Scale::Paper => field().collect(),
    }
}

fn contest(conditions: &Conditions) -> Result<Contest, LabError> {
    let programs = rows(conditions)
        .into_iter()
        .map(|(depth, _)| player(conditions, &format!("mgpeo:rollouts={depth}"), 50_000));
    let pairs = conditions.scale.choose(1, 1, 3);
    against(conditions, programs.collect(), &opponents(conditions.scale), pairs)
}

impl Experiment for Depth {
    fn about(&self) -> &'static ExperimentInfo {
        &ABOUT
    }

    fn contests(&self, conditions: &Conditions) -> Result<Vec<Contest>, LabError> {
        Ok(vec![contest(conditions)?])
    }

    fn run(&self, bench: &mut Workbench<'_>) -> Result<Findings, LabError> {
        let conditions = bench.conditions().clone();
        let standings = bench.play(&contest(&conditions)?)?;
        let rows = rows(&conditions);
        let means: Vec<Measured> = rows
            .iter()
            .enumerate()
            .map(|(place, &(_, paper))| mean(&standings, place).beside(paper))
            .collect();
        let mut remarks = remarks(&conditions, &standings);
        remarks.push(format!("Opponents of the field that were met: {}.", opponents(conditions.scale).len()));
        Ok(Findings {
            tables: vec![table(&rows, &means, &standings)],
            figures: vec![figure(&rows, &means)],
            statements: statements(&rows, &means),
            remarks,
        })
    }
}

fn mean(standings: &Standings, program: usize) -> Measured {
    Measured::mean(&summary(&rounds(standings, program)), Unit::Decimal).not_below_zero()
}

fn table(rows: &[(&str, f64)], means: &[Measured], standings: &Standings) -> ResultTable {
    let figures = standings.stats();
    let row = |place: usize| TableRow {
        name: rows[place].0.replace('+', " and "),
        cells: vec![Cell::from(means[place]), Cell::from(Measured::won(figures[place].total()))],
    };
    ResultTable {
        title: "Mean match-point round by the depth of the random games, in plies".to_owned(),
        head: ["depth", "mean round", "sets won"].map(str::to_owned).to_vec(),
        rows: (0..rows.len()).map(row).collect(),
    }
}

fn figure(rows: &[(&str, f64)], means: &[Measured]) -> Figure {
    let single =
        || rows.iter().zip(means).filter_map(|(row, mean)| Some((row.0.parse::<f64>().ok()?, row.1, mean)));
    let both = rows.iter().zip(means).find(|(row, _)| row.0 == "4+5");
    let ours = single().filter_map(|(x, _, mean)| Some(Point { x, y: mean.ours?, interval: mean.interval }));
    let paper = single().map(|(x, y, _)| Point { x, y, interval: None });
    let mut series = vec![
        Series { name: "one random game".to_owned(), is_paper: false, points: ours.collect() },
        Series { name: "one random game, paper".to_owned(), is_paper: true, points: paper.collect() },
    ];
    if let Some((&(_, paper), mean)) = both {
        let ours = mean.ours.map(|y| Point { x: 4.5, y, interval: mean.interval });
        let point = Point { x: 4.5, y: paper, interval: None };
        series.push(Series {
            name: "two, of 4 and 5".to_owned(),
            is_paper: false,
            points: ours.into_iter().collect(),
        });
        series.push(Series {
            name: "two, of 4 and 5, paper".to_owned(),
            is_paper: true,
            points: vec![point],
        });
    }
    let axis = |label: &str, unit| Axis { label: label.to_owned(), unit, is_logarithmic: false, range: None };
    Figure {
        title: "Mean match-point round by the depth of the random games".to_owned(),
        drawing: Drawing::Lines {
            x: axis("plies before the evaluation", Unit::Count),
            y: axis("mean match-point round", Unit::Decimal),
            series,
        },
    }
}

fn statements(rows: &[(&str, f64)], means: &[Measured]) -> Vec<Statement> {
    let of = |depth: &str| {
        let place = rows.iter().position(|row| row.0 == depth);
        place.map_or_else(Measured::default, |place| means[place])
    };
    let others = |best: &str| {
        let others = rows.iter().zip(means).filter(|(row, _)| row.0 != best && row.0 != "4+5");
        let parts = others.map(|(row, &mean)| {
            judge::greater("", (&format!("depth {}", row.0), mean), (&format!("depth {best}"), of(best)))
        });
        parts.collect::<Vec<_>>()
    };
    vec![
        judge::all("Of single random games those of 5 plies are the best.", &others("5")),
        judge::all("Two of 4 and 5 plies are better than any single one.", &others("4+5")),
        judge::greater(
            "A random game of 5 plies is better than one of 1.",
            ("depth 1", of("1")),
            ("depth 5", of("5")),
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conditions::By;

    #[test]
    fn a_part_of_the_field_has_all_kinds() {
        let quick = opponents(Scale::Quick);
        assert_eq!(quick.len(), 17);
        for kind in ["alphabeta", "uct", "egreedy", "greedy", "deepening", "flat-mc", "course", "otrera"] {
            assert!(quick.iter().any(|spec| spec.starts_with(kind)), "{kind} in {quick:?}");
        }
    }

    #[test]
    fn every_row_is_a_player() {
        let conditions = Conditions { scale: Scale::Paper, by: By::Seconds, seed: 1, collection: None };
        let contest = contest(&conditions).unwrap();
        assert_eq!(contest.schedule().len(), 11 * 300);
        assert_eq!(contest.entrants[10].to_string(), "mgpeo:rollouts=4+5@5s");
    }
}
