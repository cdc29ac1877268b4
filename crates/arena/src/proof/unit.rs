//! A unit of a proof as data: the text of it, the text of its result, and the worker that runs it.
//!
//! | field | what |
//! |---|---|
//! | `format`, `version` | `"otrera unit"`, 1 |
//! | `kind` | `"proof"` |
//! | `program` | the version of the program |
//! | `fen` | the position: who wins it? |
//! | `positions` | the most positions to look at |
//! | `hash_mib` | the size of the table |
//!
//! The result is a line of JSON, `{"fen":...,"result":"win"|"loss"|"undecided","positions":N}`, for the side to move, and after it
//! lines of a file of verdicts. A worker without a past gives the same bytes every time.

use amazons::{Narrow, Position, Setup, Size};
use serde::{Deserialize, Serialize};
use solver::{SmallSolver, SmallSolverError, UnitProof};
use thought::Control;

use crate::unit::{UNIT_VERSION, UnitError};

/// What a unit of a proof is called.
pub(crate) const PROOF: &str = "proof";

const FORMAT: &str = "otrera unit";
const PROGRAM: &str = env!("CARGO_PKG_VERSION");

/// A position to be decided.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProofUnit {
    format: String,
    version: u64,
    kind: String,
    program: String,
    /// The position.
    pub fen: String,
    /// The most positions to look at.
    pub positions: u64,
    /// The size of the table.
    pub hash_mib: u32,
}

/// What came of a unit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProofUnitResult {
    /// Whether the side to move wins; `None` where the budget was used up first.
    pub is_win: Option<bool>,
    /// Positions looked at.
    pub positions: u64,
    /// Lines of a file of verdicts.
    pub verdicts: Vec<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FirstLine {
    fen: String,
    result: String,
    positions: u64,
}

impl ProofUnit {
    /// A unit.
    #[must_use]
    pub fn new(fen: String, positions: u64, hash_mib: u32) -> Self {
        let (format, kind, program) = (FORMAT.to_owned(), PROOF.to_owned(), PROGRAM.to_owned());
        Self { format, version: UNIT_VERSION, kind, program, fen, positions, hash_mib }
    }

    /// Its text.
    ///
    /// # Panics
    /// Never: the fields are texts and numbers.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("texts and numbers can be written")
    }

    /// Reads a unit.
    ///
    /// # Errors
    /// When it is no unit of a proof, or of another version.
    pub fn from_json(json: &str) -> Result<Self, UnitError> {
        let unit: Self = serde_json::from_str(json).map_err(|error| UnitError::Text(error.to_string()))?;
        if unit.format != FORMAT || unit.kind != PROOF {
            return Err(UnitError::Text(format!("expected a unit of kind {PROOF:?}, found {:?}", unit.kind)));
        }
        if unit.version != UNIT_VERSION {
            return Err(UnitError::Version(unit.version));
        }
        if unit.program != PROGRAM {
            return Err(UnitError::Program { wanted: unit.program, found: PROGRAM });
        }
        Ok(unit)
    }

    /// Its position.
    fn position(&self) -> Result<Position<Narrow>, UnitError> {
        let setup = Setup::from_fen(&self.fen).map_err(|error| field("fen", &error))?;
        let board = Narrow::new(setup.size).ok_or_else(|| field("fen", &"the board is too large"))?;
        Position::on_board(board, &setup).map_err(|error| field("fen", &error))
    }

    fn write_result(&self, proof: &UnitProof) -> String {
        let result = match proof.is_win {
            Some(true) => "win",
            Some(false) => "loss",
            None => "undecided",
        };
        let first =
            FirstLine { fen: self.fen.clone(), result: result.to_owned(), positions: proof.positions };
        let mut text = serde_json::to_string(&first).expect("texts and numbers can be written") + "\n";
        for line in &proof.verdicts {
            text += line;
            text.push('\n');
        }
        text
    }

    /// Reads the result of this unit.
    ///
    /// # Errors
    /// When it is cut, or of another unit.
    pub fn read_result(&self, text: &str) -> Result<ProofUnitResult, UnitError> {
        let fault = |what: &str| UnitError::Result(what.to_owned());
        if !text.ends_with('\n') {
            return Err(fault("it is cut"));
        }
        let mut lines = text.lines();
        let first = lines.next().ok_or_else(|| fault("it is empty"))?;
        let first: FirstLine = serde_json::from_str(first).map_err(|error| fault(&error.to_string()))?;
        if first.fen != self.fen {
            return Err(fault("it is of another position"));
        }
        let is_win = match first.result.as_str() {
            "win" => Some(true),
            "loss" => Some(false),
            "undecided" => None,
            _ => return Err(fault("expected win, loss or undecided")),
        };
        Ok(ProofUnitResult {
            is_win,
            positions: first.positions,
            verdicts: lines.map(str::to_owned).collect(),
        })
    }
}

fn field(name: &str, what: &dyn std::fmt::Display) -> UnitError {
    UnitError::Field { field: name.to_owned(), what: what.to_string() }
}

/// Runs units of a proof, with a table that it keeps from unit to unit.
#[derive(Default)]
pub struct ProofWorker {
    solver: Option<(Size, u32, SmallSolver)>,
    known: String,
}

impl ProofWorker {
    /// A worker that knows some verdicts: lines of a file of verdicts, without its first line.
    #[must_use]
    pub fn new(known: String) -> Self {
        Self { solver: None, known }
    }

    /// Runs a unit; the text of its result.
    ///
    /// # Errors
    /// When the position cannot be proven here, or the control stopped it ([`UnitError::Stopped`]).
    pub fn run(&mut self, unit: &ProofUnit, control: &Control) -> Result<String, UnitError> {
        let position = unit.position()?;
        let size = Setup::from_fen(&unit.fen).map_err(|error| field("fen", &error))?.size;
        let solver = self.solver(size, unit.hash_mib)?;
        let proof = solver.prove_unit(&position, unit.positions, control);
        let proof = proof.map_err(|error| field("fen", &error))?;
        if proof.is_win.is_none() && control.is_stopped() {
            return Err(UnitError::Stopped);
        }
        Ok(unit.write_result(&proof))
    }

    fn solver(&mut self, size: Size, hash_mib: u32) -> Result<&mut SmallSolver, UnitError> {
        let is_same = self.solver.as_ref().is_some_and(|own| (own.0, own.1) == (size, hash_mib));
        if !is_same {
            self.solver = None;
            let solver = SmallSolver::new(size, (hash_mib as usize) << 20);
            let mut solver = solver.map_err(|error| match error {
                SmallSolverError::Large(_) => field("fen", &error),
                _ => field("hash_mib", &error),
            })?;
            let learnt = solver.learn(&self.known);
            learnt.map_err(|line| UnitError::Text(format!("{line:?} is no verdict of {size}")))?;
            self.solver = Some((size, hash_mib, solver));
        }
        Ok(&mut self.solver.as_mut().expect("it was made").2)
    }
}
