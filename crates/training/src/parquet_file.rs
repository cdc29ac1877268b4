//! Games as a table of plies in Parquet, for pandas and polars. `docs/data.md` describes the columns.
//!
//! A row is a ply and repeats the columns of its game, so that no join is needed; repeated values compress to almost nothing.
//! Parquet files cannot be appended to: a file is written from finished games under a temporary name and then renamed.

use std::path::Path;
use std::sync::Arc;

use amazons::Color;
use parquet::basic::Compression;
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, DoubleType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;
use store::json::RunOrigin;
use store::{AtomicFile, GameRecord, IfExists, Thought};
use thought::WhiteScore;

use crate::error::TrainingError;

/// The columns, as Parquet writes schemas.
const SCHEMA: &str = "message plies {
    REQUIRED INT32 game;
    OPTIONAL INT64 number;
    OPTIONAL INT64 seed;
    REQUIRED BYTE_ARRAY white (STRING);
    REQUIRED BYTE_ARRAY black (STRING);
    OPTIONAL BYTE_ARRAY winner (STRING);
    REQUIRED BYTE_ARRAY ending (STRING);
    OPTIONAL BYTE_ARRAY opening (STRING);
    REQUIRED INT32 plies;
    REQUIRED INT32 ply;
    REQUIRED BYTE_ARRAY side (STRING);
    REQUIRED BYTE_ARRAY fen (STRING);
    REQUIRED BYTE_ARRAY move (STRING);
    REQUIRED BOOLEAN is_thought;
    OPTIONAL DOUBLE score;
    OPTIONAL DOUBLE win_rate;
    OPTIONAL INT64 nodes;
    OPTIONAL INT64 playouts;
    OPTIONAL INT32 depth;
    OPTIONAL DOUBLE seconds;
}";

/// Rows per row group: these are held in memory.
const GROUP: usize = 100_000;

/// A row: a ply with the search result before it.
struct PlyRow {
    game: Arc<GameColumns>,
    ply: usize,
    side: Color,
    fen: String,
    mv: String,
    thought: Option<Thought>,
}

/// The columns of a game, the same in all of its rows.
struct GameColumns {
    number_in_file: i32,
    origin: Option<(u64, u64)>,
    white: String,
    black: String,
    winner: Option<Color>,
    ending: &'static str,
    opening: Option<String>,
    plies: usize,
}

/// Writes a table of plies.
struct PlyWriter {
    writer: SerializedFileWriter<AtomicFile>,
    rows: Vec<PlyRow>,
    games: i32,
}

impl PlyWriter {
    fn new(file: AtomicFile) -> Result<Self, ParquetError> {
        let schema = Arc::new(parse_message_type(SCHEMA)?);
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_created_by(format!("otrera version {}", env!("CARGO_PKG_VERSION")))
            .build();
        let writer = SerializedFileWriter::new(file, schema, Arc::new(properties))?;
        Ok(Self { writer, rows: Vec::new(), games: 0 })
    }

    fn add(&mut self, game: &GameRecord, run: Option<&RunOrigin>) -> Result<(), ParquetError> {
        let moves = game.game.moves();
        let columns = Arc::new(GameColumns {
            number_in_file: self.games,
            origin: run.map(|run| (run.slot, run.seed)),
            white: game.players.white.clone(),
            black: game.players.black.clone(),
            winner: game.winner,
            ending: game.ending.name(),
            opening: game.opening.clone(),
            plies: moves.len(),
        });
        self.games += 1;
        // The store keeps empty thoughts for plies that were not searched, such as those of an opening.
        let thought = |ply: usize| game.thoughts.get(ply).filter(|thought| **thought != Thought::default());
        self.rows.extend(game.game.positions().zip(moves).enumerate().map(|(ply, (position, mv))| PlyRow {
            game: Arc::clone(&columns),
            ply,
            side: position.turn(),
            fen: position.to_setup().to_fen(),
            mv: mv.to_string(),
            thought: thought(ply).cloned(),
        }));
        if self.rows.len() >= GROUP { self.flush() } else { Ok(()) }
    }

