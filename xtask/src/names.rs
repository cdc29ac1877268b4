//! Names given as arguments: all of them when none is given, and a clear word about one that nobody knows.

use anyhow::{Result, bail};

/// Returns the names that were asked for, each once and in the order of `known`, or all of them when none was.
///
/// `kind` is what a name stands for, for the error.
pub(crate) fn choose(asked: &[String], known: &[String], kind: &str) -> Result<Vec<String>> {
    if let Some(stranger) = asked.iter().find(|name| !known.contains(name)) {
        bail!("there is no {kind} called `{stranger}`; there are: {}", known.join(", "));
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
        assert_eq!(error.to_string(), "there is no workload called `fne`; there are: perft, fen");
    }
}
