//! EGREEDY's candidates: the moves that lead to the best states by h, a few for every amazon or of all together.
//!
//! h = destinations of all own amazons minus those of the opponent's, for the side that has just moved.
//!
//! Counting destinations after each of some 2,000 moves would cost 8 x 2,000 scans of lines. Instead the amazon that moves
//! is removed, and for every empty square the change of h by an arrow there is stored: an arrow blocks its square and all
//! behind it on each line through it. Placing the amazon changes that only along the lines that end there, and an arrow then
//! costs one lookup.
//!
//! ```text
//! W 4 3 2 1 *     what an arrow takes from the white amazon's line of 4, by its square
//! ```

use amazons::{Bitboard, Board, Color, Move, Position, Square};

/// A move and its h.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// h of the position after it, for its mover.
    pub h: i32,
}

/// The set of moves from which the best are taken.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Scope {
    /// Among each amazon's by itself.
    #[default]
    PerAmazon,
    /// Among all together, as many as there would be.
    Global,
}

/// The selection of candidates.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Candidates {
    /// The number for each amazon at the beginning of a game; at least one is taken.
    pub per_amazon: usize,
    /// The plies after which each amazon gets one more; 0 for never.
    pub growth: usize,
    /// The set of moves from which the best are taken.
    pub scope: Scope,
}

impl Default for Candidates {
    fn default() -> Self {
        Self { per_amazon: 12, growth: 10, scope: Scope::PerAmazon }
    }
}

impl Candidates {
    /// The best 48 of all moves of four amazons, in every position: the note under Table 1 and Algorithm 3.
    pub const BEST_OF_ALL: Self = Self { per_amazon: 12, growth: 0, scope: Scope::Global };

    /// The number of candidates of each amazon in a position.
    #[must_use]
    pub fn quota<B: Board>(&self, position: &Position<B>) -> usize {
        let more = (position.ply() as usize).checked_div(self.growth).unwrap_or(0);
        self.per_amazon.saturating_add(more).max(1)
    }

    /// The candidates in a position, the largest h first, equal ones in the order of the rules' generator.
    #[must_use]
    pub fn of<B: Board>(&self, position: &Position<B>) -> Vec<Candidate> {
        let quota = self.quota(position);
        let amazons = position.amazons(position.turn());
        let mut ranked: Vec<Ranked> = Vec::new();
        // Where the moves of the amazon at hand begin.
        let mut own = 0;
        let mut field = Field::new(position);
        for from in amazons {
            field.rank_moves(from, &mut ranked);
            if self.scope == Scope::PerAmazon {
                keep_best(&mut ranked, own, quota);
            }
            own = ranked.len();
        }
        if self.scope == Scope::Global {
            keep_best(&mut ranked, 0, quota.saturating_mul(amazons.count() as usize));
        }
        ranked.sort_unstable_by(|a, b| b.cmp(a));
        ranked.into_iter().map(Ranked::unpack).collect()
    }
}

/// h of a position, for the side that has just moved.
#[must_use]
pub fn h<B: Board>(position: &Position<B>) -> i32 {
    let destinations = |color: Color| -> u32 {
        position.amazons(color).into_iter().map(|square| position.steps(square).count()).sum()
    };
    destinations(!position.turn()) as i32 - destinations(position.turn()) as i32
}

/// Keeps the best `quota` from `start` on.
fn keep_best(ranked: &mut Vec<Ranked>, start: usize, quota: usize) {
    if ranked.len() - start > quota {
        ranked[start..].select_nth_unstable_by(quota, |a, b| b.cmp(a));
        ranked.truncate(start + quota);
    }
}

/// A candidate as one number: h above the squares, these inverted so that of equals the first is the largest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Ranked(u64);

impl Ranked {
    /// Added to h so that it is never below zero: 16 amazons reach fewer squares.
    const SHIFT: i32 = 1 << 16;

    #[inline]
    fn pack(h: i32, from: usize, to: usize, arrow: usize) -> Self {
        let squares = (from << 16 | to << 8 | arrow) as u64;
        Self(((h + Self::SHIFT) as u64) << 24 | (0xff_ffff ^ squares))
    }

    #[inline]
    fn unpack(self) -> Candidate {
        let [.., from, to, arrow] = (self.0 ^ 0xff_ffff).to_be_bytes();
        let [from, to, arrow] = [from, to, arrow].map(Square::from_index);
        Candidate { mv: Move { from, to, arrow }, h: (self.0 >> 24) as i32 - Self::SHIFT }
    }
}

/// Squares to a row of a [`Field`]: sixteen, and one at the edge that is never empty.
const WIDTH: usize = 17;
/// Squares of a field, with a row at the bottom, one at the top and two corners that are never empty.
const CELLS: usize = 18 * WIDTH + 2;
/// What leads from a cell to its eight neighbours, added modulo the word.
const STEPS: [usize; 8] = [
    1,
    WIDTH - 1,
    WIDTH,
    WIDTH + 1,
    1_usize.wrapping_neg(),
    (WIDTH - 1).wrapping_neg(),
    WIDTH.wrapping_neg(),
    (WIDTH + 1).wrapping_neg(),
];

/// A board as a list of cells, for scans along lines.
struct Field {
    /// Once the move is made, but for the move itself.
    is_empty: [bool; CELLS],
    /// Before it, where that is something else: a square that waits and is empty again after this ply.
    is_open: Option<Box<[bool; CELLS]>>,
    /// Whether the square that the amazon leaves is empty at once.
    is_vacated: bool,
    /// All amazons, and what one of their destinations adds to h.
    amazons: Vec<(usize, i16)>,
}