    /// Writes the rows in memory as a row group, in the order of the schema.
    fn flush(&mut self) -> Result<(), ParquetError> {
        if self.rows.is_empty() {
            return Ok(());
        }
        let rows = std::mem::take(&mut self.rows);
        let mut group = self.writer.next_row_group()?;
        let mut columns = ColumnWriter { group: &mut group, rows: &rows };
        columns.put::<Int32Type>(|row| Some(row.game.number_in_file))?;
        columns.put::<Int64Type>(|row| row.game.origin.map(|(number, _)| signed(number)))?;
        columns.put::<Int64Type>(|row| row.game.origin.map(|(_, seed)| signed(seed)))?;
        columns.text(|row| Some(&row.game.white))?;
        columns.text(|row| Some(&row.game.black))?;
        columns.text(|row| row.game.winner.map(Color::name))?;
        columns.text(|row| Some(row.game.ending))?;
        columns.text(|row| row.game.opening.as_deref())?;
        columns.put::<Int32Type>(|row| Some(row.game.plies as i32))?;
        columns.put::<Int32Type>(|row| Some(row.ply as i32))?;
        columns.text(|row| Some(row.side.name()))?;
        columns.text(|row| Some(&row.fen))?;
        columns.text(|row| Some(&row.mv))?;
        columns.put::<BoolType>(|row| Some(row.thought.is_some()))?;
        // The store counts in ten-thousandths of a move.
        columns.put_thought::<DoubleType>(|thought| {
            thought.assessment.white_score().map(WhiteScore::to_moves)
        })?;
        columns.put_thought::<DoubleType>(|thought| thought.assessment.win_rate)?;
        columns.put_thought::<Int64Type>(|thought| Some(signed(thought.nodes)))?;
        columns.put_thought::<Int64Type>(|thought| Some(signed(thought.playouts)))?;
        columns.put_thought::<Int32Type>(|thought| thought.depth.map(|depth| depth as i32))?;
        columns.put_thought::<DoubleType>(|thought| {
            Some(thought.time.as_secs_f64()).filter(|seconds| *seconds > 0.0)
        })?;
        group.close()?;
        Ok(())
    }
}

/// An unsigned number as Parquet's signed one.
fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// A row group that is written column by column.
struct ColumnWriter<'a, 'f> {
    group: &'a mut SerializedRowGroupWriter<'f, AtomicFile>,
    rows: &'a [PlyRow],
}

impl ColumnWriter<'_, '_> {
    fn put<T: DataType>(&mut self, cell: impl Fn(&PlyRow) -> Option<T::T>) -> Result<(), ParquetError> {
        let missing = || ParquetError::General("more values than columns".to_owned());
        let mut column = self.group.next_column()?.ok_or_else(missing)?;
        let cells: Vec<Option<T::T>> = self.rows.iter().map(cell).collect();
        let levels: Vec<i16> = cells.iter().map(|cell| i16::from(cell.is_some())).collect();
        let values: Vec<T::T> = cells.into_iter().flatten().collect();
        let writer = column.typed::<T>();
        let levels = (writer.get_descriptor().max_def_level() > 0).then_some(levels.as_slice());
        writer.write_batch(&values, levels, None)?;
        column.close()
    }

    fn text(&mut self, cell: impl Fn(&PlyRow) -> Option<&str>) -> Result<(), ParquetError> {
        self.put::<ByteArrayType>(|row| cell(row).map(ByteArray::from))
    }

    fn put_thought<T: DataType>(
        &mut self,
        cell: impl Fn(&Thought) -> Option<T::T>,
    ) -> Result<(), ParquetError> {
        self.put::<T>(|row| row.thought.as_ref().and_then(&cell))
    }
}

/// Writes a Parquet file of all games that `produce` adds, completely or not at all; returns the number of games.
fn write(
    path: &Path,
    produce: impl FnOnce(
        &mut dyn FnMut(&GameRecord, Option<&RunOrigin>) -> Result<(), TrainingError>,
    ) -> Result<(), TrainingError>,
) -> Result<u64, TrainingError> {
    let fault = |what: String| TrainingError::File { path: path.to_owned(), what };
    let file = AtomicFile::create(path, IfExists::Replace)?;
    let mut plies = PlyWriter::new(file).map_err(|error| fault(error.to_string()))?;
    produce(&mut |game, run| plies.add(game, run).map_err(|error| fault(error.to_string())))?;
    let games = plies.games as u64;
    let file = plies.flush().and_then(|()| plies.writer.into_inner());
    file.map_err(|error| fault(error.to_string()))?.commit()?;
    Ok(games)
}

