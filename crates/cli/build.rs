//! Tells the program which commit it is built from.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rustc-env=OTRERA_COMMIT={}", commit().unwrap_or_else(|| "unknown".to_owned()));
    // A new commit, or a changed source of any crate: then this program is built anew in any case.
    if let Some(log) = git(&["rev-parse", "--git-path", "logs/HEAD"]) {
        watch(Path::new(&log));
    }
    for entry in Path::new("..").read_dir().into_iter().flatten().flatten() {
        watch(&entry.path().join("src"));
    }
    watch(Path::new("build.rs"));
}

/// What the program is made of, from the root of the repository: sources, and files that it holds.
const MADE_OF: [&str; 7] =
    [":/.cargo", ":/crates", ":/proofs", ":/testdata", ":/web/dist", ":/Cargo.lock", ":/Cargo.toml"];

/// The commit, marked where files that the program is made of were changed since: texts and results make no other program.
fn commit() -> Option<String> {
    let commit = git(&["rev-parse", "--short=12", "HEAD"])?;
    let status = ["status", "--porcelain", "--untracked-files=no", "--"];
    let changes = git(&[&status[..], &MADE_OF[..]].concat())?;
    Some(if changes.is_empty() { commit } else { commit + "-dirty" })
}

/// What git answers; nothing where there is no git or no repository.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").arg("--no-optional-locks").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}

/// Builds again when something changes. What is not there would count as changed every time.
fn watch(path: &Path) {
    if path.exists() {
        println!("cargo::rerun-if-changed={}", path.display());
    }
}
