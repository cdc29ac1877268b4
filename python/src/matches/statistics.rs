//! Elo, sequential tests and ratings of results, wherever they come from.

use arena::statistics::elo::likelihood_of_superiority;
use arena::statistics::{
    Anchor, BradleyTerry, Crosstable, EloEstimate, EloModel, PairTally, Rating, Sprt, SprtParameters,
    SprtVerdict,
};
use otrera_python_macros::catch_panics;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::error::raised;
use crate::limits::count;
use crate::results::result;

/// The most pairs of a tally: their games are counted in 64 bits.
const MOST_PAIRS: u64 = 1 << 40;

/// The Elo model of a name.
fn model_of(name: &str) -> PyResult<EloModel> {
    match name {
        "logistic" => Ok(EloModel::Logistic),
        "normalized" => Ok(EloModel::Normalized),
        other => Err(raised(format!("model is \"logistic\" or \"normalized\", not {other:?}"))),
    }
}

/// Pairs of games in swapped colours.
fn pairs(
    won_both: &Bound<'_, PyAny>,
    split: &Bound<'_, PyAny>,
    lost_both: &Bound<'_, PyAny>,
) -> PyResult<PairTally> {
    Ok(PairTally {
        won_both: count("won_both", won_both, 0, MOST_PAIRS)?,
        split: count("split", split, 0, MOST_PAIRS)?,
        lost_both: count("lost_both", lost_both, 0, MOST_PAIRS)?,
    })
}

/// An estimate as a Python object; None before the first pair.
pub(super) fn estimate<'py>(
    py: Python<'py>,
    estimate: Option<EloEstimate>,
    tally: &PairTally,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let Some(EloEstimate { elo, lower, upper }) = estimate else { return Ok(None) };
    let superiority = likelihood_of_superiority(tally);
    result!(py, "Elo", "elo": elo, "lower": lower, "upper": upper, "likelihood_of_superiority": superiority)
        .map(Some)
}

/// The difference in Elo of a player that won both games, one, or none of some pairs; None before the first pair.
///
/// A pair is two games from one opening in swapped colours. The interval holds with 95%; after nothing but wins the Elo and its
/// upper end are infinite. The model is `"logistic"`, from the expected score, or `"normalized"`, in standard deviations.
///
/// >>> import otrera
/// >>> print(otrera.elo(30, 50, 20))
/// +35 (-13 to +84)
#[catch_panics]
#[pyfunction]
#[pyo3(signature = (won_both, split, lost_both, *, model="logistic"))]
pub(super) fn elo<'py>(
    py: Python<'py>,
    won_both: &Bound<'py, PyAny>,
    split: &Bound<'py, PyAny>,
    lost_both: &Bound<'py, PyAny>,
    model: &str,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let tally = pairs(won_both, split, lost_both)?;
    let found = match model_of(model)? {
        EloModel::Logistic => EloEstimate::logistic(&tally),
        EloModel::Normalized => EloEstimate::normalized(&tally),
    };
    estimate(py, found, &tally)
}

/// A sequential probability ratio test: pairs are played until the difference is shown to be `elo1` rather than `elo0`, or the
/// other way round.
///
/// `alpha` is how often `elo1` may be accepted where `elo0` is true, `beta` the reverse.
///
/// >>> from otrera import Sprt
/// >>> test = Sprt(0, 20)
/// >>> test.verdict(60, 40, 10)
/// 'elo1'
/// >>> test.verdict(3, 4, 3) is None
/// True
#[pyclass(name = "Sprt", module = "otrera", frozen)]
#[derive(Clone, Copy, Debug)]
pub(crate) struct PySprt(pub(super) Sprt);

