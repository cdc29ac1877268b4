//! A network in a file.
//!
//! Three lines of text, then all weights as 32-bit floats, least byte first:
//! ```text
//! otrera-network 1
//! {"representation":"bits","hidden":[160],"sensitivity":3.0,"training":{...}}
//! the SHA-256 of everything else, in hexadecimal
//! ```
//! Weights stand layer by layer: for every input the weights to all units, then the biases of the units.

use std::fmt::Write;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use thiserror::Error;

use super::Network;
use super::perceptron::{MOST_UNITS, Perceptron};
use super::representation::Representation;

/// The first line.
const MAGIC: &str = "otrera-network 1";

/// The most hidden layers.
const MOST_LAYERS: usize = 4;

/// No network is larger: a header, and the weights of the largest layers.
const LARGEST_FILE: u64 = 64 << 20;

/// Where a network comes from.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct TrainingRecord {
    /// The games, in words.
    pub data: String,
    /// A digest of the games.
    pub digest: String,
    /// How many games it was trained on.
    pub training_games: u64,
    /// How many games it was tested on.
    pub test_games: u64,
    /// How many examples it was shown; an example is a whole game.
    pub examples: u64,
    /// The learning rate.
    pub rate: f32,
    /// The lambda of TD(lambda).
    pub lambda: f32,
    /// The seed of its first weights and of the order of its games.
    pub seed: u64,
    /// The share of test boards with the wrong winner.
    pub test_error: Option<f64>,
    /// The commit of the program that trained it.
    pub commit: String,
}

#[derive(Serialize, Deserialize)]
struct Header {
    representation: Representation,
    hidden: Vec<usize>,
    sensitivity: f32,
    training: TrainingRecord,
}

/// Why a file is no network.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("network {}: {what}", path.display())]
pub struct NetworkError {
    path: PathBuf,
    what: Fault,
}

/// What is wrong with it.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
enum Fault {
    #[error("{0}")]
    Io(String),
    #[error("it has {0} bytes; no network has more than {LARGEST_FILE}")]
    TooLarge(u64),
    #[error(
        "it does not begin with {MAGIC:?}: `otrera lab train` writes networks, train/student.py the flagship's"
    )]
    Foreign,
    #[error("it is of version {0}, and this program reads version 1: use a newer Otrera")]
    Newer(String),
    #[error("its second line is no description of a network: {0}")]
    Header(String),
    #[error("hidden layers of {0:?} units: expected 1 to {MOST_LAYERS} layers of 1 to {MOST_UNITS} units")]
    Hidden(Vec<usize>),
    #[error("a sensitivity of {0}: expected a positive number")]
    Sensitivity(String),
    #[error("expected {expected} bytes of weights, found {found}: the file is {}", if found < expected { "cut off" } else { "longer than its network" })]
    Length { expected: usize, found: usize },
    #[error("its checksum is wrong: the file was changed or damaged")]
    Checksum,
    #[error("weight {0} is not a number")]
    NotANumber(usize),
}

impl Network {
    /// The bytes of its file.
    ///
    /// # Panics
    /// Never: a header can be written as JSON.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let (header, weights) = self.parts();
        let mut bytes =
            format!("{MAGIC}\n{header}\n{}\n", checksum(header.as_bytes(), &weights)).into_bytes();
        bytes.extend(weights);
        bytes
    }

    /// The SHA-256 of its header and its weights, in hexadecimal: the third line of its file.
    #[must_use]
    pub fn digest(&self) -> String {
        let (header, weights) = self.parts();
        checksum(header.as_bytes(), &weights)
    }

    /// The header and the weights of its file.
    fn parts(&self) -> (String, Vec<u8>) {
        let header = Header {
            representation: self.representation,
            hidden: self.perceptron.hidden(),
            sensitivity: self.perceptron.sensitivity(),
            training: self.training.clone(),
        };
        let header = serde_json::to_string(&header).expect("a header of numbers and texts");
        (header, self.perceptron.parameters().flat_map(f32::to_le_bytes).collect())
    }

    /// Reads a file.
    ///
    /// # Errors
    /// When it cannot be read, or is no network: foreign, cut off, damaged, or of a newer version.
    pub fn read(path: &Path) -> Result<Self, NetworkError> {
        let fault = |what| NetworkError { path: path.to_owned(), what };
        let io = |error: std::io::Error| fault(Fault::Io(error.to_string()));
        let mut bytes = Vec::new();
        // A device or a growing file has no length to be checked: read no more than a network may have.
        let file = fs::File::open(path).map_err(io)?;
        file.take(LARGEST_FILE + 1).read_to_end(&mut bytes).map_err(io)?;
        Self::parse(&bytes).map_err(fault)
    }

    /// Reads the bytes of a file; the name is for the error.
    ///
    /// # Errors
    /// As for [`read`](Self::read).
    pub fn from_bytes(name: &str, bytes: &[u8]) -> Result<Self, NetworkError> {
        Self::parse(bytes).map_err(|what| NetworkError { path: PathBuf::from(name), what })
    }

    fn parse(bytes: &[u8]) -> Result<Self, Fault> {
        if bytes.len() as u64 > LARGEST_FILE {
            return Err(Fault::TooLarge(bytes.len() as u64));
        }
        let (magic, rest) = line(bytes).ok_or(Fault::Foreign)?;
        if magic != MAGIC.as_bytes() {
            let version = magic.strip_prefix(b"otrera-network ").and_then(|text| str::from_utf8(text).ok());
            return Err(
                version.map_or(Fault::Foreign, |version| Fault::Newer(version.chars().take(20).collect()))
            );
        }
        let missing = || Fault::Header("it is missing".to_owned());
        let (text, rest) = line(rest).ok_or_else(missing)?;
        let (sum, weights) = line(rest).ok_or(Fault::Checksum)?;
        let header: Header =
            serde_json::from_slice(text).map_err(|error| Fault::Header(error.to_string()))?;
        let Header { representation, hidden, sensitivity, training } = header;
        let is_layer = |units: &usize| (1..=MOST_UNITS).contains(units);
        if !(1..=MOST_LAYERS).contains(&hidden.len()) || !hidden.iter().all(is_layer) {
            return Err(Fault::Hidden(hidden));
        }
        if !(sensitivity > 0.0 && sensitivity.is_finite()) {
            return Err(Fault::Sensitivity(sensitivity.to_string()));
        }
        let sizes: Vec<usize> = [representation.inputs()].into_iter().chain(hidden).collect();
        let outputs = sizes[1..].iter().copied().chain([1]);
        let expected =
            4 * sizes.iter().zip(outputs).map(|(inputs, outputs)| (inputs + 1) * outputs).sum::<usize>();
        if weights.len() != expected {
            return Err(Fault::Length { expected, found: weights.len() });
        }
        if sum != checksum(text, weights).as_bytes() {
            return Err(Fault::Checksum);
        }
        let mut numbers = weights.as_chunks().0.iter().map(|bytes| f32::from_le_bytes(*bytes));
        if let Some(place) = numbers.clone().position(|number| !number.is_finite()) {
            return Err(Fault::NotANumber(place));
        }
        let perceptron =
            Perceptron::from_fn(&sizes, sensitivity, || numbers.next().expect("they were counted"));
        Ok(Self { representation, perceptron, training })
    }
}

