//! Every player of the report once: its short name, its spec, and what it is.

use std::collections::BTreeMap;

use agents::PLAYERS;
use maud::{Markup, html};

use super::entry::Entry;
use super::setup::Setup;
use crate::experiment::ExperimentResult;

/// The address of the list in the page.
pub(super) const ANCHOR: &str = "players";

/// The players of all contests: their short names by their specs.
pub(super) struct Players {
    names: BTreeMap<String, String>,
}

impl Players {
    /// The players of the results that the report shows.
    pub(super) fn of(results: &[ExperimentResult]) -> Self {
        let shown = Entry::all(results).into_iter().filter_map(|entry| entry.result);
        let setups = shown.flat_map(|result| &result.contests).filter_map(Setup::of);
        let specs: Vec<String> = setups.flat_map(|setup| setup.specs()).collect();
        Self { names: specs.into_iter().map(|spec| (spec.clone(), short_name(&spec))).collect() }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The short names of some players, each a link into the list.
    pub(super) fn links(&self, specs: &[&str]) -> Markup {
        html! {
            @for (number, spec) in specs.iter().enumerate() {
                @if number > 0 { ", " }
                @match self.names.get(*spec) {
                    Some(name) => a.player href={ "#" (self.anchor(spec)) } { (name) },
                    None => (spec),
                }
            }
        }
    }

    /// A text with short names in place of specs.
    pub(super) fn renamed(&self, text: &str) -> String {
        let word = |word: &str| {
            let spec = word.trim_end_matches([',', ';', '.']);
            self.names.get(spec).map_or(word.to_owned(), |name| format!("{name}{}", &word[spec.len()..]))
        };
        text.split(' ').map(word).collect::<Vec<_>>().join(" ")
    }

    /// The list: the players of each kind together.
    pub(super) fn list(&self) -> Markup {
        html! {
            section.appendix id=(ANCHOR) {
                h2 { "The players" }
                p.note {
                    "The experiments name them by the first column. The spec is what "
                    code { "otrera play" } " and " code { "otrera match" } " take; parameters that it does not set have their defaults."
                }
                div.scroll tabindex="0" role="region" aria-label="The players" {
                    table.player-list {
                        thead { tr { th scope="col" { "Name" } th.words scope="col" { "Spec" } th.words scope="col" { "What it is" } } }
                        @for (kind, specs) in self.kinds() {
                            tbody {
                                @for (number, spec) in specs.iter().enumerate() {
                                    tr id=(self.anchor(spec)) {
                                        th scope="row" { (self.names[*spec]) }
                                        td.words { code { (spec) } }
                                        @if number == 0 { td.words rowspan=(specs.len()) { (description(kind)) } }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    /// The specs by the name that they begin with.
    fn kinds(&self) -> BTreeMap<&str, Vec<&str>> {
        let mut kinds: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for spec in self.names.keys() {
            kinds.entry(kind(spec)).or_default().push(spec);
        }
        kinds
    }

    fn anchor(&self, spec: &str) -> String {
        format!("player-{}", self.names.keys().take_while(|other| *other != spec).count() + 1)
    }
}

fn kind(spec: &str) -> &str {
    spec.split(':').next().unwrap_or(spec)
}

/// What the players of a kind are, and whose.
fn description(kind: &str) -> String {
    let info = PLAYERS.iter().find(|player| player.name == kind);
    info.map_or(String::new(), |info| format!("{} ({})", info.summary, info.paper))
}

/// A spec as a name: values that are words stand alone, numbers after the name of their parameter.
fn short_name(spec: &str) -> String {
    let Some((kind, parameters)) = spec.split_once(':') else { return spec.to_owned() };
    let part = |part: &str| match part.split_once('=') {
        Some((_, value)) if value.starts_with(|letter: char| letter.is_ascii_alphabetic()) => {
            format!(" {value}")
        }
        Some((name, value)) => format!(" {name} {value}"),
        None => format!(" {part}"),
    };
    kind.to_owned() + &parameters.split(',').map(part).collect::<String>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spec_has_a_short_name() {
        for (spec, name) in [
            ("uct", "uct"),
            ("alphabeta:depth=2,eval=territory", "alphabeta depth 2 territory"),
            ("mgpeo:rollouts=4+5", "mgpeo rollouts 4+5"),
            ("course-iterative:choice=as-printed", "course-iterative as-printed"),
        ] {
            assert_eq!(short_name(spec), name);
        }
        assert!(description("uct").starts_with("UCT"), "{}", description("uct"));
        assert_eq!(description("of-another-time"), "");
    }
}
