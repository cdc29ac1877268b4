//! A unit of work: some games of a run as data, with everything that they depend on.
//!
//! Whoever runs a unit, a thread of this process or another machine, gets the same games: players, openings, rules and seeds
//! stand in it. The text is JSON (`json`), the result is a file of JSON lines (`result`), and two runs of a unit give the same
//! bytes as long as no clock limits a player and no player searches on several threads.
//!
//! - `json`: the text of a unit, and what is refused;
//! - `player`: plays the games of a unit;
//! - `result`: the lines of finished games.

mod json;
mod player;
mod result;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use agents::process::Timeouts;
use agents::{Agent, AgentError, Contender, UnreadableBoard};
use amazons::notation::ListError;
use store::Source;
use thiserror::Error;
use thought::Control;

use crate::entrant::EntrantError;
use crate::game::GameRules;
use crate::opening::Opening;
use crate::proof::{PROOF, ProofUnit, ProofWorker};
use crate::time_control::{TimeControl, TimeControlError};

pub use self::json::{MAX_UNIT_BYTES, UNIT_VERSION};
pub use self::player::GamePlayer;
pub use self::result::FinishedGame;

/// What the games of a run have in common.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RunPlan {
    /// The kind of the run: `match`, `self-play`.
    pub kind: String,
    /// Everything that the games depend on, as the store identifies the run.
    pub conditions: String,
    /// Where the games come from.
    pub source: Source,
    /// The players.
    pub players: Vec<PlannedPlayer>,
    /// The rules of the games.
    pub rules: GameRules,
}

impl RunPlan {
    /// Whether no clock limits a player: then the same seeds give the same games.
    #[must_use]
    pub fn is_counted(&self) -> bool {
        self.players.iter().all(|player| player.time_control.is_counted())
    }
}

/// A player of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlannedPlayer {
    /// Its name in the games.
    pub name: String,
    /// The player.
    pub contender: Contender,
    /// How long it may think.
    pub time_control: TimeControl,
}

impl PlannedPlayer {
    /// A new agent; an external program is started. It is given up only after the time margin.
    pub(crate) fn agent(&self, rules: GameRules) -> Result<Box<dyn Agent>, UnitError> {
        let usual = Timeouts::default();
        let timeouts = Timeouts { grace: usual.grace + rules.time_margin, ..usual };
        let agent = self.contender.agent_with(timeouts);
        agent.map_err(|error| UnitError::Start { player: self.name.clone(), error })
    }
}

/// A game of a run that is to be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlannedGame {
    /// Its number in the run.
    pub number: u64,
    /// The seed of both players' random numbers.
    pub seed: u64,
    /// White's number in the list of players.
    pub white: usize,
    /// Black's number in the list of players.
    pub black: usize,
    /// Its first moves.
    pub opening: Opening,
    /// The plies that are random moves.
    pub strays: Vec<usize>,
}

/// Some games of a run.
#[derive(Clone, Debug)]
pub struct Unit {
    /// What they have in common.
    pub plan: Arc<RunPlan>,
    /// The games.
    pub games: Vec<PlannedGame>,
}

