//! A second, naive solver that knows nothing of regions: it looks at every game on the whole board, square by square.
//! It shares no code with the crate and is the oracle of most tests here.

use std::collections::HashMap;

use amazons::{Color, Piece, Setup};

/// What stands on the squares, row by row from the bottom: `.`, `*`, `W`, `B`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Cells {
    columns: i32,
    rows: i32,
    cells: Vec<u8>,
}

/// Remembers who wins: by cells, side to move and free moves of the side that is not.
#[derive(Default)]
pub(crate) struct Oracle {
    known: HashMap<(Cells, Color, i32), bool>,
    fills: HashMap<(Cells, Color), u32>,
}

fn letter(color: Color) -> u8 {
    match color {
        Color::White => b'W',
        Color::Black => b'B',
    }
}

impl Cells {
    pub(crate) fn of(setup: &Setup) -> Self {
        let cells = setup.size.squares().map(|square| match setup.get(square) {
            None => b'.',
            Some(Piece::Arrow) => b'*',
            Some(Piece::Amazon(color)) => letter(color),
        });
        let cells = cells.collect();
        Self { columns: setup.size.columns().into(), rows: setup.size.rows().into(), cells }
    }

    fn at(&self, column: i32, row: i32) -> u8 {
        let is_on_board = (0..self.columns).contains(&column) && (0..self.rows).contains(&row);
        if is_on_board { self.cells[(row * self.columns + column) as usize] } else { b'*' }
    }

    fn reach(&self, from: usize) -> Vec<usize> {
        let (column, row) = (from as i32 % self.columns, from as i32 / self.columns);
        let mut reached = Vec::new();
        for right in -1..=1 {
            for up in -1..=1 {
                let mut steps = 1;
                while (right, up) != (0, 0) && self.at(column + right * steps, row + up * steps) == b'.' {
                    reached.push(((row + up * steps) * self.columns + column + right * steps) as usize);
                    steps += 1;
                }
            }
        }
        reached
    }

    /// All boards that one ply of a side leads to.
    pub(crate) fn after_any_ply(&self, color: Color) -> Vec<Self> {
        let mut boards = Vec::new();
        for from in (0..self.cells.len()).filter(|&square| self.cells[square] == letter(color)) {
            for to in self.reach(from) {
                let mut stepped = self.clone();
                stepped.cells[from] = b'.';
                stepped.cells[to] = letter(color);
                for arrow in stepped.reach(to) {
                    let mut shot = stepped.clone();
                    shot.cells[arrow] = b'*';
                    boards.push(shot);
                }
            }
        }
        boards
    }
}

impl Oracle {
    /// Whether `turn` wins while its opponent has `given` free moves, or itself so many where that is below zero.
    pub(crate) fn wins(&mut self, cells: &Cells, turn: Color, given: i32) -> bool {
        let key = (cells.clone(), turn, given);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        // Whoever uses a free move leaves the rest; the opponent's are counted the other way round.
        let passes = given < 0 && !self.wins(cells, !turn, -(given + 1));
        let wins = passes || cells.after_any_ply(turn).iter().any(|after| !self.wins(after, !turn, -given));
        self.known.insert(key, wins);
        wins
    }

    /// The greatest number of free moves that `turn` can give away and still win.
    pub(crate) fn margin(&mut self, cells: &Cells, turn: Color) -> i16 {
        let most = cells.cells.iter().filter(|&&cell| cell == b'.').count() as i32 + 1;
        let margin = (-most..=most).rev().find(|&given| self.wins(cells, turn, given));
        margin.expect("with a free move for every square a side wins") as i16
    }

    /// Whether that is so: it wins with so many given away, and not with one more.
    pub(crate) fn is_margin(&mut self, cells: &Cells, turn: Color, margin: i16) -> bool {
        self.wins(cells, turn, margin.into()) && !self.wins(cells, turn, i32::from(margin) + 1)
    }

    /// The most plies that a side can make in a row.
    pub(crate) fn fill(&mut self, cells: &Cells, color: Color) -> u32 {
        let key = (cells.clone(), color);
        if let Some(&known) = self.fills.get(&key) {
            return known;
        }
        let boards = cells.after_any_ply(color);
        let most = boards.iter().map(|after| 1 + self.fill(after, color)).max().unwrap_or(0);
        self.fills.insert(key, most);
        most
    }
}
