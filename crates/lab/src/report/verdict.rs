//! Words and marks of verdicts and causes. Marks differ in shape, not in colour alone.

use maud::{Markup, html};

use crate::findings::{Cause, StatementVerdict};

/// All verdicts in the order of the report.
pub(super) const VERDICTS: [StatementVerdict; 3] =
    [StatementVerdict::Seen, StatementVerdict::NotSeen, StatementVerdict::Undecided];

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

/// The word of a cause.
pub(super) fn cause_word(cause: Cause) -> &'static str {
    match cause {
        Cause::Paper => "the paper",
        Cause::Conditions => "the conditions",
        Cause::Open => "open",
    }
}

/// A verdict as a mark and a word.
pub(super) fn badge(verdict: StatementVerdict) -> Markup {
    html! { span.badge.(class(verdict)) { (square(verdict)) (word(verdict)) } }
}

/// The mark of a verdict: a filled square with a tick, an empty one with a cross, a dashed one with a question mark.
pub(super) fn square(verdict: StatementVerdict) -> Markup {
    let path = match verdict {
        StatementVerdict::Seen => "M4.3 8.4L7 11L11.8 5.2",
        StatementVerdict::NotSeen => "M4.6 4.6L11.4 11.4M11.4 4.6L4.6 11.4",
        StatementVerdict::Undecided => "M5.8 6.1A2.2 2.2 0 1 1 8 8.5V9.4M8 11.6V11.9",
    };
    html! {
        svg.square.(class(verdict)) xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" aria-hidden="true" {
            rect x="1" y="1" width="14" height="14" rx="2" {}
            path d=(path) {}
        }
    }
}