/// The first line, and what follows it.
fn line(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let end = bytes.iter().position(|&byte| byte == b'\n')?;
    Some((&bytes[..end], &bytes[end + 1..]))
}

/// The SHA-256 of the header and the weights.
fn checksum(header: &[u8], weights: &[u8]) -> String {
    let digest = Sha256::new().chain_update(header).chain_update(weights).finalize();
    digest.iter().fold(String::new(), |mut text, byte| {
        // Writing to a string does not fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn network() -> Network {
        let mut next = 0.0;
        let weight = || {
            next += 0.001;
            next
        };
        let representation = Representation::Units;
        let perceptron = Perceptron::from_fn(&[representation.inputs(), 5, 3], 3.0, weight);
        Network {
            representation,
            perceptron,
            training: TrainingRecord { seed: 7, ..TrainingRecord::default() },
        }
    }

    fn refusal(bytes: &[u8]) -> String {
        Network::from_bytes("a.net", bytes).unwrap_err().to_string()
    }

    /// The file with its header replaced and its checksum made anew.
    fn with_header(from: &str, to: &str) -> Vec<u8> {
        let bytes = network().to_bytes();
        let (magic, rest) = line(&bytes).unwrap();
        let (header, rest) = line(rest).unwrap();
        let weights = line(rest).unwrap().1;
        let header = String::from_utf8(header.to_vec()).unwrap();
        assert!(header.contains(from), "{header}");
        let header = header.replace(from, to);
        let sum = checksum(header.as_bytes(), weights);
        [magic, b"\n", header.as_bytes(), b"\n", sum.as_bytes(), b"\n", weights].concat()
    }

    #[test]
    fn a_file_gives_back_its_network() {
        let bytes = network().to_bytes();
        assert_eq!(Network::from_bytes("a.net", &bytes).unwrap(), network());
        let text = String::from_utf8_lossy(&bytes);
        assert_eq!(text.lines().nth(2), Some(network().digest().as_str()));
    }

    #[test]
    fn a_network_that_is_none_is_refused_with_a_reason() {
        let bytes = network().to_bytes();
        for end in 0..bytes.len() {
            refusal(&bytes[..end]);
        }
        for place in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[place] ^= 4;
            refusal(&changed);
        }
        let cut = refusal(&bytes[..bytes.len() - 9]);
        assert!(
            cut.starts_with("network a.net: expected 4168 bytes of weights, found 4159: the file is cut off"),
            "{cut}"
        );
        let long = refusal(&[bytes.as_slice(), b"and more"].concat());
        assert!(long.contains("longer than its network"), "{long}");
        let foreign = refusal(b"(;GM[18]SZ[10])\n");
        assert!(foreign.contains("does not begin with \"otrera-network 1\""), "{foreign}");
        let newer = refusal(b"otrera-network 2\n");
        assert!(newer.contains("version 2"), "{newer}");
        let mut damaged = bytes.clone();
        let last = damaged.len() - 2;
        damaged[last] ^= 1;
        assert!(refusal(&damaged).contains("checksum"), "{}", refusal(&damaged));
        for (from, to, reason) in [
            ("[5,3]", "[]", "hidden layers of [] units"),
            ("[5,3]", "[5,0]", "hidden layers of [5, 0] units"),
            ("[5,3]", "[4000000000,4000000000]", "expected 1 to 4 layers"),
            ("[5,3]", "[5,2]", "longer than its network"),
            ("3.0", "-3.0", "sensitivity of -3"),
            ("\"rate\":0.0", "\"rate\":1e300", "number out of range"),
            ("\"units\"", "\"pixels\"", "unknown variant `pixels`"),
        ] {
            let refused = refusal(&with_header(from, to));
            assert!(refused.contains(reason), "{to}: {refused}");
        }
        let mut network = network();
        network.perceptron.layers_mut()[0].biases_mut()[0] = f32::NAN;
        assert!(refusal(&network.to_bytes()).contains("is not a number"));
        let missing = Network::read(Path::new("no/such.net")).unwrap_err().to_string();
        assert!(missing.starts_with("network no/such.net: No such file"), "{missing}");
    }
}
