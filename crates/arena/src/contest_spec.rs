//! A contest in plain texts, as the command line and other languages give it.

use std::time::Duration;

use amazons::notation::FenError;
use amazons::{AnyPosition, PositionError, RandomStartError, Setup, StartSpec, StartSpecError};
use serde::{Deserialize, Serialize};
use thiserror::Error;
use thought::{DurationError, Limits, parse_duration};

use crate::contest::{Contest, ContestError};
use crate::entrant::{Entrant, EntrantError};
use crate::game::{Adjudication, GameRules};
use crate::opening::{Opening, OpeningError, OpeningSource, SourceError};
use crate::schedule::ContestFormat;
use crate::statistics::{Sprt, SprtError, SprtParameters};
use crate::time_control::{TimeControl, TimeControlError};

/// The kinds of contests.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ContestKind {
    /// One player against another.
    #[default]
    Match,
    /// Every player against every other.
    Tournament,
    /// The first player against all others.
    Gauntlet,
    /// A new player against an old one until one is shown to be better.
    Sprt,
}

/// A contest in plain texts.
///
/// ```
/// let spec = r#"{"players": ["greedy", "random"], "games": 10, "start": "6x6", "time_control": "depth=1"}"#;
/// let spec: arena::ContestSpec = serde_json::from_str(spec).unwrap();
/// assert_eq!(spec.build().unwrap().schedule().len(), 10);
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ContestSpec {
    /// Its kind.
    #[serde(default)]
    pub kind: ContestKind,
    /// The players: `mgpeo@200ms`.
    pub players: Vec<String>,
    /// The games of every pairing: an even number.
    pub games: u64,
    /// Where games start: a board such as `6x6`, a random start, or FEN; the standard start if not given.
    #[serde(default)]
    pub start: Option<String>,
    /// The source of the openings: `balanced`, `start`, `random:4` or a file; if not given `balanced`, from other starts
    /// `random:2`.
    #[serde(default)]
    pub openings: Option<String>,
    /// The content of the file of openings, if there is one; it is read if not given.
    #[serde(default)]
    pub openings_text: Option<String>,
    /// The time control of players without their own: `100ms` if not given.
    #[serde(default)]
    pub time_control: Option<String>,
    /// How much later than its limit a move may come: `100ms` if not given.
    #[serde(default)]
    pub margin: Option<String>,
    /// Whether a game ends once counting proves who wins.
    #[serde(default)]
    pub adjudicate: bool,
    /// The seed of everything: 1 if not given.
    #[serde(default = "first_seed")]
    pub seed: u64,
    /// The sequential test; the usual one if not given, and for a test only.
    #[serde(default)]
    pub sprt: Option<SprtParameters>,
}

fn first_seed() -> u64 {
    1
}

