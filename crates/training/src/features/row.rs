//! One row: 324 bytes.
//!
//! | bytes | |
//! |---|---|
//! | 0 to 99 | for every square, rank by rank from a1, the pair of queen classes: five times the side to move's plus the other's; 255 where it is not empty |
//! | 100 to 199 | the pair of king classes: seven times the side to move's plus the other's; 49 and 50 for an amazon of the side to move and of the other, 51 for an arrow |
//! | 200 to 299 | the amazons that reach it with one step: five times the side to move's number plus the other's; 255 where it is not empty |
//! | 300 to 307 | the steps of each amazon to squares that the opponent reaches too, the side to move's four first |
//! | 308 to 315 | all steps of each amazon |
//! | 316 | the kind of position ([`PositionKind`]) |
//! | 317 | 1 for a game that is held back, else 0 |
//! | 318 | 1 where the side to move has won, 0 where it has lost, 255 where that is unknown |
//! | 319 | nothing |
//! | 320 to 323 | the win rate that the search found for the side to move, a 32-bit float, least byte first; NaN where there is none |

use amazons::{Board10x10, Position, Square};
use eval::{Classes, Otrera};

/// The bytes of a row.
pub const FEATURE_ROW: usize = 324;

const SQUARES: usize = 100;
const AMAZONS_AT: usize = 3 * SQUARES;
const LABELS_AT: usize = AMAZONS_AT + 16;

/// Where a position comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PositionKind {
    /// A position of a game after its last random ply.
    Game,
    /// A position of a game before that: it has no result.
    Unlabelled,
    /// After a random move from a position of a game.
    AfterMove,
    /// After a random step without an arrow.
    AfterStep,
}

impl PositionKind {
    /// All kinds, by their numbers in a row.
    pub const ALL: [Self; 4] = [Self::Game, Self::Unlabelled, Self::AfterMove, Self::AfterStep];
}

/// What is known about a position besides its board.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Label {
    pub(super) is_held_back: bool,
    /// Whether the side to move has won.
    pub(super) result: Option<bool>,
    /// The win rate that the search found for the side to move.
    pub(super) rate: Option<f64>,
}

/// The place of a square in a row.
fn place(square: Square) -> usize {
    usize::from(square.rank().index()) * 10 + usize::from(square.file().index())
}

/// Appends the row of a position with four amazons a side.
pub(super) fn write_row(
    position: &Position<Board10x10>,
    kind: PositionKind,
    label: Label,
    rows: &mut Vec<u8>,
) {
    let at = rows.len();
    rows.resize(at + FEATURE_ROW, 0);
    let row = &mut rows[at..];
    row[..AMAZONS_AT].fill(255);
    row[SQUARES..2 * SQUARES].fill(51);
    let Classes { squares, amazons } = Otrera::classes(position);
    for class in squares {
        let pair = |[own, other]: [u8; 2], classes: u8| own * classes + other;
        let place = place(class.square);
        row[place] = pair(class.queen, 5);
        row[SQUARES + place] = pair(class.king, 7);
        row[2 * SQUARES + place] = pair(class.attackers, 5);
    }
    for (side, amazons) in amazons.iter().enumerate() {
        for (number, amazon) in amazons.iter().enumerate() {
            row[SQUARES + place(amazon.square)] = 49 + side as u8;
            row[AMAZONS_AT + 4 * side + number] = amazon.contested;
            row[AMAZONS_AT + 8 + 4 * side + number] = amazon.steps;
        }
    }
    let result = label.result.map_or(255, u8::from);
    row[LABELS_AT..LABELS_AT + 4].copy_from_slice(&[kind as u8, u8::from(label.is_held_back), result, 0]);
    let rate = label.rate.map_or(f32::NAN, |rate| rate as f32);
    row[LABELS_AT + 4..].copy_from_slice(&rate.to_le_bytes());
}
