//! Conventions of the repository: one test command, the length of files, one table of lints.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use cargo_metadata::MetadataCommand;
use toml::{Table, Value};

/// The command that the README gives for running every check.
const TEST_COMMAND: &str = "cargo xtask test";

/// A source file longer than this is split.
const LINES_AT_MOST: usize = 600;

const SOURCES: &[&str] = &["rs", "ts", "svelte", "py"];

/// What was built and not written.
const BUILT: &[&str] = &["web/dist/", "web/src/api/schema.ts"];

fn root() -> PathBuf {
    // Asked at run time: two checkouts that share a target folder share this program.
    let xtask = env::var_os("CARGO_MANIFEST_DIR").expect("cargo says where the package lies");
    Path::new(&xtask).parent().expect("xtask lies in the root of the repository").to_owned()
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("cannot read {path}: {error}"))
}

fn expect_none(faults: &[String]) {
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[test]
fn ci_runs_the_test_command_of_the_readme() {
    assert_eq!(commands(&read(".ci/run")), [TEST_COMMAND], ".ci/run runs this and nothing else");
    assert!(shows_command(&read("README.md"), TEST_COMMAND), "README.md gives `{TEST_COMMAND}` as a command");
}

#[cfg(unix)]
#[test]
fn ci_is_executable() {
    use std::os::unix::fs::PermissionsExt;

    let mode = fs::metadata(root().join(".ci/run")).expect(".ci/run is there").permissions().mode();
    assert_eq!(mode & 0o111, 0o111, "chmod +x .ci/run");
}

/// The commands of a shell script, without the two lines that only make it strict and put it in the root.
fn commands(script: &str) -> Vec<&str> {
    script
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .filter(|&line| line != "set -euo pipefail")
        .filter(|&line| line != r#"cd "$(dirname "${BASH_SOURCE[0]}")/..""#)
        .map(|line| line.strip_prefix("exec ").unwrap_or(line))
        .collect()
}

/// Whether a page of Markdown gives a command: on a line of its own in a code block, perhaps with a comment.
fn shows_command(markdown: &str, command: &str) -> bool {
    let mut in_code = false;
    for line in markdown.lines().map(str::trim) {
        if line.starts_with("```") {
            in_code = !in_code;
        } else if in_code && line.split('#').next().is_some_and(|line| line.trim() == command) {
            return true;
        }
    }
    false
}

#[test]
fn another_command_in_a_script_is_seen() {
    assert_eq!(
        commands("#!/bin/bash\nset -euo pipefail\n\ncargo test\nexec cargo xtask test\n"),
        ["cargo test", "cargo xtask test"]
    );
    assert_eq!(commands("exec cargo xtask test --no-browser"), ["cargo xtask test --no-browser"]);
    assert_eq!(commands("cd crates/amazons; true"), ["cd crates/amazons; true"]);
}

#[test]
fn a_readme_without_the_command_is_seen() {
    assert!(shows_command("Run\n```sh\ncargo xtask test   # every check\n```\n", TEST_COMMAND));
    assert!(!shows_command("Run\n```sh\ncargo xtask test --no-browser\n```\n", TEST_COMMAND));
    assert!(!shows_command("Run\n```sh\ncargo test\n```\nand not cargo xtask test\n", TEST_COMMAND));
    assert!(!shows_command("```\n```\ncargo xtask test\n", TEST_COMMAND));
}

#[test]
fn no_source_file_is_too_long() {
    let sources = source_files();
    assert!(
        sources.iter().any(|path| path == "xtask/tests/repository/conventions.rs"),
        "this file is among them: {sources:?}"
    );
    let too_long: Vec<_> = sources.iter().filter_map(|path| too_long(path, &read(path))).collect();
    expect_none(&too_long);
}

/// The source files that git tracks or would track, so that a new file is seen before it is committed.
fn source_files() -> Vec<String> {
    let output = Command::new("git")
        .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
        .current_dir(root())
        .output()
        .expect("git lists the files: is it installed?");
    assert!(output.status.success(), "git ls-files failed: {}", String::from_utf8_lossy(&output.stderr));
    let list = String::from_utf8(output.stdout).expect("file names are UTF-8");
    let paths = list.split('\0').filter(|path| is_source(path) && root().join(path).is_file());
    paths.map(str::to_owned).collect()
}

fn is_source(path: &str) -> bool {
    let extension = Path::new(path).extension().and_then(|extension| extension.to_str());
    extension.is_some_and(|extension| SOURCES.contains(&extension))
        && !BUILT.iter().any(|folder| path.starts_with(folder))
}

fn too_long(path: &str, text: &str) -> Option<String> {
    let lines = text.lines().count();
    (lines > LINES_AT_MOST)
        .then(|| format!("{path} has {lines} lines: split it, {LINES_AT_MOST} is the most"))
}

#[test]
fn a_file_that_is_too_long_is_seen() {
    assert_eq!(too_long("a.rs", &"\n".repeat(600)), None);
    assert_eq!(
        too_long("a.rs", &"\n".repeat(601)).as_deref(),
        Some("a.rs has 601 lines: split it, 600 is the most")
    );
}

#[test]
fn sources_are_told_from_other_files() {
    for path in ["a.rs", "crates/cli/src/main.rs", "web/src/Board.svelte", "web/src/board.ts", "train/run.py"]
    {
        assert!(is_source(path), "{path}");
    }
    for path in
        ["README.md", "Cargo.lock", "rs", "web/dist/board.ts", "web/src/api/schema.ts", "testdata/games.sgf"]
    {
        assert!(!is_source(path), "{path}");
    }
}

#[test]
fn every_crate_takes_lints_version_and_licence_from_the_workspace() {
    let metadata = MetadataCommand::new()
        .no_deps()
        .other_options(["--locked".to_owned()])
        .exec()
        .expect("cargo metadata reads the workspace");
    let packages = metadata.workspace_packages();
    let faults: Vec<_> = packages
        .into_iter()
        .flat_map(|package| {
            let manifest = fs::read_to_string(&package.manifest_path).expect("a manifest that cargo read");
            manifest_faults(&manifest).into_iter().map(|fault| format!("{}: {fault}", package.manifest_path))
        })
        .collect();
    expect_none(&faults);
}

/// Says which keys of a crate's manifest are not taken from the workspace.
fn manifest_faults(manifest: &str) -> Vec<String> {
    let manifest: Table = manifest.parse().expect("a manifest is TOML");
    let inherits =
        |value: Option<&Value>| value.and_then(|value| value.get("workspace")) == Some(&Value::Boolean(true));
    let package = manifest.get("package");
    [
        ("lints.workspace", manifest.get("lints")),
        ("package.rust-version.workspace", package.and_then(|package| package.get("rust-version"))),
        ("package.license.workspace", package.and_then(|package| package.get("license"))),
    ]
    .into_iter()
    .filter(|&(_, value)| !inherits(value))
    .map(|(key, _)| format!("`{key} = true` is missing"))
    .collect()
}

#[test]
fn a_manifest_that_goes_its_own_way_is_seen() {
    let good = "[package]\nlicense.workspace = true\nrust-version = { workspace = true }\n[lints]\nworkspace = true\n";
    assert_eq!(manifest_faults(good), [""; 0]);
    let own = "[package]\nlicense = \"MIT\"\nrust-version.workspace = true\n[lints.rust]\nmissing_docs = \"allow\"\n";
    assert_eq!(
        manifest_faults(own),
        ["`lints.workspace = true` is missing", "`package.license.workspace = true` is missing"]
    );
    assert_eq!(manifest_faults("[workspace]").len(), 3);
}