/// Why texts make no contest.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum ContestSpecError {
    /// An unknown player.
    #[error("the player {player:?}: {error}")]
    Player {
        /// Its text.
        player: String,
        /// What is wrong with it.
        error: EntrantError,
    },
    /// A match of one, or of three.
    #[error("expected two players, found {0}; a tournament may have more")]
    NotTwo(usize),
    /// Too many games.
    #[error("{0} games are too many: at most {MOST_GAMES}")]
    TooMany(u64),
    /// Games that are not pairs.
    #[error("games come in pairs of swapped colours: expected an even number above 0, found {0}")]
    NoPairs(u64),
    /// A start that cannot be played.
    #[error(transparent)]
    Start(#[from] StartError),
    /// An unknown source of openings.
    #[error("openings: {0}")]
    Source(SourceError),
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
    /// A time control that cannot be read.
    #[error("time control: {0}")]
    TimeControl(TimeControlError),
    /// A margin that cannot be read.
    #[error("margin: {0}")]
    Margin(DurationError),
    /// A sequential test that cannot be made.
    #[error("this test cannot be made: {0}")]
    Sprt(SprtError),
    /// The parameters of a test for something else.
    #[error("only a contest of the kind \"sprt\" has the parameters of a sequential test")]
    NoTest,
    /// A contest that cannot be played.
    #[error(transparent)]
    Contest(#[from] ContestError),
}

/// The most games of a pairing.
const MOST_GAMES: u64 = 10_000_000;

impl ContestSpec {
    /// A match of some games from the standard start.
    #[must_use]
    pub fn new(kind: ContestKind, players: Vec<String>, games: u64) -> Self {
        Self {
            kind,
            players,
            games,
            start: None,
            openings: None,
            openings_text: None,
            time_control: None,
            margin: None,
            adjudicate: false,
            seed: first_seed(),
            sprt: None,
        }
    }

    /// The contest, which can be played.
    ///
    /// # Errors
    /// When a text cannot be read, or the contest cannot be played.
    pub fn build(&self) -> Result<Contest, ContestSpecError> {
        let is_tournament = matches!(self.kind, ContestKind::Tournament | ContestKind::Gauntlet);
        if !is_tournament && self.players.len() != 2 {
            return Err(ContestSpecError::NotTwo(self.players.len()));
        }
        let sprt = match self.kind {
            ContestKind::Sprt => {
                Some(Sprt::new(self.sprt.unwrap_or_default()).map_err(ContestSpecError::Sprt)?)
            }
            _ if self.sprt.is_some() => return Err(ContestSpecError::NoTest),
            _ => None,
        };
        let rounds = rounds_of(self.games)?;
        let entrant = |player: &String| {
            let error = |error| ContestSpecError::Player { player: player.clone(), error };
            player.parse::<Entrant>().map_err(error)
        };
        let usual = Duration::from_millis(100);
        let time_control = match &self.time_control {
            Some(text) => text.parse().map_err(ContestSpecError::TimeControl)?,
            None => TimeControl::per_move(Limits::time(usual)),
        };
        let adjudication = if self.adjudicate { Adjudication::Proven } else { Adjudication::Never };
        let contest = Contest {
            kind: match self.kind {
                ContestKind::Match => "match",
                ContestKind::Tournament | ContestKind::Gauntlet => "tournament",
                ContestKind::Sprt => "sprt",
            },
            entrants: self.players.iter().map(entrant).collect::<Result<_, _>>()?,
            time_control,
            format: match self.kind {
                ContestKind::Gauntlet => ContestFormat::Gauntlet,
                _ => ContestFormat::RoundRobin,
            },
            rounds,
            openings: self.read_openings(rounds)?,
            rules: GameRules {
                time_margin: self
                    .margin
                    .as_deref()
                    .map_or(Ok(usual), parse_duration)
                    .map_err(ContestSpecError::Margin)?,
                adjudication,
            },
            seed: self.seed,
            sprt,
        };
        contest.check()?;
        Ok(contest)
    }

    fn read_openings(&self, rounds: u64) -> Result<Vec<Opening>, ContestSpecError> {
        let start = read_start(self.start.as_deref())?;
        let source = match &self.openings {
            Some(text) => text.parse().map_err(ContestSpecError::Source)?,
            None => usual_openings(&start),
        };
        let text = match (&source, &self.openings_text) {
            (OpeningSource::File(_), Some(text)) => text.clone(),
            (OpeningSource::File(path), None) => std::fs::read_to_string(path)
                .map_err(|error| ContestSpecError::File { path: path.clone(), what: error.to_string() })?,
            _ => String::new(),
        };
        let openings = source.openings(&start, &text, rounds, self.seed);
        openings.map_err(|error| ContestSpecError::Openings { source_name: source.to_string(), error })
    }
}

/// The balanced set where it fits.
fn usual_openings(start: &AnyPosition) -> OpeningSource {
    match start == amazons::Game::default().start() {
        true => OpeningSource::Balanced,
        false => OpeningSource::Random(2),
    }
}

/// Games come in pairs of swapped colours.
fn rounds_of(games: u64) -> Result<u64, ContestSpecError> {
    match games {
        games if games > MOST_GAMES => Err(ContestSpecError::TooMany(games)),
        games if games == 0 || !games.is_multiple_of(2) => Err(ContestSpecError::NoPairs(games)),
        games => Ok(games / 2),
    }
}

/// A text that is no start.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum StartError {
    /// Not FEN.
    #[error("start: {0}")]
    Fen(FenError),
    /// No board.
    #[error("start: {0}")]
    Board(StartSpecError),
    /// A random start that cannot be.
    #[error("start: {0}")]
    Random(RandomStartError),
    /// A position that cannot be played.
    #[error("start: this position cannot be played: {0}")]
    Position(PositionError),
}

