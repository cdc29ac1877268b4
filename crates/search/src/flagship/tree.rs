//! The tree: nodes in chunks that are made when they are needed and never moved, children side by side.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use amazons::Square;

use super::node::{Node, Seed};

/// Nodes in a chunk: a quarter of a mebibyte.
const CHUNK: u32 = 1 << 13;

/// Where the root stands. Its number is not 0, which is no place of children.
pub(super) const ROOT: u32 = 1;

/// A tree that threads grow together.
#[derive(Debug)]
pub(super) struct Tree {
    chunks: Vec<OnceLock<Box<[Node]>>>,
    used: AtomicU32,
}

impl Tree {
    /// An empty tree with room for so many bytes at most, and for one chunk at least.
    pub(super) fn new(bytes: usize) -> Self {
        let chunks = bytes / (size_of::<Node>() * CHUNK as usize);
        // The last numbers mean something else.
        let chunks = chunks.clamp(1, (u32::MAX / CHUNK) as usize - 1);
        let tree = Self {
            chunks: std::iter::repeat_with(OnceLock::new).take(chunks).collect(),
            used: AtomicU32::new(0),
        };
        tree.clear();
        tree
    }

    /// Forgets all but the memory, and plants a new root.
    pub(super) fn clear(&self) {
        self.used.store(0, Ordering::Relaxed);
        self.allocate(ROOT + 1);
        let nowhere = Square::from_index(0);
        self.node(ROOT).plant(Seed { from: nowhere, to: nowhere, prior: 1.0, value: 0.5, proof: None });
    }

    /// How many nodes there are, with what was lost at the ends of chunks.
    pub(super) fn count(&self) -> u32 {
        self.used.load(Ordering::Relaxed)
    }

    /// The bytes taken from the system so far.
    pub(super) fn bytes(&self) -> usize {
        let made = self.chunks.iter().filter(|chunk| chunk.get().is_some()).count();
        made * CHUNK as usize * size_of::<Node>()
    }

    /// How much of it is used, in thousandths.
    pub(super) fn fullness(&self) -> u16 {
        let room = self.chunks.len() as u64 * u64::from(CHUNK);
        (u64::from(self.count()) * 1_000 / room) as u16
    }

    /// Room for a row of nodes, which never crosses the end of a chunk; `None` where the tree is full.
    pub(super) fn allocate(&self, count: u32) -> Option<u32> {
        debug_assert!(count <= CHUNK);
        let most = self.chunks.len() as u32 * CHUNK;
        let start =
            |used: u32| if used % CHUNK + count > CHUNK { used.next_multiple_of(CHUNK) } else { used };
        let end = |used: u32| Some(start(used) + count).filter(|&end| end <= most);
        let used = self.used.fetch_update(Ordering::Relaxed, Ordering::Relaxed, end).ok()?;
        let first = start(used);
        self.chunks[(first / CHUNK) as usize].get_or_init(|| (0..CHUNK).map(|_| Node::default()).collect());
        Some(first)
    }

    /// A row of nodes.
    #[inline]
    pub(super) fn row(&self, (first, count): (u32, u32)) -> &[Node] {
        let chunk = self.chunks[(first / CHUNK) as usize].get().expect("a row that was allocated");
        let start = (first % CHUNK) as usize;
        &chunk[start..start + count as usize]
    }

    #[inline]
    pub(super) fn node(&self, index: u32) -> &Node {
        &self.row((index, 1))[0]
    }

    /// Copies what hangs under a node of another tree to the root, the nodes nearest to it first, as far as there is
    /// room. What does not fit has to be looked at again.
    pub(super) fn graft(&self, other: &Self, branch: u32) {
        self.clear();
        self.node(ROOT).copy_from(other.node(branch));
        let mut waiting = std::collections::VecDeque::from([(ROOT, branch)]);
        while let Some((to, from)) = waiting.pop_front() {
            let Some((first, count)) = other.node(from).children() else { continue };
            let Some(place) = self.allocate(count) else { return };
            let (copies, originals) = (self.row((place, count)), other.row((first, count)));
            for (number, (copy, original)) in (0..).zip(copies.iter().zip(originals)) {
                copy.copy_from(original);
                if original.children().is_some() {
                    waiting.push_back((place + number, first + number));
                }
            }
            self.node(to).publish(place, count);
        }
    }
}
