//! What plays.

use amazons::Game;
use thiserror::Error;
use thought::{Control, Decision, Limits, Observer};

/// Decides on moves. It may remember what it thought before in the same game.
pub trait Agent: Send {
    /// What it is called: the text of its spec.
    fn name(&self) -> &str;

    /// Begins a new game; the seed starts its random numbers.
    fn new_game(&mut self, seed: u64);

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
}

/// Why an agent gave no move.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum AgentError {
    /// There is none.
    #[error("the game is over: there is no move to decide on")]
    GameOver,
}
