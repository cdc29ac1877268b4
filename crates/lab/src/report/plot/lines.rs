//! Curves over numbers, with error bars where points are few and bands where they are many.

use maud::{Markup, html};

use super::frame::{Field, Swatch, below, key, level, margin, upright};
use super::marks::{Look, mark};
use super::scale::Scale;
use super::{Picture, Width, line, px};
use crate::findings::{Axis, Point, Series};

/// With more points than this a series has a band for its intervals, and a mark here and there.
const FEW: usize = 16;

/// A series with how it looks and how far it stands aside, so that error bars of different series can be told apart.
struct Drawn<'a> {
    series: &'a Series,
    look: Look,
    aside: f64,
}

pub(super) fn draw(x: &Axis, y: &Axis, series: &[Series], width: Width) -> Picture {
    let size = width.text();
    let drawn = dressed(series);
    let key = key(&entries(&drawn), width);
    let top = key.height + 2.2 * size;
    let bottom = top + if width == Width::Wide { 270.0 } else { 210.0 };
    let points = || series.iter().flat_map(|series| &series.points);
    let heights: Vec<f64> = points().flat_map(reach).collect();
    let places: Vec<f64> = points().map(|point| point.x).collect();
    let upwards = Scale::vertical(y, &heights, (bottom, top));
    let left = margin(&upwards, size);
    let field = Field { left, right: width.pixels() - 2.0, top, bottom };
    // The field has room at both sides for what stands aside, and at the right for half of the last number.
    let across = Scale::horizontal(x, &places, (left + 14.0, field.right - 18.0), size);
    let inside = html! {
        (key.inside)
        (upright(y, &upwards, field, size))
        (level(x, &across, field, size))
        @for drawn in &drawn { (spread(drawn, &across, &upwards)) }
        // Ours lie above the papers'.
        @for drawn in drawn.iter().filter(|one| one.look.is_paper) { (curve(drawn, &across, &upwards)) }
        @for drawn in drawn.iter().filter(|one| !one.look.is_paper) { (curve(drawn, &across, &upwards)) }
    };
    Picture { height: bottom + below(size), inside }
}

/// All heights that a point needs.
fn reach(point: &Point) -> Vec<f64> {
    let ends = point.interval.into_iter().flat_map(|(low, high)| [low, high]);
    ends.chain([point.y]).collect()
}

/// Gives every series its look. A paper's has that of ours of the same name: `against mobility, paper`.
fn dressed(series: &[Series]) -> Vec<Drawn<'_>> {
    let mut names: Vec<String> = Vec::new();
    let mut places = Vec::new();
    for one in series {
        let name = bare(&one.name);
        let place = names.iter().position(|known| *known == name).unwrap_or_else(|| {
            names.push(name);
            names.len() - 1
        });
        places.push(place);
    }
    let with_bars = |one: &Series| has_bars(one) && one.points.len() > 1;
    let barred: Vec<usize> = (0..series.len()).filter(|&place| with_bars(&series[place])).collect();
    let aside = |place: usize| {
        let among = barred.iter().position(|&other| other == place)?;
        let step = 5.0_f64.min(16.0 / barred.len() as f64);
        Some((among as f64 - (barred.len() - 1) as f64 / 2.0) * step)
    };
    let all = series.iter().zip(places).enumerate();
    all.map(|(number, (series, place))| Drawn {
        series,
        look: Look { place, is_paper: series.is_paper },
        aside: aside(number).unwrap_or(0.0),
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

/// The rows of the key: a series of ours each, one row for all papers' that stand beside one of ours, and a row for every
/// other of a paper.
fn entries(drawn: &[Drawn<'_>]) -> Vec<(Swatch, String)> {
    let is_ours = |place: usize| drawn.iter().any(|one| !one.look.is_paper && one.look.place == place);
    let is_alone = |one: &&Drawn<'_>| !one.look.is_paper || !is_ours(one.look.place);
    let alone = drawn.iter().filter(is_alone);
    let mut entries: Vec<(Swatch, String)> =
        alone.map(|one| (Swatch::Curve(one.look), one.series.name.clone())).collect();
    if drawn.iter().any(|one| one.look.is_paper && is_ours(one.look.place)) {
        entries.push((Swatch::Paper, "dashed and hollow: the paper".to_owned()));
    }
    let has_intervals = |one: &&Drawn<'_>| one.series.points.iter().any(|point| point.interval.is_some());
    if let Some(one) = drawn.iter().find(has_intervals) {
        let swatch = if one.series.points.len() > FEW { Swatch::Band } else { Swatch::Bar };
        entries.push((swatch, "95% interval".to_owned()));
    }
    entries
}

/// The intervals of a series.
fn spread(drawn: &Drawn<'_>, across: &Scale, upwards: &Scale) -> Markup {
    let points: Vec<(f64, (f64, f64))> = drawn
        .series
        .points
        .iter()
        .filter(|point| is_drawn(point, across, upwards))
        .filter_map(|point| Some((across.at(point.x) + drawn.aside, point.interval?)))
        .map(|(x, (low, high))| (x, (upwards.at(low), upwards.at(high))))
        .collect();
    let shape = if drawn.series.points.len() <= FEW { bars(&points) } else { band(&points) };
    html! { g class=(drawn.look.class()) { (shape) } }
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

/// The curve of a series with its marks.
fn curve(drawn: &Drawn<'_>, across: &Scale, upwards: &Scale) -> Markup {
    let is_drawn = |point: &&Point| is_drawn(point, across, upwards);
    let place = |point: &Point| (across.at(point.x) + drawn.aside, upwards.at(point.y));
    let points: Vec<(f64, f64)> = drawn.series.points.iter().filter(is_drawn).map(place).collect();
    let (radius, every) = if points.len() <= FEW { (4.2, 1) } else { (3.6, points.len().div_ceil(10)) };
    // Series that have marks here and there do not have them at the same places.
    let first = if every == 1 { 0 } else { drawn.look.place * every / 3 % every };
    html! {
        g class=(drawn.look.class()) {
            @if points.len() > 1 { path class="curve" d=(path(points.iter().copied())) {} }
            @for &point in points.iter().skip(first).step_by(every) { (mark(drawn.look, point, radius)) }
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
