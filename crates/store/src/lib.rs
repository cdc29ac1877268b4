//! One `SQLite` file with games, runs and annotations.
//!
//! - `model`: a [`GameRecord`] is a game to be stored, a [`StoredGame`] one that is read, a [`Run`] groups games;
//! - `kinds`: how a game ended and where it came from;
//! - `assessment`: how assessments are stored;
//! - `schema`: the tables and migrations;
//! - `open`: opening a [`Store`];
//! - `write`, `read`, `trash`: writing, reading and deleting games and runs;
//! - `run_result`: the finished games of a run, as contests need them;
//! - `play`: live games, ply by ply;
//! - `study`, `annotate`: annotations: titles, tags, variations, comments, evaluations;
//! - `explore`: the moves played from a position, and their results;
//! - `digest`: a digest that is the same in every build;
//! - `filter`, `stats`: selection and statistics;
//! - [`json`]: a game as one line of JSON and back;
//! - [`sgf`]: games as SGF and back, record by record;
//! - `atomic_file`: files that are written completely or not at all;
//! - `error`: what can go wrong.
//!
//! ```
//! use amazons::{ByColor, Game};
//! use store::{Filter, GameRecord, Source, Store};
//!
//! # let folder = tempfile::tempdir()?;
//! let mut store = Store::open(&folder.path().join("games.sqlite"))?;
//! let players = ByColor { white: "Ada".to_owned(), black: "Grace".to_owned() };
//! let id = store.add_game(&GameRecord::new(players, Game::default(), Source::Play), None)?;
//! assert_eq!(store.game(id)?.players.white, "Ada");
//! assert_eq!(store.count(&Filter::default())?, 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

mod annotate;
mod assessment;
mod atomic_file;
mod digest;
mod error;
mod explore;
mod filter;
pub mod json;
mod kinds;
mod model;
mod open;
mod play;
mod read;
mod run_result;
mod schema;
pub mod sgf;
mod stats;
mod study;
mod trash;
mod write;

pub use atomic_file::{AtomicFile, IfExists, WriteError};
pub use digest::digest;
pub use error::StoreError;
pub use explore::{Explored, ExploredMove};
pub use filter::{Filter, Order, Sort, Trash, WinnerFilter};
pub use kinds::{Ending, Source, UnknownName};
pub use model::{
    Annotations, GameId, GameRecord, GameSummary, Metadata, Run, RunId, Slot, StoredGame, Thought,
};
pub use open::Store;
pub use play::{Appended, GameEnd, LiveClock, LivePlan, Ply};
pub use run_result::RunResult;
pub use stats::{Lengths, PlayerStats, Stats};
pub use study::{Evaluation, Remark, Shape, Study, TreeNode, Variation};
pub use write::{Batch, Imported};
