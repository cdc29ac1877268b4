//! Evaluations by a neural network: those of THESIS, and others of the same form.
//!
//! - `representation`: a board as the numbers that a network reads;
//! - `perceptron`: the layers, and the value of an input;
//! - `kernels`: its two loops, vectorised;
//! - `file`: a network in a file, with where it comes from;
//! - `thesis`: the nine networks of THESIS that the program contains.

mod file;
#[allow(unsafe_code)]
mod kernels;
mod perceptron;
mod representation;
mod thesis;

use std::path::Path;
use std::sync::Arc;

use amazons::{Board, Color, Position, Size};

use crate::breakdown::{Breakdown, Term};
use crate::evaluator::Evaluation;

pub use file::{NetworkError, TrainingRecord};
pub use perceptron::{Layer, Perceptron};
pub use representation::{Input, Inputs, Representation};

/// A network that evaluates boards of at most 10x10 squares, with where it comes from.
#[derive(Clone, PartialEq, Debug)]
pub struct Network {
    /// What it reads of a board.
    pub representation: Representation,
    /// Its layers.
    pub perceptron: Perceptron,
    /// How it was trained.
    pub training: TrainingRecord,
}

impl Network {
    /// The largest board that a network reads: smaller ones are a part of it, the rest of which is blocked.
    pub const LARGEST: usize = representation::SIDE;

    /// The value of a position to White; 0 on a board that it cannot read.
    #[inline]
    #[must_use]
    pub fn white_value<B: Board>(&self, position: &Position<B>) -> f32 {
        if !NetworkEval::reads(position.board().size()) {
            return 0.0;
        }
        let mut inputs = Inputs::new();
        self.representation.encode(position, &mut inputs);
        self.perceptron.value(&inputs)
    }
}

/// A network as an evaluation, with the text that names it.
#[derive(Clone, Debug)]
pub struct NetworkEval(Source);

#[derive(Clone, Debug)]
enum Source {
    /// One of the nine of the thesis.
    Thesis(usize),
    /// Any other.
    Other { network: Arc<Network>, name: Arc<str> },
}

impl NetworkEval {
    /// The evaluation of a network in a file; its name is `net:` and the path.
    ///
    /// # Errors
    /// When the file cannot be read or holds no network.
    pub fn read(path: &Path) -> Result<Self, NetworkError> {
        let network = Network::read(path)?;
        Ok(Self::new(network, &format!("{NETWORK_PREFIX}{}", quoted(&path.to_string_lossy()))))
    }

    /// The evaluation of a network under a name.
    #[must_use]
    pub fn new(network: Network, name: &str) -> Self {
        Self(Source::Other { network: Arc::new(network), name: name.into() })
    }

    /// One of the nine networks of the thesis: units, mobility and bits, each with 40, 80 and 160 hidden units.
    pub(crate) const fn thesis(number: usize) -> Self {
        Self(Source::Thesis(number))
    }

    /// The text that names it.
    #[must_use]
    pub fn name(&self) -> &str {
        match &self.0 {
            Source::Thesis(number) => thesis::name(*number),
            Source::Other { name, .. } => name,
        }
    }

    /// The network.
    #[inline]
    #[must_use]
    pub fn network(&self) -> &Network {
        match &self.0 {
            Source::Thesis(number) => thesis::network(*number),
            Source::Other { network, .. } => network,
        }
    }

    /// Whether it can read a board of this size.
    #[must_use]
    pub fn reads(size: Size) -> bool {
        usize::from(size.columns().max(size.rows())) <= Network::LARGEST
    }
}

/// The prefix of a network that is named by its file.
pub(crate) const NETWORK_PREFIX: &str = "net:";

/// A path as it is written in a spec: in quotes if it has a character that means something there.
pub(crate) fn quoted(path: &str) -> String {
    if path.contains([',', '@', ' ']) { format!("\"{path}\"") } else { path.to_owned() }
}

impl PartialEq for NetworkEval {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Source::Thesis(one), Source::Thesis(other)) => one == other,
            _ => self.name() == other.name() && self.network() == other.network(),
        }
    }
}

impl Evaluation for NetworkEval {
    #[inline]
    fn value<B: Board>(&self, position: &Position<B>) -> f64 {
        let value = f64::from(self.network().white_value(position));
        if position.turn() == Color::White { value } else { -value }
    }

    fn breakdown<B: Board>(&self, position: &Position<B>) -> Breakdown {
        Breakdown::sum(vec![Term { name: "network", value: self.value(position), weight: 1.0 }])
    }
}
