//! The transposition table.

use amazons::{Move, Square};
use thought::Score;

use crate::memory;

/// The replacement of an entry by that of another position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Replacement {
    /// The deeper entry is kept, unless it is from an earlier search.
    #[default]
    DepthPreferred,
    /// The new entry is kept.
    Always,
}

/// The meaning of a stored score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ScoreBound {
    /// The value.
    Exact = 1,
    /// A lower bound of the value.
    AtLeast = 2,
    /// An upper bound of the value.
    AtMost = 3,
}

/// The result of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    /// The half of the key that does not choose the slot.
    check: u32,
    pub(super) score: Score,
    pub(super) mv: Move,
    /// Depth in plies, 255 at most.
    pub(super) depth: u8,
    pub(super) bound: ScoreBound,
    generation: u8,
}

/// A packed entry. A free one is zero, so a new table costs nothing: the system fills its pages when they are first
/// touched.
type Packed = [u64; 2];

/// A table of a fixed number of entries.
#[derive(Clone, Debug)]
pub(super) struct TranspositionTable {
    entries: Vec<Packed>,
    /// Whether it is empty.
    is_clean: bool,
    replacement: Replacement,
    /// The number of the current search.
    generation: u8,
}

/// A score as a number, in ten-thousandths of a move.
#[inline]
fn to_number(score: Score) -> i32 {
    (score.to_moves() * f64::from(Score::ONE)).round_ties_even() as i32
}

/// The score of a number.
#[inline]
fn to_score(number: i32) -> Score {
    let margin = Score::from_moves(f64::from(number) / f64::from(Score::ONE));
    if to_number(margin) == number {
        return margin;
    }
    // Larger than any margin: the game is decided.
    let plies = to_number(Score::win_in(0)) - number.saturating_abs();
    match (u32::try_from(plies), number > 0) {
        (Ok(plies), true) => Score::win_in(plies),
        (Ok(plies), false) => Score::loss_in(plies),
        (Err(_), true) => Score::BEST,
        (Err(_), false) => Score::WORST,
    }
}

impl Entry {
    #[inline]
    fn pack(self) -> Packed {
        let Self { check, score, mv, depth, bound, generation } = self;
        let [from, to, arrow] = [mv.from, mv.to, mv.arrow].map(|square| square.index() as u8);
        let score = to_number(score) as u32;
        let rest = [from, to, arrow, depth, generation, bound as u8, 0, 0];
        [u64::from(check) << 32 | u64::from(score), u64::from_le_bytes(rest)]
    }

    /// `None` of a free entry.
    #[inline]
    fn unpack(packed: Packed) -> Option<Self> {
        let [from, to, arrow, depth, generation, bound, ..] = packed[1].to_le_bytes();
        let bound = match bound {
            0 => return None,
            1 => ScoreBound::Exact,
            2 => ScoreBound::AtLeast,
            _ => ScoreBound::AtMost,
        };
        let [from, to, arrow] = [from, to, arrow].map(Square::from_index);
        let (check, score) = ((packed[0] >> 32) as u32, to_score(packed[0] as u32 as i32));
        Some(Self { check, score, mv: Move { from, to, arrow }, depth, bound, generation })
    }
}

/// Whether the system has memory for a number of entries.
fn fits(entries: usize) -> bool {
    memory::is_available(entries.saturating_mul(size_of::<Packed>()))
}

/// The largest number of entries that fits: the requested one, or half of that, or half again.
fn most_that_fit(entries: usize, fits: impl Fn(usize) -> bool) -> usize {
    let mut halves = std::iter::successors(Some(entries), |&entries| (entries > 1).then_some(entries / 2));
    halves.find(|&entries| fits(entries)).unwrap_or(1)
}

impl TranspositionTable {
    /// A table of as many entries as fit some mebibytes, one at least; where the system has less memory, of half as many
    /// or half of that, until it has enough.
    pub(super) fn new(mebibytes: usize, replacement: Replacement) -> Self {
        let entries = mebibytes.saturating_mul(1 << 20) / size_of::<Packed>();
        // Slots are chosen by 32 bits of the key.
        let entries = most_that_fit(entries.clamp(1, u32::MAX as usize), fits);
        Self { entries: vec![[0; 2]; entries], is_clean: true, replacement, generation: 0 }
    }

    /// The mebibytes of its entries, rounded.
    pub(super) fn mebibytes(&self) -> usize {
        (self.entries.len() * size_of::<Packed>() + (1 << 19)) >> 20
    }

    /// Clears the table.
    pub(super) fn clear(&mut self) {
        if self.is_clean {
            return;
        }
        // The old entries are freed first: both may not fit. Allocating new ones is faster than clearing these.
        let entries = self.entries.len();
        self.entries = Vec::new();
        self.entries = vec![[0; 2]; most_that_fit(entries, fits)];
        self.is_clean = true;
    }

