//! A board of up to 32 squares, with everything about it that a search asks for in tables.
//!
//! Squares are numbered row by row from a1, so that a set of them is a word of 32 bits and a position, at two bits a
//! square, one of 64.

use amazons::Size;

/// The most squares of a small board.
pub(crate) const MOST_SQUARES: u32 = 32;

/// A set of squares.
pub(crate) type Set = u32;

/// The geometry of a board.
#[derive(Debug)]
pub(crate) struct SmallBoard {
    pub(crate) columns: u32,
    pub(crate) rows: u32,
    pub(crate) squares: u32,
    all: Set,
    /// All squares but those of the first and of the last column.
    not_first: Set,
    not_last: Set,
    /// The squares from each square on in the four rising directions (east, north-west, north, north-east), and in the
    /// four falling ones.
    rising: [[Set; 4]; 32],
    falling: [[Set; 4]; 32],
    /// The same rays by the square that stops them: none (index 32 rising, 0 falling) stops nothing.
    behind_rising: [[Set; 4]; 33],
    behind_falling: [[Set; 4]; 33],
    /// The images of the squares 0 to 7, 8 to 15, ... under the symmetries but the first, which changes nothing.
    images: Vec<[[Set; 256]; 4]>,
    /// How many of the symmetries keep columns columns; after them comes the one that exchanges columns and rows.
    upright: usize,
    /// The squares of the largest square in the corner a1: what lies within can be turned.
    turnable: Set,
}

impl SmallBoard {
    /// The board of a size; `None` where it has too many squares.
    pub(crate) fn new(size: Size) -> Option<Self> {
        let (columns, rows) = (u32::from(size.columns()), u32::from(size.rows()));
        let squares = columns * rows;
        if squares > MOST_SQUARES {
            return None;
        }
        let all = u32::MAX >> (32 - squares);
        let column = |wanted: u32| {
            (0..squares).filter(|square| square % columns == wanted).fold(0, |set, square| set | 1 << square)
        };
        let mut board = Self {
            columns,
            rows,
            squares,
            all,
            not_first: all & !column(0),
            not_last: all & !column(columns - 1),
            rising: [[0; 4]; 32],
            falling: [[0; 4]; 32],
            behind_rising: [[0; 4]; 33],
            behind_falling: [[0; 4]; 33],
            images: Vec::new(),
            upright: 0,
            turnable: (0..squares)
                .filter(|square| (square % columns).max(square / columns) < columns.min(rows))
                .fold(0, |set, square| set | 1 << square),
        };
        for square in 0..squares {
            for (direction, (right, up)) in [(1, 0), (-1, 1), (0, 1), (1, 1)].into_iter().enumerate() {
                let rising = board.ray(square, right, up);
                let falling = board.ray(square, -right, -up);
                board.rising[square as usize][direction] = rising;
                board.falling[square as usize][direction] = falling;
                board.behind_rising[square as usize][direction] = rising;
                board.behind_falling[square as usize + 1][direction] = falling;
            }
        }
        board.make_images();
        Some(board)
    }

    fn ray(&self, from: u32, right: i32, up: i32) -> Set {
        let (mut column, mut row) = ((from % self.columns) as i32, (from / self.columns) as i32);
        let mut ray = 0;
        loop {
            (column, row) = (column + right, row + up);
            if column < 0 || row < 0 || column >= self.columns as i32 || row >= self.rows as i32 {
                return ray;
            }
            ray |= 1 << (row as u32 * self.columns + column as u32);
        }
    }

    fn make_images(&mut self) {
        let (last_column, last_row) = (self.columns - 1, self.rows - 1);
        let (columns, rows) = (self.columns, self.rows);
        let upright: [&dyn Fn(u32, u32) -> (u32, u32); 3] = [
            &|column, row| (last_column - column, row),
            &|column, row| (column, last_row - row),
            &|column, row| (last_column - column, last_row - row),
        ];
        // What exchanges columns and rows is of use for areas that fit the board either way; the squares that do not are
        // left out.
        let across: [&dyn Fn(u32, u32) -> (u32, u32); 1] = [&|column, row| (row, column)];
        let image = |place: &dyn Fn(u32, u32) -> (u32, u32)| {
            let mut tables = [[0; 256]; 4];
            for (part, table) in tables.iter_mut().enumerate() {
                for (byte, image) in table.iter_mut().enumerate() {
                    let squares = (0..8).filter(|bit| byte >> bit & 1 == 1).map(|bit| part as u32 * 8 + bit);
                    for square in squares.filter(|&square| square < columns * rows) {
                        let (column, row) = place(square % columns, square / columns);
                        if column < columns && row < rows {
                            *image |= 1 << (row * columns + column);
                        }
                    }
                }
            }
            tables
        };
        self.images = upright.iter().chain(&across).map(|place| image(*place)).collect();
        self.upright = upright.len();
    }

    /// The image of a set under one of the symmetries.
    #[inline]
    fn image(&self, symmetry: usize, set: Set) -> Set {
        let tables = &self.images[symmetry];
        let [a, b, c, d] = set.to_le_bytes();
        tables[0][a as usize] | tables[1][b as usize] | tables[2][c as usize] | tables[3][d as usize]
    }

