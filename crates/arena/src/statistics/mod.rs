//! The statistics of matches: pure functions.
//!
//! Amazons has no draws, so a pair of games from one opening with colours swapped scores 0, 1/2 or 1. Elo, its interval and the
//! sequential test are computed from one likelihood of such trinomial results (`likelihood`), so that they cannot contradict
//! each other.

pub mod elo;
pub mod match_point;

mod cholesky;
mod likelihood;
mod mann_whitney;
mod normal;
mod pairs;
mod proportion;
mod rating;
mod shapiro_wilk;
mod sprt;
mod summary;

pub use cholesky::{Cholesky, SymmetricMatrix};
pub use elo::EloEstimate;
pub use mann_whitney::{MannWhitney, mann_whitney};
pub use pairs::{GameTally, MatchTally, PairScore, PairTally};
pub use proportion::{Interval, wilson, wilson_of_pairs};
pub use rating::{Anchor, BradleyTerry, Crosstable, Rating, RatingError};
pub use shapiro_wilk::{ShapiroWilk, shapiro_wilk};
pub use sprt::{EloModel, Sprt, SprtError, SprtParameters, SprtVerdict};
pub use summary::{Speed, Summary};
