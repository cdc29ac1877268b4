//! The rooms of the house: data flows one way, and no crate depends on another against the arrows.
//!
//! The arrows are those of `docs/architecture.md`. A new crate gets a row here and a sentence there.

use cargo_metadata::MetadataCommand;

/// Every crate with the crates that its arrow comes from, in dependency order: a row names only rows above it.
///
/// A crate may use what it names and whatever those may use. Crates that are planned but not there yet have their
/// row already.
const ROOMS: &[(&str, &[&str])] = &[
    ("amazons", &[]),
    ("thought", &["amazons"]),
    ("eval", &["thought"]),
    ("solver", &["thought"]),
    ("search", &["eval", "solver"]),
    ("wire", &["thought"]),
    ("agents", &["search", "wire"]),
    ("store", &["amazons"]),
    ("arena", &["agents", "store"]),
    ("lab", &["arena"]),
    ("server", &["arena"]),
    // The binary in crates/cli calls every library; these two reach all of them.
    ("otrera", &["lab", "server"]),
    // The chores must build when nothing else does.
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

/// Reads normal, build and dev dependencies alike: what a test needs is also needed to understand the crate.
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
            .map(|dependency| dependency.name.clone())
            .collect(),
    });
    crates.collect()
}

/// Says what is wrong with the dependencies of `crates`, one sentence a fault.
fn faults(crates: &[Crate]) -> Vec<String> {
    let mut faults = Vec::new();
    for Crate { name, uses } in crates {
        let Some(allowed) = allowed(name) else {
            faults.push(format!(
                "the crate `{name}` has no room: add it to ROOMS in xtask/tests/architecture.rs and to \
                 docs/architecture.md"
            ));
            continue;
        };
        for used in uses.iter().filter(|used| !allowed.contains(&used.as_str())) {
            faults.push(format!(
                "`{name}` depends on `{used}` against the arrows of docs/architecture.md; it may use: {}",
                if allowed.is_empty() { "nothing of the workspace".to_owned() } else { allowed.join(", ") }
            ));
        }
    }
    faults
}

/// The crates that `name` may depend on, directly or not; nothing for a crate without a room.
fn allowed(name: &str) -> Option<Vec<&'static str>> {
    let room = ROOMS.iter().position(|&(room, _)| room == name)?;
    let mut reached = vec![false; ROOMS.len()];
    reached[room] = true;
    // Rows name only rows above them, so one walk upwards meets every row after all that use it.
    for user in (0..=room).rev().filter(|&index| reached[index]).collect::<Vec<_>>() {
        for used in ROOMS[user].1 {
            reached[row_above(user, used)] = true;
        }
    }
    reached[room] = false;
    Some(ROOMS.iter().zip(reached).filter(|(_, reached)| *reached).map(|(&(name, _), _)| name).collect())
}