/// Reads a start: FEN, or a board such as `6x6` or `random:15x15,amazons=4`; the standard start if it is not given.
///
/// # Errors
/// When it is something else, or cannot be played.
pub fn read_start(text: Option<&str>) -> Result<AnyPosition, StartError> {
    let setup = match text {
        None => return Ok(*amazons::Game::default().start()),
        // The FEN of a board of one rank has no slash, but the side to move behind a space.
        Some(fen) if fen.contains(['/', ' ']) => Setup::from_fen(fen).map_err(StartError::Fen)?,
        Some(board) => {
            let spec: StartSpec = board.parse().map_err(StartError::Board)?;
            spec.setup().map_err(StartError::Random)?
        }
    };
    AnyPosition::from_setup(&setup).map_err(StartError::Position)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spec(text: &str) -> ContestSpec {
        serde_json::from_str(text).unwrap()
    }

    fn said(change: impl FnOnce(&mut ContestSpec)) -> String {
        let mut spec =
            ContestSpec::new(ContestKind::Match, vec!["greedy".to_owned(), "random".to_owned()], 4);
        change(&mut spec);
        spec.build().unwrap_err().to_string()
    }

    #[test]
    fn texts_make_a_contest_as_the_command_line_does() {
        let contest = spec(r#"{"players": ["greedy", "random"], "games": 4}"#).build().unwrap();
        assert_eq!(
            (contest.kind, contest.rounds, contest.openings.len(), contest.seed),
            ("match", 2, 500, 1)
        );
        assert_eq!((contest.time_control.to_string().as_str(), contest.rules), ("100ms", GameRules::DEFAULT));
        let contest = spec(
            r#"{"kind": "sprt", "players": ["greedy@depth=1", "random"], "games": 40, "start": "6x6", "seed": 7,
                "time_control": "60s+500ms", "margin": "1s", "adjudicate": true, "openings": "random:3",
                "sprt": {"model": "logistic", "elo0": 0, "elo1": 20, "alpha": 0.05, "beta": 0.05}}"#,
        );
        let contest = contest.build().unwrap();
        assert_eq!((contest.kind, contest.openings.len()), ("sprt", 20));
        assert!(contest.openings.iter().all(|opening| opening.game.moves().len() == 3));
        assert_eq!(contest.sprt, Some(Sprt::new(SprtParameters::default()).unwrap()));
        assert_eq!(contest.rules.adjudication, Adjudication::Proven);
        let fen = contest.openings[0].game.start().to_setup().to_fen();
        assert_eq!(read_start(Some(&fen)).unwrap(), read_start(Some("6x6")).unwrap());
        let one_rank = read_start(Some("Q2q w - - 0 1")).unwrap();
        assert_eq!(one_rank.to_setup().to_fen(), "Q2q w - - 0 1");
        let text = r#"{"kind": "gauntlet", "players": ["uct", "greedy", "random"], "games": 2, "openings": "book.txt",
            "openings_text": "startpos moves d1-d7/g7"}"#;
        let contest = spec(text).build().unwrap();
        assert_eq!((contest.kind, contest.format.clone()), ("tournament", ContestFormat::Gauntlet));
        assert_eq!(contest.openings[0].name, "book 1");
    }

    #[test]
    fn what_is_wrong_is_said() {
        assert!(serde_json::from_str::<ContestSpec>(r#"{"players": [], "games": 2, "nodes": 5}"#).is_err());
        for (error, words) in [
            (said(|spec| spec.players[0] = "greed".to_owned()), "the player \"greed\": no player is called"),
            (said(|spec| spec.players.push("uct".to_owned())), "expected two players, found 3"),
            (said(|spec| spec.games = 3), "games come in pairs of swapped colours"),
            (said(|spec| spec.games = 20_000_000), "20000000 games are too many"),
            (said(|spec| spec.start = Some("7x99".to_owned())), "start: "),
            (said(|spec| spec.start = Some("Q3/zz w".to_owned())), "start: "),
            (said(|spec| spec.openings = Some("random:x".to_owned())), "openings: expected random"),
            (
                said(|spec| spec.openings = Some("no/such".to_owned())),
                "openings: cannot read no/such: No such",
            ),
            (said(|spec| spec.time_control = Some("soon".to_owned())), "time control: expected a limit"),
            (said(|spec| spec.margin = Some("1d".to_owned())), "margin: expected a time"),
            (said(|spec| spec.sprt = Some(SprtParameters::default())), "only a contest of the kind \"sprt\""),
            (
                said(|spec| {
                    spec.players[0] = "cmd:./engine".to_owned();
                    spec.time_control = Some("unlimited".to_owned());
                }),
                "time control: expected a limit",
            ),
        ] {
            assert!(error.contains(words), "{error}");
        }
    }
}
