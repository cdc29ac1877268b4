//! The search: who wins a sum of areas with some free moves given away.
//!
//! As in [`crate::sum`] every question is about the active areas alone; closed territories are free moves. A node first looks
//! at all its children: counting decides many, the table more. The rest is searched depth first, in the order of the bounds and
//! then of territory. Threads search the same question and share the table. A child that another thread is searching is
//! left for later, unless it is the first (as in ABDADA, Weill 1996).

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use thought::Control;

use super::area::{Area, Areas, Ply, Sum, union};
use super::board::{SmallBoard, members};
use super::bounds;
use super::current_line::{CurrentLine, ToldLine};
use super::fill::Filler;
use super::margins::Margins;
use super::table::{Entry, Table};
use super::verdicts::Verdicts;

/// Areas with at most this many empty squares are solved by themselves before a sum with them is searched.
const SETTLED_FIRST: u32 = 12;

/// Below so many empty squares a node is not worth telling other threads of.
const TOLD_FROM: u32 = 8;

/// Places to tell other threads what is being searched, a power of two.
const TOLD: usize = 1 << 12;

/// The weight of bounds against territory in the order of moves.
const BOUND_WEIGHT: i32 = 8;

/// Positions between two looks at the limits.
const STRIDE: u64 = 1 << 12;

/// Verdicts that took more positions are written down.
const WRITTEN_FROM: u64 = 1 << 17;

/// What all threads of a proof share.
pub(crate) struct Shared<'a> {
    pub(crate) board: &'a SmallBoard,
    pub(crate) margins: Table<'a>,
    pub(crate) fills: Table<'a>,
    /// What is being searched, by key.
    told: Vec<AtomicU64>,
    /// Positions looked at.
    pub(crate) work: AtomicU64,
    pub(crate) most_work: u64,
    pub(crate) end: Option<Instant>,
    pub(crate) control: Control,
    /// A thread has the answer, so that the others are not needed any more.
    pub(crate) is_answered: AtomicBool,
    pub(crate) verdicts: Option<&'a Verdicts>,
    /// Verdicts that were written down.
    pub(crate) written: AtomicU64,
    /// Where the thread is that tells others.
    pub(crate) line: ToldLine,
}

/// A searching thread.
pub(crate) struct Prover<'a> {
    shared: &'a Shared<'a>,
    pub(crate) filler: Filler<'a>,
    /// Positions that this thread looked at, and those of them that others know of.
    work: u64,
    told_work: u64,
    is_over: bool,
    /// Lists of children that are not in use.
    lists: Vec<Vec<Child>>,
    line: CurrentLine,
    /// Whether others are told of its line.
    tells_line: bool,
}

/// The key of areas, and whether the sides are exchanged in it.
type Key = (u64, bool);

/// A move of a sum.
#[derive(Clone, Copy)]
struct Child {
    /// Lower values are tried first.
    order: i32,
    key: Key,
    /// The question for the side that answers.
    given: i16,
    /// The area that is moved in; `PASS` for a free move.
    index: u8,
    ply: Ply,
    /// The areas after the move, as one where there are several.
    after: Area,
    /// Their bounds by counting, where there is one; of several the table may know more of each.
    counted: Option<Margins>,
}

const PASS: u8 = u8::MAX;

impl<'a> Shared<'a> {
    pub(crate) fn new(
        board: &'a SmallBoard,
        margins: Table<'a>,
        fills: Table<'a>,
        verdicts: Option<&'a Verdicts>,
    ) -> Self {
        Self {
            board,
            margins,
            fills,
            told: (0..TOLD).map(|_| AtomicU64::new(0)).collect(),
            work: AtomicU64::new(0),
            most_work: u64::MAX,
            end: None,
            control: Control::new(),
            is_answered: AtomicBool::new(false),
            verdicts,
            written: AtomicU64::new(0),
            line: ToldLine::default(),
        }
    }
}

