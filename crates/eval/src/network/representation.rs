//! A board as the numbers that a network reads.

use std::fmt;
use std::str::FromStr;

use amazons::{Board, Color, Position, Square};
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use thiserror::Error;
use thought::{did_you_mean, nearest};

use crate::maps::{Levels, Mover};

/// The files and ranks of the board that networks read.
pub(super) const SIDE: usize = 10;
const SQUARES: usize = SIDE * SIDE;

/// The features of the whole board: plies played, Black's mobility, White's.
const GLOBAL: usize = 3;

/// The number of an input, and its value, which is not 0.
pub type Input = (u16, f32);

/// The inputs of a board that are not 0.
pub type Inputs = ArrayVec<Input, 640>;

/// How a board becomes numbers: THESIS, Table 2, and one of ours. Three numbers of the whole board follow those of the squares,
/// unscaled as in the thesis: the plies played, which are the arrows on the board, Black's mobility and White's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Representation {
    /// Two numbers a square: -1 or 1 for a black or white amazon, and 1 where it is not empty.
    Units,
    /// The same with the mobility of the amazon in place of 1.
    Mobility,
    /// Four numbers a square, one of which is 1: black amazon, white amazon, arrow, empty.
    Bits,
    /// Ours: the two numbers of [`Units`](Self::Units), and how near the square is to White and to Black by queen and by king
    /// moves, 2^(1 - moves), or 0 where it is never reached.
    Distances,
}

/// An unknown representation.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("unknown representation {name:?}{}; expected one of {}", did_you_mean(*.nearest), Representation::ALL.map(Representation::name).join(", "))]
pub struct RepresentationError {
    name: String,
    nearest: Option<&'static str>,
}

impl Representation {
    /// All of them, those of the thesis first.
    pub const ALL: [Self; 4] = [Self::Units, Self::Mobility, Self::Bits, Self::Distances];

    /// Those of the thesis.
    pub const THESIS: [Self; 3] = [Self::Units, Self::Mobility, Self::Bits];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Units => "units",
            Self::Mobility => "mobility",
            Self::Bits => "bits",
            Self::Distances => "distances",
        }
    }

    /// The number of inputs.
    #[must_use]
    pub const fn inputs(self) -> usize {
        self.a_square() * SQUARES + GLOBAL
    }

    const fn a_square(self) -> usize {
        match self {
            Self::Units | Self::Mobility => 2,
            Self::Bits => 4,
            Self::Distances => 6,
        }
    }

    /// Adds the inputs of a position that are not 0. A smaller board is the corner at a1 of a board whose other squares are
    /// blocked.
    ///
    /// # Panics
    /// When the board is larger than 10x10: see [`Eval::reads`](crate::Eval::reads).
    #[inline]
    pub fn encode<B: Board>(self, position: &Position<B>, inputs: &mut Inputs) {
        let size = position.board().size();
        let (columns, rows) = (usize::from(size.columns()), usize::from(size.rows()));
        assert!(columns <= SIDE && rows <= SIDE, "a network reads boards of at most 10x10, not {size}");
        let a_square = self.a_square();
        let at = |square: Square| a_square * (10 * (square.index() >> 4) + (square.index() & 15));
        let mut mobility = [0_u32; 2];
        for (side, color) in [Color::Black, Color::White].into_iter().enumerate() {
            let sign = [-1.0, 1.0][side];
            for square in position.amazons(color) {
                let steps = position.steps(square).count();
                mobility[side] += steps;
                let place = at(square);
                match self {
                    Self::Units | Self::Distances => push(inputs, place, sign),
                    Self::Mobility => push(inputs, place, sign * steps as f32),
                    Self::Bits => push(inputs, place + side, 1.0),
                }
                if self != Self::Bits {
                    push(inputs, place + 1, 1.0);
                }
            }
        }
        let blocked = if self == Self::Bits { 2 } else { 1 };
        let arrows = position.arrows();
        for square in arrows {
            push(inputs, at(square) + blocked, 1.0);
        }
        if columns < SIDE || rows < SIDE {
            let outside = (0..SQUARES).filter(|square| square % SIDE >= columns || square / SIDE >= rows);
            for square in outside {
                push(inputs, square * a_square + blocked, 1.0);
            }
        }
        match self {
            Self::Bits => {
                for square in position.empty() {
                    push(inputs, at(square) + 3, 1.0);
                }
            }
            Self::Distances => push_distances(position, at, inputs),
            Self::Units | Self::Mobility => {}
        }
        let global = self.inputs() - GLOBAL;
        push(inputs, global, arrows.count() as f32);
        push(inputs, global + 1, mobility[0] as f32);
        push(inputs, global + 2, mobility[1] as f32);
    }
}

#[inline]
fn push(inputs: &mut Inputs, place: usize, value: f32) {
    if value != 0.0 {
        inputs.push((place as u16, value));
    }
}

