//! The transposition table: what was found in positions that may be reached again on another way.

use amazons::{Move, Square};
use thought::Score;

/// What happens to an entry whose place another position wants.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Replacement {
    /// The deeper one stays, unless it comes from an earlier search.
    #[default]
    DepthPreferred,
    /// The new one takes it.
    Always,
}

/// What a stored score says about the value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    /// Nothing: the entry is free.
    Free,
    /// It is the value.
    Exact,
    /// The value is as high at least.
    AtLeast,
    /// The value is as high at most.
    AtMost,
}

/// What was found in a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    /// The half of the hash that does not choose the place.
    check: u32,
    pub(super) score: Score,
    pub(super) mv: Move,
    /// Plies looked ahead, cut off at 255.
    pub(super) depth: u8,
    pub(super) bound: Bound,
    generation: u8,
}

/// A table of a fixed number of entries.
#[derive(Clone, Debug)]
pub(super) struct Table {
    entries: Vec<Entry>,
    replacement: Replacement,
    /// The search that is going on.
    generation: u8,
}

const FREE: Entry = {
    let a1 = Square::from_index(0);
    let mv = Move { from: a1, to: a1, arrow: a1 };
    Entry { check: 0, score: Score::EVEN, mv, depth: 0, bound: Bound::Free, generation: 0 }
};

impl Table {
    /// A table of as many entries as fit some mebibytes, one at least.
    pub(super) fn new(mebibytes: usize, replacement: Replacement) -> Self {
        let entries = mebibytes.saturating_mul(1 << 20) / size_of::<Entry>();
        // Places are chosen by 32 bits of the hash.
        let entries = entries.clamp(1, u32::MAX as usize);
        Self { entries: vec![FREE; entries], replacement, generation: 0 }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.entries.fill(FREE);
    }

    /// Begins a new search: what is there may be used, but not at the cost of what is to come.
    pub(super) fn begin_search(&mut self) {
        self.generation = self.generation.wrapping_add(1);
    }

    /// The place and the check of a hash.
    #[inline]
    fn locate(&self, hash: u64) -> (usize, u32) {
        let place = ((hash & u64::from(u32::MAX)) * self.entries.len() as u64) >> 32;
        (place as usize, (hash >> 32) as u32)
    }

    /// What is known of a position.
    #[inline]
    pub(super) fn get(&self, hash: u64) -> Option<Entry> {
        let (place, check) = self.locate(hash);
        let entry = self.entries[place];
        (entry.check == check && entry.bound != Bound::Free).then_some(entry)
    }

    /// Writes down what was found in a position.
    #[inline]
    pub(super) fn put(&mut self, hash: u64, depth: u32, bound: Bound, score: Score, mv: Move) {
        let (place, check) = self.locate(hash);
        let depth = depth.min(255) as u8;
        let old = &mut self.entries[place];
        let is_worth_more = self.replacement == Replacement::DepthPreferred
            && old.bound != Bound::Free
            && old.generation == self.generation
            && old.depth > depth;
        if !is_worth_more {
            *old = Entry { check, score, mv, depth, bound, generation: self.generation };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fill(replacement: Replacement) -> Table {
        let mut table = Table::new(0, replacement);
        assert_eq!(table.entries.len(), 1);
        table.put(1 << 40, 5, Bound::Exact, Score::from_moves(1.0), FREE.mv);
        table
    }

    #[test]
    fn an_entry_is_sixteen_bytes() {
        assert_eq!(size_of::<Entry>(), 16);
        assert_eq!(Table::new(1, Replacement::Always).entries.len(), 1 << 16);
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
    fn a_deeper_entry_stays_until_the_next_search() {
        for (replacement, stays) in [(Replacement::DepthPreferred, true), (Replacement::Always, false)] {
            let mut table = fill(replacement);
            table.put(2 << 40, 4, Bound::AtMost, Score::EVEN, FREE.mv);
            assert_eq!(table.get(1 << 40).is_some(), stays);
            table.begin_search();
            table.put(3 << 40, 1, Bound::AtLeast, Score::EVEN, FREE.mv);
            assert!(table.get(3 << 40).is_some());
        }
    }
}
