//! Distance maps: the moves that a side's amazons need to each empty square while all other pieces stay.
//!
//! A map is a list of sets: the squares within 1 move, within 2, and so on until nothing is added. All squares of a level are
//! found at once. The sums over all squares that the papers' evaluations use are then counts of a few intersections.

use amazons::{Bitboard, Bits, Board, Color, Direction, Position, Square};
use arrayvec::ArrayVec;

/// The moves that a distance counts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mover {
    /// Queen moves: D1 of the papers.
    Queen,
    /// King moves: D2 of the papers.
    King,
}

/// The squares that a side reaches, by the number of moves.
#[derive(Clone, Debug)]
pub struct Levels<B: Board> {
    board: B,
    /// At index d the squares within d moves; none at index 0. No board has a longer way than 128.
    within: ArrayVec<B::Bits, 130>,
}

impl<B: Board> Levels<B> {
    /// The map of a side.
    #[inline]
    #[must_use]
    pub fn new(position: &Position<B>, color: Color, mover: Mover) -> Self {
        let board = position.board();
        let empty = position.empty();
        let mut within = ArrayVec::new();
        within.push(B::Bits::NONE);
        let mut frontier = position.amazons(color);
        let mut reached = Bitboard::empty(board);
        while reached != empty {
            let next = match mover {
                Mover::Queen => frontier.queen_moves(empty),
                Mover::King => frontier.neighbors() & empty,
            };
            frontier = next & !reached;
            if frontier.is_empty() {
                break;
            }
            reached |= frontier;
            within.push(reached.bits());
        }
        Self { board, within }
    }

    /// The largest number of moves that any square needs; 0 where none is reached.
    #[inline]
    #[must_use]
    pub fn farthest(&self) -> usize {
        self.within.len() - 1
    }

    /// The squares that are reached at all.
    #[inline]
    #[must_use]
    pub fn reached(&self) -> Bitboard<B> {
        self.set(self.within[self.farthest()])
    }

    /// The squares within some moves.
    #[inline]
    #[must_use]
    pub fn within(&self, moves: usize) -> Bitboard<B> {
        self.set(self.within[moves.min(self.farthest())])
    }

    /// The squares at a distance of exactly `moves`, 1 or more.
    #[inline]
    #[must_use]
    pub fn at(&self, moves: usize) -> Bitboard<B> {
        self.within(moves) ^ self.within(moves - 1)
    }

    /// The moves that a square needs; `None` where it is not reached.
    #[must_use]
    pub fn distance(&self, square: Square) -> Option<usize> {
        (1..=self.farthest()).find(|&moves| self.within(moves).contains(square))
    }

    #[inline]
    fn set(&self, bits: B::Bits) -> Bitboard<B> {
        Bitboard::from_bits_unchecked(self.board, bits)
    }
}

/// The maps of the side to move and of the other one.
#[derive(Clone, Debug)]
pub struct Race<B: Board> {
    /// The side to move's.
    pub own: Levels<B>,
    /// The other side's.
    pub other: Levels<B>,
}

/// The numbers of squares by the nearer side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Nearer {
    /// To the side to move.
    pub own: u32,
    /// To the other side.
    pub other: u32,
    /// To both alike, and reached.
    pub tied: u32,
}

impl Nearer {
    /// Own squares minus the other's, a tied one counting `tie`: t1 and t2 of the papers.
    #[inline]
    #[must_use]
    pub fn balance(self, tie: f64) -> f64 {
        f64::from(self.own) - f64::from(self.other) + tie * f64::from(self.tied)
    }
}

impl<B: Board> Race<B> {
    /// The maps of both sides.
    #[inline]
    #[must_use]
    pub fn new(position: &Position<B>, mover: Mover) -> Self {
        let turn = position.turn();
        Self { own: Levels::new(position, turn, mover), other: Levels::new(position, !turn, mover) }
    }

    /// The largest number of moves that any square needs, by whichever side.
    #[inline]
    #[must_use]
    pub fn farthest(&self) -> usize {
        self.own.farthest().max(self.other.farthest())
    }

