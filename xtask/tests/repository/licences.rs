//! Every dependency has a licence that fits `MIT OR Apache-2.0`: permissive, never copyleft.

use std::env;
use std::path::{Path, PathBuf};

use cargo_metadata::{MetadataCommand, Package};
use spdx::{Expression, LicenseReq, ParseMode};

/// The licence of everything in this repository.
const OURS: &str = "MIT OR Apache-2.0";

/// Packages of the page's tools under other terms. They build and test the page and no byte of them is in it.
const TOOLS: &[(&str, &str)] = &[
    // Rules of accessibility, run in the browser by the tests.
    ("node_modules/axe-core", "MPL-2.0"),
    // Python's own permissive licence, for a port of one of its modules.
    ("node_modules/argparse", "Python-2.0"),
];

/// The licences that a dependency may be used under, as SPDX writes them.
const ALLOWED: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "MIT-0",
    // LLVM's former licence, a mixture of MIT and BSD: libFuzzer is under it.
    "NCSA",
    "Unicode-3.0",
    "Unicode-DFS-2016",
    "Unlicense",
    "Zlib",
];

// Old manifests write `MIT/Apache-2.0`. Superseded names are read so that the verdict can name them.
const MODE: ParseMode =
    ParseMode { allow_slash_as_or_operator: true, allow_deprecated: true, ..ParseMode::STRICT };

/// Judges a licence: whether some choice among its alternatives is allowed as a whole.
fn judge(licence: Option<&str>) -> Result<(), String> {
    let licence = licence.ok_or("names no licence")?;
    let expression = Expression::parse_mode(licence, MODE)
        .map_err(|error| format!("has a licence that cannot be read, `{licence}`: {}", error.reason))?;
    match expression.evaluate_with_failures(is_allowed) {
        Ok(()) => Ok(()),
        Err(refused) => {
            let refused: Vec<_> = refused.iter().map(|requirement| requirement.req.to_string()).collect();
            Err(format!("is under `{licence}`, and we do not allow {}", refused.join(", ")))
        }
    }
}

fn is_allowed(requirement: &LicenseReq) -> bool {
    ALLOWED.contains(&requirement.to_string().as_str())
}

/// Every package that a workspace builds with: ours, and those of all kinds of dependencies on all systems.
fn packages(manifest: &Path) -> Vec<Package> {
    let metadata = MetadataCommand::new()
        .manifest_path(manifest)
        .other_options(["--locked".to_owned()])
        .exec()
        .unwrap_or_else(|error| panic!("cargo metadata reads {}: {error}", manifest.display()));
    metadata.packages
}

/// Says what is wrong with the licences in a workspace, one sentence a package.
fn faults(manifest: &Path) -> Vec<String> {
    let mut faults = Vec::new();
    for package in packages(manifest) {
        let licence = package.license.as_deref();
        // A package without a source is a folder of this repository.
        let verdict = match package.source {
            None if licence == Some(OURS) => Ok(()),
            None => Err(format!("is ours and must say `license = \"{OURS}\"`")),
            Some(_) => judge(licence),
        };
        faults.extend(verdict.err().map(|fault| format!("{} {} {fault}", package.name, package.version)));
    }
    faults
}

