//! The nodes of a tree, one after another in memory.
//!
//! A node's children lie side by side, so that choosing one of them reads memory in order. Where they come one by one,
//! their block is moved to one twice as large whenever it is full; the old block is used again by another node. Nothing
//! points at a parent, so a block may move.

use amazons::{Move, Square};

use crate::memory;

/// A node. Its value is that of the side that chose it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct UctNode {
    /// The sum of the win rates of all simulations through it.
    pub(crate) total: f64,
    /// How many simulations went through it.
    pub(crate) visits: u32,
    first: u32,
    tried: u16,
    all: u16,
    squares: [u8; 3],
    state: State,
}

/// The state of a node's children.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum State {
    /// Nothing yet.
    Closed,
    /// How many there are.
    Open,
    /// That the game is over here.
    Over,
}

/// Ten million nodes, their blocks half empty and as much again in blocks that wait to be used, are within 1 GiB.
const _: () = assert!(size_of::<UctNode>() <= 24);

impl UctNode {
    fn new(mv: Move) -> Self {
        let squares = [mv.from, mv.to, mv.arrow].map(|square| square.index() as u8);
        Self { total: 0.0, visits: 0, first: 0, tried: 0, all: 0, squares, state: State::Closed }
    }

    /// The move that leads to the node; of a step node a move that shoots at its own square.
    pub(crate) fn mv(&self) -> Move {
        let [from, to, arrow] = self.squares.map(Square::from_index);
        Move { from, to, arrow }
    }

    /// Whether the node is a step whose shot is still to come.
    pub(crate) fn is_step(&self) -> bool {
        self.squares[1] == self.squares[2]
    }

    pub(crate) fn state(&self) -> State {
        self.state
    }

    /// How many children were tried.
    pub(crate) fn tried(&self) -> u32 {
        u32::from(self.tried)
    }

    /// Whether a child is still to be tried.
    pub(crate) fn has_untried(&self) -> bool {
        self.tried < self.all
    }

    /// How many children there are, tried or not.
    pub(crate) fn all(&self) -> u32 {
        u32::from(self.all)
    }

    /// The mean win rate; none before the first visit.
    pub(crate) fn mean(&self) -> Option<f64> {
        (self.visits > 0).then(|| self.total / f64::from(self.visits))
    }

    pub(crate) fn set_over(&mut self) {
        self.state = State::Over;
    }

    /// Counts the children. No board has more moves than fit: 16 amazons with 59 steps and 59 shots each.
    pub(crate) fn open(&mut self, all: u32) {
        self.all = u16::try_from(all).unwrap_or(u16::MAX);
        self.state = State::Open;
    }
}

/// A tree's nodes; the root is the first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Arena {
    nodes: Vec<UctNode>,
    /// Blocks of 2^i nodes that are no longer used.
    free: [Vec<u32>; 16],
    count: usize,
    /// Whether the system has refused memory since the last root.
    is_refused: bool,
}

/// The number of the root.
pub(crate) const ROOT: u32 = 0;

impl Arena {
    /// The most nodes: larger indices would not fit.
    pub(crate) const MOST: usize = 1 << 30;

    /// Removes all nodes and inserts a root.
    pub(crate) fn reset(&mut self) {
        let nowhere = Square::from_index(0);
        self.nodes.clear();
        self.free.iter_mut().for_each(Vec::clear);
        // The root's move is never read, and must not be taken for a step.
        self.nodes.push(UctNode::new(Move { from: nowhere, to: nowhere, arrow: Square::from_index(1) }));
        self.count = 0;
        self.is_refused = false;
    }

    /// Whether the system has refused memory since the last root: the tree grows no more.
    pub(crate) fn is_refused(&self) -> bool {
        self.is_refused
    }

    /// What people should know about the memory.
    pub(crate) fn notes(&self) -> Vec<String> {
        let note = || format!("the system gives no more memory: the tree stays at {} nodes", self.count);
        self.is_refused.then(note).into_iter().collect()
    }

    /// Makes room for the children of a node; `false` where the system refuses it.
    fn make_room(&mut self, count: usize) -> bool {
        let is_given = !self.is_refused && memory::make_room(&mut self.nodes, count);
        self.is_refused |= !is_given;
        is_given
    }

    /// How many nodes there are, the root not counted.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// How much memory the nodes take, in bytes: used, half-empty and waiting blocks together.
    pub(crate) fn bytes(&self) -> usize {
        self.nodes.len() * size_of::<UctNode>()
    }

    pub(crate) fn get(&self, index: u32) -> &UctNode {
        &self.nodes[index as usize]
    }

    pub(crate) fn get_mut(&mut self, index: u32) -> &mut UctNode {
        &mut self.nodes[index as usize]
    }

