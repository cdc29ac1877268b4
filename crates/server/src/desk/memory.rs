//! The memory that analyses share: each gets its share while there is enough, the later ones less.

use std::sync::{Arc, Mutex, PoisonError};

/// The mebibytes of all analyses and reviews together.
const TOTAL: usize = 1024;
/// What one gets as long as there is plenty.
const MOST: usize = 128;
/// With less than this nobody thinks well.
const LEAST: usize = 16;

/// A budget of memory. Copies share it.
#[derive(Clone, Debug)]
pub(crate) struct Memory(Arc<Mutex<usize>>);

/// Some mebibytes, given back when dropped.
#[derive(Debug)]
pub(crate) struct Share {
    memory: Memory,
    pub(crate) mebibytes: usize,
}

impl Default for Memory {
    fn default() -> Self {
        Self(Arc::new(Mutex::new(TOTAL)))
    }
}

impl Memory {
    /// Half of what is left, within what is sensible; nothing where too many think already.
    pub(crate) fn take(&self) -> Option<Share> {
        let mut left = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mebibytes = (*left / 2).min(MOST);
        if mebibytes < LEAST {
            return None;
        }
        *left -= mebibytes;
        Some(Share { memory: self.clone(), mebibytes })
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        *self.memory.0.lock().unwrap_or_else(PoisonError::into_inner) += self.mebibytes;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ten_get_their_share_and_all_of_it_comes_back() {
        let memory = Memory::default();
        let mut shares: Vec<Share> = std::iter::from_fn(|| memory.take()).collect();
        let sizes: Vec<usize> = shares.iter().map(|share| share.mebibytes).collect();
        assert!(sizes.len() >= 9 && sizes.iter().sum::<usize>() <= TOTAL, "{sizes:?}");
        assert!(sizes.iter().all(|size| (LEAST..=MOST).contains(size)) && sizes.is_sorted_by(|a, b| a >= b));
        shares.pop();
        assert!(memory.take().is_some());
        shares.clear();
        assert_eq!(memory.take().map(|share| share.mebibytes), Some(MOST));
    }
}
