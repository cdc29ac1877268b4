//! Configurations and searches behind object-safe traits: of any player, for any board.

use std::any::Any;
use std::fmt;

use amazons::{AnyPosition, Board, Position, Visitor};
use eval::Eval;
use search::{Search, Task};
use thought::Decision;

use super::{Ability, Parameter, PlayerConfig, Value};

/// The configuration of any player.
pub(crate) trait AnyConfig: fmt::Debug + Send + Sync {
    fn boxed_clone(&self) -> Box<dyn AnyConfig>;

    fn parameters(&self) -> Vec<Parameter>;

    /// Sets a parameter to a value of its kind.
    fn set(&mut self, name: &str, value: Value);

    fn abilities(&self) -> Vec<Ability>;

    /// The search for the board of a position.
    fn search(&self, position: &AnyPosition) -> Box<dyn AnySearch>;
}

impl dyn AnyConfig {
    /// The evaluations among the parameters.
    pub(crate) fn evaluations(&self) -> impl Iterator<Item = Eval> {
        self.parameters().into_iter().filter_map(|parameter| match parameter.value {
            Value::Eval(eval) => Some(eval),
            _ => None,
        })
    }
}

/// A search for positions of one board type.
pub(crate) trait AnySearch: Send {
    fn new_game(&mut self, seed: u64);

    /// Reads what a search of the position needs.
    fn prepare(&mut self, _position: &AnyPosition) {}

    /// Searches a position of its board type; `None` where there is no legal move.
    fn search(&mut self, position: &AnyPosition, task: Task<'_>) -> Option<Decision>;

    fn take_notes(&mut self) -> Vec<String> {
        Vec::new()
    }
}

impl<C: PlayerConfig> AnyConfig for C {
    fn boxed_clone(&self) -> Box<dyn AnyConfig> {
        Box::new(self.clone())
    }

    fn parameters(&self) -> Vec<Parameter> {
        let parameter = |field: &super::Field<C>| Parameter {
            name: field.name,
            kind: field.kind,
            help: field.help,
            value: (field.get)(self),
        };
        C::FIELDS.iter().map(parameter).collect()
    }

    fn set(&mut self, name: &str, value: Value) {
        if let Some(field) = C::FIELDS.iter().find(|field| field.name == name) {
            (field.set)(self, value);
        }
    }

    fn abilities(&self) -> Vec<Ability> {
        let has_lines = C::FIELDS.iter().any(|field| field.name == "multipv");
        let lines = has_lines.then_some(Ability::MultiPv);
        lines.into_iter().chain(PlayerConfig::abilities(self).iter().copied()).collect()
    }

    fn search(&self, position: &AnyPosition) -> Box<dyn AnySearch> {
        position.visit(Build(self))
    }
}

/// Builds the search of a configuration for a board.
struct Build<'a, C>(&'a C);

impl<C: PlayerConfig> Visitor for Build<'_, C> {
    type Output = Box<dyn AnySearch>;

    fn visit<B: Board>(self, _position: &Position<B>) -> Box<dyn AnySearch> {
        Box::new(self.0.search::<B>())
    }
}

impl<B: Board> AnySearch for Box<dyn Search<B>> {
    fn new_game(&mut self, seed: u64) {
        self.as_mut().new_game(seed);
    }

    fn prepare(&mut self, position: &AnyPosition) {
        if let Some(position) = on_board(position) {
            self.as_mut().prepare(&position);
        }
    }

    fn search(&mut self, position: &AnyPosition, task: Task<'_>) -> Option<Decision> {
        self.as_mut().search(&on_board(position)?, task)
    }

    fn take_notes(&mut self) -> Vec<String> {
        self.as_mut().take_notes()
    }
}

/// A position as one of a board type, if it is.
fn on_board<B: Board>(position: &AnyPosition) -> Option<Position<B>> {
    struct Cast<B>(std::marker::PhantomData<B>);
    impl<B: Board> Visitor for Cast<B> {
        type Output = Option<Position<B>>;

        fn visit<Of: Board>(self, position: &Position<Of>) -> Option<Position<B>> {
            (position as &dyn Any).downcast_ref().copied()
        }
    }
    position.visit(Cast(std::marker::PhantomData))
}
