//! Self-play in plain texts, as the command line and other languages give it.

use agents::{Contender, UnreadableBoard};
use arena::{Adjudication, Entrant, EntrantError, OpeningError, StartError, StraysError, read_start};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{SelfPlay, Variety, VarietyError};

/// Self-play in plain texts.
///
/// ```
/// let spec = r#"{"player": "greedy@depth=1", "start": "6x6", "openings": "random:0-4", "seed": 7}"#;
/// let spec: training::SelfPlaySpec = serde_json::from_str(spec).unwrap();
/// assert!(spec.build().unwrap().is_counted());
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SelfPlaySpec {
    /// The player of both sides, with its time control: `otrera@nodes=5000`.
    pub player: String,
    /// Where games start: a board such as `6x6`, a random start, or FEN; the standard start if not given.
    #[serde(default)]
    pub start: Option<String>,
    /// The openings: `random:0-8` if not given, `start`, `balanced`, or a file.
    #[serde(default)]
    pub openings: Option<String>,
    /// The content of the file of openings, if there is one; it is read if not given.
    #[serde(default)]
    pub openings_text: Option<String>,
    /// Random plies in the middle of games: `0-3:50`.
    #[serde(default)]
    pub strays: Option<String>,
    /// Whether a game ends once counting proves who wins.
    #[serde(default)]
    pub adjudicate: bool,
    /// The seed of everything: 1 if not given.
    #[serde(default = "first_seed")]
    pub seed: u64,
}

fn first_seed() -> u64 {
    1
}

/// Why texts make no self-play.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SelfPlaySpecError {
    /// An unknown player.
    #[error("the player {player:?}: {error}")]
    Player {
        /// Its text.
        player: String,
        /// What is wrong with it.
        error: EntrantError,
    },
    /// A program without a limit.
    #[error("{0} has no limit: give it a time, playouts, nodes or a depth")]
    NoLimit(String),
    /// A board that the player cannot read.
    #[error(transparent)]
    Board(#[from] UnreadableBoard),
    /// A start that cannot be played.
    #[error(transparent)]
    Start(#[from] StartError),
    /// Unknown openings.
    #[error("openings: {0}")]
    Variety(VarietyError),
    /// A file of openings that cannot be read.
    #[error("openings: cannot read {path}: {what}")]
    File {
        /// The file.
        path: String,
        /// What is wrong.
        what: String,
    },
    /// Openings that cannot be used.
    #[error("openings {source_name}: {error}")]
    Openings {
        /// Their source.
        source_name: String,
        /// What is wrong with them.
        error: OpeningError,
    },
    /// Random plies that cannot be read.
    #[error("strays: {0}")]
    Strays(StraysError),
}

impl SelfPlaySpec {
    /// Self-play of a player from the standard start.
    #[must_use]
    pub fn new(player: String) -> Self {
        let (start, openings, openings_text, strays) = (None, None, None, None);
        Self { player, start, openings, openings_text, strays, adjudicate: false, seed: first_seed() }
    }

    /// The self-play, which can be played.
    ///
    /// # Errors
    /// When a text cannot be read, or the player cannot play.
    pub fn build(&self) -> Result<SelfPlay, SelfPlaySpecError> {
        let error = |error| SelfPlaySpecError::Player { player: self.player.clone(), error };
        let player: Entrant = self.player.parse().map_err(error)?;
        if matches!(player.contender, Contender::Program(_)) && player.time_control.is_none() {
            return Err(SelfPlaySpecError::NoLimit(self.player.clone()));
        }
        let start = read_start(self.start.as_deref())?;
        player.contender.check_board(start.size())?;
        let variety: Variety = self
            .openings
            .as_deref()
            .map_or(Ok(Variety::default()), str::parse)
            .map_err(SelfPlaySpecError::Variety)?;
        let text = match (variety.file(), &self.openings_text) {
            (Some(_), Some(text)) => text.clone(),
            (Some(path), None) => std::fs::read_to_string(path).map_err(|error| SelfPlaySpecError::File {
                path: path.to_owned(),
                what: error.to_string(),
            })?,
            (None, _) => String::new(),
        };
        let source_name = variety.to_string();
        let variety = variety
            .found(&start, &text)
            .map_err(|error| SelfPlaySpecError::Openings { source_name, error })?;
        Ok(SelfPlay {
            player,
            start,
            variety,
            strays: self.strays.as_deref().map(str::parse).transpose().map_err(SelfPlaySpecError::Strays)?,
            adjudication: if self.adjudicate { Adjudication::Proven } else { Adjudication::Never },
            seed: self.seed,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(change: impl FnOnce(&mut SelfPlaySpec)) -> String {
        let mut spec = SelfPlaySpec::new("greedy@depth=1".to_owned());
        change(&mut spec);
        spec.build().unwrap_err().to_string()
    }

    #[test]
    fn texts_make_self_play() {
        let selfplay = SelfPlaySpec::new("greedy".to_owned()).build().unwrap();
        assert_eq!((selfplay.variety, selfplay.seed), (Variety::default(), 1));
        let text = r#"{"player": "greedy@depth=1", "openings": "book.txt", "openings_text": "startpos\nstartpos",
            "strays": "0-3:50", "adjudicate": true, "seed": 9}"#;
        let selfplay = serde_json::from_str::<SelfPlaySpec>(text).unwrap().build().unwrap();
        assert_eq!(selfplay.planned(1).unwrap().opening.name, "book 2");
        assert_eq!(selfplay.strays.unwrap().to_string(), "0-3:50");
        assert_eq!((selfplay.adjudication, selfplay.seed), (Adjudication::Proven, 9));
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (error, words) in [
            (said(|spec| spec.player = "greed".to_owned()), "the player \"greed\": no player is called"),
            (said(|spec| spec.player = "cmd:./engine".to_owned()), "cmd:./engine has no limit"),
            (said(|spec| spec.start = Some("7x99".to_owned())), "start: "),
            (said(|spec| spec.openings = Some("random:8-2".to_owned())), "openings: expected openings start"),
            (
                said(|spec| spec.openings = Some("no/such".to_owned())),
                "openings: cannot read no/such: No such",
            ),
            (said(|spec| spec.strays = Some("3-1:50".to_owned())), "strays: expected strays"),
            (
                said(|spec| {
                    (spec.start, spec.openings) = (Some("6x6".to_owned()), Some("balanced".to_owned()));
                }),
                "openings balanced: the balanced openings are for the standard 10x10 start",
            ),
        ] {
            assert!(error.contains(words), "{error}");
        }
        assert!(serde_json::from_str::<SelfPlaySpec>(r#"{"player": "greedy", "games": 5}"#).is_err());
    }
}
