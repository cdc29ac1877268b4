//! A second implementation of the game without a bit in it, a solver that tries everything, and certificates made by it.

use std::collections::{BTreeSet, HashMap};

/// Squares row by row from a1: `.` empty, `M` the side to move, `O` its opponent, `*` arrow.
pub(crate) type Squares = Vec<u8>;

pub(crate) struct Naive {
    columns: usize,
    rows: usize,
    wins: HashMap<Squares, bool>,
}

impl Naive {
    pub(crate) fn new(columns: usize, rows: usize) -> Self {
        Self { columns, rows, wins: HashMap::new() }
    }

    /// The squares that a queen reaches.
    fn reach(&self, squares: &[u8], from: usize) -> Vec<usize> {
        let (column, row) = ((from % self.columns) as i32, (from / self.columns) as i32);
        let mut reached = Vec::new();
        for (right, up) in (-1..=1).flat_map(|right| (-1..=1).map(move |up| (right, up))) {
            for distance in 1.. {
                let (column, row) = (column + distance * right, row + distance * up);
                let is_inside =
                    column >= 0 && row >= 0 && column < self.columns as i32 && row < self.rows as i32;
                let at = row * self.columns as i32 + column;
                if !is_inside || squares[at as usize] != b'.' {
                    break;
                }
                reached.push(at as usize);
            }
        }
        reached
    }

    /// The moves, as the squares after them, with the sides exchanged.
    pub(crate) fn children(&self, squares: &[u8]) -> Vec<([usize; 3], Squares)> {
        let mut children = Vec::new();
        for from in (0..squares.len()).filter(|&at| squares[at] == b'M') {
            for to in self.reach(squares, from) {
                let mut stepped = squares.to_vec();
                (stepped[from], stepped[to]) = (b'.', b'M');
                for arrow in self.reach(&stepped, to) {
                    let mut child = stepped.clone();
                    child[arrow] = b'*';
                    children.push(([from, to, arrow], exchanged(&child)));
                }
            }
        }
        children
    }

    pub(crate) fn wins(&mut self, squares: &Squares) -> bool {
        if let Some(&wins) = self.wins.get(squares) {
            return wins;
        }
        let wins = self.children(squares).iter().any(|(_, child)| !self.wins(child));
        self.wins.insert(squares.clone(), wins);
        wins
    }

    /// The least key among the symmetric ones, by the definition.
    pub(crate) fn canonical(&self, squares: &[u8]) -> u64 {
        let (columns, rows) = (self.columns, self.rows);
        let mut keys = Vec::new();
        for symmetry in 0..if columns == rows { 8 } else { 4 } {
            let mut key = 0;
            for (at, square) in squares.iter().enumerate() {
                let (mut column, mut row) = (at % columns, at / columns);
                if symmetry & 4 != 0 {
                    (column, row) = (row, column);
                }
                column = if symmetry & 1 != 0 { columns - 1 - column } else { column };
                row = if symmetry & 2 != 0 { rows - 1 - row } else { row };
                let bits: u64 = match square {
                    b'*' => 0b00,
                    b'M' => 0b01,
                    b'O' => 0b10,
                    _ => 0b11,
                };
                let bit = row * columns + column;
                key |= (bits & 1) << bit | (bits >> 1) << (columns * rows + bit);
            }
            keys.push(key);
        }
        keys.into_iter().min().unwrap()
    }

    /// Puts a lost position and all that its proof needs into a set; positions without a move need no proof.
    pub(crate) fn add_proof(&mut self, squares: &Squares, keys: &mut BTreeSet<u64>) {
        let children = self.children(squares);
        if children.is_empty() || !keys.insert(self.canonical(squares)) {
            return;
        }
        for (_, child) in children {
            let replies = self.children(&child);
            let reply =
                replies.into_iter().find(|(_, reply)| !self.wins(reply)).expect("the position is lost");
            self.add_proof(&reply.1, keys);
        }
    }

    /// A file that proves who wins a FEN.
    pub(crate) fn file(&mut self, fen: &str) -> Vec<u8> {
        let squares = squares(fen);
        let mut keys = BTreeSet::new();
        let mut winning_move = None;
        if self.wins(&squares) {
            let children = self.children(&squares);
            let (mv, child) = children.into_iter().find(|(_, child)| !self.wins(child)).unwrap();
            winning_move = Some(self.move_name(mv));
            self.add_proof(&child, &mut keys);
        } else {
            self.add_proof(&squares, &mut keys);
        }
        file(fen, winning_move.as_deref(), &keys)
    }

    pub(crate) fn move_name(&self, mv: [usize; 3]) -> String {
        let [from, to, arrow] =
            mv.map(|at| format!("{}{}", (b'a' + (at % self.columns) as u8) as char, at / self.columns + 1));
        format!("{from}-{to}/{arrow}")
    }
}

pub(crate) fn file(fen: &str, winning_move: Option<&str>, keys: &BTreeSet<u64>) -> Vec<u8> {
    let keys: Vec<u64> = keys.iter().copied().collect();
    let mut file = Vec::new();
    verify::write(&mut file, fen, winning_move, &keys).unwrap();
    file
}

fn exchanged(squares: &[u8]) -> Squares {
    let exchange = |&square: &u8| match square {
        b'M' => b'O',
        b'O' => b'M',
        other => other,
    };
    squares.iter().map(exchange).collect()
}

/// The squares of a FEN, as its side to move sees them.
pub(crate) fn squares(fen: &str) -> Squares {
    let (board, side) = fen.split_once(' ').unwrap();
    let mut squares = Vec::new();
    for letter in board.split('/').rev().flat_map(str::chars) {
        match letter {
            'Q' => squares.push(b'M'),
            'q' => squares.push(b'O'),
            '*' => squares.push(b'*'),
            digit => squares.extend(vec![b'.'; digit.to_digit(10).unwrap() as usize]),
        }
    }
    if side.starts_with('w') { squares } else { exchanged(&squares) }
}
