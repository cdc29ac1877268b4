//! The classes of every square and amazon, one by one: what networks are trained on (`otrera lab features`).

use amazons::{Bitboard, Board, Position, Square};

use super::Otrera;
use super::counts::{all, by_king_moves, by_queen_moves};

/// What the evaluation knows about an empty square; of pairs the side to move's comes first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SquareClass {
    /// The square.
    pub square: Square,
    /// Its classes by queen moves: 1, 2, 3, more, never.
    pub queen: [u8; 2],
    /// Its classes by king moves: 1 to 5, more, never.
    pub king: [u8; 2],
    /// How many amazons of each side reach it with one step.
    pub attackers: [u8; 2],
}

/// What the evaluation knows about an amazon.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AmazonClass {
    /// Its square.
    pub square: Square,
    /// Its steps to squares that the opponent reaches too.
    pub contested: u8,
    /// All its steps.
    pub steps: u8,
}

/// The classes of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Classes {
    /// Every empty square.
    pub squares: Vec<SquareClass>,
    /// Every amazon, the side to move's first.
    pub amazons: [Vec<AmazonClass>; 2],
}

impl Otrera {
    /// The classes of every empty square and amazon, of which [`counts`](Self::counts) are sums.
    #[must_use]
    pub fn classes<B: Board>(position: &Position<B>) -> Classes {
        let sides = [position.turn(), !position.turn()];
        let kings = sides.map(|color| by_king_moves(position, color));
        let steps = sides.map(|color| {
            position.amazons(color).into_iter().map(|from| (from, position.steps(from))).collect::<Vec<_>>()
        });
        let queens = [0, 1].map(|side| {
            let nothing = Bitboard::empty(position.board());
            let near = steps[side].iter().fold(nothing, |near, &(_, steps)| near | steps);
            by_queen_moves(position, near, all(&kings[side]))
        });
        let amazons = [0, 1].map(|side| {
            let contested = all(&kings[1 - side]);
            let class = |&(square, steps): &(Square, Bitboard<B>)| AmazonClass {
                square,
                contested: (steps & contested).count() as u8,
                steps: steps.count() as u8,
            };
            steps[side].iter().map(class).collect()
        });
        let square_class = |square| SquareClass {
            square,
            queen: [0, 1].map(|side| class_of(&queens[side], square)),
            king: [0, 1].map(|side| class_of(&kings[side], square)),
            attackers: [0, 1]
                .map(|side| steps[side].iter().filter(|(_, steps)| steps.contains(square)).count() as u8),
        };
        Classes { squares: position.empty().into_iter().map(square_class).collect(), amazons }
    }
}

/// The class that has a square.
fn class_of<B: Board, const N: usize>(classes: &[Bitboard<B>; N], square: Square) -> u8 {
    classes.iter().position(|class| class.contains(square)).expect("every empty square has a class") as u8
}

#[cfg(test)]
mod tests {
    use amazons::{AnyPosition, Draw, Game};
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::super::counts::{KING, KINGS_AT, QUEEN, QUEENS_AT, STEPS, STEPS_AT, class_of_steps};
    use super::*;

    #[test]
    fn the_counts_are_sums_over_the_classes() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        let AnyPosition::Ten(mut position) = *Game::default().start() else { unreachable!("10x10") };
        while let Some(mv) = position.random_move(Draw::Uniform, &mut rng) {
            let classes = Otrera::classes(&position);
            let mut counts = [0; Otrera::COUNTS];
            counts[0] = 1;
            for SquareClass { queen, king, attackers, .. } in &classes.squares {
                counts[QUEENS_AT + usize::from(queen[0]) * QUEEN + usize::from(queen[1])] += 1;
                counts[KINGS_AT + usize::from(king[0]) * KING + usize::from(king[1])] += 1;
                assert_eq!(attackers.map(|count| count > 0), queen.map(|class| class == 0));
            }
            for (side, amazons) in classes.amazons.iter().enumerate() {
                for amazon in amazons {
                    let class = class_of_steps(u32::from(amazon.contested));
                    counts[STEPS_AT + side * STEPS + class] += 1;
                    assert_eq!(u32::from(amazon.steps), position.steps(amazon.square).count());
                }
            }
            assert_eq!(counts, Otrera::counts(&position));
            position.play_unchecked(mv);
        }
    }
}
