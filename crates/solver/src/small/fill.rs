//! The number of plies that a side can make undisturbed, as in [`crate::fill`], on a small board.

use arrayvec::ArrayVec;

use crate::margin::Count;

use super::board::{Set, SmallBoard, members};
use super::table::{Entry, Table};

/// Squares that belong to one side, and its amazons there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FillArea {
    pub(crate) empty: Set,
    /// Amazons that may move as they like.
    pub(crate) free: Set,
    /// Amazons in the wall: their first ply must be a step inwards and a shot back at the square just left.
    pub(crate) guards: Set,
}

/// A ply: from, to, arrow, as sets.
type Ply = [Set; 3];

/// Counts plies.
pub(crate) struct Filler<'a> {
    pub(crate) board: &'a SmallBoard,
    table: &'a Table<'a>,
    /// Nodes left for the question at hand.
    nodes: u32,
    /// The last answers, in the thread's own memory: most questions come again at once.
    recent: Vec<Recent>,
    /// An error made on purpose: so many moves too few in every upper bound.
    #[cfg(test)]
    pub(crate) fault: i16,
}

/// An answer by its question.
#[derive(Clone, Copy, Default)]
struct Recent {
    sets: [Set; 3],
    count: [u8; 2],
    enough: u8,
}

/// The number of answers that are kept, a power of two.
const RECENT: usize = 1 << 15;

impl FillArea {
    fn amazons(&self) -> Set {
        self.free | self.guards
    }

    fn part(&self, squares: Set) -> Self {
        Self { empty: self.empty & squares, free: self.free & squares, guards: self.guards & squares }
    }

    fn is_alive(&self) -> bool {
        self.empty != 0 && self.amazons() != 0
    }

    pub(crate) fn after(&self, [from, to, arrow]: Ply) -> Self {
        // A guard's square is hit at once, so only an amazon that is free leaves an empty square behind.
        Self {
            empty: (self.empty | (from & self.free)) & !to & !arrow,
            free: (self.free & !from) | to,
            guards: self.guards & !from,
        }
    }
}

impl<'a> Filler<'a> {
    /// So many nodes that an answer is exact.
    pub(crate) const NO_LIMIT: u32 = u32::MAX - 1;

    pub(crate) fn new(board: &'a SmallBoard, table: &'a Table<'a>) -> Self {
        Self {
            board,
            table,
            nodes: 0,
            recent: vec![Recent::default(); RECENT],
            #[cfg(test)]
            fault: 0,
        }
    }

    /// The number of plies that can be made, with about `most_nodes` nodes at most for each connected part.
    pub(crate) fn count(&mut self, area: FillArea, most_nodes: u32) -> Count {
        let board = self.board;
        let mut total = Count::default();
        for squares in board.parts(area.empty | area.amazons()) {
            let part = area.part(squares);
            if part.is_alive() {
                total += self.count_part(part, most_nodes);
            }
        }
        total
    }

    fn key(&self, part: &FillArea) -> u64 {
        self.board.canonical(part.empty | part.free, part.empty | part.guards)
    }

    fn known(&self, part: &FillArea, key: u64) -> (Count, u8) {
        match self.table.get(key) {
            Some(Entry { value, work }) => {
                (Count { at_least: (value & 63) as u16, at_most: (value >> 6) as u16 }, work)
            }
            // A part is connected, so some amazon stands beside an empty square.
            None => (Count { at_least: 1, at_most: part.empty.count_ones() as u16 }, 0),
        }
    }

    fn keep(&self, key: u64, count: Count, work: u8) {
        let value = u32::from(count.at_least) | u32::from(count.at_most) << 6;
        self.table.insert(key, Entry { value, work });
    }

