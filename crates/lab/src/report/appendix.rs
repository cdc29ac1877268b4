//! The end of the page: where the figures come from, errors of the papers, and what was not made.

use maud::{Markup, html};

use super::entry::Entry;
use super::prose;
use crate::experiment::{Experiment, ExperimentResult, Paper};
use crate::experiments::EXPERIMENTS;
use crate::not_made::NOT_MADE;
use crate::paper_errors::PAPER_ERRORS;

/// The addresses of the parts in the page, with their headings.
pub(super) const NOT_MADE_PART: (&str, &str) = ("not-made", "What was not made");
pub(super) const ERRORS_PART: (&str, &str) = ("errors", "Errors and contradictions of the papers");
pub(super) const PROVENANCE_PART: (&str, &str) = ("provenance", "Where the figures come from");

/// What of the papers was not made again.
pub(super) fn not_made() -> Markup {
    let parts = |paper: Paper| {
        NOT_MADE.iter().filter(move |part| part.paper == paper).map(|part| (part.place, part.what))
    };
    by_paper(NOT_MADE_PART, "What a paper has and this report has not, and why.", parts)
}

/// The errors of the papers.
pub(super) fn errors() -> Markup {
    let errors = |paper: Paper| {
        PAPER_ERRORS.iter().filter(move |error| error.paper == paper).map(|error| (error.place, error.what))
    };
    by_paper(
        ERRORS_PART,
        "In our own words, each with its place; readings that these force are with the experiments.",
        errors,
    )
}

/// A list of places and sentences by paper.
fn by_paper<I>((id, heading): (&str, &str), note: &str, parts: impl Fn(Paper) -> I) -> Markup
where
    I: Iterator<Item = (&'static str, &'static str)>,
{
    html! {
        section.appendix id=(id) {
            h2 { (heading) }
            p.note { (note) }
            @for paper in Paper::ALL {
                @let parts: Vec<_> = parts(paper).collect();
                @if !parts.is_empty() {
                    h3 { (paper.name()) }
                    ul.places {
                        @for (place, what) in parts { li { b { (place) } ". " (prose(what)) } }
                    }
                }
            }
        }
    }
}

/// Program, machine, scale and date of every result; experiments of one run together.
pub(super) fn provenance(results: &[ExperimentResult]) -> Markup {
    let mut runs: Vec<([String; 3], Vec<&str>)> = Vec::new();
    for result in Entry::all(results).iter().filter_map(|entry| entry.result) {
        let run = run(result);
        match runs.iter_mut().find(|(known, _)| *known == run) {
            Some((_, experiments)) => experiments.push(&result.experiment),
            None => runs.push((run, vec![&result.experiment])),
        }
    }
    html! {
        section.appendix id=(PROVENANCE_PART.0) {
            h2 { (PROVENANCE_PART.1) }
            @for ([program, machine, scale], experiments) in &runs {
                dl.facts {
                    div { dt { "Program" } dd { (program) } }
                    div { dt { "Machine" } dd { (machine) } }
                    div { dt { "Scale and date" } dd { (scale) } }
                    div { dt { "Experiments" } dd { (experiments.join(", ")) } }
                }
            }
            (changed_trees(results))
            (unknown_experiments(results))
        }
    }
}

/// What a commit that is marked as changed means.
fn changed_trees(results: &[ExperimentResult]) -> Markup {
    html! {
        @if results.iter().any(|result| result.provenance.commit.ends_with("-dirty")) {
            p.note {
                "Where a commit ends in " code { "-dirty" } ", the program was built while files of its repository, sources or not, were \
                 changed and not committed: its sources cannot be had again for certain, but its games can be played again by \
                 another build and compared."
            }
        }
    }
}

fn run(result: &ExperimentResult) -> [String; 3] {
    let made = &result.provenance;
    let scale = serde_json::to_value(result.conditions.scale).ok();
    let scale = scale.and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default();
    [
        format!("Otrera {}, commit {}", made.version, made.commit),
        format!("{}, {} cores, {} games at once", made.machine, made.cores, made.concurrency),
        format!("{scale} scale, {}", made.date),
    ]
}

/// Results of unknown experiments are listed by name.
fn unknown_experiments(results: &[ExperimentResult]) -> Markup {
    let is_known =
        |name: &str| EXPERIMENTS.iter().any(|experiment: &&dyn Experiment| experiment.about().name == name);
    let unknown: Vec<&str> =
        results.iter().map(|result| result.experiment.as_str()).filter(|name| !is_known(name)).collect();
    html! {
        @if !unknown.is_empty() {
            p.note { "Not shown, since this program has no such experiment: " (unknown.join(", ")) "." }
        }
    }
}
