//! The searches from a caller's view. One binary, so that they are compiled once for every board.

mod book;
mod flagship;
mod minimax;
mod montecarlo;
