//! The rules of tic-tac-toe. White, the crosses of other texts, begins.
//!
//! ```text
//! 0 1 2
//! 3 4 5
//! 6 7 8
//! ```

use amazons::{ByColor, Color};
use arrayvec::ArrayVec;
use eval::Input;

/// The number of fields.
pub(super) const FIELDS: usize = 9;

/// Some fields, in reading order.
pub(super) type Fields = ArrayVec<u8, FIELDS>;

/// The rows, columns and diagonals as sets of fields.
const LINES: [u16; 8] = [
    0b000_000_111,
    0b000_111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
    0b100_010_001,
    0b001_010_100,
];

/// A state of the game: the fields of each side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(super) struct Grid {
    marks: ByColor<u16>,
}

/// How a game ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Outcome {
    /// A side has three in a row.
    Won(Color),
    /// The grid is full.
    Drawn,
}

impl Outcome {
    /// 1 where a side won, 0 for a draw, -1 where it lost.
    pub(super) fn result_for(self, side: Color) -> i8 {
        match self {
            Self::Won(winner) if winner == side => 1,
            Self::Won(_) => -1,
            Self::Drawn => 0,
        }
    }
}

impl Grid {
    /// The side whose turn it is.
    pub(super) fn turn(self) -> Color {
        let [white, black] = Color::BOTH.map(|side| self.marks[side].count_ones());
        if white == black { Color::White } else { Color::Black }
    }

    /// The empty fields.
    pub(super) fn empty(self) -> Fields {
        let taken = self.marks.white | self.marks.black;
        (0..FIELDS as u8).filter(|field| taken >> field & 1 == 0).collect()
    }

    /// The state after a ply of the side whose turn it is.
    pub(super) fn after(self, field: u8) -> Self {
        self.with(self.turn(), field)
    }

    /// The state with a mark of a side in an empty field.
    fn with(mut self, side: Color, field: u8) -> Self {
        self.marks[side] |= 1 << field;
        self
    }

    /// Whether a side has three in a row.
    fn has_line(self, side: Color) -> bool {
        LINES.iter().any(|&line| self.marks[side] & line == line)
    }

    /// The empty fields that give a side three in a row.
    pub(super) fn wins_of(self, side: Color) -> Fields {
        self.empty().into_iter().filter(|&field| self.with(side, field).has_line(side)).collect()
    }

    /// How the game has ended, if it has.
    pub(super) fn outcome(self) -> Option<Outcome> {
        let winner = Color::BOTH.into_iter().find(|&side| self.has_line(side));
        let is_full = (self.marks.white | self.marks.black).count_ones() as usize == FIELDS;
        winner.map(Outcome::Won).or(is_full.then_some(Outcome::Drawn))
    }

    /// The inputs of a network: 1 for White, -1 for Black; those of empty fields are 0 and left out.
    pub(super) fn inputs(self) -> ArrayVec<Input, FIELDS> {
        let value = |field: u8| match (self.marks.white >> field & 1, self.marks.black >> field & 1) {
            (1, _) => Some(1.0),
            (_, 1) => Some(-1.0),
            _ => None,
        };
        (0..FIELDS as u8).filter_map(|field| Some((u16::from(field), value(field)?))).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// The games that go on from a state, by outcome: White wins, draws, Black wins.
    fn games(grid: Grid, states: &mut BTreeSet<Grid>) -> [u32; 3] {
        states.insert(grid);
        match grid.outcome() {
            Some(Outcome::Won(Color::White)) => [1, 0, 0],
            Some(Outcome::Drawn) => [0, 1, 0],
            Some(Outcome::Won(Color::Black)) => [0, 0, 1],
            None => grid.empty().into_iter().fold([0; 3], |sum, field| {
                let more = games(grid.after(field), states);
                [0, 1, 2].map(|place| sum[place] + more[place])
            }),
        }
    }

    /// Known numbers: S. Schaefer, "MathRec Solutions (Tic-Tac-Toe)", 2002.
    #[test]
    fn all_games_are_counted() {
        let mut states = BTreeSet::new();
        let [white, draws, black] = games(Grid::default(), &mut states);
        assert_eq!([white, draws, black], [131_184, 46_080, 77_904]);
        assert_eq!(white + draws + black, 255_168);
        assert_eq!(states.len(), 5_478, "with the empty grid");
    }

    #[test]
    fn inputs_are_read_in_order() {
        // X O .
        // . X .
        // . . .
        let grid = Grid::default().after(0).after(1).after(4);
        assert_eq!(grid.inputs().as_slice(), [(0, 1.0), (1, -1.0), (4, 1.0)]);
        assert_eq!((grid.turn(), grid.outcome()), (Color::Black, None));
        assert_eq!(grid.wins_of(Color::White).as_slice(), [8]);
        assert!(grid.wins_of(Color::Black).is_empty());
        let won = grid.after(2).after(8);
        assert_eq!(won.outcome(), Some(Outcome::Won(Color::White)));
        assert_eq!(Color::BOTH.map(|side| won.outcome().unwrap().result_for(side)), [1, -1]);
        assert!(Grid::default().inputs().is_empty());
    }
}
