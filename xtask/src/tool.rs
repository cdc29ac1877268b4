//! A program that a chore needs and that a new machine may lack: a chore says so and never skips its work.

use std::path::PathBuf;
use std::process::Stdio;
use std::{env, fmt};

use anyhow::{Context, Result, bail};

use crate::workspace;

/// A program that is asked whether it is there.
pub(crate) struct Tool {
    /// What people call it.
    pub(crate) name: &'static str,
    /// A command line that succeeds exactly when the tool is there.
    pub(crate) probe: &'static str,
    /// How to get it.
    pub(crate) install: &'static str,
}

impl Tool {
    /// Fails with a word on how to install the tool when its probe fails.
    pub(crate) fn require(&self) -> Result<()> {
        let mut probe = workspace::command(self.probe);
        // The tool's own complaint would only say the same in other words.
        let status = probe.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
        if status.is_ok_and(|status| status.success()) {
            return Ok(());
        }
        bail!("{self} (`{}` failed)", self.probe)
    }

    /// Finds the program called `name` on the search path.
    pub(crate) fn find(&self) -> Result<PathBuf> {
        let path = env::var_os("PATH").unwrap_or_default();
        let found = env::split_paths(&path).map(|folder| folder.join(self.name)).find(|file| file.is_file());
        found.with_context(|| self.to_string())
    }
}

impl fmt::Display for Tool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is missing: install it with `{}`", self.name, self.install)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOBODY: Tool = Tool {
        name: "no-such-tool",
        probe: "no-such-tool --version",
        install: "apt-get install no-such-tool",
    };

    #[test]
    fn a_missing_tool_is_named_with_its_cure() {
        let cure = "no-such-tool is missing: install it with `apt-get install no-such-tool`";
        assert!(NOBODY.require().unwrap_err().to_string().starts_with(cure));
        assert_eq!(NOBODY.find().unwrap_err().to_string(), cure);
    }

    #[test]
    fn a_failing_probe_is_a_missing_tool() {
        let tool = Tool { probe: "cargo no-such-command --version", ..NOBODY };
        assert!(tool.require().is_err());
    }

    #[test]
    fn a_present_tool_is_let_through() {
        let tool = Tool { name: "cargo", probe: "cargo --version", install: "" };
        tool.require().unwrap();
    }
}
