//! The number of plies that a side can make undisturbed.
//!
//! To fill a territory as slowly as possible is NP-complete (Buro 2000), but most territories of real games can be filled
//! square by square: a search over *single steps*, one square with a shot at the square just left, finds that in
//! microseconds. For the rest a depth-first search asks whether a number of plies can be made at all, from the number of empty squares
//! downwards, with a table of the areas it has searched.

use amazons::{Bits, Board, queen_reach};

use crate::area::{Ply, around, flood, parts, singles};
use crate::margin::Count;
use crate::proof_table::ProofTable;

/// Squares that belong to one side, and its amazons there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct FillArea<W> {
    pub(crate) empty: W,
    /// Amazons that may move as they like.
    pub(crate) free: W,
    /// Amazons in the wall: their first ply must be a step inwards and a shot back at the square just left.
    pub(crate) guards: W,
}

/// The proven count of an area, and the nodes spent on it.
#[derive(Clone, Copy, Debug)]
struct FillEntry {
    count: Count,
    nodes: u32,
}

/// Counts plies, with a table of its results.
#[derive(Debug)]
pub(crate) struct Filler<W> {
    table: ProofTable<W, FillEntry>,
    /// Nodes left for the question at hand.
    nodes: u32,
    /// Nodes since [`take_work`](Self::take_work).
    work: u32,
}

/// The plies that a search tries.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FillPlies {
    /// Steps of one square with a shot back.
    SingleSteps,
    All,
}

impl<W: Bits> FillArea<W> {
    /// An area without guards.
    pub(crate) fn closed(empty: W, free: W) -> Self {
        Self { empty, free, guards: W::NONE }
    }

    fn amazons(&self) -> W {
        self.free | self.guards
    }

    fn key(&self) -> [W; 3] {
        [self.empty, self.free, self.guards]
    }

    /// The part of the area on some squares.
    fn part(&self, squares: W) -> Self {
        Self { empty: self.empty & squares, free: self.free & squares, guards: self.guards & squares }
    }

    /// The area after a ply.
    pub(crate) fn after(&self, ply: Ply<W>) -> Self {
        // A guard's square is hit at once, so only an amazon that is free leaves an empty square behind.
        Self {
            empty: (self.empty | (ply.from & self.free)) & !ply.to & !ply.arrow,
            free: (self.free & !ply.from) | ply.to,
            guards: self.guards & !ply.from,
        }
    }

    /// Steps of one square with a shot back, into the tightest corners first.
    fn single_steps<B: Board<Bits = W>>(&self, board: B) -> Vec<(u32, Ply<W>)> {
        let mut plies = Vec::new();
        for from in singles(self.amazons()) {
            for to in singles(around(board, from) & self.empty) {
                let degree = (around(board, to) & self.empty).count();
                plies.push((degree, Ply { from, to, arrow: from }));
            }
        }
        plies.sort_by_key(|&(degree, _)| degree);
        plies
    }

    /// All plies but the single steps, shots at the tightest squares first.
    fn other_plies<B: Board<Bits = W>>(&self, board: B) -> Vec<(u32, Ply<W>)> {
        let mut plies = Vec::new();
        for from in singles(self.amazons()) {
            let near = around(board, from);
            for to in singles(queen_reach(board, from.lowest(), !self.empty)) {
                let mut arrows = queen_reach(board, to.lowest(), !(self.empty | from));
                if !(self.guards & from).is_none() {
                    arrows = from;
                }
                if !(near & to).is_none() {
                    arrows &= !from;
                }
                for arrow in singles(arrows) {
                    let degree = (around(board, arrow) & (self.empty | self.free)).count();
                    plies.push((degree, Ply { from, to, arrow }));
                }
            }
        }
        plies.sort_by_key(|&(degree, _)| degree);
        plies
    }
}

impl<W: Bits> Filler<W> {
    pub(crate) fn new(bytes: usize) -> Self {
        Self { table: ProofTable::new(bytes), nodes: 0, work: 0 }
    }

    pub(crate) fn clear(&mut self) {
        self.table.clear();
        // Else the next question would be charged for the last ones of another game.
        self.work = 0;
    }

    /// The nodes spent since the last call.
    pub(crate) fn take_work(&mut self) -> u32 {
        std::mem::take(&mut self.work)
    }

    /// The number of plies that can be made in an area, with about `most_nodes` nodes at most for each of its parts.
    pub(crate) fn count<B: Board<Bits = W>>(
        &mut self,
        board: B,
        area: FillArea<W>,
        most_nodes: u32,
    ) -> Count {
        let mut total = Count::default();
        for squares in parts(board, area.empty | area.amazons()) {
            let part = area.part(squares);
            if !part.empty.is_none() && !part.amazons().is_none() {
                total += self.count_part(board, part, most_nodes);
            }
        }
        total
    }

