//! Counts by classes of a number, several series beside each other.

use maud::{Markup, html};

use super::frame::{Field, Swatch, below, horizontal_axis, key, margin, vertical_axis};
use super::scale::Scale;
use super::{Picture, Width, px};
use crate::findings::{Axis, Bars};
use crate::report::palette::SERIES;

pub(super) fn draw(id: &str, x: &Axis, y: &Axis, edges: &[f64], series: &[Bars], width: Width) -> Picture {
    let size = width.text();
    let named = series.iter().filter(|_| series.len() > 1).enumerate();
    let entries: Vec<(Swatch, String)> = named
        .map(|(place, bars)| (Swatch::Box(class(place), pattern(id, place)), bars.name.clone()))
        .collect();
    let key = key(&entries, width);
    let top = key.height + 2.2 * size;
    let bottom = top + if width == Width::Wide { 240.0 } else { 190.0 };
    let counts: Vec<f64> = series.iter().flat_map(|bars| &bars.counts).copied().chain([0.0]).collect();
    let upwards = Scale::vertical(y, &counts, (bottom, top));
    let field = Field { left: margin(&upwards, size), right: width.pixels() - 2.0, top, bottom };
    let across = Scale::horizontal(x, edges, (field.left + 6.0, field.right - 18.0), size);
    let inside = html! {
        (hatching(id, series.len()))
        (key.inside)
        (vertical_axis(y, &upwards, field, size))
        @for (place, bars) in series.iter().enumerate() {
            @for (class_number, &count) in bars.counts.iter().enumerate().take(edges.len().saturating_sub(1)) {
                @if count > 0.0 {
                    (bar(id, place, series.len(), (edges[class_number], edges[class_number + 1]), count, &across, &upwards))
                }
            }
        }
        (horizontal_axis(x, &across, field, size))
    };
    Picture { height: bottom + below(size), inside }
}

fn class(place: usize) -> String {
    format!("box s{}{}", place % SERIES, if place % 2 == 1 { " hollow" } else { "" })
}

/// What fills a hatched series.
fn pattern(id: &str, place: usize) -> Option<String> {
    (place % 2 == 1).then(|| format!("url(#{id}-hatching-{place})"))
}

/// Lines at a slant in a series' own colour: every other series is hatched, so that no two neighbours differ in colour alone.
fn hatching(id: &str, series: usize) -> Markup {
    html! {
        defs {
            @for place in (1..series).step_by(2) {
                pattern id={ (id) "-hatching-" (place) } width="5" height="5" patternUnits="userSpaceOnUse"
                    patternTransform="rotate(45)" {
                    line class={ "hatch s" (place % SERIES) } x1="1" y1="0" x2="1" y2="5" {}
                }
            }
        }
    }
}

/// One bar: its share of the class's width, the series from left to right.
fn bar(
    id: &str,
    place: usize,
    of: usize,
    (from, to): (f64, f64),
    count: f64,
    across: &Scale,
    upwards: &Scale,
) -> Markup {
    let (left, right) = (across.at(from), across.at(to));
    let share = (right - left) / of as f64;
    let gap = if share > 6.0 { 1.0 } else { 0.2 };
    let (x, wide) = (left + place as f64 * share + gap / 2.0, (share - gap).max(0.3));
    let (bottom, top) = (upwards.at(0.0), upwards.at(count));
    let tall = (bottom - top).max(0.5);
    html! {
        rect class=(class(place)) x=(px(x)) y=(px(bottom - tall)) width=(px(wide)) height=(px(tall)) {}
        @if let Some(fill) = pattern(id, place) {
            rect fill=(fill) x=(px(x)) y=(px(bottom - tall)) width=(px(wide))
                height=(px(tall)) {}
        }
    }
}
