//! A player's configuration as a running agent: the search for the board of its game.

use amazons::{AnyPosition, Game};
use search::{RootMoves, Task};
use thought::Decision;

use crate::agent::{Agent, AgentError};
use crate::players::{Ability, AnyConfig, AnySearch, Value};

/// An agent that searches.
pub(crate) struct Searcher {
    name: String,
    config: Box<dyn AnyConfig>,
    abilities: Vec<Ability>,
    seed: u64,
    /// The search for the board of the last position.
    search: Option<Box<dyn AnySearch>>,
}

impl Searcher {
    pub(crate) fn new(name: String, config: Box<dyn AnyConfig>) -> Self {
        Self { name, abilities: config.abilities(), config, seed: 0, search: None }
    }

    /// Gives every random evaluation of the configuration the seed; whether there is one.
    fn seed_evaluations(&mut self) -> bool {
        let mut is_random = false;
        for parameter in self.config.parameters() {
            if let Value::Eval(eval) = parameter.value
                && eval.seeded(0) != eval.seeded(1)
            {
                self.config.set(parameter.name, Value::Eval(eval.seeded(self.seed)));
                is_random = true;
            }
        }
        is_random
    }

    /// The search for the board of a position, built anew if the last one was for another.
    fn search_for(&mut self, position: &AnyPosition) -> &mut dyn AnySearch {
        if self.search.as_ref().is_none_or(|search| !search.fits(position)) {
            // The old one first: its memory is needed.
            self.search = None;
            let mut search = self.config.search(position);
            search.new_game(self.seed);
            self.search = Some(search);
        }
        self.search.as_mut().expect("the search was just built").as_mut()
    }
}

impl Agent for Searcher {
    fn name(&self) -> &str {
        &self.name
    }

    fn new_game(&mut self, seed: u64) {
        let is_other = seed != self.seed;
        self.seed = seed;
        if is_other && self.seed_evaluations() {
            self.search = None;
        }
        if let Some(search) = &mut self.search {
            search.new_game(seed);
        }
    }

    fn prepare(&mut self, position: &AnyPosition) {
        self.search_for(position);
    }

    fn decide(&mut self, game: &Game, task: Task<'_>) -> Result<Decision, AgentError> {
        let Task { limits, control, observer, asked, root_moves } = task;
        if root_moves != RootMoves::All && !self.abilities.contains(&Ability::RootMoves) {
            return Err(AgentError::RootMoves(self.name.clone()));
        }
        let position = game.position();
        let shared = limits.share_clock(position.turn(), position.count_empty());
        let limits = if self.abilities.contains(&Ability::PlanClock) { limits } else { &shared };
        let task = Task { limits, control, observer, asked, root_moves };
        self.search_for(position).search(position, task).ok_or(AgentError::GameOver)
    }
}
