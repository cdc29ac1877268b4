//! Drawings as SVG, by a small writer of our own.
//!
//! Crates that plot write colours into their elements. Here every stroke and filling has a class, and its colour is a
//! variable of the page's style, so that one drawing serves both themes and paper. Each drawing comes in two widths,
//! because text shrinks with its picture and a wide picture is unreadable on a telephone. The style shows one of them.
//!
//! - [`scale`]: where numbers stand on axes;
//! - [`marks`]: the shapes of points;
//! - [`frame`]: what surrounds the data: grid, labels, the key;
//! - [`lines`], [`intervals`], [`histogram`], [`tree`], [`board`]: the kinds of drawings;
//! - [`described`]: the same in words, for screen readers.

mod board;
mod described;
mod frame;
mod histogram;
mod intervals;
mod lines;
mod marks;
mod scale;
mod tree;

use maud::{Markup, html};

use crate::findings::{Drawing, Figure};

/// The width of a drawing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Width {
    /// For wide screens and for paper.
    Wide,
    /// For telephones.
    Narrow,
}

impl Width {
    fn pixels(self) -> f64 {
        match self {
            Self::Wide => 720.0,
            Self::Narrow => 340.0,
        }
    }

    /// The size of text.
    fn text(self) -> f64 {
        match self {
            Self::Wide => 13.0,
            Self::Narrow => 12.0,
        }
    }

    fn class(self) -> &'static str {
        match self {
            Self::Wide => "plot wide",
            Self::Narrow => "plot narrow",
        }
    }
}

/// The content of a drawing in one width, and its height.
struct Picture {
    height: f64,
    inside: Markup,
}

/// Draws a figure in both widths; `id` is its address in the page, `confidence` that of its intervals.
pub(super) fn figure(figure: &Figure, id: &str, confidence: &str) -> Markup {
    html! {
        (svg(figure, id, confidence, Width::Wide))
        (svg(figure, id, confidence, Width::Narrow))
    }
}

fn svg(figure: &Figure, id: &str, confidence: &str, width: Width) -> Markup {
    let id = format!("{id}-{}", if width == Width::Wide { "wide" } else { "narrow" });
    let picture = match &figure.drawing {
        Drawing::Lines { x, y, series } => lines::draw(x, y, series, confidence, width),
        Drawing::Intervals { axis, rows } => intervals::draw(axis, rows, confidence, width),
        Drawing::Histogram { x, y, edges, series } => histogram::draw(&id, x, y, edges, series, width),
        Drawing::Tree(root) => tree::draw(root, width),
        Drawing::Board { rows, .. } => board::draw(rows, width),
    };
    let (title, description) = (format!("{id}-title"), format!("{id}-description"));
    let view = format!("0 0 {} {}", px(width.pixels()), px(picture.height));
    html! {
        svg xmlns="http://www.w3.org/2000/svg" class=(width.class()) viewBox=(view) role="img"
            font-size=(px(width.text())) aria-labelledby={ (title) " " (description) } {
            title id=(title) { (figure.title) }
            desc id=(description) { (described::words(&figure.drawing)) }
            (picture.inside)
        }
    }
}

/// A coordinate with at most one decimal; 0 where it is not finite.
fn px(value: f64) -> String {
    let value = if value.is_finite() { value } else { 0.0 };
    let text = format!("{value:.1}");
    text.strip_suffix(".0").unwrap_or(&text).replace("-0", if text == "-0.0" { "0" } else { "-0" })
}

fn line(class: &str, (x1, y1): (f64, f64), (x2, y2): (f64, f64)) -> Markup {
    html! { line class=(class) x1=(px(x1)) y1=(px(y1)) x2=(px(x2)) y2=(px(y2)) {} }
}

/// Which part of a text is at its coordinates.
#[derive(Clone, Copy)]
enum Anchor {
    Start,
    Middle,
    End,
}

fn text(class: &str, (x, y): (f64, f64), anchor: Anchor, words: &str) -> Markup {
    let anchor = match anchor {
        Anchor::Start => "start",
        Anchor::Middle => "middle",
        Anchor::End => "end",
    };
    html! { text class=(class) x=(px(x)) y=(px(y)) text-anchor=(anchor) { (words) } }
}

/// The approximate width of a text in a wide font.
fn text_width(text: &str, size: f64) -> f64 {
    let letter = |letter: char| match letter {
        'i' | 'j' | 'l' | '.' | ',' | ':' | ';' | '\'' | '|' | ' ' | '(' | ')' | 'I' | 't' | 'f' | 'r' => {
            0.40
        }
        'm' | 'w' | 'M' | 'W' | '%' | '@' => 0.95,
        'A'..='Z' => 0.72,
        _ => 0.62,
    };
    text.chars().map(letter).sum::<f64>() * size
}

/// Breaks a text into lines that fit a width; a longer word has its own line.
fn wrapped(text: &str, size: f64, width: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(last) if text_width(last, size) + text_width(word, size) + 0.4 * size <= width => {
                last.push(' ');
                last.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