    /// The squares nearer to the side to move, to the other side, and to both alike.
    #[inline]
    #[must_use]
    pub fn owners(&self) -> [Bitboard<B>; 3] {
        let mut own = Bitboard::empty(self.own.board);
        let mut other = own;
        let mut tied = own;
        for moves in 1..=self.farthest() {
            let (ours, theirs) = (self.own.at(moves), self.other.at(moves));
            own |= ours & !self.other.within(moves);
            other |= theirs & !self.own.within(moves);
            tied |= ours & theirs;
        }
        [own, other, tied]
    }

    /// Calls `visit` with every pair of distances, own and other, and the number of squares that have it.
    #[inline]
    pub fn for_each_pair(&self, mut visit: impl FnMut(usize, usize, u32)) {
        for own in 1..=self.own.farthest() {
            let ours = self.own.at(own);
            for other in 1..=self.other.farthest() {
                visit(own, other, (ours & self.other.at(other)).count());
            }
        }
    }
}

/// Adds three bits for every square at once: the ones and the twos of the sum.
#[inline(always)]
fn add<W: Bits>(a: W, b: W, c: W) -> (W, W) {
    (a ^ b ^ c, (a & b) | (c & (a ^ b)))
}

/// The number of empty neighbours of every square, as four sets: the bits of the number.
#[derive(Clone, Copy, Debug)]
pub struct Neighbors<B: Board> {
    planes: [Bitboard<B>; 4],
}

impl<B: Board> Neighbors<B> {
    /// Counts the empty squares around every square.
    #[inline]
    #[must_use]
    pub fn new(position: &Position<B>) -> Self {
        let board = position.board();
        let empty = position.empty().bits();
        let shifted = |bits, direction| board.shifted(bits, direction);
        let (east, west) = (shifted(empty, Direction::East), shifted(empty, Direction::West));
        // Each square's row of three, itself in the middle, and the two beside it.
        let row = add(east, empty, west);
        let beside = (east ^ west, east & west);
        let above = (shifted(row.0, Direction::South), shifted(row.1, Direction::South));
        let below = (shifted(row.0, Direction::North), shifted(row.1, Direction::North));
        // Three numbers of two bits each.
        let ones = add(above.0, beside.0, below.0);
        let twos = add(above.1, beside.1, below.1);
        let carry = ones.1 & twos.0;
        let planes = [ones.0, ones.1 ^ twos.0, twos.1 ^ carry, twos.1 & carry];
        Self { planes: planes.map(|plane| Bitboard::from_bits(board, plane)) }
    }

    /// The sum over the squares of a set.
    #[inline]
    #[must_use]
    pub fn sum(&self, set: Bitboard<B>) -> u32 {
        (0..).zip(self.planes).map(|(bit, plane)| (set & plane).count() << bit).sum()
    }
}

/// Slides from squares in each of the eight directions: calls `visit` with the number of steps and the squares reached by
/// them.
#[inline(always)]
pub fn for_each_run<B: Board>(
    from: Bitboard<B>,
    empty: Bitboard<B>,
    mut visit: impl FnMut(u32, Bitboard<B>),
) {
    // Written out, so that every direction is a constant.
    run(Direction::East, from, empty, &mut visit);
    run(Direction::NorthWest, from, empty, &mut visit);
    run(Direction::North, from, empty, &mut visit);
    run(Direction::NorthEast, from, empty, &mut visit);
    run(Direction::West, from, empty, &mut visit);
    run(Direction::SouthEast, from, empty, &mut visit);
    run(Direction::South, from, empty, &mut visit);
    run(Direction::SouthWest, from, empty, &mut visit);
}

#[inline(always)]
fn run<B: Board>(
    direction: Direction,
    from: Bitboard<B>,
    empty: Bitboard<B>,
    visit: &mut impl FnMut(u32, Bitboard<B>),
) {
    let board = empty.board();
    let mut running = board.shifted(from.bits(), direction) & empty.bits();
    let mut steps = 1;
    while !running.is_none() {
        visit(steps, Bitboard::from_bits_unchecked(board, running));
        running = board.shifted(running, direction) & empty.bits();
        steps += 1;
    }
}
