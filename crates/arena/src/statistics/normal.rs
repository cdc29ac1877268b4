//! The standard normal distribution: its upper tail and its quantiles.

use std::f64::consts::SQRT_2;

use statrs::function::erf::erfc_inv;

/// The quantile that cuts off 2.5%: what a two-sided 95% interval is made with.
pub(super) const Z_95: f64 = 1.959_963_984_540_054;

/// The probability of a value above `z`, exact far out in the tail too.
pub(super) fn upper_tail(z: f64) -> f64 {
    0.5 * libm::erfc(z / SQRT_2)
}

/// The value below which a share `p` of the distribution lies.
pub(super) fn quantile(p: f64) -> f64 {
    -SQRT_2 * erfc_inv(2.0 * p)
}
