//! The two loops that a network spends its time in, compiled for the widest registers that the processor has.
//!
//! Every unit's sum is made in the order of the inputs, and products are rounded before they are added, so the width of a register
//! changes no bit of the result.

use super::representation::Input;

/// The units whose sums stay in registers while all inputs are added.
const BLOCK: usize = 32;

/// Adds the weights of some inputs to the sums of all units: `weights` has a column of all units for every input.
#[inline]
pub(super) fn add_columns(sums: &mut [f32], weights: &[f32], inputs: &[Input]) {
    #[cfg(target_arch = "x86_64")]
    {
        if is_x86_feature_detected!("avx512f") {
            // SAFETY: the processor has the instructions.
            return unsafe { x86::add_columns_avx512(sums, weights, inputs) };
        }
        if is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has the instructions.
            return unsafe { x86::add_columns_avx2(sums, weights, inputs) };
        }
    }
    add_columns_by_loops(sums, weights, inputs);
}

/// Adds a multiple of the changes of all units to the column of every input.
#[inline]
pub(super) fn change_columns(weights: &mut [f32], inputs: &[Input], changes: &[f32]) {
    #[cfg(target_arch = "x86_64")]
    {
        if is_x86_feature_detected!("avx512f") {
            // SAFETY: the processor has the instructions.
            return unsafe { x86::change_columns_avx512(weights, inputs, changes) };
        }
        if is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has the instructions.
            return unsafe { x86::change_columns_avx2(weights, inputs, changes) };
        }
    }
    change_columns_by_loops(weights, inputs, changes);
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{Input, add_columns_by_loops, change_columns_by_loops};

    #[target_feature(enable = "avx512f")]
    pub(super) fn add_columns_avx512(sums: &mut [f32], weights: &[f32], inputs: &[Input]) {
        add_columns_by_loops(sums, weights, inputs);
    }

    #[target_feature(enable = "avx2")]
    pub(super) fn add_columns_avx2(sums: &mut [f32], weights: &[f32], inputs: &[Input]) {
        add_columns_by_loops(sums, weights, inputs);
    }

    #[target_feature(enable = "avx512f")]
    pub(super) fn change_columns_avx512(weights: &mut [f32], inputs: &[Input], changes: &[f32]) {
        change_columns_by_loops(weights, inputs, changes);
    }

    #[target_feature(enable = "avx2")]
    pub(super) fn change_columns_avx2(weights: &mut [f32], inputs: &[Input], changes: &[f32]) {
        change_columns_by_loops(weights, inputs, changes);
    }
}

#[inline(always)]
fn add_columns_by_loops(sums: &mut [f32], weights: &[f32], inputs: &[Input]) {
    let units = sums.len();
    let mut place = 0;
    while let Some(block) = sums.get_mut(place..place + BLOCK) {
        add_block::<BLOCK>(block, units, &weights[place..], inputs);
        place += BLOCK;
    }
    while let Some(block) = sums.get_mut(place..place + 8) {
        add_block::<8>(block, units, &weights[place..], inputs);
        place += 8;
    }
    for place in place..units {
        add_block::<1>(&mut sums[place..=place], units, &weights[place..], inputs);
    }
}

#[inline(always)]
fn add_block<const N: usize>(sums: &mut [f32], units: usize, weights: &[f32], inputs: &[Input]) {
    let mut block: [f32; N] = std::array::from_fn(|unit| sums[unit]);
    for &(input, value) in inputs {
        let column: &[f32; N] =
            weights[usize::from(input) * units..].first_chunk().expect("a column of all units");
        for unit in 0..N {
            block[unit] += value * column[unit];
        }
    }
    sums.copy_from_slice(&block);
}

#[inline(always)]
fn change_columns_by_loops(weights: &mut [f32], inputs: &[Input], changes: &[f32]) {
    for &(input, value) in inputs {
        let column = &mut weights[usize::from(input) * changes.len()..][..changes.len()];
        for (weight, change) in column.iter_mut().zip(changes) {
            *weight += value * change;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_registers_give_the_same_bits() {
        let inputs: [Input; 4] = [(0, 1.0), (2, -3.5), (3, 0.1), (5, 20.0)];
        for units in [1, 3, 8, 40, 80, 83, 160] {
            let number = |place: usize| ((place * 7919 % 1013) as f32 - 500.0) / 977.0;
            let weights: Vec<f32> = (0..6 * units).map(number).collect();
            let sums: Vec<f32> = (0..units).map(|place| number(place + 5)).collect();
            let (mut wide, mut plain) = (sums.clone(), sums.clone());
            add_columns(&mut wide, &weights, &inputs);
            for &(input, value) in &inputs {
                for unit in 0..units {
                    plain[unit] += value * weights[usize::from(input) * units + unit];
                }
            }
            assert_eq!(wide, plain, "{units} units");
            let (mut wide, mut plain) = (weights.clone(), weights);
            change_columns(&mut wide, &inputs, &sums);
            for &(input, value) in &inputs {
                for unit in 0..units {
                    plain[usize::from(input) * units + unit] += value * sums[unit];
                }
            }
            assert_eq!(wide, plain, "{units} units");
        }
    }
}
