//! The evaluations from outside: names, published and hand-computed figures, a slow twin, and laws.

mod fixtures;
mod laws;
mod names;
mod scalar;
mod scalar_net;

/// Whether two figures are the same but for rounding.
fn is_close(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9 * (1.0 + a.abs())
}
