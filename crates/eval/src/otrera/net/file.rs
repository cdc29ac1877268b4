//! A network of the flagship in a file.
//!
//! Three lines of text, then the weights, least byte first:
//! ```text
//! otrera-evaluation 1
//! {"form":"6/one/one","hidden":[32,16],"shifts":[4,6],"multiplier":252,"training":{...}}
//! the SHA-256 of the second line and the weights, in hexadecimal
//! ```
//! The linear weights by stage and count (16 bits); the first layer's by stage, unit and count (8 bits) and its biases by stage
//! and unit (32 bits); the second layer's by unit and unit of the first (8 bits) and its biases (32 bits); the last weights by
//! stage and unit (8 bits).

use std::fmt::Write;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use sha2::{Digest, Sha256};
use thiserror::Error;

use super::super::weights::TOO_LARGE;
use super::counts::COUNTS;
use super::weights::{FIRST_SHIFT, LAST_SHIFT, MOST_UNITS, Net, PlainWeights, SECOND_SHIFT, UNIT, sizes};

/// How a file begins, whatever its version.
pub(super) const KIND: &str = "otrera-evaluation ";
/// The first line.
const MAGIC: &str = "otrera-evaluation 1";
/// What is counted: queen distances in six classes, no zones.
const FORM: &str = "6/one/one";
/// No network is larger.
const LARGEST_FILE: u64 = 4 << 20;
/// The largest bias: sums of products have room beside it.
const LARGEST_BIAS: i32 = 1 << 24;

/// Why a file is no network of the flagship.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("network {}: {what}", path.display())]
pub struct NetError {
    path: PathBuf,
    // Boxed: the errors of players and contests contain it.
    what: Box<Fault>,
}

/// What is wrong with it.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
enum Fault {
    #[error("{0}")]
    Io(String),
    #[error("it has more than {LARGEST_FILE} bytes")]
    TooLarge,
    #[error("it does not begin with {MAGIC:?}: `train/student.py` writes networks of the flagship")]
    Foreign,
    #[error("it is of version {0}, and this program reads version 1: use a newer Otrera")]
    Newer(String),
    #[error("its second line is no description of a network: {0}")]
    Header(String),
    #[error("it reads counts of the form {0:?}, and this program has those of {FORM:?}")]
    Form(String),
    #[error("layers of {0:?} units: expected multiples of four up to {MOST_UNITS}")]
    Hidden([usize; 2]),
    #[error("shifts of {0:?}: expected {FIRST_SHIFT} and {SECOND_SHIFT}")]
    Shifts([u32; 2]),
    #[error("a multiplier of {0}: its products do not fit 32 bits")]
    Multiplier(i64),
    #[error("expected {expected} bytes of weights, found {found}: the file is {}", if found < expected { "cut off" } else { "longer than its network" })]
    Length { expected: usize, found: usize },
    #[error("its checksum is wrong: the file was changed or damaged")]
    Checksum,
    #[error("{what} {number} is beyond its bounds")]
    Bounds { what: &'static str, number: i64 },
}

#[derive(Deserialize)]
struct Header {
    form: String,
    hidden: [usize; 2],
    shifts: [u32; 2],
    multiplier: i64,
}

impl Net {
    /// Reads a file.
    ///
    /// # Errors
    /// When it cannot be read, or is no network of the flagship: foreign, cut off, damaged, or of a newer version.
    pub fn read(path: &Path) -> Result<Self, NetError> {
        let fault = |what| NetError { path: path.to_owned(), what: Box::new(what) };
        let io = |error: std::io::Error| fault(Fault::Io(error.to_string()));
        let mut bytes = Vec::new();
        let file = fs::File::open(path).map_err(io)?;
        file.take(LARGEST_FILE + 1).read_to_end(&mut bytes).map_err(io)?;
        Self::parse(&bytes).map_err(fault)
    }

    /// Reads the bytes of a file; the name is for the error.
    ///
    /// # Errors
    /// As for [`read`](Self::read).
    pub fn from_bytes(name: &str, bytes: &[u8]) -> Result<Self, NetError> {
        Self::parse(bytes).map_err(|what| NetError { path: PathBuf::from(name), what: Box::new(what) })
    }

