//! A board kept line by line: every row, file and diagonal as ten bits.
//!
//! A queen's reach is four look-ups here, one a line, where a bitboard needs eight rays of 128 bits each. The price is
//! that a square has four places, so this pays where positions are read more often than changed: in random games
//! ([`Walker`](crate::Walker)). Boards of up to 10 x 10 only, since the look-up has an entry for every state of a line.

use std::sync::OnceLock;

use crate::board::Size;
use crate::square::Square;

/// The longest line.
const LONGEST: usize = 10;
/// Rows, files and two kinds of diagonals of the largest board, 58, rounded up.
const LINES: usize = 64;

/// What a queen reaches along a line, by her place and the line's occupied squares. No place is above nine: the other rows
/// are there so that a mask replaces the check of the bound, and are never read.
static LINE_REACH: [[u16; 1 << LONGEST]; 16] = {
    let mut table = [[0; 1 << LONGEST]; 16];
    let mut place = 0;
    while place < LONGEST {
        let mut occupied = 0;
        while occupied < 1 << LONGEST {
            let mut reach = 0_u16;
            let mut ahead = place + 1;
            while ahead < LONGEST && occupied >> ahead & 1 == 0 {
                reach |= 1 << ahead;
                ahead += 1;
            }
            let mut behind = place;
            while behind > 0 && occupied >> (behind - 1) & 1 == 0 {
                behind -= 1;
                reach |= 1 << behind;
            }
            table[place][occupied] = reach;
            occupied += 1;
        }
        place += 1;
    }
    table
};

/// The place of a square on one of its four lines.
#[derive(Clone, Copy, Default)]
struct LineSlot {
    line: u8,
    place: u8,
    /// The place as a set.
    bit: u16,
}

/// The lines of a board of some size.
pub(crate) struct Lines {
    /// By square, then row, file, rising and falling diagonal.
    slots: [[LineSlot; 4]; Square::COUNT],
    /// By line and place.
    squares: [[Square; 16]; LINES],
    /// The lines of the empty board: what lies beyond their ends is occupied.
    empty: [u16; LINES],
    /// By square: all that a queen reaches on the empty board, in the numbers of a [`Reach`], and how many they are.
    targets: [([u8; 4 * LONGEST], u8); Square::COUNT],
    /// The most squares that a queen reaches from anywhere.
    most: u32,
}

/// The squares that a queen reaches: sixteen bits for each of her four lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Reach(pub(crate) u64);

/// The occupied squares, line by line.
#[derive(Clone)]
pub(crate) struct Occupied([u16; LINES]);

static LINES_CACHE: [OnceLock<Lines>; LONGEST * LONGEST] = [const { OnceLock::new() }; LONGEST * LONGEST];

