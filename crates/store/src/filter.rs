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
    /// A word that it is filed under, whatever its case.
    pub tag: Option<String>,
    /// A text that stands in its title, its event or a player's name.
    pub text: Option<String>,
    /// The board's size, such as `10x10`.
    pub board: Option<String>,
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

impl Kept {
    /// Word for word the condition of the indexes, which are used only then.
    fn condition(self) -> &'static str {
        match self {
            Self::Stored => "game.deleted_at IS NULL",
            Self::Deleted => "game.deleted_at IS NOT NULL",
        }
    }
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
        let kept = self.kept.condition();
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
        compare("game.source = ?", self.source.map(|source| source.word().to_owned().into()));
        compare("game.ending = ?", self.ending.map(|ending| ending.word().to_owned().into()));
        compare("game.run = ?", self.run.map(|run| run.0.into()));
        let text = |text: &Option<String>| text.clone().map(Value::from);
        compare("game.id IN (SELECT game FROM tag WHERE name = ?)", text(&self.tag));
        compare("game.start IN (SELECT id FROM start WHERE board = ?)", text(&self.board));
        if let Some(text) = &self.text {
            let pattern = Value::from(format!(
                "*{}*",
                text.to_ascii_lowercase().replace('[', "[[]").replace('*', "[*]").replace('?', "[?]")
            ));
            let named = "(SELECT id FROM player WHERE lower(name) GLOB ?)";
            let condition = format!(
                "(lower(game.title) GLOB ? OR lower(game.event) GLOB ? OR game.white IN {named} \
                 OR game.black IN {named})"
            );
            query.and(&condition, std::iter::repeat_n(pattern, 4));
        }
        for (column, pattern) in [("game.opening", &self.opening), ("game.event", &self.event)] {
            if let Some(pattern) = pattern {
                query.and(&like(column, pattern), [glob(pattern)]);
            }
        }
        query
    }

    fn name_conditions(&self, query: &mut Query) {
        let named = |pattern: &str| format!("(SELECT id FROM player WHERE {})", like("name", pattern));
        for player in &self.players {
            let (kept, named) = (self.kept.condition(), named(player));
            // Two look-ups; an OR would make `SQLite` go through all games.
            let condition = format!(
                "game.id IN (SELECT id FROM game WHERE {kept} AND white IN {named} \
                 UNION ALL SELECT id FROM game WHERE {kept} AND black IN {named})"
            );
            query.and(&condition, [glob(player), glob(player)]);
        }
        if let Some(white) = &self.white {
            query.and(&format!("game.white IN {}", named(white)), [glob(white)]);
        }
        if let Some(black) = &self.black {
            query.and(&format!("game.black IN {}", named(black)), [glob(black)]);
        }
        match &self.winner {
            None => {}
            Some(WinnerFilter::Side(side)) => query.and("game.winner = ?", [side.name().to_owned().into()]),
            Some(WinnerFilter::Nobody) => query.and("game.winner IS NULL", []),
            Some(WinnerFilter::Player(name)) => {
                let (kept, named) = (self.kept.condition(), named(name));
                let condition = format!(
                    "game.id IN (SELECT id FROM game WHERE {kept} AND white IN {named} AND winner = 'white' \
                     UNION ALL SELECT id FROM game WHERE {kept} AND black IN {named} AND winner = 'black')"
                );
                query.and(&condition, [glob(name), glob(name)]);
            }
        }
    }
}

/// Whether a pattern stands for more than itself.
fn is_wild(pattern: &str) -> bool {
    pattern.contains(['*', '?'])
}

/// A condition on a text; only one without wildcards can be looked up in an index.
fn like(column: &str, pattern: &str) -> String {
    match is_wild(pattern) {
        true => format!("lower({column}) GLOB ?"),
        false => format!("{column} = ? COLLATE NOCASE"),
    }
}

/// The value for such a condition. In a pattern of `SQLite` a bracket would begin a set; `lower` knows ASCII only, so
/// that is all we fold.
fn glob(pattern: &str) -> Value {
    match is_wild(pattern) {
        true => pattern.to_ascii_lowercase().replace('[', "[[]").into(),
        false => pattern.to_owned().into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::open::Store;

    /// How `SQLite` means to find the games of a filter.
    fn plan(filter: &Filter) -> String {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("store")).unwrap();
        let query = filter.conditions("EXPLAIN QUERY PLAN SELECT game.id FROM game");
        let mut statement = store.connection.prepare(&query.text).unwrap();
        let rows = statement.query_map(query.values(), |row| row.get::<_, String>(3)).unwrap();
        rows.collect::<Result<Vec<_>, _>>().unwrap().join("\n")
    }

    #[test]
    fn every_filter_finds_its_games_by_an_index() {
        let all = Filter::default;
        let ada = || Some("Ada".to_owned());
        let moment = Some(OffsetDateTime::UNIX_EPOCH);
        let filters = [
            ("PRIMARY KEY", Filter { ids: vec![GameId(7)], ..all() }),
            ("game_white", Filter { players: vec!["Ada".to_owned()], ..all() }),
            ("game_black", Filter { players: vec!["A*".to_owned()], ..all() }),
            ("game_white", Filter { white: ada(), ..all() }),
            ("game_black", Filter { black: ada(), ..all() }),
            ("game_winner", Filter { winner: Some(WinnerFilter::Nobody), ..all() }),
            ("game_winner", Filter { winner: Some(WinnerFilter::Player("Ada".to_owned())), ..all() }),
            ("game_plies", Filter { min_plies: Some(5), max_plies: Some(9), ..all() }),
            ("game_played_at", Filter { since: moment, ..all() }),
            ("game_opening", Filter { opening: ada(), ..all() }),
            ("game_event", Filter { event: ada(), ..all() }),
            ("game_source", Filter { source: Some(Source::Play), ..all() }),
            ("game_ending", Filter { ending: Some(Ending::Crash), ..all() }),
            ("game_slot", Filter { run: Some(RunId(1)), ..all() }),
            ("tag_name", Filter { tag: ada(), ..all() }),
            ("game_start", Filter { board: ada(), ..all() }),
            ("game_deleted_at", Filter { kept: Kept::Deleted, ..all() }),
        ];
        for (index, filter) in filters {
            let plan = plan(&filter);
            assert!(plan.contains(index) && !plan.contains("SCAN game"), "{filter:?}\n{plan}");
        }
    }
}
