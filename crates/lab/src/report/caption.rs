//! Titles of tables and figures. Ours have no numbers; where a title names the paper's own, it is shown as theirs.

use maud::{Markup, html};

use super::prose;
use crate::words::sentence;

/// How a number of a paper begins.
const KINDS: [&str; 8] =
    ["Table ", "Tables ", "Figure ", "Figures ", "Group ", "Groups ", "Appendix ", "Section "];

/// A title whose first clause is bold, and the paper's own number apart: `their Table 5`.
pub(super) fn title(text: &str) -> Markup {
    let (words, number) = split(text);
    let words = prose(&sentence(words));
    let (clause, rest) = words.split_at(words.find([':', ';']).unwrap_or(words.len()));
    html! {
        b { (clause) } (rest)
        @if let Some(number) = number { " " span.theirs-number { "their " (number) } }
    }
}

/// Splits `Equities (Table 5)`, `Equities (their Table 5)` and `Table 5: equities` into words and number.
fn split(text: &str) -> (&str, Option<&str>) {
    let text = text.trim();
    let is_number = |part: &str| KINDS.iter().any(|kind| part.starts_with(kind));
    let at_end = text.strip_suffix(')').and_then(|text| text.rsplit_once(" ("));
    if let Some((words, number)) = at_end {
        let number = number.strip_prefix("their ").unwrap_or(number);
        if is_number(number) {
            return (words, Some(number));
        }
    }
    match text.split_once(": ") {
        Some((number, words)) if is_number(number) => (words, Some(number)),
        _ => (text, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_papers_number_stands_apart_from_the_words() {
        for (text, words, number) in [
            ("Equities (Table 5)", "Equities", Some("Table 5")),
            ("Equities (their Tables 4 and 5)", "Equities", Some("Tables 4 and 5")),
            ("Figure 3: seconds a move", "seconds a move", Some("Figure 3")),
            ("Equities (ours)", "Equities (ours)", None),
            ("Nodes: counted", "Nodes: counted", None),
        ] {
            assert_eq!(split(text), (words, number));
        }
        assert_eq!(
            title("Figure 3: seconds a move; both programs").into_string(),
            "<b>Seconds a move</b>; both programs. <span class=\"theirs-number\">their Figure 3</span>"
        );
    }
}
