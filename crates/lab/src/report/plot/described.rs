//! A drawing in words, for screen readers.

use crate::findings::{Axis, BoardSquare, Drawing, Measured, Series, Span, TreeNode, Unit};

/// The drawing in a few sentences.
pub(super) fn words(drawing: &Drawing) -> String {
    match drawing {
        Drawing::Lines { x, y, series } => {
            let curves: Vec<String> = series.iter().map(|series| curve(x, y, series)).collect();
            format!("{} by {}. {}", capital(&y.label), x.label, curves.join(" "))
        }
        Drawing::Intervals { axis, rows } => {
            let rows: Vec<String> = rows.iter().map(row).collect();
            format!("{}. {}", capital(&axis.label), rows.join(" "))
        }
        Drawing::Histogram { x, y, edges, series } => {
            let bars = series.iter().map(|bars| {
                let sum: f64 = bars.counts.iter().sum();
                let most = bars.counts.iter().enumerate().max_by(|one, other| one.1.total_cmp(other.1));
                let most = most.and_then(|(class, _)| Some((edges.get(class)?, edges.get(class + 1)?)));
                let most = most.map_or(String::new(), |(from, to)| {
                    format!(", most of them from {} to {}", x.unit.write(*from), x.unit.write(*to))
                });
                format!("{}: {} in all{most}.", bars.name, y.unit.write(sum))
            });
            format!("{} by {}. {}", capital(&y.label), x.label, bars.collect::<Vec<_>>().join(" "))
        }
        Drawing::Tree(root) => {
            format!("A tree of {} nodes and {} levels.", Unit::Count.write(nodes(root) as f64), levels(root))
        }
        Drawing::Board { label, rows } => {
            let squares = rows.iter().flatten().filter(|square| matches!(square, BoardSquare::Empty(..)));
            format!("A board with {label} in each of its {} empty squares.", squares.count())
        }
    }
}

fn curve(x: &Axis, y: &Axis, series: &Series) -> String {
    let point = |(place, value): (f64, f64)| format!("{} at {}", y.unit.write(value), x.unit.write(place));
    let ends = [series.points.first(), series.points.last()];
    let ends: Vec<String> = ends.into_iter().flatten().map(|end| point((end.x, end.y))).collect();
    match series.points.len() {
        0 => format!("{}: nothing.", series.name),
        1 => format!("{}: {}.", series.name, ends[0]),
        _ => format!("{}: from {} to {}.", series.name, ends[0], ends[1]),
    }
}

fn row(row: &Span) -> String {
    let Measured { paper, unit, .. } = row.measured;
    let paper = paper.map_or(String::new(), |paper| format!("; the paper {}", unit.write(paper)));
    format!("{}: {}{paper}.", row.name, row.measured.words())
}

fn nodes(node: &TreeNode) -> usize {
    1 + node.children.iter().map(nodes).sum::<usize>()
}

fn levels(node: &TreeNode) -> usize {
    1 + node.children.iter().map(levels).max().unwrap_or(0)
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