/// Writes the games of a file of JSON lines as Parquet; returns their number.
///
/// # Errors
/// When one of the files cannot be read or written.
pub fn write_parquet(lines: &Path, path: &Path) -> Result<u64, TrainingError> {
    write(path, |add| crate::json_lines::for_each(lines, |game, run| add(&game, run.as_ref())))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use amazons::{ByColor, Game};
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::{Field, Row};
    use store::Source;
    use thought::Assessment;

    use super::*;

    fn game() -> GameRecord {
        let mut game = Game::default();
        for mv in ["d1-d7/g7", "d10-d8/j8", "g1-g2/g3"] {
            game.play(mv.parse().unwrap()).unwrap();
        }
        let players = ByColor { white: "a".to_owned(), black: "b".to_owned() };
        let mut game = GameRecord::new(players, game, Source::SelfPlay);
        let thought = Thought {
            time: Duration::from_millis(5),
            nodes: 7,
            depth: Some(2),
            assessment: Assessment {
                score: Some(WhiteScore::from_units(-12_500)),
                win_rate: Some(0.25),
                ..Assessment::default()
            },
            ..Thought::default()
        };
        game.thoughts = vec![Thought::default(), thought.clone(), Thought { depth: None, ..thought }];
        game.winner = Some(Color::Black);
        game
    }

    fn read(path: &Path) -> Vec<Row> {
        let reader = SerializedFileReader::new(std::fs::File::open(path).unwrap()).unwrap();
        reader.get_row_iter(None).unwrap().collect::<Result<_, _>>().unwrap()
    }

    fn cell<'a>(row: &'a Row, name: &str) -> &'a Field {
        row.get_column_iter().find(|(column, _)| *column == name).unwrap().1
    }

    #[test]
    fn every_ply_is_a_row_with_the_known_columns() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.parquet");
        let bare = GameRecord { winner: None, thoughts: Vec::new(), ..game() };
        let games = write(&path, |add| {
            add(&game(), None)?;
            add(&bare, None)
        });
        assert_eq!(games.unwrap(), 2);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "the temporary file is gone");
        let rows = read(&path);
        assert_eq!(rows.len(), 6);
        let text = |row: usize, name: &str| match cell(&rows[row], name) {
            Field::Str(text) => Some(text.clone()),
            _ => None,
        };
        assert_eq!(rows[0].len(), SCHEMA.matches(';').count(), "all columns");
        assert_eq!(*cell(&rows[1], "game"), Field::Int(0));
        assert_eq!((cell(&rows[4], "game"), cell(&rows[4], "ply")), (&Field::Int(1), &Field::Int(1)));
        assert_eq!(text(1, "side").as_deref(), Some("black"));
        assert_eq!(text(1, "move").as_deref(), Some("d10-d8/j8"));
        let before = game().game.positions().nth(1).unwrap().to_setup().to_fen();
        assert_eq!(text(1, "fen"), Some(before));
        assert_eq!((text(1, "winner").as_deref(), text(4, "winner")), (Some("black"), None));
        let thoughts = ["is_thought", "score", "win_rate", "nodes", "depth", "seconds"];
        let of = |row: usize| thoughts.map(|name| cell(&rows[row], name).clone());
        let known = [Field::Bool(true), Field::Double(-1.25), Field::Double(0.25), Field::Long(7)];
        assert_eq!(of(1)[..4], known);
        assert_eq!(of(1)[4..], [Field::Int(2), Field::Double(0.005)]);
        assert_eq!(of(2)[4], Field::Null);
        for row in [0, 3, 4, 5] {
            assert_eq!(of(row)[0], Field::Bool(false));
            assert!(of(row)[1..].iter().all(|field| *field == Field::Null));
        }
    }

    #[test]
    fn a_failed_write_keeps_the_old_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.parquet");
        std::fs::write(&path, "old").unwrap();
        let failed = write(&path, |_| Err(TrainingError::Stopped));
        assert!(matches!(failed, Err(TrainingError::Stopped)));
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "old");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
