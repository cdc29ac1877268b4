//! Which games, and in which order.

use amazons::Color;
use rusqlite::types::Value;
use time::OffsetDateTime;

use crate::model::{GameId, RunId};
use crate::words::{Ending, Source};
use crate::write::micros;

/// Which games to list. What is empty asks for nothing.
///
/// Names of players, openings and events are compared without regard to case; `*` stands for any text and `?` for any
/// character.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Filter {
    /// These games only.
    pub ids: Vec<GameId>,
    /// Players, all of whom took part, on whichever side.
    pub players: Vec<String>,
    /// White's name.
    pub white: Option<String>,
    /// Black's name.
    pub black: Option<String>,
    /// Who won.
    pub winner: Option<WinnerFilter>,
    /// At least so many plies.
    pub min_plies: Option<u32>,
    /// At most so many plies.
    pub max_plies: Option<u32>,
    /// Played at or after this moment.
    pub since: Option<OffsetDateTime>,
    /// Played before this moment.
    pub until: Option<OffsetDateTime>,
    /// The opening.
    pub opening: Option<String>,
    /// The event.
    pub event: Option<String>,
    /// Where it comes from.
    pub source: Option<Source>,
    /// How it ended.
    pub ending: Option<Ending>,
    /// The run it belongs to.
    pub run: Option<RunId>,
    /// The games themselves or those in the trash.
    pub kept: Kept,
    /// By what they are sorted.
    pub sort: Sort,
    /// In which direction.
    pub order: Order,
    /// At most so many games.
    pub limit: Option<u64>,
    /// So many games are passed over first.
    pub offset: u64,
}

/// Who won.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WinnerFilter {
    /// A side.
    Side(Color),
    /// Nobody.
    Nobody,
    /// Whoever has this name.
    Player(String),
}

/// Where a game lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Kept {
    /// Among the games.
    #[default]
    Stored,
    /// In the trash.
    Deleted,
}

/// By what games are sorted; equal ones by their numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Sort {
    /// Their numbers: the order in which they came in.
    #[default]
    Id,
    /// When they were played; those without a date are the oldest.
    Date,
    /// How many plies they have.
    Length,
}

/// A direction of sorting.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Order {
    /// The smallest, oldest or shortest first.
    #[default]
    Ascending,
    /// The largest, newest or longest first.
    Descending,
}

/// A statement with its values.
pub(crate) struct Query {
    pub(crate) text: String,
    values: Vec<Value>,
}

impl Query {
    pub(crate) fn values(&self) -> impl rusqlite::Params + '_ {
        rusqlite::params_from_iter(&self.values)
    }

    /// Adds a condition whose question marks stand for these values.
    fn and(&mut self, condition: &str, values: impl IntoIterator<Item = Value>) {
        self.text += " AND ";
        self.text += condition;
        self.values.extend(values);
    }
}

impl Filter {
    /// A statement for those that pass, in order, no more than the limit.
    pub(crate) fn query(&self, select: &str) -> Query {
        let mut query = self.conditions(select);
        let direction = match self.order {
            Order::Ascending => "ASC",
            Order::Descending => "DESC",
        };
        let columns: &[&str] = match self.sort {
            Sort::Id => &["game.id"],
            Sort::Date => &["game.played_at", "game.id"],
            Sort::Length => &["game.plies", "game.id"],
        };
        let columns: Vec<String> = columns.iter().map(|column| format!("{column} {direction}")).collect();
        query.text += &format!(" ORDER BY {}", columns.join(", "));
        if self.limit.is_some() || self.offset > 0 {
            let limit = self.limit.and_then(|limit| i64::try_from(limit).ok()).unwrap_or(-1);
            query.text += " LIMIT ? OFFSET ?";
            query.values.extend([limit.into(), i64::try_from(self.offset).unwrap_or(i64::MAX).into()]);
        }
        query
    }

    /// A statement for all that pass.
    pub(crate) fn conditions(&self, select: &str) -> Query {
        let kept = match self.kept {
            Kept::Stored => "game.deleted_at IS NULL",
            Kept::Deleted => "game.deleted_at IS NOT NULL",
        };
        let mut query = Query { text: format!("{select} WHERE {kept}"), values: Vec::new() };
        if !self.ids.is_empty() {
            // Numbers, so they may stand in the text: there is no bound on how many.
            let ids: Vec<String> = self.ids.iter().map(ToString::to_string).collect();
            query.and(&format!("game.id IN ({})", ids.join(",")), []);
        }
        self.name_conditions(&mut query);
        let mut compare = |condition: &str, value: Option<Value>| {
            if let Some(value) = value {
                query.and(condition, [value]);
            }
        };
        compare("game.plies >= ?", self.min_plies.map(Value::from));
        compare("game.plies <= ?", self.max_plies.map(Value::from));
        compare("game.played_at >= ?", self.since.map(|since| micros(since).into()));
        compare("game.played_at < ?", self.until.map(|until| micros(until).into()));
        compare("lower(game.opening) GLOB ?", self.opening.as_deref().map(glob));
        compare("lower(game.event) GLOB ?", self.event.as_deref().map(glob));
        compare("game.source = ?", self.source.map(|source| source.word().to_owned().into()));
        compare("game.ending = ?", self.ending.map(|ending| ending.word().to_owned().into()));
        compare("game.run = ?", self.run.map(|run| run.0.into()));
        query
    }

    fn name_conditions(&self, query: &mut Query) {
        const NAMED: &str = "(SELECT id FROM player WHERE lower(name) GLOB ?)";
        for player in &self.players {
            let condition = format!("(game.white IN {NAMED} OR game.black IN {NAMED})");
            query.and(&condition, [glob(player), glob(player)]);
        }
        if let Some(white) = &self.white {
            query.and(&format!("game.white IN {NAMED}"), [glob(white)]);
        }
        if let Some(black) = &self.black {
            query.and(&format!("game.black IN {NAMED}"), [glob(black)]);
        }
        match &self.winner {
            None => {}
            Some(WinnerFilter::Side(side)) => query.and("game.winner = ?", [side.name().to_owned().into()]),
            Some(WinnerFilter::Nobody) => query.and("game.winner IS NULL", []),
            Some(WinnerFilter::Player(name)) => query.and(
                &format!(
                    "((game.winner = 'white' AND game.white IN {NAMED}) OR \
                     (game.winner = 'black' AND game.black IN {NAMED}))"
                ),
                [glob(name), glob(name)],
            ),
        }
    }
}

/// A pattern for `SQLite`, in which a bracket would begin a set. `lower` knows ASCII only, so that is all we fold.
fn glob(pattern: &str) -> Value {
    pattern.to_ascii_lowercase().replace('[', "[[]").into()
}
