//! One attack, within its time.

use std::path::Path;

use anyhow::{Context, Result};
use tokio::runtime::Builder;

use crate::attacks::{Attack, Found, Kind, Made};
use crate::promises::{self, Measured};
use crate::report::{Outcome, load};
use crate::target::Target;
use crate::witness::Witness;

/// The plies of somebody who plays that are acknowledged before an attack begins.
const BEFORE: usize = 5;

/// Makes an attack on a new server. One that does not end in time has failed; what it started ends with it.
///
/// # Errors
/// When there are no threads to make it.
pub(crate) fn within_time(attack: &Attack, binary: &Path, budget: u64) -> Result<Outcome> {
    let runtime = Builder::new_multi_thread().enable_all().build()?;
    let made =
        runtime.block_on(async { tokio::time::timeout(attack.limit, make(attack, binary, budget)).await });
    // Tasks that an attack has left behind must not disturb the next.
    runtime.shutdown_background();
    let failed = |words: String| Outcome {
        name: attack.name,
        measured: None,
        plies: None,
        words: String::new(),
        broken: vec![words],
    };
    Ok(match made {
        Err(_) => failed(format!("it did not end within {} s, and was ended", attack.limit.as_secs_f64())),
        Ok(Err(error)) => failed(format!("{error:#}")),
        Ok(Ok(outcome)) => outcome,
    })
}

async fn make(attack: &Attack, binary: &Path, budget: u64) -> Result<Outcome> {
    let outcome =
        Outcome { name: attack.name, measured: None, plies: None, words: String::new(), broken: Vec::new() };
    let (make, memory) = match attack.kind {
        Kind::Beside { make, memory } => (make, memory),
        Kind::Alone(make) => {
            let Found { plies, lost, words } = make(binary.to_owned()).await?;
            let broken = promises::lost(lost, plies).into_iter().collect();
            return Ok(Outcome { plies: Some((plies, lost)), words, broken, ..outcome });
        }
    };
    let load = load();
    let mut target = Target::start(binary, budget).await.context("the server does not start")?;
    let beside = beside(&target.address, make).await;
    // An error of a witness whose server is gone says less than that.
    anyhow::ensure!(target.is_running(), "the server is gone");
    let (mut measured, found) = beside?;
    measured.memory = target.most_memory();
    let mut broken = measured.broken(memory, budget, &load);
    let words = found.unwrap_or_else(|error| {
        broken.push(format!("{error:#} (the load of the machine was {load} before the attack)"));
        String::new()
    });
    Ok(Outcome { measured: Some(measured), words, broken, ..outcome })
}

/// Makes an attack while somebody plays: what was measured, and what the attack found.
async fn beside(address: &str, make: fn(String) -> Made<String>) -> Result<(Measured, Result<String>)> {
    let mut witness = Witness::start(address).await.context("nobody can play")?;
    witness.wait_for(BEFORE).await.context("nobody can play")?;
    let found = make(address.to_owned()).await;
    let seen = witness.stop().await?;
    let lost = seen.lost(address).await.context("the games cannot be read afterwards")?;
    let measured =
        Measured { memory: None, worst: seen.worst, plies: seen.plies, lost, refused: seen.failures };
    Ok((measured, found))
}

#[cfg(test)]
mod tests;
