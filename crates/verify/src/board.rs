//! The rules: a board, positions, their moves, keys and texts. A `u32` is a set of squares: a1 is bit 0, b1 is bit 1, row by row.

use std::iter::successors;

/// Columns to the right and rows up that a step goes.
const DIRECTIONS: [(i32, i32); 8] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, 1), (1, -1), (-1, -1)];

/// A board of at most 32 squares.
#[derive(Clone, Debug)]
pub struct Board {
    columns: u32,
    rows: u32,
    /// The number of squares.
    pub size: u32,
    /// For each direction by how many bits a step rotates a set, and the squares that such a step can reach.
    steps: [(u32, u32); 8],
    /// For each symmetry the image of every byte of a set: four symmetries, or eight if there are as many columns as rows.
    symmetries: Vec<[[u32; 256]; 4]>,
}

/// A position as its side to move sees it. Squares in none of the sets are arrows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// The empty squares.
    pub empty: u32,
    /// The amazons of the side to move.
    pub mover: u32,
    /// The amazons of the other side.
    pub opponent: u32,
}

impl Board {
    /// A board of this size; `None` if it has no squares, more than 32, or more than 16 columns or rows.
    pub fn new(columns: u32, rows: u32) -> Option<Self> {
        if !(1..=16).contains(&columns) || !(1..=16).contains(&rows) || columns * rows > 32 {
            return None;
        }
        let (width, height) = (columns as i32, rows as i32);
        let steps = DIRECTIONS.map(|(right, up)| {
            // The squares from which a step back stays on the board. A bit that leaves the board is on none of them.
            let from = |at: i32| (at % width - right, at / width - up);
            let is_reached = |(column, row)| (0..width).contains(&column) && (0..height).contains(&row);
            let reached = (0..width * height).fold(0, |set, at| set | u32::from(is_reached(from(at))) << at);
            ((up * width + right).rem_euclid(32) as u32, reached)
        });
        let mut symmetries = vec![[[0; 256]; 4]; if columns == rows { 8 } else { 4 }];
        for (number, image) in symmetries.iter_mut().enumerate() {
            for (at, byte) in (0..columns * rows).flat_map(|at| (0..256).map(move |byte| (at, byte))) {
                let column = if number & 1 == 0 { at % columns } else { columns - 1 - at % columns };
                let row = if number & 2 == 0 { at / columns } else { rows - 1 - at / columns };
                let to = if number & 4 == 0 { row * columns + column } else { column * columns + row };
                image[at as usize / 8][byte] |= (byte as u32 >> (at % 8) & 1) << to;
            }
        }
        Some(Self { columns, rows, size: columns * rows, steps, symmetries })
    }

    /// A move as text, such as `b1-b3/d3`.
    pub fn move_name(&self, mv: [u32; 3]) -> String {
        let [from, to, arrow] = mv.map(|set| {
            let (column, row) = (set.trailing_zeros() % self.columns, set.trailing_zeros() / self.columns);
            format!("{}{}", char::from(b'a' + column as u8), row + 1)
        });
        format!("{from}-{to}/{arrow}")
    }

    fn step(&self, set: u32, direction: usize) -> u32 {
        set.rotate_left(self.steps[direction].0) & self.steps[direction].1
    }

    /// The squares that a queen reaches, direction by direction, the nearest first.
    pub(crate) fn queen(&self, from: u32, empty: u32) -> impl Iterator<Item = u32> + '_ {
        (0..8).flat_map(move |direction| {
            let next = move |&at: &u32| Some(self.step(at, direction) & empty).filter(|&to| to != 0);
            successors(next(&from), next)
        })
    }

    /// A set with all its neighbours.
    pub(crate) fn spread(&self, set: u32) -> u32 {
        let wide = set | self.step(set, 0) | self.step(set, 1);
        wide | self.step(wide, 2) | self.step(wide, 3)
    }

    /// The empty squares that king steps over empty squares reach from a set.
    pub(crate) fn flood(&self, from: u32, empty: u32) -> u32 {
        let (mut before, mut reached) = (0, self.spread(from) & empty);
        while reached != before {
            (before, reached) = (reached, self.spread(reached) & empty);
        }
        reached
    }
}

