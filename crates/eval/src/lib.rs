//! The evaluation functions of the papers, networks included, and the distance maps that they share.
//!
//! An [`Evaluation`] gives the value of a position to the side to move, in a unit of its own, and the terms of that value.
//! Several evaluations of one position share its maps in a [`MapCache`]. A search calls it as an [`Evaluator`]. [`Eval`] is
//! an enum of all evaluations, chosen by name.
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
mod map_cache;
pub mod maps;
mod mgpeo;
mod mobility;
mod network;
mod otrera;
mod plain;
mod random;
mod relative;
mod siblings;
mod sums;
mod territory;

pub use any::{Eval, EvalError, NamedEval, UnreadableBoard};
pub use breakdown::{Breakdown, Term};
pub use course::Course;
pub use evaluator::{Evaluation, Evaluator};
pub use lieberum::{Lieberum, Mix};
pub use map_cache::MapCache;
pub use mgpeo::{MgPeo, amazon_freedom};
pub use mobility::{MoveCount, StepCount, steps};
pub use network::{
    Input, Inputs, Layer, Network, NetworkError, NetworkEval, Perceptron, Representation, TrainingRecord,
};
pub use otrera::{
    AmazonClass, Classes, CountGroup, Net, NetError, Otrera, OtreraNet, SquareClass, StageBlend,
};
pub use plain::{Loops, PlainMgPeo};
pub use random::UniformRandom;
pub use relative::RelativeTerritory;
pub use siblings::Siblings;
pub use sums::RaceSums;
pub use territory::Territory;
