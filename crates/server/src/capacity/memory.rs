//! The memory that analyses and reviews share: later ones get less of it.

use std::sync::{Arc, Mutex, PoisonError};

/// The mebibytes of all analyses and reviews together.
const TOTAL: usize = 1024;
/// The most that one search gets.
const MOST: usize = 128;
/// The least with which a search is useful.
const LEAST: usize = 16;

/// A budget of memory. Clones share it.
#[derive(Clone, Debug)]
pub(crate) struct MemoryBudget(Arc<Mutex<usize>>);

/// Memory reserved for one search, released on drop.
#[derive(Debug)]
pub(super) struct MemoryShare {
    memory: MemoryBudget,
    pub(super) mebibytes: usize,
}

impl Default for MemoryBudget {
    fn default() -> Self {
        Self(Arc::new(Mutex::new(TOTAL)))
    }
}

impl MemoryBudget {
    /// Reserves half of the free memory, at most `MOST`; `None` if that is less than `LEAST`.
    pub(super) fn reserve(&self) -> Option<MemoryShare> {
        let mut free = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mebibytes = (*free / 2).min(MOST);
        if mebibytes < LEAST {
            return None;
        }
        *free -= mebibytes;
        Some(MemoryShare { memory: self.clone(), mebibytes })
    }
}

impl Drop for MemoryShare {
    fn drop(&mut self) {
        *self.memory.0.lock().unwrap_or_else(PoisonError::into_inner) += self.mebibytes;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nine_reservations_fit_and_dropping_them_releases_all_memory() {
        let memory = MemoryBudget::default();
        let mut shares: Vec<MemoryShare> = std::iter::from_fn(|| memory.reserve()).collect();
        let sizes: Vec<usize> = shares.iter().map(|share| share.mebibytes).collect();
        assert!(sizes.len() >= 9 && sizes.iter().sum::<usize>() <= TOTAL, "{sizes:?}");
        assert!(sizes.iter().all(|size| (LEAST..=MOST).contains(size)) && sizes.is_sorted_by(|a, b| a >= b));
        shares.pop();
        assert!(memory.reserve().is_some());
        shares.clear();
        assert_eq!(memory.reserve().map(|share| share.mebibytes), Some(MOST));
    }
}