#[catch_panics]
#[pymethods]
impl PySprt {
    #[new]
    #[pyo3(signature = (elo0=0.0, elo1=20.0, *, alpha=0.05, beta=0.05, model="logistic"))]
    fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64, model: &str) -> PyResult<Self> {
        let parameters = SprtParameters { model: model_of(model)?, elo0, elo1, alpha, beta };
        Sprt::new(parameters).map(Self).map_err(raised)
    }

    /// The difference that is not worth a change.
    #[getter]
    fn elo0(&self) -> f64 {
        self.0.parameters().elo0
    }

    /// The difference that is.
    #[getter]
    fn elo1(&self) -> f64 {
        self.0.parameters().elo1
    }

    /// How often elo1 may be accepted where elo0 is true.
    #[getter]
    fn alpha(&self) -> f64 {
        self.0.parameters().alpha
    }

    /// How often elo0 may be accepted where elo1 is true.
    #[getter]
    fn beta(&self) -> f64 {
        self.0.parameters().beta
    }

    /// Which Elo: `"logistic"` or `"normalized"`.
    #[getter]
    fn model(&self) -> &'static str {
        match self.0.parameters().model {
            EloModel::Logistic => "logistic",
            EloModel::Normalized => "normalized",
        }
    }

    /// The bounds of the log-likelihood ratio: elo0 is accepted at the lower one, elo1 at the upper one.
    #[getter]
    fn bounds(&self) -> (f64, f64) {
        (self.0.bounds().lower, self.0.bounds().upper)
    }

    /// The log-likelihood ratio of elo1 against elo0 after some pairs.
    fn llr(
        &self,
        won_both: &Bound<'_, PyAny>,
        split: &Bound<'_, PyAny>,
        lost_both: &Bound<'_, PyAny>,
    ) -> PyResult<f64> {
        Ok(self.0.llr(&pairs(won_both, split, lost_both)?))
    }

    /// `"elo0"` or `"elo1"`, whichever is accepted; None while more pairs are needed. It is to be asked after every pair, and
    /// the first answer is to be kept.
    fn verdict(
        &self,
        won_both: &Bound<'_, PyAny>,
        split: &Bound<'_, PyAny>,
        lost_both: &Bound<'_, PyAny>,
    ) -> PyResult<Option<&'static str>> {
        Ok(verdict(self.0.verdict(&pairs(won_both, split, lost_both)?)))
    }

    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<((f64, f64), Bound<'py, PyDict>)> {
        let keywords = PyDict::new(py);
        keywords.set_item("alpha", self.alpha()?)?;
        keywords.set_item("beta", self.beta()?)?;
        keywords.set_item("model", self.model()?)?;
        Ok(((self.elo0()?, self.elo1()?), keywords))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.get().0 == self.0)
    }

    fn __hash__(&self) -> PyResult<u64> {
        Ok(store::digest(self.__repr__()?.as_bytes()))
    }

    fn __repr__(&self) -> PyResult<String> {
        let model = self.model()?;
        let SprtParameters { elo0, elo1, alpha, beta, .. } = *self.0.parameters();
        Ok(format!("Sprt({elo0:?}, {elo1:?}, alpha={alpha:?}, beta={beta:?}, model='{model}')"))
    }
}

/// The name of a verdict.
pub(super) fn verdict(verdict: SprtVerdict) -> Option<&'static str> {
    match verdict {
        SprtVerdict::AcceptH0 => Some("elo0"),
        SprtVerdict::AcceptH1 => Some("elo1"),
        SprtVerdict::Undecided => None,
    }
}

/// Ratings in Elo around a mean of zero, from the wins of each player (row) against each other (column).
///
/// The model is that of Bradley and Terry, with a weak prior that keeps the rating of a player who won or lost everything
/// finite.
///
/// >>> import otrera
/// >>> [round(rating.elo) for rating in otrera.ratings([[0, 8], [2, 0]])]
/// [112, -112]
#[catch_panics]
#[pyfunction]
pub(super) fn ratings<'py>(py: Python<'py>, wins: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyTuple>> {
    let rows = wins.try_iter()?.collect::<PyResult<Vec<_>>>()?;
    let mut table = Crosstable::new(rows.len());
    for (player, row) in rows.iter().enumerate() {
        let cells = row.try_iter()?.collect::<PyResult<Vec<_>>>()?;
        if cells.len() != rows.len() {
            let (found, wanted) = (cells.len(), rows.len());
            return Err(raised(format!(
                "wins must be square: row {player} has {found} numbers, there are {wanted} rows"
            )));
        }
        for (opponent, cell) in cells.iter().enumerate() {
            let games = count("wins", cell, 0, MOST_PAIRS)?;
            match (player == opponent, games) {
                (true, 0) => {}
                (true, _) => return Err(raised(format!("player {player} has {games} wins against itself"))),
                (false, _) => table.add_wins(player, opponent, games),
            }
        }
    }
    rated(py, &table)
}

/// The ratings of a crosstable.
pub(super) fn rated<'py>(py: Python<'py>, table: &Crosstable) -> PyResult<Bound<'py, PyTuple>> {
    let model = BradleyTerry { anchor: Anchor::Mean, ..BradleyTerry::default() };
    let fitted = model.fit(table).map_err(raised)?;
    let rating = |&Rating { elo, standard_error }: &Rating| result!(py, "Rating", "elo": elo, "standard_error": standard_error);
    PyTuple::new(py, fitted.iter().map(rating).collect::<PyResult<Vec<_>>>()?)
}
