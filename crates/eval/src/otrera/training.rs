//! What the training of the weights needs of the evaluation (`otrera lab learn`).

use std::ops::Range;

use amazons::{Board, Position};

use super::counts::{self, COUNTS, KING, KINGS_AT, QUEEN, QUEENS_AT, STEPS, STEPS_AT};
use super::learnt::LEARNT;
use super::weights::{STAGES, StageBlend, TOO_LARGE, percent_of};
use super::{Otrera, UNITS};

/// A group of counts in the table of weights.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CountGroup {
    /// Its description.
    pub words: String,
    /// Their indices.
    pub counts: Range<usize>,
}

impl Otrera {
    /// The number of counts, each with a weight.
    pub const COUNTS: usize = COUNTS;

    /// The number of stages with weights of their own.
    pub const STAGES: usize = STAGES;

    /// The units of a weight that make one move of margin.
    pub const UNITS: f64 = UNITS;

    /// Every weight is smaller than this, above zero and below.
    pub const TOO_LARGE: i32 = TOO_LARGE;

    /// The counts with weight zero: those of squares that neither side ever reaches.
    pub const UNREACHED: [usize; 2] = counts::UNREACHED;

    /// Counts a position, in the order of [`weights`](Self::weights).
    #[must_use]
    pub fn counts<B: Board>(position: &Position<B>) -> [i32; COUNTS] {
        counts::count(position)
    }

    /// The percentage of empty squares at which a stage's own weights hold.
    #[must_use]
    pub const fn percent_of(stage: usize) -> usize {
        percent_of(stage)
    }

    /// How the weights of the stages are mixed for a percentage of empty squares.
    #[must_use]
    pub const fn blend(percent: usize) -> StageBlend {
        StageBlend::at(percent)
    }

    /// The current weights: a row for each count, a column for each stage.
    #[must_use]
    pub const fn learnt() -> &'static [[i32; STAGES]; COUNTS] {
        &LEARNT
    }

    /// The groups of all counts, in order.
    #[must_use]
    pub fn groups() -> Vec<CountGroup> {
        let mut groups = vec![CountGroup { words: "To be on move".to_owned(), counts: 0..QUEENS_AT }];
        let tables: [(_, _, &[&str], _); 2] = [
            ("Queen", QUEENS_AT, &["1", "2", "3", "more", "never"], "1, 2, 3, more, never"),
            ("King", KINGS_AT, &["1", "2", "3", "4", "5", "more", "never"], "1 to 5, more, never"),
        ];
        debug_assert_eq!(tables.map(|(_, _, own, _)| own.len()), [QUEEN, KING]);
        for (piece, at, own, other) in tables {
            for (class, distance) in own.iter().enumerate() {
                let first = at + class * own.len();
                groups.push(CountGroup {
                    words: format!("{piece}: own distance {distance}, the other's {other}"),
                    counts: first..first + own.len(),
                });
            }
        }
        for (side, whose) in ["Own", "The other's"].into_iter().enumerate() {
            let first = STEPS_AT + side * STEPS;
            groups.push(CountGroup {
                words: format!(
                    "{whose} amazons with 0, 1, 2, 3, 4, 5-6, 7-9, 10-13, 14-18, more contested steps"
                ),
                counts: first..first + STEPS,
            });
        }
        groups
    }
}

#[cfg(test)]
mod tests {
    use amazons::{Board10x10, Position, Start};

    use super::*;
    use crate::Evaluation;

    #[test]
    fn the_groups_are_all_counts_in_order() {
        let mut next = 0;
        for group in Otrera::groups() {
            assert_eq!(group.counts.start, next, "{}", group.words);
            next = group.counts.end;
        }
        assert_eq!(next, Otrera::COUNTS);
    }

    #[test]
    fn counts_and_mixed_weights_make_the_value() {
        let position = Position::<Board10x10>::from_setup(&Start::STANDARD.setup()).unwrap();
        // 92 squares are empty: the last stage's own weights.
        let between = Otrera::blend(92);
        let weight = |row: &[i32; Otrera::STAGES]| -> f64 {
            between
                .stages()
                .into_iter()
                .zip(between.shares())
                .map(|(stage, share)| share * f64::from(row[stage]))
                .sum()
        };
        let counts = Otrera::counts(&position);
        let sum: f64 =
            counts.iter().zip(Otrera::learnt()).map(|(&count, row)| f64::from(count) * weight(row)).sum();
        assert!((sum / Otrera::UNITS - Otrera.value(&position)).abs() < 1e-9);
    }
}
