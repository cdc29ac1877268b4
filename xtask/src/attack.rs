//! `cargo xtask attack`: attacks a server of this workspace on loopback, and prints what it costs.

use std::process::Command;

use anyhow::{Context, Result, ensure};
use clap::Args;

use crate::workspace;

/// Attack a server on loopback, and measure what it costs those who play meanwhile.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The mebibytes that the searches of a server share.
    #[arg(long, value_name = "MIB", default_value_t = 1024)]
    memory: u64,

    /// Print the broken promises and end without an error: times on a busy machine mislead.
    #[arg(long)]
    report_only: bool,

    /// Write the table into docs/reliability.md if all attacks are made and no promise is broken.
    #[arg(long, conflicts_with = "names")]
    write: bool,

    /// The attacks; all of them when none is named.
    #[arg(value_name = "NAME")]
    names: Vec<String>,
}

/// Builds the program and the attacks as they are released, and runs them.
///
/// # Errors
///
/// Fails when something cannot be built, or when a promise is broken.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let mut build = workspace::command("cargo build --release --locked -p otrera -p attack");
    ensure!(build.status().context("cannot start cargo")?.success(), "the programs cannot be built");
    let built = workspace::root().join("target/release");
    let mut attack = Command::new(built.join("attack"));
    attack.arg("--binary").arg(built.join("otrera")).args(["--memory", &arguments.memory.to_string()]);
    attack.args(arguments.report_only.then_some("--report-only")).args(&arguments.names);
    if arguments.write {
        attack.arg("--write").arg(workspace::root().join("docs/reliability.md"));
    }
    let status = attack.status().context("cannot start target/release/attack")?;
    ensure!(status.success(), "an attack failed: the lines above say which promise is broken");
    Ok(())
}
