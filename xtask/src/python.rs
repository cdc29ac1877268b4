//! `cargo xtask python`: builds the Python package, installs it into an environment of its own and tests it there.
//!
//! The environment is a folder of the build, `target/python`: no package of the machine's Python is used or changed.

use std::env::consts::EXE_SUFFIX;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand};

use crate::tool::Tool;
use crate::workspace::{self, succeed};

/// Install the Python package into an environment of its own, or run its tests there.
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Make the environment, and install the package with all that its tests need.
    Install,
    /// Run the tests of the installed package (types, examples, rules, players, environments, cluster, notebook) and of train/.
    Test {
        /// Arguments for pytest: a file, -k NAME
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
}

/// Python with what an environment needs.
pub(crate) const PYTHON: Tool = Tool {
    name: "python3",
    probe: "python3 -m ensurepip --version",
    install: "apt-get install -y python3 python3-venv",
};

/// Where the environment is made, from the root.
const ENVIRONMENT: &str = "target/python";

/// What the tests need besides the package, with exact versions.
const REQUIREMENTS: &str = "python/requirements-test.txt";

/// The tests of the package, and of what the programs that train networks compute without PyTorch.
const TESTS: [&str; 2] = ["python/tests", "train"];

/// The extras of the package that are tested.
const EXTRAS: &str = "[env,data,ray]";

/// Runs the task.
///
/// # Errors
///
/// Fails when Python is missing, the package cannot be built or installed, or a test fails.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    match &arguments.what {
        What::Install => install(),
        What::Test { arguments } => {
            let python = interpreter();
            if !python.is_file() {
                bail!("there is no environment yet: cargo xtask python install");
            }
            let mut tests = in_root(&python, &["-m", "pytest", "-c", "python/pyproject.toml"]);
            if arguments.is_empty() {
                tests.args(TESTS);
            }
            succeed(tests.args(arguments))
        }
    }
}

fn install() -> Result<()> {
    PYTHON.require()?;
    let python = interpreter();
    if !python.is_file() {
        succeed(&mut workspace::command(&format!("python3 -m venv {ENVIRONMENT}")))?;
    }
    let pip = |words: &[&str]| in_root(&python, &[&["-m", "pip"], words].concat());
    succeed(&mut pip(&["install", "--quiet", "--requirement", REQUIREMENTS]))?;
    let wheels = workspace::root().join(ENVIRONMENT).join("wheels");
    // Built as `pip install ./python` builds it; as a file of its own, because the tests of the cluster send it to its nodes.
    if wheels.is_dir() {
        fs::remove_dir_all(&wheels).with_context(|| format!("cannot remove {}", wheels.display()))?;
    }
    let mut build = pip(&["wheel", "--no-deps", "--wheel-dir"]);
    succeed(build.arg(&wheels).arg("./python").env("MATURIN_PEP517_ARGS", "--locked"))?;
    let wheel = fs::read_dir(&wheels)?.next().context("pip has built no wheel")??.path();
    // The version does not change with the sources, so pip would keep what is there.
    succeed(&mut pip(&["uninstall", "--quiet", "--yes", "otrera"]))?;
    let mut package = wheel.into_os_string();
    package.push(EXTRAS);
    succeed(pip(&["install", "--quiet"]).arg(package))
}

/// The interpreter of the environment.
fn interpreter() -> PathBuf {
    let folder = if cfg!(windows) { "Scripts" } else { "bin" };
    workspace::root().join(ENVIRONMENT).join(folder).join(format!("python{EXE_SUFFIX}"))
}

fn in_root(program: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(workspace::root());
    command
}
