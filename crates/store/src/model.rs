//! Games, what was thought before their plies, and runs.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use amazons::{AnyPosition, ByColor, Color, Game};
use thought::{Assessment, Report};
use time::OffsetDateTime;

use crate::kinds::{Ending, Source};
use crate::play::{GameEnd, LivePlan};
use crate::study::{Evaluation, Study};

/// A game's id in its store. It is never reused, even after the game is purged.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct GameId(pub i64);

/// A run's id in its store.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RunId(pub i64);

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for RunId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Games under common conditions: a match, a tournament, an experiment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Run {
    /// The id.
    pub id: RunId,
    /// The kind, such as `match`.
    pub kind: String,
    /// Its conditions as canonical text.
    pub conditions: String,
    /// When it began.
    pub begun: OffsetDateTime,
    /// When it was finished, if it was.
    pub finished: Option<OffsetDateTime>,
    /// The number of its stored games, without deleted ones.
    pub games: u64,
}

/// A game's place in a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Slot {
    /// The run.
    pub run: RunId,
    /// The number in its schedule; a run has at most one game for each.
    pub slot: u64,
    /// The seed that the game was played with.
    pub seed: u64,
}

/// What a player thought before a ply.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Thought {
    /// The time spent.
    pub time: Duration,
    /// Positions visited.
    pub nodes: u64,
    /// Rollouts or other simulations.
    pub playouts: u64,
    /// The completed depth in plies, if the player has one.
    pub depth: Option<u32>,
    /// White's view of the best line, whose first move was played.
    pub assessment: Assessment,
}

impl Thought {
    /// What a player reports of a position after thinking for `time`.
    #[must_use]
    pub fn of_report(report: &Report, position: &AnyPosition, time: Duration) -> Self {
        Self {
            time,
            nodes: report.nodes,
            playouts: report.playouts,
            depth: report.depth,
            assessment: Assessment::of_report(report, position),
        }
    }
}

/// The annotations of a game, which may change after it is stored.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Annotations {
    /// The title.
    pub title: Option<String>,
    /// Tags, distinct ignoring case.
    pub tags: Vec<String>,
    /// Comments and variations.
    pub study: Study,
    /// Evaluations by node.
    pub evaluations: BTreeMap<u32, Evaluation>,
    /// A review, in the format of the server.
    pub review: Option<String>,
}

/// A game to be stored, or to be written to or read from a file. Games in the store are read as [`StoredGame`].
#[derive(Clone, PartialEq, Debug)]
pub struct GameRecord {
    /// The players' names; empty where unknown.
    pub players: ByColor<String>,
    /// The start and the moves.
    pub game: Game,
    /// Who won.
    pub winner: Option<Color>,
    /// How it ended.
    pub ending: Ending,
    /// Details of the end, such as an engine's answer.
    pub detail: String,
    /// Where it comes from.
    pub source: Source,
    /// The event or tournament.
    pub event: Option<String>,
    /// The opening's name.
    pub opening: Option<String>,
    /// When it was played, in UTC to the microsecond, if known.
    pub played_at: Option<OffsetDateTime>,
    /// Each side's limits as text.
    pub limits: ByColor<Option<String>>,
    /// One for every ply, or none at all.
    pub thoughts: Vec<Thought>,
    /// An engine's standard error and dialogue when it failed.
    pub transcript: Option<String>,
    /// The imported SGF record, if it has more than the fields above.
    pub sgf: Option<String>,
    /// The players and clock of a game that is or was live.
    pub plan: Option<LivePlan>,
    /// Title, tags, comments, variations and evaluations.
    pub annotations: Annotations,
}

impl GameRecord {
    /// A game of which only the moves are known, played now; the result follows from the rules.
    #[must_use]
    pub fn new(players: ByColor<String>, game: Game, source: Source) -> Self {
        let winner = game.outcome().map(|outcome| outcome.winner);
        Self {
            players,
            winner,
            ending: if winner.is_some() { Ending::NoMoves } else { Ending::Unfinished },
            game,
            detail: String::new(),
            source,
            event: None,
            opening: None,
            played_at: Some(OffsetDateTime::now_utc()),
            limits: ByColor::default(),
            thoughts: Vec::new(),
            transcript: None,
            sgf: None,
            plan: None,
            annotations: Annotations::default(),
        }
    }
}

/// The origin and conditions of a stored game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Metadata {
    /// Where it comes from.
    pub source: Source,
    /// The event or tournament.
    pub event: Option<String>,
    /// The opening's name.
    pub opening: Option<String>,
    /// When it was played, in UTC to the microsecond, if known.
    pub played_at: Option<OffsetDateTime>,
    /// Each side's limits as text.
    pub limits: ByColor<Option<String>>,
    /// An engine's standard error and dialogue when it failed.
    pub transcript: Option<String>,
    /// The imported SGF record, if it has more than the fields of the store.
    pub sgf: Option<String>,
}

/// A game in the store.
#[derive(Clone, PartialEq, Debug)]
pub struct StoredGame {
    /// The id.
    pub id: GameId,
    /// The players' names; empty where unknown.
    pub players: ByColor<String>,
    /// The start and the moves.
    pub game: Game,
    /// How it ended.
    pub end: GameEnd,
    /// One for every ply, or none at all.
    pub thoughts: Vec<Thought>,
    /// Its origin and conditions.
    pub metadata: Metadata,
    /// Title, tags, comments, variations and evaluations.
    pub annotations: Annotations,
    /// The players and clock of a game that is or was live.
    pub plan: Option<LivePlan>,
    /// When it was stored.
    pub added_at: OffsetDateTime,
    /// When it was deleted, if it is in the trash.
    pub deleted_at: Option<OffsetDateTime>,
    /// The run that it belongs to, and its place there.
    pub run: Option<(Run, Slot)>,
    /// The number of changes since it was stored.
    pub revision: u64,
}

impl StoredGame {
    /// Whether it is live: it has a plan and no result.
    #[must_use]
    pub fn is_live(&self) -> bool {
        self.plan.is_some() && self.end.ending == Ending::Unfinished
    }

    /// A copy to be written to a file or another store.
    #[must_use]
    pub fn to_record(&self) -> GameRecord {
        let Self { players, game, end, thoughts, metadata, annotations, plan, .. } = self.clone();
        GameRecord {
            players,
            game,
            winner: end.winner,
            ending: end.ending,
            detail: end.detail,
            source: metadata.source,
            event: metadata.event,
            opening: metadata.opening,
            played_at: metadata.played_at,
            limits: metadata.limits,
            thoughts,
            transcript: metadata.transcript,
            sgf: metadata.sgf,
            plan,
            annotations,
        }
    }
}

/// A game in a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameSummary {
    /// The id.
    pub id: GameId,
    /// The players' names.
    pub players: ByColor<String>,
    /// Who won.
    pub winner: Option<Color>,
    /// How it ended.
    pub ending: Ending,
    /// The number of plies.
    pub plies: u32,
    /// The board's size, such as `10x10`.
    pub board: String,
    /// Where it comes from.
    pub source: Source,
    /// The event or tournament.
    pub event: Option<String>,
    /// The opening's name.
    pub opening: Option<String>,
    /// When it was played.
    pub played_at: Option<OffsetDateTime>,
    /// Its place in a run.
    pub run: Option<Slot>,
    /// The title.
    pub title: Option<String>,
    /// The tags.
    pub tags: Vec<String>,
    /// Whether it is live.
    pub is_live: bool,
}
