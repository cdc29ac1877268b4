//! Weights: one for every count and stage.

use eval::Otrera;

use super::dataset::LearnError;

/// The weights of the evaluation in thousandths of a move: a row per count, a column per stage.
pub type WeightTable = [[i32; Otrera::STAGES]; Otrera::COUNTS];

/// The log odds that one of each count adds at each stage.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Weights {
    /// A row per count, a column per stage.
    pub(super) rows: Vec<[f64; Otrera::STAGES]>,
}

/// The log odds of a thousandth of a move.
const THOUSANDTH: f64 = Otrera::SLOPE / Otrera::UNITS;

impl Weights {
    /// Weights that make every position even.
    #[must_use]
    pub(super) fn zero() -> Self {
        Self { rows: vec![[0.0; Otrera::STAGES]; Otrera::COUNTS] }
    }

    /// The weights of a table.
    #[must_use]
    pub(super) fn from_table(table: &WeightTable) -> Self {
        Self { rows: table.iter().map(|row| row.map(|weight| f64::from(weight) * THOUSANDTH)).collect() }
    }

    /// The weights in whole thousandths of a move.
    ///
    /// # Errors
    /// When one is beyond the evaluation's bounds.
    pub(super) fn to_table(&self) -> Result<WeightTable, LearnError> {
        let mut table = [[0; Otrera::STAGES]; Otrera::COUNTS];
        for (count, (row, weights)) in table.iter_mut().zip(&self.rows).enumerate() {
            for (stage, (cell, weight)) in row.iter_mut().zip(weights).enumerate() {
                let whole = (weight / THOUSANDTH).round_ties_even();
                // False for NaN.
                let fits = whole.abs() < f64::from(Otrera::TOO_LARGE);
                if !fits {
                    return Err(LearnError::TooLarge { count, stage, weight: whole });
                }
                *cell = whole as i32;
            }
        }
        Ok(table)
    }

    /// The weights at a percentage of empty squares.
    pub(super) fn at(&self, percent: usize) -> [f64; Otrera::COUNTS] {
        let between = Otrera::blend(percent);
        let ([lower, upper], [near, far]) = (between.stages(), between.shares());
        std::array::from_fn(|count| near * self.rows[count][lower] + far * self.rows[count][upper])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_round_trips() {
        let table = Otrera::learnt();
        assert_eq!(Weights::from_table(table).to_table().unwrap(), *table);
    }

    #[test]
    fn weights_beyond_the_bounds_are_refused() {
        let mut weights = Weights::zero();
        weights.rows[7][2] = -2.0;
        let error = weights.to_table().unwrap_err();
        assert_eq!(
            error.to_string(),
            "the weight of count 7 at stage 2 is -8000 thousandths of a move: use larger ridges"
        );
        weights.rows[7][2] = -1.99975;
        assert_eq!(weights.to_table().unwrap()[7][2], -7999);
        weights.rows[7][2] = f64::NAN;
        assert!(weights.to_table().is_err());
    }
}
