//! The Monte Carlo searches as a user sees them.

mod games;
mod groups;
mod limits;
mod selection;
mod solved;
mod support;
