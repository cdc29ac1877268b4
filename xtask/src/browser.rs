//! `cargo xtask browser`: sees to it that there is a Chromium for the tests of the page.
//!
//! It takes the one that is there, or installs Debian's where apt can; it never downloads one from elsewhere.

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

/// Runs the chore.
///
/// # Errors
///
/// Fails when the browser is missing and cannot be installed.
pub(crate) fn run(_: &Arguments) -> Result<()> {
    if CHROMIUM.require().is_ok() {
        println!("chromium is there");
        return Ok(());
    }
    // Where the lists of packages are old the first attempt fails and the second is right.
    for line in [CHROMIUM.install, "apt-get update", CHROMIUM.install] {
        println!("==> {line}");
        let is_done = workspace::command(line).status().is_ok_and(|status| status.success());
        if is_done && CHROMIUM.require().is_ok() {
            return Ok(());
        }
    }
    bail!("{CHROMIUM}, or leave out what needs it: cargo xtask test --no-browser")
}
