//! The arguments that choose games, shared by all that do something with them.

use std::str::FromStr;

use amazons::Color;
use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use store::{Ending, Filter, GameId, Order, RunId, Sort, Source, Store, WinnerFilter};
use time::{Date, Duration, OffsetDateTime, Time};

/// Which games.
#[derive(Args, Default)]
pub(crate) struct Select {
    /// Numbers of games: 12, or 20-25 for all of these
    #[arg(value_name = "ID")]
    ids: Vec<IdRange>,

    /// Games of this player, on whichever side; twice for games between two. * stands for any text
    #[arg(long, value_name = "NAME")]
    player: Vec<String>,

    /// Games in which this player is White
    #[arg(long, value_name = "NAME")]
    white: Option<String>,

    /// Games in which this player is Black
    #[arg(long, value_name = "NAME")]
    black: Option<String>,

    /// Games that this side has won
    #[arg(long, value_enum)]
    result: Option<GameResult>,

    /// Games that this player has won
    #[arg(long, value_name = "NAME", conflicts_with = "result")]
    won_by: Option<String>,

    /// Games of at least N plies
    #[arg(long, value_name = "N")]
    min_plies: Option<u32>,

    /// Games of at most N plies
    #[arg(long, value_name = "N")]
    max_plies: Option<u32>,

    /// Games played on this day or later: 2026-11-15
    #[arg(long, value_name = "DAY")]
    since: Option<String>,

    /// Games played on this day or earlier
    #[arg(long, value_name = "DAY")]
    until: Option<String>,

    /// Games with this opening
    #[arg(long, value_name = "NAME")]
    opening: Option<String>,

    /// Games of this event
    #[arg(long, value_name = "NAME")]
    event: Option<String>,

    #[arg(long, help = format!("Games from there: {}", either(Source::ALL)))]
    source: Option<Source>,

    #[arg(long, help = format!("Games that ended so: {}", either(Ending::ALL)))]
    ending: Option<Ending>,

    /// Games of the run with this number
    #[arg(long, value_name = "N")]
    run: Option<i64>,
}

/// How games are put in order and into pages.
#[derive(Args, Default)]
pub(crate) struct Paging {
    /// By what the games are sorted
    #[arg(long, value_enum, default_value_t)]
    sort: SortBy,

    /// The other way round
    #[arg(long)]
    reverse: bool,

    /// At most N games
    #[arg(long, value_name = "N")]
    pub(crate) limit: Option<u64>,

    /// Skips the first N games
    #[arg(long, value_name = "N", default_value_t)]
    pub(crate) offset: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum GameResult {
    White,
    Black,
    /// No winner
    None,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
enum SortBy {
    /// The order in which they came in
    #[default]
    Id,
    /// When they were played
    Date,
    /// How many plies they have
    Length,
}

impl Paging {
    /// Puts the order and the page into a filter; `usual` is the direction without `--reverse`.
    pub(crate) fn apply(&self, filter: &mut Filter, usual: Order) {
        filter.sort = match self.sort {
            SortBy::Id => Sort::Id,
            SortBy::Date => Sort::Date,
            SortBy::Length => Sort::Length,
        };
        filter.order = match (usual, self.reverse) {
            (Order::Ascending, false) | (Order::Descending, true) => Order::Ascending,
            _ => Order::Descending,
        };
        (filter.limit, filter.offset) = (self.limit, self.offset);
    }
}

impl Select {
    /// Whether nothing is asked for, which means all games.
    pub(crate) fn is_all(&self) -> anyhow::Result<bool> {
        Ok(self.filter()? == Filter::default())
    }

    /// The filter that says the same.
    pub(crate) fn filter(&self) -> anyhow::Result<Filter> {
        let since = self.since.as_deref().map(read_day).transpose().context("--since")?;
        let until = self.until.as_deref().map(read_day).transpose().context("--until")?;
        let winner = match (self.result, &self.won_by) {
            (Some(GameResult::White), _) => Some(WinnerFilter::Side(Color::White)),
            (Some(GameResult::Black), _) => Some(WinnerFilter::Side(Color::Black)),
            (Some(GameResult::None), _) => Some(WinnerFilter::Undecided),
            (None, name) => name.clone().map(WinnerFilter::Player),
        };
        Ok(Filter {
            ids: self.ids.iter().flat_map(|range| (range.first..=range.last).map(GameId)).collect(),
            players: self.player.clone(),
            white: self.white.clone(),
            black: self.black.clone(),
            winner,
            min_plies: self.min_plies,
            max_plies: self.max_plies,
            since,
            // The day itself is meant too.
            until: until.map(|day| day.saturating_add(Duration::DAY)),
            opening: self.opening.clone(),
            event: self.event.clone(),
            source: self.source,
            ending: self.ending,
            run: self.run.map(RunId),
            ..Filter::default()
        })
    }
}

/// The games of a filter. A single id that does not exist is an error.
pub(super) fn existing(store: &Store, filter: &Filter) -> anyhow::Result<Vec<GameId>> {
    let ids = store.ids(filter)?;
    match filter.ids.as_slice() {
        [only] if ids.is_empty() => {
            store.game(*only)?;
        }
        _ => {}
    }
    Ok(ids)
}

/// Names as a sentence lists them, in quotes where a shell needs them: `match, 'no moves' or stall`.
fn either(names: &[impl ToString]) -> String {
    let quoted = |name: String| if name.contains(' ') { format!("'{name}'") } else { name };
    let names: Vec<String> = names.iter().map(ToString::to_string).map(quoted).collect();
    match names.as_slice() {
        [others @ .., last] if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        names => names.concat(),
    }
}

fn read_day(text: &str) -> anyhow::Result<OffsetDateTime> {
    let parts: Vec<&str> = text.split('-').collect();
    let read = || {
        let &[year, month, day] = parts.as_slice() else { return None };
        let month = month.parse::<u8>().ok().and_then(|month| time::Month::try_from(month).ok())?;
        Date::from_calendar_date(year.parse().ok()?, month, day.parse().ok()?).ok()
    };
    match read() {
        Some(date) => Ok(OffsetDateTime::new_utc(date, Time::MIDNIGHT)),
        None => bail!("{text:?} is no day such as 2026-11-15"),
    }
}

/// The most games of a range, because they are listed one by one.
const LONGEST_RANGE: i64 = 1_000_000;

fn number(digits: &str) -> Option<i64> {
    digits.parse().ok().filter(|&number| number > 0)
}

/// Reads the number of a game.
pub(super) fn read_id(text: &str) -> Result<GameId, String> {
    number(text).map(GameId).ok_or_else(|| "a game's number is written like 12".to_owned())
}

/// `12`, or `20-25`.
#[derive(Clone, Copy)]
struct IdRange {
    first: i64,
    last: i64,
}

impl FromStr for IdRange {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        match (number(first), number(last)) {
            (Some(first), Some(last)) if first > last => {
                Err(format!("the range is reversed: write {last}-{first}"))
            }
            (Some(first), Some(last)) if last - first >= LONGEST_RANGE => {
                Err(format!("a range has {LONGEST_RANGE} games at most"))
            }
            (Some(first), Some(last)) => Ok(Self { first, last }),
            _ => Err("a game's number is written like 12, several like 20-25".to_owned()),
        }
    }
}
