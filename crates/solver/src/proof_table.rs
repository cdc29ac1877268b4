//! A table of bounded size for what is proven about sets of squares.
//!
//! Entries hold the whole key and compare it: a proof must not depend on a hash.

use std::hash::{Hash, Hasher};

/// Values by three sets of squares. Of two slots that keys share one keeps what took the most work, the other the latest.
#[derive(Debug)]
pub(crate) struct ProofTable<W, V> {
    slots: Vec<Option<ProofEntry<W, V>>>,
}

/// A value with its key, and the work that it took.
#[derive(Clone, Copy, Debug)]
struct ProofEntry<W, V> {
    key: [W; 3],
    value: V,
    /// The logarithm of the work.
    work: u8,
}

impl<W: Copy + Eq + Hash, V: Copy> ProofTable<W, V> {
    /// A table within a limit of bytes, of 16 slots at least. Where the system has not twice the memory, so that as much is
    /// left for others, it gets half as many slots, or half of that, until it has.
    pub(crate) fn new(bytes: usize) -> Self {
        let fitting = bytes / size_of::<Option<ProofEntry<W, V>>>();
        let count = (fitting + 1).next_power_of_two() / 2;
        Self { slots: vec![None; most_that_fit(count, |count| Self::has_memory(count.saturating_mul(2)))] }
    }

    /// Whether the system would give memory for a number of slots.
    fn has_memory(count: usize) -> bool {
        let mut probe: Vec<Option<ProofEntry<W, V>>> = Vec::new();
        let is_given = probe.try_reserve_exact(count).is_ok();
        // The compiler would remove an allocation that is not used.
        std::hint::black_box(&probe);
        is_given
    }

    #[inline]
    pub(crate) fn get(&self, key: &[W; 3]) -> Option<V> {
        let place = self.place(key);
        let mut pair = self.slots[place..place + 2].iter().flatten();
        pair.find(|entry| entry.key == *key).map(|entry| entry.value)
    }

    /// Keeps a value that took some work.
    #[inline]
    pub(crate) fn insert(&mut self, key: [W; 3], value: V, work: u64) {
        let place = self.place(&key);
        let new = ProofEntry { key, value, work: (work + 1).ilog2() as u8 };
        let [hardest, latest] = &mut self.slots[place..place + 2] else {
            unreachable!("slots come in pairs")
        };
        match (&mut *hardest, &mut *latest) {
            (Some(kept), _) if kept.key == key => *kept = ProofEntry { work: kept.work.max(new.work), ..new },
            (_, Some(kept)) if kept.key == key => *kept = ProofEntry { work: kept.work.max(new.work), ..new },
            (Some(kept), _) if kept.work > new.work => *latest = Some(new),
            _ => *latest = hardest.replace(new),
        }
    }

    pub(crate) fn clear(&mut self) {
        self.slots.fill(None);
    }

    /// The first of the two slots of a key.
    #[inline]
    fn place(&self, key: &[W; 3]) -> usize {
        let mut mixer = Mixer(0);
        key.iter().for_each(|set| set.hash(&mut mixer));
        // The number of slots is a power of two; the high bits are the well-mixed ones.
        (mixer.0 >> 32) as usize & (self.slots.len() - 2)
    }
}

/// The largest number of slots that fits: the requested one, or half of that, or half again, 16 at least.
fn most_that_fit(count: usize, fits: impl Fn(usize) -> bool) -> usize {
    let mut count = count.max(16);
    while count > 16 && !fits(count) {
        count /= 2;
    }
    count
}

/// Folds words by multiplying; fast, and good enough for a table that compares keys.
struct Mixer(u64);

impl Mixer {
    #[inline(always)]
    fn fold(&mut self, word: u64) {
        // 64 by 64 bits: both halves of the product depend on every bit.
        let product = u128::from(self.0 ^ word) * 0x9e37_79b9_7f4a_7c15_u128;
        self.0 = product as u64 ^ (product >> 64) as u64;
    }
}

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }

    #[inline]
    fn write_u128(&mut self, word: u128) {
        self.fold(word as u64 ^ 0x2545_f491_4f6c_dd1d);
        self.fold((word >> 64) as u64 ^ 0x9fb2_1c65_1e98_df25);
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.fold(u64::from(byte)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_of_more_memory_than_there_is_becomes_smaller() {
        assert_eq!(most_that_fit(1 << 20, |_| true), 1 << 20);
        assert_eq!(most_that_fit(1 << 20, |count| count < 1_000), 512);
        assert_eq!(most_that_fit(1 << 20, |_| false), 16);
        assert_eq!(most_that_fit(1, |_| true), 16);
        assert!(
            ProofTable::<u128, u32>::has_memory(16) && !ProofTable::<u128, u32>::has_memory(usize::MAX / 64)
        );
    }

    #[test]
    fn what_took_long_outlasts_what_did_not() {
        let mut table: ProofTable<u128, u32> = ProofTable::new(1 << 12);
        let hard = [7, 7, 7];
        table.insert(hard, 1, 1_000_000);
        for easy in 0..10_000_u128 {
            table.insert([easy, 0, 1], 2, 3);
        }
        assert_eq!(table.get(&hard), Some(1));
        // What is known of the same key later takes its place, and is as hard to lose.
        table.insert(hard, 3, 0);
        for easy in 0..10_000_u128 {
            table.insert([easy, 0, 2], 2, 3);
        }
        assert_eq!(table.get(&hard), Some(3));
    }

    #[test]
    fn a_value_is_found_by_its_key_only() {
        let mut table: ProofTable<u128, u32> = ProofTable::new(1 << 12);
        assert!(table.slots.len() * size_of::<Option<ProofEntry<u128, u32>>>() <= 1 << 12);
        for round in 0..1_000_u32 {
            let key = [u128::from(round) << 70, 1, u128::from(round % 7)];
            table.insert(key, round, 0);
            assert_eq!(table.get(&key), Some(round));
            assert_eq!(table.get(&[key[1], key[0], key[2]]), None);
        }
        let kept = (0..1_000_u32)
            .filter(|&round| {
                let value = table.get(&[u128::from(round) << 70, 1, u128::from(round % 7)]);
                assert!(value.is_none_or(|value| value == round));
                value.is_some()
            })
            .count();
        assert!(kept > table.slots.len() / 2, "most slots are used: {kept}");
        table.clear();
        assert_eq!(table.get(&[0, 1, 0]), None);
    }
}
