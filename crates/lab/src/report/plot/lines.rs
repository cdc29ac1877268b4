//! Curves over numbers, with error bars where points are few and bands where they are many.

use maud::{Markup, html};

use super::frame::{Field, Swatch, below, horizontal_axis, key, margin, vertical_axis};
use super::marks::{SeriesStyle, mark};
use super::scale::Scale;
use super::{Picture, Width, line, px};
use crate::findings::{Axis, Point, Series};

/// With more points than this a series has a band for its intervals, and marks at some points only.
const FEW: usize = 16;

/// A series with its style and a horizontal shift, which keeps error bars of different series apart.
struct Curve<'a> {
    series: &'a Series,
    style: SeriesStyle,
    shift: f64,
}

pub(super) fn draw(x: &Axis, y: &Axis, series: &[Series], confidence: &str, width: Width) -> Picture {
    let size = width.text();
    let curves = styled(series);
    let key = key(&entries(&curves, confidence), width);
    let top = key.height + 2.2 * size;
    let bottom = top + if width == Width::Wide { 270.0 } else { 210.0 };
    let points = || series.iter().flat_map(|series| &series.points);
    let heights: Vec<f64> = points().flat_map(reach).collect();
    let places: Vec<f64> = points().map(|point| point.x).collect();
    let upwards = Scale::vertical(y, &heights, (bottom, top));
    let left = margin(&upwards, size);
    let field = Field { left, right: width.pixels() - 2.0, top, bottom };
    // There is room at both sides for shifted points, and at the right for half of the last number.
    let across = Scale::horizontal(x, &places, (left + 14.0, field.right - 18.0), size);
    let inside = html! {
        (key.inside)
        (vertical_axis(y, &upwards, field, size))
        (horizontal_axis(x, &across, field, size))
        @for curve in &curves { (intervals(curve, &across, &upwards)) }
        // Ours are drawn above the papers'.
        @for curve in curves.iter().filter(|curve| curve.style.is_paper) { (line_and_marks(curve, &across, &upwards)) }
        @for curve in curves.iter().filter(|curve| !curve.style.is_paper) { (line_and_marks(curve, &across, &upwards)) }
    };
    Picture { height: bottom + below(size), inside }
}

/// The value of a point and the ends of its interval.
fn reach(point: &Point) -> Vec<f64> {
    let ends = point.interval.into_iter().flat_map(|(low, high)| [low, high]);
    ends.chain([point.y]).collect()
}

/// Gives every series its style. A paper's series has that of ours of the same name: `against mobility, paper`.
fn styled(series: &[Series]) -> Vec<Curve<'_>> {
    let mut names: Vec<String> = Vec::new();
    let mut numbers = Vec::new();
    for one in series {
        let name = bare(&one.name);
        let number = names.iter().position(|known| *known == name).unwrap_or_else(|| {
            names.push(name);
            names.len() - 1
        });
        numbers.push(number);
    }
    let has_shift = |one: &Series| has_bars(one) && one.points.len() > 1;
    let shifted: Vec<usize> = (0..series.len()).filter(|&place| has_shift(&series[place])).collect();
    let shift = |place: usize| {
        let among = shifted.iter().position(|&other| other == place)?;
        let step = 5.0_f64.min(16.0 / shifted.len() as f64);
        Some((among as f64 - (shifted.len() - 1) as f64 / 2.0) * step)
    };
    let all = series.iter().zip(numbers).enumerate();
    all.map(|(place, (series, number))| Curve {
        series,
        style: SeriesStyle { number, is_paper: series.is_paper },
        shift: shift(place).unwrap_or(0.0),
    })
    .collect()
}

/// A name without the word that says whose it is.
pub(super) fn bare(name: &str) -> String {
    let name = name.trim();
    let ends =
        [", paper", " (paper)", ", the paper", " (the paper)", ", paper's", ": paper", ", ours", " (ours)"];
    let bare = ends.iter().find_map(|end| name.strip_suffix(end)).unwrap_or(name);
    let begins = ["paper: ", "paper, ", "the paper's ", "ours: "];
    begins.iter().find_map(|begin| bare.strip_prefix(begin)).unwrap_or(bare).trim().to_owned()
}

