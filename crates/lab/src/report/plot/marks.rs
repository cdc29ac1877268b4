//! The marks of points: no two series of a drawing have the same shape and colour.

use maud::{Markup, html};

use super::px;
use crate::report::palette::SERIES;

/// The colour and shape of a series, by its number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct SeriesStyle {
    pub(super) number: usize,
    /// Whether it is a paper's: hollow and dashed.
    pub(super) is_paper: bool,
}

impl SeriesStyle {
    /// The classes that give everything inside its colour.
    pub(super) fn class(self) -> String {
        format!("s{}{}", self.number % SERIES, if self.is_paper { " paper" } else { "" })
    }
}

/// A point at a place.
pub(super) fn mark(style: SeriesStyle, (x, y): (f64, f64), radius: f64) -> Markup {
    html! { path class="mark" d=(outline(style.number, (x, y), radius)) {} }
}

/// A closed outline; the shapes are about equally heavy.
fn outline(number: usize, (x, y): (f64, f64), radius: f64) -> String {
    // Seven shapes and six colours: forty-two series before two style the same.
    let corners: &[(f64, f64)] = match number % 7 {
        0 => {
            let (left, r) = (px(x - radius), px(radius));
            let across = px(2.0 * radius);
            return format!("M{left} {}a{r} {r} 0 1 0 {across} 0a{r} {r} 0 1 0 -{across} 0Z", px(y));
        }
        1 => &[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)],
        2 => &[(0.0, -1.2), (1.1, 0.8), (-1.1, 0.8)],
        3 => &[(0.0, -1.3), (1.3, 0.0), (0.0, 1.3), (-1.3, 0.0)],
        4 => &[(0.0, 1.2), (1.1, -0.8), (-1.1, -0.8)],
        5 => &[
            (-0.4, -1.2),
            (0.4, -1.2),
            (0.4, -0.4),
            (1.2, -0.4),
            (1.2, 0.4),
            (0.4, 0.4),
            (0.4, 1.2),
            (-0.4, 1.2),
            (-0.4, 0.4),
            (-1.2, 0.4),
            (-1.2, -0.4),
            (-0.4, -0.4),
        ],
        _ => &[(0.0, -1.2), (1.15, -0.35), (0.7, 1.0), (-0.7, 1.0), (-1.15, -0.35)],
    };
    let places = corners.iter().map(|(dx, dy)| format!("{} {}", px(x + dx * radius), px(y + dy * radius)));
    format!("M{}Z", places.collect::<Vec<_>>().join("L"))
}
