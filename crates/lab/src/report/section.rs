//! The section of one experiment: its question, the paper's setup and ours, statements, tables and figures.

use maud::{Markup, html};

use super::entry::Entry;
use super::players::Players;
use super::setup::Setup;
use super::statements::statements;
use super::{caption, confidence, plot, prose, table};
use crate::conditions::Scale;
use crate::experiment::{Experiment, ExperimentInfo, ExperimentResult, Paper};
use crate::experiments::find;
use crate::findings::{Findings, Unit};
use crate::words::sentence;

/// Writes an experiment that was run, or that was not.
pub(super) fn section(entry: &Entry<'_>, players: &Players) -> Markup {
    let about = entry.about;
    html! {
        section.experiment id=(about.name) {
            h3 { (prose(about.title)) }
            p.place {
                @if about.paper != Paper::Otrera { (about.paper.name()) ", " }
                (about.place) " \u{b7} " code { (about.name) }
            }
            p { (prose(about.question)) }
            (setup(about, entry.result, players))
            @match entry.result {
                Some(result) => {
                    (statements(entry))
                    (findings(about, result, players))
                }
                None => {
                    p.missing { strong { "Not run." } " This report has no result of it: "
                        code { "otrera lab run " (about.name) } " makes one." }
                }
            }
        }
    }
}

fn findings(about: &ExperimentInfo, result: &ExperimentResult, players: &Players) -> Markup {
    let Findings { tables, figures, remarks, .. } = &result.findings;
    let confidence = confidence(result);
    html! {
        @if !tables.is_empty() || !figures.is_empty() { h4 { "What was found" } }
        @for (number, one) in tables.iter().enumerate() {
            (table::table(one, &format!("{}-table-{}", about.name, number + 1), confidence, players))
        }
        @for (number, one) in figures.iter().enumerate() {
            figure {
                (plot::figure(one, &format!("{}-figure-{}", about.name, number + 1), confidence))
                figcaption { (caption::title(&one.title)) }
            }
        }
        @if !remarks.is_empty() {
            h4 { "Remarks" }
            ul { @for remark in remarks { li { (prose(&sentence(&players.renamed(remark)))) } } }
        }
        @if !about.differences.is_empty() {
            h4 { "Why our figures may differ" }
            ul { @for difference in about.differences { li { (prose(difference)) } } }
        }
    }
}

/// The paper's setup and ours.
fn setup(about: &ExperimentInfo, result: Option<&ExperimentResult>, players: &Players) -> Markup {
    html! {
        dl.conditions {
            @if !about.original.is_empty() {
                dt { (if about.paper == Paper::Otrera { "What was asked for" } else { "The paper had" }) }
                dd { (prose(&sentence(about.original))) }
            }
            @if let Some(result) = result {
                dt { "We had" }
                dd {
                    p { (scale(result)) " " (made(result)) }
                    (contests(result, players))
                }
            }
        }
    }
}

fn scale(result: &ExperimentResult) -> String {
    let conditions = &result.conditions;
    let scale = match conditions.scale {
        Scale::Toy => "Toy scale, which says nothing about the question",
        Scale::Quick => "Quick scale, with fewer games and shorter limits than the paper\u{2019}s",
        Scale::Faithful => {
            "Faithful scale, with as many iterations a move as the paper\u{2019}s programs where it says how many and no other \
             number is given below"
        }
        Scale::Paper => "The paper\u{2019}s own scale",
    };
    let by = match conditions.scale.is_counted() {
        true => "limited by playouts and nodes in place of seconds",
        false => "limited by seconds",
    };
    // Only the file name is shown, not its folder.
    let uses_it = find(&result.experiment).is_some_and(Experiment::uses_collection);
    let file = conditions.collection.as_ref().filter(|_| uses_it).and_then(|path| path.file_name());
    let file = file.map_or(String::new(), |name| format!(", games of {}", name.to_string_lossy()));
    format!("{scale}; {by}{file}.")
}

fn made(result: &ExperimentResult) -> String {
    let made = &result.provenance;
    let cores = match made.concurrency {
        1 => "one core".to_owned(),
        cores => format!("{cores} cores"),
    };
    let so_far =
        if result.is_unfinished { " It is not finished: this is what the games so far decide." } else { "" };
    let again = made.judged_by.as_ref().map_or(String::new(), |commit| {
        format!(" Its statements were made again by commit {commit} from what is kept of this run.")
    });
    format!(
        "It took {} on {cores} ({}), on {}.{again}{so_far}",
        Unit::Seconds.write(result.seconds),
        made.machine,
        made.date
    )
}

/// The conditions of all contests, folded.
fn contests(result: &ExperimentResult, players: &Players) -> Markup {
    let setups: Vec<Setup> = result.contests.iter().filter_map(Setup::of).collect();
    html! {
        @if !setups.is_empty() {
            details {
                summary { "Games, openings, seed and limits" }
                @for setup in &setups {
                    p { (setup.games(result.conditions.scale)) " Seed " (setup.seed()) "." }
                    ul.players {
                        @for (limit, specs) in setup.players_by_limit() {
                            li { b { (limit) } ": " (players.links(&specs)) }
                        }
                    }
                }
            }
        }
    }
}
