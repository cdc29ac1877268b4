//! The whole page: what it is, where it comes from, its contents, and paper by paper the experiments.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::palette::{DARK, LIGHT, PAPER, SERIES};
use super::section::{Counters, class, mark, section, word};
use crate::experiment::{Experiment, ExperimentInfo, ExperimentResult, Paper};
use crate::experiments::EXPERIMENTS;
use crate::findings::StatementVerdict;

const TITLE: &str = "The papers on the Game of the Amazons, measured again";

const VERDICTS: [StatementVerdict; 3] =
    [StatementVerdict::Seen, StatementVerdict::NotSeen, StatementVerdict::Undecided];

/// The page.
pub(super) fn page(protocols: &[ExperimentResult]) -> Markup {
    let mut counters = Counters::default();
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
                    (introduction(protocols))
                }
                main {
                    (provenance(protocols))
                    (contents(protocols))
                    @for paper in Paper::ALL {
                        @let experiments = of(paper);
                        @if !experiments.is_empty() {
                            section.source id=(anchor(paper)) {
                                h2 { (paper.name()) }
                                p.citation { (paper.citation()) }
                                @for about in experiments { (section(about, find(protocols, about), &mut counters)) }
                            }
                        }
                    }
                    (unknown_experiments(protocols))
                }
            }
        }
    }
}

/// The experiments of a paper.
fn of(paper: Paper) -> Vec<&'static ExperimentInfo> {
    EXPERIMENTS.iter().map(|experiment| experiment.about()).filter(|about| about.paper == paper).collect()
}

fn anchor(paper: Paper) -> String {
    format!("paper-{}", paper.name().to_lowercase())
}

/// The protocol of an experiment: the last one, should there be several.
fn find<'a>(protocols: &'a [ExperimentResult], about: &ExperimentInfo) -> Option<&'a ExperimentResult> {
    protocols.iter().rev().find(|protocol| protocol.experiment == about.name)
}

/// The protocols that the page shows, in its order.
fn shown(protocols: &[ExperimentResult]) -> Vec<&ExperimentResult> {
    let abouts = Paper::ALL.into_iter().flat_map(of);
    abouts.filter_map(|about| find(protocols, about)).collect()
}

fn count(protocol: &ExperimentResult, verdict: StatementVerdict) -> usize {
    protocol.findings.statements.iter().filter(|statement| statement.verdict == verdict).count()
}

fn introduction(protocols: &[ExperimentResult]) -> Markup {
    let shown = shown(protocols);
    let sum = |verdict| shown.iter().map(|protocol| count(protocol, verdict)).sum::<usize>();
    let all: usize = VERDICTS.into_iter().map(sum).sum();
    html! {
        p.lead {
            "Five papers tell how well programs play the Game of the Amazons. Otrera plays all of their players; here are their \
             tables and figures made again, ours beside theirs, with what became of each statement that they make."
        }
        p {
            (shown.len()) " of " (EXPERIMENTS.len()) " experiments were run. Of " (all) " statements, "
            @for (place, verdict) in VERDICTS.into_iter().enumerate() {
                @if place > 0 { @if place == 2 { " and " } @else { ", " } }
                span.count.(class(verdict)) { (mark(verdict)) (sum(verdict)) " " (word(verdict)) }
            }
            "."
        }
        p.note {
            "A statement is " em { "seen" } " where the whole 95% interval of our figures says the same, "
            em { "not seen" } " where the whole interval says otherwise, and " em { "undecided" }
            " where it allows both: more games would tell. Intervals of shares are Wilson\u{2019}s, those of differences \
             Newcombe\u{2019}s. With so many intervals of 95%, one in twenty is expected to miss."
        }
    }
}

/// Who made the figures: once for all where they come from one run.
fn provenance(protocols: &[ExperimentResult]) -> Markup {
    let mut makers: Vec<(String, String, String)> = Vec::new();
    for protocol in shown(protocols) {
        let made = &protocol.provenance;
        let maker = (
            format!("Otrera {}, commit {}", made.version, made.commit),
            format!("{}, {} cores, {} games at once", made.machine, made.cores, made.concurrency),
            format!("{} scale, {}", word_of(&protocol.conditions.scale), made.date),
        );
        if !makers.contains(&maker) {
            makers.push(maker);
        }
    }
    html! {
        @if !makers.is_empty() {
            section.provenance {
                h2 { "Where the figures come from" }
                @for (program, machine, scale) in makers {
                    dl.facts {
                        div { dt { "Program" } dd { (program) } }
                        div { dt { "Machine" } dd { (machine) } }
                        div { dt { "Scale and date" } dd { (scale) } }
                    }
                }
            }
        }
    }
}

/// A scale as files name it.
fn word_of(scale: &crate::conditions::Scale) -> String {
    serde_json::to_value(scale).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}

/// The contents: every experiment with the verdicts on its statements.
fn contents(protocols: &[ExperimentResult]) -> Markup {
    html! {
        nav aria-labelledby="contents" {
            h2 id="contents" { "Contents" }
            table.contents {
                thead {
                    tr {
                        th scope="col" { "Experiment" }
                        @for verdict in VERDICTS {
                            th scope="col" .(class(verdict)) { (mark(verdict)) span { (word(verdict)) } }
                        }
                    }
                }
                @for paper in Paper::ALL {
                    @let experiments = of(paper);
                    @if !experiments.is_empty() {
                        tbody {
                            tr { th.source colspan="4" scope="rowgroup" { a href={ "#" (anchor(paper)) } { (paper.name()) } } }
                            @for about in experiments { (entry(about, find(protocols, about))) }
                        }
                    }
                }
            }
        }
    }
}

fn entry(about: &ExperimentInfo, protocol: Option<&ExperimentResult>) -> Markup {
    html! {
        tr {
            th scope="row" {
                a href={ "#" (about.name) } { (about.title) }
                span.place { (about.place) }
            }
            @match protocol {
                Some(protocol) => {
                    @for verdict in VERDICTS {
                        @let count = count(protocol, verdict);
                        td class=(if count == 0 { "none" } else { class(verdict) }) { (count) }
                    }
                }
                None => { td.none colspan="3" { "not run" } }
            }
        }
    }
}

/// Results of unknown experiments are listed by name.
fn unknown_experiments(protocols: &[ExperimentResult]) -> Markup {
    let is_known =
        |name: &str| EXPERIMENTS.iter().any(|experiment: &&dyn Experiment| experiment.about().name == name);
    let unknown_experiments: Vec<&str> = protocols
        .iter()
        .map(|protocol| protocol.experiment.as_str())
        .filter(|name| !is_known(name))
        .collect();
    html! {
        @if !unknown_experiments.is_empty() {
            p.note { "Not shown, since this program has no such experiment: " (unknown_experiments.join(", ")) "." }
        }
    }
}

/// The style: the palettes' variables, a class a series, and the sheet.
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
