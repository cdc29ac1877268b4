//! The searches from a caller's view. One binary, so that they are compiled once for every board.

mod flagship;
mod minimax;
mod montecarlo;