/// h by the lines of all amazons but the one that moves.
#[derive(Clone)]
struct OthersH {
    /// Without the arrow.
    h: i32,
    /// Its change by an arrow on a cell.
    arrow: [i16; CELLS],
}

const fn cell(square: Square) -> usize {
    (square.rank().index() as usize + 1) * WIDTH + square.file().index() as usize + 1
}

/// The number of the square of a cell: see [`Square::index`].
const SQUARES: [u8; CELLS] = {
    let mut squares = [0; CELLS];
    let mut index = 0;
    while index < Square::COUNT {
        squares[cell(Square::from_index(index as u8))] = index as u8;
        index += 1;
    }
    squares
};

/// The number of cells of a kind that follow a cell in a direction.
#[inline]
fn run(kind: &[bool; CELLS], start: usize, step: usize) -> usize {
    let mut length = 0;
    let mut at = start.wrapping_add(step);
    while kind[at] {
        length += 1;
        at = at.wrapping_add(step);
    }
    length
}

/// The squares that no longer wait after a move, the same for all moves.
fn reopened<B: Board>(position: &Position<B>) -> Bitboard<B> {
    let mut after = *position;
    match position.legal_moves().next() {
        Some(mv) => after.play_unchecked(mv),
        None => return Bitboard::empty(position.board()),
    }
    after.empty() & !position.empty()
}

impl Field {
    fn new<B: Board>(position: &Position<B>) -> Self {
        let cells = |empty: Bitboard<B>| {
            let mut is_empty = [false; CELLS];
            empty.into_iter().for_each(|square| is_empty[cell(square)] = true);
            is_empty
        };
        let is_vacated = position.vacancies().delay() == 0;
        let before = position.empty();
        let after = if is_vacated { before } else { before | reopened(position) };
        let is_open = (after != before).then(|| Box::new(cells(before)));
        let mut amazons = Vec::with_capacity(32);
        for color in Color::BOTH {
            let sign = if color == position.turn() { 1 } else { -1 };
            amazons.extend(position.amazons(color).into_iter().map(|square| (cell(square), sign)));
        }
        Self { is_empty: cells(after), is_open, is_vacated, amazons }
    }

    /// The number of empty cells that follow a cell in a direction.
    #[inline]
    fn run(&self, start: usize, step: usize) -> usize {
        run(&self.is_empty, start, step)
    }

    /// How many of them, `seen` being all, may be entered in this ply.
    #[inline]
    fn way(&self, start: usize, step: usize, seen: usize) -> usize {
        self.is_open.as_ref().map_or(seen, |is_open| run(is_open, start, step))
    }

    /// Ranks all moves of the amazon on a square.
    fn rank_moves(&mut self, from: Square, ranked: &mut Vec<Ranked>) {
        let origin = cell(from);
        let without = self.without_amazon(origin);
        // The amazon cannot step where it stands, but shoot there.
        let steps = STEPS.map(|step| (step, self.way(origin, step, self.run(origin, step))));
        self.is_empty[origin] = self.is_vacated;
        for (step, length) in steps {
            let mut to = origin;
            for _ in 0..length {
                to = to.wrapping_add(step);
                let others = self.with_amazon_on(to, &without, origin);
                self.rank_shots(&others, origin, to, ranked);
            }
        }
        self.is_empty[origin] = false;
    }

    /// h of the other amazons' lines once one amazon is removed.
    fn without_amazon(&mut self, origin: usize) -> OthersH {
        self.is_empty[origin] = self.is_vacated;
        let mut others = OthersH { h: 0, arrow: [0; CELLS] };
        for &(at, sign) in self.amazons.iter().filter(|&&(at, _)| at != origin) {
            for step in STEPS {
                let length = self.run(at, step);
                others.h += i32::from(sign) * length as i32;
                let mut cell = at;
                for left in (1..=length as i16).rev() {
                    cell = cell.wrapping_add(step);
                    others.arrow[cell] -= sign * left;
                }
            }
        }
        self.is_empty[origin] = false;
        others
    }

    /// The same once that amazon is placed on another cell.
    fn with_amazon_on(&self, to: usize, without: &OthersH, origin: usize) -> OthersH {
        let mut others = without.clone();
        for step in STEPS {
            // Looking back along a line, an amazon there looks here.
            let before = self.run(to, step.wrapping_neg());
            let viewer = to.wrapping_sub(step.wrapping_mul(before + 1));
            let Some(&(_, sign)) = self.amazons.iter().find(|&&(at, _)| at == viewer && at != origin) else {
                continue;
            };
            // Its line loses this cell and all behind it.
            let lost = 1 + self.run(to, step) as i16;
            others.h -= i32::from(sign * lost);
            let mut cell = viewer;
            for _ in 0..before {
                cell = cell.wrapping_add(step);
                others.arrow[cell] += sign * lost;
            }
            for left in (1..=lost).rev() {
                cell = cell.wrapping_add(step);
                others.arrow[cell] += sign * left;
            }
        }
        others
    }

    /// Ranks all shots of the amazon from a cell.
    fn rank_shots(&self, others: &OthersH, origin: usize, to: usize, ranked: &mut Vec<Ranked>) {
        let runs = STEPS.map(|step| self.run(to, step));
        let h = others.h + runs.iter().sum::<usize>() as i32;
        let square = |cell: usize| usize::from(SQUARES[cell]);
        for (step, length) in STEPS.into_iter().zip(runs) {
            let mut arrow = to;
            let way = self.way(to, step, length);
            for left in (1..=length as i32).rev().take(way) {
                arrow = arrow.wrapping_add(step);
                let h = h + i32::from(others.arrow[arrow]) - left;
                ranked.push(Ranked::pack(h, square(origin), square(to), square(arrow)));
            }
        }
    }
}
