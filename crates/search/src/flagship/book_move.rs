//! What the opening book says of the root: a move of the book is played without a search.

use amazons::{Board, Position};
use rand::SeedableRng;
use rand::seq::IteratorRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use thought::{Line, Score};

use crate::RootMoves;
use crate::book::{BookMove, OpeningBook};

/// Whether the opening book is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum BookUse {
    /// A move of the book is played without a search.
    On,
    /// Every position is searched.
    #[default]
    Off,
}

/// Moves so much worse than the best one are played as well, by the seed of the game: searches do not tell them apart.
const VARIETY: f64 = 0.005;
/// The most plies of a line.
const LONGEST_LINE: usize = 20;

/// The moves of the book, the one to play first.
#[derive(Debug)]
pub(super) struct BookMoves {
    pub(super) lines: Vec<Line>,
    chosen: BookMove,
}

impl BookMoves {
    /// What people should know: that there was no search.
    pub(super) fn note(&self) -> String {
        let BookMove { mv, searched, .. } = self.chosen;
        format!("{mv} is a move of the opening book, which has {searched} positions after it")
    }
}

/// The moves of the book; `None` where the position is none of the book, or the best moves were not searched any further.
pub(super) fn find<B: Board>(
    position: &Position<B>,
    root_moves: RootMoves<'_>,
    seed: u64,
    slope: f64,
) -> Option<BookMoves> {
    let book = OpeningBook::embedded()?;
    let mut moves = book.moves(position);
    moves.retain(|found| root_moves.contains(found.mv));
    let best = moves.first()?.win_rate;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed ^ position.key());
    let is_good = |found: &BookMove| found.win_rate >= best - VARIETY && found.searched > 0;
    let (place, _) = moves.iter().enumerate().filter(|(_, found)| is_good(found)).choose(&mut rng)?;
    moves[..=place].rotate_right(1);
    let lines = moves.iter().map(|found| line(book, position, found, slope)).collect();
    Some(BookMoves { lines, chosen: moves[0] })
}

/// Reads the book, so that no later call has to.
pub(super) fn read() {
    let _ = OpeningBook::embedded();
}

/// The line of a move, with the best moves of the book after it.
fn line<B: Board>(book: &OpeningBook, position: &Position<B>, found: &BookMove, slope: f64) -> Line {
    let (mut moves, mut after) = (vec![found.mv], *position);
    after.play_unchecked(found.mv);
    while moves.len() < LONGEST_LINE
        && let Some(reply) = book.moves(&after).first()
    {
        moves.push(reply.mv);
        after.play_unchecked(reply.mv);
    }
    // No win rate of the book is quite 0 or 1, but a rounded one may be.
    let rate = found.win_rate.clamp(1e-4, 1.0 - 1e-4);
    let score = Score::from_moves(libm::log(rate / (1.0 - rate)) / slope);
    Line { win_rate: Some(found.win_rate), ..Line::by_score(moves, Some(score)) }
}
