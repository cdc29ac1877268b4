//! Builds the contests of experiments.

use arena::{Adjudication, Contest, ContestFormat, Entrant, GameRules, Opening, OpeningSource, TimeControl};
use std::time::Duration;

use crate::conditions::Conditions;
use crate::workbench::LabError;

/// A contest of players by their texts, each with its own time control (`mgpeo@200ms`). Games are played out, as in the papers.
///
/// # Errors
/// When a text names no player.
pub(crate) fn contest(
    conditions: &Conditions,
    players: &[String],
    format: ContestFormat,
    pairs: u64,
    openings: Vec<Opening>,
) -> Result<Contest, LabError> {
    let read =
        |player: &String| player.parse().map_err(|error| LabError::Player { player: player.clone(), error });
    Ok(Contest {
        kind: "lab",
        entrants: players.iter().map(read).collect::<Result<Vec<Entrant>, LabError>>()?,
        time_control: TimeControl::default(),
        format,
        rounds: pairs,
        openings,
        // No game is lost on time because the machine is busy; the seconds per move show who thinks too long.
        rules: GameRules { time_margin: Duration::from_secs(10), adjudication: Adjudication::Never },
        seed: conditions.seed,
        sprt: None,
    })
}

/// The start position of 10x10 only: for players with randomness.
///
/// # Errors
/// Never for the standard start.
pub(crate) fn from_the_start() -> Result<Vec<Opening>, LabError> {
    Ok(OpeningSource::Start.openings(amazons::Game::default().start(), "", 1, 0)?)
}

/// The balanced openings of the arena.
///
/// # Errors
/// Never for the standard start.
pub(crate) fn balanced() -> Result<Vec<Opening>, LabError> {
    Ok(OpeningSource::Balanced.openings(amazons::Game::default().start(), "", 1, 0)?)
}
