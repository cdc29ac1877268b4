//! The first screen: paper by paper one sentence of what was found, and a strip with a square for each statement.

use maud::{Markup, html};

use super::entry::{Entry, Placed};
use super::prose;
use super::verdict::{VERDICTS, cause_word, square, word};
use crate::conditions::Scale;
use crate::experiment::{ExperimentResult, Paper};
use crate::findings::{Cause, StatementSource, StatementVerdict};
use crate::not_made::caution;

/// How many statements that were not seen are quoted in a paper's sentence.
const QUOTED: usize = 2;

/// Longer statements are quoted only if there is no shorter one.
const SHORT: usize = 90;

/// The rows of all papers, the row of our own questions, and how verdicts are made.
pub(super) fn summary(results: &[ExperimentResult]) -> Markup {
    let papers = Paper::ALL.into_iter().filter(|&paper| paper != Paper::Otrera);
    html! {
        div.summary {
            @for paper in papers { (paper_row(paper, &Entry::of(paper, results))) }
            (own_row(&Entry::all(results)))
        }
        (legend())
        (method(results))
    }
}

/// The address of a paper's section.
pub(super) fn anchor(paper: Paper) -> String {
    format!("paper-{}", paper.name().to_lowercase())
}

fn paper_row(paper: Paper, entries: &[Entry<'_>]) -> Markup {
    html! {
        div.row {
            div.name {
                a href={ "#" (anchor(paper)) } { (paper.name()) }
                span.note { (paper.short_citation()) }
            }
            div {
                p { (sentence(entries, StatementSource::Paper, "statements")) @if let Some(caution) = caution(paper) { " " (caution) } }
                (strip(entries, StatementSource::Paper, &format!("Statements of {}", paper.name())))
            }
        }
    }
}

fn own_row(entries: &[Entry<'_>]) -> Markup {
    html! {
        div.row.own {
            div.name { "Our own questions" span.note { "not in the papers" } }
            div {
                p { (sentence(entries, StatementSource::Ours, "questions")) }
                (strip(entries, StatementSource::Ours, "Our own questions"))
            }
        }
    }
}

/// What was found, in one sentence made of the verdicts.
fn sentence(entries: &[Entry<'_>], source: StatementSource, what: &str) -> Markup {
    let placed: Vec<Placed<'_>> = entries.iter().flat_map(|entry| entry.statements(source)).collect();
    let count = |verdict| placed.iter().filter(|placed| placed.is(verdict)).count();
    let [seen, not_seen, undecided] = VERDICTS.map(count);
    let missing = entries.iter().filter(|entry| entry.result.is_none()).count();
    let answered = if source == StatementSource::Paper { "seen" } else { "answered with yes" };
    html! {
        @if missing == entries.len() {
            "Not run."
        } @else if placed.is_empty() {
            "No " (what) " judged."
        } @else {
            @if seen == placed.len() { b { "All " (seen) } } @else { b { (seen) " of " (placed.len()) } }
            " " (what) " " (answered)
            @if undecided > 0 { ", " (undecided) " undecided" }
            @if not_seen > 0 {
                @match source {
                    StatementSource::Paper => (not_seen_words(&placed)),
                    StatementSource::Ours => { ", " (not_seen) " with no" }
                }
            }
            @if missing > 0 { "; " (missing) " of " (entries.len()) " experiments not run" }
            "."
        }
    }
}

/// The statements that were not seen: some quoted with their cause, the others counted.
fn not_seen_words(placed: &[Placed<'_>]) -> Markup {
    let all: Vec<&Placed<'_>> = placed.iter().filter(|placed| placed.is(StatementVerdict::NotSeen)).collect();
    let length = |placed: &&&Placed<'_>| bare(&placed.statement.claim).chars().count();
    let mut quoted: Vec<&Placed<'_>> =
        all.iter().filter(|placed| length(placed) <= SHORT).take(QUOTED).copied().collect();
    if quoted.is_empty() {
        quoted.extend(all.iter().min_by_key(length).copied());
    }
    let more = all.len() - quoted.len();
    html! {
        "; not seen: "
        @for (number, placed) in quoted.iter().enumerate() {
            @if number > 0 { @if more == 0 { " and " } @else { ", " } }
            a href={ "#" (placed.id) } { "\u{201c}" (prose(bare(&placed.statement.claim))) "\u{201d}" }
            @if let Some(why) = &placed.statement.why { " (" (cause_word(why.cause)) ")" }
        }
        @if more > 0 { " and " (more) " more" (causes(&all, &quoted)) }
    }
}

/// The causes of those that are not quoted: ` (the conditions 2, open 1)`.
fn causes(all: &[&Placed<'_>], quoted: &[&Placed<'_>]) -> String {
    let others: Vec<Cause> = all
        .iter()
        .filter(|placed| !quoted.iter().any(|other| other.id == placed.id))
        .filter_map(|placed| placed.statement.why.as_ref().map(|why| why.cause))
        .collect();
    let count = |cause: Cause| others.iter().filter(|other| **other == cause).count();
    let counts =
        [Cause::Paper, Cause::Conditions, Cause::Open].map(|cause| (count(cause), cause_word(cause)));
    let words: Vec<String> = counts
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, word)| format!("{word} {count}"))
        .collect();
    if words.is_empty() { String::new() } else { format!(" ({})", words.join(", ")) }
}

/// A claim without its stop and without what stands in parentheses at its end.
fn bare(claim: &str) -> &str {
    let claim = claim.trim().trim_end_matches('.');
    match claim.ends_with(')').then(|| claim.rfind('(')).flatten() {
        Some(open) if open > 0 => claim[..open].trim_end(),
        _ => claim,
    }
}

/// A square for each statement in order, each a link to it; experiments stand a little apart.
fn strip(entries: &[Entry<'_>], source: StatementSource, name: &str) -> Markup {
    let groups: Vec<Vec<Placed<'_>>> = entries.iter().map(|entry| entry.statements(source)).collect();
    html! {
        ol.strip aria-label=(name) {
            @for group in groups.iter().filter(|group| !group.is_empty()) {
                @for (number, placed) in group.iter().enumerate() {
                    @let label = format!("{}: {}", word(placed.statement.verdict), placed.statement.claim);
                    li class=[(number == 0).then_some("first")] {
                        a href={ "#" (placed.id) } title=(label) aria-label=(label) { (square(placed.statement.verdict)) }
                    }
                }
            }
        }
    }
}

fn legend() -> Markup {
    html! {
        p.legend.note {
            @for verdict in VERDICTS { span { (square(verdict)) (word(verdict)) } }
            span { "Each square is a statement and leads to it; gaps divide experiments." }
        }
    }
}

/// How many verdicts would fall by a correction for their number, and how verdicts are made.
fn method(results: &[ExperimentResult]) -> Markup {
    let entries = Entry::all(results);
    let scale = |wanted: Scale| {
        entries.iter().filter_map(|entry| entry.result).any(|result| result.conditions.scale == wanted)
    };
    let is_faithful = scale(Scale::Faithful);
    let has_other = [Scale::Toy, Scale::Quick, Scale::Paper].into_iter().any(scale);
    html! {
        p.note.method {
            (robustness(&entries))
            " A statement is seen where the whole interval of our figures agrees with it, not seen where the whole interval \
             contradicts it, and undecided where the interval allows both. What follows the word \u{201c}here\u{201d} in a statement is the \
             measure by which we judge it: it is ours, not the paper\u{2019}s."
            @if is_faithful {
                " At the faithful scale there are five looks fixed beforehand, each with 99% intervals, so that all looks \
                 together err in at most 5%."
            }
            @if has_other { " Intervals are of 95%" @if is_faithful { " at other scales" } "." }
            " The two games of a pair count as dependent; intervals of shares are Wilson\u{2019}s, those of differences and \
             ratios Newcombe\u{2019}s and MOVER."
        }
    }
}

fn robustness(entries: &[Entry<'_>]) -> Markup {
    let placed: Vec<Placed<'_>> =
        entries.iter().flat_map(|entry| entry.statements(StatementSource::Paper)).collect();
    let decided = placed.iter().filter(|placed| !placed.is(StatementVerdict::Undecided));
    let known: Vec<bool> = decided.filter_map(|placed| placed.statement.is_robust).collect();
    let falling = known.iter().filter(|is_robust| !**is_robust).count();
    html! {
        @if known.is_empty() {
            "These results do not say how many verdicts would fall by a correction for their number."
        } @else {
            b {
                @if falling == 0 { "None" } @else { (falling) }
                " of " (known.len()) " verdicts that rest on chance would fall by a correction for their number"
            }
            " (Bonferroni)."
        }
    }
}
