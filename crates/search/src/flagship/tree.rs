//! The tree: nodes in chunks that are allocated when needed and never moved, siblings in a row.

use std::collections::VecDeque;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Instant;

use amazons::Square;

use super::node::{FlagshipNode, NewNode};
use crate::memory::{SLACK, is_available, make_room, would_give};

/// Nodes in a chunk: an eighth of a mebibyte.
pub(super) const CHUNK: u32 = 1 << 12;

/// The index of the root. Index 0 is not used: it stands for no children.
pub(super) const ROOT: u32 = 1;

/// Rows copied between two reads of the clock: some tens of microseconds.
const STRIDE: u32 = 64;

/// The part of a tree that is copied.
#[derive(Clone, Copy, Debug)]
pub(super) struct Subtree {
    /// Its root.
    pub(super) root: u32,
    /// The fewest visits of a node whose children are copied.
    pub(super) visits: u32,
    /// When to stop copying.
    pub(super) until: Option<Instant>,
}

/// The bytes of a chunk.
const CHUNK_BYTES: usize = CHUNK as usize * size_of::<FlagshipNode>();

/// Bytes that must be left beside a chunk for the copy of a subtree. The copy ends before the tree that it is copied from
/// frees its memory, so it may use most of what is left for others.
const COPY_SLACK: usize = SLACK / 4;

/// The chunks that a copy gets where the system refuses memory to a growing tree.
pub(super) const COPY_CHUNKS: u32 = ((SLACK - COPY_SLACK) / CHUNK_BYTES) as u32;

/// What nodes are allocated for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Purpose {
    Growth,
    Copy,
}

/// A tree that threads grow together.
#[derive(Debug)]
pub(super) struct FlagshipTree {
    /// The first one is always there.
    chunks: Vec<OnceLock<Box<[FlagshipNode]>>>,
    used: AtomicU32,
    /// How many of the chunks may be used: fewer than there are once the system has refused memory.
    limit: AtomicU32,
    is_refused: AtomicBool,
}

/// A new chunk; `None` where the system refuses it.
fn new_chunk() -> Option<Box<[FlagshipNode]>> {
    let mut nodes = Vec::new();
    nodes.try_reserve_exact(CHUNK as usize).ok()?;
    nodes.extend((0..CHUNK).map(|_| FlagshipNode::default()));
    Some(nodes.into_boxed_slice())
}

impl FlagshipTree {
    /// An empty tree within a limit of bytes, of one chunk at least.
    pub(super) fn new(bytes: usize) -> Self {
        let chunks = bytes / (size_of::<FlagshipNode>() * CHUNK as usize);
        // The last indices have other meanings.
        let mut count = chunks.clamp(1, (u32::MAX / CHUNK) as usize - 1);
        let mut chunks = Vec::new();
        while !make_room(&mut chunks, count) && count > 1 {
            count /= 2;
        }
        chunks.extend(std::iter::repeat_with(OnceLock::new).take(count));
        chunks[0] = OnceLock::from((0..CHUNK).map(|_| FlagshipNode::default()).collect::<Box<[_]>>());
        let limit = AtomicU32::new(count as u32);
        let tree = Self { chunks, used: AtomicU32::new(0), limit, is_refused: AtomicBool::new(false) };
        tree.clear();
        tree
    }

    /// Whether the system refused memory since the limit was last set.
    pub(super) fn is_refused(&self) -> bool {
        self.is_refused.load(Ordering::Relaxed)
    }

    /// How many chunks have memory.
    pub(super) fn chunks_made(&self) -> u32 {
        self.chunks.iter().filter(|chunk| chunk.get().is_some()).count() as u32
    }

    /// Lets the tree grow to a number of chunks, or to as many as it has nodes in, and frees those beyond. A tree that holds
    /// nothing of use is cleared before.
    pub(super) fn set_limit(&mut self, chunks: u32) {
        let limit = chunks.max(self.count().div_ceil(CHUNK)).clamp(1, self.chunks.len() as u32);
        self.chunks[limit as usize..].iter_mut().for_each(|chunk| drop(chunk.take()));
        *self.limit.get_mut() = limit;
        *self.is_refused.get_mut() = false;
    }

    /// Lets the tree grow to its full size again: there may be memory by now.
    pub(super) fn lift_limit(&mut self) {
        *self.limit.get_mut() = self.chunks.len() as u32;
        *self.is_refused.get_mut() = false;
    }

    /// Removes all nodes and inserts a new root; the memory is kept.
    pub(super) fn clear(&self) {
        self.used.store(0, Ordering::Relaxed);
        self.allocate(ROOT + 1);
        let nowhere = Square::from_index(0);
        self.node(ROOT).init(NewNode { from: nowhere, to: nowhere, prior: 1.0, value: 0.5, proof: None });
    }