fn has_bars(series: &Series) -> bool {
    series.points.len() <= FEW && series.points.iter().any(|point| point.interval.is_some())
}

/// The entries of the key: one for each series of ours, one for all of the paper's that have the style of one of ours, and one
/// for every other of the paper.
fn entries(curves: &[Curve<'_>], confidence: &str) -> Vec<(Swatch, String)> {
    let is_ours = |number: usize| curves.iter().any(|one| !one.style.is_paper && one.style.number == number);
    let is_alone = |one: &&Curve<'_>| !one.style.is_paper || !is_ours(one.style.number);
    let alone = curves.iter().filter(is_alone);
    let mut entries: Vec<(Swatch, String)> =
        alone.map(|one| (Swatch::Curve(one.style), one.series.name.clone())).collect();
    if curves.iter().any(|one| one.style.is_paper && is_ours(one.style.number)) {
        entries.push((Swatch::Paper, "dashed and hollow: the paper".to_owned()));
    }
    let has_intervals = |one: &&Curve<'_>| one.series.points.iter().any(|point| point.interval.is_some());
    if let Some(one) = curves.iter().find(has_intervals) {
        let swatch = if one.series.points.len() > FEW { Swatch::Band } else { Swatch::Bar };
        entries.push((swatch, format!("{confidence} interval")));
    }
    entries
}

/// The intervals of a series.
fn intervals(curve: &Curve<'_>, across: &Scale, upwards: &Scale) -> Markup {
    let points: Vec<(f64, (f64, f64))> = curve
        .series
        .points
        .iter()
        .filter(|point| is_drawn(point, across, upwards))
        .filter_map(|point| Some((across.at(point.x) + curve.shift, point.interval?)))
        .map(|(x, (low, high))| (x, (upwards.at(low), upwards.at(high))))
        .collect();
    let shape = if curve.series.points.len() <= FEW { bars(&points) } else { band(&points) };
    html! { g class=(curve.style.class()) { (shape) } }
}

fn bars(points: &[(f64, (f64, f64))]) -> Markup {
    html! {
        @for &(x, (low, high)) in points {
            (line("bar", (x, low), (x, high)))
            (line("bar", (x - 3.0, low), (x + 3.0, low)))
            (line("bar", (x - 3.0, high), (x + 3.0, high)))
        }
    }
}

fn band(points: &[(f64, (f64, f64))]) -> Markup {
    let upper = points.iter().map(|&(x, (_, high))| (x, high));
    let lower = points.iter().rev().map(|&(x, (low, _))| (x, low));
    let outline = path(upper.chain(lower));
    html! { @if points.len() > 1 { path class="band" d={ (outline) "Z" } {} } }
}

/// The line of a series with its marks.
fn line_and_marks(curve: &Curve<'_>, across: &Scale, upwards: &Scale) -> Markup {
    let is_drawn = |point: &&Point| is_drawn(point, across, upwards);
    let place = |point: &Point| (across.at(point.x) + curve.shift, upwards.at(point.y));
    let points: Vec<(f64, f64)> = curve.series.points.iter().filter(is_drawn).map(place).collect();
    let (radius, every) = if points.len() <= FEW { (4.2, 1) } else { (3.6, points.len().div_ceil(10)) };
    // Series with marks at some points only have them at different points.
    let first = if every == 1 { 0 } else { curve.style.number * every / 3 % every };
    html! {
        g class=(curve.style.class()) {
            @if points.len() > 1 { path class="curve" d=(path(points.iter().copied())) {} }
            @for &point in points.iter().skip(first).step_by(every) { (mark(curve.style, point, radius)) }
        }
    }
}

fn is_drawn(point: &Point, across: &Scale, upwards: &Scale) -> bool {
    across.holds(point.x) && upwards.holds(point.y)
}

fn path(points: impl Iterator<Item = (f64, f64)>) -> String {
    let places: Vec<String> = points.map(|(x, y)| format!("{} {}", px(x), px(y))).collect();
    format!("M{}", places.join("L"))
}
