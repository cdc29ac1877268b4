//! The rules once more, written as one would explain them: a grid of characters and loops. Slow and obvious.
//!
//! It can also break a rule on purpose, so that tests can show that they would notice.

use amazons::{Color, Move, Piece, Setup, Square};

/// A rule that is broken, or none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Broken {
    Nothing,
    /// The square just left stays in the arrow's way.
    ArrowStoppedByVacatedSquare,
    /// Arrows fly over arrows.
    ArrowsOverArrows,
    /// Amazons step over arrows.
    StepsOverArrows,
    /// Amazons step one square at most.
    StepsLikeAKing,
    /// No shot along the diagonals.
    NoDiagonalShots,
    /// An arrow may not hit the square just left.
    NoShotBack,
}

impl Broken {
    pub(crate) const ALL: [Self; 6] = [
        Self::ArrowStoppedByVacatedSquare,
        Self::ArrowsOverArrows,
        Self::StepsOverArrows,
        Self::StepsLikeAKing,
        Self::NoDiagonalShots,
        Self::NoShotBack,
    ];
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Naive {
    columns: i32,
    rows: i32,
    /// By row, then column: `W`, `B`, `*`, `o` for a square that waits, or a space.
    grid: Vec<Vec<char>>,
    turn: char,
    delay: u8,
    /// Column, row and plies left of every square that waits.
    waiting: Vec<(i32, i32, u8)>,
}

const COMPASS: [(i32, i32); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

fn square(column: i32, row: i32) -> Square {
    Square::from_coordinates(column as u8, row as u8).unwrap()
}

fn coordinates(square: Square) -> (i32, i32) {
    (i32::from(square.file().index()), i32::from(square.rank().index()))
}

impl Naive {
    pub(crate) fn from_setup(setup: &Setup) -> Self {
        let (columns, rows) = (i32::from(setup.size.columns()), i32::from(setup.size.rows()));
        let read = |column, row| match setup.get(square(column, row)) {
            None => ' ',
            Some(Piece::Amazon(Color::White)) => 'W',
            Some(Piece::Amazon(Color::Black)) => 'B',
            Some(Piece::Arrow) => '*',
        };
        let mut naive = Self {
            columns,
            rows,
            grid: (0..rows).map(|row| (0..columns).map(|column| read(column, row)).collect()).collect(),
            turn: if setup.turn == Color::White { 'W' } else { 'B' },
            delay: setup.delay,
            waiting: Vec::new(),
        };
        for &(square, plies) in &setup.reopening {
            let (column, row) = coordinates(square);
            naive.grid[row as usize][column as usize] = 'o';
            naive.waiting.push((column, row, plies));
        }
        naive
    }

    fn at(&self, column: i32, row: i32) -> char {
        if column < 0 || row < 0 || column >= self.columns || row >= self.rows {
            '#'
        } else {
            self.grid[row as usize][column as usize]
        }
    }

    /// Every square that a queen on a square reaches; `over` says what she may pass over or land on besides.
    fn reach(&self, column: i32, row: i32, longest: i32, over: char) -> Vec<(i32, i32)> {
        let mut found = Vec::new();
        for (right, up) in COMPASS {
            for distance in 1..=longest {
                let (c, r) = (column + right * distance, row + up * distance);
                match self.at(c, r) {
                    ' ' => found.push((c, r)),
                    passed if passed == over => {}
                    _ => break,
                }
            }
        }
        found
    }

    pub(crate) fn moves(&self, broken: Broken) -> Vec<Move> {
        let mut moves = Vec::new();
        for row in 0..self.rows {
            for column in 0..self.columns {
                if self.at(column, row) == self.turn {
                    self.moves_of(column, row, broken, &mut moves);
                }
            }
        }
        moves.sort_unstable();
        moves
    }

    fn moves_of(&self, column: i32, row: i32, broken: Broken, moves: &mut Vec<Move>) {
        let longest = if broken == Broken::StepsLikeAKing { 1 } else { 16 };
        let over = if broken == Broken::StepsOverArrows { '*' } else { '!' };
        for (to_column, to_row) in self.reach(column, row, longest, over) {
            let mut after = self.clone();
            let stays = self.delay > 0 || broken == Broken::ArrowStoppedByVacatedSquare;
            after.grid[row as usize][column as usize] = if stays { 'o' } else { ' ' };
            after.grid[to_row as usize][to_column as usize] = self.turn;
            let over = if broken == Broken::ArrowsOverArrows { '*' } else { '!' };
            for (arrow_column, arrow_row) in after.reach(to_column, to_row, 16, over) {
                let is_diagonal = arrow_column != to_column && arrow_row != to_row;
                let is_back = (arrow_column, arrow_row) == (column, row);
                if (is_diagonal && broken == Broken::NoDiagonalShots)
                    || (is_back && broken == Broken::NoShotBack)
                {
                    continue;
                }
                moves.push(Move {
                    from: square(column, row),
                    to: square(to_column, to_row),
                    arrow: square(arrow_column, arrow_row),
                });
            }
        }
    }

    pub(crate) fn play(&mut self, mv: Move) {
        let mut put = |square, mark| {
            let (column, row) = coordinates(square);
            self.grid[row as usize][column as usize] = mark;
        };
        put(mv.from, if self.delay > 0 { 'o' } else { ' ' });
        put(mv.to, self.turn);
        put(mv.arrow, '*');
        for (column, row, plies) in &mut self.waiting {
            *plies -= 1;
            if *plies == 0 {
                self.grid[*row as usize][*column as usize] = ' ';
            }
        }
        self.waiting.retain(|&(.., plies)| plies > 0);
        if self.delay > 0 {
            let (column, row) = coordinates(mv.from);
            self.waiting.push((column, row, self.delay));
        }
        self.waiting.sort_unstable_by_key(|&(.., plies)| plies);
        self.turn = if self.turn == 'W' { 'B' } else { 'W' };
    }

    /// For a test's message.
    pub(crate) fn count(&self) -> usize {
        self.moves(Broken::Nothing).len()
    }
}