    /// The number of nodes, unused ones at the ends of chunks included.
    pub(super) fn count(&self) -> u32 {
        self.used.load(Ordering::Relaxed)
    }

    /// The allocated bytes.
    pub(super) fn bytes(&self) -> usize {
        self.chunks_made() as usize * CHUNK_BYTES
    }

    /// The used share of the capacity, in thousandths.
    pub(super) fn fullness(&self) -> u16 {
        // Rows that were refused memory count as used.
        (u64::from(self.count()) * 1_000 / u64::from(self.capacity())).min(1_000) as u16
    }

    /// Allocates a row of nodes within one chunk; `None` where the tree is full or the system refuses memory.
    pub(super) fn allocate(&self, count: u32) -> Option<u32> {
        self.allocate_for(Purpose::Growth, count)
    }

    fn allocate_for(&self, purpose: Purpose, count: u32) -> Option<u32> {
        debug_assert!(count <= CHUNK);
        let most = self.capacity();
        let start =
            |used: u32| if used % CHUNK + count > CHUNK { used.next_multiple_of(CHUNK) } else { used };
        let end = |used: u32| Some(start(used) + count).filter(|&end| end <= most);
        let used = self.used.fetch_update(Ordering::Relaxed, Ordering::Relaxed, end).ok()?;
        let first = start(used);
        // Nodes of an earlier tree must not count as part of this one.
        if used < first
            && let Some(chunk) = self.chunks[(used / CHUNK) as usize].get()
        {
            chunk[(used % CHUNK) as usize..].iter().for_each(FlagshipNode::release);
        }
        self.make_chunk(purpose, first / CHUNK)?;
        self.row((first, count)).iter().for_each(FlagshipNode::release);
        Some(first)
    }

    /// Makes sure that a chunk has memory; `None` where the system refuses it.
    fn make_chunk(&self, purpose: Purpose, number: u32) -> Option<()> {
        let chunk = &self.chunks[number as usize];
        if chunk.get().is_none() {
            let has_memory = match purpose {
                Purpose::Growth => is_available(CHUNK_BYTES),
                Purpose::Copy => would_give(CHUNK_BYTES + COPY_SLACK),
            };
            let Some(nodes) = has_memory.then(new_chunk).flatten() else {
                self.limit.fetch_min(number, Ordering::Relaxed);
                self.is_refused.store(true, Ordering::Relaxed);
                return None;
            };
            // Another thread may have been first.
            let _ = chunk.set(nodes);
        }
        Some(())
    }

    /// A row of nodes.
    #[inline]
    pub(super) fn row(&self, (first, count): (u32, u32)) -> &[FlagshipNode] {
        let chunk = self.chunks[(first / CHUNK) as usize].get().expect("a row that was allocated");
        let start = (first % CHUNK) as usize;
        &chunk[start..start + count as usize]
    }

    #[inline]
    pub(super) fn node(&self, index: u32) -> &FlagshipNode {
        &self.row((index, 1))[0]
    }

    /// The most nodes.
    pub(super) fn capacity(&self) -> u32 {
        self.limit.load(Ordering::Relaxed) * CHUNK
    }

    /// The fewest visits for which the children of all nodes visited that often fit a number of nodes; `None` where there is no
    /// memory to find out.
    pub(super) fn visits_of_most(&self, nodes: u32) -> Option<u32> {
        let used = self.count();
        let mut rows: Vec<(u32, u32)> = Vec::new();
        for (chunk, start) in self.chunks.iter().zip((0..used).step_by(CHUNK as usize)) {
            let Some(chunk) = chunk.get() else { break };
            let nodes = &chunk[..(used - start).min(CHUNK) as usize];
            rows.try_reserve(nodes.len()).ok()?;
            rows.extend(nodes.iter().filter_map(|node| Some((node.visits(), node.children()?.1))));
        }
        rows.sort_unstable_by_key(|&(visits, _)| std::cmp::Reverse(visits));
        let mut left = nodes;
        for (visits, count) in rows {
            match left.checked_sub(count) {
                Some(fewer) => left = fewer,
                None => return Some(visits.saturating_add(1)),
            }
        }
        Some(0)
    }

