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
    let words = prose(&sentence(&words));
    let (words, stop) = words.strip_suffix('.').map_or((words.as_str(), ""), |words| (words, "."));
    let (clause, rest) = words.split_at(words.find([':', ';']).unwrap_or(words.len()));
    html! {
        b { (clause) } (rest)
        @if let Some(number) = number { " " span.theirs-number { "(their " (number) ")" } }
        (stop)
    }
}

/// Splits `Equities (Table 5)`, `Equities (their Table 5), means` and `Table 5: equities` into words and number.
fn split(text: &str) -> (String, Option<&str>) {
    let text = text.trim();
    let is_number = |part: &str| KINDS.iter().any(|kind| part.starts_with(kind));
    for (open, _) in text.match_indices(" (") {
        let (words, inside) = (&text[..open], &text[open + 2..]);
        let Some((number, rest)) = inside.split_once(')') else { break };
        let number = number.strip_prefix("their ").unwrap_or(number);
        if is_number(number) {
            return (format!("{words}{rest}"), Some(number));
        }
    }
    match text.split_once(": ") {
        Some((number, words)) if is_number(number) => (words.to_owned(), Some(number)),
        _ => (text.to_owned(), None),
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
            (
                "Nodes, counted (their Table 2): of the first move",
                "Nodes, counted: of the first move",
                Some("Table 2"),
            ),
            ("Matches (ours) (Table 6), by set", "Matches (ours), by set", Some("Table 6")),
            ("Figure 3: seconds a move", "seconds a move", Some("Figure 3")),
            ("Equities (ours)", "Equities (ours)", None),
            ("Nodes: counted", "Nodes: counted", None),
        ] {
            assert_eq!(split(text), (words.to_owned(), number));
        }
        assert_eq!(
            title("Figure 3: seconds a move; both programs").into_string(),
            "<b>Seconds a move</b>; both programs <span class=\"theirs-number\">(their Figure 3)</span>."
        );
    }
}
