//! The evaluations from outside: published and hand-computed figures, a slow twin, and laws.

mod fixtures;
mod laws;
mod scalar;

use amazons::{Narrow, Position, Setup};

/// A drawn position.
fn drawn(diagram: &str) -> Position<Narrow> {
    let setup = Setup::from_diagram(diagram).unwrap();
    Position::on_board(Narrow::new(setup.size).unwrap(), &setup).unwrap()
}

/// Whether two figures are the same but for rounding.
fn is_close(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9 * (1.0 + a.abs())
}
