//! The root of the repository and the commands that run in it.

use std::env;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, bail};

/// The root of the repository, independent of the current folder.
///
/// It comes from the environment at run time: two checkouts that share a target folder share this binary, so the path at
/// compile time may be that of the other one.
pub(crate) fn root() -> PathBuf {
    let xtask =
        env::var_os("CARGO_MANIFEST_DIR").map_or_else(|| env!("CARGO_MANIFEST_DIR").into(), PathBuf::from);
    xtask.parent().expect("xtask lies in the root of the repository").to_owned()
}

/// A command that runs in the root, from a line that is split at white space.
///
/// `cargo` as the first word is the cargo that runs this task, so that all steps use one toolchain. That one does not
/// understand `+nightly`; with such an argument it is rustup's, from the search path.
pub(crate) fn command(line: &str) -> Command {
    let mut words = line.split_whitespace().peekable();
    let program = words.next().expect("a command line has a first word");
    let names_toolchain = words.peek().is_some_and(|word| word.starts_with('+'));
    let program = if program == "cargo" && !names_toolchain { cargo() } else { program.into() };
    let mut command = Command::new(program);
    command.args(words).current_dir(root());
    command
}

/// Runs a command after it was printed; fails where it does.
pub(crate) fn succeed(command: &mut Command) -> Result<()> {
    println!("==> {command:?}");
    let status = command.status().with_context(|| format!("cannot start {command:?}"))?;
    if !status.success() {
        bail!("{command:?} failed ({status})");
    }
    Ok(())
}

fn cargo() -> OsString {
    env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_root_holds_the_workspace() {
        assert!(root().join("Cargo.lock").is_file());
        assert!(root().join("xtask/Cargo.toml").is_file());
    }

    #[test]
    fn a_line_becomes_a_command_in_the_root() {
        let command = command("cargo +nightly fuzz run");
        assert_eq!(command.get_program(), "cargo");
        assert_eq!(command.get_args().collect::<Vec<_>>(), ["+nightly", "fuzz", "run"]);
        assert_eq!(command.get_current_dir(), Some(root().as_path()));
    }

    #[test]
    fn cargo_is_the_cargo_that_runs_us() {
        assert_eq!(command("cargo fmt").get_program(), cargo());
        assert_eq!(command("node --version").get_program(), "node");
    }
}
