//! How a contest stands: what is sent from its thread to Python.

use std::sync::Arc;

use arena::statistics::{Crosstable, EloEstimate, MatchTally};
use arena::{SprtState, Standings};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::statistics::{self, PySprt};
use crate::data::PyStore;
use crate::results::result;

/// What all results of a contest name.
pub(super) struct Identity {
    pub(super) players: Vec<String>,
    pub(super) store: Py<PyStore>,
    pub(super) run: i64,
}

/// The numbers of a contest after some games.
pub(super) struct Standing {
    played: u64,
    scheduled: u64,
    different: u64,
    tally: MatchTally,
    sprt: Option<SprtState>,
    table: Arc<Crosstable>,
}

impl Standing {
    pub(super) fn of(standings: &Standings) -> Self {
        Self {
            played: standings.games(),
            scheduled: standings.scheduled(),
            different: standings.different_games(),
            tally: standings.tally(0, 1),
            sprt: standings.sprt().copied(),
            table: Arc::new(standings.crosstable()),
        }
    }

    /// A `MatchResult`.
    pub(super) fn of_match<'py>(&self, py: Python<'py>, identity: &Identity) -> PyResult<Bound<'py, PyAny>> {
        let (games, pairs) = (self.tally.games(), self.tally.pairs);
        result!(py, "MatchResult",
            "players": PyTuple::new(py, &identity.players)?,
            "wins": games.wins,
            "losses": games.losses,
            "won_both": pairs.won_both,
            "split": pairs.split,
            "lost_both": pairs.lost_both,
            "elo": statistics::estimate(py, EloEstimate::logistic(&pairs), &pairs)?,
            "normalized_elo": statistics::estimate(py, EloEstimate::normalized(&pairs), &pairs)?,
            "sprt": self.sprt.map(|state| of_sprt(py, &state)).transpose()?,
            "scheduled": self.scheduled,
            "different_games": self.different,
            "store": identity.store.clone_ref(py),
            "run": identity.run,
        )
    }

    /// A `TournamentResult`.
    pub(super) fn of_tournament<'py>(
        &self,
        py: Python<'py>,
        identity: &Identity,
    ) -> PyResult<Bound<'py, PyAny>> {
        let players = self.table.players();
        let row = |player: usize| PyTuple::new(py, (0..players).map(|other| self.table.wins(player, other)));
        let wins = (0..players).map(row).collect::<PyResult<Vec<_>>>()?;
        result!(py, "TournamentResult",
            "players": PyTuple::new(py, &identity.players)?,
            "wins": PyTuple::new(py, wins)?,
            "ratings": statistics::rated(py, &self.table)?,
            "played": self.played,
            "scheduled": self.scheduled,
            "different_games": self.different,
            "store": identity.store.clone_ref(py),
            "run": identity.run,
        )
    }
}

/// A `SprtState`.
fn of_sprt<'py>(py: Python<'py>, state: &SprtState) -> PyResult<Bound<'py, PyAny>> {
    result!(py, "SprtState",
        "sprt": PySprt(state.sprt),
        "llr": state.llr(),
        "verdict": statistics::verdict(state.verdict),
        "won_both": state.pairs.won_both,
        "split": state.pairs.split,
        "lost_both": state.pairs.lost_both,
    )
}
