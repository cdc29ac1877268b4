//! The trait of everything that decides on moves.

use amazons::{AnyPosition, Game};
use eval::UnreadableBoard;
use search::Task;
use thiserror::Error;
use thought::Decision;

/// Decides on moves. It may keep its tree or table from move to move of a game.
pub trait Agent: Send {
    /// Its name: the text of its spec.
    fn name(&self) -> &str;

    /// Begins a new game; the seed starts its random numbers.
    fn new_game(&mut self, seed: u64);

    /// Allocates what games on the board of a position need, before a clock runs.
    fn prepare(&mut self, _position: &AnyPosition) {}

    /// Decides on the next move of a game.
    ///
    /// # Errors
    /// When there is no move, the task restricts the root moves and the agent cannot do that, its evaluation cannot read the
    /// board, or another program fails.
    fn decide(&mut self, game: &Game, task: Task<'_>) -> Result<Decision, AgentError>;

    /// What people should know since the last call, in a sentence each: that the system refused memory.
    fn take_notes(&mut self) -> Vec<String> {
        Vec::new()
    }

    /// The last lines sent to and received from another program, errors included; `None` for a player of our own.
    fn transcript(&self) -> Option<String> {
        None
    }
}

/// Why an agent gave no move.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum AgentError {
    /// The game is over.
    #[error("the game is over: there is no move to decide on")]
    GameOver,
    /// It resigned.
    #[error("resigned")]
    Resigned,
    /// It played a move that is not legal, or not one of the root moves.
    #[error("answered with {0:?}, which is no legal move here")]
    Illegal(String),
    /// It exited or closed its output; the text says how.
    #[error("{0}")]
    Crashed(String),
    /// It cannot restrict its search to some root moves.
    #[error("{0} cannot restrict its search to some root moves: give it all legal moves")]
    RootMoves(String),
    /// Its evaluation cannot read the board.
    #[error(transparent)]
    Board(#[from] UnreadableBoard),
    /// It did not answer in time; the text says to which command.
    #[error("{0}")]
    Stalled(String),
}