    /// The squares that a queen on a square reaches in one move.
    #[inline]
    pub(crate) fn reach(&self, from: u32, blocked: Set) -> Set {
        let from = (from & 31) as usize;
        let mut reach = 0;
        for direction in 0..4 {
            let ray = self.rising[from][direction];
            reach |= ray ^ self.behind_rising[(ray & blocked).trailing_zeros() as usize][direction];
            let ray = self.falling[from][direction];
            reach |= ray ^ self.behind_falling[(32 - (ray & blocked).leading_zeros()) as usize][direction];
        }
        reach & !blocked
    }

    /// A set and the squares around it.
    #[inline]
    pub(crate) fn around(&self, set: Set) -> Set {
        let wide = set | ((set & self.not_last) << 1) | ((set & self.not_first) >> 1);
        (wide | (wide << self.columns) | (wide >> self.columns)) & self.all
    }

    /// The squares that queens on the squares of a set reach in one move.
    #[inline]
    pub(crate) fn queens_reach(&self, set: Set, empty: Set) -> Set {
        let mut reach = 0;
        let columns = self.columns;
        let (east, west) = (empty & self.not_first, empty & self.not_last);
        for (open, by) in [(east, 1), (empty, columns), (east, columns + 1), (west, columns - 1)] {
            reach |= slide(set, open, |set, steps| set.checked_shl(by * steps).unwrap_or(0));
        }
        for (open, by) in [(west, 1), (empty, columns), (west, columns + 1), (east, columns - 1)] {
            reach |= slide(set, open, |set, steps| set.checked_shr(by * steps).unwrap_or(0));
        }
        reach
    }

    /// The squares of `through` that are connected to a set, and the set.
    #[inline]
    pub(crate) fn flood(&self, mut set: Set, through: Set) -> Set {
        loop {
            let grown = set | (self.around(set) & through);
            if grown == set {
                return set;
            }
            set = grown;
        }
    }

    /// The connected parts of a set.
    #[inline]
    pub(crate) fn parts(&self, mut rest: Set) -> impl Iterator<Item = Set> {
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let part = self.flood(rest & rest.wrapping_neg(), rest);
                rest ^= part;
                part
            })
        })
    }

    /// Two sets moved together into the corner a1.
    #[inline]
    fn cornered(&self, [one, other]: [Set; 2]) -> [Set; 2] {
        let both = one | other;
        let down = both.trailing_zeros() / self.columns * self.columns;
        let mut left = 0;
        let mut rest = both;
        while rest & !self.not_first == 0 {
            rest >>= 1;
            left += 1;
        }
        [one >> (down + left), other >> (down + left)]
    }

    /// The least number that the symmetries and shifts of the board make of two sets, `other` above `one`.
    #[inline]
    pub(crate) fn canonical(&self, one: Set, other: Set) -> u64 {
        if one | other == 0 {
            return 0;
        }
        let first = self.cornered([one, other]);
        let mut least = self.least_upright(first);
        if (first[0] | first[1]) & !self.turnable == 0 {
            least = least.min(self.least_upright(first.map(|set| self.image(self.upright, set))));
        }
        least
    }

    /// The same of two sets that may also be exchanged, and whether they are.
    #[inline]
    pub(crate) fn canonical_either(&self, one: Set, other: Set) -> (u64, bool) {
        if one | other == 0 {
            return (0, false);
        }
        let first = self.cornered([one, other]);
        let mut least = self.least_either(first);
        if (first[0] | first[1]) & !self.turnable == 0 {
            least = least.min(self.least_either(first.map(|set| self.image(self.upright, set))));
        }
        least
    }

    #[inline]
    fn number(&self, [one, other]: [Set; 2]) -> u64 {
        u64::from(other) << self.squares | u64::from(one)
    }

    #[inline]
    fn least_upright(&self, sets: [Set; 2]) -> u64 {
        (0..self.upright).fold(self.number(sets), |least, symmetry| {
            least.min(self.number(self.cornered(sets.map(|set| self.image(symmetry, set)))))
        })
    }

    #[inline]
    fn least_either(&self, sets: [Set; 2]) -> (u64, bool) {
        let number = |[one, other]: [Set; 2]| match one < other {
            true => (self.number([other, one]), true),
            false => (self.number([one, other]), false),
        };
        (0..self.upright).fold(number(sets), |least, symmetry| {
            least.min(number(self.cornered(sets.map(|set| self.image(symmetry, set)))))
        })
    }
}

/// The squares that runners from a set reach over open squares, doubling their steps.
#[inline(always)]
fn slide(set: Set, mut open: Set, shift: impl Fn(Set, u32) -> Set) -> Set {
    let mut reached = shift(set, 1) & open;
    for steps in [1, 2, 4] {
        reached |= shift(reached, steps) & open;
        open &= shift(open, steps);
    }
    reached
}

/// The members of a set, each as a number.
#[inline]
pub(crate) fn members(mut set: Set) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let first = set.trailing_zeros();
            set &= set - 1;
            first
        })
    })
}
