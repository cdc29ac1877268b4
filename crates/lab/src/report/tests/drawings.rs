//! Drawings of any numbers are well-formed and lie within their view.

use std::collections::BTreeSet;

use proptest::prelude::*;
use roxmltree::{Document, Node};

use super::*;
use crate::experiments::EXPERIMENTS;

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
fn every_drawing_is_well_formed_in_both_widths() {
    let page = html(&[result(EXPERIMENTS[0].about().name)]);
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
        let page = plot::figure(&drawing, "any", "95%").into_string();
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
            for svg in drawings(&plot::figure(&figure("any", drawing), "any", "95%").into_string()) {
                check(svg);
                // Every point that can be drawn is: twice here, and once for each of the two series in the key.
                if is_lines && points.len() <= 16 {
                    prop_assert_eq!(svg.matches("class=\"mark\"").count(), 2 * drawable + 2);
                }
            }
        }
    }
}