    /// Begins a new search: entries of earlier ones can be read, and are replaced first.
    pub(super) fn begin_search(&mut self) {
        self.generation = self.generation.wrapping_add(1);
    }

    /// The slot and the check of a key.
    #[inline]
    fn locate(&self, hash: u64) -> (usize, u32) {
        let place = ((hash & u64::from(u32::MAX)) * self.entries.len() as u64) >> 32;
        (place as usize, (hash >> 32) as u32)
    }

    /// The entry of a position.
    #[inline]
    pub(super) fn get(&self, hash: u64) -> Option<Entry> {
        let (place, check) = self.locate(hash);
        Entry::unpack(self.entries[place]).filter(|entry| entry.check == check)
    }

    /// Stores the result of a position.
    #[inline]
    pub(super) fn put(&mut self, hash: u64, depth: u32, bound: ScoreBound, score: Score, mv: Move) {
        let (place, check) = self.locate(hash);
        let depth = depth.min(255) as u8;
        let old = &mut self.entries[place];
        let is_worth_more = self.replacement == Replacement::DepthPreferred
            && Entry::unpack(*old).is_some_and(|old| old.generation == self.generation && old.depth > depth);
        if !is_worth_more {
            *old = Entry { check, score, mv, depth, bound, generation: self.generation }.pack();
            self.is_clean = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mv() -> Move {
        let [from, to, arrow] = [255, 0, 17].map(Square::from_index);
        Move { from, to, arrow }
    }

    fn fill(replacement: Replacement) -> TranspositionTable {
        let mut table = TranspositionTable::new(0, replacement);
        assert_eq!(table.entries.len(), 1);
        table.put(1 << 40, 5, ScoreBound::Exact, Score::from_moves(1.0), mv());
        table
    }

    #[test]
    fn an_entry_is_sixteen_bytes() {
        assert_eq!(size_of::<Packed>(), 16);
        assert_eq!(TranspositionTable::new(1, Replacement::Always).entries.len(), 1 << 16);
    }

    #[test]
    fn what_is_put_is_found_and_nothing_else() {
        let mut table = fill(Replacement::Always);
        assert_eq!(table.get(1 << 40).map(|entry| entry.depth), Some(5));
        assert!(table.get(2 << 40).is_none());
        table.clear();
        assert!(table.get(1 << 40).is_none() && table.get(0).is_none());
    }

    #[test]
    fn an_entry_comes_out_as_it_went_in() {
        let margins = [0.0, 0.0001, -0.0001, 12.3456, -199_999.0, 1e9, -1e9].map(Score::from_moves);
        let wins = [0, 1, 77, 1_000].map(Score::win_in);
        let losses = [0, 1, 78, 1_000].map(Score::loss_in);
        let all = [&margins[..], &wins, &losses, &[Score::BEST, Score::WORST]].concat();
        for (number, score) in (1..).zip(all) {
            for bound in [ScoreBound::Exact, ScoreBound::AtLeast, ScoreBound::AtMost] {
                let entry = Entry { check: u32::MAX, score, mv: mv(), depth: 255, bound, generation: number };
                let found = Entry::unpack(entry.pack()).unwrap();
                assert_eq!(format!("{found:?}"), format!("{entry:?}"));
            }
        }
        assert!(Entry::unpack([0; 2]).is_none());
    }

    #[test]
    fn a_table_too_large_is_halved_until_it_fits() {
        assert_eq!(most_that_fit(1_000, |entries| entries <= 1_000), 1_000);
        assert_eq!(most_that_fit(1_000, |entries| entries < 400), 250);
        assert_eq!(most_that_fit(1_000, |_| false), 1);
        assert!(fits(1) && !fits(usize::MAX));
        // More than most machines have. No page of it is touched, so this takes no time.
        let mut table = TranspositionTable::new(usize::MAX, Replacement::Always);
        assert!(table.is_clean && !table.entries.is_empty());
        table.put(u64::MAX, 3, ScoreBound::Exact, Score::EVEN, mv());
        assert!(!table.is_clean && table.get(u64::MAX).is_some());
        table.clear();
        assert!(table.is_clean && table.get(u64::MAX).is_none());
    }

    #[test]
    fn a_deeper_entry_stays_until_the_next_search() {
        for (replacement, stays) in [(Replacement::DepthPreferred, true), (Replacement::Always, false)] {
            let mut table = fill(replacement);
            table.put(2 << 40, 4, ScoreBound::AtMost, Score::EVEN, mv());
            assert_eq!(table.get(1 << 40).is_some(), stays);
            table.begin_search();
            table.put(3 << 40, 1, ScoreBound::AtLeast, Score::EVEN, mv());
            assert!(table.get(3 << 40).is_some());
        }
    }
}