impl<'a> Prover<'a> {
    pub(crate) fn new(shared: &'a Shared<'a>) -> Self {
        let filler = Filler::new(shared.board, &shared.fills);
        let (lists, line) = (Vec::new(), CurrentLine::default());
        Self { shared, filler, work: 0, told_work: 0, is_over: false, lists, line, tells_line: false }
    }

    /// The same, a thread that tells where it is.
    pub(crate) fn telling(shared: &'a Shared<'a>) -> Self {
        Self { tells_line: true, ..Self::new(shared) }
    }

    #[inline]
    fn key(&self, areas: &[Area]) -> Key {
        self.key_of(union(areas))
    }

    #[inline]
    fn key_of(&self, Area { empty, sides: [own, other] }: Area) -> Key {
        self.shared.board.canonical_either(empty | own, empty | other)
    }

    #[inline]
    fn get(&self, (key, is_exchanged): Key) -> Option<Margins> {
        let margins = Margins::from_bits(self.shared.margins.get(key)?.value);
        Some(if is_exchanged { margins.exchanged() } else { margins })
    }

    fn keep(&self, (key, is_exchanged): Key, margins: Margins, work: u64) {
        let margins = if is_exchanged { margins.exchanged() } else { margins };
        let entry = Entry { value: margins.to_bits(), work: (work + 1).ilog2() as u8 };
        self.shared.margins.insert(key, entry);
        if work >= WRITTEN_FROM
            && let Some(verdicts) = self.shared.verdicts
        {
            verdicts.write(key, entry);
            self.shared.written.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// The bounds of one area by counting and from the table.
    fn known(&mut self, area: &Area) -> Margins {
        let counted = bounds::count(area, &mut self.filler);
        let known = self.get(self.key(std::slice::from_ref(area)));
        known.map_or(counted, |known| counted.meet(known))
    }

    /// The bounds of areas by counting and from the table.
    fn bounds(&mut self, areas: &[Area], key: Key) -> Margins {
        let margins = match areas {
            [first, rest @ ..] if !rest.is_empty() => {
                let first = self.known(first);
                rest.iter().fold(first, |sum, area| sum.plus(self.known(area)))
            }
            areas => bounds::counted(areas, &mut self.filler),
        };
        self.get(key).map_or(margins, |known| margins.meet(known))
    }

    /// Whether the mover wins a position; `None` where a limit is reached.
    pub(crate) fn wins_position(&mut self, position: &Area) -> Option<bool> {
        let sum = Sum::of(position, &mut self.filler);
        let answer = self.wins(&sum.areas, -sum.lead);
        self.tell_work();
        answer
    }

    /// The same by counting and from the table alone; `None` where they do not tell.
    pub(crate) fn knows_position(&mut self, position: &Area) -> Option<bool> {
        let sum = Sum::of(position, &mut self.filler);
        let key = self.key(&sum.areas);
        self.bounds(&sum.areas, key).reaches(-sum.lead)
    }

    /// The plies of a position that neither counting nor the table decides, the most promising ones first; none where a ply wins
    /// at once.
    pub(crate) fn open_plies(&mut self, position: &Area) -> Vec<Ply> {
        let sum = Sum::of(position, &mut self.filler);
        let mut children = Vec::new();
        if self.list_children(&sum.areas, -sum.lead, &mut children) {
            return Vec::new();
        }
        children.sort_unstable_by_key(|child| (child.order, child.key, child.given));
        children.iter().map(|child| child.ply).collect()
    }

    /// The verdict of a position as an entry of the table with its key; `None` where counting alone decides it.
    pub(crate) fn verdict(&mut self, position: &Area, is_win: bool) -> Option<(u64, Entry)> {
        let sum = Sum::of(position, &mut self.filler);
        if sum.areas.is_empty() {
            return None;
        }
        let (key, is_exchanged) = self.key(&sum.areas);
        let mut margins = self.bounds(&sum.areas, (key, is_exchanged));
        match is_win {
            true => margins.low[0] = margins.low[0].max(-sum.lead),
            false => margins.high[0] = margins.high[0].min(-sum.lead - 1),
        }
        margins = margins.meet(margins);
        if is_exchanged {
            margins = margins.exchanged();
        }
        Some((key, Entry { value: margins.to_bits(), work: (self.work + 1).ilog2() as u8 }))
    }

    /// Whether the mover wins with `given` free moves given away; `None` where a limit is reached.
    pub(crate) fn wins(&mut self, areas: &[Area], given: i16) -> Option<bool> {
        let key = self.key(areas);
        if let Some(known) = self.bounds(areas, key).reaches(given) {
            return Some(known);
        }
        let begin = self.work;
        if areas.len() > 1 {
            self.line.begin_aside();
            for area in areas.iter().filter(|area| area.empty.count_ones() <= SETTLED_FIRST) {
                self.settle(area);
            }
            self.line.end_aside();
            if let Some(known) = self.bounds(areas, key).reaches(given) {
                return Some(known);
            }
        }
        let answer = self.look_ahead(areas, key, given)?;
        let mut learnt = self.bounds(areas, key);
        if answer {
            learnt.low[0] = learnt.low[0].max(given);
        } else {
            learnt.high[0] = learnt.high[0].min(given - 1);
        }
        let learnt = learnt.meet(learnt);
        debug_assert!(learnt.low[0] <= learnt.high[0] && learnt.low[1] <= learnt.high[1], "{areas:?}");
        self.keep(key, learnt, self.work - begin);
        Some(answer)
    }

    /// Finds both margins of an area, if the limits allow.
    fn settle(&mut self, area: &Area) {
        for area in [*area, area.exchanged()] {
            let areas = std::slice::from_ref(&area);
            let margins = self.known(&area);
            let (mut low, mut high) = (margins.low[0], margins.high[0]);
            while low < high {
                let middle = low + (high - low + 1) / 2;
                match self.wins(areas, middle) {
                    Some(true) => low = middle,
                    Some(false) => high = middle - 1,
                    None => return,
                }
            }
        }
    }

    fn look_ahead(&mut self, areas: &[Area], key: Key, given: i16) -> Option<bool> {
        let mut children = self.lists.pop().unwrap_or_default();
        let answer = if self.list_children(areas, given, &mut children) {
            Some(true)
        } else {
            if given < 0 {
                let (after, counted) = (union(areas).exchanged(), None);
                children.push(Child {
                    order: i32::MAX,
                    key,
                    given: -given - 1,
                    index: PASS,
                    ply: [0; 3],
                    after,
                    counted,
                });
            }
            children.sort_unstable_by_key(|child| (child.order, child.key, child.given));
            self.line.push(children.len());
            let answer = self.search_children(areas, key, given, &mut children);
            self.line.pop();
            answer
        };
        children.clear();
        self.lists.push(children);
        answer
    }

    /// Lists the moves that neither counting nor the table decides; true where a move wins at once.
    fn list_children(&mut self, areas: &[Area], given: i16, children: &mut Vec<Child>) -> bool {
        let board = self.shared.board;
        for (index, area) in areas.iter().enumerate() {
            for from in members(area.sides[0]) {
                for to in members(board.reach(from, !area.empty)) {
                    for arrow in members(board.reach(to, !(area.empty | 1 << from))) {
                        self.work += 1;
                        let ply = [from as u8, to as u8, arrow as u8];
                        let sum = Sum::after(areas, index, ply, &mut self.filler);
                        let given = -sum.lead - given;
                        let counted = bounds::counted(&sum.areas, &mut self.filler);
                        match counted.reaches(given) {
                            Some(true) => continue,
                            Some(false) => return true,
                            None => {}
                        }
                        let after = union(&sum.areas);
                        let counted = (sum.areas.len() == 1).then_some(counted);
                        let key = self.key_of(after);
                        children.push(Child {
                            order: 0,
                            key,
                            given,
                            index: index as u8,
                            ply,
                            after,
                            counted,
                        });
                    }
                }
            }
        }
        // Different moves often come to the same.
        children.sort_unstable_by_key(|child| (child.key, child.given));
        children.dedup_by_key(|child| (child.key, child.given));
        let touched = children.iter().fold(0, |all, child| all ^ self.shared.margins.touch(child.key.0));
        std::hint::black_box(touched);
        let mut kept = 0;
        for place in 0..children.len() {
            let mut child = children[place];
            let margins = match child.counted {
                Some(counted) => self.get(child.key).map_or(counted, |known| counted.meet(known)),
                None => {
                    let sum = Sum::after(areas, usize::from(child.index), child.ply, &mut self.filler);
                    self.bounds(&sum.areas, child.key)
                }
            };
            match margins.reaches(child.given) {
                Some(true) => continue,
                Some(false) => return true,
                None => {}
            }
            let [low, high] = [margins.low[0].max(-20), margins.high[0].min(20)]
                .map(|bound| i32::from(bound - child.given));
            child.order = BOUND_WEIGHT * (low + high) + bounds::promise(&child.after, self.shared.board);
            children[kept] = child;
            kept += 1;
        }
        children.truncate(kept);
        false
    }

    fn search_children(
        &mut self,
        areas: &[Area],
        key: Key,
        given: i16,
        children: &mut Vec<Child>,
    ) -> Option<bool> {
        let is_told = union(areas).empty.count_ones() >= TOLD_FROM;
        let mut done = 0;
        // First what no other thread searches, then the rest.
        for may_wait in [true, false] {
            let mut kept = 0;
            for place in 0..children.len() {
                let child = children[place];
                let word = told_word(&child);
                let slot = &self.shared.told[(word >> 32) as usize & (TOLD - 1)];
                if is_told && done + kept > 0 {
                    // Another thread may have found what this one is looking for.
                    if let Some(known) = self.get(key).and_then(|known| known.reaches(given)) {
                        return Some(known);
                    }
                    if may_wait && slot.load(Ordering::Relaxed) == word {
                        children[kept] = child;
                        kept += 1;
                        continue;
                    }
                }
                if is_told {
                    slot.store(word, Ordering::Relaxed);
                }
                self.line.set((child.index != PASS).then_some(child.ply), done);
                let answer = self.answer(areas, &child);
                if is_told && slot.load(Ordering::Relaxed) == word {
                    slot.store(0, Ordering::Relaxed);
                }
                if !answer? {
                    return Some(true);
                }
                done += 1;
            }
            children.truncate(kept);
        }
        Some(false)
    }

    /// Whether the other side wins after a move.
    fn answer(&mut self, areas: &[Area], child: &Child) -> Option<bool> {
        if self.check_is_over() {
            return None;
        }
        if child.index == PASS {
            let areas: Areas = areas.iter().map(|area| area.exchanged()).collect();
            return self.wins(&areas, child.given);
        }
        let sum = Sum::after(areas, usize::from(child.index), child.ply, &mut self.filler);
        self.wins(&sum.areas, child.given)
    }

    fn check_is_over(&mut self) -> bool {
        if !self.is_over && self.work - self.told_work >= STRIDE {
            self.tell_work();
            let shared = self.shared;
            self.is_over = shared.control.is_stopped()
                || shared.is_answered.load(Ordering::Relaxed)
                || shared.work.load(Ordering::Relaxed) >= shared.most_work
                || shared.end.is_some_and(|end| Instant::now() >= end);
        }
        self.is_over
    }

    fn tell_work(&mut self) {
        self.shared.work.fetch_add(self.work - self.told_work, Ordering::Relaxed);
        self.told_work = self.work;
        // A search that is over has left its line.
        if self.tells_line && !self.is_over {
            self.shared.line.tell(&self.line);
        }
    }
}

/// What other threads are told of a child, never 0.
fn told_word(child: &Child) -> u64 {
    let (key, is_exchanged) = child.key;
    let question = (child.given as u64) << 1 | u64::from(is_exchanged);
    ((key ^ question << 57).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ question) | 1
}
