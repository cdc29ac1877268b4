//! Matches, tournaments and sequential tests: what cutechess and fastchess are to chess, for Amazons.
//!
//! - `entrant`, `time_control`: the players, and how long each may think;
//! - `opening`, `balance`: openings, and how balanced ones are generated;
//! - `book_growth`: lets a player search the positions of an opening book;
//! - `schedule`: players, opening and seed of every game, known before the first game;
//! - `game`: one game to its end;
//! - [`Unit`]: some games of a run as data, which any machine can play;
//! - `workers`, `threads`, `dispatch`: who runs units, and how they are handed out and taken back;
//! - [`ProofHead`]: a proof of who wins a small board, shared out in units;
//! - `contest_spec`: a contest in plain texts;
//! - `contest`, `runner`: all games of a schedule, each stored as soon as it is finished;
//! - `describe`: contests as JSON;
//! - `strays`: random plies in the middle of games;
//! - `stop_signal`: ends a contest early;
//! - `game_result`, `standings`: the results of finished games and their sums;
//! - [`statistics`]: Elo, SPRT, ratings and tests.

#![forbid(unsafe_code)]

mod balance;
mod book_growth;
mod contest;
mod contest_spec;
mod describe;
mod dispatch;
mod entrant;
mod game;
mod game_result;
mod opening;
mod proof;
mod runner;
mod schedule;
mod standings;
pub mod statistics;
mod stop_signal;
mod strays;
mod threads;
mod time_control;
mod unit;
mod workers;

pub use balance::{BalanceConfig, BalancedOpening, TooFewOpenings};
pub use book_growth::{BookGrowth, BookGrowthError};
pub use contest::{Contest, ContestError, ContestState, StoredContest};
pub use contest_spec::{ContestKind, ContestSpec, ContestSpecError, StartError, read_start};
pub use dispatch::{Head, dispatch};
pub use entrant::{Entrant, EntrantError};
pub use game::{Adjudication, GameRules, PlayedGame, play};
pub use game_result::{GameResult, SideStats};
pub use opening::{Opening, OpeningError, OpeningSource, SourceError};
pub use proof::{
    EndedProofUnit, ProofError, ProofHead, ProofOutcome, ProofStatus, ProofThreads, ProofUnit,
    ProofUnitResult, ProofWorker, ProofWorkers,
};
pub use runner::{ContestEvent, RunError, Runner};
pub use schedule::{ContestFormat, Schedule, ScheduledGame, mix};
pub use standings::{EntrantStats, SprtState, Standings};
pub use stop_signal::StopSignal;
pub use strays::{Strays, StraysError};
pub use threads::Threads;
pub use time_control::{TimeControl, TimeControlError};
pub use unit::{
    FinishedGame, GamePlayer, MAX_UNIT_BYTES, PlannedGame, PlannedPlayer, RunPlan, UNIT_VERSION, Unit,
    UnitError, run_timed_unit, run_unit,
};
pub use workers::{EndedUnit, UnitOutcome, UnitSize, Workers, WorkersError};
