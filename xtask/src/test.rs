//! `cargo xtask test`: every check of the repository, in order, until one fails.
//!
//! The checks are [`STEPS`], for the Python package [`PYTHON_STEPS`], and for the page, with Node and a browser, [`BROWSER_STEPS`].

use std::time::Instant;

use anyhow::{Context, Result, anyhow, bail};
use clap::Args;

use crate::python::PYTHON;
use crate::tool::Tool;
use crate::web::NPM;
use crate::workspace;

/// Run every check: format, lints, tests, documentation, fuzz targets, bench, the Python package, the page in a browser.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Skip the checks of the page, which need Node and a browser.
    #[arg(long)]
    no_browser: bool,

    /// Skip the checks of the Python package, which need Python.
    #[arg(long)]
    no_python: bool,
}

/// One check: a command that succeeds or fails.
struct Step {
    name: &'static str,
    /// The command line, run in the root of the repository.
    command: &'static str,
    environment: &'static [(&'static str, &'static str)],
    needs: Option<Tool>,
}

const RUSTFMT: Tool =
    Tool { name: "rustfmt", probe: "cargo fmt --version", install: "rustup component add rustfmt" };

const CLIPPY: Tool =
    Tool { name: "clippy", probe: "cargo clippy --version", install: "rustup component add clippy" };

// The compiler flags are in .cargo/config.toml: RUSTFLAGS in the environment would replace them.
const STEPS: &[Step] = &[
    // The licence test reads every package of both lock files, also those of other systems.
    Step { name: "packages", command: "cargo fetch --locked", environment: &[], needs: None },
    Step {
        name: "packages for fuzzing",
        command: "cargo fetch --locked --manifest-path fuzz/Cargo.toml",
        environment: &[],
        needs: None,
    },
    Step { name: "format", command: "cargo fmt --all --check", environment: &[], needs: Some(RUSTFMT) },
    Step {
        name: "lints",
        command: "cargo clippy --workspace --all-targets --locked -- -D warnings",
        environment: &[],
        needs: Some(CLIPPY),
    },
    // Two steps, because a plain `cargo test` also links the examples, which clippy has checked.
    Step {
        name: "tests: build",
        command: "cargo test --workspace --lib --bins --tests --no-run --locked",
        environment: &[],
        needs: None,
    },
    Step {
        name: "tests",
        command: "cargo test --workspace --lib --bins --tests --locked",
        environment: &[],
        needs: None,
    },
    Step {
        name: "tests: documentation",
        command: "cargo test --workspace --doc --locked",
        environment: &[],
        needs: None,
    },
    Step {
        name: "documentation",
        command: "cargo doc --workspace --no-deps --locked",
        environment: &[("RUSTDOCFLAGS", "-D warnings")],
        needs: None,
    },
    // Only checked, with the stable toolchain; `cargo xtask fuzz` runs them.
    Step {
        name: "fuzz targets",
        command: "cargo check --manifest-path fuzz/Cargo.toml --no-default-features --locked \
                  --target-dir target/fuzz-check",
        environment: &[],
        needs: None,
    },
    Step { name: "release build", command: "cargo build --release --locked", environment: &[], needs: None },
    Step {
        name: "bench",
        command: "cargo run --release --locked -- bench --check",
        environment: &[],
        needs: None,
    },
];

const PYTHON_STEPS: &[Step] = &[
    Step {
        name: "python: package",
        command: "cargo xtask python install",
        environment: &[],
        needs: Some(PYTHON),
    },
    Step { name: "python: tests", command: "cargo xtask python test", environment: &[], needs: Some(PYTHON) },
];

const BROWSER_STEPS: &[Step] = &[
    Step { name: "page: packages", command: "npm --prefix web ci", environment: &[], needs: Some(NPM) },
    Step {
        name: "page: types of the API",
        command: "npm --prefix web run types -- --check",
        environment: &[],
        needs: Some(NPM),
    },
    Step {
        name: "page: types and markup",
        command: "npm --prefix web run check",
        environment: &[],
        needs: Some(NPM),
    },
    Step { name: "page: tests", command: "npm --prefix web test", environment: &[], needs: Some(NPM) },
    Step { name: "page: build", command: "cargo xtask web --check", environment: &[], needs: Some(NPM) },
    Step { name: "page: browser", command: "cargo xtask browser", environment: &[], needs: None },
    // With the release binary of the bench and with web/dist, which the step above has compared with its sources.
    Step {
        name: "page: in the browser",
        command: "npm --prefix web run e2e:built",
        environment: &[],
        needs: Some(NPM),
    },
];

