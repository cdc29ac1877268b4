//! A row for each quantity: the interval as a bar, our value as a point, the paper's as a hollow diamond.

use maud::{Markup, html};

use super::frame::{Field, Swatch, below, horizontal_axis, key};
use super::marks::{SeriesStyle, mark};
use super::scale::Scale;
use super::{Anchor, Picture, Width, line, text, text_width, wrapped};
use crate::findings::{Axis, Span, Unit};
use crate::report::typeset;

/// A row with the lines of its name and the vertical coordinates of name and bar.
struct PlacedRow {
    lines: Vec<String>,
    name: f64,
    bar: f64,
}

pub(super) fn draw(axis: &Axis, rows: &[Span], confidence: &str, width: Width) -> Picture {
    let size = width.text();
    let key = key(&entries(rows, confidence), width);
    let names = rows.iter().map(|row| text_width(&row.name, size)).fold(0.0, f64::max);
    let values = rows.iter().map(|row| text_width(&value(row), size)).fold(0.0, f64::max);
    let (left, right) = match width {
        Width::Wide => (names.min(0.32 * width.pixels()) + 12.0, width.pixels() - values - 18.0),
        // In the narrow drawing the name and the value stand above the bar.
        Width::Narrow => (8.0, width.pixels() - 8.0),
    };
    let top = key.height + 0.6 * size;
    let (placed, bottom) = place(rows, top, left, width);
    let field = Field { left, right, top, bottom };
    let numbers: Vec<f64> = rows.iter().flat_map(reach).collect();
    let across = Scale::horizontal(axis, &numbers, (left + 8.0, right - 14.0), size);
    let inside = html! {
        (key.inside)
        @for tick in &across.ticks {
            @let x = across.at(tick.value);
            (line(if is_middle(axis.unit, tick.value) { "grid middle" } else { "grid" }, (x, top), (x, bottom)))
        }
        (horizontal_axis(axis, &across, field, size))
        @for (row, placed) in rows.iter().zip(&placed) {
            @for (number, words) in placed.lines.iter().enumerate() {
                (text("label", (0.0, placed.name + number as f64 * 1.2 * size), Anchor::Start, words))
            }
            (text("number", (width.pixels(), beside(placed, width, size)), Anchor::End, &value(row)))
            (bar(row, placed.bar, &across))
        }
    };
    Picture { height: bottom + below(size), inside }
}

/// Whether a value is that of equal players: half of all games, or an equity of 0.
fn is_middle(unit: Unit, value: f64) -> bool {
    match unit {
        Unit::Share => (value - 0.5).abs() < 1e-9,
        Unit::Equity => value.abs() < 1e-9,
        _ => false,
    }
}

fn entries(rows: &[Span], confidence: &str) -> Vec<(Swatch, String)> {
    let has = |wanted: fn(&Span) -> bool| rows.iter().any(wanted);
    let mut entries = Vec::new();
    if has(|row| row.measured.ours.is_some()) {
        let has_interval = has(|row| row.measured.interval.is_some());
        let words = if has_interval { format!("ours, {confidence} interval") } else { "ours".to_owned() };
        entries.push((Swatch::Ours, words));
    }
    if has(|row| row.measured.paper.is_some()) {
        entries.push((Swatch::Diamond, "the paper".to_owned()));
    }
    entries
}

/// Places the rows below each other; the second value is the bottom of the last.
fn place(rows: &[Span], top: f64, left: f64, width: Width) -> (Vec<PlacedRow>, f64) {
    let size = width.text();
    let mut y = top;
    let mut placed = Vec::new();
    for row in rows {
        match width {
            Width::Wide => {
                let lines = wrapped(&row.name, size, left - 12.0);
                let more = lines.len().saturating_sub(1) as f64 * 1.2 * size;
                let height = 2.0 * size + more;
                let bar = y + height / 2.0;
                placed.push(PlacedRow { lines, name: bar - more / 2.0 + 0.35 * size, bar });
                y += height;
            }
            Width::Narrow => {
                let room = width.pixels() - text_width(&value(row), size) - 12.0;
                let lines = wrapped(&row.name, size, room);
                let more = lines.len().saturating_sub(1) as f64 * 1.2 * size;
                let name = y + 1.3 * size;
                let bar = name + more + 1.1 * size;
                placed.push(PlacedRow { lines, name, bar });
                y = bar + 0.7 * size;
            }
        }
    }
    (placed, y + 0.4 * size)
}

/// The vertical coordinate of a row's value in words.
fn beside(placed: &PlacedRow, width: Width, size: f64) -> f64 {
    match width {
        Width::Wide => placed.bar + 0.35 * size,
        Width::Narrow => placed.name,
    }
}

fn reach(row: &Span) -> Vec<f64> {
    let measured = &row.measured;
    let ends = measured.interval.into_iter().flat_map(|(low, high)| [low, high]);
    ends.chain(measured.ours).chain(measured.paper).collect()
}

/// Our value with its interval, as in a table.
fn value(row: &Span) -> String {
    let measured = &row.measured;
    let value = measured.value_words().unwrap_or_else(|| "\u{2013}".to_owned());
    let interval = measured.interval_words().map_or(String::new(), |words| format!(" ({words})"));
    typeset(&format!("{value}{interval}"))
}

fn bar(row: &Span, y: f64, across: &Scale) -> Markup {
    let measured = &row.measured;
    let shown = |value: &f64| across.holds(*value);
    html! {
        @if let (Some((low, high)), Some(_)) = (measured.interval, measured.ours) {
            g class="s0" { (line("span", (across.at(low), y), (across.at(high), y))) }
        }
        @if let Some(ours) = measured.ours.filter(shown) {
            g class="s0" { (mark(SeriesStyle { number: 0, is_paper: false }, (across.at(ours), y), 4.8)) }
        }
        @if let Some(paper) = measured.paper.filter(shown) {
            g class="plain around" { (mark(SeriesStyle { number: 3, is_paper: true }, (across.at(paper), y), 6.5)) }
        }
    }
}
