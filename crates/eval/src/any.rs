//! All evaluations as one type, chosen by name.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use amazons::{Board, Position, Size};
use thiserror::Error;
use thought::{did_you_mean, nearest};

use crate::breakdown::Breakdown;
use crate::course::Course;
use crate::evaluator::Evaluation;
use crate::lieberum::{Lieberum, Mix};
use crate::map_cache::MapCache;
use crate::mgpeo::MgPeo;
use crate::mobility::{MoveCount, StepCount};
use crate::network::{NETWORK_PREFIX, Network, NetworkError, NetworkEval};
use crate::otrera::{NetError, Otrera, OtreraNet};
use crate::plain::{Loops, PlainMgPeo};
use crate::random::UniformRandom;
use crate::relative::RelativeTerritory;
use crate::siblings::Siblings;
use crate::territory::Territory;

/// One of the evaluations. Searches take this type, so that they are compiled once and not once for each.
#[derive(Clone, PartialEq, Debug)]
pub enum Eval {
    /// Minimal distance (THESIS) and TE (UCT-AB).
    Territory(Territory),
    /// RTE (UCT-AB).
    Relative(RelativeTerritory),
    /// ME (UCT-AB).
    Moves(MoveCount),
    /// EGREEDY's h.
    Steps(StepCount),
    /// The five terms of MG-PEO.
    MgPeo(MgPeo),
    /// The same by plain loops, on one thread or several.
    PlainMgPeo(PlainMgPeo),
    /// Lieberum's.
    Lieberum(Lieberum),
    /// COURSE's.
    Course(Course),
    /// The flagship's by counts alone.
    Otrera(Otrera),
    /// The flagship's by a network.
    OtreraNet(OtreraNet),
    /// Random values (THESIS).
    Random(UniformRandom),
    /// A network (THESIS).
    Network(NetworkEval),
}

/// A text that names no evaluation.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum EvalError {
    /// No evaluation has this name.
    #[error("unknown evaluation {name:?}{}; expected one of {}", did_you_mean(*.nearest), Eval::ALL.map(|named| named.name).join(", "))]
    Name {
        /// The name.
        name: String,
        /// The nearest one that exists.
        nearest: Option<&'static str>,
    },
    /// A file was named where none may be read.
    #[error(
        "{0:?} names a file, and files are read only for the command line: use one of the evaluations by name"
    )]
    FileRefused(String),
    /// A file that holds no network.
    #[error(transparent)]
    Network(#[from] NetworkError),
    /// A file that holds no network of the flagship.
    #[error(transparent)]
    Net(#[from] NetError),
    /// A path with a quote elsewhere than around all of it.
    #[error("{0:?} has a quote out of place: write net:\"a path\", of a path that has none in it")]
    Quote(String),
}

/// A board that an evaluation cannot read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{eval} reads boards of at most {0}x{0}, and this is {size}", Network::LARGEST)]
pub struct UnreadableBoard {
    /// The evaluation.
    pub eval: String,
    /// The size of the board.
    pub size: Size,
}

/// An evaluation with its name and where it comes from.
#[derive(Clone, Debug)]
pub struct NamedEval {
    /// The name by which users choose it.
    pub name: &'static str,
    /// The paper and its name there.
    pub source: &'static str,
    /// The evaluation with its paper's parameters.
    pub eval: Eval,
}

impl Eval {
    /// All evaluations.
    pub const ALL: [NamedEval; 24] = [
        named("mgpeo", "MG-PEO: five terms, weighted by stage", Self::MgPeo(MgPeo::DEFAULT)),
        named(
            "mgpeo-plain",
            "MG-PEO: the same by plain loops",
            Self::PlainMgPeo(PlainMgPeo { loops: Loops::Serial, like: MgPeo::DEFAULT }),
        ),
        named(
            "mgpeo-parallel",
            "MG-PEO: the same with its Parallel Evaluation",
            Self::PlainMgPeo(PlainMgPeo { loops: Loops::Parallel, like: MgPeo::DEFAULT }),
        ),
        named("territory", "UCT-AB: TE, territory with ties a fifth", Self::Territory(Territory::TE)),
        named("relative", "UCT-AB: RTE, relative territory", Self::Relative(RelativeTerritory)),
        named("mobility", "UCT-AB: ME, legal moves", Self::Moves(MoveCount)),
        named("steps", "EGREEDY: h, destinations of the amazons", Self::Steps(StepCount)),
        named(
            "mindist",
            "THESIS: minimal distance, territory with ties nothing",
            Self::Territory(Territory::MINIMAL_DISTANCE),
        ),
        named("lieberum", "Lieberum 2005, linear mix (b)", Self::Lieberum(Lieberum::new(Mix::Linear))),
        named("lieberum-a", "Lieberum 2005, logistic mix (a)", Self::Lieberum(Lieberum::new(Mix::Logistic))),
        named("course", "COURSE: mobility, territory, centrality", Self::Course(Course::HEURISTIC)),
        named("course-mcts", "COURSE: mobility and half the territory", Self::Course(Course::MCTS)),
        named(
            "otrera",
            "our own: squares by both sides' distances, amazons by steps, weights learnt from self-play",
            Self::Otrera(Otrera),
        ),
        named(
            "otrera-net",
            "our own: the same counts through two layers, learnt from a larger network",
            Self::OtreraNet(OtreraNet::IN_USE),
        ),
        named("random", "THESIS: uniform in [-0.5, 0.5]", Self::Random(UniformRandom { seed: 0 })),
        network("thesis-units-40", "THESIS: network UNITS, 40 hidden units", 0),
        network("thesis-units-80", "THESIS: network UNITS, 80 hidden units", 1),
        network("thesis-units-160", "THESIS: network UNITS, 160 hidden units", 2),
        network("thesis-mobility-40", "THESIS: network MOBILITY, 40 hidden units", 3),
        network("thesis-mobility-80", "THESIS: network MOBILITY, 80 hidden units", 4),
        network("thesis-mobility-160", "THESIS: network MOBILITY, 160 hidden units", 5),
        network("thesis-bits-40", "THESIS: network BITS, 40 hidden units", 6),
        network("thesis-bits-80", "THESIS: network BITS, 80 hidden units", 7),
        network("thesis-bits-160", "THESIS: network BITS, 160 hidden units", 8),
    ];

    /// The same evaluation with the seed of its random numbers, if it uses any.
    #[must_use]
    pub fn seeded(self, seed: u64) -> Self {
        match self {
            Self::Random(_) => Self::Random(UniformRandom { seed }),
            other => other,
        }
    }

    /// The same evaluation with other parameters of MG-PEO's five terms, if it uses them.
    #[must_use]
    pub fn with_mgpeo(self, terms: MgPeo) -> Self {
        match self {
            Self::MgPeo(_) => Self::MgPeo(terms),
            Self::PlainMgPeo(plain) => Self::PlainMgPeo(PlainMgPeo { like: terms, ..plain }),
            other => other,
        }
    }

    /// Whether its values depend on a seed.
    #[must_use]
    pub fn is_random(&self) -> bool {
        matches!(self, Self::Random(_))
    }

    /// Whether it can evaluate positions of a board of this size.
    #[must_use]
    pub fn reads(&self, size: Size) -> bool {
        !matches!(self, Self::Network(_)) || NetworkEval::reads(size)
    }

    /// Checks that it can evaluate positions of a board of this size.
    ///
    /// # Errors
    /// When it cannot.
    pub fn check_board(&self, size: Size) -> Result<(), UnreadableBoard> {
        if self.reads(size) { Ok(()) } else { Err(UnreadableBoard { eval: self.to_string(), size }) }
    }

    /// The evaluation of a name, or of a network in a file: `net:PATH`, with quotes around a path that has a comma, an @ or a
    /// space, and none in it. Only for texts of the user at the keyboard: others could learn which files there are.
    ///
    /// # Errors
    /// When it names no evaluation, or the file holds no network.
    pub fn with_files(text: &str) -> Result<Self, EvalError> {
        let Some(path) = text.strip_prefix(NETWORK_PREFIX) else { return text.parse() };
        let path = match path.strip_prefix('"') {
            Some(path) => path.strip_suffix('"').ok_or_else(|| EvalError::Quote(text.to_owned()))?,
            None => path,
        };
        if path.contains('"') {
            return Err(EvalError::Quote(text.to_owned()));
        }
        if OtreraNet::is_file(Path::new(path)) {
            return Ok(Self::OtreraNet(OtreraNet::read(Path::new(path))?));
        }
        Ok(Self::Network(NetworkEval::read(Path::new(path))?))
    }

    /// The name, if the evaluation has its paper's parameters.
    #[must_use]
    pub fn name(&self) -> Option<&'static str> {
        Self::ALL.into_iter().find(|named| named.eval == *self).map(|named| named.name)
    }
}