    /// Copies a subtree of another tree, breadth first, within capacity and time. Nodes without their children become
    /// leaves again.
    pub(super) fn copy_subtree(&self, other: &Self, subtree: Subtree) {
        self.clear();
        self.node(ROOT).copy_from(other.node(subtree.root));
        let mut waiting = VecDeque::from([(ROOT, subtree.root)]);
        let mut until_check = STRIDE;
        while let Some((to, from)) = waiting.pop_front() {
            let Some((first, count)) = other.node(from).children() else { continue };
            until_check -= 1;
            if until_check == 0 {
                if subtree.until.is_some_and(|until| Instant::now() >= until) {
                    return;
                }
                until_check = STRIDE;
            }
            let Some(place) = self.allocate_for(Purpose::Copy, count) else { return };
            let (copies, originals) = (self.row((place, count)), other.row((first, count)));
            for (number, (copy, original)) in (0..).zip(copies.iter().zip(originals)) {
                copy.copy_from(original);
                if original.children().is_some()
                    && original.visits() >= subtree.visits
                    && waiting.try_reserve(1).is_ok()
                {
                    waiting.push_back((place + number, first + number));
                }
            }
            self.node(to).publish(place, count);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;

    /// Gives a node children with these visits.
    fn grow(tree: &FlagshipTree, node: u32, visits: &[u32]) -> u32 {
        let count = visits.len() as u32;
        let first = tree.allocate(count).unwrap();
        for (&visits, child) in visits.iter().zip(tree.row((first, count))) {
            let square = Square::from_index(visits as u8);
            child.init(NewNode { from: square, to: square, prior: 0.5, value: 0.5, proof: None });
            (0..visits).for_each(|_| child.enter());
        }
        tree.node(node).publish(first, count);
        first
    }

    /// The visits of the children of a node.
    fn visits(tree: &FlagshipTree, node: u32) -> Option<Vec<u32>> {
        let row = tree.node(node).children()?;
        Some(tree.row(row).iter().map(FlagshipNode::visits).collect())
    }

    /// The root, two children of it with children, and two children of one of those.
    fn sample() -> (FlagshipTree, u32) {
        let tree = FlagshipTree::new(0);
        let first = grow(&tree, ROOT, &[9, 4, 0]);
        (0..14).for_each(|_| tree.node(ROOT).enter());
        let below = grow(&tree, first, &[5, 3]);
        grow(&tree, first + 1, &[2, 1, 1, 0]);
        grow(&tree, below, &[4, 1]);
        (tree, first)
    }

    #[test]
    fn pruning_keeps_the_most_visited_nodes() {
        let (tree, _) = sample();
        let all = tree.visits_of_most(11);
        assert_eq!(all, Some(0));
        // Three children of the root, two of the one visited nine times, two of the one visited five times.
        let visits_kept = tree.visits_of_most(7).unwrap();
        assert_eq!(visits_kept, 5);
        let pruned = FlagshipTree::new(0);
        pruned.copy_subtree(&tree, Subtree { root: ROOT, visits: visits_kept, until: None });
        assert_eq!(visits(&pruned, ROOT), Some(vec![9, 4, 0]));
        let (first, _) = pruned.node(ROOT).children().unwrap();
        assert_eq!(visits(&pruned, first), Some(vec![5, 3]));
        assert_eq!(visits(&pruned, first + 1), None, "four visits are too few");
        let (below, _) = pruned.node(first).children().unwrap();
        assert_eq!(visits(&pruned, below), Some(vec![4, 1]));
        assert_eq!(pruned.node(ROOT).visits(), 14);
        assert!(pruned.count() < tree.count());
    }

    #[test]
    fn a_limit_frees_memory_and_can_be_lifted() {
        let mut tree = FlagshipTree::new(3 * CHUNK_BYTES);
        assert_eq!((tree.capacity(), tree.chunks_made()), (3 * CHUNK, 1));
        let row = || tree.allocate(CHUNK).map(|_| ());
        assert_eq!([row(), row(), row()], [Some(()), Some(()), None]);
        assert_eq!(tree.chunks_made(), 3);
        tree.set_limit(1);
        assert_eq!(tree.chunks_made(), 3, "nodes in use are kept");
        tree.clear();
        tree.set_limit(2);
        assert_eq!((tree.chunks_made(), tree.capacity()), (2, 2 * CHUNK));
        assert_eq!([CHUNK, CHUNK].map(|count| tree.allocate(count).is_some()), [true, false]);
        tree.lift_limit();
        assert!(tree.allocate(CHUNK).is_some() && tree.chunks_made() == 3);
    }

    #[test]
    fn a_subtree_is_copied_within_the_time() {
        let (tree, first) = sample();
        let branch = FlagshipTree::new(0);
        branch.copy_subtree(&tree, Subtree { root: first, visits: 0, until: None });
        assert_eq!((branch.node(ROOT).visits(), visits(&branch, ROOT)), (9, Some(vec![5, 3])));
        // More rows than are copied between two reads of the clock.
        let (wide, many) = (FlagshipTree::new(0), [1; 3 * STRIDE as usize]);
        let first = grow(&wide, ROOT, &many);
        (0..many.len() as u32).for_each(|number| _ = grow(&wide, first + number, &[1, 1]));
        branch.copy_subtree(&wide, Subtree { root: ROOT, visits: 0, until: Some(Instant::now()) });
        let (copy, count) = branch.node(ROOT).children().unwrap();
        let grown = (copy..copy + count).filter(|&node| branch.node(node).children().is_some()).count();
        assert_eq!((count as usize, grown), (many.len(), STRIDE as usize - 2));
    }
}
