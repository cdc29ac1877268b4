//! `cargo xtask measure`: the number of instructions of the workloads of the rules library.
//!
//! Valgrind's callgrind counts them, so that the number does not depend on the load of the machine. A workload checks its
//! own result; the count is printed beside the committed one and is never a failure.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use serde_json::Value;

use crate::baseline::Baseline;
use crate::tool::Tool;
use crate::{names, workspace};

/// Count the instructions of the workloads and compare them with docs/instructions.txt.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Write the counts of all workloads to docs/instructions.txt.
    // One compiler, named at the head of the file, made all its numbers.
    #[arg(long, conflicts_with = "names")]
    save: bool,

    /// The workloads to count; all of them when none is named.
    #[arg(value_name = "NAME")]
    names: Vec<String>,
}

const VALGRIND: Tool =
    Tool { name: "valgrind", probe: "valgrind --version", install: "apt-get install valgrind" };

const BASELINE: &str = "docs/instructions.txt";

// Diagnostics are printed; the other messages are parsed.
const BUILD: &str = "cargo bench --package amazons --bench instructions --no-run --locked \
                     --message-format=json-render-diagnostics";

/// Counts the workloads and prints a table.
///
/// # Errors
///
/// Fails when valgrind is missing, when the workloads do not build, and when one of them gives a wrong answer.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let valgrind = VALGRIND.find()?;
    let baseline_path = workspace::root().join(BASELINE);
    let baseline = Baseline::read(&baseline_path)?;
    let executable = build()?;
    let chosen = names::choose(&arguments.names, &list(&executable)?, "workload")?;

    let width = chosen.iter().map(String::len).max().unwrap_or_default().max("name".len());
    println!("{:width$}  {:>15}  {:>9}", "name", "instructions", "change");
    let mut counts = Vec::new();
    for name in chosen {
        let count = count(&valgrind, &executable, &name)?;
        println!("{name:width$}  {count:>15}  {:>9}", baseline.change(&name, count));
        counts.push((name, count));
    }
    if arguments.save {
        Baseline::from_iter(counts).write(&baseline_path, &source()?)?;
        println!("saved to {BASELINE}");
    }
    Ok(())
}

/// Builds the workloads and returns their executable.
fn build() -> Result<PathBuf> {
    let mut command = workspace::command(BUILD);
    let output =
        command.stderr(Stdio::inherit()).output().with_context(|| format!("cannot start `{BUILD}`"))?;
    ensure!(output.status.success(), "the workloads do not build; to see why: {BUILD}");
    let messages = String::from_utf8(output.stdout).context("cargo's messages are not UTF-8")?;
    find_executable(&messages).context("cargo built the workloads but did not say where they are")
}

/// Finds the executable of the bench `instructions` in cargo's messages, one JSON object a line.
fn find_executable(messages: &str) -> Option<PathBuf> {
    messages
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok())
        .filter(|message| {
            message["target"]["name"] == "instructions" && message["target"]["kind"][0] == "bench"
        })
        .find_map(|message| message["executable"].as_str().map(PathBuf::from))
}

/// Asks the executable for the names of its workloads.
fn list(executable: &Path) -> Result<Vec<String>> {
    let output = Command::new(executable)
        .arg("--list")
        .stderr(Stdio::inherit())
        .output()
        .with_context(|| format!("cannot start {}", executable.display()))?;
    ensure!(output.status.success(), "`{} --list` failed ({})", executable.display(), output.status);
    let text = String::from_utf8(output.stdout).context("the names of the workloads are not UTF-8")?;
    Ok(text.lines().map(str::to_owned).collect())
}

/// Runs one workload under callgrind and returns the instructions that it took.
fn count(valgrind: &Path, executable: &Path, name: &str) -> Result<u64> {
    // The loader walks through the environment before `main`: without one, every shell counts the same.
    let output = Command::new(valgrind)
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(executable)
        .arg(name)
        .env_clear()
        .current_dir(workspace::root())
        .output()
        .with_context(|| format!("cannot start {}", valgrind.display()))?;
    let said = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        let answer = String::from_utf8_lossy(&output.stdout);
        bail!("the workload `{name}` failed ({}):\n{answer}{}", output.status, said.trim_end());
    }
    collected(&said).with_context(|| format!("callgrind did not count `{name}`:\n{}", said.trim_end()))
}

/// Reads the count in callgrind's line `==123== Collected : 456`.
fn collected(said: &str) -> Option<u64> {
    let (_, count) = said.lines().find_map(|line| line.split_once("Collected : "))?;
    count.trim().parse().ok()
}

/// What the counts depend on besides the code, for the head of the baseline.
fn source() -> Result<String> {
    let output = Command::new("rustc").arg("--version").output().context("cannot start rustc")?;
    ensure!(output.status.success(), "`rustc --version` failed ({})", output.status);
    let compiler = String::from_utf8_lossy(&output.stdout);
    Ok(format!(
        "Instructions by callgrind; written by `cargo xtask measure --save` with {}.",
        compiler.trim()
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_count_is_read_from_what_callgrind_says() {
        let said =
            "==40== Events    : Ir\n==40== Collected : 126545\n==40== \n==40== I   refs:      126,545\n";
        assert_eq!(collected(said), Some(126_545));
        assert_eq!(collected("==40== Collected :\n"), None);
        assert_eq!(collected("valgrind: no such file\n"), None);
    }

    #[test]
    fn the_executable_is_that_of_the_bench() {
        let messages = r#"
{"reason":"compiler-artifact","target":{"kind":["lib"],"name":"instructions"},"executable":null}
{"reason":"compiler-artifact","target":{"kind":["bin"],"name":"instructions"},"executable":"/t/bin"}
{"reason":"compiler-artifact","target":{"kind":["bench"],"name":"workload"},"executable":"/t/workload"}
{"reason":"compiler-artifact","target":{"kind":["bench"],"name":"instructions"},"executable":"/t/instructions"}
{"reason":"build-finished","success":true}"#;
        assert_eq!(find_executable(messages), Some(PathBuf::from("/t/instructions")));
        assert_eq!(find_executable(r#"{"reason":"build-finished","success":true}"#), None);
    }
}
