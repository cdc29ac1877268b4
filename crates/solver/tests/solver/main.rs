//! The solver against a naive oracle, against itself, and against games.

mod agreement;
mod naive;
mod sample;
