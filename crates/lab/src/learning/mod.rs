//! Learns the weights of the flagship's evaluation ([`eval::Otrera`]) from games of self-play.
//!
//! - `samples`: positions packed into few bytes;
//! - `material`: which positions of which games count, read game by game;
//! - `regression`, `cholesky`: weights by a logistic regression with two ridges, found by Newton's method;
//! - `weights`: what is learnt, as numbers and as whole thousandths;
//! - `loss`: how well weights tell results;
//! - `lesson`: all of it in its order;
//! - `table`: the Rust source that the evaluation is compiled with.
//!
//! The same games give the same table byte by byte, whatever the threads: sums are taken over fixed blocks of positions in
//! a fixed order.

mod cholesky;
mod lesson;
mod loss;
mod material;
mod regression;
mod samples;
mod table;
#[cfg(test)]
mod tests;
mod weights;

pub use self::lesson::{Learnt, Lesson, Trial};
pub use self::loss::{Loss, StageLoss};
pub use self::material::{LearnError, Material, Tally};
pub use self::regression::{Ridge, RidgeError};
pub use self::table::is_ours;
pub use self::weights::Table;
