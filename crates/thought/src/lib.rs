//! The types that all searches and players share: the value of a position ([`Score`] for the side
//! to move, [`Assessment`] for White), the limits of a move ([`Limits`],
//! [`GameClock`]), the end of a search ([`Deadline`], [`Counter`], [`Control`]), and its results ([`Report`], [`Observer`]). No
//! search is here.

#![forbid(unsafe_code)]

mod assessment;
mod control;
mod counter;
mod deadline;
mod duration;
mod game_clock;
mod limits;
mod report;
mod score;
mod suggestion;

pub use assessment::{Assessment, Proof, WonBy};
pub use control::Control;
pub use counter::Counter;
pub use deadline::Deadline;
pub use duration::{DurationError, format_duration, parse_duration};
pub use game_clock::GameClock;
pub use limits::Limits;
pub use report::{Decision, Line, Observer, Report, Silent};
pub use score::{Score, WhiteScore, win_rate};
pub use suggestion::{did_you_mean, nearest};
