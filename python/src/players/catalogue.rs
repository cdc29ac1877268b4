//! The players by name, with their papers and parameters.

use agents::{Ability, PLAYERS, Parameter, Value};
use otrera_python_macros::catch_panics;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use thought::Limits;

use crate::results::result;

/// Every player of ours with its paper, its parameters and their defaults.
///
/// >>> import otrera
/// >>> [player.name for player in otrera.players()][:3]
/// ['otrera', 'uct-eval', 'random']
#[catch_panics]
#[pyfunction]
pub(super) fn players(py: Python<'_>) -> PyResult<Vec<Bound<'_, PyAny>>> {
    let describe = |player: &agents::PlayerInfo| {
        result!(py, "PlayerInfo",
            "name": player.name,
            "paper": player.paper,
            "summary": player.summary,
            "limits": limits_text(&player.limits),
            "abilities": abilities(py, &player.abilities())?,
            "parameters": parameters(py, &player.parameters())?,
        )
    };
    PLAYERS.iter().map(describe).collect()
}

/// The limits of a move in words.
fn limits_text(limits: &Limits) -> String {
    match arena::TimeControl::per_move(*limits) {
        none if none.is_none() => "its depth".to_owned(),
        some => some.to_string(),
    }
}

/// The names of abilities.
pub(super) fn abilities<'py>(py: Python<'py>, abilities: &[Ability]) -> PyResult<Bound<'py, PyTuple>> {
    PyTuple::new(py, abilities.iter().map(ToString::to_string))
}

/// Parameters with their values.
pub(super) fn parameters<'py>(py: Python<'py>, parameters: &[Parameter]) -> PyResult<Bound<'py, PyTuple>> {
    let describe = |parameter: &Parameter| {
        result!(py, "Parameter",
            "name": parameter.name,
            "value": value(py, &parameter.value)?,
            "allowed": parameter.kind.allowed(),
            "help": parameter.help,
        )
    };
    PyTuple::new(py, parameters.iter().map(describe).collect::<PyResult<Vec<_>>>()?)
}

/// The value as a number, or as the text by which it is set.
fn value<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Integer(number) => number.into_pyobject(py)?.into_any(),
        Value::Real(number) => number.into_pyobject(py)?.into_any(),
        other => other.to_string().into_pyobject(py)?.into_any(),
    })
}
