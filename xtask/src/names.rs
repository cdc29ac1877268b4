//! Selection of items by names given as arguments.

use anyhow::{Result, bail};

/// The selected names, each once and in the order of `known`; all of them if none is given. `kind` is for the error.
pub(crate) fn choose(asked: &[String], known: &[String], kind: &str) -> Result<Vec<String>> {
    if let Some(unknown) = asked.iter().find(|name| !known.contains(name)) {
        bail!("unknown {kind} `{unknown}`; expected one of: {}", known.join(", "));
    }
    let chosen = known.iter().filter(|name| asked.is_empty() || asked.contains(name));
    Ok(chosen.cloned().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn no_name_is_every_name() {
        assert_eq!(choose(&[], &names("perft fen"), "workload").unwrap(), names("perft fen"));
    }

    #[test]
    fn names_are_taken_once_and_in_order() {
        let chosen = choose(&names("sgf perft sgf"), &names("perft fen sgf"), "workload");
        assert_eq!(chosen.unwrap(), names("perft sgf"));
    }

    #[test]
    fn an_unknown_name_is_an_error_that_lists_the_known_ones() {
        let error = choose(&names("perft fne"), &names("perft fen"), "workload").unwrap_err();
        assert_eq!(error.to_string(), "unknown workload `fne`; expected one of: perft, fen");
    }
}