impl Position {
    /// Every move, as three sets of one square (from, to, arrow), with the position after it, in which the sides are exchanged.
    /// The order: amazons from a1 row by row; for each its steps, for each of them its arrows, by direction (right, left, up,
    /// down, right up, left up, right down, left down) and then by distance.
    pub fn children(self, board: &Board) -> impl Iterator<Item = ([u32; 3], Self)> + '_ {
        let steps = move |from| board.queen(from, self.empty).map(move |to| (from, to));
        singles(self.mover).flat_map(steps).flat_map(move |(from, to)| {
            let (empty, opponent) = ((self.empty | from) & !to, (self.mover & !from) | to);
            let child = move |arrow: u32| Self { empty: empty & !arrow, mover: self.opponent, opponent };
            board.queen(to, empty).map(move |arrow| ([from, to, arrow], child(arrow)))
        })
    }

    /// The position as a number: two bits a square, arrow 00, mover 01, opponent 10, empty 11, the lower bits of all squares
    /// before the upper ones. Of all symmetric positions it is the least.
    pub fn canonical(self, board: &Board) -> u64 {
        let keys = board.symmetries.iter().map(|image| {
            let [low, high] = [self.empty | self.mover, self.empty | self.opponent].map(|set| {
                let [a, b, c, d] = set.to_le_bytes().map(usize::from);
                image[0][a] | image[1][b] | image[2][c] | image[3][d]
            });
            u64::from(high) << board.size | u64::from(low)
        });
        keys.min().expect("a board has symmetries")
    }

    /// The position of a key; `None` if it has bits beyond the board.
    pub fn from_key(key: u64, board: &Board) -> Option<Self> {
        let (low, high) = ((key & ((1 << board.size) - 1)) as u32, u32::try_from(key >> board.size).ok()?);
        let is_on_board = u64::from(high) >> board.size == 0;
        is_on_board.then_some(Self { empty: low & high, mover: low & !high, opponent: high & !low })
    }

    /// Reads a FEN of the game without delay: the board, and the position as its side to move sees it.
    pub fn from_fen(fen: &str) -> Option<(Board, Self)> {
        let (text, rest) = fen.split_once(' ')?;
        let (side, counters) = rest.split_once(" - - ").unwrap_or((rest, "0 1"));
        let is_counted = counters.split(' ').map(|number| number.parse::<u32>().is_ok()).eq([true, true]);
        // Two digits are one number, so the larger ones come first.
        let in_points = |text: String, gap: usize| text.replace(&gap.to_string(), &".".repeat(gap));
        let points = (1..=16).rev().fold(text.to_owned(), in_points);
        let ranks: Vec<&str> = points.rsplit('/').collect();
        let board = Board::new(ranks[0].len().try_into().ok()?, ranks.len().try_into().ok()?)?;
        let is_even = ranks.iter().all(|rank| rank.len() == ranks[0].len());
        let is_known = ranks.concat().bytes().all(|at| b"Qq*.".contains(&at));
        if !["w", "b"].contains(&side) || !is_counted || !is_even || !is_known || in_numbers(&points) != text
        {
            return None;
        }
        let squares = || ranks.iter().flat_map(|rank| rank.chars());
        let set = |piece| (0..).zip(squares()).fold(0, |set, (bit, at)| set | u32::from(at == piece) << bit);
        let [own, other] = if side == "w" { ['Q', 'q'] } else { ['q', 'Q'] };
        Some((board, Self { empty: set('.'), mover: set(own), opponent: set(other) }))
    }

    /// The position as a FEN in which White is to move.
    pub fn to_fen(self, board: &Board) -> String {
        let sets = [(self.empty, '.'), (self.mover, 'Q'), (self.opponent, 'q'), (u32::MAX, '*')];
        let letter = |bit| sets.iter().find(|(set, _)| set >> bit & 1 == 1).map(|(_, letter)| letter);
        let rank = |row| (row * board.columns..(row + 1) * board.columns).filter_map(letter).collect();
        in_numbers(&(0..board.rows).rev().map(rank).collect::<Vec<String>>().join("/")) + " w - - 0 1"
    }
}

/// Ranks with numbers for the points.
fn in_numbers(ranks: &str) -> String {
    (1..=16).rev().fold(ranks.to_owned(), |text, gap| text.replace(&".".repeat(gap), &gap.to_string()))
}

/// The squares of a set, each as a set, from a1 on.
pub(crate) fn singles(set: u32) -> impl Iterator<Item = u32> {
    let rest = |&set: &u32| Some(set & (set - 1)).filter(|&rest| rest != 0);
    successors(Some(set).filter(|&set| set != 0), rest).map(|set| set & set.wrapping_neg())
}
