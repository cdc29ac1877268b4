//! A [`Game`]: a start, the moves played from it, and every position on the way.

use crate::any::AnyPosition;
use crate::mv::Move;
use crate::position::{IllegalMove, Outcome};
use crate::start::Start;

/// A game in progress or at its end.
///
/// ```
/// use amazons::Game;
/// let mut game = Game::default();
/// game.play("d1-d7/g7".parse().unwrap()).unwrap();
/// assert_eq!(game.moves().len(), 1);
/// game.undo();
/// assert_eq!(game, Game::default());
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    start: AnyPosition,
    moves: Vec<Move>,
    /// The position after each move.
    after: Vec<AnyPosition>,
}

impl Game {
    /// A game of no moves yet.
    #[must_use]
    pub fn new(start: AnyPosition) -> Self {
        Self { start, moves: Vec::new(), after: Vec::new() }
    }

    /// Where it began.
    #[must_use]
    pub fn start(&self) -> &AnyPosition {
        &self.start
    }

    /// The moves played.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The position now.
    #[must_use]
    pub fn position(&self) -> &AnyPosition {
        self.after.last().unwrap_or(&self.start)
    }

    /// The position before each move and the one at the end: one more than there are moves.
    pub fn positions(&self) -> impl Iterator<Item = &AnyPosition> {
        std::iter::once(&self.start).chain(&self.after)
    }

    /// Plays a move.
    ///
    /// # Errors
    /// When the move is not legal; the game stays as it was.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        let after = self.position().play(mv)?;
        self.moves.push(mv);
        self.after.push(after);
        Ok(())
    }

    /// Takes the last move back and gives it, if there was one.
    pub fn undo(&mut self) -> Option<Move> {
        self.after.pop();
        self.moves.pop()
    }

    /// Who has won, if the side to move cannot move.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.position().outcome()
    }
}

impl Default for Game {
    /// The standard start.
    fn default() -> Self {
        let start =
            AnyPosition::from_setup(&Start::STANDARD.setup()).expect("the standard start is playable");
        Self::new(start)
    }
}
