//! The store as its users meet it: real files, real processes, real faults.

mod durability;
mod explore;
mod filters;
mod games;
mod json;
mod migration;
mod refusals;
mod sample;
mod sgf;
mod study;
