//! The section of one experiment: its question, the paper's setup and ours, the findings.

use maud::{Markup, html};

use super::setup::Setup;
use super::{plot, table};
use crate::conditions::Scale;
use crate::experiment::{Experiment, ExperimentInfo, ExperimentResult, Paper};
use crate::experiments::find;
use crate::findings::{Findings, Statement, StatementVerdict, Unit};
use crate::words::sentence;

/// Tables and figures are counted through the whole page.
#[derive(Default)]
pub(super) struct Counters {
    tables: usize,
    figures: usize,
}

/// Writes an experiment that was run, or that was not.
pub(super) fn section(
    about: &ExperimentInfo,
    protocol: Option<&ExperimentResult>,
    counters: &mut Counters,
) -> Markup {
    html! {
        section.experiment id=(about.name) {
            h3 { (about.title) }
            p.place { (about.place) " \u{b7} " code { (about.name) } }
            p { (about.question) }
            @match protocol {
                Some(protocol) => (run(about, protocol, counters)),
                None => {
                    p.missing { strong { "Not run." } " There is no protocol of it among those of this report: "
                        code { "otrera lab run " (about.name) } " makes one." }
                    (conditions(about, None))
                }
            }
        }
    }
}

fn run(about: &ExperimentInfo, protocol: &ExperimentResult, counters: &mut Counters) -> Markup {
    let Findings { tables, figures, statements, remarks } = &protocol.findings;
    html! {
        (conditions(about, Some(protocol)))
        @if !statements.is_empty() {
            h4 { (if about.paper == Paper::Otrera { "Statements" } else { "The paper\u{2019}s statements" }) }
            (self::statements(statements))
        }
        @if !tables.is_empty() || !figures.is_empty() { h4 { "What was found" } }
        @for one in tables {
            @let number = { counters.tables += 1; counters.tables };
            (table::table(one, number))
        }
        @for one in figures {
            @let number = { counters.figures += 1; counters.figures };
            figure {
                (plot::figure(one, number))
                figcaption { b { "Figure " (number) ". " } (sentence(&one.title)) }
            }
        }
        @if !remarks.is_empty() {
            h4 { "Remarks" }
            ul { @for remark in remarks { li { (remark) } } }
        }
        (differences(about))
    }
}

fn differences(about: &ExperimentInfo) -> Markup {
    html! {
        @if !about.differences.is_empty() {
            h4 { "Why our figures may differ" }
            ul { @for difference in about.differences { li { (difference) } } }
        }
    }
}

/// What the paper had and what we had.
fn conditions(about: &ExperimentInfo, protocol: Option<&ExperimentResult>) -> Markup {
    html! {
        dl.conditions {
            @if !about.original.is_empty() {
                dt { (if about.paper == Paper::Otrera { "What was asked for" } else { "The paper had" }) }
                dd { (sentence(about.original)) }
            }
            @if let Some(protocol) = protocol {
                dt { "We had" }
                dd {
                    p { (scale(protocol)) " " (made(protocol)) }
                    @for contest in &protocol.contests { (self::contest(contest, protocol.conditions.seed)) }
                }
            }
        }
    }
}

fn scale(protocol: &ExperimentResult) -> String {
    let conditions = &protocol.conditions;
    let scale = match conditions.scale {
        Scale::Toy => "Toy scale, which says nothing about the question",
        Scale::Quick => "Quick scale, with fewer games and shorter limits than the paper\u{2019}s",
        Scale::Faithful => {
            "Faithful scale, with as many iterations a move as the paper\u{2019}s programs had"
        }
        Scale::Paper => "The paper\u{2019}s own scale",
    };
    let by = match conditions.scale.is_counted() {
        true => "limited by playouts and nodes in place of seconds",
        false => "limited by seconds",
    };
    // Only the file name is shown, not its folder.
    let uses_it = find(&protocol.experiment).is_some_and(Experiment::uses_collection);
    let file = conditions.collection.as_ref().filter(|_| uses_it).and_then(|path| path.file_name());
    let file = file.map_or(String::new(), |name| format!(", games of {}", name.to_string_lossy()));
    format!("{scale}; {by}, seed {}{file}.", conditions.seed)
}

fn made(protocol: &ExperimentResult) -> String {
    let made = &protocol.provenance;
    let cores = match made.concurrency {
        1 => "one core".to_owned(),
        cores => format!("{cores} cores"),
    };
    format!(
        "It took {} on {cores} ({}), on {}.",
        Unit::Seconds.write(protocol.seconds),
        made.machine,
        made.date
    )
}

fn contest(contest: &serde_json::Value, seed: u64) -> Markup {
    html! {
        @if let Some(setup) = Setup::of(contest) {
            p { (setup.games) @if setup.seed != seed { " Its seed is " (setup.seed) "." } }
            ul.players {
                @for (shared, members) in &setup.players {
                    li {
                        b { (shared) } ": "
                        @for (place, member) in members.iter().enumerate() {
                            @if place > 0 { ", " }
                            span.member { (member) }
                        }
                    }
                }
            }
        }
    }
}

fn statements(statements: &[Statement]) -> Markup {
    html! {
        ol.statements {
            @for statement in statements {
                li {
                    (badge(statement.verdict))
                    div {
                        p.claim { (statement.claim) }
                        p.because { (sentence(&statement.because)) }
                    }
                }
            }
        }
    }
}

/// A verdict as a mark and a word.
fn badge(verdict: StatementVerdict) -> Markup {
    html! { span.badge.(class(verdict)) { (mark(verdict)) (word(verdict)) } }
}

/// The word of a verdict.
pub(super) fn word(verdict: StatementVerdict) -> &'static str {
    match verdict {
        StatementVerdict::Seen => "seen",
        StatementVerdict::NotSeen => "not seen",
        StatementVerdict::Undecided => "undecided",
    }
}

/// The class of a verdict.
pub(super) fn class(verdict: StatementVerdict) -> &'static str {
    match verdict {
        StatementVerdict::Seen => "seen",
        StatementVerdict::NotSeen => "not-seen",
        StatementVerdict::Undecided => "undecided",
    }
}

/// The mark of a verdict: a tick, a cross, a question mark without its words. The shapes differ, not the colours alone.
pub(super) fn mark(verdict: StatementVerdict) -> Markup {
    let path = match verdict {
        StatementVerdict::Seen => "M4.5 8.5L7 11L11.5 5.5",
        StatementVerdict::NotSeen => "M5.2 5.2L10.8 10.8M10.8 5.2L5.2 10.8",
        StatementVerdict::Undecided => "M5.8 6.3A2.2 2.2 0 1 1 8 8.6V9.4M8 11.4V11.9",
    };
    html! {
        svg.verdict xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" aria-hidden="true" {
            circle cx="8" cy="8" r="7" {}
            path d=(path) {}
        }
    }
}
