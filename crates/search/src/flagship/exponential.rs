//! An exponential function for many numbers at once.

/// e to the power of a number: within 8 millionths of the exact value, at least 2^-126 and at most 2^126.
///
/// It has no branch and calls nothing, so that a compiler computes several at once, and uses operations that all machines
/// round alike.
#[inline]
pub(super) fn exp(number: f32) -> f32 {
    /// Added to a number, it leaves the nearest whole number in the lowest bits.
    const ROUNDER: f32 = 12_582_912.0;
    /// Taylor's series of 2^x at 0: ln(2)^n / n!.
    const SERIES: [f32; 6] =
        [1.0, std::f32::consts::LN_2, 0.240_226_5, 0.055_504_11, 0.009_618_129, 0.001_333_355_8];
    let power = (number * std::f32::consts::LOG2_E).clamp(-126.0, 126.0);
    let rounded = power + ROUNDER;
    let rest = power - (rounded - ROUNDER);
    let whole = rounded.to_bits().wrapping_sub(ROUNDER.to_bits());
    let part = SERIES.iter().rev().fold(0.0, |sum, &factor| sum * rest + factor);
    part * f32::from_bits(whole.wrapping_add(127) << 23)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_the_exponential_function() {
        for place in -80_000..=80_000_i32 {
            let number = place as f32 / 1_000.0;
            let (exact, found) = (f64::from(number).exp(), f64::from(exp(number)));
            assert!((found / exact - 1.0).abs() < 8e-6, "exp({number}) = {exact}, not {found}");
        }
        assert_eq!(
            (exp(0.0), exp(f32::NEG_INFINITY), exp(f32::INFINITY)),
            (1.0, 2_f32.powi(-126), 2_f32.powi(126))
        );
    }
}
