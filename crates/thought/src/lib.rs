//! The words of thinking, spoken by everything that thinks about Amazons: how good a position is ([`Score`]), how long
//! to think ([`Limits`], [`Clock`], [`Budget`]), how to be told to stop ([`Control`]), and what is said meanwhile ([`Report`],
//! [`Observer`]). Nothing here thinks.

mod budget;
mod clock;
mod control;
mod limits;
mod report;
mod score;
mod span;

pub use budget::Budget;
pub use clock::Clock;
pub use control::Control;
pub use limits::Limits;
pub use report::{Decision, Line, Observer, Proven, Report, Silent};
pub use score::{Score, WhiteScore, win_rate};
pub use span::{SpanError, read_span, write_span};
