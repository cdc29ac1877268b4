//! One game of a batch: a position, how far its ply has been entered, and what may be entered next.

use amazons::{Bitboard, Board, Color, Draw, Move, Position, Size, Square};
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::starts::Starts;

/// What the next action of a ply chooses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(super) enum Stage {
    /// The amazon.
    Amazon = 0,
    /// The square that it steps to.
    Square = 1,
    /// The square that its arrow hits.
    Arrow = 2,
}

/// One game of a batch.
#[derive(Clone, Debug)]
pub(super) struct Slot<B: Board> {
    pub(super) position: Position<B>,
    /// Its number in the batch.
    game: usize,
    pub(super) stage: Stage,
    /// The amazon of this ply, from the stage of the square on.
    pub(super) from: Square,
    /// Its square, at the stage of the arrow.
    pub(super) to: Square,
    /// The squares that the next action may choose; none where the game is over.
    pub(super) legal: Bitboard<B>,
    /// Who won by the last action, if it ended the game.
    pub(super) winner: Option<Color>,
    pub(super) rng: Xoshiro256PlusPlus,
}

/// Stands where a square has not been chosen.
const NOWHERE: Square = Square::from_index(0);

impl<B: Board> Slot<B> {
    /// The game of a number at its start.
    pub(super) fn new(game: usize, starts: &Starts<B>, mut rng: Xoshiro256PlusPlus) -> Self {
        let position = starts.draw(game, &mut rng);
        let (stage, legal) = (Stage::Amazon, movable(&position));
        Self { position, game, stage, from: NOWHERE, to: NOWHERE, legal, winner: None, rng }
    }

    /// Starts a game anew.
    pub(super) fn reset(&mut self, starts: &Starts<B>) {
        self.position = starts.draw(self.game, &mut self.rng);
        self.stage = Stage::Amazon;
        self.legal = movable(&self.position);
    }

    /// The squares chosen so far of the next ply.
    pub(super) fn chosen(&self) -> (Option<Square>, Option<Square>) {
        let stage = self.stage as u8;
        ((stage > 0).then_some(self.from), (stage > 1).then_some(self.to))
    }

    /// Whether the side to move cannot move.
    pub(super) fn is_over(&self) -> bool {
        self.legal.is_empty()
    }

    /// Takes a legal action.
    #[inline]
    pub(super) fn step(&mut self, square: Square) {
        match self.stage {
            Stage::Amazon => {
                self.from = square;
                self.legal = steps(&self.position, square);
                self.stage = Stage::Square;
            }
            Stage::Square => {
                self.to = square;
                self.legal = self.position.shots(self.from, square);
                self.stage = Stage::Arrow;
            }
            Stage::Arrow => {
                self.position.play_unchecked(Move { from: self.from, to: self.to, arrow: square });
                self.legal = movable(&self.position);
                self.stage = Stage::Amazon;
                if self.is_over() {
                    self.winner = Some(!self.position.turn());
                }
            }
        }
    }

    /// One of the legal actions, all alike; `None` where the game is over.
    #[inline]
    pub(super) fn random_action(&mut self) -> Option<Square> {
        let count = self.legal.count();
        if count == 0 {
            return None;
        }
        self.legal.select(self.rng.random_range(0..count))
    }
}

/// The amazons of the side to move that can move.
#[inline]
pub(crate) fn movable<B: Board>(position: &Position<B>) -> Bitboard<B> {
    let amazons = position.amazons(position.turn());
    if position.vacancies().delay() == 0 {
        // Every step leaves the shot back at the square just left.
        return amazons & position.empty().neighbors();
    }
    filtered(amazons, |from| !steps(position, from).is_empty())
}

/// The squares that an amazon can step to and shoot from.
#[inline]
pub(crate) fn steps<B: Board>(position: &Position<B>, from: Square) -> Bitboard<B> {
    let steps = position.steps(from);
    if position.vacancies().delay() == 0 {
        return steps;
    }
    filtered(steps, |to| !position.shots(from, to).is_empty())
}

/// The squares of a set that have a property.
fn filtered<B: Board>(set: Bitboard<B>, has: impl Fn(Square) -> bool) -> Bitboard<B> {
    let kept = set.into_iter().filter(|&square| has(square));
    kept.fold(Bitboard::empty(set.board()), |kept, square| kept | Bitboard::single(set.board(), square))
}

/// Plays random plies, as far as the game goes on after each.
pub(super) fn play_random<B: Board>(
    position: &mut Position<B>,
    plies: u32,
    rng: &mut Xoshiro256PlusPlus,
) -> bool {
    for _ in 0..plies {
        let Some(mv) = position.random_move(Draw::Uniform, rng) else { return false };
        position.play_unchecked(mv);
    }
    position.has_move()
}

/// The number of a square among the squares of a board, rank by rank from a1.
#[inline]
pub(crate) fn number_of(square: Square, size: Size) -> usize {
    usize::from(square.rank().index()) * usize::from(size.columns()) + usize::from(square.file().index())
}

/// The square of a number; `None` beyond the board.
#[inline]
pub(crate) fn square_of(number: i64, size: Size) -> Option<Square> {
    let number = u16::try_from(number).ok()?;
    let columns = u16::from(size.columns());
    let (row, column) = (u8::try_from(number / columns).ok()?, (number % columns) as u8);
    Square::from_coordinates(column, row).filter(|&square| size.contains(square))
}
