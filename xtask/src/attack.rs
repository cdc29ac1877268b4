//! `cargo xtask attack`: attacks a server of this workspace on loopback, and prints what it costs.

use std::process::Command;

use anyhow::{Context, Result, ensure};
use clap::Args;

use crate::workspace;

/// Attack a server on loopback, and measure what it costs those who play meanwhile.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The attacks; all of them when none is named.
    #[arg(value_name = "NAME")]
    names: Vec<String>,
}

/// Builds the program and the attacks as they are released, and runs them.
///
/// # Errors
///
/// Fails when something cannot be built, or when an attack gets through.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let mut build = workspace::command("cargo build --release --locked -p otrera -p attack");
    ensure!(build.status().context("cannot start cargo")?.success(), "the programs cannot be built");
    let built = workspace::root().join("target/release");
    let mut attack = Command::new(built.join("attack"));
    attack.arg("--binary").arg(built.join("otrera")).args(&arguments.names);
    let status = attack.status().context("cannot start target/release/attack")?;
    ensure!(status.success(), "an attack got through: the table above says which");
    Ok(())
}
