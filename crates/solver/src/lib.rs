//! Exact answers about Amazons: regions, how many moves they hold, and sums of them.
//!
//! Once arrows have cut the board into areas, the game is the sum of what happens in each. An area with amazons of one
//! side only is so many free moves (`fill`); one with both is a game of its own, of which bounds are known at once
//! (`home`: what each side is sure of) and the rest is found by search (`sum`). The values of shared areas do not add
//! up, so it is the sum that is searched, with bounds from its parts.
//!
//! A [`Solver`] answers for a [`Position`](amazons::Position): [`bounds`](Solver::bounds) at once, for the leaves of
//! another search; [`solve`](Solver::solve) within limits, with a move to play. [`is_separated`] is the cheap
//! question whether it is worth asking at all.

#![forbid(unsafe_code)]

mod area;
mod choice;
mod fill;
mod home;
mod margin;
mod separated;
mod solver;
mod sum;
mod table;

pub use margin::{Bounds, Count, Margin, Verdict};
pub use separated::is_separated;
pub use solver::{AreaReport, Solution, Solver};