impl Lines {
    /// The lines of a board; `None` where it is too large.
    pub(crate) fn of(size: Size) -> Option<&'static Self> {
        let (columns, rows) = (usize::from(size.columns()), usize::from(size.rows()));
        let fits = columns <= LONGEST && rows <= LONGEST;
        fits.then(|| LINES_CACHE[(columns - 1) * LONGEST + rows - 1].get_or_init(|| Self::new(size)))
    }

    fn new(size: Size) -> Self {
        let (columns, rows) = (size.columns(), size.rows());
        let mut lines = Self {
            slots: [[LineSlot::default(); 4]; Square::COUNT],
            squares: [[Square::from_index(0); 16]; LINES],
            empty: [u16::MAX >> (16 - LONGEST); LINES],
            targets: [([0; 4 * LONGEST], 0); Square::COUNT],
            most: 0,
        };
        for square in size.squares() {
            let (file, rank) = (square.file().index(), square.rank().index());
            let diagonals = columns + rows;
            let from_right = columns - 1 - file;
            let slots = [
                (rank, file),
                (diagonals + file, rank),
                (2 * diagonals + file + rows - 1 - rank, file.min(rank)),
                (3 * diagonals + from_right + rows - 1 - rank, from_right.min(rank)),
            ];
            lines.slots[square.index()] =
                slots.map(|(line, place)| LineSlot { line, place, bit: 1 << place });
        }
        lines.number_lines(size);
        for square in size.squares() {
            let reach = lines.reach(square, &lines.empty_board());
            let (targets, count) = &mut lines.targets[square.index()];
            for number in (0..64).filter(|number| reach.0 >> number & 1 == 1) {
                targets[usize::from(*count)] = number;
                *count += 1;
            }
            lines.most = lines.most.max(u32::from(*count));
        }
        lines
    }

    /// Numbers the lines without gaps and lists their squares.
    fn number_lines(&mut self, size: Size) {
        let mut numbers = [None; 256];
        let mut next = 0;
        for square in size.squares() {
            for slot in &mut self.slots[square.index()] {
                let number = *numbers[usize::from(slot.line)].get_or_insert_with(|| {
                    next += 1;
                    next - 1
                });
                slot.line = number;
                let line = usize::from(number);
                self.squares[line][usize::from(slot.place)] = square;
                self.empty[line] &= !slot.bit;
            }
        }
    }

    /// The occupancy of the empty board.
    pub(crate) fn empty_board(&self) -> Occupied {
        Occupied(self.empty)
    }

    /// The most shots after any step.
    #[inline(always)]
    pub(crate) fn most(&self) -> u32 {
        self.most
    }

    #[inline(always)]
    fn slots_of(&self, square: Square) -> &[LineSlot; 4] {
        &self.slots[square.index()]
    }

    /// Occupies an empty square or empties an occupied one.
    #[inline(always)]
    pub(crate) fn toggle(&self, occupied: &mut Occupied, square: Square) {
        for slot in self.slots_of(square) {
            occupied.0[usize::from(slot.line) % LINES] ^= slot.bit;
        }
    }

    /// What a queen on a square reaches.
    #[inline(always)]
    pub(crate) fn reach(&self, from: Square, occupied: &Occupied) -> Reach {
        let mut reach = 0;
        for (number, slot) in self.slots_of(from).iter().enumerate() {
            reach |= u64::from(along(*slot, occupied.0[usize::from(slot.line) % LINES])) << (16 * number);
        }
        Reach(reach)
    }

    /// The square for a number of a queen's reach.
    #[inline(always)]
    pub(crate) fn square(&self, from: Square, number: u32) -> Square {
        let slot = self.slots_of(from)[(number >> 4) as usize & 3];
        self.squares[usize::from(slot.line) % LINES][number as usize & 15]
    }

    /// The number in a queen's reach of the square with `rank` others before it on the empty board; `None` where
    /// there are fewer.
    #[inline(always)]
    pub(crate) fn target(&self, from: Square, rank: u32) -> Option<u32> {
        let (targets, count) = &self.targets[from.index()];
        (rank < u32::from(*count)).then(|| u32::from(targets[rank as usize % (4 * LONGEST)]))
    }

    /// Whether a queen reaches the square with a number, one occupied square being taken as empty.
    #[inline(always)]
    pub(crate) fn reaches(&self, from: Square, number: u32, occupied: &Occupied, vacated: Square) -> bool {
        let kind = (number >> 4) as usize & 3;
        let (slot, left) = (self.slots_of(from)[kind], self.slots_of(vacated)[kind]);
        let line = occupied.0[usize::from(slot.line) % LINES];
        let line = if slot.line == left.line { line & !left.bit } else { line };
        along(slot, line) >> (number & 15) & 1 == 1
    }

    /// The occupied squares of a row, by file.
    pub(crate) fn row(&self, row_start: Square, occupied: &Occupied) -> u16 {
        let line = usize::from(self.slots_of(row_start)[0].line);
        occupied.0[line] & !self.empty[line]
    }
}

/// What a queen reaches along a line.
#[inline(always)]
fn along(slot: LineSlot, occupied: u16) -> u16 {
    LINE_REACH[usize::from(slot.place) % 16][usize::from(occupied) % (1 << LONGEST)]
}

impl Reach {
    #[inline(always)]
    pub(crate) fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// The number with `rank` others before it.
    #[inline(always)]
    pub(crate) fn select(self, rank: u32) -> u32 {
        let mut rest = self.0;
        for _ in 0..rank {
            rest &= rest.wrapping_sub(1);
        }
        rest.trailing_zeros()
    }
}
