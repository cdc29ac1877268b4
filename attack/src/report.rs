//! The table, as it is printed and as `docs/reliability.md` keeps it.

use std::fmt;
use std::process::Command;

use anyhow::{Context, Result};

use crate::promises::Measured;

/// The head of the table.
pub(crate) const HEAD: &str = "| attack | memory at most | worst acknowledgement | plies acknowledged | lost | found |\n\
                               |---|---:|---:|---:|---:|---|";

/// The lines of a document between which the table stands.
const MARKS: [&str; 2] = ["<!-- attack table: begin -->\n", "<!-- attack table: end -->\n"];

/// What became of an attack.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) name: &'static str,
    /// The figures of the person who played meanwhile, if somebody did.
    pub(crate) measured: Option<Measured>,
    /// The plies that were acknowledged and those that were lost, if nobody played meanwhile.
    pub(crate) plies: Option<(usize, usize)>,
    /// What was found.
    pub(crate) words: String,
    /// The promises and expectations that were broken.
    pub(crate) broken: Vec<String>,
}

impl Outcome {
    /// The broken promises, with the name of the attack.
    pub(crate) fn failures(&self) -> Vec<String> {
        self.broken.iter().map(|words| format!("{}: {words}", self.name)).collect()
    }
}

/// Its row of the table.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "| {} ", self.name)?;
        match (&self.measured, self.plies) {
            (Some(measured), _) => {
                let memory = measured.memory.map_or_else(|| "?".to_owned(), |memory| format!("{memory} MiB"));
                let worst = measured.worst.as_millis();
                write!(f, "| {memory} | {worst} ms | {} | {} ", measured.plies, measured.lost)?;
            }
            (None, Some((plies, lost))) => write!(f, "| | | {plies} | {lost} ")?,
            (None, None) => write!(f, "| | | | ")?,
        }
        let broken: Vec<String> = self.broken.iter().map(|words| format!("**{words}**")).collect();
        let found = std::iter::once(self.words.clone()).chain(broken).filter(|words| !words.is_empty());
        // What a program says may have a bar or a line in it.
        let found = found.collect::<Vec<_>>().join("; ").replace('|', "\\|").replace('\n', " ");
        write!(f, "| {found} |")
    }
}

/// The load of the machine over the last minute, where the system tells it.
pub(crate) fn load() -> String {
    let text = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split(' ').next().filter(|load| !load.is_empty()).unwrap_or("unknown").to_owned()
}

/// A sentence that says where and when it is measured.
pub(crate) fn conditions(budget: u64) -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let date = Command::new("date").args(["-u", "+%F"]).output();
    let date = date.map_or_else(|_| String::new(), |said| String::from_utf8_lossy(&said.stdout).into_owned());
    format!(
        "Measured {} on {cores} cores; the load of the machine was {} before the first attack. Searches share {budget} MiB.",
        date.trim(),
        load()
    )
}

/// A document with these rows in the place of its table.
///
/// # Errors
/// When the document has no marks.
pub(crate) fn replace(text: &str, conditions: &str, outcomes: &[Outcome]) -> Result<String> {
    let [begin, end] = MARKS;
    let (before, rest) = text.split_once(begin).context("the file has no line \"attack table: begin\"")?;
    let (_, after) = rest.split_once(end).context("the file has no line \"attack table: end\"")?;
    let rows: String = outcomes.iter().map(|outcome| format!("{outcome}\n")).collect();
    Ok(format!("{before}{begin}{HEAD}\n{rows}\n{conditions}\n{end}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(broken: &[&str]) -> Outcome {
        Outcome {
            name: "ping flood",
            measured: None,
            plies: Some((7, 0)),
            words: "said a|b".to_owned(),
            broken: broken.iter().map(|&words| words.to_owned()).collect(),
        }
    }

    #[test]
    fn a_row_has_the_columns_of_the_head() {
        let columns = |row: &str| row.replace("\\|", "").matches('|').count();
        let head = HEAD.lines().next().unwrap();
        let played = Outcome { measured: Some(Measured::default()), ..outcome(&[]) };
        for outcome in
            [outcome(&[]), outcome(&["one", "two"]), played, Outcome { plies: None, ..outcome(&[]) }]
        {
            assert_eq!(columns(&outcome.to_string()), columns(head), "{outcome}");
        }
        assert_eq!(outcome(&["lost"]).to_string(), "| ping flood | | | 7 | 0 | said a\\|b; **lost** |");
        assert_eq!(outcome(&["lost"]).failures(), ["ping flood: lost"]);
    }

    #[test]
    fn a_table_takes_the_place_of_the_one_before() {
        let text = format!("a\n{}old\n{}b\n", MARKS[0], MARKS[1]);
        let first = replace(&text, "Then.", &[outcome(&[])]).unwrap();
        let second = replace(&first, "Now.", &[outcome(&[])]).unwrap();
        assert!(first.starts_with("a\n") && first.ends_with("b\n") && first.contains("Then."));
        assert_eq!(second, first.replace("Then.", "Now."));
        assert!(replace("no marks", "", &[]).is_err());
    }

    #[test]
    fn the_document_of_the_promises_has_a_place_for_the_table() {
        let text = include_str!("../../docs/reliability.md");
        assert!(replace(text, "", &[]).is_ok());
    }
}
