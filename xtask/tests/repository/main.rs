//! Tests of the repository itself: its crates, its conventions, the licences of its dependencies.

mod architecture;
mod conventions;
mod licences;
