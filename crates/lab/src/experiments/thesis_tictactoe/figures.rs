//! The tables and plots of the curves.

use amazons::{ByColor, Color};

use super::grid::FIELDS;
use super::players::{Player, Side, Tally, exact_equity};
use super::runs::Runs;
use super::statements::HIGHEST;
use super::training::{FIRST_WEIGHTS, HIDDEN, LAMBDA, Lessons, Plan, RATE, Run, SENSITIVITY};
use crate::confidence::Confidence;
use crate::experiments::parts::linear_axis;
use crate::findings::{Cell, Drawing, Figure, Measured, Point, ResultTable, Series, TableRow, Unit};

/// The settings of both experiments beside the thesis's.
pub(super) fn settings(plan: &Plan) -> ResultTable {
    let paper = Plan::THESIS;
    let row = |name: &str, cells: [Cell; 2]| TableRow { name: name.to_owned(), cells: cells.to_vec() };
    let both = |name: &str, ours: f64, unit: Unit, paper: f64| {
        let cell = || Cell::from(Measured::number(ours, unit).beside(paper));
        row(name, [cell(), cell()])
    };
    let counts = |name: &str, ours: [u64; 2], paper: [u64; 2]| {
        let cell = |place: usize| {
            Cell::from(Measured::number(ours[place] as f64, Unit::Count).beside(paper[place] as f64))
        };
        row(name, [cell(0), cell(1)])
    };
    let texts = |name: &str, text: &str| row(name, [Cell::from(text), Cell::from(text)]);
    ResultTable {
        title: "Settings beside the thesis's (their Table 1); the games of a test are ours".to_owned(),
        head: ["", "Experiment I", "Experiment II"].map(str::to_owned).to_vec(),
        rows: vec![
            row("learning", [Cell::from("reinforcement"), Cell::from("supervised")]),
            both("input nodes", FIELDS as f64, Unit::Count, 9.0),
            texts("hidden nodes", "40, 60 or 80, Elliot"),
            both("their sensitivity", f64::from(SENSITIVITY), Unit::Count, 5.0),
            texts("output nodes", "1, linear"),
            both("first weights up to", f64::from(FIRST_WEIGHTS), Unit::Decimal, 0.2),
            both("learning rate", f64::from(RATE), Unit::Probability, 0.00105),
            both("lambda", f64::from(LAMBDA), Unit::Decimal, 0.8),
            counts("examples", plan.examples, paper.examples),
            row(
                "examples in the database",
                [
                    Cell::from("none"),
                    Cell::from(
                        Measured::number(plan.database as f64, Unit::Count).beside(paper.database as f64),
                    ),
                ],
            ),
            counts("a test after each", plan.every, paper.every),
            both("runs", plan.runs as f64, Unit::Count, paper.runs as f64),
            both_alone("games of a test", plan.test_games),
        ],
    }
}

fn both_alone(name: &str, count: u64) -> TableRow {
    let cell = || Cell::from(Measured::number(count as f64, Unit::Count));
    TableRow { name: name.to_owned(), cells: vec![cell(), cell()] }
}

/// The highest, the last and the mean late equity of every size.
pub(super) fn equities(runs: &Runs) -> ResultTable {
    let row = |(lessons, size): (Lessons, usize)| {
        let mean =
            |quantity: fn(&Run) -> f64| Cell::from(runs.mean(lessons, &[size], Confidence::USUAL, quantity));
        let (examples, highest) = runs.highest(lessons, size, Confidence::USUAL);
        // The thesis prints one number for each experiment, that of its highest curve: the largest networks, in Experiment I
        // those of 60 nodes too.
        let is_highest = size == HIDDEN.len() - 1;
        let paper = is_highest.then_some(HIGHEST[lessons as usize]);
        TableRow {
            name: format!("{}, {} nodes", lessons.name(), HIDDEN[size]),
            cells: vec![
                mean(Run::first),
                Cell::from(Measured { paper, ..highest }),
                Cell::from(Measured::number(examples as f64, Unit::Count)),
                mean(Run::last),
                mean(Run::level),
            ],
        }
    };
    ResultTable {
        title: "Equity against EXPERT: means of the runs".to_owned(),
        head: ["experiment", "before training", "highest", "after examples", "in the end", "second half"]
            .map(str::to_owned)
            .to_vec(),
        rows: configurations().map(row).collect(),
    }
}