    fn parse(bytes: &[u8]) -> Result<Self, Fault> {
        if bytes.len() as u64 > LARGEST_FILE {
            return Err(Fault::TooLarge);
        }
        let (magic, rest) = line(bytes).ok_or(Fault::Foreign)?;
        if magic != MAGIC.as_bytes() {
            let version = magic.strip_prefix(KIND.as_bytes()).and_then(|text| str::from_utf8(text).ok());
            return Err(
                version.map_or(Fault::Foreign, |version| Fault::Newer(version.chars().take(20).collect()))
            );
        }
        let missing = || Fault::Header("it is missing".to_owned());
        let (text, rest) = line(rest).ok_or_else(missing)?;
        let (sum, weights) = line(rest).ok_or(Fault::Checksum)?;
        let text = str::from_utf8(text).map_err(|error| Fault::Header(error.to_string()))?;
        let header: Header = serde_json::from_str(text).map_err(|error| Fault::Header(error.to_string()))?;
        let (hidden, multiplier) = checked(&header)?;
        let sizes = sizes(hidden);
        let expected = sizes.iter().zip([2, 1, 4, 1, 4, 1]).map(|(count, bytes)| count * bytes).sum();
        if weights.len() != expected {
            return Err(Fault::Length { expected, found: weights.len() });
        }
        let digest = checksum(text.as_bytes(), weights);
        if sum != digest.as_bytes() {
            return Err(Fault::Checksum);
        }
        let mut rest = Bytes(weights);
        let plain = PlainWeights {
            hidden,
            linear: rest.numbers(sizes[0], i16::from_le_bytes),
            first: rest.numbers(sizes[1], i8::from_le_bytes),
            first_bias: rest.numbers(sizes[2], i32::from_le_bytes),
            second: rest.numbers(sizes[3], i8::from_le_bytes),
            second_bias: rest.numbers(sizes[4], i32::from_le_bytes),
            out: rest.numbers(sizes[5], i8::from_le_bytes),
            multiplier,
        };
        bounded(&plain)?;
        Ok(plain.into_net(text.to_owned(), digest))
    }
}

/// The sizes of the layers and the multiplier, if this program can compute with them.
fn checked(header: &Header) -> Result<([usize; 2], i32), Fault> {
    let Header { form, hidden, shifts, multiplier } = header;
    if form != FORM {
        return Err(Fault::Form(form.chars().take(40).collect()));
    }
    if hidden.iter().any(|&units| units == 0 || units > MOST_UNITS || !units.is_multiple_of(4)) {
        return Err(Fault::Hidden(*hidden));
    }
    if *shifts != [FIRST_SHIFT, SECOND_SHIFT] {
        return Err(Fault::Shifts(*shifts));
    }
    // The largest last sum times the multiplier, and the linear part beside it.
    let most = i64::from(UNIT) * 128 * hidden[1] as i64;
    let fits = multiplier.checked_mul(most).is_some_and(|product| product < i64::from(i32::MAX));
    match i32::try_from(*multiplier) {
        Ok(number) if number > 0 && fits => Ok((*hidden, number)),
        _ => Err(Fault::Multiplier(*multiplier)),
    }
}

/// Whether all sums fit: the linear weights as those of the counts alone, the biases beside the products.
fn bounded(plain: &PlainWeights) -> Result<(), Fault> {
    const { assert!((i32::MAX >> LAST_SHIFT) < i32::MAX / 2 && COUNTS < 128) };
    let linear = plain.linear.iter().map(|&number| i64::from(number));
    let biases = plain.first_bias.iter().chain(&plain.second_bias).map(|&number| i64::from(number));
    let beyond = |mut numbers: Box<dyn Iterator<Item = i64> + '_>, limit: i32| {
        numbers.find(|number| number.abs() >= i64::from(limit))
    };
    if let Some(number) = beyond(Box::new(linear), TOO_LARGE) {
        return Err(Fault::Bounds { what: "weight", number });
    }
    match beyond(Box::new(biases), LARGEST_BIAS) {
        Some(number) => Err(Fault::Bounds { what: "bias", number }),
        None => Ok(()),
    }
}

/// Bytes that are read number by number.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn numbers<const N: usize, T>(&mut self, count: usize, number: impl Fn([u8; N]) -> T) -> Vec<T> {
        let (some, rest) = self.0.split_at(count * N);
        self.0 = rest;
        some.as_chunks().0.iter().map(|bytes| number(*bytes)).collect()
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
