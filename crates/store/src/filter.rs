//! Selection and order of games.

use amazons::Color;
use rusqlite::types::Value;
use time::OffsetDateTime;

use crate::kinds::{Ending, Source};
use crate::model::{GameId, RunId};
use crate::write::micros;

/// Which games to list. Empty fields do not restrict.
///
/// Names of players, openings and events are compared without regard to case; `*` stands for any text and `?` for any
/// character.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Filter {
    /// These games only.
    pub ids: Vec<GameId>,
    /// Players who all took part, on either side.
    pub players: Vec<String>,
    /// White's name.
    pub white: Option<String>,
    /// Black's name.
    pub black: Option<String>,
    /// Who won.
    pub winner: Option<WinnerFilter>,
    /// The fewest plies.
    pub min_plies: Option<u32>,
    /// The most plies.
    pub max_plies: Option<u32>,
    /// Played at or after this time.
    pub since: Option<OffsetDateTime>,
    /// Played before this time.
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
    /// A tag, ignoring case.
    pub tag: Option<String>,
    /// A text in its title, its event or a player's name.
    pub text: Option<String>,
    /// The board's size, such as `10x10`.
    pub board: Option<String>,
    /// Games in progress only.
    pub live_only: bool,
    /// Whether to list the trash instead.
    pub trash: Trash,
    /// The sort key.
    pub sort: Sort,
    /// The direction.
    pub order: Order,
    /// The most games.
    pub limit: Option<u64>,
    /// The number of games to skip.
    pub offset: u64,
}

/// Who won.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WinnerFilter {
    /// A side.
    Side(Color),
    /// Neither side.
    Undecided,
    /// The player with this name.
    Player(String),
}

/// Which games of store and trash.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Trash {
    /// Those that are not deleted.
    #[default]
    Excluded,
    /// Those that are deleted.
    Only,
}

impl Trash {
    /// Exactly the condition of the partial indexes, which are used only then.
    fn condition(self) -> &'static str {
        match self {
            Self::Excluded => "game.deleted_at IS NULL",
            Self::Only => "game.deleted_at IS NOT NULL",
        }
    }
}

/// The sort key; ties are sorted by id.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Sort {
    /// The id: the order of insertion.
    #[default]
    Id,
    /// The date; games without one are the oldest.
    Date,
    /// The number of plies.
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

    /// Adds a condition with the values of its placeholders.
    fn and(&mut self, condition: &str, values: impl IntoIterator<Item = Value>) {
        self.text += " AND ";
        self.text += condition;
        self.values.extend(values);
    }
}

impl Filter {
    /// A statement for the selected games, in order and within the limit.
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

    /// A statement for all selected games.
    pub(crate) fn conditions(&self, select: &str) -> Query {
        let kept = self.trash.condition();
        let mut query = Query { text: format!("{select} WHERE {kept}"), values: Vec::new() };
        if !self.ids.is_empty() {
            // Numbers need no placeholders, whose count is limited.
            let ids: Vec<String> = self.ids.iter().map(ToString::to_string).collect();
            query.and(&format!("game.id IN ({})", ids.join(",")), []);
        }
        if self.live_only {
            query.and("game.ending = 'unfinished' AND game.id IN (SELECT game FROM play)", []);
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
        compare("game.source = ?", self.source.map(|source| source.name().to_owned().into()));
        compare("game.ending = ?", self.ending.map(|ending| ending.name().to_owned().into()));
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
            let (kept, named) = (self.trash.condition(), named(player));
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
            Some(WinnerFilter::Undecided) => query.and("game.winner IS NULL", []),
            Some(WinnerFilter::Player(name)) => {
                let (kept, named) = (self.trash.condition(), named(name));
                let condition = format!(
                    "game.id IN (SELECT id FROM game WHERE {kept} AND white IN {named} AND winner = 'white' \
                     UNION ALL SELECT id FROM game WHERE {kept} AND black IN {named} AND winner = 'black')"
                );
                query.and(&condition, [glob(name), glob(name)]);
            }
        }
    }
}

/// Whether a pattern has wildcards.
fn is_wild(pattern: &str) -> bool {
    pattern.contains(['*', '?'])
}

/// A condition on a text; only one without wildcards can use an index.
fn like(column: &str, pattern: &str) -> String {
    match is_wild(pattern) {
        true => format!("lower({column}) GLOB ?"),
        false => format!("{column} = ? COLLATE NOCASE"),
    }
}

/// The value of such a condition. A bracket begins a set in a GLOB pattern; `lower` folds ASCII only.
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

    /// The query plan of a filter.
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
            ("game_winner", Filter { winner: Some(WinnerFilter::Undecided), ..all() }),
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
            ("game_deleted_at", Filter { trash: Trash::Only, ..all() }),
        ];
        for (index, filter) in filters {
            let plan = plan(&filter);
            assert!(plan.contains(index) && !plan.contains("SCAN game"), "{filter:?}\n{plan}");
        }
    }
}
