//! The evaluations of the papers and the flagship's, for many positions at once.

use std::collections::HashMap;

use amazons::{AnyPosition, Board, Color, Position, Size, Visitor};
use eval::{Breakdown, Eval, Evaluation, MapCache, Siblings};
use numpy::{IntoPyArray, PyArray1};
use otrera_python_macros::catch_panics;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use thought::Control;

use crate::batch::PyBatch;
use crate::error::raised;
use crate::interrupt;
use crate::results::result;
use crate::rules::arguments::wrong_type;
use crate::rules::position::PyPosition;

/// Positions that are evaluated before Ctrl-C is looked at.
const CHUNK: usize = 1_024;

/// Adds the functions to the module.
pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(evaluate, module)?)?;
    module.add_function(wrap_pyfunction!(breakdown, module)?)?;
    module.add_function(wrap_pyfunction!(evaluations, module)?)
}

/// The evaluation of a text: a name, or `net:FILE`.
fn read(text: &str) -> PyResult<Eval> {
    Eval::with_files(text).map_err(raised)
}

/// The positions of a batch or of anything that yields positions.
fn positions_of(object: &Bound<'_, PyAny>) -> PyResult<Vec<AnyPosition>> {
    if let Ok(batch) = object.cast::<PyBatch>() {
        return Ok(batch.try_borrow()?.any_positions());
    }
    let expected = "positions in a list or a Batch";
    let items = object.try_iter().map_err(|_| wrong_type(object, expected))?;
    items
        .map(|item| {
            let item = item?;
            let position = item.cast::<PyPosition>().map_err(|_| wrong_type(&item, expected))?;
            Ok(position.get().0)
        })
        .collect()
}

/// The values of positions to White, in the evaluation's own unit, as an array of float64.
///
/// The evaluation is one of `otrera.evaluations()`, or `net:FILE` for a network in a file. Positions with equal numbers of
/// amazons and empty squares are evaluated together, wherever they stand in the list. The value of a finished game has no
/// meaning.
///
/// >>> import otrera
/// >>> start = otrera.Position()
/// >>> values = otrera.evaluate([start, start.play("d1-d7/g7")], "territory")
/// >>> values.shape, bool(values[1] > values[0])
/// ((2,), True)
#[catch_panics]
#[pyfunction]
#[pyo3(signature = (positions, evaluation="otrera"))]
fn evaluate<'py>(
    py: Python<'py>,
    positions: &Bound<'py, PyAny>,
    evaluation: &str,
) -> PyResult<Bound<'py, PyArray1<f64>>> {
    let eval = read(evaluation)?;
    let positions = positions_of(positions)?;
    positions.iter().try_for_each(|position| eval.check_board(position.size())).map_err(raised)?;
    let control = Control::new();
    let stopped = control.clone();
    let values = interrupt::run(py, || control.stop(), move || values(&eval, &positions, &stopped))?;
    Ok(values.into_pyarray(py))
}

/// The values to White. After a stop the rest is 0, and is not returned to Python.
fn values(eval: &Eval, positions: &[AnyPosition], stop: &Control) -> Vec<f64> {
    let mut alike: HashMap<(Size, [u32; 3]), Vec<usize>> = HashMap::new();
    for (index, position) in positions.iter().enumerate() {
        alike.entry((position.size(), position.visit(Counts))).or_default().push(index);
    }
    let mut all = vec![0.0; positions.len()];
    for indices in alike.values() {
        for chunk in indices.chunks(CHUNK) {
            if stop.is_stopped() {
                return all;
            }
            let first = &positions[chunk[0]];
            let values = first.visit(Values { eval, positions, chunk });
            for (&index, value) in chunk.iter().zip(values) {
                all[index] = if positions[index].turn() == Color::White { value } else { -value };
            }
        }
    }
    all
}

/// The amazons of the side to move and of the other, and the empty squares: positions with equal ones are evaluated together.
struct Counts;

impl Visitor for Counts {
    type Output = [u32; 3];

    fn visit<B: Board>(self, position: &Position<B>) -> [u32; 3] {
        let turn = position.turn();
        [position.amazons(turn).count(), position.amazons(!turn).count(), position.empty().count()]
    }
}

/// The values of positions of one board to their sides to move.
struct Values<'a> {
    eval: &'a Eval,
    positions: &'a [AnyPosition],
    chunk: &'a [usize],
}

impl Visitor for Values<'_> {
    type Output = Vec<f64>;

    fn visit<B: Board>(self, _first: &Position<B>) -> Vec<f64> {
        struct Cast<B>(std::marker::PhantomData<B>);
        impl<B: Board> Visitor for Cast<B> {
            type Output = Option<Position<B>>;

            fn visit<Of: Board>(self, position: &Position<Of>) -> Option<Position<B>> {
                (position as &dyn std::any::Any).downcast_ref().copied()
            }
        }
        let cast = |&index: &usize| self.positions[index].visit(Cast::<B>(std::marker::PhantomData));
        let positions: Vec<Position<B>> = self.chunk.iter().filter_map(cast).collect();
        let mut values = Vec::new();
        self.eval.values(Siblings::List(&positions), &mut values);
        values
    }
}

/// The terms of the value of a position, for White.
///
/// >>> import otrera
/// >>> parts = otrera.breakdown(otrera.Position(), "mgpeo")
/// >>> abs(parts.value - sum(term.weight * term.value for term in parts.terms)) < 1e-9
/// True
#[catch_panics]
#[pyfunction]
#[pyo3(signature = (position, evaluation="otrera"))]
fn breakdown<'py>(
    py: Python<'py>,
    position: &Bound<'py, PyPosition>,
    evaluation: &str,
) -> PyResult<Bound<'py, PyAny>> {
    struct Describe(Eval);
    impl Visitor for Describe {
        type Output = Breakdown;

        fn visit<B: Board>(self, position: &Position<B>) -> Breakdown {
            self.0.breakdown_with(&MapCache::new(position))
        }
    }
    let eval = read(evaluation)?;
    let position = position.get().0;
    eval.check_board(position.size()).map_err(raised)?;
    let sign = if position.turn() == Color::White { 1.0 } else { -1.0 };
    let name = eval.to_string();
    let found = interrupt::run(py, || {}, move || position.visit(Describe(eval)))?;
    let term = |term: &eval::Term| result!(py, "Term", "name": term.name, "value": term.value, "weight": sign * term.weight);
    let terms = found.terms.iter().map(term).collect::<PyResult<Vec<_>>>()?;
    result!(py, "Breakdown",
        "evaluation": name,
        "value": sign * found.value,
        "terms": PyTuple::new(py, terms)?,
    )
}

/// The evaluations by name, each with the paper that it comes from.
///
/// >>> import otrera
/// >>> otrera.evaluations()["lieberum"]
/// 'Lieberum 2005, linear mix (b)'
#[catch_panics]
#[pyfunction]
fn evaluations() -> std::collections::BTreeMap<&'static str, &'static str> {
    Eval::ALL.into_iter().map(|named| (named.name, named.source)).collect()
}
