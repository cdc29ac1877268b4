//! The store as its users meet it: real files, real processes, real faults.

mod durability;
mod filters;
mod games;
mod json;
mod refusals;
mod sample;
mod sgf;
