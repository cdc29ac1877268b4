//! Times, counts and limits as Python gives them.

use std::time::Duration;

use pyo3::prelude::*;
use thought::Limits;

use crate::error::raised;
use crate::rules::arguments::wrong_type;

/// The longest time, as `thought::parse_duration` has it.
const LONGEST: f64 = 86_400.0;

/// Seconds from 0 to a day.
pub(crate) fn seconds(name: &str, object: &Bound<'_, PyAny>) -> PyResult<Duration> {
    let expected = format!("{name} as a number of seconds");
    let seconds: f64 = object.extract().map_err(|_| wrong_type(object, &expected))?;
    // The comparison is false for what is not a number.
    if (0.0..=LONGEST).contains(&seconds) {
        Ok(Duration::from_secs_f64(seconds))
    } else {
        Err(raised(format!("{name} must be from 0 to {LONGEST} seconds, not {seconds}")))
    }
}

/// A whole number within bounds.
pub(crate) fn count(name: &str, object: &Bound<'_, PyAny>, least: u64, most: u64) -> PyResult<u64> {
    // The only overflow of an i128 is a number that is too large or too small as well.
    let number = match object.extract::<i128>() {
        Ok(number) => number,
        Err(error) if error.is_instance_of::<pyo3::exceptions::PyOverflowError>(object.py()) => {
            return Err(raised(format!("{name} must be from {least} to {most}, not {object}")));
        }
        Err(_) => return Err(wrong_type(object, &format!("{name} as a whole number"))),
    };
    let within = u64::try_from(number).ok().filter(|number| (least..=most).contains(number));
    within.ok_or_else(|| raised(format!("{name} must be from {least} to {most}, not {number}")))
}

/// The limits of a move that were given.
pub(crate) fn limits(
    time: Option<&Bound<'_, PyAny>>,
    nodes: Option<&Bound<'_, PyAny>>,
    playouts: Option<&Bound<'_, PyAny>>,
    depth: Option<&Bound<'_, PyAny>>,
) -> PyResult<Limits> {
    let number = |name: &str, object: Option<&Bound<'_, PyAny>>, most| {
        object.map(|object| count(name, object, 0, most)).transpose()
    };
    Ok(Limits {
        time: time.map(|time| seconds("time", time)).transpose()?,
        nodes: number("nodes", nodes, u64::MAX)?,
        playouts: number("playouts", playouts, u64::MAX)?,
        depth: number("depth", depth, u64::from(u32::MAX))?.map(|depth| depth as u32),
        clock: None,
    })
}
