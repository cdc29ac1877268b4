//! The table of what is proven: eight bytes an entry, exact keys, shared by threads without locks.
//!
//! A key of k bits is mixed by a bijection and multiplied by the number of buckets: the bits of the product from 2^k on choose a
//! bucket of eight entries, the highest of those below are kept in the entry. Keys of one bucket have products that
//! differ by that number at least, so the entry drops only as many low bits as cannot tell two of them apart. So the key is known in
//! full (a colliding hash would be no proof), an entry is one word that is read and written at once, and no reader ever sees
//! half of one. A full bucket loses the entry that took the least work.

use std::io;
use std::sync::atomic::{AtomicU64, Ordering};

use memmap2::MmapMut;
use zerocopy::FromBytes;

/// Bits of an entry beside the key: its value and the work that it took.
pub(crate) const VALUE_BITS: u32 = 20;
const WORK_BITS: u32 = 6;
const KEY_SHIFT: u32 = VALUE_BITS + WORK_BITS;

/// Entries that share a cache line.
type Bucket = [AtomicU64; 8];

/// Memory for a table, all zeros.
///
/// It comes in pages from the system, large ones where there are any: a search reads it at random, and with small pages it
/// waits for the place of a page as long as for its contents.
pub(crate) struct Memory {
    pages: MmapMut,
    key_bits: u32,
}

/// Small values by key.
pub(crate) struct Table<'a> {
    buckets: &'a [Bucket],
    key_bits: u32,
    /// The low bits of a product that an entry need not keep.
    dropped_bits: u32,
}

/// A value with the work that it took.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    pub(crate) value: u32,
    /// The logarithm of the work.
    pub(crate) work: u8,
}

impl Memory {
    /// The least bytes for keys of a number of bits: what a bucket's place does not tell of a key must fit its entries.
    pub(crate) fn least(key_bits: u32) -> usize {
        size_of::<Bucket>() << key_bits.saturating_sub(64 - KEY_SHIFT).max(1)
    }

    /// Memory for keys of a number of bits, of at most `bytes` bytes, or the least.
    pub(crate) fn new(key_bits: u32, bytes: usize) -> io::Result<Self> {
        // More buckets than half of the keys are of no use.
        let most = 1 << key_bits.saturating_sub(1).clamp(1, 48);
        let buckets = (bytes.max(Self::least(key_bits)) / size_of::<Bucket>()).clamp(2, most);
        let pages = MmapMut::map_anon(size_of::<Bucket>() * buckets)?;
        // A system without large pages is only slower.
        #[cfg(target_os = "linux")]
        let _ = pages.advise(memmap2::Advice::HugePage);
        Ok(Self { pages, key_bits })
    }

    pub(crate) fn bytes(&self) -> usize {
        self.pages.len()
    }

    /// The table in it.
    pub(crate) fn table(&mut self) -> Table<'_> {
        let buckets =
            <[Bucket]>::mut_from_bytes(&mut self.pages).expect("pages are aligned and of whole buckets");
        Table { dropped_bits: buckets.len().ilog2(), buckets, key_bits: self.key_bits }
    }
}

impl Table<'_> {
    /// The bucket of a key and what an entry keeps of it.
    #[inline]
    fn place(&self, key: u64) -> (&Bucket, u64) {
        let bits = self.key_bits;
        let mask = u64::MAX >> (64 - bits);
        let mut mixed = key;
        // Each step is a bijection of the numbers of so many bits: a shift that folds, a product by an odd number.
        for odd in [0x9e37_79b9_7f4a_7c15_u64, 0xbf58_476d_1ce4_e5b9] {
            mixed ^= mixed >> (bits / 2);
            mixed = mixed.wrapping_mul(odd) & mask;
        }
        mixed ^= mixed >> (bits / 2);
        let product = u128::from(mixed) * self.buckets.len() as u128;
        (&self.buckets[(product >> bits) as usize], (product as u64 & mask) >> self.dropped_bits)
    }

    /// Reads a bucket for nothing, so that it is near when it is asked for. The reads of several keys in a row overlap.
    #[inline]
    pub(crate) fn touch(&self, key: u64) -> u64 {
        self.place(key).0[0].load(Ordering::Relaxed)
    }

    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<Entry> {
        let (bucket, rest) = self.place(key);
        bucket.iter().map(|slot| slot.load(Ordering::Relaxed)).find_map(|word| {
            (word != 0 && word >> KEY_SHIFT == rest)
                .then(|| Entry { value: (word & ((1 << VALUE_BITS) - 1)) as u32, work: work(word) })
        })
    }

    /// Keeps a value in place of what its key had.
    #[inline]
    pub(crate) fn insert(&self, key: u64, entry: Entry) {
        let (bucket, rest) = self.place(key);
        let mut place = (&bucket[0], u8::MAX);
        for slot in bucket {
            let kept = slot.load(Ordering::Relaxed);
            if kept == 0 || kept >> KEY_SHIFT == rest {
                place.0 = slot;
                break;
            }
            if work(kept) < place.1 {
                place = (slot, work(kept));
            }
        }
        let work = u64::from(entry.work.min((1 << WORK_BITS) - 1));
        place.0.store(rest << KEY_SHIFT | work << VALUE_BITS | u64::from(entry.value), Ordering::Relaxed);
    }

    /// The share of entries in use, by a sample.
    pub(crate) fn share_used(&self) -> f64 {
        let step = (self.buckets.len() / 1_000).max(1);
        let sample = self.buckets.iter().step_by(step).flatten();
        let (used, all) = sample.fold((0_u32, 0_u32), |(used, all), slot| {
            (used + u32::from(slot.load(Ordering::Relaxed) != 0), all + 1)
        });
        f64::from(used) / f64::from(all)
    }
}

#[inline]
fn work(word: u64) -> u8 {
    (word >> VALUE_BITS & ((1 << WORK_BITS) - 1)) as u8
}
