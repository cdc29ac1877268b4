//! Every evaluation function of the papers, and the distance maps that they share.
//!
//! An [`Evaluation`] gives a position's value to the side to move, in a unit of its own, and can say of which terms it
//! is made; several evaluations of one position share its maps on a [`Terrain`]. A search takes it as an [`Evaluator`]. [`Eval`] is whichever of them a user names.
//!
//! ```
//! use amazons::{Board10x10, Position, Start};
//! use eval::{Eval, Evaluation};
//! let start = Position::<Board10x10>::from_setup(&Start::STANDARD.setup()).unwrap();
//! let eval: Eval = "territory".parse().unwrap();
//! // Every square is as far from Black as its mirror image is from White; 48 are equally far from both.
//! assert!((eval.value(&start) - 9.6).abs() < 1e-9);
//! ```

#![deny(unsafe_code)]

mod any;
mod breakdown;
mod course;
mod evaluator;
mod lieberum;
pub mod maps;
mod mgpeo;
mod mobility;
mod otrera;
mod plain;
mod random;
mod relative;
mod sums;
mod terrain;
mod territory;

pub use any::{Eval, EvalError, NamedEval};
pub use breakdown::{Breakdown, Term};
pub use course::Course;
pub use evaluator::{Evaluation, Evaluator};
pub use lieberum::{Lieberum, Mix};
pub use mgpeo::{MgPeo, amazon_freedom};
pub use mobility::{MoveCount, StepCount, steps};
pub use otrera::{Between, CountGroup, Otrera};
pub use plain::{Loops, PlainMgPeo};
pub use random::UniformRandom;
pub use relative::RelativeTerritory;
pub use sums::Sums;
pub use terrain::Terrain;
pub use territory::Territory;
