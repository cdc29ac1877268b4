//! Tables: our figure with its interval and number, and the paper's below it.

use maud::{Markup, html};

use super::players::Players;
use super::{caption, typeset};
use crate::findings::{Cell, Measured, ResultTable, TableRow, Unit};

/// A longer table is folded.
const LONG: usize = 30;

/// Writes a table; `id` is its address in the page, `confidence` that of its intervals.
pub(super) fn table(table: &ResultTable, id: &str, confidence: &str, players: &Players) -> Markup {
    let numbers: Vec<&Measured> = table.rows.iter().flat_map(|row| &row.cells).filter_map(measured).collect();
    let same = shared(&numbers);
    html! {
        // The caption stands outside: it does not scroll with a wide table.
        p.caption id=(id) {
            (caption::title(&table.title))
            @if let Some(note) = note(&numbers, same, confidence) { " " span.note { (note) } }
        }
        @if table.rows.len() > LONG {
            details { summary { (table.rows.len()) " rows" } (grid(table, id, same, players)) }
        } @else {
            (grid(table, id, same, players))
        }
    }
}

/// The table itself, in a box that scrolls.
fn grid(table: &ResultTable, id: &str, same: Option<u64>, players: &Players) -> Markup {
    html! {
        div.scroll tabindex="0" role="region" aria-labelledby=(id) {
            table aria-labelledby=(id) {
                thead {
                    tr {
                        @for (place, head) in table.head.iter().enumerate() {
                            th scope="col" class=[is_text(table, place).then_some("words")] {
                                (head)
                                @if let Some(of) = column(table, place).filter(|_| same.is_none()) { span.of { (n(of)) } }
                            }
                        }
                    }
                }
                tbody {
                    @for row in &table.rows { (line(table, row, same, players)) }
                }
            }
        }
    }
}

/// How the cells are read.
fn note(numbers: &[&Measured], same: Option<u64>, confidence: &str) -> Option<String> {
    let has = |wanted: fn(&Measured) -> bool| numbers.iter().any(|number| wanted(number));
    let mut parts = Vec::new();
    if has(|number| number.interval.is_some()) {
        parts.push(format!("{confidence} intervals below our figures"));
    }
    if has(|number| number.paper.is_some()) {
        parts.push("the paper\u{2019}s figures in italics".to_owned());
    }
    if let Some(same) = same {
        parts.push(format!("{} each", n(same)));
    }
    let words = parts.join("; ");
    let mut letters = words.chars();
    letters.next().map(|first| format!("{}{}.", first.to_uppercase(), letters.as_str()))
}

/// The number of games, if it is the same everywhere.
fn shared(numbers: &[&Measured]) -> Option<u64> {
    let mut counts = numbers.iter().filter(|number| number.ours.is_some()).map(|number| number.of);
    let first = counts.next()??;
    counts.all(|count| count == Some(first)).then_some(first)
}

/// The number of games of a column, if it is the same in all of it.
fn column(table: &ResultTable, place: usize) -> Option<u64> {
    let cell = place.checked_sub(1)?;
    let numbers: Vec<&Measured> =
        table.rows.iter().filter_map(|row| row.cells.get(cell)).filter_map(measured).collect();
    shared(&numbers)
}

/// A number of games as statistics write it.
fn n(of: u64) -> String {
    format!("n\u{a0}=\u{a0}{}", Unit::Count.write(of as f64))
}

fn measured(cell: &Cell) -> Option<&Measured> {
    match cell {
        Cell::Number(measured) => Some(measured),
        Cell::Text(_) => None,
    }
}

/// Whether a column has words only: these begin at the left.
fn is_text(table: &ResultTable, column: usize) -> bool {
    let Some(cell) = column.checked_sub(1) else { return true };
    table.rows.iter().filter_map(|row| row.cells.get(cell)).all(|cell| matches!(cell, Cell::Text(_)))
}

fn line(table: &ResultTable, row: &TableRow, same: Option<u64>, players: &Players) -> Markup {
    html! {
        tr {
            th scope="row" { (players.renamed(&row.name)) }
            @for (place, cell) in row.cells.iter().enumerate() {
                @let is_shown = same.or_else(|| column(table, place + 1)).is_some();
                td class=[is_text(table, place + 1).then_some("words")] {
                    @match cell {
                        Cell::Text(words) => (players.renamed(words)),
                        Cell::Number(number) => (figure(number, is_shown)),
                    }
                }
            }
        }
    }
}

fn figure(number: &Measured, is_shown: bool) -> Markup {
    let value = number.value_words().map_or_else(|| "\u{2013}".to_owned(), |words| typeset(&words));
    let of = number.of.filter(|_| !is_shown && number.ours.is_some());
    html! {
        span.ours { (value) }
        @if let Some(interval) = number.interval_words() { span.interval { (typeset(&interval)) } }
        @if let Some(of) = of { span.of { (n(of)) } }
        @if let Some(paper) = number.paper { span.theirs { "paper " (typeset(&number.unit.write(paper))) } }
    }
}
