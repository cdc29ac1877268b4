//! Games and plies as columns. `docs/data.md` describes those of plies, which Parquet files have too.

use std::sync::Arc;

use amazons::Color;
use arrow_array::builder::{
    BooleanBuilder, Float64Builder, Int32Builder, Int64Builder, ListBuilder, StringViewBuilder,
    TimestampMicrosecondBuilder, UInt64Builder,
};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::ArrowError;
use store::{GameSummary, Thought};
use thought::WhiteScore;

use super::moment::micros;
use super::record::PyGameRecord;

/// Rows of a batch of plies: as many fit into the caches of those who read them.
const ROWS: usize = 65_536;

/// Texts of which many are equal: each is kept once.
fn repeated() -> StringViewBuilder {
    StringViewBuilder::new().with_deduplicate_strings()
}

/// Games as a batch of rows.
pub(super) fn of_games(games: &[GameSummary]) -> Result<RecordBatch, ArrowError> {
    let number = |of: &dyn Fn(&GameSummary) -> Option<i64>| -> ArrayRef {
        let mut column = Int64Builder::new();
        games.iter().for_each(|game| column.append_option(of(game)));
        Arc::new(column.finish())
    };
    let text = |of: &dyn Fn(&GameSummary) -> Option<&str>| -> ArrayRef {
        let mut column = repeated();
        games.iter().for_each(|game| column.append_option(of(game)));
        Arc::new(column.finish())
    };
    let (mut played, mut seeds) =
        (TimestampMicrosecondBuilder::new().with_timezone("UTC"), UInt64Builder::new());
    let mut tags = ListBuilder::new(repeated());
    for game in games {
        played.append_option(game.played_at.map(micros));
        seeds.append_option(game.run.map(|slot| slot.seed));
        tags.append_value(game.tags.iter().map(Some));
    }
    RecordBatch::try_from_iter_with_nullable([
        ("game", number(&|game| Some(game.id.0)), false),
        ("white", text(&|game| Some(&game.players.white)), false),
        ("black", text(&|game| Some(&game.players.black)), false),
        ("winner", text(&|game| game.winner.map(Color::name)), true),
        ("ending", text(&|game| Some(game.ending.name())), false),
        ("plies", number(&|game| Some(i64::from(game.plies))), false),
        ("board", text(&|game| Some(&game.board)), false),
        ("source", text(&|game| Some(game.source.name())), false),
        ("event", text(&|game| game.event.as_deref()), true),
        ("opening", text(&|game| game.opening.as_deref()), true),
        ("played_at", Arc::new(played.finish()), true),
        ("run", number(&|game| game.run.map(|slot| slot.run.0)), true),
        ("number", number(&|game| game.run.map(|slot| slot.slot.cast_signed())), true),
        ("seed", Arc::new(seeds.finish()), true),
        ("title", text(&|game| game.title.as_deref()), true),
        ("tags", Arc::new(tags.finish()), false),
    ])
}

/// Collects plies, a batch of rows at a time.
pub(super) struct PlyTable {
    batches: Vec<RecordBatch>,
    columns: PlyColumns,
    rows: usize,
    /// The games so far: the number of a game that is in no store.
    games: i64,
}

struct PlyColumns {
    game: Int64Builder,
    number: Int64Builder,
    seed: UInt64Builder,
    white: StringViewBuilder,
    black: StringViewBuilder,
    winner: StringViewBuilder,
    ending: StringViewBuilder,
    opening: StringViewBuilder,
    plies: Int32Builder,
    ply: Int32Builder,
    side: StringViewBuilder,
    fen: StringViewBuilder,
    mv: StringViewBuilder,
    is_thought: BooleanBuilder,
    score: Float64Builder,
    win_rate: Float64Builder,
    nodes: UInt64Builder,
    playouts: UInt64Builder,
    depth: Int32Builder,
    seconds: Float64Builder,
}

impl PlyTable {
    pub(super) fn new() -> Self {
        Self { batches: Vec::new(), columns: PlyColumns::new(), rows: 0, games: 0 }
    }

    /// Adds the plies of a game.
    pub(super) fn add(&mut self, game: &PyGameRecord) -> Result<(), ArrowError> {
        let number = game.id.map_or(self.games, |id| id.0);
        self.games += 1;
        self.columns.add(game, number);
        self.rows += game.record.game.moves().len();
        if self.rows >= ROWS {
            self.flush()?;
        }
        Ok(())
    }

