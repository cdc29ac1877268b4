//! A game as one line of JSON, and back without loss.
//!
//! | field | what |
//! |---|---|
//! | `id` | its number in the store that wrote it; without meaning elsewhere |
//! | `white`, `black` | the players' names, empty where unknown |
//! | `winner` | `"white"`, `"black"` or null |
//! | `ending`, `source` | the names of [`Ending`] and [`Source`] |
//! | `detail`, `event`, `opening` | texts or null |
//! | `played_at` | RFC 3339 in UTC, or null |
//! | `start` | FEN; the standard start if it is missing |
//! | `moves` | in print notation, separated by spaces: the only required field |
//! | `run` | `id`, `kind`, `conditions`, `begun`, `finished`, `slot`, `seed`, or null |
//! | `white_limits`, `black_limits` | texts or null |
//! | `thoughts` | one object a ply: `time_ns`, `nodes`, `playouts`, `depth`, `score` (White's, ten-thousandths of a move), `win_rate` (White's), `line` (moves); or empty |
//! | `transcript`, `sgf` | texts or null |
//! | `title`, `tags` | a text, a list of texts |
//! | `study` | `remarks` by ply, `variations` (`id`, `parent`, `move`, `remark`), `next`; a remark has `comment` and `properties` |
//! | `plan` | of a live game, or one that was live: `white_agent`, `black_agent`, `pace_ns`, `is_paused`, `clock` (`base_ns`, `increment_ns`, `white_left_ns`, `black_left_ns`) |
//! | `evaluations` | by the number of the node: `score`, `win_rate`, `winner`, `won_by`, `nodes`, `line`, `agent` |
//! | `review` | the text of a review |
//!
//! The fields of the last five rows are left out where they are empty. An unknown field is an error.

mod annotations;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::Duration;

use amazons::{AnyPosition, ByColor, Color, Game, Move, Setup};
use serde::{Deserialize, Serialize};
use thiserror::Error;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use self::annotations::{EvaluationLine, PlanLine};
use crate::assessment::Columns;
use crate::kinds::{Ending, Source, UnknownName};
use crate::model::{Annotations, GameId, GameRecord, Run, RunId, Slot, Thought};
use crate::study::Study;
use crate::{annotate, sgf};

