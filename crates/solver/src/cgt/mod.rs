//! The exact value of an area as a combinatorial game.
//!
//! Margins of shared areas do not add up; values do. The value of an area is a short partizan game (Conway 1976) in which
//! White is Left and Black is Right, and its canonical form says everything about it that a sum can ask for. It grows fast
//! with the area, so the work is limited. Read from `number` over `games` (comparison, canonical form, sums) and `name` (the
//! usual notation) to `area` (areas of the board as games).

mod area;
mod games;
mod name;
mod number;
#[cfg(test)]
mod tests;

use amazons::{Board, ByColor};

use crate::area::Area;
use crate::solver::AreaReport;

use area::AreaGames;

/// The most games that are kept; beyond them all are forgotten.
const MOST_GAMES: usize = 1 << 21;

/// Finds the values of areas, and keeps what it has found for the next one.
///
/// ```
/// use std::time::Instant;
///
/// use amazons::{Narrow, Position, Setup};
/// use solver::{AreaValues, Solver};
/// use thought::{Control, Counter, Limits};
///
/// // Who moves first gets both squares between them.
/// let setup = Setup::from_fen("Q2q w")?;
/// let position = Position::on_board(Narrow::new(setup.size).unwrap(), &setup)?;
/// let mut counter = Counter::new(&Limits::NONE, &Control::new(), Instant::now(), 100);
/// let areas = Solver::new(1 << 20).areas(&position, &mut counter).unwrap();
/// assert_eq!(AreaValues::new().value(&areas[0], 1_000).unwrap(), "+-1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct AreaValues<B: Board> {
    areas: AreaGames<B::Bits>,
}

impl<B: Board> Default for AreaValues<B> {
    fn default() -> Self {
        Self::new()
    }
}

impl<B: Board> AreaValues<B> {
    /// Knows no area yet.
    #[must_use]
    pub fn new() -> Self {
        Self { areas: AreaGames::new() }
    }

    /// The value of an area of the standard game in the usual notation, White being Left, with at most `work` comparisons of games; `None`
    /// where that is not enough, or the name would be longer than 4,000 characters.
    pub fn value(&mut self, area: &AreaReport<B>, work: u64) -> Option<String> {
        if self.areas.games.len() > MOST_GAMES {
            self.areas = AreaGames::new();
        }
        self.areas.games.allow(work);
        let amazons = ByColor::from_fn(|color| area.amazons[color].bits());
        let board = area.empty.board();
        let area = Area { empty: area.empty.bits(), amazons };
        let value = self.areas.value(board, &area).ok()?;
        name::name(&mut self.areas.games, value)
    }
}
