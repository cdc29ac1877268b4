//! Which games, as the keywords of Python: the filters of `otrera games list`.

use amazons::Color;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use store::{Filter, GameId, Order, RunId, Sort, Trash, WinnerFilter};

use super::moment::{self, DayEnd};
use crate::error::raised;
use crate::limits::count;
use crate::rules::arguments::wrong_type;

/// The filter of some keywords.
pub(super) fn read(keywords: Option<&Bound<'_, PyDict>>) -> PyResult<Filter> {
    let mut filter = Filter::default();
    let Some(keywords) = keywords else { return Ok(filter) };
    for (key, value) in keywords {
        let key: String = key.extract()?;
        if !value.is_none() {
            set(&mut filter, &key, &value)?;
        }
    }
    Ok(filter)
}

fn set(filter: &mut Filter, key: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
    let number = |most| count(key, value, 0, most);
    let id = || count(key, value, 0, i64::MAX.unsigned_abs()).map(u64::cast_signed);
    match key {
        "ids" => filter.ids = ids(value)?,
        "player" => filter.players = texts(key, value)?,
        "white" => filter.white = Some(text(key, value)?),
        "black" => filter.black = Some(text(key, value)?),
        "winner" => filter.winner = Some(winner(value)?),
        "won_by" => filter.winner = Some(WinnerFilter::Player(text(key, value)?)),
        "min_plies" => filter.min_plies = Some(number(u64::from(u32::MAX))? as u32),
        "max_plies" => filter.max_plies = Some(number(u64::from(u32::MAX))? as u32),
        "since" => filter.since = Some(moment::read(key, value, DayEnd::First)?),
        "until" => filter.until = Some(moment::read(key, value, DayEnd::AfterLast)?),
        "opening" => filter.opening = Some(text(key, value)?),
        "event" => filter.event = Some(text(key, value)?),
        "source" => filter.source = Some(text(key, value)?.parse().map_err(raised)?),
        "ending" => filter.ending = Some(text(key, value)?.parse().map_err(raised)?),
        "run" => filter.run = Some(RunId(id()?)),
        "tag" => filter.tag = Some(text(key, value)?),
        "text" => filter.text = Some(text(key, value)?),
        "board" => filter.board = Some(text(key, value)?),
        "trash" => filter.trash = if value.extract()? { Trash::Only } else { Trash::Excluded },
        "sort" => filter.sort = sort(&text(key, value)?)?,
        "reverse" => filter.order = if value.extract()? { Order::Descending } else { Order::Ascending },
        "limit" => filter.limit = Some(number(u64::MAX)?),
        "offset" => filter.offset = number(u64::MAX)?,
        _ => return Err(PyTypeError::new_err(format!("unexpected keyword {key:?} of a filter of games"))),
    }
    Ok(())
}

fn text(key: &str, value: &Bound<'_, PyAny>) -> PyResult<String> {
    value.extract().map_err(|_| wrong_type(value, &format!("{key} as a text")))
}

/// One text or several.
fn texts(key: &str, value: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    if value.is_instance_of::<PyString>() {
        return Ok(vec![text(key, value)?]);
    }
    value.extract().map_err(|_| wrong_type(value, &format!("{key} as a text or a list of texts")))
}

fn ids(value: &Bound<'_, PyAny>) -> PyResult<Vec<GameId>> {
    let most = i64::MAX.unsigned_abs();
    let id = |value: PyResult<Bound<'_, PyAny>>| Ok(GameId(count("ids", &value?, 0, most)?.cast_signed()));
    let ids: Vec<GameId> = value.try_iter()?.map(id).collect::<PyResult<_>>()?;
    // An empty list in a filter means all games, which is not what is asked for here.
    Ok(if ids.is_empty() { vec![GameId(0)] } else { ids })
}

fn winner(value: &Bound<'_, PyAny>) -> PyResult<WinnerFilter> {
    match text("winner", value)?.as_str() {
        "white" => Ok(WinnerFilter::Side(Color::White)),
        "black" => Ok(WinnerFilter::Side(Color::Black)),
        "none" => Ok(WinnerFilter::Undecided),
        other => Err(raised(format!(
            "winner is \"white\", \"black\" or \"none\", not {other:?}: games that a player has won are found by won_by"
        ))),
    }
}

fn sort(text: &str) -> PyResult<Sort> {
    match text {
        "id" => Ok(Sort::Id),
        "date" => Ok(Sort::Date),
        "length" => Ok(Sort::Length),
        other => Err(raised(format!("sort is \"id\", \"date\" or \"length\", not {other:?}"))),
    }
}
