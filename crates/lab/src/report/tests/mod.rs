//! Tests of reports of invented results.

mod drawings;
mod page;

use serde_json::json;

use super::*;
use crate::conditions::{Conditions, Scale};
use crate::confidence::Confidence;
use crate::findings::{
    Axis, Bars, BoardSquare, Cause, Cell, Drawing, Figure, Findings, Measured, Point, ResultTable, Series,
    Span, Statement, StatementSource, StatementVerdict, TableRow, TreeNode, Unit, Why,
};
use crate::provenance::Provenance;

const NASTY: &str = "<b>\"5 < 6\" & 'more'</b></svg>";

fn axis(label: &str, unit: Unit, is_logarithmic: bool) -> Axis {
    Axis { label: label.to_owned(), unit, is_logarithmic, range: None }
}

fn figure(title: &str, drawing: Drawing) -> Figure {
    Figure { title: title.to_owned(), drawing }
}

fn curves() -> Figure {
    let counts = [10_000.0, 30_000.0, 50_000.0, 100_000.0, 200_000.0];
    let series = |name: &str, is_paper, wins: [u64; 5]| Series {
        name: name.to_owned(),
        is_paper,
        points: std::iter::zip(counts, wins)
            .map(|(x, wins)| {
                let share = Measured::share(wins, 100, Confidence::USUAL);
                Point { x, y: share.ours.unwrap(), interval: share.interval.filter(|_| !is_paper) }
            })
            .collect(),
    };
    let drawing = Drawing::Lines {
        x: axis("playouts", Unit::Count, true),
        y: Axis { range: Some((0.0, 1.0)), ..axis("games won", Unit::Share, false) },
        series: vec![
            series("against mobility", false, [60, 80, 90, 99, 100]),
            series("against mobility, paper", true, [71, 89, 90, 97, 100]),
            series("against territory", false, [2, 4, 20, 31, 40]),
            series("against territory, paper", true, [1, 8, 11, 24, 34]),
            series("against relative territory", false, [9, 30, 48, 51, 70]),
            series("against relative territory, paper", true, [9, 40, 43, 57, 66]),
        ],
    };
    figure("Share of games that UCT wins by its playouts", drawing)
}

fn by_ply() -> Figure {
    let series = |name: &str, is_paper, slope: f64| Series {
        name: name.to_owned(),
        is_paper,
        points: (0..=80)
            .map(|ply| {
                let y = 0.5 * (-slope * f64::from(ply)).exp();
                let half = 0.04 * (1.0 - f64::from(ply) / 100.0);
                let interval = (!is_paper).then_some((y - half, y + half));
                Point { x: f64::from(ply), y, interval }
            })
            .collect(),
    };
    let drawing = Drawing::Lines {
        x: axis("plies played", Unit::Count, false),
        y: axis("boards with the wrong winner", Unit::Share, false),
        series: vec![
            series("Lieberum", false, 0.05),
            series("minimal distance", false, 0.045),
            series("random", false, 0.0),
            series("Lieberum, paper", true, 0.048),
        ],
    };
    figure("Error of each evaluation by ply", drawing)
}

fn forest() -> Figure {
    let row = |name: &str, wins, of, paper: Option<f64>| Span {
        name: name.to_owned(),
        measured: Measured { paper, ..Measured::share(wins, of, Confidence::USUAL) },
    };
    let drawing = Drawing::Intervals {
        axis: Axis { range: Some((0.0, 1.0)), ..axis("games won by epsilon-greedy", Unit::Share, false) },
        rows: vec![
            row("minimax", 18, 20, Some(0.92)),
            row("depth-first", 20, 20, Some(1.0)),
            row("UCT with all candidates and uniform rollouts to the end of the game", 9, 20, Some(0.62)),
            row("alpha-beta", 15, 20, Some(0.82)),
            row("nobody", 0, 0, None),
        ],
    };
    figure("Epsilon-greedy against five opponents", drawing)
}

fn lengths() -> Figure {
    let bars = |name: &str, counts: &[f64]| Bars { name: name.to_owned(), counts: counts.to_vec() };
    let drawing = Drawing::Histogram {
        x: axis("plies", Unit::Count, false),
        y: axis("games", Unit::Count, false),
        edges: (0..=9).map(|class| f64::from(class) * 10.0).collect(),
        series: vec![
            bars("kept", &[0.0, 3.0, 40.0, 260.0, 540.0, 480.0, 210.0, 60.0, 4.0]),
            bars("rejected", &[12.0, 60.0, 150.0, 130.0, 80.0, 40.0, 11.0, 2.0, 0.0]),
        ],
    };
    figure("Lengths of kept and rejected games", drawing)
}

