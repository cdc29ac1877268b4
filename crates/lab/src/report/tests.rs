//! Tests of reports of invented results.

use std::collections::BTreeSet;

use proptest::prelude::*;
use roxmltree::{Document, Node};
use serde_json::json;

use super::*;
use crate::conditions::{Conditions, Scale};
use crate::confidence::Confidence;
use crate::experiments::EXPERIMENTS;
use crate::findings::{
    Axis, Bars, Cell, Drawing, Figure, Findings, Measured, Point, ResultTable, Series, Span, Statement,
    StatementVerdict, TableRow, TreeNode, Unit,
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

fn opened() -> Figure {
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

fn findings() -> Findings {
    let verdicts = [StatementVerdict::Seen, StatementVerdict::NotSeen, StatementVerdict::Undecided];
    let table = ResultTable {
        title: format!("Games won by UCT {NASTY}"),
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
        figures: vec![curves(), by_ply(), forest(), lengths(), opened()],
        statements: verdicts
            .map(|verdict| Statement {
                claim: NASTY.to_owned(),
                verdict,
                because: "so it is".to_owned(),
                ..Statement::default()
            })
            .to_vec(),
        remarks: vec![format!("a remark {NASTY}")],
    }
}

fn protocol(experiment: &str) -> ExperimentResult {
    ExperimentResult {
        experiment: experiment.to_owned(),
        conditions: Conditions {
            collection: Some("/somewhere/secret/games.sgf".into()),
            ..Conditions::of(Scale::Quick, 7)
        },
        collection_digest: None,
        contests: vec![json!({
            "entrants": [{ "player": "uct", "pace": "playouts=10000" }, { "player": "mgpeo", "pace": "200ms" }],
            "format": "round robin", "rounds": 4, "openings": 500, "seed": 7,
        })],
        provenance: Provenance {
            version: "0.1.0".to_owned(),
            commit: "0123abc".to_owned(),
            date: "2026-11-15".to_owned(),
            machine: "A processor at 3 GHz".to_owned(),
            cores: 16,
            concurrency: 16,
        },
        seconds: 83.0,
        findings: findings(),
    }
}

/// Every drawing of a page, as XML.
fn drawings(page: &str) -> Vec<&str> {
    page.split("<svg ")
        .skip(1)
        .map(|rest| &page[offset(page, rest)..][..rest.find("</svg>").unwrap() + 11])
        .collect()
}

fn offset(page: &str, rest: &str) -> usize {
    rest.as_ptr() as usize - page.as_ptr() as usize - "<svg ".len()
}

/// Parses a drawing and checks all that must hold for any: numbers are numbers, everything lies within its view.
fn check(svg: &str) {
    let document = Document::parse(svg).unwrap_or_else(|error| panic!("{error}"));
    let root = document.root_element();
    let view: Vec<f64> =
        root.attribute("viewBox").unwrap().split(' ').map(|number| number.parse().unwrap()).collect();
    for node in document.descendants().filter(Node::is_element) {
        for name in ["x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "width", "height"] {
            let Some(value) = node.attribute(name).filter(|_| node.tag_name().name() != "svg") else {
                continue;
            };
            let value: f64 = value.parse().unwrap_or_else(|_| panic!("{name}={value}"));
            let limit = if name.starts_with('y') || name == "height" { view[3] } else { view[2] };
            assert!((-0.05..=limit + 0.05).contains(&value), "{name}={value} beyond {limit}");
        }
        for (x, y) in node.attribute("d").into_iter().flat_map(corners) {
            let is_inside = (-8.0..=view[2] + 8.0).contains(&x) && (-8.0..=view[3] + 8.0).contains(&y);
            assert!(is_inside, "{x} {y} beyond {view:?}");
        }
    }
    assert!(!svg.contains("NaN") && !svg.contains(">inf"), "what is no number in words");
}

/// The corners of a path as far as they are told as pairs: where it begins, and where its straight lines end.
fn corners(path: &str) -> Vec<(f64, f64)> {
    let pairs = path.trim_end_matches('Z').split(['M', 'L']).filter_map(|part| {
        let (x, y) = part.split_once(' ')?;
        let y = y.split(['a', 'V', 'H']).next()?;
        let x = x.split(['V', 'H']).next()?;
        Some((x, y))
    });
    let number = |text: &str| text.parse().unwrap_or_else(|_| panic!("{text:?} in {path}"));
    pairs.map(|(x, y)| (number(x), number(y))).collect()
}

#[test]
fn every_experiment_appears_and_what_is_missing_is_named() {
    let protocols: Vec<ExperimentResult> =
        EXPERIMENTS.iter().map(|experiment| protocol(experiment.about().name)).collect();
    let page = html(&protocols);
    for experiment in EXPERIMENTS {
        let about = experiment.about();
        assert!(
            page.contains(&format!("<section class=\"experiment\" id=\"{}\"", about.name)),
            "{}",
            about.name
        );
        assert!(page.contains(&format!("href=\"#{}\"", about.name)));
    }
    assert!(page.contains("2026-11-15") && page.contains("0123abc") && page.contains("A processor at 3 GHz"));
    assert!(!page.contains("Not run."));
    assert!(page.contains("games.sgf") && !page.contains("secret"), "a file's name and not where it lies");
    let empty = html(&[protocol("of-another-time")]);
    assert_eq!(empty.matches("Not run.").count(), EXPERIMENTS.len());
    assert!(empty.contains("has no such experiment: of-another-time"));
}

#[test]
fn text_is_escaped_and_the_page_asks_for_nothing() {
    let page = html(&[protocol(EXPERIMENTS[0].about().name)]);
    assert!(!page.contains("<b>\"5") && page.contains("&lt;b&gt;"));
    for word in ["<script", "<link", "<img", "@import", "src=", "url(http"] {
        assert!(!page.contains(word), "{word}");
    }
    let addresses: BTreeSet<&str> =
        page.split("http").skip(1).map(|rest| rest.split('"').next().unwrap()).collect();
    assert_eq!(addresses, BTreeSet::from(["://www.w3.org/2000/svg"]), "names of formats, nothing to fetch");
}

#[test]
fn a_verdict_is_a_word_and_a_mark() {
    let page = html(&[protocol(EXPERIMENTS[0].about().name)]);
    for (class, word) in [("seen", "seen"), ("not-seen", "not seen"), ("undecided", "undecided")] {
        let (_, badge) = page.split_once(&format!("<span class=\"badge {class}\">")).unwrap();
        let (mark, rest) = badge.split_once("</svg>").unwrap();
        assert!(mark.contains("<path"));
        assert!(rest.starts_with(&format!("{word}</span>")), "{}", &rest[..20]);
    }
    assert!(page.contains("Of 3 statements"));
}

#[test]
fn figures_stand_beside_the_papers() {
    let page = html(&[protocol(EXPERIMENTS[0].about().name)]);
    let cell = "<td><span class=\"ours\">75%</span><span class=\"interval\">41 to 93</span>\
                <span class=\"theirs\">paper 71%</span></td>";
    assert!(page.contains(cell));
    assert!(
        page.contains("<td><span class=\"ours\">\u{2013}</span><span class=\"theirs\">paper 8%</span></td>")
    );
    assert!(page.contains("n\u{a0}=\u{a0}8 each"));
    let mut other = protocol(EXPERIMENTS[0].about().name);
    other.findings.tables[0].rows[0].cells[1] = Cell::from(Measured::share(3, 9, Confidence::USUAL));
    let page = html(&[other]);
    let head = |of| format!("<th scope=\"col\">mobility<span class=\"of\">n\u{a0}=\u{a0}{of}</span></th>");
    assert!(
        page.contains(&head(8)) && !page.contains("each."),
        "a number that a column shares stands in its head"
    );
}

#[test]
fn every_drawing_is_well_formed_in_both_widths() {
    let page = html(&[protocol(EXPERIMENTS[0].about().name)]);
    let plots: Vec<&str> = drawings(&page).into_iter().filter(|svg| svg.contains("class=\"plot")).collect();
    assert_eq!(plots.len(), 2 * findings().figures.len());
    let mut ids = BTreeSet::new();
    for svg in plots {
        check(svg);
        let document = Document::parse(svg).unwrap();
        assert_eq!(document.root_element().attribute("role"), Some("img"));
        for id in document.descendants().filter_map(|node| node.attribute("id")) {
            assert!(ids.insert(id.to_owned()), "{id} twice");
        }
    }
}

/// Texts of a drawing as boxes; they may touch but not lie on each other.
#[test]
fn texts_do_not_lie_on_each_other() {
    for drawing in findings().figures {
        let page = plot::figure(&drawing, 1).into_string();
        for svg in drawings(&page) {
            let document = Document::parse(svg).unwrap();
            let size: f64 = document.root_element().attribute("font-size").unwrap().parse().unwrap();
            let texts = document
                .descendants()
                .filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "text")));
            let boxes: Vec<(f64, f64, f64, &str)> = texts.map(|node| placed(node, size)).collect();
            for (number, one) in boxes.iter().enumerate() {
                for other in &boxes[number + 1..] {
                    let is_level = (one.2 - other.2).abs() < 0.8 * size;
                    let is_beside = one.1 <= other.0 + 0.5 || other.1 <= one.0 + 0.5;
                    assert!(!is_level || is_beside, "{one:?} {other:?} in {}", drawing.title);
                }
            }
        }
    }
}

