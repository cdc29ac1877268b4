//! Attacks a running `otrera serve` on loopback, and measures what it costs the people who play meanwhile.
//!
//! `cargo xtask attack` builds both programs and runs all attacks. Each starts a server of its own in a new folder and lasts
//! seconds. A witness plays a game all the while: its worst acknowledgement, and the plies that were acknowledged and are
//! not in the store afterwards, stand in the table beside the most memory of the server. `docs/reliability.md` keeps the
//! table with the promises that it checks.
//!
//! - `target`: the server under attack;
//! - `web`: requests and sockets, as simple as possible;
//! - `witness`: the person who plays meanwhile;
//! - `attacks`: one file for each kind.

#![forbid(unsafe_code)]
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program that prints a table")]

mod attacks;
mod target;
mod web;
mod witness;

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use clap::Parser;

use crate::attacks::{ALL, Attack, Kind};
use crate::target::Target;
use crate::witness::Witness;

/// Attack a running Otrera on loopback, and measure what it costs.
#[derive(Parser)]
struct Arguments {
    /// The program under attack
    #[arg(long, default_value = "target/release/otrera")]
    binary: PathBuf,

    /// The attacks; all of them when none is named
    #[arg(value_name = "NAME")]
    names: Vec<String>,
}

#[tokio::main]
async fn main() -> Result<()> {
    let Arguments { binary, names } = Arguments::parse();
    let known: Vec<&str> = ALL.iter().map(|attack| attack.name).collect();
    for name in &names {
        ensure!(
            known.contains(&name.as_str()),
            "there is no attack {name:?}: choose from {}",
            known.join(", ")
        );
    }
    // Thousands of connections need as many descriptors on this side too.
    let _ = rlimit::increase_nofile_limit(8192);
    println!("| attack | memory at most | worst acknowledgement | plies acknowledged | lost | found |");
    println!("|---|---:|---:|---:|---:|---|");
    let mut failures = 0;
    for attack in ALL.iter().filter(|attack| names.is_empty() || names.iter().any(|name| name == attack.name))
    {
        match run(attack, &binary).await {
            Ok(row) => println!("{row}"),
            Err(error) => {
                failures += 1;
                println!("| {} | | | | | **{error:#}** |", attack.name);
            }
        }
    }
    ensure!(failures == 0, "{failures} attacks got through or could not be made");
    Ok(())
}

/// Makes one attack on a new server; gives its row of the table.
async fn run(attack: &Attack, binary: &std::path::Path) -> Result<String> {
    let make = match attack.kind {
        Kind::Beside(make) => make,
        Kind::Alone(make) => {
            let found = make(binary.to_owned()).await?;
            return Ok(format!(
                "| {} | | | {} | {} | {} |",
                attack.name, found.plies, found.lost, found.words
            ));
        }
    };
    let target = Target::start(binary).await.context("the server does not start")?;
    let witness = Witness::start(&target.address).await.context("nobody can play")?;
    tokio::time::sleep(Duration::from_millis(500)).await;
    let words = make(target.address.clone()).await;
    let seen = witness.stop().await?;
    ensure!(target.is_running(), "the server is gone");
    let lost = seen.lost(&target.address).await?;
    let memory = target.most_memory().map_or_else(|| "?".to_owned(), |mebibytes| format!("{mebibytes} MiB"));
    let (worst, plies, words) = (seen.worst.as_secs_f64() * 1000.0, seen.plies, words?);
    let failed = if seen.failures == 0 { String::new() } else { format!("; {} refused", seen.failures) };
    Ok(format!("| {} | {memory} | {worst:.0} ms | {plies} | {lost} | {words}{failed} |", attack.name))
}
