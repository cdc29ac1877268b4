//! Memory that the system may refuse: tables and trees ask for it, and go on with less.
//!
//! A refusal of the many small allocations of a search would end the process. So a table or tree is given memory only where
//! some is left beside it.

/// Bytes that must be left for everything else.
pub(crate) const SLACK: usize = 16 << 20;

/// Whether the system would give a number of bytes now, with [`SLACK`] left.
pub(crate) fn is_available(bytes: usize) -> bool {
    would_give(bytes.saturating_add(SLACK))
}

/// Whether the system would give a number of bytes now.
pub(crate) fn would_give(bytes: usize) -> bool {
    let mut probe: Vec<u8> = Vec::new();
    let is_given = probe.try_reserve_exact(bytes).is_ok();
    // The compiler would remove an allocation that is not used.
    std::hint::black_box(&probe);
    is_given
}

/// Makes room for more elements of a list; `false` where the system refuses it. A list that grows gets twice its room, or an
/// eighth more where there is less memory.
pub(crate) fn make_room<T>(list: &mut Vec<T>, more: usize) -> bool {
    let has = list.capacity();
    if has - list.len() >= more {
        return true;
    }
    [has, has / 8].into_iter().any(|room| {
        let room = room.max(more);
        // The old elements and the new room may exist at the same time.
        let bytes = list.len().saturating_add(room).saturating_mul(size_of::<T>());
        is_available(bytes) && list.try_reserve_exact(room).is_ok()
    })
}

/// What a search says where it has less memory than its parameter `hash` allows.
pub(crate) fn note_of_less(given: usize, asked: usize) -> String {
    format!("the system gives {given} MiB of memory instead of {asked}: the search goes on with that")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_system_has_is_refused() {
        assert!(is_available(1 << 20));
        assert!(!is_available(usize::MAX) && !is_available(isize::MAX as usize));
        let mut list = vec![1_u64, 2, 3];
        assert!(make_room(&mut list, 100) && list.capacity() >= 103);
        assert!(!make_room(&mut list, usize::MAX / 8), "more than the address space");
        assert_eq!(list, [1, 2, 3]);
    }
}