    /// A ply after which as many more can be made as were counted before, less one.
    pub(crate) fn best_ply<B: Board<Bits = W>>(
        &mut self,
        board: B,
        area: FillArea<W>,
        most_nodes: u32,
    ) -> Option<Ply<W>> {
        let count = self.count(board, area, most_nodes);
        let plies: Vec<Ply<W>> =
            area.single_steps(board).into_iter().chain(area.other_plies(board)).map(|(_, ply)| ply).collect();
        // Mostly the table has the counts; where it has not, the plies are tried with more and more nodes.
        for most_nodes in [0, most_nodes / 50, most_nodes] {
            for &ply in &plies {
                if self.count(board, area.after(ply), most_nodes).at_least + 1 >= count.at_least {
                    return Some(ply);
                }
            }
        }
        plies.into_iter().max_by_key(|&ply| self.count(board, area.after(ply), 0).at_least)
    }

    fn known(&self, part: &FillArea<W>) -> FillEntry {
        self.table.get(&part.key()).unwrap_or_else(|| FillEntry {
            // A part is connected, so some amazon stands beside an empty square.
            count: Count { at_least: 1, at_most: part.empty.count() as u16 },
            nodes: 0,
        })
    }

    fn count_part<B: Board<Bits = W>>(&mut self, board: B, part: FillArea<W>, most_nodes: u32) -> Count {
        let known = self.known(&part);
        if known.count.exact().is_some() || known.nodes >= most_nodes {
            return known.count;
        }
        let begin = self.work;
        self.nodes = 4 * u32::from(known.count.at_most) + 16;
        let _ = self.can_make(board, part, known.count.at_most, FillPlies::SingleSteps);
        self.nodes = most_nodes;
        loop {
            let count = self.known(&part).count;
            if count.exact().is_some() {
                break;
            }
            if self.can_make(board, part, count.at_most, FillPlies::All).is_none() {
                self.raise_floor(board, part, most_nodes / 4);
                break;
            }
        }
        let known = FillEntry { nodes: most_nodes, ..self.known(&part) };
        self.table.insert(part.key(), known, u64::from(self.work - begin));
        known.count
    }

    /// Raises the lower bound where the upper bound is not reached.
    fn raise_floor<B: Board<Bits = W>>(&mut self, board: B, part: FillArea<W>, most_nodes: u32) {
        let count = self.known(&part).count;
        let mut less = 1;
        while count.at_least + less < count.at_most {
            self.nodes = most_nodes;
            if self.can_make(board, part, count.at_most - less, FillPlies::All) == Some(true) {
                break;
            }
            less *= 2;
        }
    }

    /// Whether `target` plies can be made in a connected area; `None` where the nodes run out, or where single steps alone
    /// do not reach them.
    fn can_make<B: Board<Bits = W>>(
        &mut self,
        board: B,
        part: FillArea<W>,
        target: u16,
        allowed: FillPlies,
    ) -> Option<bool> {
        let count = self.known(&part).count;
        if count.at_least >= target || count.at_most < target {
            return Some(count.at_least >= target);
        }
        if self.nodes == 0 {
            return None;
        }
        self.nodes -= 1;
        let begin = self.work;
        self.work = self.work.saturating_add(1);
        let mut is_sure = allowed == FillPlies::All;
        for stage in 0..=u32::from(allowed == FillPlies::All) {
            let plies = if stage == 0 { part.single_steps(board) } else { part.other_plies(board) };
            for (_, ply) in plies {
                match self.parts_can_make(board, part.after(ply), target - 1, allowed) {
                    Some(true) => {
                        self.update(&part, begin, |count| count.at_least = count.at_least.max(target));
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
        if !is_sure {
            return None;
        }
        self.update(&part, begin, |count| count.at_most = count.at_most.min(target - 1));
        Some(false)
    }

    /// Keeps what was found with the work since `begin`.
    fn update(&mut self, part: &FillArea<W>, begin: u32, change: impl FnOnce(&mut Count)) {
        let mut known = self.known(part);
        change(&mut known.count);
        self.table.insert(part.key(), known, u64::from(self.work - begin));
    }

    /// The same for an area that may be disconnected: its parts add up.
    fn parts_can_make<B: Board<Bits = W>>(
        &mut self,
        board: B,
        area: FillArea<W>,
        target: u16,
        allowed: FillPlies,
    ) -> Option<bool> {
        let squares = area.empty | area.amazons();
        let first = flood(board, W::single(area.amazons().lowest()), squares);
        if first == squares {
            return if area.empty.is_none() {
                Some(target == 0)
            } else {
                self.can_make(board, area, target, allowed)
            };
        }
        let alive: Vec<FillArea<W>> = parts(board, squares)
            .map(|squares| area.part(squares))
            .filter(|part| !part.empty.is_none() && !part.amazons().is_none())
            .collect();
        let most = |filler: &Self, parts: &[FillArea<W>]| -> u16 {
            parts.iter().map(|part| filler.known(part).count.at_most).sum()
        };
        if most(self, &alive) < target {
            return Some(false);
        }
        let mut made = 0;
        for (index, &part) in alive.iter().enumerate() {
            // From the upper bound downwards, so that the first success is the maximum.
            let needed = target.saturating_sub(made + most(self, &alive[index + 1..]));
            let mut target = self.known(&part).count.at_most;
            loop {
                if target < needed {
                    return Some(false);
                }
                match self.can_make(board, part, target, allowed) {
                    Some(true) => break,
                    Some(false) => target -= 1,
                    None => return None,
                }
            }
            made += target;
        }
        Some(made >= target)
    }
}
