//! The whole page: the first screen, the contents, paper by paper the experiments, and the lists at the end.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::appendix::{ERRORS_PART, NOT_MADE_PART, PROVENANCE_PART, errors, not_made, provenance};
use super::entry::Entry;
use super::palette::{DARK, LIGHT, PAPER, SERIES};
use super::players::{self, Players};
use super::prose;
use super::section::section;
use super::summary::{anchor, summary};
use crate::experiment::{ExperimentResult, Paper};

const TITLE: &str = "The papers on the Game of the Amazons, measured again";

/// The page.
pub(super) fn page(results: &[ExperimentResult]) -> Markup {
    let players = Players::of(results);
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (TITLE) }
                style { (PreEscaped(style())) }
            }
            body {
                header {
                    h1 { (TITLE) }
                    p.lead {
                        "Otrera has the players of five papers, the networks of one of them included; here are the \
                         papers\u{2019} results measured again, with our verdicts on their statements."
                    }
                    (summary(results))
                }
                main {
                    (contents(results, &players))
                    @for paper in Paper::ALL {
                        section.source id=(anchor(paper)) {
                            h2 { (paper.name()) }
                            p.citation { (paper.citation()) }
                            @for entry in Entry::of(paper, results) { (section(&entry, &players)) }
                        }
                    }
                    @if !players.is_empty() { (players.list()) }
                    (not_made())
                    (errors())
                    (provenance(results))
                }
            }
        }
    }
}

/// The contents: every experiment with its place in the paper, and the lists at the end.
fn contents(results: &[ExperimentResult], players: &Players) -> Markup {
    let list = (!players.is_empty()).then_some((players::ANCHOR, "The players"));
    html! {
        nav aria-labelledby="contents" {
            h2 id="contents" { "Contents" }
            dl.contents {
                @for paper in Paper::ALL {
                    dt { a href={ "#" (anchor(paper)) } { (paper.name()) } }
                    dd {
                        ul {
                            @for Entry { about, result } in Entry::of(paper, results) {
                                li {
                                    a href={ "#" (about.name) } { (prose(about.title)) }
                                    span.place { " " (about.place) @if result.is_none() { ", not run" } }
                                }
                            }
                        }
                    }
                }
                dt { "Lists" }
                dd {
                    ul {
                        @for (id, heading) in list.into_iter().chain([NOT_MADE_PART, ERRORS_PART, PROVENANCE_PART]) {
                            li { a href={ "#" (id) } { (heading) } }
                        }
                    }
                }
            }
        }
    }
}

/// The palettes' variables, a class for each series, and the style sheet.
fn style() -> String {
    let series: String = (0..SERIES).map(|place| format!(".s{place}{{--c:var(--series-{place})}}")).collect();
    format!(
        ":root{{{}}}@media screen and (prefers-color-scheme:dark){{:root{{{}}}}}@media print{{:root{{{}}}}}{series}\n{}",
        LIGHT.declarations(),
        DARK.declarations(),
        PAPER.declarations(),
        include_str!("style.css")
    )
}
