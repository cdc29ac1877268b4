//! Times from and to Python.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use time::{Date, Duration, Month, OffsetDateTime, Time};

use crate::error::raised;
use crate::rules::arguments::wrong_type;

/// Which end of a day is meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum DayEnd {
    First,
    AfterLast,
}

/// The moment of a `datetime`, or an end of the day (in UTC) of a `date` or of a text such as `2026-11-15`.
pub(super) fn read(name: &str, object: &Bound<'_, PyAny>, end: DayEnd) -> PyResult<OffsetDateTime> {
    let expected = format!("{name} as a date, a datetime or a text such as '2026-11-15'");
    if object.hasattr("timestamp")? {
        // A datetime without a zone is in local time, as everywhere in Python.
        let seconds: f64 = object.call_method0("timestamp")?.extract()?;
        let moment = OffsetDateTime::from_unix_timestamp_nanos((seconds * 1e6).round() as i128 * 1_000);
        return moment.map_err(|error| raised(format!("{name}: {error}")));
    }
    let text = if object.is_instance_of::<PyString>() {
        object.extract::<String>()?
    } else if object.hasattr("isoformat")? {
        object.call_method0("isoformat")?.extract()?
    } else {
        return Err(wrong_type(object, &expected));
    };
    let date = day(&text).ok_or_else(|| raised(format!("{name}: {text:?} is no day such as 2026-11-15")))?;
    let midnight = OffsetDateTime::new_utc(date, Time::MIDNIGHT);
    Ok(if end == DayEnd::First { midnight } else { midnight.saturating_add(Duration::DAY) })
}

fn day(text: &str) -> Option<Date> {
    let parts: Vec<&str> = text.split('-').collect();
    let &[year, month, day] = parts.as_slice() else { return None };
    let month = Month::try_from(month.parse::<u8>().ok()?).ok()?;
    Date::from_calendar_date(year.parse().ok()?, month, day.parse().ok()?).ok()
}

/// Microseconds since 1970.
pub(super) fn micros(moment: OffsetDateTime) -> i64 {
    i64::try_from(moment.unix_timestamp_nanos() / 1_000).unwrap_or(i64::MAX)
}

/// A `datetime` in UTC.
pub(super) fn to_python<'py>(
    py: Python<'py>,
    moment: Option<OffsetDateTime>,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let Some(moment) = moment else { return Ok(None) };
    let datetime = py.import("datetime")?;
    let utc = datetime.getattr("timezone")?.getattr("utc")?;
    let epoch = datetime.getattr("datetime")?.call_method1("fromtimestamp", (0, utc))?;
    let fields = PyDict::new(py);
    fields.set_item("microseconds", micros(moment))?;
    let since = datetime.getattr("timedelta")?.call((), Some(&fields))?;
    epoch.add(since).map(Some)
}
