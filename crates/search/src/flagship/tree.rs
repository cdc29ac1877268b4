//! The tree: nodes in chunks that are made when they are needed and never moved, children side by side.

use std::collections::VecDeque;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Instant;

use amazons::Square;

use super::node::{Node, Seed};

/// Nodes in a chunk: an eighth of a mebibyte.
const CHUNK: u32 = 1 << 12;

/// Where the root stands. Its number is not 0, which is no place of children.
pub(super) const ROOT: u32 = 1;

/// Rows copied between two looks at the clock: some tens of microseconds.
const STRIDE: u32 = 64;

/// Which part of a tree is copied.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cutting {
    /// What hangs under this node.
    pub(super) branch: u32,
    /// Children of nodes with so many visits at least.
    pub(super) visits: u32,
    /// What can be copied until then.
    pub(super) until: Option<Instant>,
}

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
        (u64::from(self.count()) * 1_000 / u64::from(self.capacity())) as u16
    }

    /// Room for a row of nodes, which never crosses the end of a chunk; `None` where the tree is full.
    pub(super) fn allocate(&self, count: u32) -> Option<u32> {
        debug_assert!(count <= CHUNK);
        let most = self.capacity();
        let start =
            |used: u32| if used % CHUNK + count > CHUNK { used.next_multiple_of(CHUNK) } else { used };
        let end = |used: u32| Some(start(used) + count).filter(|&end| end <= most);
        let used = self.used.fetch_update(Ordering::Relaxed, Ordering::Relaxed, end).ok()?;
        let first = start(used);
        self.chunks[(first / CHUNK) as usize].get_or_init(|| (0..CHUNK).map(|_| Node::default()).collect());
        // What an older tree left here may not be counted as part of this one.
        if used < first
            && let Some(chunk) = self.chunks[(used / CHUNK) as usize].get()
        {
            chunk[(used % CHUNK) as usize..].iter().for_each(Node::release);
        }
        self.row((first, count)).iter().for_each(Node::release);
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

    /// How many nodes there can be.
    pub(super) fn capacity(&self) -> u32 {
        self.chunks.len() as u32 * CHUNK
    }

    /// The fewest visits of nodes whose children, all together, are not more than so many.
    pub(super) fn visits_of_most(&self, nodes: u32) -> u32 {
        let used = self.count();
        let mut rows: Vec<(u32, u32)> = Vec::new();
        for (chunk, start) in self.chunks.iter().zip((0..used).step_by(CHUNK as usize)) {
            let Some(chunk) = chunk.get() else { break };
            let nodes = &chunk[..(used - start).min(CHUNK) as usize];
            rows.extend(nodes.iter().filter_map(|node| Some((node.visits(), node.children()?.1))));
        }
        rows.sort_unstable_by_key(|&(visits, _)| std::cmp::Reverse(visits));
        let mut left = nodes;
        for (visits, count) in rows {
            match left.checked_sub(count) {
                Some(fewer) => left = fewer,
                None => return visits.saturating_add(1),
            }
        }
        0
    }

    /// Copies a part of another tree to the root, the nodes nearest to it first, as far as there is room and time. What
    /// is left out has to be looked at again.
    pub(super) fn graft(&self, other: &Self, part: Cutting) {
        self.clear();
        self.node(ROOT).copy_from(other.node(part.branch));
        let mut waiting = VecDeque::from([(ROOT, part.branch)]);
        let mut until_look = STRIDE;
        while let Some((to, from)) = waiting.pop_front() {
            let Some((first, count)) = other.node(from).children() else { continue };
            until_look -= 1;
            if until_look == 0 {
                if part.until.is_some_and(|until| Instant::now() >= until) {
                    return;
                }
                until_look = STRIDE;
            }
            let Some(place) = self.allocate(count) else { return };
            let (copies, originals) = (self.row((place, count)), other.row((first, count)));
            for (number, (copy, original)) in (0..).zip(copies.iter().zip(originals)) {
                copy.copy_from(original);
                if original.children().is_some() && original.visits() >= part.visits {
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

    /// Gives a node children, each visited so often.
    fn grow(tree: &Tree, node: u32, visits: &[u32]) -> u32 {
        let count = visits.len() as u32;
        let first = tree.allocate(count).unwrap();
        for (&visits, child) in visits.iter().zip(tree.row((first, count))) {
            let square = Square::from_index(visits as u8);
            child.plant(Seed { from: square, to: square, prior: 0.5, value: 0.5, proof: None });
            (0..visits).for_each(|_| child.enter());
        }
        tree.node(node).publish(first, count);
        first
    }

    /// How often the children of a node were visited.
    fn visits(tree: &Tree, node: u32) -> Option<Vec<u32>> {
        let row = tree.node(node).children()?;
        Some(tree.row(row).iter().map(Node::visits).collect())
    }

    /// The root, two children of it with children, and two children of one of those.
    fn sample() -> (Tree, u32) {
        let tree = Tree::new(0);
        let first = grow(&tree, ROOT, &[9, 4, 0]);
        (0..14).for_each(|_| tree.node(ROOT).enter());
        let below = grow(&tree, first, &[5, 3]);
        grow(&tree, first + 1, &[2, 1, 1, 0]);
        grow(&tree, below, &[4, 1]);
        (tree, first)
    }

    #[test]
    fn thinning_keeps_what_was_visited_most() {
        let (tree, _) = sample();
        let all = tree.visits_of_most(11);
        assert_eq!(all, 0);
        // Three children of the root, two of the one visited nine times, two of the one visited five times.
        let visits_kept = tree.visits_of_most(7);
        assert_eq!(visits_kept, 5);
        let thin = Tree::new(0);
        thin.graft(&tree, Cutting { branch: ROOT, visits: visits_kept, until: None });
        assert_eq!(visits(&thin, ROOT), Some(vec![9, 4, 0]));
        let (first, _) = thin.node(ROOT).children().unwrap();
        assert_eq!(visits(&thin, first), Some(vec![5, 3]));
        assert_eq!(visits(&thin, first + 1), None, "four visits are too few");
        let (below, _) = thin.node(first).children().unwrap();
        assert_eq!(visits(&thin, below), Some(vec![4, 1]));
        assert_eq!(thin.node(ROOT).visits(), 14);
        assert!(thin.count() < tree.count());
    }

    #[test]
    fn a_branch_becomes_the_root_as_far_as_there_is_time() {
        let (tree, first) = sample();
        let branch = Tree::new(0);
        branch.graft(&tree, Cutting { branch: first, visits: 0, until: None });
        assert_eq!((branch.node(ROOT).visits(), visits(&branch, ROOT)), (9, Some(vec![5, 3])));
        // More rows than are copied between two looks at the clock.
        let (wide, many) = (Tree::new(0), [1; 3 * STRIDE as usize]);
        let first = grow(&wide, ROOT, &many);
        (0..many.len() as u32).for_each(|number| _ = grow(&wide, first + number, &[1, 1]));
        branch.graft(&wide, Cutting { branch: ROOT, visits: 0, until: Some(Instant::now()) });
        let (copy, count) = branch.node(ROOT).children().unwrap();
        let grown = (copy..copy + count).filter(|&node| branch.node(node).children().is_some()).count();
        assert_eq!((count as usize, grown), (many.len(), STRIDE as usize - 2));
    }
}
