//! Matches that one can believe: colour-swapped pairs of games, openings, tournaments, SPRT and statistics.

mod balance;
mod opening;
mod pace;
mod schedule;

pub use balance::{Balance, Even};
pub use opening::{Opening, OpeningError, OpeningSource};
pub use pace::{Allowance, Pace, PaceError};
pub use schedule::{Format, Schedule, Slot};
