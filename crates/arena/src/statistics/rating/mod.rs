//! Who beat whom in a tournament, and the ratings that explain it best.

mod bradley_terry;
mod crosstable;

pub use bradley_terry::{Anchor, BradleyTerry, Rating, RatingError};
pub use crosstable::Crosstable;
