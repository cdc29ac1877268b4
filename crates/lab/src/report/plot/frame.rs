//! Grid, numbers, names of axes, and the key of a drawing.

use maud::{Markup, html};

use super::marks::{SeriesStyle, mark};
use super::scale::Scale;
use super::{Anchor, Width, line, px, text, text_width, wrapped};
use crate::findings::Axis;

/// The area of the data in a drawing.
#[derive(Clone, Copy)]
pub(super) struct Field {
    pub(super) left: f64,
    pub(super) right: f64,
    pub(super) top: f64,
    pub(super) bottom: f64,
}

/// The picture of an entry of the key.
pub(super) enum Swatch {
    /// A piece of a curve with its mark.
    Curve(SeriesStyle),
    /// The dashed line and hollow mark of a paper, in no colour.
    Paper,
    /// A box with its classes, and what it is filled with where that is a pattern.
    Box(String, Option<String>),
    /// An error bar.
    Bar,
    /// A band around a curve.
    Band,
    /// Our value with its interval.
    Ours,
    /// A paper's value.
    Diamond,
}

/// A drawn key and the height that it takes.
pub(super) struct Key {
    pub(super) height: f64,
    pub(super) inside: Markup,
}

const SWATCH: f64 = 30.0;

/// Draws the key's entries in rows from the top.
pub(super) fn key(entries: &[(Swatch, String)], width: Width) -> Key {
    let (size, full) = (width.text(), width.pixels());
    let row = 1.55 * size;
    let (mut x, mut y) = (0.0, 0.8 * row);
    let mut parts = Vec::new();
    for (swatch, name) in entries {
        let lines = wrapped(name, size, full - SWATCH - 8.0);
        let widest = lines.iter().map(|line| text_width(line, size)).fold(0.0, f64::max);
        if x > 0.0 && x + SWATCH + widest > full {
            (x, y) = (0.0, y + row);
        }
        parts.push(html! {
            (sample(swatch, (x, y - 0.35 * size)))
            @for (number, words) in lines.iter().enumerate() {
                (text("label", (x + SWATCH, y + number as f64 * 1.2 * size), Anchor::Start, words))
            }
        });
        y += lines.len().saturating_sub(1) as f64 * 1.2 * size;
        x += SWATCH + widest + 1.4 * size;
    }
    let height = if entries.is_empty() { 0.0 } else { y + 0.6 * row };
    Key { height, inside: html! { @for part in parts { (part) } } }
}

fn sample(swatch: &Swatch, (x, y): (f64, f64)) -> Markup {
    let middle = x + 11.0;
    let across = |class| line(class, (x, y), (x + 22.0, y));
    match swatch {
        Swatch::Curve(style) => {
            html! { g class=(style.class()) { (across("curve")) (mark(*style, (middle, y), 4.0)) } }
        }
        Swatch::Paper => html! {
            g class="plain paper" { (across("curve")) (mark(SeriesStyle { number: 0, is_paper: true }, (middle, y), 4.0)) }
        },
        Swatch::Box(class, pattern) => html! {
            rect class=(class) x=(px(x + 3.0)) y=(px(y - 6.0)) width="16" height="12" {}
            @if let Some(fill) = pattern {
                rect fill=(fill) x=(px(x + 3.0)) y=(px(y - 6.0)) width="16" height="12" {}
            }
        },
        Swatch::Bar => html! {
            g class="plain" {
                (line("bar", (middle, y - 6.0), (middle, y + 6.0)))
                (line("bar", (middle - 3.0, y - 6.0), (middle + 3.0, y - 6.0)))
                (line("bar", (middle - 3.0, y + 6.0), (middle + 3.0, y + 6.0)))
            }
        },
        Swatch::Band => html! {
            g class="plain" { rect class="band" x=(px(x)) y=(px(y - 5.0)) width="22" height="10" {} }
        },
        Swatch::Ours => html! {
            g class="s0" { (across("span")) (mark(SeriesStyle { number: 0, is_paper: false }, (middle, y), 4.5)) }
        },
        Swatch::Diamond => html! {
            g class="plain around" { (mark(SeriesStyle { number: 3, is_paper: true }, (middle, y), 6.5)) }
        },
    }
}

/// The width of the numbers of a vertical axis.
pub(super) fn margin(scale: &Scale, size: f64) -> f64 {
    scale.ticks.iter().map(|tick| text_width(&tick.label, size)).fold(0.0, f64::max) + 8.0
}

/// The vertical axis: faint lines across, numbers at their left, its name above them.
pub(super) fn vertical_axis(axis: &Axis, scale: &Scale, field: Field, size: f64) -> Markup {
    html! {
        @for tick in &scale.ticks {
            @let y = scale.at(tick.value);
            (line("grid", (field.left, y), (field.right, y)))
            (text("number", (field.left - 6.0, y + 0.35 * size), Anchor::End, &tick.label))
        }
        (text("axis-name", (0.0, field.top - 0.9 * size), Anchor::Start, &axis.label))
    }
}

/// The axis below: short strokes, numbers, its name under them.
pub(super) fn horizontal_axis(axis: &Axis, scale: &Scale, field: Field, size: f64) -> Markup {
    let middle = f64::midpoint(field.left, field.right);
    html! {
        (line("axis", (field.left, field.bottom), (field.right, field.bottom)))
        @for tick in &scale.ticks {
            @let x = scale.at(tick.value);
            (line("axis", (x, field.bottom), (x, field.bottom + 4.0)))
            (text("number", (x, field.bottom + 5.0 + size), Anchor::Middle, &tick.label))
        }
        (text("axis-name", (middle, field.bottom + 10.0 + 2.3 * size), Anchor::Middle, &axis.label))
    }
}

/// The height of the axis below the field.
pub(super) fn below(size: f64) -> f64 {
    16.0 + 2.4 * size
}