/// Both experiments with every size.
fn configurations() -> impl Iterator<Item = (Lessons, usize)> {
    Lessons::BOTH.into_iter().flat_map(|lessons| (0..HIDDEN.len()).map(move |size| (lessons, size)))
}

/// The games of the last tests by the network's colour.
pub(super) fn by_colour(runs: &Runs) -> ResultTable {
    let row = |(lessons, size): (Lessons, usize)| {
        let of = |side: Color| {
            runs.of(lessons, &[size]).map(|run| run.last[side]).fold(Tally::default(), Tally::plus)
        };
        let cells = |tally: Tally| {
            let share = |count: u64| {
                Cell::from(Measured::number(count as f64 / tally.games().max(1) as f64, Unit::Share))
            };
            [share(tally.won), share(tally.drawn), share(tally.lost)]
        };
        let ByColor { white, black } = ByColor::from_fn(of).map(cells);
        TableRow {
            name: format!("{}, {} nodes", lessons.name(), HIDDEN[size]),
            cells: [white, black].concat(),
        }
    };
    ResultTable {
        title: "The games of the last tests (ours)".to_owned(),
        head: ["experiment", "White won", "drawn", "lost", "Black won", "drawn", "lost"]
            .map(str::to_owned)
            .to_vec(),
        rows: configurations().map(row).collect(),
    }
}

/// What other players reach against EXPERT.
pub(super) fn references(runs: &Runs) -> ResultTable {
    let exact = |first: Side<'_>| Measured::number(exact_equity(first, Player::Expert), Unit::Equity);
    let teacher = |run: &Run| run.teacher.unwrap_or(f64::NAN);
    let row = |name: &str, measured: Measured| TableRow {
        name: name.to_owned(),
        cells: vec![Cell::from(measured)],
    };
    let mut rows = vec![
        row("RANDOM, exact", exact(Side::Of(Player::Random))),
        row("EXPERT, exact", exact(Side::Of(Player::Expert))),
        row("the best reply to EXPERT, exact", exact(Side::BestReply)),
    ];
    rows.extend((0..HIDDEN.len()).map(|size| {
        row(
            &format!("networks of {} nodes that made the databases, in the end", HIDDEN[size]),
            runs.mean(Lessons::Database, &[size], Confidence::USUAL, teacher),
        )
    }));
    ResultTable {
        title: "Equity against EXPERT of other players (ours)".to_owned(),
        head: ["player", "equity"].map(str::to_owned).to_vec(),
        rows,
    }
}

/// The curves of an experiment, with the highest equity that the thesis gives.
pub(super) fn curves(runs: &Runs, lessons: Lessons) -> Figure {
    let curve = |(size, hidden): (usize, &usize)| {
        let point = |(examples, equity): (u64, Measured)| {
            Some(Point { x: examples as f64, y: equity.ours?, interval: equity.interval })
        };
        Series {
            name: format!("{hidden} hidden nodes"),
            is_paper: false,
            points: runs.curve(lessons, size, Confidence::USUAL).into_iter().filter_map(point).collect(),
        }
    };
    let mut series: Vec<Series> = HIDDEN.iter().enumerate().map(curve).collect();
    // The thesis tells the height of its curves, our copy has no points of them.
    let y = HIGHEST[lessons as usize];
    let ends = [0, runs.plan.examples[lessons as usize]];
    series.push(Series {
        name: "thesis: the highest".to_owned(),
        is_paper: true,
        points: ends.map(|x| Point { x: x as f64, y, interval: None }).to_vec(),
    });
    Figure {
        title: format!(
            "Equity against EXPERT in Experiment {}, means of the runs (their Figure 10)",
            lessons.name()
        ),
        drawing: Drawing::Lines {
            x: linear_axis("examples", Unit::Count, None),
            y: linear_axis("equity", Unit::Equity, Some((-0.8, 0.6))),
            series,
        },
    }
}
