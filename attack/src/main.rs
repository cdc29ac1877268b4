//! Attacks a running `otrera serve` on loopback, and measures what it costs the people who play meanwhile.
//!
//! `cargo xtask attack` builds both programs and runs all attacks. Each starts a server of its own in a new folder and lasts
//! seconds. A witness plays a game all the while: its worst acknowledgement, and the plies that were acknowledged and are
//! not in the store afterwards, stand in the table beside the most memory of the server. An attack fails if a promise is
//! broken, if what it expects does not happen, or if it does not end in time; the program then ends with an error.
//! `docs/reliability.md` keeps the table with the promises that it checks.
//!
//! - `target`: the server under attack;
//! - `web`: requests and sockets, as simple as possible;
//! - `witness`: the person who plays meanwhile;
//! - `attacks`: one file for each kind;
//! - `run`: one attack, within its time;
//! - `promises`: what is promised, and which promises a measurement breaks;
//! - `report`: the table.

#![forbid(unsafe_code)]
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program that prints a table")]

mod attacks;
mod promises;
mod report;
mod run;
mod target;
mod web;
mod witness;

use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use clap::Parser;

use crate::attacks::ALL;
use crate::report::Outcome;

/// Attack a running Otrera on loopback, and measure what it costs.
#[derive(Parser)]
struct Arguments {
    /// The program under attack
    #[arg(long, default_value = "target/release/otrera")]
    binary: PathBuf,

    /// The mebibytes that the searches of a server share: so few that they have to wait for them
    #[arg(long, value_name = "MIB", default_value_t = 1024)]
    memory: u64,

    /// Print the broken promises and end without an error: times on a busy machine mislead
    #[arg(long)]
    report_only: bool,

    /// Replace the table of this file, between its two marks, if all attacks are made and no promise is broken
    #[arg(long, value_name = "FILE", conflicts_with = "names")]
    write: Option<PathBuf>,

    /// The attacks; all of them when none is named
    #[arg(value_name = "NAME")]
    names: Vec<String>,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let known: Vec<&str> = ALL.iter().map(|attack| attack.name).collect();
    for name in &arguments.names {
        ensure!(
            known.contains(&name.as_str()),
            "there is no attack {name:?}: choose from {}",
            known.join(", ")
        );
    }
    // Thousands of connections need as many descriptors on this side too.
    let _ = rlimit::increase_nofile_limit(8192);
    let conditions = report::conditions(arguments.memory);
    println!("{conditions}\n\n{}", report::HEAD);
    let is_named = |name: &str| arguments.names.is_empty() || arguments.names.iter().any(|it| it == name);
    let mut outcomes = Vec::new();
    for attack in ALL.iter().filter(|attack| is_named(attack.name)) {
        let outcome = run::within_time(attack, &arguments.binary, arguments.memory)?;
        println!("{outcome}");
        outcomes.push(outcome);
    }
    let broken: Vec<String> = outcomes.iter().flat_map(Outcome::failures).collect();
    for words in &broken {
        eprintln!("{words}");
    }
    ensure!(
        broken.is_empty() || arguments.report_only,
        "{} of {} attacks failed",
        outcomes.iter().filter(|outcome| !outcome.broken.is_empty()).count(),
        outcomes.len()
    );
    if let Some(path) = arguments.write.filter(|_| broken.is_empty()) {
        let text =
            std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let text = report::replace(&text, &conditions, &outcomes)?;
        std::fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}
