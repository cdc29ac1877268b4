//! The openings of self-play: random plies, their number drawn too, or listed openings in turn.

use std::fmt;
use std::str::FromStr;

use amazons::AnyPosition;
use arena::{Opening, OpeningError, OpeningSource, mix};
use serde_json::{Value, json};
use store::digest;
use thiserror::Error;

/// The openings of self-play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Variety {
    /// Random plies; their number is drawn from a range by the game's seed.
    Plies {
        /// The smallest number.
        least: u32,
        /// The largest number.
        most: u32,
    },
    /// The start itself, the balanced set, or a file's openings, in turn.
    Listed {
        /// Their source.
        source: OpeningSource,
        /// The openings; empty means to ask the source for every game, which needs no file then.
        openings: Vec<Opening>,
    },
}

/// An error in the text of openings.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("expected openings start, balanced, random:4, random:0-8 or the name of a file, found {0:?}")]
pub struct VarietyError(pub String);

impl Default for Variety {
    /// None to eight random plies.
    fn default() -> Self {
        Self::Plies { least: 0, most: 8 }
    }
}

impl Variety {
    /// Reads the listed openings; `text` is the content of the file, if there is one.
    ///
    /// # Errors
    /// When they do not fit the start or cannot be read.
    pub fn found(self, start: &AnyPosition, text: &str) -> Result<Self, OpeningError> {
        Ok(match self {
            Self::Plies { .. } => self,
            Self::Listed { source, .. } => {
                let openings = source.openings(start, text, 1, 0)?;
                Self::Listed { source, openings }
            }
        })
    }

    /// The file of the openings, if there is one.
    #[must_use]
    pub fn file(&self) -> Option<&str> {
        match self {
            Self::Listed { source: OpeningSource::File(path), .. } => Some(path),
            _ => None,
        }
    }

    /// Its part of the conditions of a file.
    pub(super) fn conditions(&self) -> Value {
        match self {
            Self::Plies { .. } => json!(self.to_string()),
            Self::Listed { openings, .. } => {
                let texts: Vec<String> = openings.iter().map(ToString::to_string).collect();
                json!({ "source": self.to_string(), "digest": format!("{:016x}", digest(texts.join("\n").as_bytes())) })
            }
        }
    }

    /// The opening of a game.
    pub(super) fn opening(
        &self,
        start: &AnyPosition,
        number: u64,
        seed: u64,
    ) -> Result<Opening, OpeningError> {
        match self {
            Self::Plies { least, most } => {
                let span = u64::from(most - least) + 1;
                let plies = least + (mix(seed, 1) % span) as u32;
                let mut drawn = OpeningSource::Random(plies).openings(start, "", 1, seed)?;
                let opening = drawn.pop().ok_or(OpeningError::None)?;
                Ok(Opening { name: format!("random {plies}"), ..opening })
            }
            Self::Listed { source, openings } if openings.is_empty() => {
                let found = source.openings(start, "", 1, 0)?;
                Ok(found[(number % found.len() as u64) as usize].clone())
            }
            Self::Listed { openings, .. } => Ok(openings[(number % openings.len() as u64) as usize].clone()),
        }
    }
}

impl FromStr for Variety {
    type Err = VarietyError;

    fn from_str(text: &str) -> Result<Self, VarietyError> {
        let fault = || VarietyError(text.to_owned());
        let Some(plies) = text.strip_prefix("random:") else {
            let source = text.parse().map_err(|_| fault())?;
            return Ok(match source {
                OpeningSource::Random(plies) => Self::Plies { least: plies, most: plies },
                source => Self::Listed { source, openings: Vec::new() },
            });
        };
        let (least, most) = plies.split_once('-').unwrap_or((plies, plies));
        let [least, most] =
            [least, most].map(|plies| plies.parse::<u32>().ok().filter(|plies| *plies <= 200));
        match (least, most) {
            (Some(least), Some(most)) if least <= most => Ok(Self::Plies { least, most }),
            _ => Err(fault()),
        }
    }
}

impl fmt::Display for Variety {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Plies { least, most } if least == most => write!(f, "random:{least}"),
            Self::Plies { least, most } => write!(f, "random:{least}-{most}"),
            Self::Listed { source, .. } => source.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use amazons::Game;

    use super::*;

    #[test]
    fn a_variety_is_written_as_it_is_read() {
        for text in ["start", "balanced", "random:6", "random:0-8", "some/file.txt"] {
            assert_eq!(text.parse::<Variety>().unwrap().to_string(), text);
        }
        for text in ["random:", "random:8-0", "random:1-x", "random:1-2-3", "random:999"] {
            assert!(text.parse::<Variety>().is_err(), "{text}");
        }
    }

    #[test]
    fn every_number_of_plies_is_drawn_about_as_often() {
        let start = *Game::default().start();
        let mut counts = BTreeMap::new();
        for number in 0..400 {
            let opening = Variety::default().opening(&start, number, mix(3, number)).unwrap();
            *counts.entry(opening.game.moves().len()).or_insert(0_u32) += 1;
        }
        assert_eq!(counts.keys().copied().collect::<Vec<_>>(), (0..=8).collect::<Vec<_>>());
        assert!(counts.values().all(|&count| (20..=80).contains(&count)), "{counts:?}");
    }

    #[test]
    fn listed_openings_come_in_turn() {
        let start = *Game::default().start();
        let variety: Variety = "book.txt".parse().unwrap();
        assert_eq!(variety.file(), Some("book.txt"));
        let variety = variety.found(&start, "startpos\nstartpos moves d1-d7/g7\n").unwrap();
        let names: Vec<String> =
            (0..3).map(|number| variety.opening(&start, number, 9).unwrap().name).collect();
        assert_eq!(names, ["book 1", "book 2", "book 1"]);
    }
}
