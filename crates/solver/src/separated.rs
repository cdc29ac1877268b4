//! A cheap test whether the sides can still reach each other.

use amazons::{Board, Color, Position};

/// Whether no empty square can be reached by amazons of both sides: no region is active any more.
///
/// Amazons that hold two regions apart may still be moved to open the way; a side that does so gives away what it had
/// ([`Solver::bounds`](crate::Solver::bounds) knows whether it could gain by it). In the variant with vacated squares
/// that stay blocked, the answer is about the squares that are empty now.
///
/// ```
/// use amazons::{AnyPosition, Narrow, Position, Setup, Size};
/// let position = |fen| {
///     let setup = Setup::from_fen(fen).unwrap();
///     Position::on_board(Narrow::new(setup.size).unwrap(), &setup).unwrap()
/// };
/// assert!(solver::is_separated(&position("Q1*1q w")));
/// assert!(solver::is_separated(&position("1Qq1 w")));
/// assert!(!solver::is_separated(&position("Q1q w")));
/// ```
#[inline]
#[must_use]
pub fn is_separated<B: Board>(position: &Position<B>) -> bool {
    let empty = position.empty();
    let goal = position.amazons(Color::Black).neighbors() & empty;
    let mut reached = position.amazons(Color::White).neighbors() & empty;
    // In most positions that are not separated the first rings meet.
    loop {
        if reached.intersects(goal) {
            return false;
        }
        let grown = reached | (reached.neighbors() & empty);
        if grown == reached {
            return true;
        }
        reached = grown;
    }
}
