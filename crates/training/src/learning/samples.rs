//! Packed positions: most counts of a position are zero, and a million positions have to fit into memory.

use std::ops::Range;

use amazons::{Board, Position, Visitor};
use eval::Otrera;

/// Positions per block: one thread sums a block. The learnt weights depend on it by rounding.
const BLOCK: usize = 4096;

/// A position: its counts, the result and the win rate.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Sample<'a> {
    /// The counts that are not zero: index and value, in order.
    pub(super) counts: &'a [(u8, u8)],
    /// 1 where the side to move has won the game, else 0.
    pub(super) result: f64,
    /// The win rate that the search found for the side to move.
    pub(super) rate: f64,
}

/// The labels of a position, and where its counts end in the bucket.
#[derive(Clone, Copy, Debug)]
struct Label {
    /// The end of its counts; they begin at the end of those of the previous position.
    end: usize,
    rate: f32,
    has_won: bool,
}

/// All positions with the same percentage of empty squares, and so with the same weights.
#[derive(Clone, Debug, Default)]
struct Bucket {
    counts: Vec<(u8, u8)>,
    labels: Vec<Label>,
}

/// A range of positions of a bucket.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Block {
    /// The percentage of empty squares.
    pub(super) percent: usize,
    range: Range<usize>,
}

/// Positions by their percentage of empty squares.
#[derive(Clone, Debug)]
pub(super) struct Samples {
    buckets: Vec<Bucket>,
}

impl Default for Samples {
    fn default() -> Self {
        Self { buckets: vec![Bucket::default(); 101] }
    }
}

impl Samples {
    /// Adds a position by its counts, without those of unreached squares.
    ///
    /// # Panics
    /// If the percentage is above 100 or a count above 255, which no board allows.
    pub(super) fn add(&mut self, percent: usize, counts: &[i32; Otrera::COUNTS], has_won: HasWon, rate: f64) {
        let bucket = &mut self.buckets[percent];
        for (class, &count) in counts.iter().enumerate() {
            if count != 0 && !Otrera::UNREACHED.contains(&class) {
                let byte =
                    |number: usize| u8::try_from(number).expect("a board has 254 empty squares at most");
                bucket.counts.push((byte(class), byte(count as usize)));
            }
        }
        let label = Label { end: bucket.counts.len(), rate: rate as f32, has_won: has_won == HasWon::Yes };
        bucket.labels.push(label);
    }

    /// The number of positions.
    #[must_use]
    pub(super) fn len(&self) -> usize {
        self.buckets.iter().map(|bucket| bucket.labels.len()).sum()
    }

    /// All positions in blocks, each of one percentage, in a fixed order.
    pub(super) fn blocks(&self) -> Vec<Block> {
        let of_bucket = |(percent, bucket): (usize, &Bucket)| {
            let all = bucket.labels.len();
            let block = move |first: usize| Block { percent, range: first..all.min(first + BLOCK) };
            (0..all).step_by(BLOCK).map(block).collect::<Vec<_>>()
        };
        self.buckets.iter().enumerate().flat_map(of_bucket).collect()
    }

    /// The positions of a block.
    pub(super) fn in_block(&self, block: &Block) -> impl Iterator<Item = Sample<'_>> {
        let bucket = &self.buckets[block.percent];
        let mut begin = block.range.start.checked_sub(1).map_or(0, |before| bucket.labels[before].end);
        bucket.labels[block.range.clone()].iter().map(move |label| {
            let counts = &bucket.counts[begin..label.end];
            begin = label.end;
            Sample { counts, result: f64::from(u8::from(label.has_won)), rate: f64::from(label.rate) }
        })
    }
}

/// Whether the side to move has won the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum HasWon {
    /// The game is won.
    Yes,
    /// The game is lost.
    No,
}

/// Counts the features of a position: the percentage of empty squares, and the counts of the evaluation.
pub(super) struct CountFeatures;

impl Visitor for CountFeatures {
    type Output = (usize, [i32; Otrera::COUNTS]);

    fn visit<B: Board>(self, position: &Position<B>) -> Self::Output {
        let percent = Otrera::percent(position.empty().count(), position.board().size().area());
        (percent, Otrera::counts(position))
    }
}

#[cfg(test)]
mod tests {
    use amazons::Game;

    use super::*;

    #[test]
    fn positions_are_read_as_they_were_added() {
        let (percent, counts) = Game::default().position().visit(CountFeatures);
        assert_eq!(percent, 92);
        let mut samples = Samples::default();
        samples.add(percent, &counts, HasWon::Yes, 0.75);
        let mut others = [0; Otrera::COUNTS];
        (others[3], others[Otrera::UNREACHED[0]], others[94]) = (7, 5, 2);
        for place in 0..BLOCK {
            samples.add(if place == 9 { 40 } else { 92 }, &others, HasWon::No, 0.25);
        }
        assert_eq!(samples.len(), BLOCK + 1);
        let blocks = samples.blocks();
        let sizes: Vec<(usize, usize)> =
            blocks.iter().map(|block| (block.percent, block.range.len())).collect();
        assert_eq!(sizes, [(40, 1), (92, BLOCK)]);
        let mut all = samples.in_block(&blocks[1]);
        let first = all.next().unwrap();
        assert_eq!((first.result, first.rate), (1.0, 0.75));
        let mut again = [0; Otrera::COUNTS];
        first.counts.iter().for_each(|&(class, count)| again[usize::from(class)] = i32::from(count));
        assert_eq!(again, counts, "at the start every square is reached");
        let second = Sample { counts: &[(3, 7), (94, 2)], result: 0.0, rate: 0.25 };
        assert!(all.all(|sample| sample == second));
    }

    #[test]
    fn a_block_begins_where_the_one_before_ends() {
        let mut samples = Samples::default();
        for place in 0..BLOCK + 3 {
            let mut counts = [0; Otrera::COUNTS];
            (0..=place % 3).for_each(|class| counts[class] = 1 + (place % 200) as i32);
            samples.add(50, &counts, HasWon::No, 0.5);
        }
        let blocks = samples.blocks();
        assert_eq!(blocks.len(), 2);
        let all = blocks.iter().flat_map(|block| samples.in_block(block));
        for (place, sample) in all.enumerate() {
            assert_eq!(sample.counts.len(), place % 3 + 1);
            assert!(sample.counts.iter().all(|&(_, count)| usize::from(count) == 1 + place % 200));
        }
    }
}
