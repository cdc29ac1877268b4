//! The search of sums: who wins where several areas are left.
//!
//! The search answers one question: does the side to move win a sum of active areas while its opponent has n free moves
//! more? Closed territories are such free moves and only shift n. The answers bound the margin of the sum, the
//! bounds are kept in a table, and so each question helps the next, whatever its n (as in MTD(f), Plaat 1996).

mod interval;
mod order;

use amazons::{Bits, Board, ByColor, Color, RegionKind};
use arrayvec::ArrayVec;
use thought::Counter;

use crate::area::{Area, Ply, parts};
use crate::fill::{FillArea, Filler};
use crate::margin::Count;
use crate::proof_table::ProofTable;
use crate::safe;

pub(crate) use interval::{Both, Interval};

/// The most nodes for filling a closed territory within a search.
const CLOSED_NODES: u32 = 1_000;

/// The most nodes for the safe moves of an area within a search.
const SAFE_NODES: u32 = 40;

/// Areas with at most this many empty squares are solved by themselves before a sum with them is searched.
const SETTLED_FIRST: u32 = 12;

/// This many nodes of a fill take about as long as one node of the search.
const FILL_NODES_A_NODE: u32 = 4;

/// The active areas of a position: as many as a side has amazons, at most.
pub(crate) type Areas<W> = ArrayVec<Area<W>, 16>;

/// A position divided: the areas with amazons of both sides, and each side's moves in closed territories.
#[derive(Clone, Debug)]
pub(crate) struct Sum<W> {
    pub(crate) areas: Areas<W>,
    pub(crate) spare: ByColor<Count>,
}

/// The table of sums.
pub(crate) type SumTable<W> = ProofTable<W, Both>;

/// Proves margins.
pub(crate) struct Prover<'a, B: Board> {
    pub(crate) board: B,
    pub(crate) filler: &'a mut Filler<B::Bits>,
    pub(crate) table: &'a mut SumTable<B::Bits>,
}

/// A ply in one of the areas of a sum.
#[derive(Clone, Copy)]
struct PlyCandidate<W> {
    /// Lower values are tried first.
    order: i32,
    /// Its number in the order of generation, which decides ties.
    number: usize,
    area: usize,
    ply: Ply<W>,
    /// The active areas after it.
    key: [W; 3],
    /// The closed moves that it made.
    lead: Interval,
    /// The bounds of the reply.
    reply: Interval,
}

impl<W: Bits> Sum<W> {
    /// The bounds of a side's closed moves less the other's.
    pub(crate) fn lead(&self, color: Color) -> Interval {
        let (own, other) = (self.spare[color], self.spare[!color]);
        Interval {
            low: own.at_least as i16 - other.at_most as i16,
            high: own.at_most as i16 - other.at_least as i16,
        }
    }
}

/// The key of a sum: areas do not touch, so their union identifies them.
fn key<W: Bits>(areas: &[Area<W>]) -> [W; 3] {
    areas.iter().fold([W::NONE; 3], |[empty, white, black], area| {
        [empty | area.empty, white | area.amazons.white, black | area.amazons.black]
    })
}

