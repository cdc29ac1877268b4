//! The statements of an experiment with their verdicts.

use maud::{Markup, html};

use super::entry::{Entry, Placed};
use super::prose;
use super::verdict::{badge, cause_word};
use crate::experiment::Paper;
use crate::findings::{StatementSource, StatementVerdict};
use crate::words::sentence;

/// The paper's statements, then our own questions, each under its own heading.
pub(super) fn statements(entry: &Entry<'_>) -> Markup {
    let own = if entry.about.paper == Paper::Otrera { "Statements" } else { "Our own questions" };
    html! {
        @for (source, heading) in [(StatementSource::Paper, "The paper\u{2019}s statements"), (StatementSource::Ours, own)] {
            @let placed = entry.statements(source);
            @if !placed.is_empty() {
                h4 { (heading) }
                ol.statements { @for placed in &placed { (item(placed)) } }
            }
        }
    }
}

fn item(placed: &Placed<'_>) -> Markup {
    let statement = placed.statement;
    let why = statement.why.as_ref().filter(|_| placed.is(StatementVerdict::NotSeen));
    let is_falling = statement.is_robust == Some(false) && !placed.is(StatementVerdict::Undecided);
    html! {
        li id=(placed.id) {
            (badge(statement.verdict))
            div {
                p.claim { (prose(&statement.claim)) }
                @if let Some(why) = why {
                    p.why { span.cause { (cause_word(why.cause)) } " " (prose(&sentence(&why.reason))) }
                }
                p.because {
                    (prose(&sentence(&statement.because)))
                    @if is_falling { " " em { "Falls by the correction for the number of statements." } }
                }
            }
        }
    }
}
