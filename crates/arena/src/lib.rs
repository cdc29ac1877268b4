//! Matches, tournaments and sequential tests: what cutechess and fastchess are to chess, for Amazons.
//!
//! - `entrant`, `time_control`: the players, and how long each may think;
//! - `opening`, `balance`: openings, and how balanced ones are generated;
//! - `schedule`: players, opening and seed of every game, known before the first game;
//! - `game`: one game to its end;
//! - `contest`, `runner`: all games of a schedule on several threads, each stored before the next begins;
//! - `stop_signal`: ends a contest early;
//! - `game_result`, `standings`: the results of finished games and their sums;
//! - [`statistics`]: Elo, SPRT, ratings and tests.

#![forbid(unsafe_code)]

mod balance;
mod contest;
mod entrant;
mod game;
mod game_result;
mod opening;
mod runner;
mod schedule;
mod standings;
pub mod statistics;
mod stop_signal;
mod time_control;

pub use balance::{BalanceConfig, BalancedOpening, NoBalancedOpening};
pub use contest::{Contest, ContestError, ContestState, StoredContest};
pub use entrant::{Entrant, EntrantError};
pub use game::{Adjudication, GameRules, PlayedGame, play};
pub use game_result::{GameResult, SideStats};
pub use opening::{Opening, OpeningError, OpeningSource, SourceError};
pub use runner::{ContestEvent, RunError, Runner};
pub use schedule::{ContestFormat, Schedule, ScheduledGame, mix};
pub use standings::{EntrantStats, SprtState, Standings};
pub use stop_signal::StopSignal;
pub use time_control::{TimeControl, TimeControlError};
