//! What plays.

use amazons::{AnyPosition, Game, Move};
use thiserror::Error;
use thought::{Control, Decision, Limits, Observer};

/// Decides on moves. It may remember what it thought before in the same game.
pub trait Agent: Send {
    /// What it is called: the text of its spec.
    fn name(&self) -> &str;

    /// Begins a new game; the seed starts its random numbers.
    fn new_game(&mut self, seed: u64);

    /// Makes ready for games on the board of a position what takes time, so that no clock has to run for it.
    fn prepare(&mut self, _position: &AnyPosition) {}

    /// Decides on the next move of a game, within limits, telling an observer what it thinks.
    ///
    /// # Errors
    /// When no move can be given; the error says why.
    fn decide(
        &mut self,
        game: &Game,
        limits: &Limits,
        control: &Control,
        observer: &mut dyn Observer,
    ) -> Result<Decision, AgentError>;

    /// Decides on one of some moves, all of them legal. Who cannot leave out any thinks about all: see
    /// [`AgentSpec::chooses_among`](crate::AgentSpec::chooses_among).
    ///
    /// # Errors
    /// As for [`decide`](Self::decide).
    fn decide_among(
        &mut self,
        _moves: &[Move],
        game: &Game,
        limits: &Limits,
        control: &Control,
        observer: &mut dyn Observer,
    ) -> Result<Decision, AgentError> {
        self.decide(game, limits, control, observer)
    }

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
    /// It did not answer in time; the text says what it was asked.
    #[error("{0}")]
    Stalled(String),
}
