//! Lists and statistics of games, as Python objects.

use amazons::Color;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use store::{Explored, ExploredMove, GameSummary, Lengths, PlayerStats, Run, Stats};

use super::moment;
use crate::results::result;
use crate::rules::mv::PyMove;

pub(super) fn game<'py>(py: Python<'py>, game: &GameSummary) -> PyResult<Bound<'py, PyAny>> {
    result!(py, "GameSummary",
        "id": game.id.0,
        "white": &game.players.white,
        "black": &game.players.black,
        "winner": game.winner.map(Color::name),
        "ending": game.ending.name(),
        "plies": game.plies,
        "board": &game.board,
        "source": game.source.name(),
        "event": game.event.as_deref(),
        "opening": game.opening.as_deref(),
        "played_at": moment::to_python(py, game.played_at)?,
        "run": game.run.map(|slot| slot.run.0),
        "number": game.run.map(|slot| slot.slot),
        "seed": game.run.map(|slot| slot.seed),
        "title": game.title.as_deref(),
        "tags": PyTuple::new(py, &game.tags)?,
    )
}

pub(super) fn run<'py>(py: Python<'py>, run: &Run) -> PyResult<Bound<'py, PyAny>> {
    result!(py, "Run",
        "id": run.id.0,
        "kind": &run.kind,
        "conditions": &run.conditions,
        "begun": moment::to_python(py, Some(run.begun))?,
        "finished": moment::to_python(py, run.finished)?,
        "games": run.games,
    )
}

pub(super) fn stats<'py>(py: Python<'py>, stats: &Stats) -> PyResult<Bound<'py, PyAny>> {
    let (endings, sources) = (PyDict::new(py), PyDict::new(py));
    stats.endings.iter().try_for_each(|(ending, count)| endings.set_item(ending.name(), count))?;
    stats.sources.iter().try_for_each(|(source, count)| sources.set_item(source.name(), count))?;
    let lengths = |lengths: Lengths| {
        result!(py, "Lengths",
            "shortest": lengths.shortest,
            "longest": lengths.longest,
            "mean": lengths.mean,
            "median": lengths.median,
        )
    };
    let player = |player: &PlayerStats| {
        result!(py, "PlayerStats",
            "name": &player.name,
            "games_as_white": player.games.white,
            "games_as_black": player.games.black,
            "wins_as_white": player.wins.white,
            "wins_as_black": player.wins.black,
            "losses": player.losses,
        )
    };
    let players = stats.players.iter().map(player).collect::<PyResult<Vec<_>>>()?;
    result!(py, "Stats",
        "games": stats.games,
        "white_wins": stats.wins.white,
        "black_wins": stats.wins.black,
        "endings": endings,
        "sources": sources,
        "lengths": stats.lengths.map(lengths).transpose()?,
        "players": PyTuple::new(py, players)?,
    )
}

pub(super) fn explored<'py>(py: Python<'py>, explored: &Explored) -> PyResult<Bound<'py, PyAny>> {
    let mv = |mv: &ExploredMove| {
        result!(py, "ExploredMove",
            "move": PyMove(mv.mv),
            "games": mv.games,
            "white_wins": mv.wins.white,
            "black_wins": mv.wins.black,
        )
    };
    let moves = explored.moves.iter().map(mv).collect::<PyResult<Vec<_>>>()?;
    let examples = explored.examples.iter().map(|example| game(py, example));
    result!(py, "Explored",
        "games": explored.games,
        "white_wins": explored.wins.white,
        "black_wins": explored.wins.black,
        "moves": PyTuple::new(py, moves)?,
        "examples": PyTuple::new(py, examples.collect::<PyResult<Vec<_>>>()?)?,
    )
}
