//! `cargo xtask test`: every check of the repository, in order, until one fails.
//!
//! A check is a row of a table. Those of the page, which need Node and a browser, are the rows of [`BROWSER_STEPS`].

use std::time::Instant;

use anyhow::{Context, Result, anyhow, bail};
use clap::Args;

use crate::tool::Tool;
use crate::web::NPM;
use crate::workspace;

/// Run every check: format, lints, tests, documentation, fuzz targets, bench, the page in a browser.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Leave out the checks of the page, which need Node and a browser.
    #[arg(long)]
    no_browser: bool,
}

/// One check: a command that succeeds or fails.
struct Step {
    name: &'static str,
    /// The command line, as a person would type it in the root of the repository.
    command: &'static str,
    environment: &'static [(&'static str, &'static str)],
    needs: Option<Tool>,
}

const RUSTFMT: Tool =
    Tool { name: "rustfmt", probe: "cargo fmt --version", install: "rustup component add rustfmt" };

const CLIPPY: Tool =
    Tool { name: "clippy", probe: "cargo clippy --version", install: "rustup component add clippy" };

// The compiler's flags stay in .cargo/config.toml: RUSTFLAGS in the environment would replace them.
const STEPS: &[Step] = &[
    // The licence test reads every package of both lock files, also those that only other systems build.
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
    Step { name: "tests", command: "cargo test --workspace --locked", environment: &[], needs: None },
    Step {
        name: "documentation",
        command: "cargo doc --workspace --no-deps --locked",
        environment: &[("RUSTDOCFLAGS", "-D warnings")],
        needs: None,
    },
    // Only compiled, on the toolchain of everything else, so that the targets cannot rot; `cargo xtask fuzz` runs them.
    Step {
        name: "fuzz targets",
        command: "cargo check --manifest-path fuzz/Cargo.toml --no-default-features --locked \
                  --target-dir target/fuzz-check",
        environment: &[],
        needs: None,
    },
    Step {
        name: "bench",
        command: "cargo run --release --locked -- bench --check",
        environment: &[],
        needs: None,
    },
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
    // The release binary is there already: the bench ran it.
    Step {
        name: "page: in the browser",
        command: "npm --prefix web run e2e",
        environment: &[],
        needs: Some(NPM),
    },
];

/// Runs the steps.
///
/// # Errors
///
/// Stops at the first step that fails or whose tool is missing.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let start = Instant::now();
    let steps: Vec<&Step> = if arguments.no_browser {
        println!("{}", words_on_no_browser(BROWSER_STEPS));
        STEPS.iter().collect()
    } else {
        STEPS.iter().chain(BROWSER_STEPS).collect()
    };
    for step in &steps {
        step.run()?;
    }
    println!("all {} steps passed in {:.1} s", steps.len(), start.elapsed().as_secs_f64());
    Ok(())
}

fn words_on_no_browser(left_out: &[Step]) -> String {
    match left_out.len() {
        0 => "there are no checks of the page: --no-browser leaves nothing out".to_owned(),
        count => format!("steps left out because they need Node and a browser: {count}"),
    }
}

impl Step {
    fn run(&self) -> Result<()> {
        println!("==> {}: {}", self.name, self.line());
        if let Some(tool) = &self.needs {
            tool.require().with_context(|| format!("the step `{}` cannot run", self.name))?;
        }
        let start = Instant::now();
        let status = workspace::command(self.command)
            .envs(self.environment.iter().copied())
            .status()
            .map_err(|error| anyhow!(self.failure(&format!("could not be started ({error})"))))?;
        if !status.success() {
            bail!(self.failure(&format!("failed ({status})")));
        }
        println!("==> {}: passed in {:.1} s", self.name, start.elapsed().as_secs_f64());
        Ok(())
    }

    fn failure(&self, what: &str) -> String {
        format!("the step `{}` {what}; to run it alone: {}", self.name, self.line())
    }

    /// The whole line as a person would type it in the root of the repository.
    fn line(&self) -> String {
        let mut line = String::new();
        for (name, value) in self.environment {
            line += &format!("{name}={value:?} ");
        }
        line + self.command
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
    fn a_command_that_is_not_there_fails() {
        let error = Step { command: "no-such-program", ..FAILING }.run().unwrap_err();
        assert!(error.to_string().starts_with("the step `lint` could not be started"), "{error}");
    }

    #[test]
    fn a_missing_tool_fails_before_the_command_runs() {
        let tool = Tool { name: "linter", probe: "no-such-linter", install: "make linter" };
        let error = Step { command: "true", needs: Some(tool), ..FAILING }.run().unwrap_err();
        assert_eq!(
            format!("{error:#}"),
            "the step `lint` cannot run: linter is missing: install it with `make linter` (`no-such-linter` failed)"
        );
    }

    #[test]
    fn a_passing_step_passes() {
        Step { command: "true", ..FAILING }.run().unwrap();
    }

    #[test]
    fn leaving_out_the_browser_is_said() {
        assert!(words_on_no_browser(&[]).starts_with("there are no checks of the page"));
        assert_eq!(words_on_no_browser(&[FAILING]), "steps left out because they need Node and a browser: 1");
    }
}