impl<B: Board> Prover<'_, B> {
    /// Divides an area; `nodes` nodes at most are spent on each closed territory.
    pub(crate) fn split(&mut self, area: &Area<B::Bits>, nodes: u32) -> Sum<B::Bits> {
        let mut sum = Sum { areas: Areas::new(), spare: ByColor::default() };
        self.split_into(&mut sum, area, nodes);
        sum
    }

    fn split_into(&mut self, sum: &mut Sum<B::Bits>, area: &Area<B::Bits>, nodes: u32) {
        for squares in parts(self.board, area.squares()) {
            let part = area.part(squares);
            match part.kind() {
                RegionKind::Dead => {}
                RegionKind::Active => sum.areas.push(part),
                RegionKind::Territory(color) => {
                    let fill_area = FillArea::closed(part.empty, part.amazons[color]);
                    sum.spare[color] += self.filler.count(self.board, fill_area, nodes);
                }
            }
        }
    }

    /// The sum after a ply in one of its areas; the moves in closed territories are only those that the ply made.
    pub(crate) fn after(
        &mut self,
        areas: &[Area<B::Bits>],
        index: usize,
        ply: Ply<B::Bits>,
        mover: Color,
    ) -> Sum<B::Bits> {
        let mut sum = Sum { areas: areas.iter().copied().collect(), spare: ByColor::default() };
        let area = sum.areas.swap_remove(index);
        self.split_into(&mut sum, &area.after(mover, ply), CLOSED_NODES);
        sum
    }

    /// The bounds of one area without a search.
    fn known(&mut self, area: &Area<B::Bits>) -> Both {
        let key = key(std::slice::from_ref(area));
        if let Some(known) = self.table.get(&key) {
            return known;
        }
        let counts = safe::counts(self.board, area, self.filler, SAFE_NODES);
        let high = |color: Color| counts[color].at_most as i16 - counts[!color].at_least as i16 - 1;
        let known = interval::from_highs(ByColor::from_fn(high));
        self.table.insert(key, known, 0);
        known
    }

    /// The bounds of a sum without a search.
    pub(crate) fn bounds(&mut self, areas: &[Area<B::Bits>]) -> Both {
        if let [area] = areas {
            return self.known(area);
        }
        let each: ArrayVec<Both, 16> = areas.iter().map(|area| self.known(area)).collect();
        let bounds = interval::sum(&each);
        match self.table.get(&key(areas)) {
            Some(known) if !areas.is_empty() => interval::meet(bounds, known),
            _ => bounds,
        }
    }

    /// Whether `mover` wins a sum with its opponent having `given` free moves more; `None` where that is not found.
    pub(crate) fn wins(
        &mut self,
        areas: &[Area<B::Bits>],
        mover: Color,
        given: i16,
        counter: &mut Counter,
    ) -> Option<bool> {
        if let Some(known) = self.bounds(areas)[mover].reaches(given) {
            return Some(known);
        }
        if areas.len() > 1 {
            for area in areas {
                if area.empty.count() <= SETTLED_FIRST {
                    self.settle(area, counter);
                }
            }
            if let Some(known) = self.bounds(areas)[mover].reaches(given) {
                return Some(known);
            }
            let (rest, moves) = self.without_integers(areas, mover);
            if rest.len() < areas.len() {
                return self.wins(&rest, mover, given - moves, counter);
            }
        }
        let begin = counter.nodes();
        let answer = self.look_ahead(areas, mover, given, counter)?;
        self.learn(areas, mover, given, answer, counter.nodes() - begin);
        Some(answer)
    }

    /// The areas that are not known to be integers, and the sum of those that are, seen by `mover`: free moves of one side.
    fn without_integers(&mut self, areas: &[Area<B::Bits>], mover: Color) -> (Areas<B::Bits>, i16) {
        let mut rest = Areas::new();
        let mut moves = 0;
        for area in areas {
            match interval::integer(self.known(area)) {
                Some(integer) => moves += integer[mover],
                None => rest.push(*area),
            }
        }
        (rest, moves)
    }

    /// Stores whether `mover` wins with `given` free moves given away, and the work that it took.
    fn learn(&mut self, areas: &[Area<B::Bits>], mover: Color, given: i16, wins: bool, work: u64) {
        let mut learnt = self.bounds(areas);
        if wins {
            learnt[mover].low = learnt[mover].low.max(given);
        } else {
            learnt[mover].high = learnt[mover].high.min(given - 1);
        }
        self.table.insert(key(areas), interval::meet(learnt, learnt), work);
    }

    /// Finds both margins of an area by itself, if the limits allow.
    pub(crate) fn settle(&mut self, area: &Area<B::Bits>, counter: &mut Counter) {
        for color in Color::BOTH {
            self.narrow(std::slice::from_ref(area), color, counter);
        }
    }

    /// Finds the margin of a sum, or as much of it as the limits allow.
    pub(crate) fn narrow(
        &mut self,
        areas: &[Area<B::Bits>],
        mover: Color,
        counter: &mut Counter,
    ) -> Interval {
        let mut margin = self.bounds(areas)[mover];
        while !margin.is_exact() {
            let middle = margin.low + (margin.high - margin.low + 1) / 2;
            match self.wins(areas, mover, middle, counter) {
                Some(true) => margin.low = middle,
                Some(false) => margin.high = middle - 1,
                None => break,
            }
        }
        margin
    }

    /// Counts a node for a position, and more for fills that took long; `false` where a limit is reached.
    fn count_nodes(&mut self, counter: &mut Counter) -> bool {
        let extra = self.filler.take_work() / FILL_NODES_A_NODE;
        (0..=extra).all(|_| counter.take_node())
    }

    /// Tries every ply, the most promising first, then to use a free move.
    fn look_ahead(
        &mut self,
        areas: &[Area<B::Bits>],
        mover: Color,
        given: i16,
        counter: &mut Counter,
    ) -> Option<bool> {
        let mut is_sure = true;
        let mut candidates = Vec::new();
        for (index, area) in areas.iter().enumerate() {
            for ply in area.plies(self.board, mover) {
                let after = self.after(areas, index, ply, mover);
                let reply = self.bounds(&after.areas)[!mover];
                if !self.count_nodes(counter) {
                    return None;
                }
                let lead = after.lead(mover);
                // The opponent must not win with `lead - given` free moves given to us.
                if reply.high < lead.low - given {
                    return Some(true);
                }
                if reply.low >= lead.high - given {
                    continue;
                }
                let key = key(&after.areas);
                let number = candidates.len();
                candidates.push(PlyCandidate { order: 0, number, area: index, ply, key, lead, reply });
            }
        }
        // Different plies often come to the same.
        candidates.sort_unstable_by_key(|candidate| (candidate.key, candidate.lead, candidate.number));
        candidates.dedup_by_key(|candidate| (candidate.key, candidate.lead));
        for candidate in &mut candidates {
            candidate.order = order::of(self.board, candidate, given, mover);
        }
        candidates.sort_unstable_by_key(|candidate| (candidate.order, candidate.number));
        for candidate in candidates {
            let after = self.after(areas, candidate.area, candidate.ply, mover);
            let lead = after.lead(mover);
            match self.wins(&after.areas, !mover, lead.low - given, counter) {
                Some(false) => return Some(true),
                Some(true) if lead.is_exact() => {}
                // More moves of our own than are proven might still win.
                Some(true) => match self.wins(&after.areas, !mover, lead.high - given, counter) {
                    Some(true) => {}
                    _ => is_sure = false,
                },
                None => is_sure = false,
            }
            if counter.is_over() {
                return None;
            }
        }
        if given < 0 {
            match self.wins(areas, !mover, -given - 1, counter) {
                Some(false) => return Some(true),
                Some(true) => {}
                None => is_sure = false,
            }
        }
        is_sure.then_some(false)
    }
}