fn push_distances<B: Board>(position: &Position<B>, at: impl Fn(Square) -> usize, inputs: &mut Inputs) {
    let sides = [
        (Color::White, Mover::Queen),
        (Color::Black, Mover::Queen),
        (Color::White, Mover::King),
        (Color::Black, Mover::King),
    ];
    for (number, (color, mover)) in sides.into_iter().enumerate() {
        let levels = Levels::new(position, color, mover);
        let mut closeness = 1.0;
        for moves in 1..=levels.farthest() {
            for square in levels.at(moves) {
                push(inputs, at(square) + 2 + number, closeness);
            }
            closeness /= 2.0;
        }
    }
}

impl fmt::Display for Representation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Representation {
    type Err = RepresentationError;

    fn from_str(name: &str) -> Result<Self, RepresentationError> {
        let found = Self::ALL.into_iter().find(|representation| representation.name() == name);
        found.ok_or_else(|| RepresentationError {
            name: name.to_owned(),
            nearest: nearest(name, Self::ALL.map(Self::name)),
        })
    }
}

#[cfg(test)]
mod tests {
    use amazons::{Board6x6, Board10x10, Setup, Start};

    use super::*;

    fn inputs(representation: Representation, fen: &str) -> Vec<Input> {
        let position = Position::<Board10x10>::from_setup(&Setup::from_fen(fen).unwrap()).unwrap();
        let mut inputs = Inputs::new();
        representation.encode(&position, &mut inputs);
        inputs.sort_by_key(|(place, _)| *place);
        inputs.to_vec()
    }

    /// A white amazon at a1 with three steps up its file, a black one at b1 that is shut in, arrows around.
    const CORNER: &str = "10/10/10/10/10/*9/1*8/1*8/1***6/Qq*7 w";

    #[test]
    fn table_2_of_the_thesis() {
        // a1 is input 0, b1 the next; a2 the tenth square.
        let arrows =
            [(2, 0), (1, 1), (2, 1), (3, 1), (1, 2), (1, 3), (0, 4)].map(|(file, rank)| 10 * rank + file);
        let of = |amazons: [Input; 4], black: f32| {
            let mut all = amazons.to_vec();
            all.extend(arrows.iter().map(|square| (2 * *square + 1, 1.0)));
            all.push((200, 7.0));
            if black != 0.0 {
                all.push((201, black));
            }
            all.push((202, 3.0));
            all.retain(|(_, value)| *value != 0.0);
            all.sort_by_key(|(place, _)| *place);
            all
        };
        // Black reaches a2 alone.
        assert_eq!(inputs(Representation::Units, CORNER), of([(0, 1.0), (1, 1.0), (2, -1.0), (3, 1.0)], 1.0));
        assert_eq!(
            inputs(Representation::Mobility, CORNER),
            of([(0, 3.0), (1, 1.0), (2, -1.0), (3, 1.0)], 1.0)
        );
        let bits = inputs(Representation::Bits, CORNER);
        assert!(bits.contains(&(1, 1.0)) && bits.contains(&(4, 1.0)), "White at a1, Black at b1");
        assert_eq!(
            bits.iter().filter(|(place, _)| place % 4 == 3 && *place < 400).count(),
            100 - 9,
            "empty squares"
        );
        assert_eq!(bits.len(), 100 + 3);
        assert_eq!(Representation::ALL.map(Representation::inputs), [203, 203, 403, 603]);
    }

    #[test]
    fn the_start_has_twenty_steps_an_amazon() {
        let fen = Start::STANDARD.setup().to_fen();
        let mobility = inputs(Representation::Mobility, &fen);
        let amazons: Vec<f32> = mobility
            .iter()
            .filter(|(place, _)| place % 2 == 0 && *place < 200)
            .map(|input| input.1)
            .collect();
        assert_eq!(amazons, [20.0, 20.0, 20.0, 20.0, -20.0, -20.0, -20.0, -20.0]);
        assert_eq!(mobility[mobility.len() - 2..], [(201, 80.0), (202, 80.0)], "no ply was played");
        let distances = inputs(Representation::Distances, &fen);
        // d1 is an amazon's; c1 is one queen move from White and two from Black.
        let of = |place: u16| {
            distances
                .iter()
                .filter(|(at, _)| at / 6 == place)
                .map(|(at, value)| (at % 6, *value))
                .collect::<Vec<_>>()
        };
        assert_eq!(of(3), [(0, 1.0), (1, 1.0)]);
        assert_eq!(of(2)[..3], [(2, 1.0), (3, 0.5), (4, 1.0)]);
    }

    #[test]
    fn a_smaller_board_is_a_part_of_the_large_one() {
        let setup = Setup::from_fen("3q2/6/6/6/6/2Q3 w").unwrap();
        let small = Position::<Board6x6>::from_setup(&setup).unwrap();
        let mut inputs = Inputs::new();
        Representation::Units.encode(&small, &mut inputs);
        let blocked = inputs.iter().filter(|(place, _)| place % 2 == 1 && *place < 200).count();
        assert_eq!(blocked, 2 + 64, "amazons and the squares outside");
        assert!(
            inputs.contains(&(2 * 53 + 1, 1.0)) && !inputs.contains(&(2 * 52 + 1, 1.0)),
            "d6 is Black's, c6 empty"
        );
    }
}
