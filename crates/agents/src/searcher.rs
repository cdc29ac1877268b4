//! A player's configuration as a running agent: the search for the board of its game.

use std::mem::{Discriminant, discriminant};

use amazons::{AnyPosition, Game};
use search::{RootMoves, Task};
use thought::Decision;

use crate::agent::{Agent, AgentError};
use crate::players::{Ability, AnyConfig, AnySearch, Value};
use crate::punctual::{self, Running};

/// An agent that searches.
pub(crate) struct Searcher {
    name: String,
    config: Box<dyn AnyConfig>,
    abilities: Vec<Ability>,
    seed: u64,
    /// The search for the board type of the last position.
    search: Option<(Discriminant<AnyPosition>, SearchState)>,
}

/// Where a search is.
enum SearchState {
    Here(Box<dyn AnySearch>),
    /// On its thread, which ends soon.
    Running(Running),
}

impl SearchState {
    /// The search, once its thread has ended.
    ///
    /// # Panics
    /// When the search has.
    fn take_back(self) -> Box<dyn AnySearch> {
        match self {
            Self::Here(search) => search,
            Self::Running(running) => running.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
        }
    }
}

/// The last search and what a new one is made of.
struct SearchMaker {
    last: Option<(Discriminant<AnyPosition>, SearchState)>,
    config: Box<dyn AnyConfig>,
    seed: u64,
    position: AnyPosition,
}

impl SearchMaker {
    /// The search for the board type of the position, built anew if the last one was for another. Waits for the end of the last one.
    fn make(self) -> Box<dyn AnySearch> {
        let board = discriminant(&self.position);
        // The old one is dropped before the new one is built: its memory is needed.
        let last = self.last.map(|(other, state)| (other, state.take_back()));
        match last.filter(|(other, _)| *other == board) {
            Some((_, search)) => search,
            None => {
                let mut search = self.config.search(&self.position);
                search.new_game(self.seed);
                search
            }
        }
    }
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

    /// The last search, once it has ended.
    fn last_search(&mut self) -> Option<&mut dyn AnySearch> {
        let (board, state) = self.search.take()?;
        let (_, state) = self.search.insert((board, SearchState::Here(state.take_back())));
        match state {
            SearchState::Here(search) => Some(search.as_mut()),
            SearchState::Running(_) => None,
        }
    }

    /// Takes all that the search for a position is made of.
    fn take_maker(&mut self, position: &AnyPosition) -> SearchMaker {
        SearchMaker {
            last: self.search.take(),
            config: self.config.boxed_clone(),
            seed: self.seed,
            position: *position,
        }
    }

    /// Keeps a search for the next position of its board type.
    fn put_back(&mut self, position: &AnyPosition, state: SearchState) {
        self.search = Some((discriminant(position), state));
    }

    /// Searches a position: where time is limited on a thread of its own, so that the answer is punctual.
    fn search(&mut self, position: &AnyPosition, task: Task<'_>) -> Option<Decision> {
        let Task { limits, control, observer, asked, root_moves } = task;
        let due = punctual::due_after(limits, position.turn()).filter(|_| !observer.may_block());
        if let Some(due) = due {
            let maker = self.take_maker(position);
            let task = Task { limits, control, observer: &mut *observer, asked, root_moves };
            if let Ok((decision, running)) = punctual::search(|| maker.make(), position, task, due) {
                self.put_back(position, SearchState::Running(running));
                return decision;
            }
            // Without a thread to be had this one searches, with a new search: the other is lost with its thread.
        }
        let mut search = self.take_maker(position).make();
        let decision = search.search(position, Task { limits, control, observer, asked, root_moves });
        self.put_back(position, SearchState::Here(search));
        decision
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
        if let Some(search) = self.last_search() {
            search.new_game(seed);
        }
    }

    fn prepare(&mut self, position: &AnyPosition) {
        let mut search = self.take_maker(position).make();
        search.prepare(position);
        self.put_back(position, SearchState::Here(search));
    }

    fn take_notes(&mut self) -> Vec<String> {
        match &mut self.search {
            Some((_, SearchState::Here(search))) => search.take_notes(),
            // An answer must not wait for them: they are told after the next one.
            Some((_, SearchState::Running(running))) if !running.is_finished() => Vec::new(),
            _ => self.last_search().map_or_else(Vec::new, AnySearch::take_notes),
        }
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
        self.search(position, task).ok_or(AgentError::GameOver)
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
