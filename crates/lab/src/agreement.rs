//! How often a player plays the moves of recorded games.

use agents::{Agent, AgentError, Task};
use amazons::{Game, Move};
use rand::SeedableRng;
use rand::seq::IteratorRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use thought::{Control, Limits, Silent};

/// Positions of recorded games, each with the move that was played there.
#[derive(Clone, PartialEq, Debug)]
pub struct RecordedMoves(Vec<(Game, Move)>);

/// How often a player played the recorded move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Agreement {
    /// The number of positions.
    pub positions: u64,
    /// Positions with the same move.
    pub moves: u64,
    /// Positions with the same step, whatever the shot.
    pub steps: u64,
}

impl RecordedMoves {
    /// Draws at most `most` positions, in the order of the games, from those with more than one legal move.
    #[must_use]
    pub fn draw(games: &[Game], most: usize, seed: u64) -> Self {
        let choices = games.iter().flat_map(|game| {
            let plies = game.positions().zip(game.moves());
            plies.filter(|(position, _)| position.count_moves() > 1)
        });
        let drawn = choices.sample(&mut Xoshiro256PlusPlus::seed_from_u64(seed), most);
        Self(drawn.into_iter().map(|(position, &mv)| (Game::new(*position), mv)).collect())
    }

    /// Whether there is no position.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Asks a player for its move in every position, each as the start of a new game.
    ///
    /// # Errors
    /// When the player fails.
    pub fn agreement(
        &self,
        agent: &mut dyn Agent,
        limits: &Limits,
        seed: u64,
    ) -> Result<Agreement, AgentError> {
        let mut agreement = Agreement::default();
        for (number, (game, played)) in (0..).zip(&self.0) {
            agent.new_game(seed.wrapping_add(number));
            let decided = agent.decide(game, Task::new(limits, &Control::new(), &mut Silent))?.mv;
            agreement.positions += 1;
            agreement.moves += u64::from(*played == decided);
            agreement.steps += u64::from((played.from, played.to) == (decided.from, decided.to));
        }
        Ok(agreement)
    }
}