fn expect_none(faults: &[String]) {
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

fn root() -> PathBuf {
    // Asked at run time: two checkouts that share a target folder share this program.
    let xtask = env::var_os("CARGO_MANIFEST_DIR").expect("cargo says where the package lies");
    Path::new(&xtask).parent().expect("xtask lies in the root of the repository").to_owned()
}

#[test]
fn the_workspace_and_its_dependencies_fit_our_licence() {
    let manifest = root().join("Cargo.toml");
    assert!(
        packages(&manifest).iter().any(|package| package.name.as_str() == "spdx"),
        "dev dependencies count"
    );
    expect_none(&faults(&manifest));
}

#[test]
fn the_fuzz_targets_and_their_dependencies_fit_our_licence() {
    // The targets are a workspace of their own, with a lock file of their own.
    let manifest = root().join("fuzz/Cargo.toml");
    if manifest.exists() {
        expect_none(&faults(&manifest));
    }
}

/// Says what is wrong with the licences in a lock file of npm, one sentence a package.
fn npm_faults(lock: &str) -> Vec<String> {
    let lock: serde_json::Value = serde_json::from_str(lock).expect("a lock file is JSON");
    let packages = lock["packages"].as_object().expect("a lock file lists its packages");
    assert!(packages.len() > 1, "the packages are listed");
    let mut faults = Vec::new();
    for (name, package) in packages {
        let licence = package["license"].as_str();
        let is_tool = package["dev"] == true && TOOLS.contains(&(name.as_str(), licence.unwrap_or_default()));
        let verdict = match name.as_str() {
            "" if licence == Some(OURS) => Ok(()),
            "" => Err(format!("is ours and must say `\"license\": \"{OURS}\"`")),
            _ if is_tool => Ok(()),
            _ => judge(licence),
        };
        faults.extend(verdict.err().map(|fault| format!("{name} {fault}")));
    }
    faults
}

#[test]
fn the_packages_of_the_page_fit_our_licence() {
    let lock =
        std::fs::read_to_string(root().join("web/package-lock.json")).expect("the page has a lock file");
    expect_none(&npm_faults(&lock));
}

#[test]
fn a_package_of_the_page_that_does_not_fit_is_found() {
    let lock = r#"{"packages": {
        "": {"license": "MIT"},
        "node_modules/board": {"license": "GPL-3.0-or-later"},
        "node_modules/axe-core": {"license": "MPL-2.0"},
        "node_modules/argparse": {"license": "Python-2.0", "dev": true},
        "node_modules/unnamed": {},
        "node_modules/good": {"license": "ISC"}
    }}"#;
    let faults = npm_faults(lock).join("\n");
    for name in ["is ours", "board is under", "axe-core is under", "unnamed names no licence"] {
        assert!(faults.contains(name), "{name}: {faults}");
    }
    assert!(!faults.contains("argparse") && !faults.contains("good"), "{faults}");
}

#[test]
fn the_lock_file_of_the_page_names_no_host() {
    let lock =
        std::fs::read_to_string(root().join("web/package-lock.json")).expect("the page has a lock file");
    assert!(
        !lock.contains("\"resolved\""),
        "web/.npmrc leaves the addresses out; write the lock file with it"
    );
}

#[test]
fn both_licence_texts_lie_in_the_root() {
    for (file, title) in [("LICENSE-MIT", "MIT License"), ("LICENSE-APACHE", "Apache License")] {
        let text =
            std::fs::read_to_string(root().join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
        assert!(text.trim_start().starts_with(title), "{file} begins with `{title}`");
    }
}

#[test]
fn permissive_licences_pass() {
    for licence in [
        "MIT",
        "MIT OR Apache-2.0",
        "MIT/Apache-2.0",
        "Unlicense OR MIT",
        "Apache-2.0 WITH LLVM-exception OR Apache-2.0 OR MIT",
        "Apache-2.0 WITH LLVM-exception",
        "(MIT OR Apache-2.0) AND Unicode-3.0",
        "(MIT OR Apache-2.0) AND NCSA",
        // A choice is ours to make.
        "GPL-3.0-only OR MIT",
        "(MPL-2.0 AND MIT) OR (Zlib AND ISC)",
    ] {
        assert_eq!(judge(Some(licence)), Ok(()), "{licence}");
    }
}

#[test]
fn other_licences_fail() {
    for licence in [
        "GPL-3.0",
        "GPL-3.0-or-later",
        "GPL-2.0+",
        "LGPL-2.1-only",
        "AGPL-3.0-only",
        "MPL-2.0",
        "MIT AND GPL-2.0",
        "MIT AND GPL-2.0-only",
        "(MIT OR Apache-2.0) AND MPL-2.0",
        "GPL-2.0-only WITH Classpath-exception-2.0",
        // An exception that nobody looked at is not the one that is allowed.
        "Apache-2.0 WITH GCC-exception-3.1",
        "MPL-2.0/GPL-3.0",
        "LicenseRef-Own",
    ] {
        assert!(judge(Some(licence)).is_err(), "{licence}");
    }
}

#[test]
fn what_cannot_be_read_fails() {
    assert_eq!(judge(None).unwrap_err(), "names no licence");
    for gibberish in
        ["", "do as you like", "MIT OR", "(MIT", "MIT Apache-2.0", "MIT OR Otrera-1.0", "mit and"]
    {
        let verdict = judge(Some(gibberish)).unwrap_err();
        assert!(verdict.starts_with("has a licence that cannot be read"), "{gibberish}: {verdict}");
    }
}

#[test]
fn a_verdict_names_the_licence() {
    let verdict = judge(Some("MIT AND MPL-2.0")).unwrap_err();
    assert_eq!(verdict, "is under `MIT AND MPL-2.0`, and we do not allow MPL-2.0");
}

#[test]
fn every_allowed_licence_is_known_to_spdx() {
    for licence in ALLOWED {
        assert_eq!(judge(Some(licence)), Ok(()), "{licence}");
    }
}
