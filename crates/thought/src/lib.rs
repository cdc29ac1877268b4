//! The types that all searches and players share: the value of a position ([`Score`]), the limits of a move ([`Limits`],
//! [`GameClock`]), the end of a search ([`Deadline`], [`Counter`], [`Control`]), and its results ([`Report`], [`Observer`]). No
//! search is here.

mod control;
mod counter;
mod deadline;
mod game_clock;
mod limits;
mod report;
mod score;
mod span;

pub use control::Control;
pub use counter::Counter;
pub use deadline::Deadline;
pub use game_clock::GameClock;
pub use limits::Limits;
pub use report::{Decision, Line, Observer, Proven, Report, Silent};
pub use score::{Score, WhiteScore, win_rate};
pub use span::{SpanError, read_span, write_span};
