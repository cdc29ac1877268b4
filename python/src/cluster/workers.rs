//! Workers that are an object of Python: their methods are called with the interpreter's lock, which the head does not hold.

use std::cell::RefCell;
use std::rc::Rc;

use agents::Contender;
use arena::{EndedUnit, Unit, UnitError, UnitOutcome, UnitSize, Workers, WorkersError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

/// An exception of a callback or a method, to be raised when the head has ended.
pub(super) type Raised = Rc<RefCell<Option<PyErr>>>;

/// Mebibytes that a worker takes besides the tables of its players: the interpreter, Ray and this module.
const PROCESS_MIB: usize = 256;

/// An object with the methods of `otrera.cluster.Workers`.
pub(super) struct PyWorkers {
    object: Py<PyAny>,
    raised: Raised,
    unit_size: UnitSize,
    /// Units that are out.
    out: usize,
}

impl PyWorkers {
    /// Reads the size of units, once.
    pub(super) fn new(object: &Bound<'_, PyAny>, raised: Raised) -> PyResult<Self> {
        let seconds: f64 = object.getattr("unit_seconds")?.extract()?;
        Ok(Self { object: object.clone().unbind(), raised, unit_size: UnitSize::Seconds(seconds), out: 0 })
    }

    /// Calls a method, unless there was an exception before.
    fn call<T>(
        &self,
        method: impl FnOnce(Python<'_>, &Bound<'_, PyAny>) -> PyResult<T>,
    ) -> Result<T, WorkersError> {
        if let Some(error) = self.raised.borrow().as_ref() {
            return Err(WorkersError::Cluster(error.to_string()));
        }
        Python::attach(|py| py.check_signals().and_then(|()| method(py, self.object.bind(py)))).map_err(
            |error| {
                let words = error.to_string();
                *self.raised.borrow_mut() = Some(error);
                WorkersError::Cluster(words)
            },
        )
    }
}

impl PyWorkers {
    /// Calls a method also after an exception: units that no caller waits for would use the cluster.
    fn call_always(&self, method: &str) {
        let called = Python::attach(|py| self.object.bind(py).call_method0(method).map(drop));
        if let Err(error) = called {
            self.raised.borrow_mut().get_or_insert(error);
        }
    }
}

impl Workers for PyWorkers {
    fn width(&mut self) -> usize {
        // An exception is told by the next method that can fail.
        self.call(|_, object| object.call_method0("width")?.extract()).unwrap_or(1)
    }

    fn unit_size(&self) -> UnitSize {
        self.unit_size
    }

    fn submit(&mut self, number: u64, unit: &Unit) -> Result<(), WorkersError> {
        let (cores, memory) = needs(unit);
        self.call(|_, object| {
            object.call_method1("submit", (number, unit.to_json(), cores, memory)).map(drop)
        })?;
        self.out += 1;
        Ok(())
    }

    fn next(&mut self) -> Result<Option<EndedUnit>, WorkersError> {
        if self.out == 0 {
            return Ok(None);
        }
        let ended = self.call(|_, object| {
            let ended: Option<(u64, Bound<'_, PyAny>, f64)> = object.call_method0("next")?.extract()?;
            let Some((number, result, seconds)) = ended else { return Ok(None) };
            let outcome = match result.cast::<PyString>() {
                Ok(words) => UnitOutcome::Failed(UnitError::Elsewhere(words.to_string())),
                Err(_) => UnitOutcome::Result(result.cast::<PyBytes>()?.as_bytes().to_vec()),
            };
            Ok(Some(EndedUnit { number, outcome, seconds }))
        })?;
        self.out -= 1;
        Ok(ended)
    }

    fn cancel(&mut self) {
        self.call_always("cancel");
    }

    fn end(&mut self) {
        self.call_always("end");
        self.out = 0;
    }
}

/// The cores and bytes that a unit needs: a game has an agent of each side, of which one searches at a time.
fn needs(unit: &Unit) -> (usize, u64) {
    let players = &unit.plan.players;
    let cores = players.iter().map(|player| player.contender.threads()).max().unwrap_or(1);
    let mebibytes = |contender: &Contender| match contender {
        Contender::Player(spec) => spec.hash().unwrap_or(0),
        Contender::Program(_) => 0,
    };
    let games = unit.games.iter().map(|game| [game.white, game.black]);
    let tables =
        games.map(|sides| sides.map(|side| mebibytes(&players[side].contender)).iter().sum::<usize>());
    (cores.max(1), ((PROCESS_MIB + tables.max().unwrap_or(0)) as u64) << 20)
}
