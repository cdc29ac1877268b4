//! The solver against a naive oracle, against itself, and against games.

mod agreement;
mod endings;
mod fills;
mod limits;
mod naive;
mod problems;
mod sample;
mod small_boards;
mod sums;
