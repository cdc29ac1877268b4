//! Matches that one can believe: what cutechess and fastchess are to chess, for Amazons.
//!
//! - `entrant`, `pace`: who takes part, and how long each may think;
//! - `opening`, `balance`: where games begin, and how even beginnings are made;
//! - `schedule`: who plays whom from where with which seed, known before the first game;
//! - `game`: one game to its end, however that comes;
//! - `contest`, `runner`: all games of a schedule on several threads, each in the store before the next begins;
//! - `outcome`, `standings`: what finished games add up to;
//! - [`statistics`]: the numbers that claims are judged by.

mod balance;
mod contest;
mod digest;
mod entrant;
mod game;
mod opening;
mod outcome;
mod pace;
mod runner;
mod schedule;
mod standings;
pub mod statistics;

pub use balance::{Balance, Even, Fruitless};
pub use contest::{Contest, ContestError, Found, Progress};
pub use digest::digest;
pub use entrant::{Entrant, EntrantError};
pub use game::{Played, Rules, Until, play};
pub use opening::{Opening, OpeningError, OpeningSource, SourceError};
pub use outcome::{Outcome, Spent};
pub use pace::{Allowance, Pace, PaceError};
pub use runner::{Brake, Event, RunError, Runner};
pub use schedule::{Format, Schedule, Slot, mix};
pub use standings::{PlayerFigures, Standings, Trial};
