//! A table of bounded size for what is proven about sets of squares.
//!
//! Entries hold the whole key and compare it: a proof must not depend on a hash.

use std::hash::{Hash, Hasher};

/// Values by three sets of squares; the last one written to a slot is kept.
#[derive(Debug)]
pub(crate) struct ProofTable<W, V> {
    slots: Vec<Option<([W; 3], V)>>,
}

impl<W: Copy + Eq + Hash, V: Copy> ProofTable<W, V> {
    /// A table within a limit of bytes, of 16 slots at least.
    pub(crate) fn new(bytes: usize) -> Self {
        let fitting = bytes / size_of::<Option<([W; 3], V)>>();
        let count = (fitting + 1).next_power_of_two() / 2;
        Self { slots: vec![None; count.max(16)] }
    }

    #[inline]
    pub(crate) fn get(&self, key: &[W; 3]) -> Option<V> {
        self.slots[self.place(key)].filter(|(kept, _)| kept == key).map(|(_, value)| value)
    }

    #[inline]
    pub(crate) fn insert(&mut self, key: [W; 3], value: V) {
        let place = self.place(&key);
        self.slots[place] = Some((key, value));
    }

    pub(crate) fn clear(&mut self) {
        self.slots.fill(None);
    }

    #[inline]
    fn place(&self, key: &[W; 3]) -> usize {
        let mut mixer = Mixer(0);
        key.iter().for_each(|set| set.hash(&mut mixer));
        // The number of slots is a power of two; the high bits are the well-mixed ones.
        (mixer.0 >> 32) as usize & (self.slots.len() - 1)
    }
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
    fn a_value_is_found_by_its_key_only() {
        let mut table: ProofTable<u128, u32> = ProofTable::new(1 << 12);
        assert!(table.slots.len() * size_of::<Option<([u128; 3], u32)>>() <= 1 << 12);
        for round in 0..1_000_u32 {
            let key = [u128::from(round) << 70, 1, u128::from(round % 7)];
            table.insert(key, round);
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