/// Why a unit cannot be run.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum UnitError {
    /// Not the text of a unit.
    #[error("not a unit of work: {0}")]
    Text(String),
    /// Too large.
    #[error("a unit of {0} bytes: the most is {MAX_UNIT_BYTES}")]
    Size(u64),
    /// A later format.
    #[error("the unit has format {0}, and this program reads format {UNIT_VERSION}: use a newer otrera")]
    Version(u64),
    /// Another program, whose games may differ.
    #[error("the unit is for otrera {wanted}, and this is otrera {found}: run both on the same version")]
    Program {
        /// The version that made the unit.
        wanted: String,
        /// The version of this program.
        found: &'static str,
    },
    /// A field that cannot be used.
    #[error("{field}: {what}")]
    Field {
        /// Which one: `games[3].white`.
        field: String,
        /// What is wrong.
        what: String,
    },
    /// An unknown player.
    #[error("player {player:?}: {error}")]
    Player {
        /// Its text.
        player: String,
        /// What is wrong with it.
        error: EntrantError,
    },
    /// A time control that cannot be read.
    #[error("player {player:?}: {error}")]
    TimeControl {
        /// The player.
        player: String,
        /// What is wrong with it.
        error: TimeControlError,
    },
    /// An external program without a limit.
    #[error("{0} has no limit: give it a time, playouts, nodes or a depth")]
    NoLimit(String),
    /// Another network under the same name.
    #[error(
        "player {player:?} is to play with the network {wanted}, and the file here is {found}: copy the file of the machine that \
         made the unit"
    )]
    Network {
        /// The player.
        player: String,
        /// The digests that the unit names.
        wanted: String,
        /// The digests of the files here.
        found: String,
    },
    /// An opening that cannot be read.
    #[error("opening {name:?}: {error}")]
    Opening {
        /// Its name.
        name: String,
        /// What is wrong with it.
        error: ListError,
    },
    /// A board that a player cannot read.
    #[error(transparent)]
    Board(#[from] UnreadableBoard),
    /// A program does not start.
    #[error("cannot start {player}: {error}")]
    Start {
        /// The player.
        player: String,
        /// The error.
        error: AgentError,
    },
    /// The control stopped it.
    #[error("the unit was stopped")]
    Stopped,
    /// The result of a unit is not that of the unit.
    #[error("the result of a unit cannot be used: {0}")]
    Result(String),
    /// A unit that failed on another machine, in its words.
    #[error("{0}")]
    Elsewhere(String),
}

impl Unit {
    /// Plays its games with a player that may have played others before.
    ///
    /// # Errors
    /// When a program does not start; [`UnitError::Stopped`] when the control stopped a game.
    pub fn play(&self, player: &mut GamePlayer, control: &Control) -> Result<Vec<FinishedGame>, UnitError> {
        let play = |game| player.play(game, control)?.ok_or(UnitError::Stopped);
        self.games.iter().map(play).collect()
    }
}

/// Runs a unit on this thread: takes its text and gives the text of its result.
///
/// # Errors
/// When the text is not a unit that this program can run, or a player does not start; [`UnitError::Stopped`] when the control
/// stopped it.
///
/// # Examples
/// ```
/// let unit = r#"{
///     "format": "otrera unit", "version": 1, "kind": "games", "program": "0.1.0",
///     "run": {"kind": "match", "conditions": "{}"}, "source": "match",
///     "players": [{"player": "greedy", "pace": "depth=1"}, {"player": "random"}],
///     "rules": {"margin_ms": 100, "adjudicated": false},
///     "openings": [{"name": "start", "moves": "fen 2q1/4/4/1Q2 w - - 0 1"}],
///     "games": [{"number": 0, "seed": 7, "white": 0, "black": 1, "opening": 0}]
/// }"#;
/// # let unit = unit.replace("0.1.0", env!("CARGO_PKG_VERSION"));
/// let lines = arena::run_unit(&unit, &thought::Control::new())?;
/// assert_eq!(lines, arena::run_unit(&unit, &thought::Control::new())?);
/// # Ok::<(), arena::UnitError>(())
/// ```
pub fn run_unit(json: &str, control: &Control) -> Result<Vec<u8>, UnitError> {
    if is_proof(json) {
        let unit = ProofUnit::from_json(json)?;
        return ProofWorker::default().run(&unit, control).map(String::into_bytes);
    }
    let unit = Unit::from_json(json)?;
    let games = unit.play(&mut GamePlayer::new(Arc::clone(&unit.plan)), control)?;
    Ok(unit.plan.to_lines(&games))
}

/// Whether a text says that it is a unit of a proof.
fn is_proof(json: &str) -> bool {
    #[derive(serde::Deserialize)]
    struct Kind {
        kind: String,
    }
    serde_json::from_str::<Kind>(json).is_ok_and(|text| text.kind == PROOF)
}

/// The same with the times of all moves, also where counts limit the players: for a head that keeps them. Two results differ in
/// their times then.
///
/// # Errors
/// As [`run_unit`].
pub fn run_timed_unit(json: &str, control: &Control) -> Result<Vec<u8>, UnitError> {
    let unit = Unit::from_json(json)?;
    let games = unit.play(&mut GamePlayer::new(Arc::clone(&unit.plan)), control)?;
    Ok(unit.plan.to_timed_lines(&games))
}