    fn flush(&mut self) -> Result<(), ArrowError> {
        self.rows = 0;
        self.batches.push(std::mem::replace(&mut self.columns, PlyColumns::new()).finish()?);
        Ok(())
    }

    /// All batches; one without rows where there is no ply, because it has the columns.
    pub(super) fn finish(mut self) -> Result<Vec<RecordBatch>, ArrowError> {
        if self.rows > 0 || self.batches.is_empty() {
            self.flush()?;
        }
        Ok(self.batches)
    }
}

impl PlyColumns {
    fn new() -> Self {
        Self {
            game: Int64Builder::new(),
            number: Int64Builder::new(),
            seed: UInt64Builder::new(),
            white: repeated(),
            black: repeated(),
            winner: repeated(),
            ending: repeated(),
            opening: repeated(),
            plies: Int32Builder::new(),
            ply: Int32Builder::new(),
            side: repeated(),
            fen: StringViewBuilder::new(),
            mv: StringViewBuilder::new(),
            is_thought: BooleanBuilder::new(),
            score: Float64Builder::new(),
            win_rate: Float64Builder::new(),
            nodes: UInt64Builder::new(),
            playouts: UInt64Builder::new(),
            depth: Int32Builder::new(),
            seconds: Float64Builder::new(),
        }
    }

    fn add(&mut self, game: &PyGameRecord, game_number: i64) {
        let (record, place) = (&game.record, game.number_and_seed());
        let moves = record.game.moves();
        for (ply, (position, mv)) in record.game.positions().zip(moves).enumerate() {
            self.game.append_value(game_number);
            self.number.append_option(place.map(|(number, _)| number.cast_signed()));
            self.seed.append_option(place.map(|(_, seed)| seed));
            self.white.append_value(&record.players.white);
            self.black.append_value(&record.players.black);
            self.winner.append_option(record.winner.map(Color::name));
            self.ending.append_value(record.ending.name());
            self.opening.append_option(record.opening.as_deref());
            self.plies.append_value(moves.len() as i32);
            self.ply.append_value(ply as i32);
            self.side.append_value(position.turn().name());
            self.fen.append_value(position.to_setup().to_fen());
            self.mv.append_value(mv.to_string());
            // The store keeps empty thoughts for plies that were not searched, such as those of an opening.
            let thought = record.thoughts.get(ply).filter(|thought| **thought != Thought::default());
            self.add_thought(thought);
        }
    }

    fn add_thought(&mut self, thought: Option<&Thought>) {
        let score = thought.and_then(|thought| thought.assessment.white_score());
        self.is_thought.append_value(thought.is_some());
        self.score.append_option(score.map(WhiteScore::to_moves));
        self.win_rate.append_option(thought.and_then(|thought| thought.assessment.win_rate));
        self.nodes.append_option(thought.map(|thought| thought.nodes));
        self.playouts.append_option(thought.map(|thought| thought.playouts));
        self.depth.append_option(thought.and_then(|thought| thought.depth).map(u32::cast_signed));
        let seconds = thought.map(|thought| thought.time.as_secs_f64());
        self.seconds.append_option(seconds.filter(|&seconds| seconds > 0.0));
    }

    fn finish(mut self) -> Result<RecordBatch, ArrowError> {
        RecordBatch::try_from_iter_with_nullable([
            ("game", Arc::new(self.game.finish()) as ArrayRef, false),
            ("number", Arc::new(self.number.finish()), true),
            ("seed", Arc::new(self.seed.finish()), true),
            ("white", Arc::new(self.white.finish()), false),
            ("black", Arc::new(self.black.finish()), false),
            ("winner", Arc::new(self.winner.finish()), true),
            ("ending", Arc::new(self.ending.finish()), false),
            ("opening", Arc::new(self.opening.finish()), true),
            ("plies", Arc::new(self.plies.finish()), false),
            ("ply", Arc::new(self.ply.finish()), false),
            ("side", Arc::new(self.side.finish()), false),
            ("fen", Arc::new(self.fen.finish()), false),
            ("move", Arc::new(self.mv.finish()), false),
            ("is_thought", Arc::new(self.is_thought.finish()), false),
            ("score", Arc::new(self.score.finish()), true),
            ("win_rate", Arc::new(self.win_rate.finish()), true),
            ("nodes", Arc::new(self.nodes.finish()), true),
            ("playouts", Arc::new(self.playouts.finish()), true),
            ("depth", Arc::new(self.depth.finish()), true),
            ("seconds", Arc::new(self.seconds.finish()), true),
        ])
    }
}
