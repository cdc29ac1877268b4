//! The report: one HTML file of all protocols, to be read, printed and put beside a paper.
//!
//! - `page`: the whole page: what it is, where it comes from, its contents;
//! - `section`: one experiment;
//! - `setup`: under which conditions its games were played, read from the contests' own words;
//! - `table`: figures beside the paper's;
//! - `plot`: drawings as SVG;
//! - `palette`: the colours of both themes.
//!
//! The file asks nothing of any network and needs no script. It follows the reader's light or dark theme, and paper is
//! white.

mod page;
mod palette;
mod plot;
mod section;
mod setup;
mod table;

use crate::experiment::ExperimentResult;

/// The report as one self-contained HTML file. Experiments without a protocol are named as not run; of two protocols of one
/// experiment the later one in the list counts.
#[must_use]
pub fn html(protocols: &[ExperimentResult]) -> String {
    page::page(protocols).into_string()
}

/// A number or its unit as print has it: a real minus, micro as one letter, powers of ten raised.
fn typeset(text: &str) -> String {
    let text = text.replace(" us", " \u{b5}s");
    let Some((digits, power)) = text.split_once("e-") else { return text.replace('-', "\u{2212}") };
    let raised: String = power.chars().map(raised).collect();
    format!("{}\u{d7}10\u{207b}{raised}", digits.replace('-', "\u{2212}"))
}

fn raised(digit: char) -> char {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    digit.to_digit(10).map_or(digit, |digit| DIGITS[digit as usize])
}

#[cfg(test)]
mod tests;
