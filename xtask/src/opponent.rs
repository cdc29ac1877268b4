//! `cargo xtask opponent`: builds the program of an earlier commit, as an opponent of today's in a match.

use std::env::consts::EXE_SUFFIX;
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};
use clap::Args;

use crate::workspace::{self, succeed};

/// Build the program of an earlier commit, as an opponent for `otrera match`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The commit; by default the one that the flagship is measured against.
    #[arg(default_value = "e815578")]
    commit: String,
}

/// Where sources and programs are kept, from the root.
const FOLDER: &str = "target/opponents";

/// Runs the task.
///
/// # Errors
///
/// Fails when there is no such commit, or it cannot be checked out or built.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let name = short_name(&arguments.commit)?;
    let folder = workspace::root().join(FOLDER);
    let program = folder.join(format!("otrera-{name}{EXE_SUFFIX}"));
    if !program.is_file() {
        let source = folder.join("source");
        check_out(&name, &source)?;
        let built = build(&source, &folder.join("build"), &program);
        succeed(git(&["worktree", "remove", "--force"]).arg(&source))?;
        built?;
    }
    println!("{}", match_command(&program));
    Ok(())
}

/// The match by which the flagship is measured, as docs/strength.md has it. The margin is for the pipe and a busy machine.
fn match_command(program: &Path) -> String {
    let opponent = program.display();
    format!(
        "otrera match otrera 'cmd:{opponent} engine' --time 200ms --margin 300ms --adjudicate --games 400"
    )
}

/// The abbreviated hash of a commit.
fn short_name(commit: &str) -> Result<String> {
    let output = git(&["rev-parse", "--short", "--verify", "--end-of-options"])
        .arg(format!("{commit}^{{commit}}"))
        .output()
        .context("cannot run git")?;
    if !output.status.success() {
        bail!("there is no commit {commit} here; a shallow clone has only the latest ones");
    }
    Ok(String::from_utf8(output.stdout)?.trim().to_owned())
}

fn check_out(name: &str, source: &Path) -> Result<()> {
    // What an interrupted run has left.
    if source.exists() {
        fs::remove_dir_all(source).with_context(|| format!("cannot remove {}", source.display()))?;
    }
    succeed(&mut git(&["worktree", "prune"]))?;
    succeed(git(&["worktree", "add", "--detach"]).arg(source).arg(name))
}

fn build(source: &Path, target: &Path, program: &Path) -> Result<()> {
    let mut cargo = workspace::command("cargo build --release --locked --target-dir");
    succeed(cargo.arg(target).current_dir(source))?;
    let built = target.join("release").join(format!("otrera{EXE_SUFFIX}"));
    fs::copy(&built, program).with_context(|| format!("cannot copy {}", built.display()))?;
    Ok(())
}

fn git(words: &[&str]) -> Command {
    let mut command = workspace::command("git");
    command.args(words);
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_match_is_that_of_the_record() {
        let record = fs::read_to_string(workspace::root().join("docs/strength.md")).unwrap();
        let words: Vec<&str> = record.split_whitespace().collect();
        let command = match_command(Path::new("target/opponents/otrera-e815578"));
        assert!(words.join(" ").contains(&command), "{command}");
    }

    #[test]
    fn a_commit_is_named_by_its_hash_and_another_word_is_refused() {
        let name = short_name("HEAD").unwrap();
        assert!(name.len() >= 4 && name.bytes().all(|byte| byte.is_ascii_hexdigit()), "{name}");
        let refused = short_name("--no-such-commit").unwrap_err().to_string();
        assert!(refused.contains("there is no commit --no-such-commit here"), "{refused}");
    }
}
