//! A player's configuration as a running agent: the search for the board of its game.

use std::mem::{Discriminant, discriminant};

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
    /// The search for the board type of the last position.
    search: Option<(Discriminant<AnyPosition>, Box<dyn AnySearch>)>,
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
                && eval.is_random()
            {
                self.config.set(parameter.name, Value::Eval(eval.seeded(self.seed)));
                is_random = true;
            }
        }
        is_random
    }

    /// The search for the board type of a position, built anew if the last one was for another.
    fn search_for(&mut self, position: &AnyPosition) -> &mut dyn AnySearch {
        let board = discriminant(position);
        // The old one is dropped before the new one is built: its memory is needed.
        self.search.take_if(|(other, _)| *other != board);
        let (_, search) = self.search.get_or_insert_with(|| {
            let mut search = self.config.search(position);
            search.new_game(self.seed);
            (board, search)
        });
        search.as_mut()
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
        if let Some((_, search)) = &mut self.search {
            search.new_game(seed);
        }
    }

    fn prepare(&mut self, position: &AnyPosition) {
        self.search_for(position);
    }

    fn take_notes(&mut self) -> Vec<String> {
        self.search.as_mut().map(|(_, search)| search.take_notes()).unwrap_or_default()
    }

    fn decide(&mut self, game: &Game, task: Task<'_>) -> Result<Decision, AgentError> {
        let Task { limits, control, observer, asked, root_moves } = task;
        if root_moves != RootMoves::All && !self.abilities.contains(&Ability::RootMoves) {
            return Err(AgentError::RootMoves(self.name.clone()));
        }
        let position = game.position();
        self.config.evaluations().try_for_each(|eval| eval.check_board(position.size()))?;
        let shared;
        let limits = if self.abilities.contains(&Ability::PlanClock) {
            limits
        } else {
            shared = limits.share_clock(position.turn(), position.count_empty());
            &shared
        };
        let task = Task { limits, control, observer, asked, root_moves };
        self.search_for(position).search(position, task).ok_or(AgentError::GameOver)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};
    use std::time::Duration;

    use amazons::{ByColor, Color};
    use testkit::game_on;
    use thought::{Control, GameClock, Limits, Silent};

    use super::*;
    use crate::players::Parameter;

    /// A player, and its search, that records the limits of every search and the number of searches built.
    #[derive(Clone, Debug, Default)]
    struct Probe {
        abilities: Vec<Ability>,
        limits: Arc<Mutex<Vec<Limits>>>,
        built: Arc<Mutex<u32>>,
    }

    impl AnyConfig for Probe {
        fn boxed_clone(&self) -> Box<dyn AnyConfig> {
            Box::new(self.clone())
        }

        fn parameters(&self) -> Vec<Parameter> {
            Vec::new()
        }

        fn set(&mut self, _name: &str, _value: Value) {}

        fn abilities(&self) -> Vec<Ability> {
            self.abilities.clone()
        }

        fn search(&self, _position: &AnyPosition) -> Box<dyn AnySearch> {
            *self.built.lock().unwrap() += 1;
            Box::new(self.clone())
        }
    }

    impl AnySearch for Probe {
        fn new_game(&mut self, _seed: u64) {}

        fn search(&mut self, _position: &AnyPosition, task: Task<'_>) -> Option<Decision> {
            self.limits.lock().unwrap().push(*task.limits);
            None
        }
    }

    fn decide(searcher: &mut Searcher, game: &Game, limits: Limits) {
        let decided = searcher.decide(game, Task::new(&limits, &Control::new(), &mut Silent));
        assert!(matches!(decided, Err(AgentError::GameOver)), "{decided:?}");
    }

    #[test]
    fn only_players_that_plan_their_time_get_the_clock() {
        let left = ByColor { white: Duration::from_secs(60), black: Duration::from_secs(7) };
        let limits = Limits::clock(GameClock { left, ..GameClock::default() });
        let game = game_on("10x10");
        let limits_with = |abilities: &[Ability]| {
            let probe = Probe { abilities: abilities.to_vec(), ..Probe::default() };
            decide(&mut Searcher::new(String::new(), probe.boxed_clone()), &game, limits);
            probe.limits.lock().unwrap()[0]
        };
        assert_eq!(limits_with(&[Ability::PlanClock]), limits);
        let shared = limits_with(&[Ability::Ponder]);
        assert_eq!(shared, limits.share_clock(Color::White, 92));
        assert!(shared.clock.is_none() && shared.time.is_some());
    }

    #[test]
    fn a_search_is_kept_until_the_board_changes() {
        let probe = Probe::default();
        let mut searcher = Searcher::new(String::new(), probe.boxed_clone());
        for (board, built) in [("10x10", 1), ("10x10", 1), ("6x6", 2), ("10x10", 3)] {
            decide(&mut searcher, &game_on(board), Limits::nodes(1));
            assert_eq!(*probe.built.lock().unwrap(), built, "{board}");
        }
    }
}
