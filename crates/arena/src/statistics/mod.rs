//! The numbers that matches are judged by. Pure functions: no clock, no file, no printing.
//!
//! Amazons knows no draw, so a pair of games over one opening with colours swapped scores 0, 1/2 or 1. Everything said
//! about a match of pairs (Elo with its interval, the sequential test) comes from one [`likelihood`] of
//! such trinomial results, so that no two figures of a report can contradict each other.

pub mod elo;
pub mod likelihood;
pub mod mann_whitney;
pub mod match_point;
pub mod pairs;
pub mod proportion;
pub mod rating;
pub mod shapiro_wilk;
pub mod sprt;
pub mod summary;

mod cholesky;
mod normal;

pub use cholesky::{Cholesky, SymmetricMatrix};
pub use elo::EloEstimate;
pub use mann_whitney::{MannWhitney, mann_whitney};
pub use pairs::{GameTally, MatchTally, PairScore, PairTally};
pub use proportion::{Interval, wilson};
pub use rating::{Anchor, BradleyTerry, Crosstable, Rating, RatingError};
pub use shapiro_wilk::{ShapiroWilk, shapiro_wilk};
pub use sprt::{EloModel, Sprt, SprtError, SprtParameters, SprtVerdict};
pub use summary::{Speed, Summary};
