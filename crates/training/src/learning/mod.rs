//! Learns the weights of the flagship's evaluation ([`eval::Otrera`]) from games of self-play.
//!
//! - `samples`: positions packed into few bytes;
//! - `dataset`: which positions of which games are used, for training and for validation;
//! - `regression`: weights by a logistic regression with two ridges, found by Newton's method;
//! - `weights`: the weights as numbers and as whole thousandths;
//! - `loss`: how well weights predict results;
//! - `learn`: all of these in their order;
//! - `source`: the Rust source that the evaluation is compiled with.
//!
//! The same games give the same weights byte by byte with any number of threads: sums are taken over fixed blocks of
//! positions in a fixed order.

mod dataset;
mod learn;
mod loss;
mod regression;
mod samples;
mod source;
#[cfg(test)]
mod tests;
mod weights;

pub use self::dataset::{Dataset, DatasetSize, LearnError};
pub(crate) use self::dataset::{VALIDATION_EVERY, end_of};
pub use self::learn::{LearnConfig, Learned, RidgeResult};
pub use self::loss::{Loss, StageLoss};
pub use self::regression::{Ridge, RidgeError};
pub use self::source::is_generated;
pub use self::weights::WeightTable;