/// A line that is not a game.
#[derive(Debug, Error)]
pub enum LineError {
    /// Not JSON, or with unknown fields.
    #[error("not a game in JSON: {}", in_one_line(.0))]
    Json(#[from] serde_json::Error),
    /// An unknown name.
    #[error("{field}: {error}")]
    Name {
        /// The field.
        field: &'static str,
        /// What is wrong with it.
        error: UnknownName,
    },
    /// A time that is not in RFC 3339.
    #[error("{field}: expected a time such as \"2026-11-15T13:22:03Z\", found {text:?}")]
    Time {
        /// The field.
        field: &'static str,
        /// The text.
        text: String,
    },
    /// A start that is not a legal position.
    #[error("start: {0}")]
    Start(String),
    /// A move that cannot be read or played.
    #[error("move {number} of {field}: {reason}")]
    Move {
        /// The field.
        field: &'static str,
        /// Which one, from 1.
        number: usize,
        /// What is wrong with it.
        reason: String,
    },
}

/// The words of an error in a text of one line, whose number says nothing.
fn in_one_line(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    match text.strip_suffix(&place) {
        Some(words) if error.column() > 0 => format!("{words} at column {}", error.column()),
        Some(words) => words.to_owned(),
        None => text,
    }
}

/// The run that a game of another store belongs to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RunOrigin {
    /// What kind of run.
    pub kind: String,
    /// Its conditions.
    pub conditions: String,
    /// When it began.
    pub begun: OffsetDateTime,
    /// When it was finished, if it was.
    pub finished: Option<OffsetDateTime>,
    /// The game's place in it.
    pub slot: u64,
    /// The game's seed.
    pub seed: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    #[serde(default)]
    id: Option<i64>,
    #[serde(default)]
    white: String,
    #[serde(default)]
    black: String,
    #[serde(default)]
    winner: Option<Color>,
    #[serde(default)]
    ending: Option<String>,
    #[serde(default)]
    detail: String,
    #[serde(default)]
    source: Option<String>,
    #[serde(default)]
    event: Option<String>,
    #[serde(default)]
    opening: Option<String>,
    #[serde(default)]
    played_at: Option<String>,
    #[serde(default)]
    start: Option<String>,
    moves: String,
    #[serde(default)]
    run: Option<RunLine>,
    #[serde(default)]
    white_limits: Option<String>,
    #[serde(default)]
    black_limits: Option<String>,
    #[serde(default)]
    thoughts: Vec<ThoughtLine>,
    #[serde(default)]
    transcript: Option<String>,
    #[serde(default)]
    sgf: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    tags: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    study: Option<Study>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    plan: Option<PlanLine>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    evaluations: BTreeMap<u32, EvaluationLine>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    review: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RunLine {
    #[serde(default)]
    id: Option<i64>,
    kind: String,
    conditions: String,
    begun: String,
    #[serde(default)]
    finished: Option<String>,
    slot: u64,
    seed: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ThoughtLine {
    time_ns: u64,
    #[serde(default)]
    nodes: u64,
    #[serde(default)]
    playouts: u64,
    #[serde(default)]
    depth: Option<u32>,
    #[serde(default)]
    score: Option<i32>,
    #[serde(default)]
    win_rate: Option<f64>,
    #[serde(default)]
    line: String,
}

/// Writes a game as a line of JSON, without the line's end.
///
/// # Panics
/// Never: the fields are texts and numbers.
#[must_use]
pub fn to_line(id: GameId, game: &GameRecord, run: Option<&(Run, Slot)>) -> String {
    let run = run.map(|(run, slot)| RunLine {
        id: Some(run.id.0),
        kind: run.kind.clone(),
        conditions: run.conditions.clone(),
        begun: time_text(run.begun),
        finished: run.finished.map(time_text),
        slot: slot.slot,
        seed: slot.seed,
    });
    let Annotations { title, tags, study, evaluations, review } = &game.annotations;
    let line = Line {
        id: Some(id.0),
        white: game.players.white.clone(),
        black: game.players.black.clone(),
        winner: game.winner,
        ending: Some(game.ending.name().to_owned()),
        detail: game.detail.clone(),
        source: Some(game.source.name().to_owned()),
        event: game.event.clone(),
        opening: game.opening.clone(),
        played_at: game.played_at.map(time_text),
        start: Some(game.game.start().to_setup().to_fen()),
        moves: moves_text(game.game.moves()),
        run,
        white_limits: game.limits.white.clone(),
        black_limits: game.limits.black.clone(),
        thoughts: game.thoughts.iter().map(thought_line).collect(),
        transcript: game.transcript.clone(),
        sgf: game.sgf.clone(),
        title: title.clone(),
        tags: tags.clone(),
        study: Some(study.clone()).filter(|study| *study != study_of_sgf(game.sgf.as_deref())),
        plan: game.plan.as_ref().map(annotations::plan_line),
        evaluations: annotations::evaluation_lines(evaluations),
        review: review.clone(),
    };
    serde_json::to_string(&line).expect("texts and numbers can be written")
}

/// Writes a game of a run outside of a store, by its number and seed. The times of the run are those of 1970, so that two files
/// of the same games are equal.
#[must_use]
pub fn to_run_line(kind: &str, conditions: &str, number: u64, seed: u64, game: &GameRecord) -> String {
    let id = RunId(1);
    let run = Run {
        id,
        kind: kind.to_owned(),
        conditions: conditions.to_owned(),
        begun: OffsetDateTime::UNIX_EPOCH,
        finished: None,
        games: 0,
    };
    let slot = Slot { run: id, slot: number, seed };
    to_line(GameId(i64::try_from(number).unwrap_or(i64::MAX)), game, Some(&(run, slot)))
}

/// Reads a game, and the run that it belongs to.
///
/// ```
/// let (game, _) = store::json::from_line(r#"{"white": "Ada", "moves": "d1-d7/g7 d10-d8/j8"}"#)?;
/// assert_eq!(game.players.white, "Ada");
/// assert_eq!(game.game.moves().len(), 2);
/// # Ok::<(), store::json::LineError>(())
/// ```
///
/// # Errors
/// When a field cannot be read.
pub fn from_line(text: &str) -> Result<(GameRecord, Option<RunOrigin>), LineError> {
    let line: Line = serde_json::from_str(text)?;
    let game = read_game(line.start.as_deref(), &line.moves)?;
    let by_rule = game.outcome().map(|outcome| outcome.winner);
    let winner = line.winner.or_else(|| by_rule.filter(|_| line.ending.is_none()));
    let ending = match line.ending {
        Some(word) => word.parse().map_err(|error| LineError::Name { field: "ending", error })?,
        None if winner.is_none() => Ending::Unfinished,
        None if winner == by_rule => Ending::NoMoves,
        None => Ending::Adjudication,
    };
    let source = line.source.map_or(Ok(Source::Import), |word| word.parse());
    let run = line.run.map(run_origin).transpose()?;
    let thoughts = line.thoughts.iter().map(thought).collect::<Result<_, _>>()?;
    let has_study = line.study.is_some();
    let mut annotations = Annotations {
        title: line.title,
        tags: line.tags,
        study: line.study.unwrap_or_default(),
        evaluations: annotations::evaluations(line.evaluations)?,
        review: line.review,
    };
    if !has_study {
        annotate::read_sgf_annotations(line.sgf.as_deref(), &mut annotations);
    }
    let game = GameRecord {
        players: ByColor { white: line.white, black: line.black },
        game,
        winner,
        ending,
        detail: line.detail,
        source: source.map_err(|error| LineError::Name { field: "source", error })?,
        event: line.event,
        opening: line.opening,
        played_at: line.played_at.map(|text| read_time("played_at", text)).transpose()?,
        limits: ByColor { white: line.white_limits, black: line.black_limits },
        thoughts,
        transcript: line.transcript,
        sgf: line.sgf,
        plan: line.plan.map(annotations::plan),
        annotations,
    };
    Ok((game, run))
}

/// The study that a line leaves out: that of the game's SGF record, as in files of the first version.
fn study_of_sgf(text: Option<&str>) -> Study {
    text.and_then(sgf::read_imported).map(|game| game.annotations.study).unwrap_or_default()
}

fn run_origin(line: RunLine) -> Result<RunOrigin, LineError> {
    Ok(RunOrigin {
        kind: line.kind,
        conditions: line.conditions,
        begun: read_time("run.begun", line.begun)?,
        finished: line.finished.map(|text| read_time("run.finished", text)).transpose()?,
        slot: line.slot,
        seed: line.seed,
    })
}

fn read_game(start: Option<&str>, moves: &str) -> Result<Game, LineError> {
    let mut game = Game::default();
    if let Some(fen) = start {
        let setup = Setup::from_fen(fen).map_err(|error| LineError::Start(error.to_string()))?;
        let start = AnyPosition::from_setup(&setup).map_err(|error| LineError::Start(error.to_string()))?;
        game = Game::new(start);
    }
    for (mv, number) in read_moves("moves", moves)?.into_iter().zip(1..) {
        game.play(mv).map_err(|error| LineError::Move {
            field: "moves",
            number,
            reason: error.to_string(),
        })?;
    }
    Ok(game)
}

fn read_moves(field: &'static str, text: &str) -> Result<Vec<Move>, LineError> {
    let read = |(number, word): (usize, &str)| {
        word.parse().map_err(|error: amazons::notation::MoveError| LineError::Move {
            field,
            number: number + 1,
            reason: error.to_string(),
        })
    };
    text.split_whitespace().enumerate().map(read).collect()
}

fn thought_line(thought: &Thought) -> ThoughtLine {
    let Columns { score, win_rate, .. } = Columns::from(&thought.assessment);
    ThoughtLine {
        time_ns: u64::try_from(thought.time.as_nanos()).unwrap_or(u64::MAX),
        nodes: thought.nodes,
        playouts: thought.playouts,
        depth: thought.depth,
        score,
        win_rate,
        line: moves_text(&thought.assessment.line),
    }
}

fn thought(line: &ThoughtLine) -> Result<Thought, LineError> {
    let columns = Columns { score: line.score, win_rate: line.win_rate, ..Columns::default() };
    Ok(Thought {
        time: Duration::from_nanos(line.time_ns),
        nodes: line.nodes,
        playouts: line.playouts,
        depth: line.depth,
        assessment: columns.assessment(read_moves("line", &line.line)?),
    })
}

/// Moves in print notation, separated by spaces.
fn moves_text(moves: &[Move]) -> String {
    let mut text = String::new();
    for mv in moves {
        let gap = if text.is_empty() { "" } else { " " };
        write!(text, "{gap}{mv}").expect("a string takes any text");
    }
    text
}

/// A time in RFC 3339; a year before 0, which RFC 3339 lacks, as the type writes it.
fn time_text(moment: OffsetDateTime) -> String {
    moment.format(&Rfc3339).unwrap_or_else(|_| moment.to_string())
}

fn read_time(field: &'static str, text: String) -> Result<OffsetDateTime, LineError> {
    OffsetDateTime::parse(&text, &Rfc3339).map_err(|_| LineError::Time { field, text })
}
