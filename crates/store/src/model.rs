//! What is kept: games, the thoughts behind them, and the runs that they belong to.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use amazons::{AnyPosition, ByColor, Color, Game};
use thought::{Assessment, Report};
use time::OffsetDateTime;

use crate::play::Plan;
use crate::study::{Evaluation, Study};
use crate::words::{Ending, Source};

/// A game's number in its store. It is never given twice, even after the game is gone.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct GameId(pub i64);

/// A run's number in its store.
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

/// Games played to one plan: a match, a tournament, an experiment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Run {
    /// Its number.
    pub id: RunId,
    /// What kind of run, such as `match`.
    pub kind: String,
    /// All that defines it, as canonical text.
    pub conditions: String,
    /// When it began.
    pub begun: OffsetDateTime,
    /// When it was finished, if it was.
    pub finished: Option<OffsetDateTime>,
    /// How many of its games are stored; those deleted do not count.
    pub games: u64,
}

/// A game's place in a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Slot {
    /// The run.
    pub run: RunId,
    /// The place in its schedule; a run has one game at most for each.
    pub slot: u64,
    /// The seed that the game was played with.
    pub seed: u64,
}

/// What a player thought before a ply.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Thought {
    /// How long.
    pub time: Duration,
    /// Positions visited.
    pub nodes: u64,
    /// Games played out.
    pub playouts: u64,
    /// How deep, where that means something.
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

/// A game to be stored.
#[derive(Clone, PartialEq, Debug)]
pub struct NewGame {
    /// The players' names; empty where unknown.
    pub players: ByColor<String>,
    /// The start and the moves.
    pub game: Game,
    /// Who won.
    pub winner: Option<Color>,
    /// How it ended.
    pub ending: Ending,
    /// More about the end, such as what an engine answered.
    pub detail: String,
    /// Where it comes from.
    pub source: Source,
    /// The event or tournament.
    pub event: Option<String>,
    /// The opening's name.
    pub opening: Option<String>,
    /// When it was played; kept in UTC to the microsecond. Nothing where nobody knows.
    pub played_at: Option<OffsetDateTime>,
    /// Its place in a run.
    pub run: Option<Slot>,
    /// Each side's limits, in words.
    pub limits: ByColor<Option<String>>,
    /// One for every ply, or none at all.
    pub thoughts: Vec<Thought>,
    /// An engine's standard error and dialogue when it failed.
    pub transcript: Option<String>,
    /// The imported record as it was, where it says more than the fields above.
    pub sgf: Option<String>,
    /// What people call it.
    pub title: Option<String>,
    /// Words that it is filed under, each once whatever its case.
    pub tags: Vec<String>,
    /// Remarks, and the lines that were not played.
    pub study: Study,
    /// Who sits where and how much time is left, of a game that is or was played here.
    pub plan: Option<Plan>,
    /// What engines thought of its nodes, by their numbers.
    pub evaluations: BTreeMap<u32, Evaluation>,
    /// A review, as its maker writes it.
    pub review: Option<String>,
}

impl NewGame {
    /// A game of which no more is known than its moves: won and ended as they say, played now.
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
            run: None,
            limits: ByColor::default(),
            thoughts: Vec::new(),
            transcript: None,
            sgf: None,
            title: None,
            tags: Vec::new(),
            study: Study::default(),
            plan: None,
            evaluations: BTreeMap::new(),
            review: None,
        }
    }

    /// Whether it is being played: it has a plan and no end.
    #[must_use]
    pub fn is_live(&self) -> bool {
        self.plan.is_some() && self.ending == Ending::Unfinished
    }
}

/// A game as it lies in the store, with all that is known about it.
#[derive(Clone, PartialEq, Debug)]
pub struct StoredGame {
    /// Its number.
    pub id: GameId,
    /// When it was stored.
    pub added_at: OffsetDateTime,
    /// When it was deleted, if it lies in the trash.
    pub deleted_at: Option<OffsetDateTime>,
    /// The run that it belongs to.
    pub run: Option<Run>,
    /// How often it was changed since it was stored.
    pub revision: u64,
    /// The game.
    pub record: NewGame,
}

/// What a list of games tells of each.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameSummary {
    /// Its number.
    pub id: GameId,
    /// The players' names.
    pub players: ByColor<String>,
    /// Who won.
    pub winner: Option<Color>,
    /// How it ended.
    pub ending: Ending,
    /// How many plies were played.
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
    /// What people call it.
    pub title: Option<String>,
    /// The words that it is filed under.
    pub tags: Vec<String>,
    /// Whether it is being played.
    pub is_live: bool,
}