const fn network(name: &'static str, source: &'static str, number: usize) -> NamedEval {
    named(name, source, Eval::Network(NetworkEval::thesis(number)))
}

const fn named(name: &'static str, source: &'static str, eval: Eval) -> NamedEval {
    NamedEval { name, source, eval }
}

impl FromStr for Eval {
    type Err = EvalError;

    fn from_str(name: &str) -> Result<Self, EvalError> {
        if name.starts_with(NETWORK_PREFIX) {
            return Err(EvalError::FileRefused(name.to_owned()));
        }
        let found = Self::ALL.into_iter().find(|named| named.name == name);
        found.map(|named| named.eval).ok_or_else(|| EvalError::Name {
            name: name.to_owned(),
            nearest: nearest(name, Self::ALL.map(|named| named.name)),
        })
    }
}

impl fmt::Display for Eval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Network(network) => f.pad(network.name()),
            Self::OtreraNet(network) => f.pad(network.name()),
            other => f.pad(other.name().unwrap_or("custom")),
        }
    }
}

/// Runs an expression on the evaluation inside.
macro_rules! on_eval {
    ($any:expr, $eval:ident => $work:expr) => {
        match $any {
            Eval::Territory($eval) => $work,
            Eval::Relative($eval) => $work,
            Eval::Moves($eval) => $work,
            Eval::Steps($eval) => $work,
            Eval::MgPeo($eval) => $work,
            Eval::PlainMgPeo($eval) => $work,
            Eval::Lieberum($eval) => $work,
            Eval::Course($eval) => $work,
            Eval::Otrera($eval) => $work,
            Eval::OtreraNet($eval) => $work,
            Eval::Random($eval) => $work,
            Eval::Network($eval) => $work,
        }
    };
}

impl Evaluation for Eval {
    #[inline]
    fn value<B: Board>(&self, position: &Position<B>) -> f64 {
        on_eval!(self, eval => eval.value(position))
    }

    #[inline]
    fn values<B: Board>(&self, siblings: Siblings<'_, B>, values: &mut Vec<f64>) {
        on_eval!(self, eval => eval.values(siblings, values));
    }

    fn breakdown<B: Board>(&self, position: &Position<B>) -> Breakdown {
        on_eval!(self, eval => eval.breakdown(position))
    }

    fn value_with<B: Board>(&self, maps: &MapCache<'_, B>) -> f64 {
        on_eval!(self, eval => eval.value_with(maps))
    }

    fn breakdown_with<B: Board>(&self, maps: &MapCache<'_, B>) -> Breakdown {
        on_eval!(self, eval => eval.breakdown_with(maps))
    }
}