    /// The number of the first child.
    pub(crate) fn first(&self, parent: u32) -> u32 {
        self.get(parent).first
    }

    /// The children that were tried.
    pub(crate) fn tried(&self, parent: u32) -> &[UctNode] {
        let node = self.get(parent);
        &self.nodes[node.first as usize..][..usize::from(node.tried)]
    }

    /// Adds one child to a node that is open and has an untried one; `None` where the system refuses memory.
    pub(crate) fn add(&mut self, parent: u32, mv: Move) -> Option<u32> {
        let UctNode { first, tried, all, .. } = *self.get(parent);
        let is_full = tried == 0 || tried.is_power_of_two();
        let first = if is_full { self.grow(first, tried, all)? } else { first };
        let child = first + u32::from(tried);
        self.nodes[child as usize] = UctNode::new(mv);
        self.count += 1;
        let node = self.get_mut(parent);
        node.first = first;
        node.tried = tried + 1;
        Some(child)
    }

    /// Moves a full block of `tried` nodes to a larger one; `None` where the system refuses memory.
    fn grow(&mut self, first: u32, tried: u16, all: u16) -> Option<u32> {
        // A block that holds all children never grows again, so it may have any size.
        let room = (u32::from(tried) * 2).max(1).min(u32::from(all));
        let class = room.trailing_zeros() as usize;
        let waiting = if room.is_power_of_two() { self.free.get_mut(class).and_then(Vec::pop) } else { None };
        let new = match waiting {
            Some(new) => new,
            None if self.make_room(room as usize) => self.reserve(room),
            None => return None,
        };
        let old = first as usize..first as usize + usize::from(tried);
        if tried > 0 {
            self.nodes.copy_within(old, new as usize);
            if let Some(list) = self.free.get_mut(tried.trailing_zeros() as usize) {
                list.push(first);
            }
        }
        Some(new)
    }

    fn reserve(&mut self, room: u32) -> u32 {
        let first = self.nodes.len();
        let empty = *self.get(ROOT);
        self.nodes.resize(first + room as usize, empty);
        first as u32
    }

    /// Adds all children to a node that is closed; none of them is tried yet. `false` where the system refuses memory.
    pub(crate) fn add_all(&mut self, parent: u32, moves: &[Move]) -> bool {
        if !self.make_room(moves.len()) {
            return false;
        }
        let first = self.nodes.len() as u32;
        self.nodes.extend(moves.iter().map(|&mv| UctNode::new(mv)));
        self.count += moves.len();
        let node = self.get_mut(parent);
        node.first = first;
        node.open(moves.len() as u32);
        true
    }

    /// Says that the next child of a node that has all of them is tried now, and gives it.
    pub(crate) fn try_next(&mut self, parent: u32) -> u32 {
        let node = self.get_mut(parent);
        let child = node.first + u32::from(node.tried);
        node.tried += 1;
        child
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbered(number: usize) -> Move {
        let square = |value: usize| Square::from_index(value as u8);
        Move { from: square(number), to: square(number >> 8), arrow: square(255) }
    }

    #[test]
    fn children_stay_in_order_while_their_blocks_move() {
        let mut arena = Arena::default();
        arena.reset();
        arena.get_mut(ROOT).open(300);
        for number in 0..300 {
            let child = arena.add(ROOT, numbered(number)).unwrap();
            arena.get_mut(child).open(5);
            // Grandchildren take blocks in between, new ones and those that were left.
            for grandchild in 0..5 {
                arena.add(child, numbered(1_000 + 5 * number + grandchild)).unwrap();
            }
        }
        assert_eq!(arena.count(), 300 * 6);
        for number in 0..300 {
            let child = arena.first(ROOT) + number as u32;
            assert_eq!(arena.get(child).mv(), numbered(number));
            let below: Vec<Move> = arena.tried(child).iter().map(UctNode::mv).collect();
            assert_eq!(below, (0..5).map(|at| numbered(1_000 + 5 * number + at)).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_node_with_all_that_belongs_to_it_takes_less_than_a_hundred_bytes() {
        let mut arena = Arena::default();
        arena.reset();
        // The least favourable tree: every block is as large as it was before it grew, plus one.
        let mut layer = vec![ROOT];
        while arena.count() < 200_000 {
            let mut next = Vec::new();
            for &parent in &layer {
                arena.get_mut(parent).open(1_000);
                (0..9).for_each(|number| {
                    arena.add(parent, numbered(number)).unwrap();
                });
                next.extend((0..9).map(|at| arena.first(parent) + at));
            }
            layer = next;
        }
        assert!(arena.bytes() < 100 * arena.count(), "{} for {}", arena.bytes(), arena.count());
    }
}
