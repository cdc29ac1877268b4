//! A rule that decides a position without a search of the game: one side has enough plies that the other cannot disturb.
//!
//! Call the presumed winner W and the other side X. X's squares are the empty squares that king steps over empty squares
//! connect to an amazon of X. The safe squares are those that are connected so to an amazon of W and are not X's.
//! An amazon of W beside one of X's squares or beside an amazon of X is a *guard*, any other is *free*.
//!
//! ```text
//! 3  . . * X .
//! 2  . . W . .      The amazon on c2 is the guard of the six safe squares on its left.
//! 1  . . * * X      It leaves c2 with a step to b2, say, and a shot back at c2.
//!    a b c d e
//! ```
//!
//! W makes only these plies. A free amazon steps and shoots over safe squares and squares that free amazons left. A guard
//! steps over such squares too, and shoots at the square that it left, from which it just came. Then it is free.
//!
//! **X stays in R**, its squares and those of its amazons now. A square outside of R that touches R is not empty, else it
//! would be X's, so it has an arrow or an amazon of W, which then is a guard. A guard that goes is replaced by an
//! arrow at once; hence no square that touches R becomes empty, and no step or shot of X, which begins in R, leaves R.
//! W's plies in turn end on safe squares and squares of its own amazons: they change nothing in R, and X's nothing elsewhere.
//!
//! **X has at most b plies**, b being the number of its squares. They are the empty squares of R, and each ply of X makes them
//! one less: its amazon leaves a square and takes one, and the arrow takes one.
//! So if W can make a plies, W wins when it is to move and a > b, and when X is to move and a >= b.

use crate::board::{Board, Position, singles};

/// How many answers are remembered, 20 bytes each.
const MEMO: usize = 1 << 16;

/// The rule, with a memory of what it has searched. Its answers do not depend on what it was asked before.
#[derive(Debug)]
pub struct Rule<'b> {
    board: &'b Board,
    /// An area, a number of plies, and whether they can be made there.
    memo: Vec<(Area, u32, bool)>,
}

/// Squares on which W plays undisturbed: the empty ones, those of free amazons, those of guards.
type Area = [u32; 3];

/// The area after a ply. The square that a guard left does not belong to it.
fn after([empty, free, guards]: Area, from: u32, to: u32, arrow: u32) -> Area {
    [(empty | (from & free)) & !to & !arrow, (free & !from) | to, guards & !from]
}

impl<'b> Rule<'b> {
    /// The rule on a board.
    pub fn new(board: &'b Board) -> Self {
        Self { board, memo: vec![Default::default(); MEMO] }
    }

    /// Whether the rule says that the side to move wins.
    pub fn mover_wins(&mut self, position: &Position) -> bool {
        self.has_plies(position.empty, position.mover, position.opponent, 1)
    }

    /// Whether the rule says that the side to move loses.
    pub fn mover_loses(&mut self, position: &Position) -> bool {
        self.has_plies(position.empty, position.opponent, position.mover, 0)
    }

    /// Whether W can make as many plies as X has squares, and `more`.
    fn has_plies(&mut self, empty: u32, winner: u32, other: u32, more: u32) -> bool {
        let others = self.board.flood(other, empty);
        let needed = others.count_ones() + more;
        // Each ply of W uses up one safe square. This ends most calls before the second flood.
        if (empty & !others).count_ones() < needed {
            return false;
        }
        let safe = self.board.flood(winner, empty & !others);
        let exposed = self.board.spread(others | other);
        self.can_make([safe, winner & !exposed, winner & exposed], needed)
    }

    /// Whether a number of plies can be made in an area.
    fn can_make(&mut self, area: Area, needed: u32) -> bool {
        let amazons = area[1] | area[2];
        if needed == 0 || amazons == 0 || area[0].count_ones() < needed {
            return needed == 0;
        }
        // Parts that do not touch each other add up: the most plies of the first one, then those of the others.
        let first = amazons & amazons.wrapping_neg();
        let squares = first | self.board.flood(first, area[0] | amazons);
        let (part, rest) = (area.map(|set| set & squares), area.map(|set| set & !squares));
        let (most, most_of_rest) = (part[0].count_ones().min(needed), rest[0].count_ones());
        let mut counts = (needed.saturating_sub(most_of_rest)..=most).rev();
        let made = counts.find(|&made| self.part_can_make(part, made));
        made.is_some_and(|made| self.can_make(rest, needed - made))
    }

    /// The same for an area that is connected.
    fn part_can_make(&mut self, part: Area, needed: u32) -> bool {
        // If it has an empty square, an amazon stands beside one, and can step there and shoot back.
        if needed <= 1 {
            return needed == 0 || part[0] != 0;
        }
        let mix =
            |hash: u64, word| (hash ^ u64::from(word)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(32);
        let slot = part.into_iter().fold(u64::from(needed), mix) as usize % MEMO;
        if (self.memo[slot].0, self.memo[slot].1) != (part, needed) {
            self.memo[slot] = (part, needed, self.has_ply(part, needed));
        }
        self.memo[slot].2
    }

    /// Whether there is a ply after which one less can be made.
    fn has_ply(&mut self, part: Area, needed: u32) -> bool {
        let board = self.board;
        let [empty, free, guards] = part;
        // First steps of one square with a shot back, into the tightest corners first: mostly they fill an area.
        let mut steps = Vec::with_capacity(32);
        for from in singles(free | guards) {
            let near = singles(board.spread(from) & empty);
            steps.extend(near.map(|to| ((board.spread(to) & empty).count_ones(), from, to)));
        }
        steps.sort_unstable();
        if steps.into_iter().any(|(_, from, to)| self.can_make(after(part, from, to, from), needed - 1)) {
            return true;
        }
        singles(free | guards).any(|from| {
            board.queen(from, empty).any(|to| {
                let is_allowed = |arrow: &u32| guards & from == 0 || *arrow == from;
                let mut arrows = board.queen(to, empty | from).filter(is_allowed);
                arrows.any(|arrow| self.can_make(after(part, from, to, arrow), needed - 1))
            })
        })
    }
}