    /// The same of an area that is connected and has both empty squares and amazons.
    #[inline]
    pub(crate) fn count_part(&mut self, part: FillArea, most_nodes: u32) -> Count {
        let sets = [part.empty, part.free, part.guards];
        let mixed = sets.iter().fold(0, |mixed: u64, &set| {
            (mixed ^ u64::from(set)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(25)
        });
        let place = (mixed >> 20) as usize & (RECENT - 1);
        let enough = (most_nodes + 1).ilog2() as u8;
        let recent = self.recent[place];
        let [at_least, at_most] = recent.count.map(u16::from);
        if recent.sets == sets && (at_least == at_most || recent.enough >= enough) {
            return Count { at_least, at_most };
        }
        let count = self.search_part(part, most_nodes, enough);
        let bytes = [count.at_least as u8, count.at_most as u8];
        self.recent[place] = Recent { sets, count: bytes, enough };
        count
    }

    fn search_part(&mut self, part: FillArea, most_nodes: u32, enough: u8) -> Count {
        let key = self.key(&part);
        let (known, spent) = self.known(&part, key);
        if known.exact().is_some() || spent >= enough {
            return known;
        }
        self.nodes = 4 * u32::from(known.at_most) + 16;
        let _ = self.can_make(part, known.at_most, false);
        let mut count = self.known(&part, key).0;
        self.nodes = most_nodes;
        while count.exact().is_none() {
            match self.can_make(part, count.at_most, true) {
                Some(true) => count.at_least = count.at_most,
                Some(false) => count.at_most -= 1,
                None => break,
            }
        }
        self.keep(key, count, enough);
        count
    }

    /// Whether `target` plies can be made in a connected area; `None` where the nodes run out, or where single steps with a
    /// shot back, if no more are allowed, do not reach them.
    fn can_make(&mut self, part: FillArea, target: u16, all: bool) -> Option<bool> {
        let key = self.key(&part);
        let (count, work) = self.known(&part, key);
        if count.at_least >= target || count.at_most < target {
            return Some(count.at_least >= target);
        }
        self.nodes = self.nodes.checked_sub(1)?;
        let mut is_sure = all;
        let mut tried = false;
        for stage in 0..=u32::from(all) {
            let amazons = part.amazons();
            for from in members(amazons) {
                let near = self.board.around(1 << from);
                let steps = if stage == 0 { near & part.empty } else { self.board.reach(from, !part.empty) };
                for to in members(steps) {
                    let is_step = near >> to & 1 == 1;
                    let arrows = if stage == 0 || part.guards >> from & 1 == 1 {
                        if stage == 1 && is_step { 0 } else { 1 << from }
                    } else {
                        let all = self.board.reach(to, !(part.empty | 1 << from));
                        if is_step { all & !(1 << from) } else { all }
                    };
                    for arrow in members(arrows) {
                        tried = true;
                        match self.parts_can_make(
                            part.after([1 << from, 1 << to, 1 << arrow]),
                            target - 1,
                            all,
                        ) {
                            Some(true) => {
                                let (count, work) = self.known(&part, key);
                                self.keep(key, Count { at_least: count.at_least.max(target), ..count }, work);
                                return Some(true);
                            }
                            Some(false) => {}
                            None => is_sure = false,
                        }
                        if self.nodes == 0 {
                            return None;
                        }
                    }
                }
            }
        }
        debug_assert!(tried, "a connected part has a ply");
        if !is_sure {
            return None;
        }
        let (count, _) = self.known(&part, key);
        self.keep(key, Count { at_most: count.at_most.min(target - 1), ..count }, work);
        Some(false)
    }

    /// The same for an area that may be disconnected: its parts add up.
    fn parts_can_make(&mut self, area: FillArea, target: u16, all: bool) -> Option<bool> {
        let squares = self.board.parts(area.empty | area.amazons());
        let alive: ArrayVec<FillArea, 32> =
            squares.map(|squares| area.part(squares)).filter(FillArea::is_alive).collect();
        match alive.as_slice() {
            [] => Some(target == 0),
            [part] if target > 0 => self.can_make(*part, target, all),
            parts => {
                let most = |filler: &Self, parts: &[FillArea]| -> u16 {
                    parts.iter().map(|part| filler.known(part, filler.key(part)).0.at_most).sum()
                };
                let mut made = 0;
                for (index, &part) in parts.iter().enumerate() {
                    let others = most(self, &parts[index + 1..]);
                    let needed = target.saturating_sub(made + others);
                    // From the upper bound downwards, so that the first success is the maximum.
                    let mut own = most(self, &[part]);
                    loop {
                        if own < needed {
                            return Some(false);
                        }
                        match self.can_make(part, own, all) {
                            Some(true) => break,
                            Some(false) => own -= 1,
                            None => return None,
                        }
                    }
                    made += own;
                }
                Some(made >= target)
            }
        }
    }
}