/// The left and right ends of a text, its height, and its words. Letters are taken as half as wide as high.
fn placed<'a>(node: Node<'a, '_>, size: f64) -> (f64, f64, f64, &'a str) {
    let number = |name| node.attribute(name).unwrap().parse::<f64>().unwrap();
    let words = node.text().unwrap_or_default();
    let (x, wide) = (number("x"), 0.5 * size * words.chars().count() as f64);
    let left = match node.attribute("text-anchor") {
        Some("end") => x - wide,
        Some("middle") => x - wide / 2.0,
        _ => x,
    };
    (left, left + wide, number("y"), words)
}

fn number() -> impl Strategy<Value = f64> {
    prop_oneof![
        -1.0..1.0_f64,
        -1e9..1e9_f64,
        0.0..1e-6_f64,
        Just(0.0),
        Just(f64::NAN),
        Just(f64::INFINITY),
        Just(-1.0)
    ]
}

fn units() -> impl Strategy<Value = Unit> {
    use Unit::{Count, Decimal, Equity, Probability, Seconds, Share};
    prop::sample::select(vec![Share, Equity, Seconds, Count, Decimal, Probability])
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(200) })]

    #[test]
    fn whatever_the_numbers_a_drawing_stays_within_its_view(
        points in prop::collection::vec((number(), number(), prop::option::of((number(), number()))), 0..40),
        unit in units(),
        is_logarithmic in any::<bool>(),
    ) {
        let series = |is_paper| Series {
            name: "some curve".to_owned(),
            is_paper,
            points: points.iter().map(|&(x, y, interval)| Point { x, y, interval }).collect(),
        };
        let axis = axis("an axis", unit, is_logarithmic);
        let rows = points.iter().map(|&(x, y, interval)| Span {
            name: "a row".to_owned(),
            measured: Measured { interval, paper: Some(x), ..Measured::number(y, unit) },
        });
        let is_drawable = |value: f64| value.is_finite() && (!is_logarithmic || value > 0.0);
        let drawable = points.iter().filter(|&&(x, y, _)| is_drawable(x) && is_drawable(y)).count();
        let edges: Vec<f64> = points.iter().map(|point| point.0).collect();
        let counts = points.iter().map(|point| point.1).collect();
        for drawing in [
            Drawing::Lines { x: axis.clone(), y: axis.clone(), series: vec![series(false), series(true)] },
            Drawing::Intervals { axis: axis.clone(), rows: rows.collect() },
            Drawing::Histogram {
                x: axis.clone(),
                y: axis,
                edges,
                series: vec![Bars { name: "bars".to_owned(), counts }],
            },
        ] {
            let is_lines = matches!(drawing, Drawing::Lines { .. });
            for svg in drawings(&plot::figure(&figure("any", drawing), 1).into_string()) {
                check(svg);
                // Every point that can be drawn is: twice here, and once for each of the two series in the key.
                if is_lines && points.len() <= 16 {
                    prop_assert_eq!(svg.matches("class=\"mark\"").count(), 2 * drawable + 2);
                }
            }
        }
    }
}
