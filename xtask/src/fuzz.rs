//! `cargo xtask fuzz`: every fuzz target for a while, one after another.
//!
//! The targets are built by cargo-fuzz with a sanitizer, which needs the nightly toolchain; `cargo xtask test` only
//! checks on the stable one that they compile.

use std::fs;

use anyhow::{Context, Result, ensure};
use clap::Args;

use crate::tool::Tool;
use crate::{names, workspace};

/// Run the fuzz targets, each for a while.
#[derive(Args)]
pub(crate) struct Arguments {
    /// How long each target runs.
    // libFuzzer takes 0 for "without end".
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..))]
    seconds: u32,

    /// The targets to run; all of them when none is named.
    #[arg(value_name = "TARGET")]
    targets: Vec<String>,
}

const NIGHTLY: Tool = Tool {
    name: "the nightly toolchain",
    probe: "cargo +nightly --version",
    install: "rustup toolchain install nightly",
};

const CARGO_FUZZ: Tool = Tool {
    name: "cargo-fuzz",
    probe: "cargo +nightly fuzz --version",
    install: "cargo install --locked cargo-fuzz",
};

/// Runs the targets.
///
/// # Errors
///
/// Fails when a tool is missing, or at the end when a target found something; a find does not keep the other targets
/// from their turn.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let targets = names::choose(&arguments.targets, &all_targets()?, "fuzz target")?;
    NIGHTLY.require()?;
    CARGO_FUZZ.require()?;

    let mut failed = Vec::new();
    for target in &targets {
        let line = command_line(target, arguments.seconds)?;
        println!("==> {line}");
        let mut command = workspace::command(&line);
        let suppressions = workspace::root().join("fuzz/leaks.txt");
        command.env("LSAN_OPTIONS", format!("suppressions={}", suppressions.display()));
        let status = command.status().with_context(|| format!("cannot start `{line}`"))?;
        if !status.success() {
            failed.push(target.as_str());
        }
    }
    ensure!(failed.is_empty(), "fuzz targets that failed: {} (their output is above)", failed.join(", "));
    println!("all {} fuzz targets ran {} s each and found nothing", targets.len(), arguments.seconds);
    Ok(())
}

/// Writes the command for one target, with the folders that hold its inputs.
///
/// libFuzzer adds what it finds to the first folder, which it does not make itself; the seeds of the repository come
/// second and stay as they are.
fn command_line(target: &str, seconds: u32) -> Result<String> {
    let corpus = format!("fuzz/corpus/{target}");
    let seeds = format!("fuzz/seeds/{target}");
    fs::create_dir_all(workspace::root().join(&corpus)).with_context(|| format!("cannot make {corpus}"))?;
    let folders = if workspace::root().join(&seeds).is_dir() { format!("{corpus} {seeds}") } else { corpus };
    // libFuzzer begins with inputs of few bytes: a conversation of one line.
    let length = if target.starts_with("host_") { " -len_control=0 -max_len=300" } else { "" };
    // The tasks of a server end after its conversation: what they hold is taken for lost.
    let leaks = if target == "host_socket" { " -detect_leaks=0" } else { "" };
    Ok(format!(
        "cargo +nightly fuzz run {target} {folders} -- -max_total_time={seconds} -timeout=10{length}{leaks}"
    ))
}

/// The names of the files in `fuzz/fuzz_targets`, in alphabetical order.
fn all_targets() -> Result<Vec<String>> {
    let folder = workspace::root().join("fuzz/fuzz_targets");
    let entries = fs::read_dir(&folder).with_context(|| format!("cannot list {}", folder.display()))?;
    let mut targets = Vec::new();
    for entry in entries {
        let path = entry.with_context(|| format!("cannot list {}", folder.display()))?.path();
        if path.extension().is_some_and(|extension| extension == "rs") {
            targets.extend(path.file_stem().map(|stem| stem.to_string_lossy().into_owned()));
        }
    }
    ensure!(!targets.is_empty(), "there is no fuzz target in {}", folder.display());
    targets.sort();
    Ok(targets)
}