/// Runs the steps, then prints the seconds of each.
///
/// # Errors
///
/// Stops at the first step that fails or whose tool is missing.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let mut steps: Vec<&Step> = STEPS.iter().collect();
    if arguments.no_python {
        println!("skipped {} steps that need Python", PYTHON_STEPS.len());
    } else {
        steps.extend(PYTHON_STEPS);
    }
    if arguments.no_browser {
        println!("skipped {} steps that need Node and a browser", BROWSER_STEPS.len());
    } else {
        steps.extend(BROWSER_STEPS);
    }
    let mut seconds = Vec::new();
    let result = steps.iter().try_for_each(|step| {
        let start = Instant::now();
        let result = step.run();
        seconds.push((step.name, start.elapsed().as_secs_f64()));
        result
    });
    print!("{}", table(&seconds));
    result
}

/// The seconds of each step and of all together.
fn table(seconds: &[(&str, f64)]) -> String {
    let total = ("total", seconds.iter().map(|(_, seconds)| seconds).sum());
    let rows = seconds.iter().chain([&total]);
    let width = rows.clone().map(|(name, _)| name.len()).max().unwrap_or_default();
    rows.map(|(name, seconds)| format!("{name:width$}  {seconds:7.1} s\n")).collect()
}

impl Step {
    fn run(&self) -> Result<()> {
        println!("==> {}: {}", self.name, self.line());
        if let Some(tool) = &self.needs {
            tool.require().with_context(|| format!("cannot run the step `{}`", self.name))?;
        }
        let status = workspace::command(self.command)
            .envs(self.environment.iter().copied())
            .status()
            .map_err(|error| anyhow!(self.failure(&format!("cannot be started ({error})"))))?;
        if !status.success() {
            bail!(self.failure(&format!("failed ({status})")));
        }
        Ok(())
    }

    fn failure(&self, what: &str) -> String {
        format!("the step `{}` {what}; to run it alone: {}", self.name, self.line())
    }

    /// The command line with its environment.
    fn line(&self) -> String {
        let variables = self.environment.iter().map(|(name, value)| format!("{name}={value:?} "));
        variables.collect::<String>() + self.command
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FAILING: Step = Step {
        name: "lint",
        command: "false --quiet",
        environment: &[("LINT_FLAGS", "-D warnings")],
        needs: None,
    };

    #[test]
    fn a_failing_step_names_itself_and_its_command() {
        let error = FAILING.run().unwrap_err().to_string();
        assert!(error.starts_with("the step `lint` failed (exit status: 1)"), "{error}");
        assert!(error.ends_with("to run it alone: LINT_FLAGS=\"-D warnings\" false --quiet"), "{error}");
    }

    #[test]
    fn a_missing_command_fails() {
        let error = Step { command: "no-such-program", ..FAILING }.run().unwrap_err();
        assert!(error.to_string().starts_with("the step `lint` cannot be started"), "{error}");
    }

    #[test]
    fn a_missing_tool_fails_before_the_command_runs() {
        let tool = Tool { name: "linter", probe: "no-such-linter", install: "make linter" };
        let error = Step { command: "true", needs: Some(tool), ..FAILING }.run().unwrap_err();
        assert_eq!(
            format!("{error:#}"),
            "cannot run the step `lint`: linter is missing: install it with `make linter` (`no-such-linter` failed)"
        );
    }

    #[test]
    fn a_passing_step_passes() {
        Step { command: "true", ..FAILING }.run().unwrap();
    }

    #[test]
    fn the_table_has_a_row_for_each_step_and_the_total() {
        let table = table(&[("lints", 61.25), ("tests", 400.0)]);
        assert_eq!(table, "lints     61.2 s\ntests    400.0 s\ntotal    461.2 s\n");
    }
}
