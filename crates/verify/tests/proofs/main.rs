//! The checker against a naive solver: what it must accept, and everything that it must refuse.

mod accepted;
mod committed;
mod naive;
mod refused;
mod rules;

use std::num::NonZero;

use verify::{Certificate, Fault};

/// Reads and checks a file.
fn check(file: &[u8]) -> Result<(), Fault> {
    Certificate::read(file)?.check(NonZero::new(2).unwrap(), |_| ())
}

/// The complaint about a file.
fn complaint(file: &[u8]) -> String {
    check(file).expect_err("this file must be refused").to_string()
}
