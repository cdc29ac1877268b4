//! The report: one HTML file of all results, to be read, printed and put beside a paper.
//!
//! - `page`: the whole page and its contents;
//! - `entry`: an experiment with its result, and its statements by whose they are;
//! - `summary`: the first screen: paper by paper a sentence and a strip of verdicts;
//! - `section`, `statements`: one experiment;
//! - `setup`: the conditions of its contests, read from their JSON;
//! - `players`: every player once, by name;
//! - `appendix`: provenance, errors of the papers, what was not made;
//! - `verdict`: words and marks of verdicts;
//! - `caption`: titles of tables and figures, with the paper's own numbers;
//! - `table`: our figures beside the paper's;
//! - `plot`: drawings as SVG;
//! - `palette`: the colours of both themes.
//!
//! The file loads nothing from a network and has no script. It follows the reader's light or dark theme, and paper is
//! white.

mod appendix;
mod caption;
mod entry;
mod page;
mod palette;
mod players;
mod plot;
mod section;
mod setup;
mod statements;
mod summary;
mod table;
mod verdict;

use crate::conditions::Scale;
use crate::experiment::ExperimentResult;

/// The report as one self-contained HTML file. Experiments without a result are named as not run; of two results of one
/// experiment the later one in the list counts.
#[must_use]
pub fn html(results: &[ExperimentResult]) -> String {
    page::page(results).into_string()
}

/// The confidence of a result's intervals: 99% where games are looked at five times, else 95%.
fn confidence(result: &ExperimentResult) -> &'static str {
    if result.conditions.scale == Scale::Faithful && !result.contests.is_empty() { "99%" } else { "95%" }
}

/// A number or its unit as print has it: a real minus, micro as one letter, powers of ten raised.
fn typeset(text: &str) -> String {
    let text = text.replace(" us", " \u{b5}s");
    let Some((digits, power)) = text.split_once("e-") else { return text.replace('-', "\u{2212}") };
    let raised: String = power.chars().map(raised).collect();
    format!("{}\u{d7}10\u{207b}{raised}", digits.replace('-', "\u{2212}"))
}

/// A sentence as print has it: real minus signs, apostrophes and micro.
fn prose(text: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    let at = |place: Option<usize>| place.and_then(|place| letters.get(place)).copied();
    let is_digit = |letter: Option<char>| letter.is_some_and(|letter| letter.is_ascii_digit());
    let typeset = letters.iter().enumerate().map(|(place, &letter)| {
        let (before, after) = (at(place.checked_sub(1)), at(Some(place + 1)));
        match letter {
            '-' if is_digit(after) && before.is_none_or(|before| " (".contains(before)) => '\u{2212}',
            '\'' if before.is_some_and(char::is_alphanumeric) => '\u{2019}',
            'u' if before == Some(' ')
                && after == Some('s')
                && is_digit(at(place.checked_sub(2)))
                && !at(Some(place + 2)).is_some_and(char::is_alphanumeric) =>
            {
                '\u{b5}'
            }
            _ => letter,
        }
    });
    typeset.collect()
}

fn raised(digit: char) -> char {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    digit.to_digit(10).map_or(digit, |digit| DIGITS[digit as usize])
}

#[cfg(test)]
mod tests;
