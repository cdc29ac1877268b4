//! A contest from the arguments of Python: the texts of a [`ContestSpec`], with the defaults of the command line.

use amazons::Game;
use amazons::notation::{MoveLine, MoveNotation};
use arena::statistics::SprtParameters;
use arena::{Contest, ContestKind, ContestSpec, TimeControl};
use pyo3::prelude::*;
use pyo3::types::PyString;
use thought::format_duration;

use super::statistics::PySprt;
use crate::error::raised;
use crate::limits;
use crate::players::PyPlayer;
use crate::rules::arguments::wrong_type;
use crate::rules::game::PyGame;
use crate::rules::position::PyPosition;

/// The keywords that a match and a tournament have in common, as Python gave them.
pub(super) struct Arguments<'a, 'py> {
    pub(super) time: Option<&'a Bound<'py, PyAny>>,
    pub(super) nodes: Option<&'a Bound<'py, PyAny>>,
    pub(super) playouts: Option<&'a Bound<'py, PyAny>>,
    pub(super) depth: Option<&'a Bound<'py, PyAny>>,
    pub(super) clock: Option<&'a str>,
    pub(super) start: Option<&'a Bound<'py, PyPosition>>,
    pub(super) openings: Option<&'a Bound<'py, PyAny>>,
    pub(super) seed: Option<&'a Bound<'py, PyAny>>,
    pub(super) adjudicate: bool,
    pub(super) time_margin: Option<&'a Bound<'py, PyAny>>,
}

impl Arguments<'_, '_> {
    /// The contest of some players.
    pub(super) fn contest(
        &self,
        kind: ContestKind,
        players: Vec<String>,
        games: u64,
        sprt: Option<SprtParameters>,
    ) -> PyResult<Contest> {
        let mut spec = ContestSpec::new(kind, players, games);
        spec.start = self.start.map(|start| start.get().0.to_setup().to_fen());
        spec.time_control = self.time_control()?;
        let margin = self.time_margin.map(|margin| limits::seconds("time_margin", margin)).transpose()?;
        spec.margin = margin.map(format_duration);
        spec.adjudicate = self.adjudicate;
        // As on the command line.
        spec.seed = self.seed.map_or(Ok(1), |seed| limits::count("seed", seed, 0, u64::MAX))?;
        spec.sprt = sprt;
        match self.openings.map(|openings| (openings, openings.cast::<PyString>())) {
            None => {}
            Some((_, Ok(source))) => spec.openings = Some(source.to_cow()?.into_owned()),
            Some((games, Err(_))) => {
                // As a file of this name with the games in it.
                (spec.openings, spec.openings_text) = (Some("given".to_owned()), Some(lines(games)?));
            }
        }
        spec.build().map_err(raised)
    }

    fn time_control(&self) -> PyResult<Option<String>> {
        let mut control = TimeControl::default();
        if let Some(text) = self.clock {
            control = text.parse().map_err(raised)?;
            if control.clock.is_none() {
                return Err(raised(format!("expected a clock such as 60s+0.5s, found {text:?}")));
            }
        }
        control.limits = limits::limits(self.time, self.nodes, self.playouts, self.depth)?;
        Ok((!control.is_none()).then(|| control.to_string()))
    }
}

/// The spec of a player: its text, with a time control behind an @, or that of a `Player`.
pub(super) fn player(object: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(player) = object.cast::<PyPlayer>() {
        return Ok(player.get().contender().to_string());
    }
    match object.cast::<PyString>() {
        Ok(text) => Ok(text.to_cow()?.into_owned()),
        Err(_) => Err(wrong_type(object, "a player as a Player or its spec")),
    }
}

/// The test of an argument: an `Sprt`, or elo0 and elo1.
pub(super) fn sprt(object: &Bound<'_, PyAny>) -> PyResult<SprtParameters> {
    if let Ok(sprt) = object.cast::<PySprt>() {
        return Ok(*sprt.get().0.parameters());
    }
    let bounds = object.extract::<(f64, f64)>();
    let (elo0, elo1) = bounds.map_err(|_| wrong_type(object, "sprt as (elo0, elo1) or an Sprt"))?;
    Ok(SprtParameters { elo0, elo1, ..SprtParameters::default() })
}

/// Games and positions as lines of moves.
fn lines(object: &Bound<'_, PyAny>) -> PyResult<String> {
    let expected = "openings as a text or a list of Game and Position";
    let items = object.try_iter().map_err(|_| wrong_type(object, expected))?;
    let mut lines = String::new();
    for item in items {
        let item = item?;
        let game = if let Ok(game) = item.cast::<PyGame>() {
            game.try_borrow()?.game.clone()
        } else if let Ok(position) = item.cast::<PyPosition>() {
            Game::new(position.get().0)
        } else {
            return Err(wrong_type(&item, expected));
        };
        lines += &format!("{}\n", MoveLine { game: &game, notation: MoveNotation::Print });
    }
    Ok(lines)
}
