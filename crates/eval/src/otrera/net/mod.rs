//! The flagship's network: counts of squares and amazons through two small layers of whole numbers.
//!
//! Its counts are those of [`Otrera`], with squares that two or more amazons of a side reach apart. A linear part and the
//! first layer read them with weights for six shares of empty squares, mixed between; units of both layers are bytes from 0 to
//! 127. Siblings have the same weights and are evaluated together. The programs in `train/` make the file, which says where
//! it comes from.
//!
//! - `counts`: the counts of one position;
//! - `weights`: the weights by the percentage of empty squares, and the value of counts;
//! - `weigher`: the values of a batch;
//! - `file`: a network in a file.

mod counts;
mod file;
mod weigher;
mod weights;

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use amazons::{Board, Color, Position};

use super::{Otrera, UNITS, batch};
use crate::breakdown::{Breakdown, Term};
use crate::evaluator::Evaluation;
use crate::network::{NETWORK_PREFIX, quoted};
use crate::siblings::Siblings;
use weigher::NetWeigher;
use weights::StageWeights;

pub use file::NetError;
pub use weights::Net;

/// The network in use: that of the program, or what was chosen before its first use; `None`: the counts alone.
static IN_USE: OnceLock<Option<Net>> = OnceLock::new();

/// The network that the program contains.
fn embedded() -> Option<Net> {
    let bytes = include_bytes!("../../../nets/otrera.net");
    Some(Net::from_bytes("embedded", bytes).expect("tests read the embedded network"))
}

/// The flagship's evaluation by a network; on boards and with numbers of amazons that it was not trained for, [`Otrera`].
#[derive(Clone, Debug)]
pub struct OtreraNet(Source);

#[derive(Clone, Debug)]
enum Source {
    /// That in use, by default the program's own.
    InUse,
    /// That of a file, with the text that names it.
    File { net: Arc<Net>, name: Arc<str> },
}

impl OtreraNet {
    /// The network in use: that of the program, unless another was chosen.
    pub const IN_USE: Self = Self(Source::InUse);

    /// Chooses the network of a file for [`IN_USE`](Self::IN_USE), once and before it is used; where the file cannot be read,
    /// the counts alone are used from now on.
    ///
    /// # Errors
    /// When the file cannot be read or holds no network of this kind.
    ///
    /// # Panics
    /// If a network is in use already.
    pub fn choose(path: &Path) -> Result<(), NetError> {
        let read = Net::read(path);
        let (net, result) = match read {
            Ok(net) => (Some(net), Ok(())),
            Err(error) => (None, Err(error)),
        };
        assert!(IN_USE.set(net).is_ok(), "the network is chosen before it is used");
        result
    }

    /// The network of a file.
    ///
    /// # Errors
    /// When the file cannot be read or holds no network of this kind.
    pub fn read(path: &Path) -> Result<Self, NetError> {
        let name = format!("{NETWORK_PREFIX}{}", quoted(&path.to_string_lossy()));
        Ok(Self(Source::File { net: Arc::new(Net::read(path)?), name: name.into() }))
    }

    /// Whether a file begins as a network of the flagship does.
    #[must_use]
    pub fn is_file(path: &Path) -> bool {
        let mut beginning = [0; file::KIND.len()];
        File::open(path).and_then(|mut file| file.read_exact(&mut beginning)).is_ok()
            && beginning == *file::KIND.as_bytes()
    }

    /// The text that names it.
    #[must_use]
    pub fn name(&self) -> &str {
        match &self.0 {
            Source::InUse => "otrera-net",
            Source::File { name, .. } => name,
        }
    }

    /// The digest of a network that is read from a file of its own; the program's is part of the program.
    #[must_use]
    pub fn file_digest(&self) -> Option<&str> {
        match &self.0 {
            Source::InUse => None,
            Source::File { net, .. } => Some(net.digest()),
        }
    }

    /// The network; `None` where its file could not be read.
    #[inline]
    #[must_use]
    pub fn net(&self) -> Option<&Net> {
        match &self.0 {
            Source::File { net, .. } => Some(net),
            Source::InUse => IN_USE.get_or_init(embedded).as_ref(),
        }
    }

    /// The network for a position, if it was trained for such.
    #[inline]
    fn net_for<B: Board>(&self, position: &Position<B>) -> Option<(&Net, &StageWeights)> {
        if !Self::reads(position) {
            return None;
        }
        let net = self.net()?;
        Some((net, net.at(position.empty().count() as usize)))
    }

    /// Whether the network was trained for such positions: 10x10, four amazons a side, squares empty at once.
    #[inline]
    fn reads<B: Board>(position: &Position<B>) -> bool {
        let size = position.board().size();
        let has_four = |color| position.amazons(color).count() == 4;
        (size.columns(), size.rows()) == (10, 10)
            && has_four(Color::White)
            && has_four(Color::Black)
            && position.vacancies().delay() == 0
    }
}

impl PartialEq for OtreraNet {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Source::InUse, Source::InUse) => true,
            _ => self.name() == other.name() && self.net() == other.net(),
        }
    }
}

impl Evaluation for OtreraNet {
    #[inline]
    fn value<B: Board>(&self, position: &Position<B>) -> f64 {
        match self.net_for(position) {
            Some((net, weights)) => f64::from(net.value(weights, &counts::count(position))) / UNITS,
            None => Otrera.value(position),
        }
    }

    #[inline]
    fn values<B: Board>(&self, siblings: Siblings<'_, B>, values: &mut Vec<f64>) {
        values.clear();
        let Some(first) = siblings.get(0) else { return };
        let Some((net, weights)) = self.net_for(&first) else { return Otrera.values(siblings, values) };
        let weigher = NetWeigher { net, weights };
        if batch::values(siblings, weigher, |sum| values.push(f64::from(sum) / UNITS)).is_none() {
            values.extend(siblings.positions().map(|position| self.value(&position)));
        }
    }

    fn breakdown<B: Board>(&self, position: &Position<B>) -> Breakdown {
        let Some((net, weights)) = self.net_for(position) else { return Otrera.breakdown(position) };
        let counts = counts::count(position);
        let linear = weights.linear(&counts);
        let term = |name, value: i32| Term { name, value: f64::from(value) / UNITS, weight: 1.0 };
        Breakdown::sum(vec![
            term("squares and amazons", linear),
            term("hidden units", net.value(weights, &counts) - linear),
        ])
    }
}

// Files, whole networks and games take an interpreter too long: `weigher::tests` is for it.
#[cfg(all(test, not(miri)))]
mod golden;
#[cfg(all(test, not(miri)))]
mod tests;
