//! UCT-AB, Table 1: UCT with 10,000 to 200,000 playouts against alpha-beta of depth 2 with three evaluations.

use arena::{Contest, Format, Standings};

use crate::conditions::{Conditions, Scale};
use crate::contests::{contest, from_the_start};
use crate::experiment::{About, Experiment, Paper};
use crate::findings::{
    Axis, Cell, Drawing, Figure, Findings, Measured, Point, Row, Series, Statement, Table, Unit, Verdict,
};
use crate::workbench::{LabError, Workbench};

/// UCT-AB, Table 1.
pub(super) struct UctAbTable;

const ABOUT: About = About {
    name: "uctab-table",
    paper: Paper::UctAb,
    place: "Table 1 and its figure",
    title: "UCT against alpha-beta with three evaluations",
    question: "How many playouts does UCT need to beat alpha-beta of depth 2, and how long does it think for that? \
               The answer depends on what alpha-beta counts: mobility, territory or relative territory.",
    original: "100 games a cell, 50 a colour, UCT with 10,000 to 200,000 playouts, in C# on a Xeon of 3.3 GHz",
    differences: &[
        "The paper does not say how its games differ from each other; here UCT's seed alone makes them different.",
        "Its seconds cannot all hold: UCT with 10,000 playouts takes as long as alpha-beta, 4 s, and with 200,000 \
         over 30 times as long, 55 s.",
    ],
};

/// The evaluations of alpha-beta.
const EVALUATIONS: [&str; 3] = ["mobility", "territory", "relative"];

/// Playouts of UCT, and how many of 100 games it won against each evaluation.
const PAPER: [(u64, [f64; 3]); 5] = [
    (10_000, [0.71, 0.01, 0.09]),
    (30_000, [0.89, 0.08, 0.40]),
    (50_000, [0.90, 0.11, 0.43]),
    (100_000, [0.97, 0.24, 0.57]),
    (200_000, [1.00, 0.34, 0.66]),
];

impl Experiment for UctAbTable {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn contests(&self, conditions: &Conditions) -> Result<Vec<Contest>, LabError> {
        let players = EVALUATIONS.map(|eval| format!("alphabeta:depth=2,eval={eval}"));
        let mut players = players.to_vec();
        players.extend(
            rows(conditions)
                .iter()
                .map(|&(playouts, _)| format!("uct@playouts={}", scaled(conditions, playouts))),
        );
        let all = (0..rows(conditions).len()).flat_map(|row| (0..3).map(move |eval| (3 + row, eval)));
        let pairs = conditions.scale.choose(1, 4, 50);
        Ok(vec![contest(conditions, &players, Format::Listed(all.collect()), pairs, from_the_start()?)?])
    }

    fn run(&self, bench: &mut Workbench<'_>) -> Result<Findings, LabError> {
        let conditions = bench.conditions().clone();
        let contests = self.contests(&conditions)?;
        let standings = bench.play(&contests[0])?;
        let rows = rows(&conditions);
        let won = |row: usize, eval: usize| Measured::won(standings.tally(3 + row, eval).games());
        let table = Table {
            title: "Games won by UCT".to_owned(),
            head: ["playouts", "mobility", "territory", "relative territory"].map(str::to_owned).to_vec(),
            rows: (0..rows.len())
                .map(|row| Row {
                    name: rows[row].0.to_string(),
                    cells: (0..3).map(|eval| Cell::from(won(row, eval).beside(rows[row].1[eval]))).collect(),
                })
                .collect(),
        };
        let figures = vec![curves(rows, &won), seconds(rows, &standings)];
        Ok(Findings { tables: vec![table], figures, statements: statements(rows, &won), remarks: Vec::new() })
    }
}

/// The table's rows: all of them but for a toy.
fn rows(conditions: &Conditions) -> &'static [(u64, [f64; 3])] {
    if conditions.scale == Scale::Toy { &PAPER[..2] } else { &PAPER }
}

