//! The wins of a tournament's players against each other, and ratings fitted to them.

mod bradley_terry;
mod crosstable;

pub use bradley_terry::{Anchor, BradleyTerry, Rating, RatingError};
pub use crosstable::Crosstable;
