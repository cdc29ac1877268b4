//! The committed instruction counts in `docs/instructions.txt`: lines of `name count`, comments after `#`.

use std::collections::BTreeMap;
use std::path::Path;
use std::{fmt, fs, io};

use anyhow::{Context, Result};

/// The instruction count of each workload.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Baseline(BTreeMap<String, u64>);

impl Baseline {
    /// Reads the file; a file that is not there is an empty baseline.
    pub(crate) fn read(path: &Path) -> Result<Self> {
        match fs::read_to_string(path) {
            Ok(text) => Self::parse(&text).with_context(|| format!("in {}", path.display())),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Self::default()),
            Err(error) => Err(error).with_context(|| format!("cannot read {}", path.display())),
        }
    }

    /// Writes the file under a comment that says where the numbers come from.
    pub(crate) fn write(&self, path: &Path, source: &str) -> Result<()> {
        fs::write(path, self.to_text(source)).with_context(|| format!("cannot write {}", path.display()))
    }

    fn parse(text: &str) -> Result<Self> {
        let mut counts = BTreeMap::new();
        for (index, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default().trim();
            if line.is_empty() {
                continue;
            }
            let count = line
                .split_once(char::is_whitespace)
                .and_then(|(name, count)| Some((name.to_owned(), count.trim().parse().ok()?)));
            let (name, count) =
                count.with_context(|| format!("line {} is not `name count`: `{line}`", index + 1))?;
            counts.insert(name, count);
        }
        Ok(Self(counts))
    }

    fn to_text(&self, source: &str) -> String {
        let mut text = format!("# {source}\n");
        for (name, count) in &self.0 {
            text += &format!("{name} {count}\n");
        }
        text
    }

    /// How a count compares with the baseline's.
    pub(crate) fn change(&self, name: &str, count: u64) -> Change {
        match self.0.get(name) {
            None | Some(0) => Change::New,
            Some(&before) => Change::Percent((count as f64 / before as f64 - 1.0) * 100.0),
        }
    }
}

impl FromIterator<(String, u64)> for Baseline {
    fn from_iter<T: IntoIterator<Item = (String, u64)>>(counts: T) -> Self {
        Self(counts.into_iter().collect())
    }
}

/// The difference between a count and the baseline's.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Change {
    /// The baseline does not know the workload.
    New,
    /// By how much more or less, in per cent of the baseline.
    Percent(f64),
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::New => f.pad("new"),
            Self::Percent(percent) => f.pad(&format!("{percent:+.2} %")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_round_trips() {
        let baseline = Baseline::parse("# a comment\n\nperft 1200\nfen  300 # small\n").unwrap();
        assert_eq!(baseline.to_text("from here"), "# from here\nfen 300\nperft 1200\n");
        assert_eq!(Baseline::parse(&baseline.to_text("from here")).unwrap(), baseline);
    }

    #[test]
    fn a_broken_line_is_named() {
        for text in ["perft 1\nfen", "perft 1\nfen many", "perft 1\nfen 3 4", "perft 1\nfen -3"] {
            let error = Baseline::parse(text).unwrap_err().to_string();
            assert!(error.starts_with("line 2 is not `name count`: `fen"), "{error}");
        }
    }

    #[test]
    fn a_file_that_is_not_there_is_empty() {
        assert_eq!(Baseline::read(Path::new("no/such/file")).unwrap(), Baseline::default());
    }

    #[test]
    fn changes_are_in_per_cent_of_the_baseline() {
        let baseline = Baseline::parse("perft 1000").unwrap();
        assert_eq!(baseline.change("perft", 1015).to_string(), "+1.50 %");
        assert_eq!(baseline.change("perft", 990).to_string(), "-1.00 %");
        assert_eq!(baseline.change("perft", 1000).to_string(), "+0.00 %");
        assert_eq!(baseline.change("fen", 1000).to_string(), "new");
    }
}