/// The playouts of a row. A toy's are too few to mean anything.
fn scaled(conditions: &Conditions, playouts: u64) -> u64 {
    conditions.scale.choose(playouts / 1_000, playouts, playouts)
}

fn curves(rows: &[(u64, [f64; 3])], won: &dyn Fn(usize, usize) -> Measured) -> Figure {
    let mut series = Vec::new();
    for (eval, name) in EVALUATIONS.iter().enumerate() {
        let ours = (0..rows.len()).filter_map(|row| {
            let measured = won(row, eval);
            Some(Point { x: rows[row].0 as f64, y: measured.ours?, interval: measured.interval })
        });
        series.push(Series { name: format!("against {name}"), is_paper: false, points: ours.collect() });
        let paper = rows.iter().map(|&(playouts, shares)| Point {
            x: playouts as f64,
            y: shares[eval],
            interval: None,
        });
        series.push(Series {
            name: format!("against {name}, paper"),
            is_paper: true,
            points: paper.collect(),
        });
    }
    Figure {
        title: "Share of games that UCT wins by its playouts".to_owned(),
        drawing: Drawing::Lines {
            x: Axis { label: "playouts".to_owned(), unit: Unit::Count, is_logarithmic: true, range: None },
            y: Axis {
                label: "games won".to_owned(),
                unit: Unit::Share,
                is_logarithmic: false,
                range: Some((0.0, 1.0)),
            },
            series,
        },
    }
}

fn seconds(rows: &[(u64, [f64; 3])], standings: &Standings) -> Figure {
    let figures = standings.figures();
    let mean = |player: usize| figures[player].seconds.mean().unwrap_or(0.0);
    let alphabeta = (0..3).map(mean).sum::<f64>() / 3.0;
    let series = |name: &str, is_paper, points: Vec<(f64, f64)>| Series {
        name: name.to_owned(),
        is_paper,
        points: points.into_iter().map(|(x, y)| Point { x, y, interval: None }).collect(),
    };
    let uct = rows.iter().enumerate().map(|(row, &(playouts, _))| (playouts as f64, mean(3 + row))).collect();
    let all = rows.iter().map(|&(playouts, _)| (playouts as f64, alphabeta)).collect();
    let paper = vec![(10_000.0, 4.0), (100_000.0, 30.0), (200_000.0, 55.0)];
    Figure {
        title: "Mean seconds a move".to_owned(),
        drawing: Drawing::Lines {
            x: Axis { label: "playouts".to_owned(), unit: Unit::Count, is_logarithmic: true, range: None },
            y: Axis {
                label: "seconds a move".to_owned(),
                unit: Unit::Seconds,
                is_logarithmic: true,
                range: None,
            },
            series: vec![
                series("UCT", false, uct),
                series("alpha-beta", false, all),
                series("UCT, paper", true, paper),
            ],
        },
    }
}

fn statements(rows: &[(u64, [f64; 3])], won: &dyn Fn(usize, usize) -> Measured) -> Vec<Statement> {
    let last = rows.len() - 1;
    let words = |measured: Measured| match (measured.ours, measured.interval) {
        (Some(share), Some((low, high))) => {
            format!("{:.0}% ({:.0} to {:.0})", 100.0 * share, 100.0 * low, 100.0 * high)
        }
        _ => "no games".to_owned(),
    };
    let (few, many) = (won(0, 0), won(last, 0));
    let mut territory = Statement::above(
        "Territory is the best of the three: even the most playouts lose to it.",
        won(last, 1),
        0.5,
        format!("UCT won {} against territory with {} playouts", words(won(last, 1)), rows[last].0),
    );
    // The statement is that UCT is below one half.
    territory.verdict = match territory.verdict {
        Verdict::Seen => Verdict::NotSeen,
        Verdict::NotSeen => Verdict::Seen,
        Verdict::Undecided => Verdict::Undecided,
    };
    vec![
        Statement::above(
            "UCT beats mobility with 10,000 playouts already.",
            few,
            0.5,
            format!("it won {}, and {} with {}", words(few), words(many), rows[last].0),
        ),
        territory,
    ]
}
