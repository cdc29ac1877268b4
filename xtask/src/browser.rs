//! `cargo xtask browser`: installs a Chromium for the tests of the page, if there is none.
//!
//! It installs Debian's package with apt and never downloads a browser from elsewhere.

use anyhow::{Result, bail};
use clap::Args;

use crate::tool::Tool;
use crate::workspace;

/// Install Debian's Chromium where it is missing.
#[derive(Args)]
pub(crate) struct Arguments {}

/// The browser of the page's tests.
const CHROMIUM: Tool =
    Tool { name: "chromium", probe: "chromium --version", install: "apt-get install -y chromium" };

/// Runs the task.
///
/// # Errors
///
/// Fails when the browser is missing and cannot be installed.
pub(crate) fn run(_: &Arguments) -> Result<()> {
    if CHROMIUM.require().is_ok() {
        println!("chromium is installed");
        return Ok(());
    }
    // The first attempt fails if the package lists are old.
    for line in [CHROMIUM.install, "apt-get update", CHROMIUM.install] {
        println!("==> {line}");
        let is_done = workspace::command(line).status().is_ok_and(|status| status.success());
        if is_done && CHROMIUM.require().is_ok() {
            return Ok(());
        }
    }
    bail!("{CHROMIUM}, or skip the checks that need it: cargo xtask test --no-browser")
}
