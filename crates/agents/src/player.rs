//! A plan that plays games on any board.

use amazons::{AnyPosition, Board6x6, Board8x8, Board10x10, Game, Narrow, Wide};
use search::{RootMoves, Search, Task};
use thought::Decision;

use crate::agent::{Agent, AgentError};
use crate::plan::Plan;

/// An agent that searches.
pub(crate) struct Player {
    name: String,
    plan: Plan,
    seed: u64,
    /// Whether another seed makes it another evaluation.
    is_chancy: bool,
    /// The search for the board of the last position.
    search: Option<AnySearch>,
}

/// A search for one of the board types: chosen once a move, not once a node.
enum AnySearch {
    Ten(Box<dyn Search<Board10x10>>),
    Eight(Box<dyn Search<Board8x8>>),
    Six(Box<dyn Search<Board6x6>>),
    Narrow(Box<dyn Search<Narrow>>),
    Wide(Box<dyn Search<Wide>>),
}

impl Player {
    pub(crate) fn new(name: String, plan: Plan) -> Self {
        Self { name, is_chancy: plan.seeded(0) != plan.seeded(1), plan, seed: 0, search: None }
    }
}

/// The search for a board, made anew if the last one was for another.
macro_rules! search_for {
    ($name:ident, $variant:ident, $board:ty) => {
        fn $name(&mut self) -> &mut dyn Search<$board> {
            if !matches!(self.search, Some(AnySearch::$variant(_))) {
                let mut search = self.plan.seeded(self.seed).build();
                search.new_game(self.seed);
                self.search = Some(AnySearch::$variant(search));
            }
            match &mut self.search {
                Some(AnySearch::$variant(search)) => search.as_mut(),
                _ => unreachable!("the search was just made"),
            }
        }
    };
}

impl Player {
    search_for!(ten, Ten, Board10x10);
    search_for!(eight, Eight, Board8x8);
    search_for!(six, Six, Board6x6);
    search_for!(narrow, Narrow, Narrow);
    search_for!(wide, Wide, Wide);
}

impl Agent for Player {
    fn name(&self) -> &str {
        &self.name
    }

    fn new_game(&mut self, seed: u64) {
        if seed != self.seed && self.is_chancy {
            // The evaluation is another one.
            self.search = None;
        }
        self.seed = seed;
        match &mut self.search {
            Some(AnySearch::Ten(search)) => search.new_game(seed),
            Some(AnySearch::Eight(search)) => search.new_game(seed),
            Some(AnySearch::Six(search)) => search.new_game(seed),
            Some(AnySearch::Narrow(search)) => search.new_game(seed),
            Some(AnySearch::Wide(search)) => search.new_game(seed),
            None => {}
        }
    }

    fn prepare(&mut self, position: &AnyPosition) {
        match position {
            AnyPosition::Ten(_) => _ = self.ten(),
            AnyPosition::Eight(_) => _ = self.eight(),
            AnyPosition::Six(_) => _ = self.six(),
            AnyPosition::Narrow(_) => _ = self.narrow(),
            AnyPosition::Wide(_) => _ = self.wide(),
        }
    }

    fn decide(&mut self, game: &Game, task: Task<'_>) -> Result<Decision, AgentError> {
        // The flagship and its levels alone plan their clock and leave moves out.
        let is_flagship = self.plan.plans_time();
        let Task { limits, control, observer, asked, root_moves } = task;
        if root_moves != RootMoves::All && !is_flagship {
            return Err(AgentError::RootMoves(self.name.clone()));
        }
        let position = game.position();
        let shared = limits.share_clock(position.turn(), position.count_empty());
        let limits = if is_flagship { limits } else { &shared };
        let task = Task { limits, control, observer, asked, root_moves };
        let found = match position {
            AnyPosition::Ten(position) => self.ten().search(position, task),
            AnyPosition::Eight(position) => self.eight().search(position, task),
            AnyPosition::Six(position) => self.six().search(position, task),
            AnyPosition::Narrow(position) => self.narrow().search(position, task),
            AnyPosition::Wide(position) => self.wide().search(position, task),
        };
        found.ok_or(AgentError::GameOver)
    }
}