fn expanded() -> Figure {
    let node = |label: &str, order, children| TreeNode { label: label.to_owned(), order, children };
    let shots = vec![
        node("g7", Some(81), vec![]),
        node("b7", Some(161), vec![]),
        node("25 more shots", None, vec![]),
    ];
    let steps = vec![
        node("d1-d7", Some(1), shots),
        node("d1-d6", Some(2), vec![node("d2", Some(82), vec![])]),
        node("78 more steps", None, vec![node("a shot each", None, vec![])]),
    ];
    figure("The tree with its order of expansion", Drawing::Tree(node("start", None, steps)))
}

/// A statement of the paper of each verdict, and a question of ours. Old files may have a cause at any verdict.
fn statements() -> Vec<Statement> {
    let verdicts = [
        (StatementVerdict::Seen, StatementSource::Paper, Some(false)),
        (StatementVerdict::NotSeen, StatementSource::Paper, Some(true)),
        (StatementVerdict::Undecided, StatementSource::Paper, None),
        (StatementVerdict::Seen, StatementSource::Ours, Some(false)),
    ];
    let statement = |(verdict, source, is_robust)| Statement {
        claim: format!("{NASTY} {verdict:?} of {source:?}"),
        verdict,
        source,
        because: "so it is".to_owned(),
        why: Some(Why { cause: Cause::Conditions, reason: format!("reason of {verdict:?}") }),
        is_robust,
        ..Statement::default()
    };
    verdicts.map(statement).to_vec()
}

fn distances() -> Figure {
    let square = |row: usize, column: usize| match (row + 3 * column) % 11 {
        0 => BoardSquare::White,
        1 => BoardSquare::Black,
        2 => BoardSquare::Arrow,
        3 => BoardSquare::Empty(None, Some(12)),
        other => BoardSquare::Empty(Some(other as u8), Some(3)),
    };
    let rows = (0..10).map(|row| (0..10).map(|column| square(row, column)).collect()).collect();
    figure("A board with distances", Drawing::Board { label: "two distances".to_owned(), rows })
}

fn findings() -> Findings {
    let table = ResultTable {
        title: format!("Games won by UCT {NASTY} (Table 7)"),
        head: ["playouts", "mobility", "territory", "word"].map(str::to_owned).to_vec(),
        rows: vec![
            TableRow {
                name: "10,000".to_owned(),
                cells: vec![
                    Cell::from(Measured::share(6, 8, Confidence::USUAL).beside(0.71)),
                    Cell::from(Measured::share(0, 8, Confidence::USUAL).beside(0.01)),
                    Cell::from("counted"),
                ],
            },
            TableRow {
                name: "30,000".to_owned(),
                cells: vec![
                    Cell::from(Measured::share(7, 8, Confidence::USUAL).beside(0.89)),
                    Cell::from(Measured { unit: Unit::Share, ..Measured::default() }.beside(0.08)),
                    Cell::from(NASTY),
                ],
            },
        ],
    };
    Findings {
        tables: vec![table],
        figures: vec![curves(), by_ply(), forest(), lengths(), expanded(), distances()],
        statements: statements(),
        remarks: vec![format!("a remark {NASTY}")],
    }
}

fn result(experiment: &str) -> ExperimentResult {
    ExperimentResult {
        is_unfinished: false,
        experiment: experiment.to_owned(),
        conditions: Conditions {
            collection: Some("/somewhere/secret/games.sgf".into()),
            ..Conditions::of(Scale::Quick, 7)
        },
        collection_digest: None,
        contests: vec![json!({
            "entrants": [
                { "player": "uct", "pace": "playouts=10000" },
                { "player": "mgpeo", "pace": "200ms" },
                { "player": "alphabeta:depth=2,eval=territory", "pace": "200ms" },
            ],
            "format": "round robin", "rounds": 4, "openings": 500, "seed": 7,
        })],
        provenance: Provenance {
            version: "0.1.0".to_owned(),
            commit: "0123abc".to_owned(),
            date: "2026-11-15".to_owned(),
            machine: "A processor at 3 GHz".to_owned(),
            cores: 16,
            concurrency: 16,
            judged_by: None,
        },
        seconds: 83.0,
        findings: findings(),
    }
}
