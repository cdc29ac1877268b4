//! `cargo xtask web`: builds the page in `web/` into `web/dist`, which the binary embeds.
//!
//! The build is committed, so that the binary can be built without Node; `--check` compares it with a fresh build.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use clap::Args;

use crate::tool::Tool;
use crate::workspace;

/// Build the page, or check that the committed build is up to date.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Build into another folder and fail if web/dist differs.
    #[arg(long)]
    check: bool,
}

/// Node with its package manager.
pub(crate) const NPM: Tool =
    Tool { name: "npm", probe: "npm --version", install: "apt-get install nodejs npm (Node 20.19 or newer)" };

const DIST: &str = "web/dist";

/// Where `--check` builds.
const REBUILT: &str = "target/web-check";

/// Runs the task.
///
/// # Errors
///
/// Fails when npm is missing, when the build fails, or when `--check` finds a difference.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    NPM.require()?;
    if !arguments.check {
        npm("ci")?;
        return npm("run build");
    }
    npm(&format!("run build -- --outDir ../{REBUILT} --emptyOutDir"))?;
    let root = workspace::root();
    let differences = differences(&files(&root.join(DIST))?, &files(&root.join(REBUILT))?);
    ensure!(
        differences.is_empty(),
        "{DIST} is out of date: {}; run `cargo xtask web` and commit it",
        differences.join(", ")
    );
    println!("{DIST} is up to date");
    Ok(())
}

fn npm(words: &str) -> Result<()> {
    let line = format!("npm --prefix web {words}");
    println!("==> {line}");
    let status = workspace::command(&line).status().with_context(|| format!("cannot start `{line}`"))?;
    if !status.success() {
        bail!("`{line}` failed ({status})");
    }
    Ok(())
}

/// All files of a folder and its subfolders, by their relative paths.
fn files(folder: &Path) -> Result<BTreeMap<String, Vec<u8>>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        let entries = fs::read_dir(&next).with_context(|| format!("cannot list {}", next.display()))?;
        for entry in entries {
            let path = entry.with_context(|| format!("cannot list {}", next.display()))?.path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let name = path.strip_prefix(folder).expect("it was found under the folder");
            let bytes = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
            found.insert(name.to_string_lossy().into_owned(), bytes);
        }
    }
    Ok(found)
}

/// The differences between the committed build and a fresh one.
fn differences(committed: &BTreeMap<String, Vec<u8>>, fresh: &BTreeMap<String, Vec<u8>>) -> Vec<String> {
    let mut differences = Vec::new();
    for (name, bytes) in fresh {
        match committed.get(name) {
            None => differences.push(format!("{name} is missing")),
            Some(known) if known != bytes => differences.push(format!("{name} differs")),
            Some(_) => {}
        }
    }
    differences.extend(
        committed.keys().filter(|name| !fresh.contains_key(*name)).map(|name| format!("{name} is left over")),
    );
    differences
}

#[cfg(test)]
mod tests {
    use super::*;

    fn build(files: &[(&str, &str)]) -> BTreeMap<String, Vec<u8>> {
        files.iter().map(|&(name, text)| (name.to_owned(), text.as_bytes().to_vec())).collect()
    }

    #[test]
    fn the_same_build_has_no_differences() {
        let both = build(&[("index.html", "<html>"), ("assets/otrera.js", "1")]);
        assert_eq!(differences(&both, &both.clone()), [""; 0]);
    }

    #[test]
    fn every_kind_of_difference_is_named() {
        let committed = build(&[("index.html", "<html>"), ("assets/otrera.js", "1"), ("old.css", "")]);
        let fresh = build(&[("index.html", "<html>"), ("assets/otrera.js", "2"), ("new.css", "")]);
        assert_eq!(
            differences(&committed, &fresh),
            ["assets/otrera.js differs", "new.css is missing", "old.css is left over"]
        );
    }

    #[test]
    fn files_are_found_in_folders_too() {
        let found = files(&workspace::root().join("web/dist")).unwrap();
        assert!(found.contains_key("index.html"), "{:?}", found.keys());
        assert!(found.contains_key("assets/otrera.js"), "{:?}", found.keys());
    }
}
