//! A program that a task needs. A task fails with the install command if it is missing; it never skips its work.

use std::path::PathBuf;
use std::process::Stdio;
use std::{env, fmt};

use anyhow::{Context, Result, bail};

use crate::workspace;

/// A program with the commands that detect and install it.
pub(crate) struct Tool {
    /// The name of the program.
    pub(crate) name: &'static str,
    /// A command line that succeeds if and only if the tool is installed.
    pub(crate) probe: &'static str,
    /// The command line that installs it.
    pub(crate) install: &'static str,
}

impl Tool {
    /// Fails with the install command if the probe fails.
    pub(crate) fn require(&self) -> Result<()> {
        let mut probe = workspace::command(self.probe);
        // The error below replaces the output of the probe.
        let status = probe.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
        if status.is_ok_and(|status| status.success()) {
            return Ok(());
        }
        bail!("{self} (`{}` failed)", self.probe)
    }

    /// The path of the program `name`.
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

    const MISSING: Tool = Tool {
        name: "no-such-tool",
        probe: "no-such-tool --version",
        install: "apt-get install no-such-tool",
    };

    #[test]
    fn a_missing_tool_is_named_with_its_install_command() {
        let message = "no-such-tool is missing: install it with `apt-get install no-such-tool`";
        assert!(MISSING.require().unwrap_err().to_string().starts_with(message));
        assert_eq!(MISSING.find().unwrap_err().to_string(), message);
    }

    #[test]
    fn a_failing_probe_is_a_missing_tool() {
        let tool = Tool { probe: "cargo no-such-command --version", ..MISSING };
        assert!(tool.require().is_err());
    }

    #[test]
    fn an_installed_tool_passes() {
        let tool = Tool { name: "cargo", probe: "cargo --version", install: "" };
        tool.require().unwrap();
    }
}
