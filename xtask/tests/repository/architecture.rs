//! The allowed dependencies between the crates of the workspace.
//!
//! `docs/architecture.md` explains them. A new crate needs a row here and a line there.

use std::collections::BTreeSet;

use cargo_metadata::{DependencyKind, MetadataCommand};

/// Every crate with the crates that it may use, in dependency order: a row names only rows above it.
///
/// A crate may use the crates of its row and all that those may use.
const DEPENDENCIES: &[(&str, &[&str])] = &[
    // The checker of proofs: an error of the rules must not hide there.
    ("verify", &[]),
    ("amazons", &[]),
    ("thought", &["amazons"]),
    ("eval", &["thought"]),
    ("solver", &["thought", "verify"]),
    ("search", &["eval", "solver"]),
    ("wire", &["thought"]),
    ("agents", &["search", "wire"]),
    ("store", &["thought"]),
    ("arena", &["agents", "store"]),
    ("training", &["arena"]),
    ("lab", &["training"]),
    ("server", &["agents", "store"]),
    // The binary in crates/cli calls every library; these three reach all of them.
    ("otrera", &["lab", "server", "verify"]),
    ("otrera-python-macros", &[]),
    // The Python package: everything but the board in the browser.
    ("otrera-python", &["lab", "otrera-python-macros"]),
    // A dev-dependency of integration tests only, so that no other row names it.
    ("testkit", &["search"]),
    // It attacks the program from outside; the rules only say which moves it may send.
    ("attack", &["amazons"]),
    // The tasks must build when no other crate does.
    ("xtask", &[]),
];

/// One crate of the workspace with the crates of the repository that its Cargo.toml names.
struct Crate {
    name: String,
    uses: Vec<String>,
}

#[test]
fn crates_depend_in_the_direction_of_the_design() {
    let faults = faults(&workspace_crates());
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

/// Reads normal, build and dev dependencies alike: what a test needs is also needed to understand the crate. Only the dev
/// dependency on `testkit` is left out.
fn workspace_crates() -> Vec<Crate> {
    let metadata = MetadataCommand::new()
        .no_deps()
        .other_options(["--locked".to_owned()])
        .exec()
        .expect("cargo metadata reads the workspace");
    let crates = metadata.workspace_packages().into_iter().map(|package| Crate {
        name: package.name.to_string(),
        // What comes from a folder is ours; what comes from a registry has no path.
        uses: package
            .dependencies
            .iter()
            .filter(|dependency| dependency.path.is_some())
            .filter(|used| used.name != "testkit" || used.kind != DependencyKind::Development)
            .map(|dependency| dependency.name.clone())
            .collect(),
    });
    crates.collect()
}

/// The errors in the dependencies of `crates`.
fn faults(crates: &[Crate]) -> Vec<String> {
    let mut faults = Vec::new();
    for Crate { name, uses } in crates {
        let Some(allowed) = allowed(DEPENDENCIES, name) else {
            faults.push(format!(
                "the crate `{name}` is not listed: add it to DEPENDENCIES in xtask/tests/repository/architecture.rs and to \
                 docs/architecture.md"
            ));
            continue;
        };
        for used in uses.iter().filter(|used| !allowed.contains(used.as_str())) {
            let allowed: Vec<_> = allowed.iter().copied().collect();
            faults.push(format!(
                "`{name}` depends on `{used}` against the arrows of docs/architecture.md; it may use: {}",
                if allowed.is_empty() { "nothing of the workspace".to_owned() } else { allowed.join(", ") }
            ));
        }
    }
    faults
}

/// The crates that `name` may depend on, directly or not, or `None` if it has no row.
fn allowed<'a>(rows: &[(&'a str, &[&'a str])], name: &str) -> Option<BTreeSet<&'a str>> {
    let row = rows.iter().position(|&(other, _)| other == name)?;
    let mut all = BTreeSet::new();
    for &used in rows[row].1 {
        all.insert(used);
        all.extend(allowed(&rows[..row], used).expect("a row of DEPENDENCIES names only rows above it"));
    }
    Some(all)
}

fn made_up(name: &str, uses: &[&str]) -> Crate {
    Crate { name: name.to_owned(), uses: uses.iter().copied().map(str::to_owned).collect() }
}

#[test]
fn the_binary_may_use_every_library() {
    let libraries: BTreeSet<_> = DEPENDENCIES
        .iter()
        .map(|&(name, _)| name)
        .filter(|name| {
            !["attack", "otrera", "otrera-python", "otrera-python-macros", "testkit", "xtask"].contains(name)
        })
        .collect();
    assert_eq!(allowed(DEPENDENCIES, "otrera"), Some(libraries));
}

#[test]
fn every_row_names_rows_above_it() {
    for (name, _) in DEPENDENCIES {
        assert!(allowed(DEPENDENCIES, name).is_some());
    }
}

#[test]
fn allowed_dependencies_pass() {
    let direct = made_up("search", &["eval", "solver"]);
    let transitive = made_up("search", &["thought", "amazons"]);
    assert_eq!(faults(&[direct, transitive]), [""; 0]);
}

#[test]
fn a_backward_dependency_is_found() {
    let faults = faults(&[made_up("amazons", &[]), made_up("thought", &["amazons", "eval"])]);
    assert_eq!(
        faults,
        ["`thought` depends on `eval` against the arrows of docs/architecture.md; it may use: amazons"]
    );
}

#[test]
fn a_dependency_between_siblings_is_found() {
    assert_eq!(faults(&[made_up("eval", &["solver"]), made_up("lab", &["server"])]).len(), 2);
}

#[test]
fn a_dependency_of_the_first_crate_is_found() {
    let faults = faults(&[made_up("amazons", &["thought"])]);
    assert!(faults[0].ends_with("it may use: nothing of the workspace"), "{faults:?}");
}

#[test]
fn a_crate_without_a_row_is_found() {
    let faults = faults(&[made_up("attic", &["amazons"]), made_up("amazons", &["cellar"])]);
    assert!(faults[0].starts_with("the crate `attic` is not listed: add it to DEPENDENCIES"), "{faults:?}");
    assert!(faults[1].starts_with("`amazons` depends on `cellar` against the arrows"), "{faults:?}");
}
