//! What plays.

use amazons::{AnyPosition, Game};
use search::Task;
use thiserror::Error;
use thought::Decision;

/// Decides on moves. It may remember what it thought before in the same game.
pub trait Agent: Send {
    /// What it is called: the text of its spec.
    fn name(&self) -> &str;

    /// Begins a new game; the seed starts its random numbers.
    fn new_game(&mut self, seed: u64);

    /// Makes ready for games on the board of a position what takes time, so that no clock has to run for it.
    fn prepare(&mut self, _position: &AnyPosition) {}

    /// Decides on the next move of a game.
    ///
    /// # Errors
    /// When there is no move, the task restricts the root moves and the agent cannot do that, or another program fails.
    fn decide(&mut self, game: &Game, task: Task<'_>) -> Result<Decision, AgentError>;

    /// What was said to and by another program, its errors too, the latest last; `None` for a player of our own.
    fn transcript(&self) -> Option<String> {
        None
    }
}

/// Why an agent gave no move.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum AgentError {
    /// There is none.
    #[error("the game is over: there is no move to decide on")]
    GameOver,
    /// It gives the game up.
    #[error("resigned")]
    Resigned,
    /// It answered with what is no legal move.
    #[error("answered with {0:?}, which is no legal move here")]
    Illegal(String),
    /// It ended or closed its pipe; the text says which, and how.
    #[error("{0}")]
    Crashed(String),
    /// It cannot restrict its search to some root moves.
    #[error("{0} cannot restrict its search to some root moves: give it all legal moves")]
    RootMoves(String),
    /// It did not answer in time; the text says what it was asked.
    #[error("{0}")]
    Stalled(String),
}
