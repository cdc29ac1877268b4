//! Writes contests down as data.

use arena::{Adjudication, Contest, ContestFormat, Entrant, GameRules, Opening, OpeningSource, TimeControl};
use std::time::Duration;

use crate::conditions::Conditions;
use crate::workbench::LabError;

/// A contest from players by their texts, each with its own pace (`mgpeo@200ms`), over given openings. Games are played
/// to their end: no paper knows of any other.
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
        // Nobody is to lose by a busy machine; who thinks too long is seen in the seconds a move.
        rules: GameRules { time_margin: Duration::from_secs(10), adjudication: Adjudication::Never },
        seed: conditions.seed,
        sprt: None,
    })
}

/// The plain start of 10x10, every time: for players that draw at random.
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
